// Pairs that close a cycle with others at rest.
#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Dense>

#include "luztar/dynamics/massless_modes.h"

namespace luztar {
namespace {

constexpr double kSameRow = 1e-9;   // relative: a rate that follows from others
constexpr double kNoise = 1e-12;   // relative: of forces

}  // namespace

/// Pairs that stick close a cycle through bodies whose velocities agree only now.
bool MasslessModes::contradicts(const State& state) const {
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (state.pair[j] == 0 && present_->rigid[system_.first_pair() + j] == 0) return true;
  return false;
}

/// A stop in contact whose bodies are driven further in: it cannot give way.
bool MasslessModes::is_pushed_in(const State& state, const Violation& change) const {
  return change.order == kContradiction && is_stop(system_, change.pair) &&
         change.mode == state.side[change.pair];
}

/// A pair that would stick, or a stop that its bodies are driven into, may close a cycle with pairs
/// that stick already, while what is given moves its ends apart (a body between the floor and a
/// sheet that turns back). Force is shifted along the cycle then until the first pair meets its
/// limit.
/// @return that pair, perhaps `change.pair` itself at its other limit; -1 if there is no such cycle
int MasslessModes::yielding_pair(const State& state, const Expansion& series,
                                const Violation& change) {
  const bool pushed_in = is_pushed_in(state, change);
  const bool sticks = change.mode == 0 && state.pair[change.pair] != 0;
  if (!pushed_in && (!sticks || change.order > series.order())) return -1;
  std::vector<int> stuck;
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (state.pair[j] == 0 && present_->rigid[system_.first_pair() + j] != 0) stuck.push_back(j);
  if (stuck.empty()) return -1;
  const auto column = [&](int j) {
    Eigen::VectorXd c = Eigen::VectorXd::Zero(system_.n_bodies());
    for (const Term& term : system_.terms_of_pair(j))
      if (!system_.is_given(term.body)) c(term.body) += term.coefficient;
    return c;
  };
  Eigen::MatrixXd rows(system_.n_bodies(), static_cast<Eigen::Index>(stuck.size()));
  for (std::size_t i = 0; i < stuck.size(); ++i)
    rows.col(static_cast<Eigen::Index>(i)) = column(stuck[i]);
  const Eigen::VectorXd wanted = -column(change.pair);
  const Eigen::VectorXd share = rows.completeOrthogonalDecomposition().solve(wanted);
  if ((rows * share - wanted).norm() > kSameRow * wanted.norm()) return -1;
  const int way = pushed_in ? state.side[change.pair] : -state.pair[change.pair];  // of its force
  int first = pushed_in ? -1 : change.pair;
  double room = pushed_in ? std::numeric_limits<double>::infinity()
                          : series.limit(change.pair, 0, 0) + series.limit(change.pair, 1, 0);
  for (std::size_t i = 0; i < stuck.size(); ++i) {
    const int j = stuck[i];
    const double grows = way * share(static_cast<Eigen::Index>(i));
    if (std::abs(grows) < kSameRow || candidate_[j] == 0 || is_stop(system_, j)) continue;
    const int side = grows > 0.0 ? 1 : 0;
    const double force = series.f(system_.first_pair() + j)[0];
    const double left = series.limit(j, side, 0) - (side == 1 ? force : -force);
    if (left >= room * std::abs(grows)) continue;
    room = left / std::abs(grows);
    first = j;
    yield_side_ = side == 1 ? std::int8_t{1} : std::int8_t{-1};
  }
  return first;
}

/// Forces of pairs on cycles are not unique: they break when no forces in the whole box do what
/// those of the series do, which is asked order by order, as in InertialModes. Pairs that leave
/// their box together go to cut_.
MasslessModes::Violation MasslessModes::violation_of_cycles(const State& state,
                                                          const Expansion& series) {
  pairs_.clear();
  for (const auto& stuck : present_->stuck_forces)
    if (!stuck.unique && present_->rigid[system_.first_pair() + stuck.pair] != 0)
      pairs_.push_back(stuck.pair);
  if (std::none_of(pairs_.begin(), pairs_.end(), [&](int j) {
        return violation_of_limits(state, series, j).size > 0.0;
      }))
    return {};
  const int m = static_cast<int>(pairs_.size());
  problem_.resize(m);
  at_limit_.assign(pairs_.size(), AtLimit::Both);
  const auto& inverse = system_.inverse_mass;
  const double lightest = *std::max_element(inverse.begin(), inverse.end());
  for (int p = 0; p < m; ++p) {
    for (int r = 0; r < m; ++r) {
      double sum = 0.0;
      for (const Term& x : system_.terms_of_pair(pairs_[p]))
        for (const Term& y : system_.terms_of_pair(pairs_[r]))
          if (x.body == y.body)
            sum += x.coefficient * y.coefficient *
                   (system_.is_massless(x.body) && lightest > 0.0 ? lightest
                    : system_.is_massless(x.body)                 ? 1.0
                                                                  : inverse[x.body]);
      problem_.delassus[static_cast<std::size_t>(p) * m + r] = sum;
    }
  }
  for (int k = 0; k <= series.order(); ++k) {
    if (cut_cycles(state, series, k)) {
      const auto worst = std::max_element(
          cut_.begin(), cut_.end(),
          [](const Violation& a, const Violation& b) { return a.size < b.size; });
      return *worst;
    }
    if (std::all_of(at_limit_.begin(), at_limit_.end(),
                    [](AtLimit at) { return at == AtLimit::No; }))
      break;
  }
  return {};
}

/// Order k of violation_of_cycles(). @return true if the box cannot hold
bool MasslessModes::cut_cycles(const State& state, const Expansion& series, int k) {
  const int m = static_cast<int>(pairs_.size());
  const auto row = [&](int p) { return &problem_.delassus[static_cast<std::size_t>(p) * m]; };
  for (int p = 0; p < m; ++p) {
    const int j = pairs_[p];
    const ForceBounds allowed =
        force_bounds(system_, series, j, state.side[j], at_limit_[p], k);
    problem_.lower[p] = allowed.lower;
    problem_.upper[p] = allowed.upper;
    problem_.drive[p] = 0.0;
    for (int r = 0; r < m; ++r)
      problem_.drive[p] += row(p)[r] * series.f(system_.first_pair() + pairs_[r])[k];
  }
  double scale = series.force_scale(k);
  for (const auto& bounds : {problem_.lower, problem_.upper})
    for (const double bound : bounds)
      if (std::isfinite(bound)) scale = std::max(scale, std::abs(bound));
  problem_.scale = scale;
  solution_.bound.clear();
  solve_least_constraint(problem_, solution_);
  const double noise = force_noise(series, k) + kNoise * scale;
  for (int p = 0; p < m; ++p) {
    const int j = pairs_[p];
    const double w = solution_.acceleration[p];
    const double size = std::abs(w) / (noise * row(p)[p]);
    const bool holds = is_stop(system_, j) && k == 0 && state.side[j] * w > 0.0;
    if (size > 1.0 && at_limit_[p] != AtLimit::No && !holds)
      cut_.push_back({j, k, size, static_cast<std::int8_t>(w > 0.0 ? 1 : -1)});
    const bool upper = solution_.force[p] >= problem_.upper[p] - noise;
    const bool lower = solution_.force[p] <= problem_.lower[p] + noise;
    if (at_limit_[p] == AtLimit::No) continue;
    at_limit_[p] = upper && lower ? AtLimit::Both
                   : upper        ? AtLimit::Upper
                   : lower        ? AtLimit::Lower
                                  : AtLimit::No;
  }
  return !cut_.empty();
}

}  // namespace luztar
