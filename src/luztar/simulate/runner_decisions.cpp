// Ends of steps: those of the run, and those at which modes are decided anew without an event, or
// once more behind it.
#include <algorithm>

#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"
#include "luztar/core/stop_request.h"
#include "luztar/simulate/runner.h"
#include "luztar/simulate/step_size.h"

namespace luztar {

/// Samples and data that are one with the end of the run belong to it.
bool Runner::plans_beyond(const GridInstant& end) const {
  if (search_.ends_on_grid() && is_same(*search_.next_on_grid(), end)) return false;
  return !(search_.step() <= end.time - state_.anchor);
}

RunInfo Runner::run_from_instant() {
  transition_.remember();
  transition_.begin();
  if (stop_if(transition_.settle())) {
    state_.initial_energy = motion_.mechanical_energy();
    report_.report_changes();
    proof_.look_after(state_, motion_.series());
  }
  make_steps();
  return std::move(info_);
}

void Runner::make_steps() {
  times_.go_on_from(state_);
  while (!done_ && step()) {
  }
}

/// Whether an output point is one with an instant of a controller or of data that comes next.
bool Runner::waits(const GridInstant& point) const {
  return search_.next_on_grid() && is_same(*search_.next_on_grid(), point);
}

void Runner::move_to(double tau) { move_to(tau, state_.anchor + tau); }

/// Strengths that grew from zero have a value now, and give the shares of the pairs.
void Runner::decide_shares(double tau) {
  transition_.remember();
  move_to(tau);
  transition_.begin();
  if (stop_if(transition_.settle())) report_.report_changes();
  jump_states();
}

/// A speed or a state that a power of it has brought to zero at the end of this step, but for
/// rounding, is zero. Tried: where something drives it on, nothing has happened, and look_ahead()
/// holds.
bool Runner::come_to_rest(double tau, bool shrinks) {
  const double near = shrinks ? 4.0 * kShortestStep * motion_.time_scale() : 0.0;
  Arrivals& arrivals = transition_.arrivals();
  if (!arrivals.find(state_, motion_.series(), tau, near, motion_.tolerance())) return false;
  const State before = state_;
  transition_.remember();
  move_to(tau);
  arrivals.take(state_);
  transition_.begin();
  if (!transition_.settle() && arrivals.hold(motion_.series())) {
    report_.report_changes();
    jump_states();
    return true;
  }
  state_ = before;
  begin_decided();
  motion_.look_ahead(tau);
  return false;
}

/// Pairs whose guards have brought this instant about in vain, and will do so again: they have not
/// come nearer to zero on the way, since what they are made of has not moved by a digit.
std::vector<EventSearch::Crossing> Runner::held_by_rounding() {
  constexpr double kNearer = 0.5;
  std::vector<EventSearch::Crossing> held;
  if (!transition_.changes_nothing()) return held;
  for (const EventSearch::Crossing& crossing : search_.crossings()) {
    if (guard_owner(system_, crossing.guard).kind != GuardOwner::Kind::Pair) continue;
    const double* p = motion_.guard(crossing.guard);
    if (p == nullptr || !(crossing.start > 0.0) || !(p[1] < 0.0)) continue;
    if (p[0] > kNearer * crossing.start) held.push_back(crossing);
  }
  return held;
}

/// A force that passes its limit may stay on one side of it for as long as sin(w*t) is the same
/// number, and the same event comes again and again. The run goes on in its modes, twice as far and
/// farther, until the force is on the other side. What was before the instant stays remembered.
bool Runner::pass_rounding(double tau) {
  constexpr double kFarther = 4.0;
  const double most = std::min(kSolved * motion_.time_scale(), Time{end(), 0.0} - state_.anchor);
  for (double reach = std::max(2.0 * tau, kSmallest); reach <= most; reach *= kFarther) {
    const auto held = held_by_rounding();
    if (held.empty() || reach > motion_.natural_step()) break;
    if (!motion_.look_ahead(reach)) return stop_if(not_finite(motion_));
    if (observer_.wants_pieces())
      observer_.piece(Sampler::piece(state_.anchor.value, reach, motion_.series()));
    move_to(reach);
    transition_.begin();
    transition_.pass(held, reach);
    if (!stop_if(transition_.settle())) return false;
  }
  return true;
}

/// Instants of their own behind the present one, as long as jumps make conditions of others true.
void Runner::jump_states() {
  constexpr int kMostInstants = 100;
  StateJumps& jumps = transition_.state_jumps();
  jumps.begin();
  for (int n = 0; !done_ && jumps.find(); ++n) {
    if (!motion_.look_ahead(0.0)) return stop_with(not_finite(motion_));
    if (!jumps.evaluate()) return motion_.remember_modes();  // this instant is over
    if (!jumps.are_finite())
      return stop_with({Status::NotFinite,
                        "a jump gives a value that is not a finite number: " + jumps.names()});
    if (n == kMostInstants)
      return stop_with(
          {Status::Accumulation, "states jump without an end at one instant: " + jumps.names() +
                                     "; let their conditions leave a gap, as v > 10 and v < 9 do"});
    if (!jump_states_once()) return;
  }
}

bool Runner::jump_states_once() {
  const double time = state_.anchor.value;
  std::optional<Sample> before;
  if (observer_.wants_samples_around_events())
    before.emplace(sampler_.sample(time, state_, motion_.series(), motion_.ledger(), 0.0, 1));
  transition_.remember();
  proof_.look_before(before_event(), state_, motion_.series(), 0.0);
  transition_.begin_jump();
  if (!stop_if(transition_.settle())) return false;
  report_event();
  return !before || show_around(*before, time);
}

/// Both sides of the instant at the anchor. @return false if they are not finite
bool Runner::show_around(const Sample& before, double time) {
  const Sample after = sampler_.sample(time, state_, motion_.series(), motion_.ledger(), 0.0, 0);
  if (!stop_if(not_finite(motion_, before)) || !stop_if(not_finite(motion_, after))) return false;
  observer_.around_event(before, after);
  return true;
}

void Runner::meet_derivatives() {
  std::vector<int> guards;
  for (const EventSearch::Crossing& crossing : search_.crossings())
    if (!crossing.rests) guards.push_back(crossing.guard);
  const bool rests = guards.empty() && !search_.crossings().empty();
  rests ? derivatives_->meet_rest() : derivatives_->meet(guards);
}

void Runner::report_event() {
  transition_.impacts().record(state_);
  follow_jump();
  if (derivatives_) {
    derivatives_->leave(state_, motion_.series(), transition_.impacts());
    observer_.event_time(derivatives_->event_time());
  }
  const bool jumped = transition_.massless_jump().happened() || !transition_.input_jumps().empty();
  transition_.keep_true_jumps();
  proof_.look_after(state_, motion_.series());
  proof_.pass(transition_.impacts(), jumped || !transition_.input_jumps().empty());
  report_.report_changes();
}

/// Of massless bodies.
void Runner::follow_jump() {
  const MasslessJump& jump = transition_.massless_jump();
  if (!jump.happened()) return;
  proof_.follow_jump(state_.position);
  if (!derivatives_) return;
  derivatives_->jump(state_);
  if (const int j = jump.stopped(state_); j >= 0)
    derivatives_->report("they are not right at t = " + rounded_text(state_.anchor.value, 10) +
                         " s and later: '" + pair_name(system_, j) +
                         "' slides in a jump and rests behind it");
}

void Runner::find_moving(std::vector<char>& moving) const {
  const auto n = static_cast<std::size_t>(system_.n_bodies());
  moving.assign(n, 1);
  const auto is_fixed = [&](int b) {
    return system_.is_given(b) && system_.motion_slot(b) < 0 && state().velocity[b] == 0.0;
  };
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (is_fixed(b)) moving[b] = 0;
  const Structure& structure = motion_.structure();
  for (const auto& dependent : structure.dependents) {
    bool fixed = true;
    for (const Term& term : structure.terms_of(dependent)) fixed = fixed && is_fixed(term.body);
    if (fixed) moving[dependent.body] = 0;
  }
}

/// The run ends just before the instant, with the series that led to it.
void Runner::leave_instant(double tau) {
  state_ = before_instant_;
  begin_decided();
  stop_on_request(tau);
}

}  // namespace luztar
