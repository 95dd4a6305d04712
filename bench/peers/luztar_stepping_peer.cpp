// luztar's implicit steps of second order, method = "stepping".
#include <algorithm>

#include "luztar/stepping/network_stepper.h"
#include "luztar/version.h"
#include "step_peer.h"

namespace bench {
namespace {

luztar::StepNetwork flat(const Network& net) {
  luztar::StepNetwork flat;
  flat.mass = net.mass;
  flat.given = net.given;
  for (const Edge& edge : net.edges) {
    flat.edges.push_back({edge.a, edge.b < 0 ? luztar::kTreeGround : edge.b, 1.0, -edge.ratio});
    flat.stiffness.push_back(edge.gap > 0.0 ? 0.0 : edge.stiffness);
    flat.viscous.push_back(edge.viscous);
    flat.kinetic.push_back(edge.dry);
    flat.breakaway.push_back(std::max(edge.dry, edge.breakaway));
    if (edge.gap > 0.0)
      flat.contacts.push_back({.edge = flat.n_edges() - 1,
                               .stiffness = edge.stiffness,
                               .lower = -edge.gap,
                               .upper = edge.gap});
  }
  return flat;
}

luztar::StepState start(const Network& net) {
  luztar::StepState state;
  state.q.assign(net.mass.size(), 0.0);
  state.v = net.start_velocity.empty() ? state.q : net.start_velocity;
  state.d.assign(net.edges.size(), 0.0);
  return state;
}

class Stepping {
 public:
  Stepping(const Network& net, double h, const std::string&)
      : net_(net),
        h_(h),
        stepper_(flat(net), start(net)),
        force_(net.mass.size()),
        varying_(net.driven.begin(), net.driven.end()),
        given_(net.given.size()) {}

  static constexpr bool kGivenBodies = true;

  static std::string version() { return LUZTAR_VERSION; }

  void step(double t) {
    for (const std::size_t i : net_.driven) force_[i] = net_.load(i, t + 0.5 * h_);
    for (std::size_t i = 0; i < given_.size(); ++i)
      if (net_.given[i] != 0) given_[i] = net_.given_velocity(i, t + h_);
    const luztar::StepReport& report = stepper_.solve(h_, {force_, given_, varying_, true});
    if (report.status != luztar::SolveStatus::Solved) throw std::runtime_error("not solved");
    stepper_.accept();
  }
  double position(int body) const { return stepper_.state().q[static_cast<std::size_t>(body)]; }

 private:
  const Network& net_;
  double h_;
  luztar::NetworkStepper stepper_;
  std::vector<double> force_;
  std::vector<int> varying_;
  std::vector<double> given_;
};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) { return bench::step_peer<bench::Stepping>(argc, argv); }
