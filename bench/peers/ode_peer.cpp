// Open Dynamics Engine: a body per mass, a linear motor per dry friction (its manual: a motor of
// velocity 0 and force FMax is friction), springs and viscous forces added by the user, explicit.
//
// Settings: quick20 (QuickStep with the default 20 iterations), quick100, world (Dantzig's method).
#include <ode/ode.h>

#include "step_peer.h"

namespace bench {
namespace {

class Ode {
 public:
  Ode(const Network& net, double h, const std::string& setting)
      : net_(net), h_(h), world_step_(setting == "world") {
    static const int once = dInitODE2(0);
    static_cast<void>(once);
    world_ = dWorldCreate();
    dWorldSetCFM(world_, 0.0);
    dWorldSetAutoDisableFlag(world_, 0);
    if (!world_step_) dWorldSetQuickStepNumIterations(world_, std::stoi(setting.substr(5)));
    for (const double mass : net.mass) {
      bodies_.push_back(dBodyCreate(world_));
      dMass m;
      dMassSetSphereTotal(&m, mass, 1.0);
      dBodySetMass(bodies_.back(), &m);
      dBodySetGyroscopicMode(bodies_.back(), 0);
    }
    for (const Edge& edge : net.edges) {
      if (edge.dry == 0.0) continue;
      if (edge.ratio != 1.0) throw std::invalid_argument("ODE: no friction over a ratio");
      const dJointID motor = dJointCreateLMotor(world_, nullptr);
      dJointAttach(motor, bodies_[static_cast<std::size_t>(edge.a)],
                   edge.b < 0 ? nullptr : bodies_[static_cast<std::size_t>(edge.b)]);
      dJointSetLMotorNumAxes(motor, 1);
      dJointSetLMotorAxis(motor, 0, 0, 1, 0, 0);
      dJointSetLMotorParam(motor, dParamVel, 0.0);
      dJointSetLMotorParam(motor, dParamFMax, edge.dry);
    }
  }
  Ode(const Ode&) = delete;
  Ode& operator=(const Ode&) = delete;
  ~Ode() { dWorldDestroy(world_); }

  static constexpr bool kGivenBodies = false;
  static std::string version() { return "0.16.2"; }

  void step(double t) {
    for (const std::size_t i : net_.driven)
      dBodyAddForce(bodies_[i], net_.load(i, t + 0.5 * h_), 0, 0);
    for (const Edge& edge : net_.edges) {
      const auto a = static_cast<std::size_t>(edge.a), b = static_cast<std::size_t>(edge.b);
      const bool ground = edge.b < 0;
      const double other = ground ? 0.0 : edge.ratio * dBodyGetPosition(bodies_[b])[0];
      const double rate = ground ? 0.0 : edge.ratio * dBodyGetLinearVel(bodies_[b])[0];
      const double f = edge.stiffness * luz(dBodyGetPosition(bodies_[a])[0] - other, edge.gap) +
                       edge.viscous * (dBodyGetLinearVel(bodies_[a])[0] - rate);
      dBodyAddForce(bodies_[a], -f, 0, 0);
      if (!ground) dBodyAddForce(bodies_[b], edge.ratio * f, 0, 0);
    }
    if (world_step_)
      dWorldStep(world_, h_);
    else
      dWorldQuickStep(world_, h_);
  }
  double position(int body) const {
    return dBodyGetPosition(bodies_[static_cast<std::size_t>(body)])[0];
  }

 private:
  const Network& net_;
  double h_;
  bool world_step_;
  dWorldID world_{};
  std::vector<dBodyID> bodies_;
};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) { return bench::step_peer<bench::Ode>(argc, argv); }
