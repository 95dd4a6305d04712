#include "luztar/friction/least_constraint.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "../random.h"

using namespace luztar;
using luztar::testing::Random;

namespace {

struct Pair {
  int a, b;  // -1: ground
  double limit;
};

/// Bodies, forces and pairs at rest; the problem they pose.
struct Bodies {
  std::vector<double> mass, force;
  std::vector<Pair> pairs;

  double part(const Pair& pair, int body) const {
    return (pair.a == body ? 1.0 : 0.0) - (pair.b == body ? 1.0 : 0.0);
  }
  LeastConstraintProblem problem() const {
    LeastConstraintProblem p;
    const int m = static_cast<int>(pairs.size());
    p.resize(m);
    for (int i = 0; i < m; ++i) {
      p.lower[i] = -pairs[i].limit;
      p.upper[i] = pairs[i].limit;
      for (std::size_t b = 0; b < mass.size(); ++b) {
        const double x = part(pairs[i], static_cast<int>(b));
        p.drive[i] += x * force[b] / mass[b];
        for (int j = 0; j < m; ++j)
          p.delassus[static_cast<std::size_t>(i * m + j)] +=
              x * part(pairs[j], static_cast<int>(b)) / mass[b];
      }
    }
    return p;
  }
  std::vector<double> accelerations(const std::vector<double>& friction) const {
    std::vector<double> a = force;
    for (std::size_t j = 0; j < pairs.size(); ++j) {
      if (pairs[j].a >= 0) a[pairs[j].a] -= friction[j];
      if (pairs[j].b >= 0) a[pairs[j].b] += friction[j];
    }
    for (std::size_t b = 0; b < a.size(); ++b) a[b] /= mass[b];
    return a;
  }
};

/// Largest violation of Coulomb's law at rest, recomputed from the bodies. The problem is convex,
/// so these conditions are not only necessary but decide that T is the minimizer.
double violation(const Bodies& bodies, const std::vector<double>& friction) {
  const auto a = bodies.accelerations(friction);
  double worst = 0.0;
  for (std::size_t j = 0; j < bodies.pairs.size(); ++j) {
    const Pair& pair = bodies.pairs[j];
    const double w = (pair.a >= 0 ? a[pair.a] : 0.0) - (pair.b >= 0 ? a[pair.b] : 0.0);
    worst = std::max(worst, std::abs(friction[j]) - pair.limit);
    if (w > 1e-9) worst = std::max(worst, std::abs(friction[j] - pair.limit));
    if (w < -1e-9) worst = std::max(worst, std::abs(friction[j] + pair.limit));
  }
  return worst;
}

std::vector<double> solve(const Bodies& bodies) {
  LeastConstraintSolution solution;
  solve_least_constraint(bodies.problem(), solution);
  CHECK(solution.status == SolveStatus::Solved);
  return solution.force;
}

}  // namespace

TEST_CASE("counterexamples to the pair-by-pair clip (papers-checked.md, 2.2)") {
  const Bodies three{{1, 1, 1}, {10, 0, 0}, {{0, 1, 1}, {1, 2, 100}}};
  CHECK(solve(three) == std::vector<double>{1.0, 0.5});
  const Bodies two{{1, 1}, {10, 0}, {{0, 1, 1}, {1, -1, 5}}};
  CHECK(solve(two) == std::vector<double>{1.0, 1.0});
  const Bodies pulled{{1, 1}, {0.5, 6}, {{0, 1, 1}, {1, -1, 5}}};
  const auto a = pulled.accelerations(solve(pulled));
  CHECK(a[0] == doctest::Approx(0.75).epsilon(1e-15));
  CHECK(a[1] == doctest::Approx(0.75).epsilon(1e-15));
}

TEST_CASE("Coulomb's law at rest holds for random graphs, cycles and pairs without strength") {
  Random random{2};
  for (int trial = 0; trial < 5000; ++trial) {
    Bodies bodies;
    const int n = 1 + random.below(7);
    for (int b = 0; b < n; ++b) {
      bodies.mass.push_back(random(0.2, 5.0));
      bodies.force.push_back(random(-10.0, 10.0));
    }
    const int m = 1 + random.below(9);
    for (int j = 0; j < m; ++j) {
      const int a = random.below(n);
      int b = random.below(n + 1) - 1;
      if (b == a) b = -1;
      bodies.pairs.push_back({a, b, random.below(6) == 0 ? 0.0 : random(0.0, 8.0)});
    }
    CAPTURE(trial);
    CHECK(violation(bodies, solve(bodies)) < 1e-10);
  }
}

TEST_CASE("a chain in which every pair breaks at once is solved (where flipping all cycles)") {
  Random random{3};
  for (const double strength : {0.01, 1.0, 30.0}) {
    Bodies bodies;
    for (int b = 0; b < 100; ++b) {
      bodies.mass.push_back(random(0.5, 2.0));
      bodies.force.push_back(random(-10.0, 10.0));
      bodies.pairs.push_back({b, b == 99 ? -1 : b + 1, random(0.0, strength)});
    }
    CAPTURE(strength);
    CHECK(violation(bodies, solve(bodies)) < 1e-9);
  }
}

TEST_CASE("a first guess changes the work, not the answer") {
  Random random{4};
  Bodies bodies;
  for (int b = 0; b < 12; ++b) {
    bodies.mass.push_back(random(0.5, 2.0));
    bodies.force.push_back(random(-10.0, 10.0));
    bodies.pairs.push_back({b, b == 11 ? -1 : b + 1, random(0.0, 4.0)});
  }
  const auto problem = bodies.problem();
  LeastConstraintSolution cold;
  solve_least_constraint(problem, cold);
  LeastConstraintSolution warm = cold;
  solve_least_constraint(problem, warm);
  CHECK(warm.iterations <= 1);
  LeastConstraintSolution wrong = cold;
  for (Bound& bound : wrong.bound) bound = bound == Bound::Upper ? Bound::Lower : Bound::Upper;
  solve_least_constraint(problem, wrong);
  for (std::size_t j = 0; j < cold.force.size(); ++j) {
    CHECK(warm.force[j] == doctest::Approx(cold.force[j]).epsilon(1e-12));
    CHECK(wrong.force[j] == doctest::Approx(cold.force[j]).epsilon(1e-12));
  }
}

TEST_CASE("exactly at the limit a pair neither exceeds it nor moves") {
  const Bodies bodies{{2}, {6}, {{0, -1, 6}}};
  CHECK(solve(bodies) == std::vector<double>{6.0});
  const Bodies pushed{{2}, {-9}, {{0, -1, 6}}};
  CHECK(solve(pushed) == std::vector<double>{-6.0});
}

TEST_CASE("two pairs of one body cannot both stick to bodies whose given motions part") {
  // One body of mass 1, force 1, between a wall at rest and one that accelerates by 3: the pairs
  // pull it both ways until one of them is at its limit. w = (a, a - 3).
  LeastConstraintProblem p;
  p.resize(2);
  p.delassus = {1, 1, 1, 1};
  p.drive = {1, -2};
  p.lower = {-4, -2};
  p.upper = {4, 2};
  p.scale = 4;
  LeastConstraintSolution s;
  solve_least_constraint(p, s);
  CHECK(s.status == SolveStatus::Solved);
  CHECK(s.force == std::vector<double>{3.0, -2.0});  // sticks to the wall, slides on the other
  CHECK(s.acceleration[0] == 0.0);
  CHECK(s.acceleration[1] == -3.0);
}

TEST_CASE("where given motions agree now, the first derivative that parts them says who slides") {
  // The body between a wall and a motion that has no acceleration yet: of the forces that leave it
  // at rest, those with the second pair at its limit.
  LeastConstraintProblem p;
  p.resize(2);
  p.delassus = {1, 1, 1, 1};
  p.drive = {1, 1};
  p.lower = {-4, -2};
  p.upper = {4, 2};
  p.scale = 4;
  LeastConstraintSolution s;
  for (const double way : {-3.0, 3.0}) {
    p.given = {0, 0, 0, 0, 0, way};
    s.bound.clear();
    solve_least_constraint(p, s);
    CHECK(s.status == SolveStatus::Solved);
    CHECK(s.force == std::vector<double>{way < 0.0 ? 3.0 : -1.0, way < 0.0 ? -2.0 : 2.0});
    CHECK(s.acceleration == std::vector<double>{0.0, 0.0});
  }
}
