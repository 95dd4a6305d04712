#include "luztar/stepping/step_limits.h"

#include <doctest/doctest.h>

using namespace luztar;

namespace {

/// A block of 1 kg on the ground, F_K = 1, F_S = 2; backward 3 and 4.
StepNetwork block() {
  StepNetwork network;
  network.mass = {1.0};
  network.edges = {{0, kTreeGround, 1.0, -1.0}};
  network.stiffness = network.viscous = {0.0};
  network.kinetic = {1.0};
  network.breakaway = {2.0};
  network.kinetic_backward = {3.0};
  network.breakaway_backward = {4.0};
  return network;
}

}  // namespace

TEST_CASE(
    "step limits: F_S at rest, F_K in motion, those of the other direction for a turned edge") {
  for (const double sign : {1.0, -1.0}) {
    StepNetwork network = block();
    network.edges[0].coefficient_a = sign;
    for (const double v : {0.0, 0.5}) {
      StepArrays x = step_arrays(network);
      x.v[0] = v;
      x.mode[0] = mode_at(x.start_rate(0));
      StepLimits limits(network, x, nullptr);
      limits.place();
      limits.begin();
      const double forward = v == 0.0 ? 2.0 : 1.0;
      const double backward = v == 0.0 ? 4.0 : 3.0;
      const double scale = x.forest.slot_scale_at(0);  // w = scale y
      CHECK(x.law.upper[0] == (scale > 0.0 ? forward : backward));
      CHECK(x.law.lower[0] == (scale > 0.0 ? -backward : -forward));
    }
  }
}

TEST_CASE(
    "step limits: what moves under F_S falls to F_K, once; what comes to rest is tried there") {
  const StepNetwork network = block();
  StepArrays x = step_arrays(network);
  StepLimits limits(network, x, nullptr);
  x.h = 0.1;
  x.pivot[0] = 1.0;
  limits.place();
  limits.begin();
  // Pushed by 5 N from rest: it moved under F_S.
  x.mode[0] = Mode::Forward;
  x.next[0] = 0.3;
  CHECK(limits.revise(0.5, false));
  CHECK(x.law.upper[0] == 1.0);
  CHECK_FALSE(limits.revise(0.5, false));  // it goes the way in which it broke
  limits.find_undecided(false);
  x.v[0] = 0.3;
  limits.accept();
  CHECK_FALSE(limits.starts_at_rest(0));
  // Then it turns round within a step: F_S counts from where it stands.
  x.next[0] = -0.1;
  x.mode[0] = Mode::Backward;
  CHECK(limits.revise(0.5, false));
  CHECK(x.law.upper[0] == 2.0);
  CHECK(x.law.lower[0] == -4.0);
  // A solve() that is not accepted leaves the limits of the start.
  limits.restore();
  CHECK(x.law.upper[0] == 1.0);
}

TEST_CASE("step limits: of pairs that an impact tears loose the fastest break first") {
  StepNetwork network = block();
  network.mass = {1.0, 1.0};
  network.edges = {{0, kTreeGround, 1.0, -1.0}, {1, kTreeGround, 1.0, -1.0}};
  for (auto* list : {&network.stiffness, &network.viscous, &network.kinetic, &network.breakaway,
                     &network.kinetic_backward, &network.breakaway_backward})
    list->push_back(list->front());
  for (const bool hits : {true, false}) {
    StepArrays x = step_arrays(network);
    StepLimits limits(network, x, nullptr);
    limits.place();
    limits.begin();
    x.mode = {Mode::Forward, Mode::Forward};
    x.pivot = {1.0, 1.0};
    x.next = {1.0, 1e-3};
    CHECK(limits.revise(1e-6, hits));
    CHECK(x.law.upper[0] == 1.0);
    CHECK(x.law.upper[1] == (hits ? 2.0 : 1.0));
  }
}
