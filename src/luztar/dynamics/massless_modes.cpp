#include "luztar/dynamics/massless_modes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "luztar/core/stop_request.h"
#include "luztar/dynamics/guards.h"

namespace luztar {
namespace {

constexpr double kNoise = 1e-12;  // relative to the largest force
constexpr double kJump = 1e-8;    // relative: positions do not change that much by rounding
constexpr int kInJump = -1;       // the rates of a jump come before those of a motion
constexpr int kMaxPivots = 400;
constexpr double kNearly = 1e3;  // times the rounding: modes that fit where none fits better

}  // namespace

MasslessModes::MasslessModes(const SystemImpl& system, PresentStructure& present, double tolerance)
    : system_(system), present_(present), tolerance_(tolerance), sign_(system.n_pairs()) {}

/// Expands in the modes of guess_. `last`: a pair that was just set to stick, -1 for none.
/// @return false if a massless body floats and no pair catches it
bool MasslessModes::try_modes(State& state, Expansion& series, int last) {
  for (int round = 0; round <= system_.n_pairs(); ++round) {
    stop_if_asked();
    for (int j = 0; j < system_.n_pairs(); ++j) stuck_[j] = guess_[j] == 0 ? 1 : 0;
    release_conflicts(system_, state.velocity, velocity_noise_, stuck_, sign_, last);
    for (int j = 0; j < system_.n_pairs(); ++j)
      if (guess_[j] == 0 && stuck_[j] == 0) guess_[j] = sign_[j];
    state.pair = guess_;
    press(series);
    state.held = held_;
    state.is_held = is_held_;
    if (!state.resolved) {
      go_back(state, series);
      series.place_massless(state);
    }
    present_.use(state);
    series.tie_velocities(*present_.get(), state);
    series.add_forces(state, state.pair, 0, false);
    present_.hold(state, series);
    series.expand(state, *present_.get());
    if (series.massless().floating().empty()) return true;
    if (!catch_floating(state, series)) return unbalanced_body_ < 0;
  }
  return false;
}

/// Pairs that were at rest carry their static limit until the cascade breaks them.
void MasslessModes::press(Expansion& series) {
  pressed_.assign(guess_.size(), 0);
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (presses_ && candidate_[j] != 0 && broken_[j] == 0 && drops(j, guess_[j])) pressed_[j] = 1;
  series.press(pressed_);
}

/// The force along a direction that nothing holds, just after now; 0 if there is none at any order.
double MasslessModes::floating_force(const Expansion& series, const double* direction) const {
  for (int k = 0; k <= series.order(); ++k) {
    double force = 0.0;
    for (int s = 0; s < series.massless().size(); ++s) {
      const Structure::Slack& slack = present_->slacks[s];
      for (int i = slack.member_begin; i < slack.member_end; ++i) {
        const Term& member = present_->members[i];
        force += direction[s] * member.coefficient * series.body_force(member.body)[k];
      }
    }
    if (std::abs(force) > 1e3 * kNoise * series.force_scale(k)) return force;
  }
  return 0.0;
}

/// A body that nothing holds and that a force drives runs into a pair that holds it: of those that
/// slide the other way the one whose rate it brings to zero first.
/// @return true if guess_ changed; false: nothing drives it, or unbalanced_body_ is one that flies
bool MasslessModes::catch_floating(const State& state, const Expansion& series) {
  const MasslessBalance& balance = series.massless();
  const int n = balance.size();
  unbalanced_body_ = -1;
  for (std::size_t at = 0; at < balance.floating().size(); at += n) {
    const double* direction = &balance.floating()[at];
    const double force = floating_force(series, direction);
    if (force == 0.0) continue;
    int body = -1;
    for (int s = 0; s < n; ++s)
      if (body < 0 || std::abs(direction[s]) > std::abs(direction[body])) body = s;
    body = present_->slacks[body].body;
    int first = -1;
    double soonest = std::numeric_limits<double>::infinity();
    for (int j = 0; j < system_.n_pairs(); ++j) {
      if (candidate_[j] == 0 || guess_[j] == 0) continue;
      const int e = system_.first_pair() + j;
      double rate = 0.0;
      for (int s = 0; s < n; ++s)
        rate += balance.rate_row(e)[s] * direction[s] * (force > 0 ? 1 : -1);
      if (rate * guess_[j] >= 0.0 || -series.rate(e)[0] / rate >= soonest) continue;
      soonest = -series.rate(e)[0] / rate;
      first = j;
    }
    if (first >= 0) {
      guess_[first] = broken_[first] = 0;
      return true;
    }
    unbalanced_body_ = body;
  }
  static_cast<void>(state);
  return false;
}

/// The first coefficient that says on which side of its mode a pair is; order > series.order() if
/// all vanish.
MasslessModes::Violation MasslessModes::violation_of(const State& state, const Expansion& series,
                                                   int pair) const {
  const int e = system_.first_pair() + pair;
  Violation found{pair, series.order() + 1, 0.0, 0};
  if (const int mode = state.pair[pair]; mode != 0) {
    if (const double way = mode * jump_of(state, pair); std::abs(way) > kJump * jump_) {
      found.order = kInJump;
      found.size = way < 0.0 ? -way / (kJump * jump_) : 0.0;
      return found;
    }
    if (goes_on_[pair] != 0 && mode == before_[pair] && mode * series.rate(e)[0] > 0.0) {
      found.order = 0;  // it creeps on, however slowly, until its own guard stops it
      return found;
    }
    for (int k = 0; k <= series.order(); ++k) {
      const double rate = mode * series.rate(e)[k];
      const double noise = rate_noise(series, pair, k);
      if (std::abs(rate) <= noise) continue;
      found.order = k;
      found.size = rate < 0.0 ? -rate / noise : 0.0;
      return found;
    }
    found.size = 1.0;  // it does not move at all: it sticks
    return found;
  }
  if (present_->rigid[e] == 0) {
    // It closes a cycle through bodies whose velocities agree now and part later.
    for (int k = 0; k <= series.order(); ++k) {
      const double rate = series.rate(e)[k];
      const double noise = rate_noise(series, pair, k);
      if (std::abs(rate) <= noise) continue;
      return {pair, kContradiction, std::abs(rate) / noise,
              static_cast<std::int8_t>(rate > 0.0 ? 1 : -1)};
    }
  }
  return present_.is_shared(pair) ? found : violation_of_limits(state, series, pair);
}

/// The same for the force of a stuck pair.
MasslessModes::Violation MasslessModes::violation_of_limits(const State& state,
                                                          const Expansion& series, int pair) const {
  const int e = system_.first_pair() + pair;
  Violation found{pair, series.order() + 1, 0.0, 0};
  for (const int side : {1, 0}) {
    const double sign = side == 1 ? 1.0 : -1.0;
    if (is_stop(system_, pair) && sign * state.side[pair] > 0.0) continue;  // pushes without limit
    for (int k = 0; k <= series.order(); ++k) {
      const double room = series.limit(pair, side, k) - sign * series.f(e)[k];
      const double noise = force_noise(series, k);
      if (std::abs(room) <= noise) continue;
      if (room < 0.0 && (found.size == 0.0 || k < found.order)) {
        found.order = k;
        found.size = -room / noise;
        found.mode = static_cast<std::int8_t>(sign);
      }
      break;
    }
  }
  return found;
}

/// How far a pair slides in the jump to where the massless bodies balance.
double MasslessModes::jump_of(const State& state, int pair) const {
  if (jump_ == 0.0) return 0.0;
  double way = 0.0;
  for (const Term& term : system_.terms_of_pair(pair))
    way += term.coefficient * (state.position[term.body] - position_before_[term.body]);
  return way;
}

MasslessModes::Violation MasslessModes::worst_violation(const State& state, const Expansion& series,
                                                      bool first) {
  Violation worst;
  const auto note = [&worst](const Violation& one) {
    const bool is_worse = worst.pair < 0 || one.order < worst.order ||
                          (one.order == worst.order && one.size > worst.size);
    if (one.size > 0.0 && is_worse) worst = one;
  };
  cut_.clear();
  for (int j = 0; j < system_.n_pairs() && !(first && worst.pair >= 0); ++j)
    if (candidate_[j] != 0 && broken_[j] == 0) note(violation_of(state, series, j));
  if (!present_->redundant || (first && worst.pair >= 0)) return worst;
  note(violation_of_cycles(state, series));
  const bool cuts = std::any_of(cut_.begin(), cut_.end(), [&](const Violation& one) {
    return one.pair == worst.pair && one.order == worst.order;
  });
  if (!cuts) cut_.clear();
  if (first && cuts) cut_ = {worst = cut_.front()};
  return worst;
}

/// To the positions of this instant, before what was tried.
void MasslessModes::go_back(State& state, Expansion& series) {
  state.position = position_before_;
  state.contact = contact_before_;
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_massless(b)) series.q(b)[0] = state.position[b];
  jump_ = 0.0;
}

/// The largest way of a massless body from where it was; 0 if that is rounding.
double MasslessModes::farthest_jump(const State& state, const Expansion& series) const {
  double jump = 0.0;
  for (int b = 0; b < system_.n_bodies(); ++b)
    jump = std::max(jump, std::abs(state.position[b] - position_before_[b]));
  return jump > kJump * length_scale(state, series) ? jump : 0.0;
}

/// Modes that fit while broken pairs carry F_K whichever way they go, and all others are held by
/// F_S.
ModeStatus MasslessModes::decide_stage(State& state, Expansion& series) {
  noise_factor_ = 1.0;
  last_ = -1;
  least_ = {-1, 0, std::numeric_limits<double>::infinity(), 0};
  const int few = 10 + 3 * system_.n_pairs();
  for (int pivot = 0; pivot < kMaxPivots + few; ++pivot) {
    stop_if_asked();
    go_back(state, series);
    if (!try_modes(state, series, last_)) return ModeStatus::Floating;
    note_velocity_noise(state, series);  // now with the accelerations of this instant
    if (last_ >= 0 && contradicts(state)) {
      guess_[last_] = static_cast<std::int8_t>(-last_mode_);  // it passes zero and slides back
      last_ = -1;
      continue;
    }
    if (series.massless().n_static() > 0 || !state.resolved) {
      const bool balanced = rest(state, series);
      jump_ = balanced && state.resolved ? 0.0 : farthest_jump(state, series);
      series.expand(state, *present_.get());
    }
    const Violation worst = worst_violation(state, series, pivot >= few);
    if (worst.pair < 0 && jump_ == 0.0) return ModeStatus::Decided;
    if (worst.pair < 0) {
      if (state.resolved) return ModeStatus::Jumped;
      position_before_ = state.position;  // at the start it may come from anywhere
      contact_before_ = state.contact;
      last_ = -1;
      continue;
    }
    note_least(worst, series.order());
    if (pivot == few && least_.size < kNearly)
      take_least();
    else
      change_mode(state, series, worst);
  }
  return ModeStatus::Cycled;
}

/// Modes that fit but for rounding, in case that none fit better.
void MasslessModes::note_least(const Violation& worst, int order) {
  if (worst.size >= least_.size || worst.order > order || jump_ > 0.0) return;
  least_ = worst;
  least_guess_ = guess_;
}

void MasslessModes::take_least() {
  guess_ = least_guess_;
  noise_factor_ = 1.01 * least_.size;
  last_ = -1;
}

/// The next modes to try.
void MasslessModes::change_mode(State& state, const Expansion& series, const Violation& worst) {
  const int j = worst.pair;
  last_mode_ = state.pair[j];
  guess_[j] = worst.mode;
  if (const int yields = yielding_pair(state, series, worst); yields >= 0) {
    if (is_pushed_in(state, worst)) guess_[j] = 0;
    guess_[yields] = yields == j ? static_cast<std::int8_t>(-last_mode_) : yield_side_;
  }
  for (const Violation& one : cut_) guess_[one.pair] = one.mode;
  last_ = guess_[j] == 0 ? j : -1;
}

/// Where nothing damps, positions follow from the balance of springs; between events they stay
/// there up to rounding, which is taken out here.
bool MasslessModes::rest(State& state, Expansion& series) {
  const double moved = series.rest_massless(state, *present_.get());
  if (moved == 0.0) return true;
  if (moved <= kJump * length_scale(state, series)) return true;
  for (const auto& slack : present_->slacks) unbalanced_body_ = slack.body;
  return false;
}

/// Leading coefficients of guards that are known to be zero.
void MasslessModes::write_roots(State& state, const Expansion& series) {
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (candidate_[j] == 0) continue;
    std::int8_t* roots[2] = {&state.roots[system_.pair_guard(j, 0)],
                             &state.roots[system_.pair_guard(j, 1)]};
    *roots[0] = *roots[1] = 0;
    const int e = system_.first_pair() + j;
    if (is_stop(system_, j)) {
      int zeros = state.pair[j] != 0 ? violation_of(state, series, j).order + 1 : 0;
      if (state.pair[j] == 0)
        while (zeros <= series.order() &&
               std::abs(series.f(e)[zeros]) <= kNoise * series.force_scale(zeros))
          ++zeros;
      write_stop(system_, state, j, state.side[j], zeros);
      continue;
    }
    if (state.pair[j] != 0) {
      *roots[0] = static_cast<std::int8_t>(violation_of(state, series, j).order);
      continue;
    }
    if (has_no_strength(system_, series, j)) state.pinned[j] = 1;
  }
  write_limits(state, series);
}

/// The same for the forces of stuck pairs against their limits.
void MasslessModes::write_limits(State& state, const Expansion& series) const {
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (candidate_[j] == 0 || state.pair[j] != 0 || is_stop(system_, j)) continue;
    if (state.pinned[j] != 0) continue;  // what presses it is known
    const int e = system_.first_pair() + j;
    for (const int side : {1, 0}) {
      if (state.roots[system_.pair_guard(j, side == 1 ? 0 : 1)] == kAllOrders) continue;
      int k = 0;
      while (k <= series.order() &&
             std::abs(series.limit(j, side, k) - (side == 1 ? 1.0 : -1.0) * series.f(e)[k]) <=
                 force_noise(series, k))
        ++k;
      state.roots[system_.pair_guard(j, side == 1 ? 0 : 1)] = static_cast<std::int8_t>(k);
    }
  }
}

}  // namespace luztar
