// Siconos' kernel: a Lagrangian system per mass, a relay for each dry friction, Moreau-Jean's
// scheme with theta = 1 (explicit forces would lag behind with less). Springs and viscous forces
// between masses are external forces, explicit.
//
// Settings: the solver of the relay problem, lemke, avi or pgs (names of its documentation).
#include <SiconosKernel.hpp>
#include <SolverOptions.h>
#include <lcp_cst.h>
#include <relay_cst.h>

#include "step_peer.h"

namespace bench {
namespace {

class Siconos {
 public:
  Siconos(const Network& net, double h, const std::string& setting) : net_(net), h_(h) {
    auto system = std::make_shared<NonSmoothDynamicalSystem>(0.0, 1e9);
    for (const double mass : net.mass) {
      auto zero = std::make_shared<SiconosVector>(1);
      auto inertia = std::make_shared<SimpleMatrix>(1, 1);
      inertia->setValue(0, 0, mass);
      bodies_.push_back(
          std::make_shared<LagrangianDS>(zero, std::make_shared<SiconosVector>(1), inertia));
      forces_.push_back(std::make_shared<SiconosVector>(1));
      bodies_.back()->setFExtPtr(forces_.back());
      system->insertDynamicalSystem(bodies_.back());
    }
    for (const Edge& edge : net.edges) {
      if (edge.dry == 0.0) continue;
      // Moreau-Jean's scheme takes a pair into account only while its distance y = d + offset <= 0.
      auto offset = std::make_shared<SiconosVector>(1, -1e6);
      auto rows = std::make_shared<SimpleMatrix>(1, edge.b < 0 ? 1 : 2);
      rows->setValue(0, 0, 1.0);
      if (edge.b >= 0) rows->setValue(0, 1, -edge.ratio);
      auto pair =
          std::make_shared<Interaction>(std::make_shared<RelayNSL>(1, -edge.dry * h, edge.dry * h),
                                        std::make_shared<LagrangianLinearTIR>(rows, offset));
      const auto& a = bodies_[static_cast<std::size_t>(edge.a)];
      if (edge.b < 0)
        system->link(pair, a);
      else
        system->link(pair, a, bodies_[static_cast<std::size_t>(edge.b)]);
    }
    auto relay = std::make_shared<Relay>(setting == "lemke" ? SICONOS_RELAY_LEMKE
                                         : setting == "pgs" ? SICONOS_RELAY_PGS
                                                            : SICONOS_RELAY_AVI_CAOFERRIS);
    relay->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = 1e-10;
    relay->numericsSolverOptions()->iparam[SICONOS_IPARAM_MAX_ITER] = 100000;
    simulation_ =
        std::make_shared<TimeStepping>(system, std::make_shared<TimeDiscretisation>(0.0, h),
                                       std::make_shared<MoreauJeanOSI>(1.0), relay);
  }

  static constexpr bool kGivenBodies = false;
  static std::string version() { return "4.4.0"; }

  void step(double t) {
    for (auto& force : forces_) force->setValue(0, 0.0);
    for (const std::size_t i : net_.driven) forces_[i]->setValue(0, net_.load(i, t + 0.5 * h_));
    for (const Edge& edge : net_.edges) {
      const double d = position(edge.a) - (edge.b < 0 ? 0.0 : edge.ratio * position(edge.b));
      const double w = speed(edge.a) - (edge.b < 0 ? 0.0 : edge.ratio * speed(edge.b));
      const double f = edge.stiffness * luz(d, edge.gap) + edge.viscous * w;
      push(edge.a, -f);
      if (edge.b >= 0) push(edge.b, edge.ratio * f);
    }
    simulation_->computeOneStep();
    simulation_->nextStep();
  }
  double position(int body) const { return (*at(body).q())(0); }

 private:
  LagrangianDS& at(int body) const { return *bodies_[static_cast<std::size_t>(body)]; }
  double speed(int body) const { return (*at(body).velocity())(0); }
  void push(int body, double f) {
    SiconosVector& sum = *forces_[static_cast<std::size_t>(body)];
    sum.setValue(0, sum(0) + f);
  }

  const Network& net_;
  double h_;
  std::vector<SP::LagrangianDS> bodies_;
  std::vector<SP::SiconosVector> forces_;
  SP::TimeStepping simulation_;
};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) { return bench::step_peer<bench::Siconos>(argc, argv); }
