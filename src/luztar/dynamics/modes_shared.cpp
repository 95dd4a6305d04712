// Groups of stuck pairs with cycles: which of them keep a limit while the others share.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "luztar/dynamics/modes.h"
#include "luztar/dynamics/share_limits.h"
#include "luztar/friction/shared_forces.h"

namespace luztar {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kAtLimit = 1e-12;  // relative to the largest force; see modes.cpp

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
SharedForces reluctant(const SystemImpl& system, const Structure::SharedGroup& group,
                       const std::vector<double>& pressed) {
  constexpr double kWeak = 1e-6;
  std::vector<TreePair> ends;
  std::vector<double> strength;
  for (std::size_t i = 0; i < group.pairs.size(); ++i) {
    TreePair pair{kTreeGround, kTreeGround, 0.0, 0.0};
    for (const Term& term : system.terms_of_pair(group.pairs[i])) {
      const auto found = std::lower_bound(group.bodies.begin(), group.bodies.end(), term.body);
      if (found == group.bodies.end() || *found != term.body) continue;
      std::swap(pair.a, pair.b);
      std::swap(pair.coefficient_a, pair.coefficient_b);
      pair.a = static_cast<int>(found - group.bodies.begin());
      pair.coefficient_a = term.coefficient;
    }
    const PairLaw& law = system.pairs[group.pairs[i]];
    const double limit = 0.5 * (law.breakaway[0] + law.breakaway[1]);
    const bool endless = law.kind != PairLaw::Kind::Friction;
    ends.push_back(pair);
    strength.push_back(endless            ? kInfinity
                       : pressed[i] > 0.0 ? kWeak * limit / (1.0 + pressed[i] / limit)
                                          : limit);
  }
  return SharedForces(static_cast<int>(group.bodies.size()), {}, ends, strength);
}

}  // namespace

namespace {

/// Pairs whose forces others can take over, those of large groups left out, in groups that share.
std::vector<std::vector<int>> small_groups(const SystemImpl& system, const Structure& structure) {
  std::vector<char> left_out(system.n_pairs(), 0);
  for (const auto& group : structure.shared)
    for (const int j : group.pairs) left_out[j] = 1;
  std::vector<int> up(system.n_bodies());
  std::iota(up.begin(), up.end(), 0);
  const auto root_of = [&](int j) {
    for (const Term& term : system.terms_of_pair(j)) {
      if (system.is_given(term.body)) continue;
      int b = term.body;
      while (up[b] != b) b = up[b] = up[up[b]];
      return b;
    }
    return -1;
  };
  std::vector<int> pairs;
  for (const auto& stuck : structure.stuck_forces)
    if (!stuck.unique && left_out[stuck.pair] == 0) pairs.push_back(stuck.pair);
  for (const int j : pairs)
    for (const Term& term : system.terms_of_pair(j)) {
      if (system.is_given(term.body)) continue;
      int b = term.body;
      while (up[b] != b) b = up[b];
      up[b] = root_of(j);
    }
  std::map<int, std::vector<int>> groups;
  for (const int j : pairs) groups[root_of(j)].push_back(j);
  std::vector<std::vector<int>> result;
  for (auto& [body, members] : groups) result.push_back(std::move(members));
  return result;
}

}  // namespace

/// Cycles of stuck pairs: the canonical forces may leave the box of one pair while the others can
/// still hold; pairs that keep a limit are pinned there and the rest is shared anew.
void ModeResolver::share_redundant(State& state, Expansion& series,
                                   const std::vector<std::int8_t>& broken) {
  std::vector<char> in_large_group(system_.n_pairs(), 0);
  for (const auto& group : structure_->shared)
    for (const int j : group.pairs) in_large_group[j] = 1;
  for (const auto& stuck : structure_->stuck_forces) {
    if (stuck.unique || (in_large_group[stuck.pair] != 0 && forced_limits_)) continue;
    // What was found about its limits belongs to another distribution of the forces.
    state.roots[system_.pair_guard(stuck.pair, 0)] = 0;
    state.roots[system_.pair_guard(stuck.pair, 1)] = 0;
  }
  std::vector<ShareLimits> groups;
  for (auto& pairs : small_groups(system_, *structure_))
    groups.emplace_back(system_, state, std::move(pairs), broken);
  const std::shared_ptr<const Structure> shared = structure_;
  bool open = !groups.empty();
  for (int k = 0; k <= series.order() && open; ++k) {
    if (!system_.has_massless) {  // with massless bodies all orders are there
      series.add_forces(state, state.pair, k, false);
      series.accelerate(*shared, k);
      series.add_stuck_forces(*shared, k);
    }
    open = false;
    for (ShareLimits& group : groups) open = group.look(series, k) || open;
  }
  bool changed = false;
  for (const ShareLimits& group : groups) changed = group.write(state) || changed;
  if (changed) use_structure_of(state);
  if (!shared->shared.empty()) pin_shared(state, series);
}

/// The canonical forces inside all limits, now and just after, say which pairs keep a limit.
void ModeResolver::pin_shared(State& state, Expansion& series) {
  for (int k = 0; k < 2; ++k) {
    series.add_forces(state, state.pair, k, false);
    series.accelerate(*structure_, k);
    if (system_.has_massless) break;
  }
  bool changed = false;
  const std::shared_ptr<const Structure> shared = structure_;
  for (const auto& group : shared->shared) changed = pin_group(state, series, group) || changed;
  if (!changed || system_.has_massless) {
    if (changed) use_structure_of(state);
    return;
  }
  use_structure_of(state);
  // A pair that keeps its freedom at a limit only because nothing else is left on its way.
  std::vector<int> guards;
  for (const auto& group : shared->shared)
    for (const int j : group.pairs)
      for (const int side : {0, 1})
        if (bound_side_[j] == 0 && state.roots[system_.pair_guard(j, side)] == kKept)
          guards.push_back(system_.pair_guard(j, side));
  if (!guards.empty()) count_zeros(system_, *structure_, series, guards, state);
}

bool ModeResolver::pin_group(State& state, Expansion& series,
                             const Structure::SharedGroup& group) const {
  const std::size_t m = group.pairs.size();
  std::vector<double> load, force, rate, pressed, unused, lower(m), upper(m), noise;
  for (int k = 0; k < 2; ++k) noise.push_back(kAtLimit * series.force_scale(k));
  for (std::size_t i = 0; i < m; ++i) {
    const int j = group.pairs[i];
    const bool endless = system_.pairs[j].kind != PairLaw::Kind::Friction;
    const bool one_sided = is_stop(j);
    lower[i] = endless ? -kInfinity : std::min(0.0, -series.limit(j, 0, 0));
    upper[i] = endless ? kInfinity : std::max(0.0, series.limit(j, 1, 0));
    if (one_sided) (state.side[j] > 0 ? lower : upper)[i] = 0.0;
  }
  series.loads(group.bodies, 0, load);
  group.forces->share_inside(load, lower, upper, noise[0], force, pressed);
  std::vector<std::int8_t> at(m, 0);
  for (std::size_t i = 0; i < m; ++i) {
    if (force[i] >= upper[i] - noise[0]) at[i] = 1;
    if (force[i] <= lower[i] + noise[0]) at[i] = -1;
  }
  if (std::count(at.begin(), at.end(), 0) == static_cast<std::ptrdiff_t>(m)) return false;
  // Those that are pressed against their limit follow it; others there may only leave it.
  for (std::size_t i = 0; i < m; ++i) {
    const int j = group.pairs[i];
    const double up = is_stop(j) ? 0.0 : series.limit(j, 1, 1);
    const double down = is_stop(j) ? 0.0 : -series.limit(j, 0, 1);
    const bool follows = pressed[i] > noise[0];
    lower[i] = at[i] < 0 ? down : at[i] > 0 && follows ? up : -kInfinity;
    upper[i] = at[i] > 0 ? up : at[i] < 0 && follows ? down : kInfinity;
  }
  if (system_.has_massless)
    load.assign(load.size(), 0.0);
  else
    series.loads(group.bodies, 1, load);
  if (!group.forces->share_inside(load, lower, upper, noise[1], rate, unused)) {
    // All pairs of a body are pressed against limits, but its load changes: one of them gives way.
    for (std::size_t i = 0; i < m; ++i) {
      if (at[i] > 0) lower[i] = -kInfinity;
      if (at[i] < 0) upper[i] = kInfinity;
    }
    reluctant(system_, group, pressed).share_inside(load, lower, upper, noise[1], rate, unused);
  }
  std::vector<char> stays(m, 0);
  for (std::size_t i = 0; i < m; ++i)
    stays[i] = (at[i] > 0 && rate[i] >= upper[i] - noise[1]) ||
                       (at[i] < 0 && rate[i] <= lower[i] + noise[1])
                   ? 1
                   : 0;
  // One that gives way is free, any other only where nothing else is left.
  std::vector<char> wanted = stays;
  for (std::size_t i = 0; i < m; ++i) {
    if (pressed[i] <= noise[0] || stays[i] != 0) continue;
    wanted[i] = 1;
    pressed[i] = -1.0 / pressed[i];
  }
  const std::vector<char> pinned = group.forces->removable(wanted, pressed);
  for (std::size_t i = 0; i < m; ++i) {
    if (at[i] == 0) continue;
    const int j = group.pairs[i];
    if (pinned[i] != 0) {
      state.pinned[j] = is_stop(j) ? std::int8_t{1} : at[i];
      continue;
    }
    // At its limit: the first coefficient that is not rounding says where it goes.
    const int side = at[i] > 0 || is_stop(j) ? 0 : 1;
    std::int8_t& known = state.roots[system_.pair_guard(j, side)];
    known = std::max(known, stays[i] != 0 ? kKept : std::int8_t{1});
  }
  return std::count(pinned.begin(), pinned.end(), 1) > 0;
}

}  // namespace luztar
