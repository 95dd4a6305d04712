#include "luztar/dynamics/instant/share_limits.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/instant/guards.h"
#include "luztar/dynamics/series/pair_limits.h"

namespace luztar {
ShareLimits::ShareLimits(const SystemImpl& system, const State& state, std::vector<int> pairs,
                         const PairsNow& now, double rounding)
    : system_(system), pairs_(std::move(pairs)), rounding_(rounding) {
  const std::size_t m = pairs_.size();
  std::map<int, Index> row_of;
  for (const int j : pairs_) {
    const PairLaw& law = system.pairs[j];
    edge_.push_back(closed_edge(system, state, j));
    fired_.push_back(now[j].broken);
    endless_.push_back(!law.is_dry() ? 1 : 0);
    for (const Term& term : system.terms_of_pair(j))
      if (!system.is_given(term.body)) row_of.emplace(term.body, 0);
  }
  Index rows = 0;
  for (auto& [body, row] : row_of) row = rows++;
  balance_ = Matrix(rows, m);
  for (std::size_t i = 0; i < m; ++i)
    for (const Term& term : system.terms_of_pair(pairs_[i]))
      if (!system.is_given(term.body)) balance_(row_of.at(term.body), i) += term.coefficient;
}

/// Coefficients of order k.
BoxShares::Limits ShareLimits::limits(const Expansion& series, int k) const {
  BoxShares::Limits result;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const bool endless = endless_[i] != 0;
    double down = endless ? -kInfinity : -series.limit(pairs_[i], 0, k);
    double up = endless ? kInfinity : series.limit(pairs_[i], 1, k);
    if (edge_[i] != Edge::None) (edge_[i] == Edge::Upper ? down : up) = 0.0;
    // A normal force below zero is reported by the run.
    result.lower.push_back(k == 0 ? std::min(down, 0.0) : down);
    result.upper.push_back(k == 0 ? std::max(up, 0.0) : up);
    result.strength.push_back(series.strength(pairs_[i], k));
  }
  return result;
}

/// Order 0. @return false: no pair is at a limit, or the limits do not hold
bool ShareLimits::begin(const Vector& force, const Expansion& series) {
  const double noise = std::max(kNoise * series.force_scale(0), rounding_);
  const BoxShares::Limits box = limits(series, 0);
  std::vector<double> near(pairs_.size(), noise);
  bool any = false;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const double f = force(i);
    if (fired_[i] != Mode::Stuck && edge_[i] != Edge::None) near[i] = kOpens * noise;
    if (fired_[i] != Mode::Stuck && edge_[i] == Edge::None)
      near[i] = std::max(noise,
                         kHalfDigits * (fired_[i] == Mode::Forward ? box.upper[i] : -box.lower[i]));
    any = any || f >= box.upper[i] - near[i] || f <= box.lower[i] + near[i];
  }
  if (!any) return false;
  BoxShares shares(balance_, box.strength);
  if (!shares.begin(balance_ * force, box, noise, near)) return false;
  shares_ = std::move(shares);
  return true;
}

/// Strengths that grow from 0 do not say yet what they share. Order 0 decides for the moment that
/// the series holds then (GroupShares::moment). @return true: the next order may tell
bool ShareLimits::waits(const Expansion& series, int k) {
  const std::vector<double> strength = limits(series, k).strength;
  if (k == 0) from_zero_ = vanishing(strength);
  waits_ = false;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (from_zero_[i] == 0 || system_.pairs[pairs_[i]].normal_slot < 0) continue;
    waits_ = true;
    brief_ = brief_ || (k > 0 && strength[i] != 0.0);
  }
  return waits_ && !brief_;
}

bool ShareLimits::look(const Expansion& series, int k) {
  if (!open_) return false;
  const bool waiting = waits(series, k);
  Vector force(pairs_.size());
  for (std::size_t i = 0; i < pairs_.size(); ++i)
    force(i) = series.f(system_.first_pair() + pairs_[i])[k];
  if (k == 0)
    open_ = begin(force, series);
  else if (!waits_)
    open_ = shares_->next(balance_ * force, limits(series, k), kNoise * series.force_scale(k));
  open_ = waits_ ? waiting : open_ && shares_->is_open();
  return open_;
}

bool ShareLimits::write(State& state) const {
  bool changed = false;
  for (std::size_t i = 0; i < pairs_.size() && shares_; ++i) {
    const int j = pairs_[i];
    const bool one_sided = edge_[i] != Edge::None;
    if (const Bound side = shares_->kept(i); side != Bound::Free) {
      state.kept_limit[j] = one_sided ? Bound::Upper : side;
      state.roots[system_.pair_guard(j, one_sided || side == Bound::Upper ? 0 : 1)] =
          static_cast<ZeroCount>(std::min<int>(shares_->exceeds_since(i), kAllOrders));
      changed = true;
      continue;
    }
    for (const int side : {0, 1}) {
      const int guard = system_.pair_guard(j, one_sided || side == 1 ? 0 : 1);
      const auto zeros = static_cast<ZeroCount>(shares_->zeros(i, side));
      state.roots[guard] = std::max(state.roots[guard], zeros);
    }
  }
  for (std::size_t i = 0; i < pairs_.size() && brief_; ++i)
    for (const int side : {0, 1}) state.roots[system_.pair_guard(pairs_[i], side)] = kAllOrders;
  return changed;
}

}  // namespace luztar
