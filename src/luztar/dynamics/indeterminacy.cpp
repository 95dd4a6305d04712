#include "luztar/dynamics/indeterminacy.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include <Eigen/Dense>

namespace luztar {
namespace {

constexpr double kZero = 1e-9;  // relative: a component of a null vector that is rounding
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Pairs that stick and can carry a force.
std::vector<int> carrying_pairs(const SystemImpl& system, const State& state,
                                const Expansion& series) {
  std::vector<int> pairs;
  for (int j = 0; j < system.n_pairs(); ++j) {
    const auto terms = system.terms_of_pair(j);
    const bool acts = std::any_of(terms.begin(), terms.end(),
                                  [&](const Term& term) { return !system.is_given(term.body); });
    if (state.pair[j] == 0 && acts && (series.limit(j, 0, 0) > 0.0 || series.limit(j, 1, 0) > 0.0))
      pairs.push_back(j);
  }
  return pairs;
}

/// Forces of pairs that balance on every body: columns span them. (pairs × ways)
Eigen::MatrixXd ways_to_shift(const SystemImpl& system, const std::vector<int>& pairs) {
  if (pairs.empty()) return {};  // Eigen decomposes no empty matrix
  Eigen::MatrixXd balance =
      Eigen::MatrixXd::Zero(system.n_bodies(), static_cast<Eigen::Index>(pairs.size()));
  for (std::size_t k = 0; k < pairs.size(); ++k)
    for (const Term& term : system.terms_of_pair(pairs[k]))
      if (!system.is_given(term.body))
        balance(term.body, static_cast<Eigen::Index>(k)) += term.coefficient;
  const Eigen::FullPivLU<Eigen::MatrixXd> decomposition(balance);
  if (decomposition.dimensionOfKernel() == 0)
    return Eigen::MatrixXd(static_cast<Eigen::Index>(pairs.size()), 0);
  // The kernel in echelon form: cycles that share no pair share no column.
  return decomposition.kernel();
}

/// How far the forces can shift along `way` inside their limits.
void find_ranges(const State& state, const SystemImpl& system, const Expansion& series,
                 const Eigen::VectorXd& way, const std::vector<int>& all,
                 IndeterminateCycle& cycle) {
  static_cast<void>(state);
  double back = -kInfinity;
  double forth = kInfinity;
  std::map<int, double> slope;
  for (std::size_t k = 0; k < all.size(); ++k) slope[all[k]] = way(static_cast<Eigen::Index>(k));
  for (const ForceRange& range : cycle.pairs) {
    const double s = slope[range.pair];
    const double force = series.f(system.first_pair() + range.pair)[0];
    const double up = (series.limit(range.pair, 1, 0) - force) / s;
    const double down = (-series.limit(range.pair, 0, 0) - force) / s;
    back = std::max(back, std::min(up, down));
    forth = std::min(forth, std::max(up, down));
  }
  for (ForceRange& range : cycle.pairs) {
    const double s = slope[range.pair];
    const double force = series.f(system.first_pair() + range.pair)[0];
    range.lower = force + std::min(s * back, s * forth);
    range.upper = force + std::max(s * back, s * forth);
  }
}

}  // namespace

std::vector<IndeterminateCycle> indeterminate_cycles(const SystemImpl& system, const State& state,
                                                     const Expansion& series) {
  const std::vector<int> pairs = carrying_pairs(system, state, series);
  if (pairs.empty()) return {};
  const Eigen::MatrixXd ways = ways_to_shift(system, pairs);
  // Ways that share pairs belong together.
  std::vector<int> group(static_cast<std::size_t>(ways.cols()));
  std::iota(group.begin(), group.end(), 0);
  const auto contains = [&](Eigen::Index way, Eigen::Index k) {
    return std::abs(ways(k, way)) > kZero * ways.col(way).cwiseAbs().maxCoeff();
  };
  for (Eigen::Index k = 0; k < ways.rows(); ++k) {
    int first = -1;
    for (Eigen::Index way = 0; way < ways.cols(); ++way) {
      if (!contains(way, k)) continue;
      if (first < 0) first = group[way];
      std::replace(group.begin(), group.end(), group[way], first);
    }
  }
  std::vector<IndeterminateCycle> cycles;
  for (int g = 0; g < static_cast<int>(group.size()); ++g) {
    const auto count = std::count(group.begin(), group.end(), g);
    if (count == 0) continue;
    IndeterminateCycle cycle{{}, count == 1};
    for (Eigen::Index k = 0; k < ways.rows(); ++k)
      for (Eigen::Index way = 0; way < ways.cols(); ++way)
        if (group[way] == g && contains(way, k)) {
          cycle.pairs.push_back({pairs[k], -kInfinity, kInfinity});
          break;
        }
    if (cycle.has_ranges)
      for (Eigen::Index way = 0; way < ways.cols(); ++way)
        if (group[way] == g) find_ranges(state, system, series, ways.col(way), pairs, cycle);
    cycles.push_back(std::move(cycle));
  }
  return cycles;
}

}  // namespace luztar
