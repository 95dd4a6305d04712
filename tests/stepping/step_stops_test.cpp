#include "luztar/stepping/step_stops.h"

#include <cmath>

#include <doctest/doctest.h>

#include "laws.h"
#include "luztar/core/nearness.h"
#include "projected_step.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// One body of 2 kg with a stop to the ground.
StepNetwork one_stop(double lower, double upper, double restitution) {
  StepNetwork network;
  network.mass = {2.0};
  network.edges = {{0, kTreeGround, 1.0, -1.0}};
  network.stiffness = network.viscous = network.kinetic = {0.0};
  network.stops = {{0, lower, upper, restitution}};
  return network;
}

void step(NetworkStepper& stepper, double h, double force) {
  const std::vector<double> forces{force};
  CHECK(stepper.solve(h, {forces, {}}).status == SolveStatus::Solved);
  CHECK(violation(stepper, h, {forces, {}}) < 1e-12);
}

}  // namespace

TEST_CASE("stops: one at its edge without a rate pushes at once and opens when it would pull") {
  for (const double restitution : {0.0, 1.0})
    for (const double way : {1.0, -1.0}) {
      NetworkStepper stepper(one_stop(-0.25, 0.25, restitution),
                             {{0.25 * way}, {0.0}, {0.25 * way}, {}});
      for (int k = 0; k < 3; ++k) {
        step(stepper, 1e-3, 3.0 * way);
        CHECK(stepper.force(0) == 3.0 * way);
        CHECK(stepper.rate(0) == 0.0);
        CHECK(number(stepper.next_contact(0)) == way);
        stepper.accept();
        CHECK(number(stepper.state().mode[0]) == way);
      }
      step(stepper, 1e-3, -3.0 * way);
      CHECK(stepper.force(0) == 0.0);
      CHECK(stepper.rate(0) == doctest::Approx(-1.5e-3 * way));
      CHECK(stepper.next_contact(0) == Mode::Stuck);
    }
}

TEST_CASE("stops: an impact without rebound holds, before its edge too, and the state says so") {
  // 0.2 mm beyond in this step; it ends 0.3 mm before the edge.
  NetworkStepper stepper(one_stop(-kInfinity, 0.0, 0.0), {{-8e-4}, {1.0}, {-8e-4}, {}});
  step(stepper, 1e-3, 0.0);
  CHECK(stepper.force(0) == doctest::Approx(2.0 / 1e-3));
  stepper.accept();
  const StepState held = stepper.state();
  CHECK(held.d[0] == doctest::Approx(-3e-4));
  CHECK(held.mode[0] == Mode::Forward);
  NetworkStepper other(one_stop(-kInfinity, 0.0, 0.0), held);
  StepState free = held;
  free.mode.clear();
  NetworkStepper moved(one_stop(-kInfinity, 0.0, 0.0), free);
  for (NetworkStepper* one : {&stepper, &other}) {
    step(*one, 1e-3, 5.0);
    CHECK(one->force(0) == 5.0);
    CHECK(one->rate(0) == 0.0);
  }
  step(moved, 1e-3, 5.0);
  CHECK(moved.rate(0) == doctest::Approx(2.5e-3));
}

TEST_CASE("stops: one whose edges are one place holds both ways") {
  NetworkStepper stepper(one_stop(0.5, 0.5, 0.3), {{0.5}, {0.0}, {0.5}, {}});
  for (const double force : {3.0, -2.0, 1.0}) {
    step(stepper, 1e-3, force);
    CHECK(stepper.force(0) == force);
    CHECK(number(stepper.next_contact(0)) == (force > 0.0 ? 1 : -1));
    stepper.accept();
  }
  CHECK(stepper.state().d[0] == 0.5);
}

TEST_CASE("stops: in chains, trees and graphs with cycles they push, or they part") {
  Random random{39};
  double worst = 0.0;
  int pushes = 0, parts = 0;
  for (int k = 0; k < 90; ++k) {
    CAPTURE(k);
    const int n = 2 + random.below(12);
    StepCase one = k % 3 == 0   ? random_chain(random, n)
                   : k % 3 == 1 ? random_tree(random, n)
                                : random_cycles(random, n);
    StepNetwork& network = one.network;
    network.contacts.clear();
    for (int e = 0; e < network.n_edges(); ++e) {
      if (random(0.0, 1.0) > 0.4) continue;
      const auto i = static_cast<std::size_t>(e);
      network.kinetic[i] = network.stiffness[i] = network.viscous[i] = 0.0;
      if (!network.breakaway.empty()) network.breakaway[i] = 0.0;
      network.stops.push_back({e, random(0.0, 1.0) < 0.5 ? 0.0 : -1e-3,
                               random(0.0, 1.0) < 0.5 ? 0.0 : 1e-3, random(0.0, 1.0)});
    }
    NetworkStepper stepper(network, at_rest(network));
    std::vector<double> force(static_cast<std::size_t>(n));
    for (int s = 0; s < 60; ++s) {
      for (double& f : force) f = random(-20.0, 20.0);
      if (s % 20 < 10 && s % 20 > 0) force = one.force;
      const StepInput input{force, {}};
      CHECK(stepper.solve(1e-3, input).status == SolveStatus::Solved);
      worst = std::max(worst, violation(stepper, 1e-3, input));
      for (const auto& stop : network.stops) {
        pushes += stepper.next_contact(stop.edge) != Mode::Stuck && stepper.force(stop.edge) != 0.0;
        parts += stepper.next_contact(stop.edge) == Mode::Stuck;
      }
      stepper.accept();
    }
  }
  MESSAGE("largest violation " << worst << ", " << pushes << " push, " << parts << " free");
  CHECK(worst < 1e-9);
  CHECK(pushes > 1000);
  CHECK(parts > 1000);
}
