// Random trees and graphs in integers against exact fractions.
#include <limits>

#include <doctest/doctest.h>

#include "../random.h"
#include "rational.h"

using namespace luztar;
using luztar::testing::Certificate;
using luztar::testing::certify;
using luztar::testing::certify_viscous;
using luztar::testing::Network;
using luztar::testing::NetworkPair;
using luztar::testing::Random;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
#ifdef LUZTAR_ENABLE_ASSERT
constexpr int kNetworks = 1000;
#else
constexpr int kNetworks = 10000;
#endif

enum class Kind { Tree, GroundedTree, Graph };

/// Limits of a pair: equal strengths and zeros are frequent, so that ties are.
NetworkPair pair_of(int a, int b, Random& random) {
  const double upper = random.below(4) == 0 ? 0.0 : random.below(12);
  NetworkPair pair{a, b, -upper, upper};
  const int kind = random.below(12);
  if (kind == 0) pair.lower = -random.below(12);
  if (kind == 1) pair.lower = pair.upper = random.below(7) - 3;  // a force that never changes
  if (kind == 2) pair.upper = kInfinity;                         // a stop
  if (kind == 3) pair.lower = -kInfinity, pair.upper = kInfinity;
  if (random.below(5) == 0) {
    constexpr double kRatios[] = {2.0, -1.0, -0.5, 3.0};
    pair.coefficient_b = kRatios[random.below(4)];
    pair.coefficient_a = random.below(3) == 0 ? -1.0 : 1.0;
  }
  return pair;
}

/// Up to 30 bodies with integer masses and forces.
Network random_network(Kind kind, Random& random) {
  Network network;
  const int n = 1 + random.below(30);
  const int spread = 1 + random.below(20);
  for (int b = 0; b < n; ++b) {
    network.mass.push_back(1 + random.below(6));
    network.force.push_back(random.below(2 * spread + 1) - spread);
    if (b > 0 && random.below(12) != 0)
      network.pairs.push_back(pair_of(b, random.below(3) == 0 ? random.below(b) : b - 1, random));
    if (kind != Kind::Tree && random.below(3) == 0) network.pairs.push_back(pair_of(b, -1, random));
  }
  if (kind == Kind::Tree && random.below(2) == 0)
    network.pairs.push_back(pair_of(random.below(n), -1, random));
  if (kind == Kind::Graph)
    for (int extra = 1 + random.below(n); extra > 0; --extra) {
      const int a = random.below(n);
      const int b = random.below(n);
      if (a != b) network.pairs.push_back(pair_of(a, b, random));
    }
  // A cycle through other ratios can hold bodies still, which takes more than groups to certify.
  if (kind == Kind::Graph)
    for (NetworkPair& pair : network.pairs) pair.coefficient_a = 1.0, pair.coefficient_b = -1.0;
  if (random.below(4) == 0 && !network.pairs.empty()) {  // a load exactly at a limit
    const NetworkPair& pair =
        network
            .pairs[static_cast<std::size_t>(random.below(static_cast<int>(network.pairs.size())))];
    if (!std::isinf(pair.upper)) network.force[pair.a] = pair.upper;
  }
  return network;
}

/// Largest difference to the fractions, over the largest acceleration of the bodies alone or
/// together.
double error(const Network& network, const std::vector<double>& x, const Certificate& exact) {
  double worst = 0.0;
  double scale = 0.0;
  for (std::size_t b = 0; b < x.size(); ++b) {
    const double expected = static_cast<double>(exact.x[b]);
    worst = std::max(worst, std::abs(x[b] - expected));
    scale = std::max({scale, std::abs(expected), std::abs(network.force[b] / network.mass[b])});
  }
  return scale > 0.0 ? worst / scale : worst;
}

/// The formula in print: the unconstrained minimizer, each component clipped by itself.
std::vector<double> as_published(const Network& network) {
  const int n = network.bodies();
  const int m = static_cast<int>(network.pairs.size());
  Eigen::MatrixXd incidence = Eigen::MatrixXd::Zero(m, n);
  for (int j = 0; j < m; ++j) {
    const NetworkPair& p = network.pairs[j];
    incidence(j, p.a) += p.coefficient_a;
    if (p.b >= 0) incidence(j, p.b) += p.coefficient_b;
  }
  const Eigen::VectorXd F = Eigen::Map<const Eigen::VectorXd>(network.force.data(), n);
  const Eigen::VectorXd inverse =
      Eigen::Map<const Eigen::VectorXd>(network.mass.data(), n).cwiseInverse();
  const Eigen::MatrixXd W = incidence * inverse.asDiagonal() * incidence.transpose();
  const Eigen::VectorXd drive = incidence * inverse.cwiseProduct(F);
  Eigen::VectorXd T = W.ldlt().solve(drive);
  for (int j = 0; j < m; ++j)
    T(j) = std::clamp(T(j), network.pairs[j].lower, network.pairs[j].upper);
  const Eigen::VectorXd x = inverse.cwiseProduct(F - incidence.transpose() * T);
  return {x.data(), x.data() + n};
}

struct Count {
  int networks = 0, forests = 0, published = 0, wrong_in_print = 0;
};

/// Checks both solvers; a graph is only for the dense one.
void check_network(const Network& network, Count& count, bool is_tree) {
  ++count.networks;
  const TreeSolution dense = network.solve_dense();
  CHECK(dense.status == SolveStatus::Solved);
  const Certificate exact = certify(network, dense);
  CHECK(exact.holds);
  CHECK(error(network, dense.x, exact) < 1e-12);
  TreeSolver solver = network.solver();
  if (solver.is_forest()) {
    ++count.forests;
    TreeSolution tree;
    solver.solve(network.tree_problem(), tree);
    CHECK(tree.status == SolveStatus::Solved);
    const Certificate again = certify(network, tree);
    CHECK(again.holds);
    CHECK(again.x == exact.x);  // fractions: the minimizer is unique
    CHECK(error(network, tree.x, exact) < 1e-12);
    if (is_tree)
      for (std::size_t j = 0; j < tree.force.size(); ++j)
        CHECK(std::abs(tree.force[j] - static_cast<double>(exact.force[j])) < 1e-11);
  }
  if (!is_tree || network.pairs.size() < 2) return;
  ++count.published;
  if (error(network, as_published(network), exact) > 1e-9) ++count.wrong_in_print;
}

}  // namespace

TEST_CASE("random trees and graphs have the exact accelerations; the formula in print does not") {
  Random random{2024};
  Count count;
  for (int i = 0; i < kNetworks; ++i) {
    CAPTURE(i);
    const Kind kind = static_cast<Kind>(i % 3);
    check_network(random_network(kind, random), count, kind == Kind::Tree);
  }
  CHECK(count.networks == kNetworks);
  CHECK(count.forests > kNetworks / 2);
  MESSAGE("clipped pair by pair: " << count.wrong_in_print << " of " << count.published
                                   << " trees have wrong accelerations");
  CHECK(count.wrong_in_print > 0.8 * count.published);
}

TEST_CASE("random trees with viscous pairs have the exact velocities of an implicit step") {
  Random random{2025};
  for (int i = 0; i < kNetworks / 20; ++i) {
    CAPTURE(i);
    Network network = random_network(i % 2 == 0 ? Kind::Tree : Kind::GroundedTree, random);
    if (network.bodies() > 12) continue;
    for (NetworkPair& pair : network.pairs) pair.viscous = 0.25 * random.below(5);
    TreeSolution tree = network.solve_tree();
    CHECK(tree.status == SolveStatus::Solved);
    const Certificate exact = certify_viscous(network, tree);
    CHECK(exact.holds);
    CHECK(error(network, tree.x, exact) < 1e-12);
  }
}
