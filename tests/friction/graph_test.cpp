#include "luztar/friction/graph.h"

#include <algorithm>
#include <limits>

#include <doctest/doctest.h>

#include "../random.h"
#include "graph_exact.h"

using namespace luztar;
using luztar::testing::certify_graph;
using luztar::testing::graph_problem;
using luztar::testing::GraphCertificate;
using luztar::testing::law_violation;
using luztar::testing::Network;
using luztar::testing::NetworkPair;
using luztar::testing::Random;
using luztar::testing::solve_graph;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
#ifdef LUZTAR_ENABLE_ASSERT
constexpr int kNetworks = 300;
#else
constexpr int kNetworks = 2000;
#endif

/// Bodies that coefficients of pairs fit to: ratios along cycles multiply to one.
struct Arms {
  std::vector<double> arm;
  double of(int body) const { return body < 0 ? 1.0 : arm[static_cast<std::size_t>(body)]; }
};

NetworkPair pair_of(int a, int b, const Arms& arms, Random& random) {
  const double upper = random.below(4) == 0 ? 0.0 : random.below(6);
  NetworkPair pair{a, b, -upper, upper};
  const int kind = random.below(14);
  if (kind == 0) pair.lower = -random.below(6);
  if (kind == 1) pair.lower = pair.upper = random.below(7) - 3;
  if (kind == 2) pair.upper = kInfinity;
  if (kind == 3) pair.lower = -kInfinity;
  if (kind == 4 && random.below(3) == 0) pair.lower = -kInfinity, pair.upper = kInfinity;
  const double factor = random.below(5) == 0 ? -1.0 : 1.0;
  pair.coefficient_a = factor * arms.of(a);
  pair.coefficient_b = -factor * arms.of(b);
  return pair;
}

/// Up to 14 bodies in small integers, some with given accelerations, pairs in parallel, cycles over
/// the ground and over given bodies; limits of a cut that its load just reaches.
Network small_network(Random& random) {
  constexpr double kArms[] = {1.0, 1.0, 1.0, 2.0, -1.0, 0.5};
  Network network;
  Arms arms;
  const int n = 1 + random.below(14);
  const bool with_arms = random.below(3) == 0;
  const bool with_given = random.below(3) == 0;
  for (int b = 0; b < n; ++b) {
    network.mass.push_back(1 + random.below(3));
    network.force.push_back(random.below(13) - 6);
    network.is_given.push_back(with_given && random.below(4) == 0 ? 1 : 0);
    network.given.push_back(network.is_given.back() != 0 ? random.below(5) - 2 : 0.0);
    arms.arm.push_back(with_arms ? kArms[random.below(6)] : 1.0);
  }
  const double density = random(0.0, 0.5);
  for (int a = 0; a < n; ++a) {
    if (random.below(3) != 0) network.pairs.push_back(pair_of(a, -1, arms, random));
    if (a + 1 < n && random.below(8) != 0) network.pairs.push_back(pair_of(a, a + 1, arms, random));
    for (int b = a + 1; b < n; ++b)
      if (random(0.0, 1.0) < density) network.pairs.push_back(pair_of(b, a, arms, random));
  }
  return network;
}

Network large_network(int bodies, int pairs, Random& random) {
  Network network;
  const double strength = random(0.05, 2.0);
  for (int b = 0; b < bodies; ++b) {
    network.mass.push_back(random(0.5, 2.0));
    network.force.push_back(random(-2.0, 2.0));
  }
  for (int j = 0; j < pairs; ++j) {
    const double limit = random.below(3) == 0 ? strength : random(0.0, strength);
    const int a = random.below(bodies);
    const int b = random.below(4) == 0   ? -1
                  : random.below(2) == 0 ? (a + 1) % bodies
                                         : random.below(bodies);
    if (a != b) network.pairs.push_back({a, b, -limit, limit});
  }
  return network;
}

}  // namespace

TEST_CASE("small graphs with cycles of every kind have the exact accelerations and limits") {
  Random random{31};
  int solved = 0;
  int contradicting = 0;
  int held = 0;
  for (int i = 0; i < kNetworks; ++i) {
    CAPTURE(i);
    const Network network = small_network(random);
    const GraphSolution solution = solve_graph(network);
    if (solution.status != SolveStatus::Solved) {  // pairs without limits only
      const auto contradicts = [&](const NetworkPair& p) {
        if (!std::isinf(p.lower) && !std::isinf(p.upper)) return 0;
        const bool moves_nothing = !network.is_free(p.a) && !network.is_free(p.b);
        return moves_nothing ? 2 : 1;  // alone, or with others
      };
      int endless = 0;
      for (const NetworkPair& p : network.pairs) endless += contradicts(p);
      ++contradicting;
      CHECK(endless > 1);
      continue;
    }
    ++solved;
    const GraphCertificate exact = certify_graph(network, solution);
    CHECK(exact.holds);
    double scale = 1.0;
    for (std::size_t b = 0; b < exact.x.size(); ++b)
      scale = std::max({scale, std::abs(static_cast<double>(exact.x[b])), std::abs(solution.x[b])});
    for (std::size_t b = 0; b < exact.x.size(); ++b)
      CHECK(std::abs(solution.x[b] - static_cast<double>(exact.x[b])) < 1e-13 * scale);
    TreeSolution forces{};
    forces.x = solution.x;
    forces.force = solution.force;
    CHECK(law_violation(network, forces) < 1e-12);
    for (std::size_t j = 0; j < network.pairs.size(); ++j) {
      const NetworkPair& p = network.pairs[j];
      if (solution.bound[j] != Bound::Free) continue;
      if (!network.is_free(p.a) && !network.is_free(p.b)) continue;
      CHECK(solution.at_limit[j] == exact.at_limit[j]);
      if (solution.at_limit[j] != AtLimit::No) ++held;
    }
  }
  CHECK(solved > 0.9 * kNetworks);
  CHECK(held > kNetworks / 10);
  MESSAGE(contradicting << " contradict themselves, " << held << " pairs at rest at a limit");
}

TEST_CASE("graphs of up to thousands of pairs fulfil Coulomb's and Newton's laws to 1e-12") {
  Random random{32};
  double worst = 0.0;
  for (const int pairs : {5, 20, 60, 200, 600, 2000})
    for (int i = 0; i < 2000 / pairs + 3; ++i) {
      CAPTURE(pairs);
      CAPTURE(i);
      const Network network = large_network(1 + pairs / (1 + random.below(4)), pairs, random);
      const GraphSolution solution = solve_graph(network);
      CHECK(solution.status == SolveStatus::Solved);
      TreeSolution forces{};
      forces.x = solution.x;
      forces.force = solution.force;
      worst = std::max(worst, law_violation(network, forces));
      if (pairs > 60) continue;
      const TreeSolution dense = network.solve_dense();
      if (dense.status != SolveStatus::Solved) continue;
      for (std::size_t b = 0; b < dense.x.size(); ++b)
        CHECK(std::abs(dense.x[b] - solution.x[b]) < 1e-11);
    }
  CHECK(worst < 1e-12);
}

TEST_CASE("rounding of many forces is no acceleration of the body where their sum ends") {
  Random random{37};
  constexpr int kSide = 100;
  double worst = 0.0;
  for (int i = 0; i < 8; ++i) {
    Network network;
    const double load = random(0.2, 2.0);  // from next to all at rest to many parts
    const double common = random(-0.5, 0.5);
    for (int b = 0; b < kSide * kSide; ++b) {
      network.mass.push_back(1.0);
      network.force.push_back(load * random(-0.5, 0.5) + common * random(0.5, 1.5));
    }
    const auto rub = [&](int a, int b) {
      const double limit = random(0.5, 1.5);
      network.pairs.push_back({a, b, -limit, limit});
    };
    for (int row = 0; row < kSide; ++row)
      for (int column = 0; column < kSide; ++column) {
        const int b = row * kSide + column;
        if (row + 1 < kSide) rub(b, b + kSide);
        if (column + 1 < kSide) rub(b, b + 1);
      }
    const GraphSolution solution = solve_graph(network);
    CHECK(solution.status == SolveStatus::Solved);
    worst = std::max(worst, solution.residual);
  }
  MESSAGE("left over on one body: " << worst << " N");
  CHECK(worst < 1e-14);
}

TEST_CASE("a limit that nothing reaches changes no other force, however high it is") {
  Random random{38};
  int held = 0;
  for (int i = 0; i < 300; ++i) {
    CAPTURE(i);
    Network network = large_network(2 + random.below(30), 60, random);
    network.pairs.push_back({0, -1, -1e3, 1e3});
    const GraphSolution one = solve_graph(network);
    network.pairs.back() = {0, -1, -1e12, 1e12};
    const GraphSolution other = solve_graph(network);
    REQUIRE(other.status == SolveStatus::Solved);
    CHECK(one.x == other.x);
    CHECK(one.bound == other.bound);
    CHECK(one.at_limit == other.at_limit);
    held += static_cast<int>(std::count(one.bound.begin(), one.bound.end(), Bound::Free));
    TreeSolution forces{};
    forces.x = other.x;
    forces.force = other.force;
    CHECK(law_violation(network, forces) < 1e-12);
  }
  CHECK(held > 300);
}

TEST_CASE("chains on a floor have the accelerations of the recursion on trees") {
  Random random{33};
  for (int i = 0; i < 200; ++i) {
    Network network;
    const int n = 2 + random.below(60);
    for (int b = 0; b < n; ++b) {
      network.mass.push_back(random(0.5, 2.0));
      network.force.push_back(random(-2.0, 2.0));
      network.pairs.push_back({b, -1, -0.5, 0.5});
      const double limit = random(0.0, 1.0);
      if (b > 0) network.pairs.push_back({b - 1, b, -limit, limit});
    }
    const GraphSolution graph = solve_graph(network);
    const TreeSolution tree = network.solve_tree();
    CHECK(graph.status == SolveStatus::Solved);
    for (std::size_t b = 0; b < tree.x.size(); ++b) CHECK(std::abs(tree.x[b] - graph.x[b]) < 1e-12);
  }
}

TEST_CASE("links between bodies that part are said to contradict each other") {
  Network network;
  network.mass = {1.0, 1.0, 1.0};
  network.force = {0.0, 0.0, 0.0};
  network.is_given = {0, 1, 1};
  network.given = {0.0, 1.0, 2.0};
  network.pairs = {{0, 1, -kInfinity, kInfinity}, {0, 2, -kInfinity, kInfinity}};
  CHECK(solve_graph(network).status == SolveStatus::MaxIterations);
}

TEST_CASE("a pair between motions that part later is judged by the later coefficients") {
  // A sheet between the floor and a belt that starts with a jerk: the weaker of the two yields.
  Network network;
  network.mass = {1.0, 1.0};
  network.force = {0.0, 0.0};
  network.is_given = {0, 1};
  network.given = {0.0, 0.0};
  network.pairs = {{0, -1, -1.0, 1.0}, {0, 1, -2.0, 2.0}};
  GraphSolver solver(2, network.is_given, std::vector<TreePair>{{0, -1}, {0, 1}});
  GraphProblem problem = graph_problem(network);
  problem.given_later = {{0.0, 3.0}};
  GraphSolution solution;
  solver.solve(problem, solution);
  CHECK(solution.x[0] == 0.0);
  CHECK(solution.force == std::vector<double>{1.0, -1.0});
  CHECK(solution.at_limit[0] == AtLimit::Upper);
  CHECK(solution.at_limit[1] == AtLimit::No);
}
