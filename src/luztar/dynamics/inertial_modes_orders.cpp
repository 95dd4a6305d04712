// What accelerations leave open is decided by the derivatives after them, one order at a time.
#include <algorithm>
#include <cmath>

#include "luztar/dynamics/inertial_modes.h"

namespace luztar {
namespace {

// Relative to the largest force; see inertial_modes.cpp.
constexpr double kAtLimit = 1e-12;
constexpr double kFired = 1e-6;        // the same for a pair whose own guard says so
constexpr double kOpens = 1e3;         // the same for a stop, times kAtLimit
constexpr double kVanishing = 1e-290;  // products with it lose all digits

}  // namespace

void InertialModes::classify(const Expansion& series, const std::vector<std::int8_t>& at_rest) {
  const double noise = kAtLimit * series.force_scale(0);
  forced_limits_ = gauss_.knows_all_distributions();
  std::size_t p = 0;
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (at_rest[j] == 0) continue;
    level_[j] = 0;
    const double w = relative_acceleration(system_, series, j, 0);
    const double w_noise = noise * mobility_[j];
    if (broken_[j] != 0) {
      fate_[j] = late_[j] != 0 && std::abs(w) <= w_noise ? Fate::Leaving : Fate::Sliding;
      sign_[j] = broken_[j];
      continue;
    }
    // A pair whose guard just fired is at its limit, however the solution of a badly conditioned
    // problem is rounded.
    const double above = fired_[j] > 0 ? kFired * gauss_.upper(p) : noise;
    const double below = fired_[j] < 0 ? -kFired * gauss_.lower(p) : noise;
    const double opens = is_stop(system_, j) && fired_[j] != 0 ? kOpens * noise : noise;
    const AtLimit at = gauss_.limit_of(p, std::max(above, opens), std::max(below, opens));
    ++p;
    if (system_.pairs[j].kind == PairLaw::Kind::Link) continue;
    if (std::abs(w) > w_noise && !(is_stop(system_, j) && side_[j] * w > 0.0)) {
      fate_[j] = Fate::Sliding;
      sign_[j] = w > 0.0 ? std::int8_t{1} : std::int8_t{-1};
    } else if (at != AtLimit::No) {
      fate_[j] = at == AtLimit::Both    ? Fate::AtBoth
                 : at == AtLimit::Upper ? Fate::AtUpper
                                        : Fate::AtLower;
      bound_side_[j] = at == AtLimit::Both    ? std::int8_t{2}
                       : at == AtLimit::Upper ? std::int8_t{1}
                                              : std::int8_t{-1};
    }
  }
}

/// Gauss's principle for the derivative of order k: pairs at their limit may not exceed it.
bool InertialModes::decide_order(State& state, Expansion& series, int k) {
  pairs_.clear();
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (fate_[j] == Fate::Sliding || fate_[j] == Fate::Leaving) mode_[j] = sign_[j];
    if (fate_[j] >= Fate::Stuck) pairs_.push_back(j);
  }
  series.add_forces(state, mode_, k, false);
  if (!solve(series, k)) return false;
  const double noise = std::max(kAtLimit * series.force_scale(k), kVanishing);
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const int j = pairs_[p];
    if (fate_[j] == Fate::Stuck) continue;
    const double w = relative_acceleration(system_, series, j, k);
    level_[j] = static_cast<std::int8_t>(k);
    if (std::abs(w) > noise * mobility_[j]) {
      start_sliding(series, j, w);
    } else {
      judge_at_limit(p, k, noise);
    }
  }
  follow_leaving(series, k, noise);
  return true;
}

void InertialModes::start_sliding(const Expansion& series, int j, double w) {
  fate_[j] = Fate::Sliding;
  sign_[j] = w > 0.0 ? std::int8_t{1} : std::int8_t{-1};
  const PairLaw& law = system_.pairs[j];
  const int side = w > 0.0 ? 1 : 0;
  if (law.breakaway[side] <= law.kinetic[side]) return;
  broken_[j] = sign_[j];
  late_[j] = is_weightless(system_, series, j) ? std::int8_t{1} : std::int8_t{0};
  restart_ = true;
}

/// Pairs that broke without a normal force: the first order at which they move.
void InertialModes::follow_leaving(const Expansion& series, int k, double noise) {
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (fate_[j] != Fate::Leaving) continue;
    const double w = relative_acceleration(system_, series, j, k);
    level_[j] = static_cast<std::int8_t>(k);
    if (std::abs(w) <= noise * mobility_[j]) continue;
    fate_[j] = Fate::Sliding;
    if (sign_[j] * w > 0.0) continue;
    broken_[j] = late_[j] = 0;  // would turn back: Gauss anew
    restart_ = true;
  }
}

/// A pair that does not move at this order: does its force follow its limit, or fall behind?
void InertialModes::judge_at_limit(std::size_t position, int k, double noise) {
  const int j = pairs_[position];
  const AtLimit at = gauss_.limit_of(position, noise, noise);
  if (at == AtLimit::No) {
    fate_[j] = Fate::Stuck;
  } else if (fate_[j] == Fate::AtBoth && at != AtLimit::Both) {
    fate_[j] = at == AtLimit::Upper ? Fate::AtUpper : Fate::AtLower;
    bound_side_[j] = at == AtLimit::Upper ? std::int8_t{1} : std::int8_t{-1};
    opened_[j] = static_cast<std::int8_t>(k);
  }
}

}  // namespace luztar
