// Bullet: a rigid body per mass; a pair is a 6-dof constraint whose only row is a motor of velocity
// 0 and limited force along x (sequential impulses); springs and viscous forces by the user,
// explicit. Debian builds it in single precision.
//
// Settings: the number of iterations a step; 10 is Bullet's default.
#include <memory>

#include <btBulletDynamicsCommon.h>

#include "step_peer.h"

namespace bench {
namespace {

class Bullet {
 public:
  Bullet(const Network& net, double h, const std::string& setting)
      : net_(net),
        h_(h),
        dispatcher_(&configuration_),
        world_(&dispatcher_, &broadphase_, &solver_, &configuration_),
        point_(0.01F) {
    world_.setGravity({0, 0, 0});
    world_.getSolverInfo().m_numIterations = std::stoi(setting);
    for (const double mass : net.mass) {
      btRigidBody::btRigidBodyConstructionInfo info(static_cast<btScalar>(mass), nullptr, &point_,
                                                    {1, 1, 1});
      bodies_.push_back(std::make_unique<btRigidBody>(info));
      bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
      world_.addRigidBody(bodies_.back().get(), 0, 0);  // it collides with nothing
    }
    btTransform origin;
    origin.setIdentity();
    for (const Edge& edge : net.edges) {
      if (edge.dry == 0.0) continue;
      btRigidBody& a = *bodies_[static_cast<std::size_t>(edge.a)];
      btRigidBody& b = edge.b < 0 ? btTypedConstraint::getFixedBody()
                                  : *bodies_[static_cast<std::size_t>(edge.b)];
      motors_.push_back(std::make_unique<btGeneric6DofSpring2Constraint>(a, b, origin, origin));
      auto& motor = *motors_.back();
      for (int axis = 0; axis < 6; ++axis) motor.setLimit(axis, 1, -1);  // free
      motor.enableMotor(0, true);
      motor.setTargetVelocity(0, 0.0);
      motor.setMaxMotorForce(0, static_cast<btScalar>(edge.dry));
      world_.addConstraint(&motor, true);
    }
  }
  ~Bullet() {
    for (auto& motor : motors_) world_.removeConstraint(motor.get());
    for (auto& body : bodies_) world_.removeRigidBody(body.get());
  }
  Bullet(const Bullet&) = delete;
  Bullet& operator=(const Bullet&) = delete;

  static constexpr bool kGivenBodies = false;
  static std::string version() {
    return std::to_string(btGetVersion() / 100) + "." + std::to_string(btGetVersion() % 100);
  }

  void step(double t) {
    for (const std::size_t i : net_.driven) push(static_cast<int>(i), net_.load(i, t + 0.5 * h_));
    for (const Edge& edge : net_.edges) {
      const double d = position(edge.a) - (edge.b < 0 ? 0.0 : edge.ratio * position(edge.b));
      const double w = speed(edge.a) - (edge.b < 0 ? 0.0 : edge.ratio * speed(edge.b));
      const double f = edge.stiffness * luz(d, edge.gap) + edge.viscous * w;
      push(edge.a, -f);
      if (edge.b >= 0) push(edge.b, edge.ratio * f);
    }
    world_.stepSimulation(static_cast<btScalar>(h_), 0, static_cast<btScalar>(h_));
  }
  double position(int body) const { return at(body).getWorldTransform().getOrigin().x(); }

 private:
  btRigidBody& at(int body) const { return *bodies_[static_cast<std::size_t>(body)]; }
  double speed(int body) const { return at(body).getLinearVelocity().x(); }
  void push(int body, double f) { at(body).applyCentralForce({static_cast<btScalar>(f), 0, 0}); }

  const Network& net_;
  double h_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_;
  btSphereShape point_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  std::vector<std::unique_ptr<btGeneric6DofSpring2Constraint>> motors_;
};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) { return bench::step_peer<bench::Bullet>(argc, argv); }
