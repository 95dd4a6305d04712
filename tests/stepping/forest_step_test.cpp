#include "luztar/stepping/forest_step.h"

#include <limits>

#include <doctest/doctest.h>

#include "step_case.h"

using namespace luztar;
using luztar::testing::begun;
using luztar::testing::error;
using luztar::testing::Random;
using luztar::testing::random_tree;
using luztar::testing::StepCase;

TEST_CASE("forest step: random trees with ties end where projected Gauss-Seidel ends") {
  Random random{47};
  double worst = 0.0;
  int changes = 0;
  for (int k = 0; k < 200; ++k) {
    const StepCase one = random_tree(random, 2 + random.below(5));
    std::vector<double> force;
    StepArrays x = begun(one, 0.01, force);
    if (x.forest.is_plain_chain) continue;
    ForestStep step(x);
    const StepOutcome outcome = step.solve(24);
    if (!outcome.settled) continue;  // for the exact recursion
    changes += outcome.passes > 1 ? 1 : 0;
    worst = std::max(worst, error(one, x));
  }
  CHECK(worst < 1e-12);
  CHECK(changes > 100);
}

TEST_CASE("forest step: two stops that ask one body for different rates are not settled") {
  StepNetwork network;
  network.mass = {1.0};
  network.edges = {{0, kTreeGround, 1.0, -1.0}, {0, kTreeGround, 1.0, -1.0}};
  network.stiffness = network.viscous = network.kinetic = {0.0, 0.0};
  network.stops = {{0, -1.0, 1.0, 0.5}, {1, -1.0, 1.0, 0.5}};
  for (const double second : {-0.5, 0.25}) {  // at most -0.5, at least the second
    StepArrays x = step_arrays(network);
    const std::vector<double> force{0.0};
    x.h = 0.01;
    x.force = force.data();
    x.v[0] = 1.0;
    x.law.upper = {std::numeric_limits<double>::infinity(), 0.0};
    x.law.lower = {0.0, -std::numeric_limits<double>::infinity()};
    x.law.target = {-0.5, second};
    ForestStep step(x);
    CHECK(step.solve(24).settled == (second == -0.5));
    CHECK(x.next[0] == -0.5);
  }
}
