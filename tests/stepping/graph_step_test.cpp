#include "luztar/stepping/graph_step.h"

#include <doctest/doctest.h>

#include "step_case.h"

using namespace luztar;
using luztar::testing::begun;
using luztar::testing::error;
using luztar::testing::Random;
using luztar::testing::random_cycles;
using luztar::testing::StepCase;

TEST_CASE("graph step: random networks with cycles end where projected Gauss-Seidel ends") {
  Random random{53};
  double worst = 0.0;
  double drift = 0.0;
  for (int k = 0; k < 200; ++k) {
    const StepCase one = random_cycles(random, 3 + random.below(4));
    std::vector<double> force;
    StepArrays x = begun(one, 0.01, force);
    REQUIRE_FALSE(x.forest.is_forest);
    GraphStep step(x);
    step.place();
    REQUIRE(step.solve().settled);
    worst = std::max(worst, error(one, x));
    // Rates at the end become those at the start.
    step.accept();
    for (int s = 0; s < x.forest.n_slots; ++s) {
      drift = std::max(drift, std::abs(x.rate[s] - x.difference(s, x.next)));
      if (x.mode[s] == Mode::Stuck) CHECK(x.rate[s] == 0.0);
    }
  }
  CHECK(worst < 1e-11);
  CHECK(drift < 1e-12);
}
