// The recursion alone, without its repair: its modes in exact fractions.
#include "luztar/friction/tree_modes.h"

#include <cstddef>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "random.h"
#include "rational.h"

using namespace luztar;
using luztar::testing::certify;
using luztar::testing::certify_viscous;
using luztar::testing::Network;
using luztar::testing::Random;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TreePlan plan_of(const Network& network) {
  std::vector<TreePair> pairs;
  for (const auto& p : network.pairs) pairs.push_back({p.a, p.b, p.coefficient_a, p.coefficient_b});
  return plan_tree(network.bodies(), network.is_given, pairs);
}

/// Small integers, so that sums are exact and ties frequent.
Network small_tree(bool viscous, Random& random) {
  Network network;
  const int n = 1 + random.below(9);
  for (int b = 0; b < n; ++b) {
    network.mass.push_back(1 << random.below(3));
    network.force.push_back(random.below(15) - 7);
    const double c = viscous ? random.below(3) : 0.0;
    const double limit = random.below(5);
    if (b > 0) network.pairs.push_back({b, random.below(b), -limit, limit, c});
    if (random.below(3) == 0) network.pairs.push_back({b, -1, -limit, limit + 1.0, c});
  }
  return network;
}

TreeSolution modes_of(const Network& network) {
  const TreePlan plan = plan_of(network);
  TreeModes modes(plan);
  TreeSolution solution;
  CHECK(modes.find(network.tree_problem(), solution.bound));
  for (std::size_t j = 0; j < network.pairs.size(); ++j) {
    const Bound bound = solution.bound[j];
    solution.force.push_back(bound == Bound::Upper   ? network.pairs[j].upper
                             : bound == Bound::Lower ? network.pairs[j].lower
                                                     : 0.0);
  }
  return solution;
}

}  // namespace

TEST_CASE("modes of dry pairs fulfil the principle exactly, as they come out of the recursion") {
  Random random{101};
  for (int i = 0; i < 1500; ++i) {
    CAPTURE(i);
    const Network network = small_tree(false, random);
    CHECK(certify(network, modes_of(network)).holds);
  }
}

TEST_CASE("modes of viscous pairs do too") {
  Random random{102};
  for (int i = 0; i < 700; ++i) {
    CAPTURE(i);
    const Network network = small_tree(true, random);
    CHECK(certify_viscous(network, modes_of(network)).holds);
  }
}

TEST_CASE("of two pairs without limits to one place one is idle, to two places they contradict") {
  Network network{{1.0, 1.0}, {5.0, 0.0}, {}, {0, 1}, {0.0, 0.0}};
  network.pairs.push_back({0, -1, -kInfinity, kInfinity});
  network.pairs.push_back({0, 1, -kInfinity, kInfinity});
  const TreePlan plan = plan_of(network);
  TreeModes modes(plan);
  std::vector<Bound> bound;
  CHECK(modes.find(network.tree_problem(), bound));
  CHECK(bound == std::vector<Bound>{Bound::Free, Bound::Free});
  CHECK(modes.idle[0] + modes.idle[1] == 1);
  network.given[1] = 3.0;
  CHECK(!modes.find(network.tree_problem(), bound));
}

TEST_CASE("a dashpot of one direction counts in it, whichever way round the pair is written") {
  // x = 9 without the first pair's dashpot for w < 0, 9/6 with it; the second one compares it
  // with 3.
  const std::vector<char> given{0, 1};
  for (const double coefficient : {1.0, -1.0}) {
    for (const bool counts : {false, true}) {
      CAPTURE(coefficient);
      CAPTURE(counts);
      const std::vector<TreePair> pairs{{0, kTreeGround, coefficient, 0.0}, {0, 1}};
      const TreePlan plan = plan_tree(2, given, pairs);
      TreeModes modes(plan);
      const bool positive = coefficient > 0.0;
      TreeProblem problem{{1.0, 1.0}, {10.0, 0.0}, {0.0, 3.0}, {-1, -1}, {1, 1}, {}};
      problem.viscous = {{counts != positive ? 5.0 : 0.0, counts == positive ? 5.0 : 0.0}, {0, 0}};
      std::vector<Bound> bound;
      CHECK(modes.find(problem, bound));
      CHECK(bound[0] == (positive ? Bound::Upper : Bound::Lower));
      CHECK(bound[1] == (counts ? Bound::Lower : Bound::Upper));
    }
  }
}
