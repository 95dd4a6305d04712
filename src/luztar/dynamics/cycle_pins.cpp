#include "luztar/dynamics/cycle_pins.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "luztar/core/node_groups.h"
#include "luztar/dynamics/group_shares.h"
#include "luztar/dynamics/guards.h"
#include "luztar/dynamics/pair_limits.h"
#include "luztar/dynamics/share_limits.h"
#include "luztar/friction/shared_forces.h"

namespace luztar {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kAtLimit = 1e-12;  // relative to the largest force; see inertial_modes.cpp
constexpr double kFired = 1e-6;     // relative to the limit, for a pair whose own guard says so

constexpr std::int8_t kKept = 2;  // zeros of the guard of a pair that nothing moves off its limit

/// Leading coefficients of the distance from a limit that are rounding, for guards of stuck pairs.
void count_zeros(const SystemImpl& system, const Structure& structure, Expansion& series,
                 const std::vector<int>& guards, State& state) {
  std::vector<char> open(guards.size(), 1);
  for (const int guard : guards) state.roots[guard] = 0;
  for (int k = 0; k <= series.order(); ++k) {
    series.add_forces(state, state.pair, k, false);
    series.accelerate(structure, k);
    series.add_stuck_forces(structure, k);
    const double noise = kAtLimit * series.force_scale(k);
    for (std::size_t i = 0; i < guards.size(); ++i) {
      const int j = guards[i] / 2 - system.n_springs();
      const bool upper = guards[i] % 2 == 0;
      const double force = series.f(system.first_pair() + j)[k];
      const double room = series.limit(j, upper ? 1 : 0, k) + (upper ? -force : force);
      if (k > 0 && std::abs(room) > noise) open[i] = 0;
      if (open[i] != 0) state.roots[guards[i]] = static_cast<std::int8_t>(k + 1);
    }
  }
}

/// The same pairs, those pressed against a limit the weaker the more they are.
SharedForces reluctant(const GroupShares& group, const std::vector<double>& pressed) {
  constexpr double kWeak = 1e-6;
  std::vector<double> strength;
  for (std::size_t i = 0; i < group.pairs().size(); ++i) {
    const double limit = group.strength()[i];
    strength.push_back(std::isinf(limit) || !(pressed[i] > 0.0)
                           ? limit
                           : kWeak * limit / (1.0 + pressed[i] / limit));
  }
  strength.resize(group.ends().size(), 0.0);
  return SharedForces(static_cast<int>(group.bodies().size()), {}, group.ends(), strength);
}

/// A strength that is 0 now but not for the whole series: such a pair would be pinned.
bool grows_from_zero(const SystemImpl& system, const GroupShares& group) {
  for (std::size_t i = 0; i < group.pairs().size(); ++i)
    if (group.strength()[i] == 0.0 && system.pairs[group.pairs()[i]].normal_slot >= 0) return true;
  return false;
}

/// What strengths that change add to the forces of order 1 (StrengthSeries::rest).
std::vector<double> rest_of_rates(const Expansion& series, const GroupShares& group,
                                  const std::vector<double>& share) {
  std::vector<double> rest;
  for (std::size_t i = 0; i < group.pairs().size(); ++i) {
    const double strength = group.strength()[i];
    rest.push_back(std::isinf(strength) || strength == 0.0
                       ? 0.0
                       : series.strength(group.pairs()[i], 1) * share[i] / strength);
  }
  return rest;
}

/// Pairs whose forces others can take over, those of large groups left out, in groups that share.
std::vector<std::vector<int>> small_groups(const SystemImpl& system, const Structure& structure) {
  std::vector<char> left_out(system.n_pairs(), 0);
  for (const auto& group : structure.shared)
    for (const int j : group->pairs()) left_out[j] = group->large() != nullptr ? 1 : 0;
  NodeGroups together(system.n_bodies());
  const auto first_free = [&](int j) {
    for (const Term& term : system.terms_of_pair(j))
      if (!system.is_given(term.body)) return term.body;
    return -1;
  };
  std::vector<int> pairs;
  for (const auto& stuck : structure.stuck_forces)
    if (!stuck.unique && left_out[stuck.pair] == 0) pairs.push_back(stuck.pair);
  for (const int j : pairs)
    for (const Term& term : system.terms_of_pair(j))
      if (!system.is_given(term.body)) together.join(term.body, first_free(j));
  std::map<int, std::vector<int>> groups;
  for (const int j : pairs) groups[together.root(first_free(j))].push_back(j);
  std::vector<std::vector<int>> result;
  for (auto& [body, members] : groups) result.push_back(std::move(members));
  return result;
}

}  // namespace

CyclePins::CyclePins(const SystemImpl& system, PresentStructure& present, State& state,
                     Expansion& series, const std::vector<std::int8_t>& fired)
    : system_(system), present_(present), state_(state), series_(series), fired_(fired) {}

void CyclePins::share(const LimitsFound& found) {
  const std::shared_ptr<const Structure> shared = present_.get();
  forget_roots(found.forced);
  if (pin_small_groups()) present_.use(state_);
  if (!shared->shared.empty()) pin_large_groups(found);
}

/// What was found about limits of a pair on a cycle belongs to another distribution of the forces.
void CyclePins::forget_roots(bool forced) {
  std::vector<char> in_large_group(system_.n_pairs(), 0);
  for (const auto& group : present_->shared)
    for (const int j : group->pairs()) in_large_group[j] = group->large() != nullptr ? 1 : 0;
  for (const auto& stuck : present_->stuck_forces) {
    if (stuck.unique || (in_large_group[stuck.pair] != 0 && forced)) continue;
    state_.roots[system_.pair_guard(stuck.pair, 0)] = 0;
    state_.roots[system_.pair_guard(stuck.pair, 1)] = 0;
  }
}

/// @return true if a pair was pinned
bool CyclePins::pin_small_groups() {
  std::vector<ShareLimits> groups;
  for (auto& pairs : small_groups(system_, *present_.get()))
    groups.emplace_back(system_, state_, std::move(pairs), fired_);
  bool open = !groups.empty();
  for (int k = 0; k <= series_.order() && open; ++k) {
    if (!system_.has_massless) {  // with massless bodies all orders are there
      series_.add_forces(state_, state_.pair, k, false);
      series_.accelerate(*present_.get(), k);
      series_.add_stuck_forces(*present_.get(), k);
    }
    open = false;
    for (ShareLimits& group : groups) open = group.look(series_, k) || open;
  }
  bool changed = false;
  for (const ShareLimits& group : groups) changed = group.write(state_) || changed;
  return changed;
}

/// The canonical forces inside all limits, now and just after, say which pairs keep a limit.
void CyclePins::pin_large_groups(const LimitsFound& found) {
  for (int k = 0; k < 2; ++k) {
    series_.add_forces(state_, state_.pair, k, false);
    series_.accelerate(*present_.get(), k);
    if (system_.has_massless) break;
  }
  bool changed = false;
  const std::shared_ptr<const Structure> shared = present_.get();
  for (const auto& group : shared->shared)
    if (group->large() != nullptr) changed = pin_group(*group) || changed;
  if (!changed) return;
  present_.use(state_);
  if (system_.has_massless) return;
  // A pair that keeps its freedom at a limit only because nothing else is left on its way.
  std::vector<int> guards;
  for (const auto& group : shared->shared)
    for (const int j : group->pairs())
      for (const int side : {0, 1})
        if (found.was_there[j] == 0 && state_.roots[system_.pair_guard(j, side)] == kKept)
          guards.push_back(system_.pair_guard(j, side));
  if (!guards.empty()) count_zeros(system_, *present_.get(), series_, guards, state_);
}

/// As in ShareLimits: order 0 decides, and nothing is watched.
bool CyclePins::pin_for_a_moment(const GroupShares& group, const std::vector<double>& pressed,
                                 const std::vector<std::int8_t>& at) {
  std::vector<char> wanted(group.ends().size(), 0);
  for (std::size_t i = 0; i < at.size(); ++i)
    wanted[i] = at[i] != 0 && pressed[i] > 0.0 ? 1 : 0;
  const std::vector<char> pinned = group.large()->removable(wanted, pressed);
  for (std::size_t i = 0; i < at.size(); ++i) {
    const int j = group.pairs()[i];
    for (const int side : {0, 1}) state_.roots[system_.pair_guard(j, side)] = kAllOrders;
    if (pinned[i] != 0) state_.pinned[j] = is_stop(system_, j) ? std::int8_t{1} : at[i];
  }
  return std::count(pinned.begin(), pinned.end(), 1) > 0;
}

bool CyclePins::pin_group(GroupShares& group) {
  const std::size_t m = group.pairs().size();
  const std::size_t all = group.ends().size();  // those that keep a limit take nothing here
  std::vector<double> load, force, rate, pressed, pressed_later, lower(all), upper(all), noise;
  for (int k = 0; k < 2; ++k) noise.push_back(kAtLimit * series_.force_scale(k));
  std::vector<double> strength;
  for (const auto* list : {&group.pairs(), &group.kept()})
    for (const int j : *list) strength.push_back(series_.strength(j, 0));
  group.begin(strength);
  for (std::size_t i = 0; i < m; ++i) {
    const int j = group.pairs()[i];
    const bool endless = system_.pairs[j].kind != PairLaw::Kind::Friction;
    const bool one_sided = is_stop(system_, j);
    lower[i] = endless ? -kInfinity : std::min(0.0, -series_.limit(j, 0, 0));
    upper[i] = endless ? kInfinity : std::max(0.0, series_.limit(j, 1, 0));
    if (one_sided) (state_.side[j] > 0 ? lower : upper)[i] = 0.0;
  }
  series_.loads(group.bodies(), 0, load);
  group.large()->share_inside(load, lower, upper, noise[0], force, pressed);
  std::vector<std::int8_t> at(m, 0);
  for (std::size_t i = 0; i < m; ++i) {
    // Beside thousands of others the forces of both ways to share differ by more than that.
    const int fired = is_stop(system_, group.pairs()[i]) ? 0 : fired_[group.pairs()[i]];
    const double above = fired > 0 ? std::max(noise[0], kFired * upper[i]) : noise[0];
    const double below = fired < 0 ? std::max(noise[0], -kFired * lower[i]) : noise[0];
    if (force[i] >= upper[i] - above) at[i] = 1;
    if (force[i] <= lower[i] + below) at[i] = -1;
  }
  if (grows_from_zero(system_, group)) return pin_for_a_moment(group, pressed, at);
  if (std::count(at.begin(), at.end(), 0) == static_cast<std::ptrdiff_t>(m)) return false;
  std::vector<double> share = force;
  for (std::size_t i = 0; i < m; ++i) share[i] += at[i] * pressed[i];
  const std::vector<double> rest =
      system_.has_massless ? std::vector<double>(m, 0.0) : rest_of_rates(series_, group, share);
  // Those that are pressed against their limit follow it; others there may only leave it.
  for (std::size_t i = 0; i < m; ++i) {
    const int j = group.pairs()[i];
    const double up = is_stop(system_, j) ? 0.0 : series_.limit(j, 1, 1);
    const double down = is_stop(system_, j) ? 0.0 : -series_.limit(j, 0, 1);
    const bool follows = pressed[i] > noise[0];
    lower[i] = (at[i] < 0 ? down : at[i] > 0 && follows ? up : -kInfinity) - rest[i];
    upper[i] = (at[i] > 0 ? up : at[i] < 0 && follows ? down : kInfinity) - rest[i];
  }
  if (system_.has_massless)
    load.assign(load.size(), 0.0);
  else
    series_.loads(group.bodies(), 1, load);
  for (std::size_t i = 0; i < m; ++i) {
    const TreePair& ends = group.ends()[i];
    load[static_cast<std::size_t>(ends.a)] -= ends.coefficient_a * rest[i];
    if (ends.b >= 0) load[static_cast<std::size_t>(ends.b)] -= ends.coefficient_b * rest[i];
  }
  if (!group.large()->share_inside(load, lower, upper, noise[1], rate, pressed_later)) {
    // All pairs of a body are pressed against limits, but its load changes: one of them gives way.
    for (std::size_t i = 0; i < m; ++i) {
      if (at[i] > 0) lower[i] = -kInfinity;
      if (at[i] < 0) upper[i] = kInfinity;
    }
    reluctant(group, pressed).share_inside(load, lower, upper, noise[1], rate, pressed_later);
  }
  std::vector<char> stays(m, 0);
  for (std::size_t i = 0; i < m; ++i)
    stays[i] = (at[i] > 0 && rate[i] >= upper[i] - noise[1]) ||
                       (at[i] < 0 && rate[i] <= lower[i] + noise[1])
                   ? 1
                   : 0;
  std::vector<char> is_pressed(m, 0);
  for (std::size_t i = 0; i < m; ++i) is_pressed[i] = pressed[i] > noise[0] ? 1 : 0;
  // One that gives way is free, any other only where nothing else is left.
  std::vector<char> wanted = stays;
  wanted.resize(all, 0);
  for (std::size_t i = 0; i < m; ++i) {
    if (pressed[i] <= noise[0] || stays[i] != 0) continue;
    wanted[i] = 1;
    pressed[i] = -1.0 / pressed[i];
  }
  const std::vector<char> pinned = group.large()->removable(wanted, pressed);
  for (std::size_t i = 0; i < m; ++i) {
    if (at[i] == 0) continue;
    const int j = group.pairs()[i];
    const int side = at[i] > 0 || is_stop(system_, j) ? 0 : 1;
    if (pinned[i] != 0) {
      state_.pinned[j] = is_stop(system_, j) ? std::int8_t{1} : at[i];
      state_.roots[system_.pair_guard(j, side)] = is_pressed[i] != 0            ? std::int8_t{0}
                                                 : pressed_later[i] > noise[1] ? std::int8_t{1}
                                                                               : kAllOrders;
      continue;
    }
    // At its limit: the first coefficient that is not rounding says where it goes.
    std::int8_t& known = state_.roots[system_.pair_guard(j, side)];
    known = std::max(known, stays[i] != 0 ? kKept : std::int8_t{1});
  }
  return std::count(pinned.begin(), pinned.end(), 1) > 0;
}

}  // namespace luztar
