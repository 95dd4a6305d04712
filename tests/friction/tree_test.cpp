#include "luztar/friction/tree.h"

#include <algorithm>
#include <fstream>
#include <limits>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../random.h"
#include "allocations.h"
#include "network.h"

using namespace luztar;
using luztar::testing::law_violation;
using luztar::testing::Network;
using luztar::testing::Random;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

nlohmann::json reference(const std::string& name) {
  std::ifstream file(std::string(LUZTAR_SOURCE_DIR) + "/tests/reference/" + name + ".json");
  REQUIRE(file);
  return nlohmann::json::parse(file);
}

/// "p/q" or a decimal string.
double number(const nlohmann::json& value) {
  const std::string text = value.get<std::string>();
  const auto slash = text.find('/');
  if (slash == std::string::npos) return std::stod(text);
  return std::stod(text.substr(0, slash)) / std::stod(text.substr(slash + 1));
}

/// Largest difference over the largest expected value.
double error(const std::vector<double>& found, const nlohmann::json& expected) {
  REQUIRE(found.size() == expected.size());
  double worst = 0.0;
  double scale = 0.0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    worst = std::max(worst, std::abs(found[i] - number(expected[i])));
    scale = std::max(scale, std::abs(number(expected[i])));
  }
  return scale > 0.0 ? worst / scale : worst;
}

Network static_network(const nlohmann::json& row) {
  Network network;
  for (const auto& mass : row["M"]) network.mass.push_back(number(mass));
  for (const auto& force : row["F"]) network.force.push_back(number(force));
  for (const auto& pair : row["pairs"])
    network.pairs.push_back({pair[0], pair[1], -number(pair[2]), number(pair[2])});
  return network;
}

enum class Shape { Chain, Star, Binary, Caterpillar, Random };

/// Bodies joined as the shape says; every `ground_every`-th has a pair to the ground too.
Network make(Shape shape, int n, double strength, double viscous, int ground_every,
             Random& random) {
  Network network;
  for (int b = 0; b < n; ++b) {
    network.mass.push_back(random(0.5, 2.0));
    network.force.push_back(random(-10.0, 10.0));
    if (b > 0) {
      const int parent = shape == Shape::Chain         ? b - 1
                         : shape == Shape::Star        ? 0
                         : shape == Shape::Binary      ? (b - 1) / 2
                         : shape == Shape::Caterpillar ? (b % 2 == 0 ? b - 2 : b - 1)
                                                       : random.below(b);
      const double limit = random(0.0, strength);
      network.pairs.push_back(
          {b, parent, -limit, limit, viscous > 0.0 ? random(0.0, viscous) : 0.0});
    }
    if (ground_every > 0 && b % ground_every == 0) {
      const double limit = random(0.0, strength);
      network.pairs.push_back({b, -1, -limit, limit, viscous > 0.0 ? random(0.0, viscous) : 0.0});
    }
  }
  return network;
}

}  // namespace

TEST_CASE("the tree solver and the dense one give the exact accelerations of the static tables") {
  const auto tables = reference("static_tables");
  std::size_t rows = 0;
  for (const char* list : {"rows", "cycles_accelerations_only"})
    for (const auto& row : tables[list]) {
      CAPTURE(row.dump());
      const Network network = static_network(row);
      for (const TreeSolution& solution : {network.solve_tree(), network.solve_dense()}) {
        CHECK(solution.status == SolveStatus::Solved);
        CHECK(error(solution.x, row["a"]) < 1e-14);
        if (row.contains("T")) CHECK(error(solution.force, row["T"]) < 2e-14);
        CHECK(law_violation(network, solution) < 1e-13);
      }
      ++rows;
    }
  CHECK(rows == 113 + 15);
}

TEST_CASE("both solvers give the exact velocities and impulses of the implicit steps") {
  const auto tables = reference("implicit_step_tables");
  for (const auto& row : tables["rows"]) {
    CAPTURE(row.dump());
    const double h = number(row["h"]);
    Network network;
    for (std::size_t b = 0; b < row["m"].size(); ++b) {
      network.mass.push_back(number(row["m"][b]));
      network.force.push_back(network.mass[b] * number(row["v_free"][b]));
    }
    for (const auto& pair : row["pairs"]) {
      const double limit = h * number(pair[2]);
      network.pairs.push_back({pair[0], pair[1], -limit, limit, h * number(pair[3])});
    }
    for (const TreeSolution& solution : {network.solve_tree(), network.solve_dense()}) {
      CHECK(solution.status == SolveStatus::Solved);
      CHECK(error(solution.x, row["v"]) < 1e-13);
      CHECK(error(solution.force, row["impulse"]) < 1e-13);
    }
  }
  CHECK(tables["rows"].size() == 30);
}

TEST_CASE("Coulomb's law holds on chains and trees of many thousand bodies") {
#ifdef LUZTAR_ENABLE_ASSERT
  const int n = 3000;
#else
  const int n = 100000;
#endif
  Random random{11};
  for (const Shape shape :
       {Shape::Chain, Shape::Star, Shape::Binary, Shape::Caterpillar, Shape::Random})
    for (const double strength : {0.5, 20.0, 3000.0})
      for (const double viscous : {0.0, 1e-3, 1.0})
        for (const int ground_every : {0, 1, 1000}) {
          const Network network = make(shape, n, strength, viscous, ground_every, random);
          CAPTURE(static_cast<int>(shape));
          CAPTURE(strength);
          CAPTURE(viscous);
          CAPTURE(ground_every);
          const TreeSolution solution = network.solve_tree();
          CHECK(solution.status == SolveStatus::Solved);
          CHECK(law_violation(network, solution) < 1e-12);
        }
}

TEST_CASE("the rounding of forces along a stuck chain does not add up at its end") {
  const int n = 100000;
  Network network;
  network.mass.assign(n, 1.0);
  network.force.assign(n, 0.0);
  network.force[0] = 0.9;  // takes all along with 9 um/s²
  for (int b = 1; b < n; ++b) network.pairs.push_back({b - 1, b, -1.0, 1.0});
  const TreeSolution solution = network.solve_tree();
  double worst = 0.0;
  for (int b = 0; b < n; ++b) {
    double left_over = network.force[b] - solution.x[b];
    if (b > 0) left_over += solution.force[b - 1];
    if (b + 1 < n) left_over -= solution.force[b];
    worst = std::max(worst, std::abs(left_over));
  }
  CHECK(worst < 4e-16);
  CHECK(solution.x[n - 1] == doctest::Approx(0.9 / n).epsilon(1e-14));
}

TEST_CASE("given bodies, links, stops and ratios: Coulomb's law holds, links do not move") {
  Random random{12};
  for (int trial = 0; trial < 3000; ++trial) {
    CAPTURE(trial);
    const int n = 2 + random.below(40);
    Network network = make(Shape::Random, n, 8.0, trial % 2 == 0 ? 0.0 : 0.5, 4, random);
    network.is_given.assign(n, 0);
    network.given.assign(n, 0.0);
    for (int b = 0; b < n; ++b)
      if (random.below(6) == 0) {
        network.is_given[b] = 1;
        network.given[b] = random(-3.0, 3.0);
      }
    for (auto& pair : network.pairs) {
      const bool free = network.is_free(pair.a) && network.is_free(pair.b);
      if (random.below(4) == 0) pair.upper = random(pair.upper, pair.upper + 3.0);
      if (random.below(8) == 0 && pair.b >= 0) pair.coefficient_b = random(0.5, 2.0);
      if (random.below(8) == 0 && free) pair.upper = kInfinity;  // a stop
      if (random.below(8) == 0 && free) pair.lower = -kInfinity, pair.upper = kInfinity;
    }
    const TreeSolution solution = network.solve_tree();
    CHECK(solution.status == SolveStatus::Solved);
    CHECK(law_violation(network, solution) < 1e-12);
    for (int b = 0; b < n; ++b)
      if (!network.is_free(b)) CHECK(solution.x[b] == network.given[b]);
  }
}

TEST_CASE("bodies that stick share one value bit for bit") {
  Random random{13};
  const Network network = make(Shape::Random, 500, 20.0, 0.0, 0, random);
  const TreeSolution solution = network.solve_tree();
  int stuck = 0;
  for (std::size_t j = 0; j < network.pairs.size(); ++j) {
    if (solution.bound[j] != Bound::Free) continue;
    CHECK(solution.x[network.pairs[j].a] == solution.x[network.pairs[j].b]);
    ++stuck;
  }
  CHECK(stuck > 100);
}

TEST_CASE("a guess of the modes changes the work, not the answer") {
  Random random{14};
  const Network network = make(Shape::Random, 1000, 10.0, 0.1, 3, random);
  TreeSolver solver = network.solver();
  const TreeProblem problem = network.tree_problem();
  TreeSolution cold;
  solver.solve(problem, cold);
  CHECK_FALSE(cold.from_guess);
  TreeSolution warm = cold;
  solver.solve(problem, warm);
  CHECK(warm.from_guess);
  CHECK(warm.x == cold.x);
  CHECK(warm.force == cold.force);
  TreeSolution wrong = cold;
  for (Bound& bound : wrong.bound) bound = bound == Bound::Upper ? Bound::Lower : Bound::Upper;
  solver.solve(problem, wrong);
  CHECK_FALSE(wrong.from_guess);
  CHECK(wrong.x == cold.x);
}

TEST_CASE("an exact tie is at rest: a load at the limit neither exceeds it nor moves") {
  for (const double sign : {1.0, -1.0}) {
    const Network one{{2}, {sign * 6}, {{0, -1, -6, 6}}, {}, {}};
    const TreeSolution solution = one.solve_tree();
    CHECK(solution.x[0] == 0.0);
    CHECK(solution.force[0] == sign * 6);
    // Row of blocks on the ground: the first pushes the others through full limits.
    const Network row{
        {1, 2}, {sign * 9, 0}, {{0, 1, -4, 4}, {0, -1, -5, 5}, {1, -1, -4, 4}}, {}, {}};
    const TreeSolution rest = row.solve_tree();
    CHECK(rest.x == std::vector<double>{0.0, 0.0});
    CHECK(law_violation(row, rest) == 0.0);
  }
}

TEST_CASE("cycles are refused, cycles through the ground are not; contradictions are reported") {
  const std::vector<TreePair> triangle{{0, 1}, {1, 2}, {2, 0}};
  CHECK_FALSE(TreeSolver(3, {}, triangle).is_forest());
  const std::vector<TreePair> parallel{{0, 1}, {0, 1}};
  CHECK_FALSE(TreeSolver(2, {}, parallel).is_forest());
  const std::vector<TreePair> ground{{0, 1}, {1, kTreeGround}, {0, kTreeGround}, {0, kTreeGround}};
  CHECK(TreeSolver(2, {}, ground).is_forest());
  const std::vector<char> given{0, 1, 1};
  CHECK(TreeSolver(3, given, triangle).is_forest());
  // A body linked to two that move apart.
  const Network torn{{1, 1, 1},
                     {0, 0, 0},
                     {{0, 1, -kInfinity, kInfinity}, {0, 2, -kInfinity, kInfinity}},
                     {0, 1, 1},
                     {0, 1, 2}};
  CHECK(torn.solve_tree().status != SolveStatus::Solved);
}

TEST_CASE("gears: forces go through ratios as through levers") {
  // A force of 6 on a mass of 1, geared 3 : 1 to a mass of 2 that a brake of strength 4 holds: w =
  // x0 - 3 x1 = 0, so the pair passes T = 6 - x0, and the brake gives way: 2 x1 = 3 T - 4.
  const Network gears{
      {1, 2}, {6, 0}, {{0, 1, -kInfinity, kInfinity, 0.0, 1.0, -3.0}, {1, -1, -4, 4}}, {}, {}};
  const TreeSolution solution = gears.solve_tree();
  CHECK(solution.x[1] == doctest::Approx(14.0 / 11.0).epsilon(1e-15));
  CHECK(solution.x[0] == doctest::Approx(42.0 / 11.0).epsilon(1e-15));
  CHECK(solution.force[0] == doctest::Approx(24.0 / 11.0).epsilon(1e-15));
  CHECK(solution.bound[1] == Bound::Upper);
}

TEST_CASE("no network of any kind is left unsolved") {
#ifdef LUZTAR_ENABLE_ASSERT
  const int networks = 5000;
#else
  const int networks = 100000;
#endif
  // Masses, loads, limits, dampings over two decades; given bodies, links, stops, levers, dashpots,
  // forces without choice, pairs without strength.
  Random random{15};
  const auto size = [&random] {
    return std::pow(10.0, random(-1.0, 1.0));
  };
  double worst = 0.0;
  int unsolved = 0;
  for (int i = 0; i < networks; ++i) {
    Network network;
    const int n = 1 + random.below(40);
    const bool viscous = random.below(2) == 0;
    const auto add = [&](int a, int b) {
      const double limit = random.below(5) == 0 ? 0.0 : size();
      testing::NetworkPair pair{a, b, -limit, limit, viscous && random.below(3) > 0 ? size() : 0.0};
      const bool free = network.is_free(a) && network.is_free(b);
      const int kind = random.below(14);
      if (kind == 0) pair.lower = 0.0;
      if (kind == 1) pair.lower = 0.25 * limit;
      if (kind == 2 && free) pair.upper = kInfinity;
      if (kind == 3 && free) pair.lower = -kInfinity, pair.upper = kInfinity;
      if (random.below(4) == 0) pair.coefficient_a = random(-2.0, 2.0);
      network.pairs.push_back(pair);
    };
    for (int b = 0; b < n; ++b) {
      network.mass.push_back(size());
      network.force.push_back(random.below(6) == 0 ? 0.0 : random(-1.0, 1.0) * size());
      network.is_given.push_back(random.below(12) == 0 ? 1 : 0);
      network.given.push_back(network.is_given[b] != 0 ? random(-1.0, 1.0) : 0.0);
      if (b > 0 && random.below(15) > 0)
        add(b, i % 3 == 0 ? b - 1 : i % 3 == 1 ? 0 : random.below(b));
      if (random.below(i % 2 == 0 ? 2 : 6) == 0) add(b, -1);
    }
    const TreeSolution solution = network.solve_tree();
    unsolved += solution.status == SolveStatus::Solved ? 0 : 1;
    worst = std::max(worst, law_violation(network, solution, 1e-12));
  }
  CHECK(unsolved == 0);
  CHECK(worst < 1e-11);
}

TEST_CASE("a dashpot between two bodies that stick to the ground lets each rest for itself") {
  const Network network{
      {1, 2}, {3, 1}, {{0, -1, -4, 4}, {1, 0, 0, 0, 1.5}, {1, -1, -2, 2}}, {}, {}};
  const TreeSolution solution = network.solve_tree();
  CHECK(solution.x == std::vector<double>{0.0, 0.0});
  CHECK(solution.force == std::vector<double>{3.0, 0.0, 1.0});
}

TEST_CASE("where walls meet at rest, one that has no limit on this side takes the load") {
  // Six bodies in a row, 0 and 1 held to the ground in both directions, the others in one only; the
  // push on 2 can go nowhere but through its link to 0.
  constexpr double kFar = std::numeric_limits<double>::infinity();
  const std::vector<TreePair> pairs = {
      {0, kTreeGround}, {1, kTreeGround}, {2, kTreeGround}, {3, kTreeGround}, {4, kTreeGround},
      {5, 4},           {0, 2},           {3, 4},           {1, 4},           {2, 5}};
  TreeProblem problem;
  problem.mass = {1.7, 1.56, 0.85, 1.87, 1.46, 1.78};
  problem.force = {0.0, 0.0, 23.0, 0.0, 0.0, 0.0};
  problem.lower = {-kFar, -kFar, -kFar, -kFar, 0.0, -kFar, -kFar, -kFar, -kFar, -kFar};
  problem.upper = {kFar, kFar, 0.0, 0.0, kFar, 0.0, kFar, kFar, kFar, kFar};
  TreeSolver solver(6, {}, pairs);
  REQUIRE(solver.is_forest());
  TreeSolution solution;
  solver.solve(problem, solution);
  CHECK(solution.status == SolveStatus::Solved);
  for (const double x : solution.x) CHECK(x == 0.0);
  CHECK(solution.force[0] == doctest::Approx(23.0));
  CHECK(solution.force[6] == doctest::Approx(-23.0));
}

TEST_CASE("of several stops on one body only the one that is met first carries") {
  // A body that 3 N press against a plate at rate 1; plates at 0.5 and -2 it has left: T = -3 - 1.
  for (const double sign : {1.0, -1.0})
    for (const auto& plates :
         {std::array{0.5, 1.0, -2.0}, std::array{1.0, 0.5, -2.0}, std::array{-2.0, 0.5, 1.0}}) {
      const std::vector<TreePair> pairs{{0, 1, 1.0, -1.0}, {0, 2, 1.0, -1.0}, {0, 3, 1.0, -1.0}};
      const std::vector<char> given{0, 1, 1, 1};
      TreeSolver solver(4, given, pairs);
      TreeProblem problem;
      problem.mass = {1.0, 1.0, 1.0, 1.0};
      problem.force = {-3.0 * sign, 0.0, 0.0, 0.0};
      problem.given = {0.0, sign * plates[0], sign * plates[1], sign * plates[2]};
      problem.lower.assign(3, sign > 0.0 ? -HUGE_VAL : 0.0);
      problem.upper.assign(3, sign > 0.0 ? 0.0 : HUGE_VAL);
      TreeSolution solution;
      solver.solve(problem, solution);
      CHECK(solution.status == SolveStatus::Solved);
      CHECK(solution.x[0] == sign);
      for (std::size_t j = 0; j < 3; ++j)
        CHECK(solution.force[j] == (plates[j] == 1.0 ? -4.0 * sign : 0.0));
    }
}

TEST_CASE("from the second call on nothing is allocated") {
  Random random{16};
  for (const double viscous : {0.0, 0.5}) {
    const Network network = make(Shape::Random, 2000, 10.0, viscous, 3, random);
    TreeSolver solver = network.solver();
    const TreeProblem problem = network.tree_problem();
    TreeSolution solution;
    solver.solve(problem, solution);
    const long before = testing::allocations();
    CHECK(before > 0);
    solver.solve(problem, solution);  // with the right guess
    solution.bound.clear();
    solver.solve(problem, solution);
    CHECK(testing::allocations() == before);
  }
}
