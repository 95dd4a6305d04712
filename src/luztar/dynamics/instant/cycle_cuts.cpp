#include "luztar/dynamics/instant/cycle_cuts.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"

namespace luztar {
CycleCuts::CycleCuts(const SystemImpl& system, const PresentStructure& present,
                     const MasslessRounding& rounding)
    : system_(system), present_(present), rounding_(rounding) {}

std::vector<Violation> CycleCuts::find(const State& state, const Expansion& series) {
  pairs_.clear();
  for (const auto& stuck : present_->stuck_forces)
    if (!stuck.unique && present_->rigid[system_.first_pair() + stuck.pair] != 0)
      pairs_.push_back(stuck.pair);
  if (std::none_of(pairs_.begin(), pairs_.end(), [&](int j) {
        return violation_of_limits(system_, rounding_, state, series, j).size > 0.0;
      }))
    return {};
  begin();
  for (int k = 0; k <= series.order(); ++k) {
    std::vector<Violation> cuts = cuts_of_order(state, series, k);
    if (!cuts.empty()) return cuts;
    if (std::all_of(at_limit_.begin(), at_limit_.end(),
                    [](AtLimit at) { return at == AtLimit::No; }))
      break;
  }
  return {};
}

/// The matrix of the problem. A massless body counts with the least of all masses.
void CycleCuts::begin() {
  const int m = static_cast<int>(pairs_.size());
  problem_.resize(m);
  at_limit_.assign(pairs_.size(), AtLimit::Both);
  const double lightest = system_.largest_inverse_mass();
  for (int p = 0; p < m; ++p)
    for (int r = 0; r < m; ++r) {
      double sum = 0.0;
      for (const Term& x : system_.terms_of_pair(pairs_[p]))
        for (const Term& y : system_.terms_of_pair(pairs_[r]))
          if (x.body == y.body)
            sum += x.coefficient * y.coefficient *
                   (system_.is_massless(x.body) && lightest > 0.0 ? lightest
                    : system_.is_massless(x.body)                 ? 1.0
                                                                  : system_.inverse_mass(x.body));
      problem_.delassus[static_cast<std::size_t>(p) * m + r] = sum;
    }
}

/// The drive is what the forces of the series do.
void CycleCuts::set_problem(const State& state, const Expansion& series, int k) {
  const int m = static_cast<int>(pairs_.size());
  for (int p = 0; p < m; ++p) {
    const int j = pairs_[p];
    const ForceBounds bounds = force_bounds(system_, series, j, state.side[j], at_limit_[p], k);
    problem_.lower[p] = bounds.lower;
    problem_.upper[p] = bounds.upper;
    problem_.drive[p] = 0.0;
    const double* row = &problem_.delassus[static_cast<std::size_t>(p) * m];
    for (int r = 0; r < m; ++r)
      problem_.drive[p] += row[r] * series.f(system_.first_pair() + pairs_[r])[k];
  }
  problem_.scale = series.force_scale(k);
  for (const auto* bounds : {&problem_.lower, &problem_.upper})
    for (const double bound : *bounds)
      if (std::isfinite(bound)) problem_.scale = std::max(problem_.scale, std::abs(bound));
}

std::vector<Violation> CycleCuts::cuts_of_order(const State& state, const Expansion& series,
                                                int k) {
  set_problem(state, series, k);
  solution_.bound.clear();
  solve_least_constraint(problem_, solution_);
  std::vector<Violation> cuts;
  const double noise = rounding_.force(series, k) + kNoise * problem_.scale;
  const std::size_t m = pairs_.size();
  for (std::size_t p = 0; p < m; ++p) {
    if (at_limit_[p] == AtLimit::No) continue;
    const int j = pairs_[p];
    const double w = solution_.acceleration[p];
    const double size = std::abs(w) / (noise * problem_.delassus[p * m + p]);
    const bool holds = k == 0 && number(closed_edge(system_, state, j)) * w > 0.0;
    if (size > 1.0 && !holds) cuts.push_back({j, k, size, mode_along(w)});
    const bool upper = solution_.force[p] >= problem_.upper[p] - noise;
    const bool lower = solution_.force[p] <= problem_.lower[p] + noise;
    at_limit_[p] = upper && lower ? AtLimit::Both
                   : upper        ? AtLimit::Upper
                   : lower        ? AtLimit::Lower
                                  : AtLimit::No;
  }
  return cuts;
}

}  // namespace luztar
