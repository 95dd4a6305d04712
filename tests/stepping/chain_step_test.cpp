#include "luztar/stepping/chain_step.h"

#include <doctest/doctest.h>

#include "step_case.h"

using namespace luztar;
using luztar::testing::begun;
using luztar::testing::error;
using luztar::testing::Random;
using luztar::testing::random_chain;
using luztar::testing::StepCase;

TEST_CASE("chain step: a block on the ground slides by F - F_K, or rests below F_K") {
  StepCase one;
  one.network.mass = {2.0};
  one.network.edges = {{0, kTreeGround, 1.0, -1.0}};
  one.network.stiffness = one.network.viscous = {0.0};
  one.network.kinetic = {3.0};
  one.state = {{0.0}, {0.0}, {0.0}, {}};
  for (const double push : {5.0, 2.0}) {
    one.force = {push};
    std::vector<double> force;
    StepArrays x = begun(one, 0.5, force);
    ChainStep step(x);
    const StepOutcome outcome = step.solve(4);
    CHECK(outcome.settled);
    CHECK(x.next[0] == (push > 3.0 ? 0.5 * (push - 3.0) / 2.0 : 0.0));
    CHECK(step.impulse(0) == 0.5 * std::min(push, 3.0));
  }
}

TEST_CASE("chain step: random chains end where projected Gauss-Seidel ends") {
  Random random{41};
  double worst = 0.0;
  for (int k = 0; k < 200; ++k) {
    const StepCase one = random_chain(random, 1 + random.below(6));
    std::vector<double> force;
    StepArrays x = begun(one, 0.01, force);
    REQUIRE(x.forest.is_plain_chain);
    ChainStep step(x);
    REQUIRE(step.solve(24).settled);
    worst = std::max(worst, error(one, x));
  }
  CHECK(worst < 1e-12);
}

TEST_CASE("chain step: blocks at rest that take no part hold and give way as the others do") {
  // 200 nodes are four blocks; a push at the free end grows until it reaches the last of them.
  Random random{43};
  StepCase one = random_chain(random, 200);
  std::fill(one.state.v.begin(), one.state.v.end(), 0.0);
  std::fill(one.state.d.begin(), one.state.d.end(), 0.0);
  std::fill(one.force.begin(), one.force.end(), 0.0);
  for (double& limit : one.network.kinetic) limit = random(0.5, 2.0);
  for (double& stiffness : one.network.stiffness) stiffness = random(500.0, 2000.0);
  std::vector<double> quiet_force;
  std::vector<double> eager_force;
  StepArrays quiet = begun(one, 0.01, quiet_force);
  StepArrays eager = begun(one, 0.01, eager_force);
  ChainStep resting(quiet);
  ChainStep fresh(eager);
  const std::vector<int> varying{0};
  int rested = 0;
  for (int k = 0; k < 400; ++k) {
    quiet_force[0] = eager_force[0] = 2.0 * k;
    resting.begin(varying, true);
    fresh.begin({}, false);
    rested += resting.rests(199) ? 1 : 0;
    REQUIRE(resting.solve(24).settled);
    REQUIRE(fresh.solve(24).settled);
    REQUIRE(quiet.next == eager.next);
    REQUIRE(quiet.mode == eager.mode);
    for (auto* step : {&resting, &fresh}) {
      step->move();
      step->settle();
    }
  }
  CHECK(rested > 10);
  CHECK(rested < 390);
  CHECK(quiet.d == eager.d);
}
