#include "luztar/stepping/exact_modes.h"

#include <doctest/doctest.h>

#include "luztar/stepping/forest_step.h"
#include "step_case.h"

using namespace luztar;
using luztar::testing::begun;
using luztar::testing::error;
using luztar::testing::Random;
using luztar::testing::random_tree;
using luztar::testing::StepCase;

TEST_CASE("exact modes: from whatever modes, one pass over the forest is enough afterwards") {
  Random random{59};
  double worst = 0.0;
  for (int k = 0; k < 200; ++k) {
    const StepCase one = random_tree(random, 2 + random.below(5));
    std::vector<double> force;
    StepArrays x = begun(one, 0.01, force);
    if (x.forest.is_plain_chain) continue;
    for (Mode& mode : x.mode) mode = static_cast<Mode>(random.below(3) - 1);
    ExactModes modes(x);
    REQUIRE(modes.find());
    ForestStep step(x);
    const StepOutcome outcome = step.solve(24);
    CHECK(outcome.settled);
    CHECK(outcome.passes == 1);
    worst = std::max(worst, error(one, x));
  }
  CHECK(worst < 1e-12);
}

TEST_CASE("exact modes: a spring with a gap is met on the side to which the body goes") {
  // v1 = 2 without the spring, so it meets the edge 0.005 in a step of 0.01:
  // m (v1 - v0) = -h k (h (v0 + v1)/2 - 0.005)/2.
  StepNetwork network;
  network.mass = {1.0};
  network.edges = {{0, kTreeGround, 1.0, -1.0}};
  network.stiffness = network.viscous = network.kinetic = {0.0};
  network.contacts = {{0, 1e4, -0.005, 0.005, 0.0, 0.0}};
  for (const double v0 : {2.0, -2.0}) {
    StepArrays x = step_arrays(network);
    const std::vector<double> force{0.0};
    x.h = 0.01;
    x.force = force.data();
    x.v[0] = v0;
    x.mode[0] = mode_at(v0);
    x.begin_contacts();
    ExactModes modes(x);
    REQUIRE(modes.find());
    CHECK(x.contacts.all()[0].side == (v0 > 0.0 ? Edge::Upper : Edge::Lower));
    ForestStep step(x);
    CHECK(step.solve(1).settled);
    const double c = 0.25 * 0.01 * 0.01 * 1e4;  // h² k/4
    const double edge = 0.5 * 0.01 * 1e4 * 0.005 * (v0 > 0.0 ? 1.0 : -1.0);
    CHECK(x.next[0] == doctest::Approx((v0 * (1.0 - c) + edge) / (1.0 + c)).epsilon(1e-14));
  }
}
