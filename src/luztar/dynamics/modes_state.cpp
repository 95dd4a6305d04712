// Decided modes and the state: modes and known zeros of guards go in, with held deflections and
// pinned pairs; velocities of pairs at rest are tied.
#include <algorithm>
#include <cmath>

#include "luztar/dynamics/modes.h"

namespace luztar {
namespace {

constexpr double kAtLimit = 1e-12;  // relative to the largest force; see modes.cpp

}  // namespace

/// Both limits are zero for the whole series.
bool ModeResolver::has_no_strength(const Expansion& series, int j) const {
  const int last = system_.pairs[j].normal_slot >= 0 ? series.order() : 0;
  for (int k = 0; k <= last; ++k)
    if (series.limit(j, 0, k) != 0.0 || series.limit(j, 1, k) != 0.0) return false;
  return true;
}

void ModeResolver::write(State& state, const Expansion& series) const {
  const int order = series.order();
  for (int j = 0; j < system_.n_pairs(); ++j) {
    std::int8_t& first = state.roots[system_.pair_guard(j, 0)];
    std::int8_t& second = state.roots[system_.pair_guard(j, 1)];
    first = second = 0;
    if (fate_[j] == Fate::Moving) continue;
    if (fate_[j] == Fate::Sliding || fate_[j] == Fate::Leaving) {
      state.pair[j] = sign_[j];
      first = static_cast<std::int8_t>(level_[j] + 1);
      if (is_stop(j)) write_stop(state, j, level_[j] + 2);
      continue;
    }
    state.pair[j] = 0;
    const auto zeros = fate_[j] == Fate::Stuck ? level_[j] : static_cast<std::int8_t>(order + 1);
    if (is_stop(j)) {
      write_stop(state, j, bound_side_[j] != 0 ? zeros : 0);
      continue;
    }
    if (bound_side_[j] > 0) first = zeros;
    if (bound_side_[j] < 0 || bound_side_[j] == 2) second = zeros;
    if (opened_[j] != 0) (bound_side_[j] > 0 ? second : first) = opened_[j];
    if (has_no_strength(series, j)) state.pinned[j] = 1;
  }
}

/// A stop rests on its edge, or leaves it: then its deflection starts with more zeros than its
/// acceleration.
void ModeResolver::write_stop(State& state, int pair, int zeros) const {
  std::int8_t& first = state.roots[system_.pair_guard(pair, 0)];
  std::int8_t& second = state.roots[system_.pair_guard(pair, 1)];
  const int side = side_[pair];
  first = second = 0;
  if (state.pair[pair] == 0) {
    first = static_cast<std::int8_t>(zeros);
    return;
  }
  state.side[pair] = 0;
  (side > 0 ? first : second) = static_cast<std::int8_t>(zeros);
}

void ModeResolver::use_structure_of(const State& state) {
  for (int j = 0; j < system_.n_pairs(); ++j)
    mode_[j] = state.pair[j] == 0 ? std::int8_t{1} : std::int8_t{0};
  const auto& structure = cache_.get(system_, mode_, state.pinned, state.contact);
  if (structure_ != structure) structure_ = structure;
}

void ModeResolver::tie(State& state, Expansion& series, std::vector<std::int8_t>& at_rest) {
  std::fill(broken_.begin(), broken_.end(), std::int8_t{0});
  if (system_.has_massless) {
    // Their velocities follow from the balance of forces; they tie nobody.
    stuck_ = at_rest;
    for (int j = 0; j < system_.n_pairs(); ++j)
      if (system_.touches_massless(j)) stuck_[j] = 0;
  }
  const Structure& tied =
      *cache_.get(system_, system_.has_massless ? stuck_ : at_rest, broken_, no_contact_);
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (tied.rigid[system_.first_pair() + j] != 0 && !is_stop(j)) at_rest[j] = 1;
  series.tie_velocities(tied, state);
}

void ModeResolver::hold(State& state, const Expansion& series) const {
  for (int e = 0; e < system_.n_elements(); ++e) {
    if (structure_->rigid[e] == 0) {
      state.is_held[e] = 0;
      state.held[e] = 0.0;
    } else if (state.is_held[e] == 0) {
      state.is_held[e] = 1;
      state.held[e] = series.d(e)[0];
    }
  }
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (is_stop(j) && state.pair[j] == 0)
      state.held[system_.first_pair() + j] =
          state.side[j] > 0 ? system_.pairs[j].upper : system_.pairs[j].lower;
  for (const auto& loose : structure_->loose) {  // touching without force: exactly at the edge
    const SpringLaw& law = system_.springs[loose.spring];
    const int contact = state.contact[loose.spring];
    state.held[loose.spring] = law.rest + (contact > 0 ? law.upper : contact < 0 ? law.lower : 0.0);
  }
}

}  // namespace luztar
