#include "luztar/stepping/step_solver.h"

#include <doctest/doctest.h>

#include "step_case.h"

using namespace luztar;
using luztar::testing::begun;
using luztar::testing::error;
using luztar::testing::Random;
using luztar::testing::random_chain;
using luztar::testing::random_cycles;
using luztar::testing::random_tree;
using luztar::testing::StepCase;

TEST_CASE("step solver: chains, trees and networks with cycles are solved and moved on alike") {
  Random random{79};
  for (int k = 0; k < 150; ++k) {
    CAPTURE(k);
    const int bodies = 3 + random.below(3);
    const StepCase one = k % 3 == 0   ? random_chain(random, bodies)
                         : k % 3 == 1 ? random_tree(random, bodies)
                                      : random_cycles(random, bodies);
    std::vector<double> force;
    StepArrays x = begun(one, 0.01, force);
    StepSolver solver(x);
    CHECK((solver.chain() != nullptr) == x.forest.is_plain_chain);
    solver.place();
    solver.set_length(0.01);
    solver.begin({}, false);
    StepReport report;
    REQUIRE(solver.solve(report));
    CHECK(report.passes >= 1);
    CHECK(report.residual < 1e-12);
    CHECK(error(one, x) < 1e-11);
    // The mean of both velocities carries bodies and deflections.
    const std::vector<double> v0 = x.v;
    const std::vector<double> v1 = x.next;
    const double w0 = x.start_rate(0);
    const double w1 = x.end_rate(0);
    const double d0 = x.d[0];
    solver.accept();
    CHECK(x.v == v1);
    for (std::size_t i = 0; i < v1.size(); ++i)
      CHECK(x.q[i] == doctest::Approx(0.005 * (v0[i] + v1[i])).epsilon(1e-15));
    CHECK(x.d[0] == doctest::Approx(d0 + 0.005 * (w0 + w1)).epsilon(1e-15));
  }
}
