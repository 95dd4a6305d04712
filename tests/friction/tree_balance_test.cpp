// Accelerations and forces in given modes, against closed forms.
#include "luztar/friction/tree_balance.h"

#include <vector>

#include <doctest/doctest.h>

using namespace luztar;

namespace {

// Blocks 0, 1, 2 in a row, pair j between j and j + 1, the last one to the ground.
struct Row {
  TreeProblem problem{{2.0, 3.0, 5.0}, {7.0, -4.0, 1.0}, {}, {-1, -1, -1}, {1, 1, 1}, {}};
  std::vector<TreePair> pairs{{0, 1}, {1, 2}, {2, kTreeGround}};
  TreePlan plan{plan_tree(3, {}, pairs)};
  std::vector<char> idle{0, 0, 0};
  TreeBalance balance{plan, idle};

  TreeSolution in(std::vector<Bound> modes) {
    TreeSolution solution;
    solution.x.assign(3, 0.0);
    solution.force.resize(3);
    solution.bound = std::move(modes);
    balance.solve(problem, solution);
    return solution;
  }
};

constexpr Bound kFree = Bound::Free, kUpper = Bound::Upper, kLower = Bound::Lower;

}  // namespace

TEST_CASE("bodies that stick move as one, the pairs between carry what that takes") {
  Row row;
  const TreeSolution s = row.in({kFree, kFree, kUpper});
  const double a = (7.0 - 4.0 + 1.0 - 1.0) / 10.0;  // the ground takes 1 N
  for (const double x : s.x) CHECK(x == doctest::Approx(a));
  CHECK(s.force[0] == doctest::Approx(7.0 - 2.0 * a));
  CHECK(s.force[1] == doctest::Approx(7.0 - 4.0 - 5.0 * a));
  CHECK(s.force[2] == 1.0);
}

TEST_CASE(
    "a pair that slides carries its limit, one to the ground that sticks holds all behind it") {
  Row row;
  const TreeSolution s = row.in({kUpper, kFree, kFree});
  CHECK(s.x[0] == doctest::Approx((7.0 - 1.0) / 2.0));
  CHECK(s.x[1] == 0.0);
  CHECK(s.x[2] == 0.0);
  CHECK(s.force[1] == doctest::Approx(1.0 - 4.0));
  CHECK(s.force[2] == doctest::Approx(1.0 - 4.0 + 1.0));
  CHECK(row.balance.imbalance() <= 1e-15 * row.balance.scale());
}

TEST_CASE("a viscous pair adds its part on the side on which it slides") {
  Row row;
  row.problem.viscous = {{10.0, 4.0}, {0.0, 0.0}, {0.0, 0.0}};
  const TreeSolution s = row.in({kUpper, kFree, kFree});  // 2 x = 7 - (1 + 4 x)
  CHECK(s.x[0] == doctest::Approx(1.0));
  CHECK(s.force[0] == doctest::Approx(5.0));
  const TreeSolution t = row.in({kLower, kFree, kFree});  // 2 x = 7 - (-1 + 10 x)
  CHECK(t.x[0] == doctest::Approx(8.0 / 12.0));
}

TEST_CASE("the judgement of wrong modes is their violation as a force, and it can mend them") {
  Row row;
  TreeSolution s = row.in({kFree, kFree, kFree});  // all rest: forces 7, 3, 4 beyond limits of 1
  CHECK(s.force[0] == doctest::Approx(7.0));
  TreeSolution judged = s;
  CHECK(row.balance.judge(row.problem, judged, 1e-9, false) == doctest::Approx(6.0));
  CHECK(judged.bound == s.bound);
  CHECK(judged.force == std::vector<double>{1.0, 1.0, 1.0});  // put into their limits
  judged = s;
  row.balance.judge(row.problem, judged, 1e-9, true);
  CHECK(judged.bound == std::vector<Bound>{kUpper, kUpper, kUpper});
  judged = s;
  row.balance.judge(row.problem, judged, 2.5, true);  // only the worst ones
  CHECK(judged.bound == std::vector<Bound>{kUpper, kFree, kUpper});
}

TEST_CASE("a pair that slides against its limit is as wrong as the force that would turn it") {
  Row row;
  row.problem.force = {0.0, 0.0, 0.0};
  TreeSolution s = row.in({kUpper, kFree, kFree});  // the limit drives block 0 backwards by 1/2
  CHECK(s.x[0] == -0.5);
  // mobility 1/2 + 1/3: the force that brings the rate to zero is 0.5/(5/6)
  CHECK(row.balance.judge(row.problem, s, 1e-9, true) == doctest::Approx(0.6));
  CHECK(s.bound[0] == kFree);
}
