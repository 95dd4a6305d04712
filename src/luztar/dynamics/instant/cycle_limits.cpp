#include "luztar/dynamics/instant/cycle_limits.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "luztar/core/nearness.h"
#include "luztar/core/node_groups.h"
#include "luztar/dynamics/instant/guards.h"
#include "luztar/dynamics/instant/large_group_limits.h"
#include "luztar/dynamics/instant/share_limits.h"
#include "luztar/dynamics/structure/group_shares.h"

namespace luztar {
namespace {

/// Leading coefficients of the distance from a limit that are rounding, for guards of stuck pairs.
void count_zeros(const SystemImpl& system, const Structure& structure, Expansion& series,
                 const std::vector<int>& guards, State& state) {
  std::vector<char> open(guards.size(), 1);
  for (const int guard : guards) state.roots[guard] = 0;
  for (int k = 0; k <= series.order(); ++k) {
    series.add_forces(state, state.pair, k, false);
    series.accelerate(structure, k);
    series.add_stuck_forces(structure, k);
    const double noise = kNoise * series.force_scale(k);
    for (std::size_t i = 0; i < guards.size(); ++i) {
      const int j = guards[i] / 2 - system.n_springs();
      const bool upper = guards[i] % 2 == 0;
      const double force = series.f(system.first_pair() + j)[k];
      const double room = series.limit(j, upper ? 1 : 0, k) + (upper ? -force : force);
      if (k > 0 && std::abs(room) > noise) open[i] = 0;
      if (open[i] != 0) state.roots[guards[i]] = static_cast<ZeroCount>(k + 1);
    }
  }
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

CycleLimits::CycleLimits(const SystemImpl& system, PresentStructure& present, State& state,
                         Expansion& series, const PairsNow& now)
    : system_(system), present_(present), state_(state), series_(series), now_(now) {}

void CycleLimits::share(const LimitsFound& found) {
  const std::shared_ptr<const Structure> shared = present_.get();
  forget_roots(found.forced);
  if (keep_limits_of_small_groups(found.rounding)) present_.use(state_);
  if (!shared->shared.empty()) keep_limits_of_large_groups(found);
}

/// What was found about limits of a pair on a cycle belongs to another distribution of the forces.
void CycleLimits::forget_roots(bool forced) {
  std::vector<char> in_large_group(system_.n_pairs(), 0);
  for (const auto& group : present_->shared)
    for (const int j : group->pairs()) in_large_group[j] = group->large() != nullptr ? 1 : 0;
  for (const auto& stuck : present_->stuck_forces) {
    if (stuck.unique || (in_large_group[stuck.pair] != 0 && forced)) continue;
    state_.roots[system_.pair_guard(stuck.pair, 0)] = 0;
    state_.roots[system_.pair_guard(stuck.pair, 1)] = 0;
  }
}

/// @return true if a pair keeps its limit now
bool CycleLimits::keep_limits_of_small_groups(double rounding) {
  std::vector<ShareLimits> groups;
  for (auto& pairs : small_groups(system_, *present_.get()))
    groups.emplace_back(system_, state_, std::move(pairs), now_, rounding);
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
void CycleLimits::keep_limits_of_large_groups(const LimitsFound& found) {
  for (int k = 0; k < 2; ++k) {
    series_.add_forces(state_, state_.pair, k, false);
    series_.accelerate(*present_.get(), k);
    if (system_.has_massless) break;
  }
  bool changed = false;
  const std::shared_ptr<const Structure> shared = present_.get();
  for (const auto& group : shared->shared)
    if (group->large() != nullptr) {
      LargeGroupLimits limits(system_, state_, series_, now_, *group);
      changed = limits.keep_limits() || changed;
    }
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

}  // namespace luztar
