// What accelerations leave open is decided by the derivatives after them, one order at a time.
#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/instant/inertial_modes.h"
#include "luztar/dynamics/instant/self_stress.h"

namespace luztar {
void InertialModes::classify(const Expansion& series) {
  const double noise = kNoise * series.force_scale(0);
  forced_limits_ = gauss_.knows_all_distributions();
  std::size_t p = 0;
  for (int j = 0; j < system_.n_pairs(); ++j) {
    Pair& pair = pair_[j];
    if (!pair.at_rest) continue;
    pair.decided_at = 0;
    const double w = relative_acceleration(series, j, 0);
    const bool moves = std::abs(w) > noise * gauss_.mobility(series, j);
    if (pair.broken != Mode::Stuck) {
      pair.fate = pair.breaks_later && !moves ? Fate::Leaving : Fate::Sliding;
      pair.direction = pair.broken;
      continue;
    }
    const std::size_t position = p++;
    if (system_.pairs[j].is_rigid()) continue;
    if (moves && !(number(pair.edge) * w > 0.0)) {
      pair.fate = Fate::Sliding;
      pair.direction = mode_along(w);
    } else {
      classify_at_limit(j, position, noise);
    }
  }
}

/// A pair that does not move at order 0: stuck for good, or open because its force is at a limit.
void InertialModes::classify_at_limit(int j, std::size_t position, double noise) {
  Pair& pair = pair_[j];
  pair.was_at = gauss_.limit_of(position, noise);
  if (pair.was_at != AtLimit::No) pair.fate = fate_at(pair.was_at);
}

/// Gauss's principle for the derivative of order k: pairs at their limit may not exceed it.
bool InertialModes::decide_order(State& state, Expansion& series, int k) {
  open_.clear();
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (pair_[j].slides()) mode_[j] = pair_[j].direction;
    if (pair_[j].fate >= Fate::Stuck) open_.push_back(j);
  }
  series.add_forces(state, mode_, k, false);
  if (!solve(series, k)) return separate(state, series, k);
  const double noise = std::max(kNoise * series.force_scale(k), kVanishing);
  for (std::size_t p = 0; p < open_.size(); ++p) {
    const int j = open_[p];
    if (pair_[j].fate == Fate::Stuck) continue;
    const double w = relative_acceleration(series, j, k);
    pair_[j].decided_at = k;
    if (std::abs(w) > noise * gauss_.mobility(series, j)) {
      start_sliding(j, w);
    } else {
      judge_at_limit(p, k, noise);
    }
  }
  follow_leaving(series, k, noise);
  return true;
}

/// Bodies whose velocities, or accelerations of order k, are more than rounding. The others do not
/// turn gradients: of the orders after this one, whose forces may all be 0, rounding would rule.
void InertialModes::note_moving(Expansion& series, int k) {
  const double noise = std::max(kNoise * series.force_scale(k), kVanishing);
  for (int b = 0; b < system_.n_bodies(); ++b) {
    const double a = std::abs(series.a(b)[k]);
    if (series.v(b)[0] != 0.0 ||
        (system_.is_free(b) ? a > noise * system_.inverse_mass(b) : a > 0.0))
      moves_[static_cast<std::size_t>(b)] = 1;
    else if (system_.is_free(b) && moves_[static_cast<std::size_t>(b)] == 0)
      series.set_acceleration(b, k, 0.0);
  }
}

/// Whether gradients turn of pairs, along expressions, of forces that cancel.
bool InertialModes::may_turn(const Expansion& series, const Vector& force) const {
  const double least = kSolved * largest(force);
  for (std::size_t p = 0; p < open_.size(); ++p) {
    if (!system_.is_bent(open_[p]) || !(std::abs(force[p]) > least)) continue;
    for (const Term& term : series.terms_of_pair(open_[p]))
      if (moves_[static_cast<std::size_t>(term.body)] != 0) return true;
  }
  return false;
}

/// Of pairs that cannot all stay at rest at order k, the one whose force is the first at its limit
/// slides. @return false: there is none; where links part, parting_
bool InertialModes::separate(State& state, Expansion& series, int k) {
  if (!may_separate_) return false;
  series.add_forces(state, mode_, k, false);
  series.accelerate_free(k);
  series.curve(k);
  Vector rates(open_.size());
  std::vector<AtLimit> at;
  for (std::size_t p = 0; p < open_.size(); ++p) {
    rates[p] = relative_acceleration(series, open_[p], k);
    at.push_back(limit_of(pair_[open_[p]].fate));
  }
  const Vector force = SelfStress(system_, series, open_).along(rates, at);
  if (!(largest(force) > kNoise * series.force_scale(k))) return false;
  if (!may_turn(series, force)) return false;
  double least = kInfinity;
  int first = -1;
  for (std::size_t p = 0; p < open_.size(); ++p) {
    const double reach = reach_of_limit(series, open_[p], force[p]);
    if (!(reach < least)) continue;
    least = reach;
    first = static_cast<int>(p);
  }
  if (first < 0) {
    for (std::size_t p = 0; p < open_.size(); ++p)
      if (exceeds(force[p], largest(force), kSolved)) parting_.push_back(open_[p]);
    return false;
  }
  Pair& pair = pair_[open_[first]];
  pair.broken = mode_along(force[first]);
  pair.breaks_later = true;
  restart_ = true;
  return true;
}

/// How many times y can be added to the force of a pair at rest; inf: for ever.
double InertialModes::reach_of_limit(const Expansion& series, int j, double y) const {
  if (y == 0.0 || system_.pairs[j].is_rigid()) return kInfinity;
  const ForceBounds bounds = force_bounds(system_, series, j, pair_[j].edge, AtLimit::Both, 0);
  const double force = series.f(system_.first_pair() + j)[0];
  return std::max(((y > 0.0 ? bounds.upper : bounds.lower) - force) / y, 0.0);
}

void InertialModes::start_sliding(int j, double w) {
  Pair& pair = pair_[j];
  pair.fate = Fate::Sliding;
  pair.direction = pair.edge != Edge::None ? away_from(pair.edge) : mode_along(w);
  if (!drops(system_, j, pair.direction)) return;
  pair.broken = pair.direction;
  pair.breaks_later = true;
  restart_ = true;
}

/// Pairs that broke without a normal force: the first order at which they move.
void InertialModes::follow_leaving(const Expansion& series, int k, double noise) {
  for (int j = 0; j < system_.n_pairs(); ++j) {
    Pair& pair = pair_[j];
    if (pair.fate != Fate::Leaving) continue;
    const double w = relative_acceleration(series, j, k);
    pair.decided_at = k;
    if (std::abs(w) <= noise * gauss_.mobility(series, j)) continue;
    pair.fate = Fate::Sliding;
    if (number(pair.direction) * w > 0.0) continue;
    pair.broken = Mode::Stuck;  // would turn back: Gauss anew
    pair.breaks_later = false;
    restart_ = true;
  }
}

/// A pair that does not move at this order: does its force follow its limit, or fall behind?
void InertialModes::judge_at_limit(std::size_t position, int k, double noise) {
  Pair& pair = pair_[open_[position]];
  const AtLimit at = gauss_.limit_of(position, noise);
  if (at == AtLimit::No) {
    pair.fate = Fate::Stuck;
  } else if (pair.fate == Fate::AtBoth && at != AtLimit::Both) {
    pair.fate = fate_at(at);
    pair.was_at = at;
    pair.opened_at = k;
  }
}

}  // namespace luztar
