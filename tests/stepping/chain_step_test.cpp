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
