#include "luztar/dynamics/instant/massless_modes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "luztar/core/nearness.h"
#include "luztar/core/stop_request.h"
#include "luztar/dynamics/instant/guards.h"

namespace luztar {
namespace {

constexpr int kMaxPivots = 400;
constexpr double kNearly = 1e3;  // times the rounding: modes that fit where none fits better

}  // namespace

MasslessModes::MasslessModes(const SystemImpl& system, PresentStructure& present, double tolerance)
    : system_(system),
      present_(present),
      rounding_(system, present, tolerance),
      cycles_(system, present, rounding_),
      pair_(system.n_pairs()) {}

/// Expands in the modes of guess_. `last`: a pair that was just set to stick, -1 for none.
/// @return false if a massless body floats and no pair catches it
bool MasslessModes::try_modes(State& state, Expansion& series, int last) {
  for (int round = 0; round <= system_.n_pairs(); ++round) {
    stop_if_asked();
    release_conflicts(system_, state.velocity, rounding_.velocities(), guess_, last);
    state.pair = guess_;
    set_at_static(series);
    state.held = before_.held;
    state.is_held = before_.is_held;
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
    if (!catch_floating(series)) return unbalanced_body_ < 0;
  }
  return false;
}

/// Pairs that were at rest carry their static limit until the cascade breaks them.
void MasslessModes::set_at_static(Expansion& series) {
  at_static_.assign(guess_.size(), 0);
  for (int j = 0; keeps_static_ && j < system_.n_pairs(); ++j) {
    const bool holds = pair_[j].is_open && pair_[j].broken == Mode::Stuck;
    if (holds && drops(j, guess_[j])) at_static_[j] = 1;
  }
  series.set_at_static(at_static_);
}

/// The force along a direction that nothing holds, just after now; 0 if there is none at any order.
double MasslessModes::floating_force(const Expansion& series, const double* direction) const {
  for (int k = 0; k <= series.order(); ++k) {
    double force = 0.0;
    for (int s = 0; s < series.massless().size(); ++s) {
      for (const Term& member : present_->members_of(present_->massless_bodies[s]))
        force += direction[s] * member.coefficient * series.body_force(member.body)[k];
    }
    if (std::abs(force) > 1e3 * kNoise * series.force_scale(k)) return force;
  }
  return 0.0;
}

/// A body that nothing holds and that a force drives runs into a pair that holds it: of those that
/// slide the other way the one whose rate it brings to zero first.
/// @return true if guess_ changed; false: nothing drives it, or unbalanced_body_ is one that flies
bool MasslessModes::catch_floating(const Expansion& series) {
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
    body = present_->massless_bodies[body].body;
    int first = -1;
    double earliest = std::numeric_limits<double>::infinity();
    for (int j = 0; j < system_.n_pairs(); ++j) {
      if (!pair_[j].is_open || guess_[j] == Mode::Stuck) continue;
      const int e = system_.first_pair() + j;
      double rate = 0.0;
      for (int s = 0; s < n; ++s)
        rate += balance.rate_row(e)[s] * direction[s] * (force > 0 ? 1 : -1);
      if (rate * number(guess_[j]) >= 0.0 || -series.rate(e)[0] / rate >= earliest) continue;
      earliest = -series.rate(e)[0] / rate;
      first = j;
    }
    if (first >= 0) {
      guess_[first] = Mode::Stuck;
      pair_[first].broken = Mode::Stuck;
      return true;
    }
    unbalanced_body_ = body;
  }
  return false;
}

/// The first coefficient that says on which side of its mode a pair is; order > series.order() if
/// all vanish.
Violation MasslessModes::violation_of(const State& state, const Expansion& series, int pair) const {
  const int e = system_.first_pair() + pair;
  Violation found{pair, series.order() + 1, 0.0, Mode::Stuck};
  if (const Mode mode = state.pair[pair]; mode != Mode::Stuck) {
    if (const double distance = number(mode) * jump_of(state, pair);
        exceeds(distance, jump_, kJump)) {
      found.order = Violation::kInJump;
      found.size = distance < 0.0 ? -distance / (kJump * jump_) : 0.0;
      return found;
    }
    if (pair_[pair].goes_on && mode == before_.pair[pair] &&
        number(mode) * series.rate(e)[0] > 0.0) {
      found.order = 0;  // it creeps on, however slowly, until its own guard stops it
      return found;
    }
    for (int k = 0; k <= series.order(); ++k) {
      const double rate = number(mode) * series.rate(e)[k];
      const double noise = rounding_.rate(series, pair, k);
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
      const double noise = rounding_.rate(series, pair, k);
      if (std::abs(rate) <= noise) continue;
      return {pair, Violation::kContradiction, std::abs(rate) / noise, mode_along(rate)};
    }
  }
  return present_.is_shared(pair) ? found
                                  : violation_of_limits(system_, rounding_, state, series, pair);
}

/// How far a pair slides in the jump to where the massless bodies balance.
double MasslessModes::jump_of(const State& state, int pair) const {
  if (jump_ == 0.0) return 0.0;
  double distance = 0.0;
  for (const Term& term : system_.terms_of_pair(pair))
    distance += term.coefficient * (state.position[term.body] - before_.position[term.body]);
  return distance;
}

Violation MasslessModes::worst_violation(const State& state, const Expansion& series, bool first) {
  Violation worst;
  const auto note = [&worst](const Violation& one) {
    const bool is_worse = worst.pair < 0 || one.order < worst.order ||
                          (one.order == worst.order && one.size > worst.size);
    if (one.size > 0.0 && is_worse) worst = one;
  };
  cut_.clear();
  for (int j = 0; j < system_.n_pairs() && !(first && worst.pair >= 0); ++j)
    if (pair_[j].is_open && pair_[j].broken == Mode::Stuck) note(violation_of(state, series, j));
  if (!present_->redundant || (first && worst.pair >= 0)) return worst;
  cut_ = cycles_.find(state, series);
  for (const Violation& one : cut_) note(one);
  const bool cuts = std::any_of(cut_.begin(), cut_.end(), [&](const Violation& one) {
    return one.pair == worst.pair && one.order == worst.order;
  });
  if (!cuts) cut_.clear();
  if (first && cuts) cut_ = {worst = cut_.front()};
  return worst;
}

/// To the positions of this instant, before what was tried.
void MasslessModes::go_back(State& state, Expansion& series) {
  state.position = before_.position;
  state.contact = before_.contact;
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_massless(b)) series.q(b)[0] = state.position[b];
  jump_ = 0.0;
}

/// The largest distance of a massless body from its position before; 0 if that is rounding.
double MasslessModes::farthest_jump(const State& state, const Expansion& series) const {
  double jump = 0.0;
  for (int b = 0; b < system_.n_bodies(); ++b)
    jump = std::max(jump, std::abs(state.position[b] - before_.position[b]));
  return jump > rounding_.distance(state, series) ? jump : 0.0;
}

/// Modes that fit while broken pairs carry F_K whichever way they go, and all others are held by
/// F_S.
ModeStatus MasslessModes::decide_stage(State& state, Expansion& series) {
  rounding_.set_factor(1.0);
  last_ = {};
  least_.violation.size = std::numeric_limits<double>::infinity();
  const int few = 10 + 3 * system_.n_pairs();
  for (int pivot = 0; pivot < kMaxPivots + few; ++pivot) {
    stop_if_asked();
    go_back(state, series);
    if (!try_modes(state, series, last_.pair)) return ModeStatus::Floating;
    rounding_.note(state, series);  // now with the accelerations of this instant
    const bool turns_back = last_.pair >= 0 && !system_.pairs[last_.pair].is_one_way();
    if (turns_back && contradicts(state)) {
      guess_[last_.pair] = opposite(last_.mode);  // it passes zero and slides back
      last_ = {};
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
      before_.position = state.position;  // at the start it may come from anywhere
      before_.contact = state.contact;
      last_ = {};
      continue;
    }
    note_least(worst, series.order());
    if (pivot == few && least_.violation.size < kNearly)
      take_least();
    else
      change_mode(state, series, worst);
  }
  return ModeStatus::Cycled;
}

/// Modes that fit but for rounding, in case that none fit better.
void MasslessModes::note_least(const Violation& worst, int order) {
  if (worst.size >= least_.violation.size || worst.order > order || jump_ > 0.0) return;
  least_ = {worst, guess_};
}

void MasslessModes::take_least() {
  guess_ = least_.guess;
  rounding_.set_factor(1.01 * least_.violation.size);
  last_ = {};
}

/// The next modes to try.
void MasslessModes::change_mode(State& state, const Expansion& series, const Violation& worst) {
  const int j = worst.pair;
  const Mode before = state.pair[j];
  guess_[j] = worst.mode;
  if (const Change yields = yielding_pair(state, series, worst); yields.pair >= 0) {
    if (is_pushed_in(state, worst)) guess_[j] = Mode::Stuck;
    guess_[yields.pair] = yields.mode;
  }
  for (const Violation& one : cut_) guess_[one.pair] = one.mode;
  last_ = guess_[j] == Mode::Stuck ? Change{j, before} : Change{};
}

/// Where nothing damps, positions follow from the balance of springs; between events they stay
/// there up to rounding, which is taken out here.
bool MasslessModes::rest(State& state, Expansion& series) {
  const double moved = series.rest_massless(state, *present_.get());
  if (moved == 0.0) return true;
  if (moved <= rounding_.distance(state, series)) return true;
  for (const auto& massless : present_->massless_bodies) unbalanced_body_ = massless.body;
  return false;
}

/// Leading coefficients of guards that are known to be zero.
void MasslessModes::write_roots(State& state, const Expansion& series) {
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (!pair_[j].is_open) continue;
    ZeroCount* roots[2] = {&state.roots[system_.pair_guard(j, 0)],
                           &state.roots[system_.pair_guard(j, 1)]};
    *roots[0] = *roots[1] = 0;
    const int e = system_.first_pair() + j;
    if (system_.pairs[j].has_edges()) {
      int zeros = state.pair[j] != Mode::Stuck ? violation_of(state, series, j).order + 1 : 0;
      if (state.pair[j] == Mode::Stuck)
        while (zeros <= series.order() &&
               is_negligible(series.f(e)[zeros], series.force_scale(zeros), kNoise))
          ++zeros;
      write_stop(system_, state, j, state.side[j], zeros);
      continue;
    }
    if (state.pair[j] != Mode::Stuck) {
      *roots[0] = static_cast<ZeroCount>(violation_of(state, series, j).order);
      continue;
    }
    if (has_no_strength(system_, series, j)) state.kept_limit[j] = Bound::Both;
  }
  write_limits(state, series);
}

/// The same for the forces of stuck pairs against their limits.
void MasslessModes::write_limits(State& state, const Expansion& series) const {
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (!pair_[j].is_open || state.pair[j] != Mode::Stuck || system_.pairs[j].has_edges()) continue;
    if (state.kept_limit[j] != Bound::Free) continue;  // the bound is decided
    const int e = system_.first_pair() + j;
    for (const int side : {1, 0}) {
      if (state.roots[system_.pair_guard(j, side == 1 ? 0 : 1)] == kAllOrders) continue;
      int k = 0;
      while (k <= series.order() &&
             std::abs(series.limit(j, side, k) - (side == 1 ? 1.0 : -1.0) * series.f(e)[k]) <=
                 rounding_.force(series, k))
        ++k;
      state.roots[system_.pair_guard(j, side == 1 ? 0 : 1)] = static_cast<ZeroCount>(k);
    }
  }
}

}  // namespace luztar
