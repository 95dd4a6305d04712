#include "luztar/dynamics/instant/large_group_limits.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/instant/guards.h"
#include "luztar/dynamics/series/pair_limits.h"
#include "luztar/friction/shared_forces.h"

namespace luztar {
namespace {

/// The same pairs; the strength of a pair falls with the excess of its force over a limit.
SharedForces reluctant(const GroupShares& group, const std::vector<double>& excess) {
  std::vector<double> strength;
  for (std::size_t i = 0; i < group.pairs().size(); ++i) {
    const double limit = group.strength()[i];
    strength.push_back(std::isinf(limit) || !(excess[i] > 0.0)
                           ? limit
                           : kHalfDigits * limit / (1.0 + excess[i] / limit));
  }
  strength.resize(group.ends().size(), 0.0);
  return SharedForces(static_cast<int>(group.bodies().size()), {}, group.ends(), strength);
}

}  // namespace

LargeGroupLimits::LargeGroupLimits(const SystemImpl& system, State& state, const Expansion& series,
                                   const PairsNow& now, GroupShares& group)
    : system_(system),
      state_(state),
      series_(series),
      now_(now),
      group_(group),
      pairs_(group.pairs()),
      noise_{kNoise * series.force_scale(0), kNoise * series.force_scale(1)},
      lower_(group.ends().size()),  // those that keep a limit take nothing here
      upper_(group.ends().size()),
      at_(pairs_.size(), Bound::Free),
      stays_(pairs_.size(), 0) {}

bool LargeGroupLimits::keep_limits() {
  share_now();
  find_limits();
  if (grows_from_zero()) return keep_for_a_moment();
  if (std::count(at_.begin(), at_.end(), Bound::Free) == static_cast<std::ptrdiff_t>(at_.size()))
    return false;
  share_rates();
  find_staying();
  const std::vector<char> keeps = removable();
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (at_[i] == Bound::Free) continue;
    if (keeps[i] != 0) {
      write_kept_limit(i);
      continue;
    }
    // At its limit: the first coefficient that is not rounding says where it goes.
    const int side = at_[i] == Bound::Upper || system_.pairs[pairs_[i]].has_edges() ? 0 : 1;
    ZeroCount& zeros = state_.roots[system_.pair_guard(pairs_[i], side)];
    zeros = std::max(zeros, stays_[i] != 0 ? kKept : ZeroCount{1});
  }
  return std::count(keeps.begin(), keeps.end(), 1) > 0;
}

/// Forces inside all limits.
void LargeGroupLimits::share_now() {
  std::vector<double> strength;
  for (const auto* list : {&group_.pairs(), &group_.kept()})
    for (const int j : *list) strength.push_back(series_.strength(j, 0));
  group_.begin(strength);
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const int j = pairs_[i];
    const bool endless = !system_.pairs[j].is_dry();
    lower_[i] = endless ? -kInfinity : std::min(0.0, -series_.limit(j, 0, 0));
    upper_[i] = endless ? kInfinity : std::max(0.0, series_.limit(j, 1, 0));
    if (const Edge edge = closed_edge(system_, state_, j); edge != Edge::None)
      (edge == Edge::Upper ? lower_ : upper_)[i] = 0.0;
  }
  series_.loads(group_.bodies(), 0, load_);
  group_.large()->share_inside(load_, lower_, upper_, noise_[0], force_, excess_);
}

void LargeGroupLimits::find_limits() {
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    // Beside thousands of others the forces of both ways to share differ by more than that.
    const Mode fired = system_.pairs[pairs_[i]].has_edges() ? Mode::Stuck : now_[pairs_[i]].broken;
    const double above =
        fired == Mode::Forward ? std::max(noise_[0], kHalfDigits * upper_[i]) : noise_[0];
    const double below =
        fired == Mode::Backward ? std::max(noise_[0], -kHalfDigits * lower_[i]) : noise_[0];
    if (force_[i] >= upper_[i] - above) at_[i] = Bound::Upper;
    if (force_[i] <= lower_[i] + below) at_[i] = Bound::Lower;
  }
}

/// A strength that is 0 now but not for the whole series: such a pair would keep the limit 0.
bool LargeGroupLimits::grows_from_zero() const {
  for (std::size_t i = 0; i < pairs_.size(); ++i)
    if (group_.strength()[i] == 0.0 && system_.pairs[pairs_[i]].normal_slot >= 0) return true;
  return false;
}

/// As in ShareLimits: order 0 decides, and nothing is watched.
bool LargeGroupLimits::keep_for_a_moment() {
  std::vector<char> wanted(group_.ends().size(), 0);
  for (std::size_t i = 0; i < pairs_.size(); ++i)
    wanted[i] = at_[i] != Bound::Free && excess_[i] > 0.0 ? 1 : 0;
  const std::vector<char> keeps = group_.large()->removable(wanted, excess_);
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const int j = pairs_[i];
    for (const int side : {0, 1}) state_.roots[system_.pair_guard(j, side)] = kAllOrders;
    if (keeps[i] != 0) state_.kept_limit[j] = system_.pairs[j].has_edges() ? Bound::Upper : at_[i];
  }
  return std::count(keeps.begin(), keeps.end(), 1) > 0;
}

/// Rates of forces that stay inside their limits.
void LargeGroupLimits::share_rates() {
  const std::vector<double> rest = rest_of_rates();
  set_rate_bounds(rest);
  set_rate_loads(rest);
  if (group_.large()->share_inside(load_, lower_, upper_, noise_[1], rate_, excess_rate_)) return;
  // All pairs of a body are at limits with an excess, but its load changes: one of them gives way.
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (at_[i] == Bound::Upper) lower_[i] = -kInfinity;
    if (at_[i] == Bound::Lower) upper_[i] = kInfinity;
  }
  reluctant(group_, excess_).share_inside(load_, lower_, upper_, noise_[1], rate_, excess_rate_);
}

/// What strengths that change add to the forces of order 1 (StrengthSeries::rest).
std::vector<double> LargeGroupLimits::rest_of_rates() const {
  std::vector<double> rest(pairs_.size(), 0.0);
  if (system_.has_massless) return rest;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const double strength = group_.strength()[i];
    const double share = force_[i] + number(at_[i]) * excess_[i];
    if (!std::isinf(strength) && strength != 0.0)
      rest[i] = series_.strength(pairs_[i], 1) * share / strength;
  }
  return rest;
}

/// Pairs with an excess over their limit follow it; other pairs at a limit may only leave it.
void LargeGroupLimits::set_rate_bounds(const std::vector<double>& rest) {
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const int j = pairs_[i];
    const double up = system_.pairs[j].has_edges() ? 0.0 : series_.limit(j, 1, 1);
    const double down = system_.pairs[j].has_edges() ? 0.0 : -series_.limit(j, 0, 1);
    const bool follows = excess_[i] > noise_[0];
    const bool above = at_[i] == Bound::Upper, below = at_[i] == Bound::Lower;
    lower_[i] = (below ? down : above && follows ? up : -kInfinity) - rest[i];
    upper_[i] = (above ? up : below && follows ? down : kInfinity) - rest[i];
  }
}

void LargeGroupLimits::set_rate_loads(const std::vector<double>& rest) {
  if (system_.has_massless)
    load_.assign(load_.size(), 0.0);
  else
    series_.loads(group_.bodies(), 1, load_);
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const TreePair& ends = group_.ends()[i];
    load_[ends.a] -= ends.coefficient_a * rest[i];
    if (ends.b >= 0) load_[ends.b] -= ends.coefficient_b * rest[i];
  }
}

void LargeGroupLimits::find_staying() {
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const bool upper = at_[i] == Bound::Upper && rate_[i] >= upper_[i] - noise_[1];
    const bool lower = at_[i] == Bound::Lower && rate_[i] <= lower_[i] + noise_[1];
    stays_[i] = upper || lower ? 1 : 0;
  }
}

/// Pairs that can keep their limits, so that the others still share. One that gives way is free,
/// any other only where nothing else is left.
std::vector<char> LargeGroupLimits::removable() const {
  std::vector<char> wanted = stays_;
  wanted.resize(group_.ends().size(), 0);
  std::vector<double> rank = excess_;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (excess_[i] <= noise_[0] || stays_[i] != 0) continue;
    wanted[i] = 1;
    rank[i] = -1.0 / excess_[i];
  }
  return group_.large()->removable(wanted, rank);
}

void LargeGroupLimits::write_kept_limit(std::size_t i) {
  const int j = pairs_[i];
  const int side = at_[i] == Bound::Upper || system_.pairs[j].has_edges() ? 0 : 1;
  state_.kept_limit[j] = system_.pairs[j].has_edges() ? Bound::Upper : at_[i];
  state_.roots[system_.pair_guard(j, side)] = excess_[i] > noise_[0]        ? ZeroCount{0}
                                              : excess_rate_[i] > noise_[1] ? ZeroCount{1}
                                                                            : kAllOrders;
}

}  // namespace luztar
