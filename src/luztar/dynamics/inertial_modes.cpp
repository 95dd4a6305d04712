#include "luztar/dynamics/inertial_modes.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/stop_request.h"

namespace luztar {
namespace {

// Forces and accelerations closer to a limit than this, relative to the largest force, are at it:
// a few hundred roundings. A pair misjudged by it is judged by the next derivative instead.
constexpr double kAtLimit = 1e-12;
constexpr int kMaxPasses = 64;

}  // namespace

InertialModes::InertialModes(const SystemImpl& system, PresentStructure& present)
    : system_(system), present_(present), gauss_(system) {
  const auto m = static_cast<std::size_t>(system.n_pairs());
  fate_.assign(m, Fate::Moving);
  for (auto* array : {&sign_, &level_, &bound_side_, &opened_, &broken_, &late_, &mode_})
    array->assign(m, 0);
  mobility_.assign(m, 0.0);
  side_.assign(m, 0);
  for (int j = 0; j < system.n_pairs(); ++j)
    for (const Term& term : system.terms_of_pair(j))
      mobility_[j] += term.coefficient * term.coefficient * system.inverse_mass[term.body];
}

ModeStatus InertialModes::decide(State& state, Expansion& series,
                                const PairsNow& now) {
  std::fill(state.pinned.begin(), state.pinned.end(), std::int8_t{0});
  if (present_.is_redundant()) present_.use(state);  // the cycles as they are, without pins
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const PairLaw& law = system_.pairs[j];
    const int side = now.broken[j] > 0 ? 1 : 0;
    // On a cycle the others may take over what this pair cannot hold: Gauss decides.
    const bool breaks = law.breakaway[side] > law.kinetic[side] && !present_.is_shared(j);
    broken_[j] = breaks ? now.broken[j] : std::int8_t{0};
  }
  fired_ = now.broken;
  side_ = state.side;
  std::fill(late_.begin(), late_.end(), std::int8_t{0});
  residual_ = 0.0;
  int order = 0;
  for (int pass = 0;; ++pass) {
    if (pass == kMaxPasses) return ModeStatus::Cycled;
    stop_if_asked();
    restart_ = false;
    if (!cascade(state, series, now.at_rest))
      return gauss_.gave_up() ? ModeStatus::Unsolved : ModeStatus::Cycled;
    classify(series, now.at_rest);
    bool decided = false;
    for (order = 1; order <= series.order() && !decided && !restart_; ++order) {
      stop_if_asked();
      decided = std::none_of(fate_.begin(), fate_.end(),
                             [](Fate f) { return f >= Fate::AtUpper || f == Fate::Leaving; });
      if (!decided && !decide_order(state, series, order)) return ModeStatus::Unsolved;
    }
    if (!restart_) break;
  }
  write(state, series);
  present_.use(state);
  if (present_->redundant)
    CyclePins(system_, present_, state, series, now.broken).share(limits_found());
  present_.hold(state, series);
  return ModeStatus::Decided;
}

LimitsFound InertialModes::limits_found() const {
  LimitsFound found{forced_limits_, std::vector<char>(bound_side_.size())};
  for (std::size_t j = 0; j < bound_side_.size(); ++j) found.was_there[j] = bound_side_[j] != 0;
  return found;
}

/// Gauss with limits F_S; pairs that move break and carry F_K; broken pairs that would turn back
/// stick again; until nothing changes (docs/theory.md, section 2).
bool InertialModes::cascade(State& state, Expansion& series,
                           const std::vector<std::int8_t>& at_rest) {
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    pairs_.clear();
    stop_if_asked();
    for (int j = 0; j < system_.n_pairs(); ++j) {
      mode_[j] = at_rest[j] != 0 ? broken_[j] : state.pair[j];
      fate_[j] = at_rest[j] != 0 ? Fate::Stuck : Fate::Moving;
      bound_side_[j] = opened_[j] = 0;
      if (at_rest[j] != 0 && broken_[j] == 0) pairs_.push_back(j);
    }
    series.add_forces(state, mode_, 0, false);
    if (!solve(series, 0)) return false;
    if (!cascade_changes(series, at_rest)) return true;
  }
  return false;
}

bool InertialModes::cascade_changes(const Expansion& series,
                                   const std::vector<std::int8_t>& at_rest) {
  bool changed = false;
  const double noise = kAtLimit * series.force_scale(0);
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (at_rest[j] == 0) continue;
    const double w = relative_acceleration(system_, series, j, 0);
    if (broken_[j] != 0) {
      if (broken_[j] * w > noise * mobility_[j]) continue;
      if (late_[j] != 0 && std::abs(w) <= noise * mobility_[j]) continue;
      broken_[j] = 0;
      changed = true;
      continue;
    }
    const double w_noise = noise * mobility_[j];
    const PairLaw& law = system_.pairs[j];
    const int side = w > 0.0 ? 1 : 0;
    if (std::abs(w) <= w_noise || law.breakaway[side] <= law.kinetic[side]) continue;
    broken_[j] = w > 0.0 ? std::int8_t{1} : std::int8_t{-1};
    changed = true;
  }
  return changed;
}

/// Bounds of the coefficient of order k of a pair's force.
ForceBounds InertialModes::bounds(const Expansion& series, int pair, int k) const {
  const Fate fate = fate_[pair];
  const AtLimit at = fate == Fate::AtBoth    ? AtLimit::Both
                     : fate == Fate::AtUpper ? AtLimit::Upper
                     : fate == Fate::AtLower ? AtLimit::Lower
                                             : AtLimit::No;
  return force_bounds(system_, series, pair, side_[pair], at, k);
}

/// Gauss's principle of order k for pairs_; adds the forces and accelerates.
bool InertialModes::solve(Expansion& series, int k) {
  gauss_.begin(pairs_);
  for (std::size_t p = 0; p < pairs_.size(); ++p)
    gauss_.set_bounds(p, bounds(series, pairs_[p], k));
  const bool solved = gauss_.solve(series, k);
  if (k > 0 || pairs_.empty()) return solved;
  const double scale = series.force_scale(0);
  if (scale > 0.0) residual_ = std::max(residual_, gauss_.residual() / scale);
  return solved;
}

void InertialModes::write(State& state, const Expansion& series) const {
  const int order = series.order();
  for (int j = 0; j < system_.n_pairs(); ++j) {
    std::int8_t& first = state.roots[system_.pair_guard(j, 0)];
    std::int8_t& second = state.roots[system_.pair_guard(j, 1)];
    first = second = 0;
    if (fate_[j] == Fate::Moving) continue;
    if (fate_[j] == Fate::Sliding || fate_[j] == Fate::Leaving) {
      state.pair[j] = sign_[j];
      first = static_cast<std::int8_t>(level_[j] + 1);
      if (is_stop(system_, j)) write_stop(system_, state, j, side_[j], level_[j] + 2);
      continue;
    }
    state.pair[j] = 0;
    const auto zeros = fate_[j] == Fate::Stuck ? level_[j] : static_cast<std::int8_t>(order + 1);
    if (is_stop(system_, j)) {
      write_stop(system_, state, j, side_[j], bound_side_[j] != 0 ? zeros : 0);
      continue;
    }
    if (bound_side_[j] > 0) first = zeros;
    if (bound_side_[j] < 0 || bound_side_[j] == 2) second = zeros;
    if (opened_[j] != 0) (bound_side_[j] > 0 ? second : first) = opened_[j];
    if (has_no_strength(system_, series, j)) state.pinned[j] = 1;
  }
}

}  // namespace luztar
