// Which forces balance cannot tell: cycles of a network against the kernel of its balance.
#include "luztar/friction/pair_cycles.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>
#include <set>
#include <vector>

#include <Eigen/Dense>
#include <doctest/doctest.h>

using luztar::kTreeGround;
using luztar::PairCycle;
using luztar::TreePair;

namespace {

struct Draw {
  int bodies{};
  std::vector<TreePair> pairs;
};

/// Arms that agree along every cycle: each body has a scale.
Draw draw(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](int n) {
    return static_cast<int>(random() % static_cast<unsigned>(n));
  };
  Draw result{1 + below(8), {}};
  const double scales[] = {1.0, -2.0, 0.5, 4.0};
  std::vector<double> scale;
  for (int b = 0; b < result.bodies; ++b) scale.push_back(scales[below(4)]);
  for (int j = below(14); j >= 0; --j) {
    const int a = below(result.bodies), b = below(result.bodies);
    const double arm = scales[below(4)];
    if (a == b)
      result.pairs.push_back({a, kTreeGround, arm, 0.0});
    else
      result.pairs.push_back({a, b, arm / scale[a], -arm / scale[b]});
  }
  return result;
}

Eigen::MatrixXd balance_of(const Draw& draw) {
  Eigen::MatrixXd balance =
      Eigen::MatrixXd::Zero(draw.bodies, static_cast<Eigen::Index>(draw.pairs.size()));
  for (std::size_t j = 0; j < draw.pairs.size(); ++j) {
    const TreePair& pair = draw.pairs[j];
    const auto k = static_cast<Eigen::Index>(j);
    balance(pair.a, k) += pair.coefficient_a;
    if (pair.b >= 0) balance(pair.b, k) += pair.coefficient_b;
  }
  return balance;
}

Eigen::Index nullity(const Eigen::MatrixXd& balance) {
  return balance.cols() - Eigen::FullPivLU<Eigen::MatrixXd>(balance).rank();
}

/// Pairs that share a column of the kernel in echelon form (a circuit each) belong together: the
/// components of the matroid.
std::set<std::set<int>> components(const Eigen::MatrixXd& balance) {
  std::set<std::set<int>> found;
  if (nullity(balance) == 0) return found;
  const Eigen::MatrixXd ways = Eigen::FullPivLU<Eigen::MatrixXd>(balance).kernel();
  for (Eigen::Index coefficients = 0; coefficients < ways.cols(); ++coefficients) {
    std::set<int> joined;
    for (Eigen::Index k = 0; k < ways.rows(); ++k)
      if (std::abs(ways(k, coefficients)) > 1e-9) joined.insert(static_cast<int>(k));
    for (auto other = found.begin(); other != found.end();) {
      const bool apart =
          std::none_of(other->begin(), other->end(), [&](int k) { return joined.contains(k); });
      if (!apart) joined.insert(other->begin(), other->end());
      other = apart ? std::next(other) : found.erase(other);
    }
    found.insert(joined);
  }
  return found;
}

}  // namespace

TEST_CASE("cycles are the finest parts of a network that shift forces by themselves") {
  int cycles_seen = 0, ways_seen = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    CAPTURE(seed);
    const Draw net = draw(seed);
    const Eigen::MatrixXd balance = balance_of(net);
    const auto cycles = luztar::pair_cycles(net.bodies, {}, net.pairs);
    REQUIRE(cycles);
    std::set<std::set<int>> found;
    for (const PairCycle& cycle : *cycles) {
      ++cycles_seen;
      found.insert({cycle.pairs.begin(), cycle.pairs.end()});
      CHECK(std::is_sorted(cycle.pairs.begin(), cycle.pairs.end()));
      const Eigen::MatrixXd own = balance(Eigen::all, cycle.pairs);
      CHECK((nullity(own) == 1) == !cycle.coefficients.empty());
      if (cycle.coefficients.empty()) continue;
      ++ways_seen;
      const Eigen::Map<const Eigen::VectorXd> coefficients(
          cycle.coefficients.data(), static_cast<Eigen::Index>(cycle.coefficients.size()));
      CHECK((own * coefficients).norm() <= 1e-12 * coefficients.norm());
      CHECK(coefficients.cwiseAbs().minCoeff() > 0.0);
    }
    CHECK(found == components(balance));
  }
  CHECK(cycles_seen > 1000);
  CHECK(ways_seen > 500);
}

TEST_CASE("several cycles that share pairs are one where they cannot be told apart") {
  // A ladder of three rungs between two bodies and the ground, and two pairs side by side.
  const std::vector<TreePair> pairs = {{0, 1}, {0, kTreeGround}, {1, kTreeGround}, {0, 1},
                                       {2, 3}, {2, 3},           {3, kTreeGround}};
  const auto cycles = luztar::pair_cycles(4, {}, pairs);
  REQUIRE(cycles);
  REQUIRE(cycles->size() == 2);
  CHECK((*cycles)[0].pairs == std::vector<int>{0, 1, 2, 3});
  CHECK((*cycles)[0].coefficients.empty());
  CHECK((*cycles)[1].pairs == std::vector<int>{4, 5});
  CHECK((*cycles)[1].coefficients.size() == 2);
}

TEST_CASE("arms that contradict each other along a cycle are no graph") {
  const std::vector<TreePair> pairs = {{0, 1, 1.0, -1.0}, {0, 1, 1.0, -2.0}};
  CHECK_FALSE(luztar::pair_cycles(2, {}, pairs));
}
