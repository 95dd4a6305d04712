// DART: prismatic joints with Coulomb friction, spring and damping in the joint, one inside the
// other from the ground to the free end (Featherstone); the friction of all joints is one boxed
// linear complementarity problem, solved by Dantzig's method (default) or by projected
// Gauss-Seidel.
//
// Settings: dantzig, pgs.
#include <dart/dart.hpp>

#include "step_peer.h"

namespace bench {
namespace {

class Dart {
 public:
  Dart(const Network& net, double h, const std::string& setting)
      : net_(net), h_(h), world_(dart::simulation::World::create()), bodies_(net.mass.size()) {
    using dart::dynamics::BodyNode;
    using dart::dynamics::PrismaticJoint;
    world_->setGravity(Eigen::Vector3d::Zero());
    world_->setTimeStep(h);
    auto skeleton = dart::dynamics::Skeleton::create("network");
    skeleton->disableSelfCollisionCheck();
    // From the last body to the first; its parent is the body that its pair ends on.
    for (std::size_t i = net.mass.size(); i-- > 0;) {
      PrismaticJoint::Properties joint;
      joint.mAxis = Eigen::Vector3d::UnitX();
      BodyNode* parent = nullptr;
      for (const Edge& edge : net.edges) {
        if (edge.a != static_cast<int>(i) || edge.ratio != 1.0 || edge.gap > 0.0) continue;
        if (edge.b >= 0) parent = bodies_[static_cast<std::size_t>(edge.b)];
        joint.mFrictions[0] = edge.dry;
        joint.mSpringStiffnesses[0] = edge.stiffness;
        joint.mDampingCoefficients[0] = edge.viscous;
      }
      joint.mName = "j" + std::to_string(i);
      BodyNode::Properties body;
      body.mName = "b" + std::to_string(i);
      body.mInertia.setMass(net.mass[i]);
      bodies_[i] = skeleton->createJointAndBodyNodePair<PrismaticJoint>(parent, joint, body).second;
    }
    world_->addSkeleton(skeleton);
    if (setting == "pgs")
      world_->setConstraintSolver(std::make_unique<dart::constraint::BoxedLcpConstraintSolver>(
          std::make_shared<dart::constraint::PgsBoxedLcpSolver>(), nullptr));
  }

  static constexpr bool kGivenBodies = false;
  static std::string version() { return DART_VERSION; }

  void step(double t) {
    for (const std::size_t i : net_.driven) push(static_cast<int>(i), net_.load(i, t + 0.5 * h_));
    for (const Edge& edge : net_.edges) {  // what joints cannot hold: freeplay, ratios
      if (edge.gap == 0.0 && edge.ratio == 1.0) continue;
      const double f =
          edge.stiffness * luz(position(edge.a) - edge.ratio * position(edge.b), edge.gap);
      push(edge.a, -f);
      push(edge.b, edge.ratio * f);
    }
    world_->step();
  }
  double position(int body) const {
    return bodies_[static_cast<std::size_t>(body)]->getWorldTransform().translation().x();
  }

 private:
  void push(int body, double f) {
    bodies_[static_cast<std::size_t>(body)]->addExtForce(Eigen::Vector3d(f, 0, 0),
                                                         Eigen::Vector3d::Zero(), false);
  }

  const Network& net_;
  double h_;
  dart::simulation::WorldPtr world_;
  std::vector<dart::dynamics::BodyNode*> bodies_;
};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) { return bench::step_peer<bench::Dart>(argc, argv); }
