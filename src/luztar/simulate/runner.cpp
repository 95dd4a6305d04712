#include "luztar/simulate/runner.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "luztar/core/stop_request.h"
#include "luztar/dynamics/change.h"
#include "luztar/dynamics/system_impl.h"
#include "luztar/series/polynomial.h"
#include "luztar/simulate/step_size.h"

namespace luztar {
namespace {

/// Order of the series: work grows with the order, the step too; this is near the best ratio.
int order_for(double tolerance) {
  return std::clamp(static_cast<int>(std::lround(-0.94 * std::log(tolerance))), 10, kMaxDegree - 2);
}

constexpr double kUlp = 0x1p-52;
constexpr int kLeastOrder = 6;
constexpr int kShortSteps = 1000;  // in a row; steps to a zero of (t - 1)^17 fall by 6 % each

}  // namespace

Runner::Runner(const SystemImpl& system, State start, const SimulationSettings& settings,
               Observer& observer)
    : system_(system),
      settings_(settings),
      observer_(observer),
      changed_(has_other_laws(system, settings, start)),
      former_{start.contact, start.pair, start.side},
      state_(changed_ ? with_laws(system, std::move(start)) : std::move(start)),
      series_(system_, order_for(settings.tolerance)),
      modes_(system_, cache_, settings.tolerance),
      impacts_(system_),
      ledger_(system_, series_.order()),
      sampler_(system_, settings),
      laws_(system_),
      proof_(system_, settings),
      notes_(system_),
      end_(settings.start + settings.duration) {
  at_rest_.assign(system_.n_pairs(), 0);
  broken_.assign(system_.n_pairs(), 0);
  fired_.assign(system_.n_guards(), 0);
  passes_.assign(system_.n_guards(), 0);
  last_pass_.assign(system_.n_guards() / 2, {state_.anchor, state_.anchor});
  period_.assign(system_.n_guards() / 2, 0.0);
  passes_now_.assign(system_.n_guards(), 0);
  next_position_ = state_.position;
  motion_scale_.assign(system_.n_bodies(), 0.0);
  next_velocity_ = state_.velocity;
  next_internal_ = state_.internal;
  polynomial_.assign(static_cast<std::size_t>(series_.order()) + 1, 0.0);
  remember_modes();
  may_choose_ = std::count_if(system_.pairs.begin(), system_.pairs.end(), [](const PairLaw& law) {
                  return law.breakaway[0] > law.kinetic[0] || law.breakaway[1] > law.kinetic[1];
                }) > 1;
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (system_.pairs[j].normal_slot >= 0) pressed_.push_back(j);
  tied_ = tied_motions(system_);
}

RunInfo Runner::run() {
  if (begin() && !impacts_.happened()) proof_.look_at_start(values_at(state_.time, 0));
  sampler_.go_on_from(state_);
  while (!done_ && step()) {
  }
  return std::move(info_);
}

bool Runner::begin() {
  if (changed_) {
    if (change_laws()) proof_.look_after(state_, series_);
    return !done_;
  }
  if (!state_.resolved) {
    begin_instant();
    next_velocity_ = state_.velocity;
    remember_modes();
    state_.resolved = settle();
    if (state_.resolved && impacts_.happened()) report_impacts();
  } else {
    start_series();
    modes_.use_structure_of(state_);
    expand_here();
  }
  if (!done_) proof_.look_after(state_, series_);
  return !done_;
}

void Runner::start_series() {
  series_.set_order(order_for(settings_.tolerance));
  series_.start(state_);
}

/// All orders in the present modes; start_series() is done.
void Runner::expand_here() {
  if (system_.has_massless && !modes_.rest(state_, series_)) {
    stop_undecided(ModeStatus::Jumped);
    return;
  }
  series_.expand(state_, *modes_.structure());
  // Near a pole or overflow the high coefficients leave the finite numbers before the motion does.
  finite_ = finite();
  while (!finite_ && series_.order() > kLeastOrder) {
    series_.set_order(std::max(kLeastOrder, series_.order() * 2 / 3));
    series_.expand(state_, *modes_.structure());
    finite_ = finite();
  }
  if (system_.n_internals() > 0 && finite()) {
    const double step = step_size(system_, state_, series_, settings_.tolerance);
    series_.expand_settled(state_, *modes_.structure(), step, settings_.tolerance);
  }
  ledger_.begin_step(state_, series_);
}

/// Position, velocity and acceleration of given motions: a singular one would spread over the
/// state.
bool Runner::motions_are_finite() const {
  for (int b = 0; b < system_.n_bodies(); ++b)
    for (int k = 0; k <= 2 && system_.motion_slot(b) >= 0; ++k)
      if (!std::isfinite(series_.q(b)[k])) return false;
  return true;
}

bool Runner::finite_at_anchor() const {
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (!std::isfinite(series_.a(b)[0]) || !std::isfinite(series_.q(b)[0]) ||
        !std::isfinite(series_.v(b)[0]))
      return false;
  for (int e = 0; e < system_.n_elements(); ++e)
    if (!std::isfinite(series_.f(e)[0])) return false;
  return true;
}

bool Runner::finite() const {
  // What overflows spreads to the highest coefficient, except in a parabola and its like.
  const int degree = series_.degree();
  const bool is_short = degree < series_.order();
  const auto all = [degree, is_short](const double* c) {
    if (!is_short && c[degree] != 0.0) return std::isfinite(c[0]) && std::isfinite(c[degree]);
    double even = c[degree];  // two sums: one waits for the other's additions
    double odd = 0.0;
    for (int k = 0; k + 1 < degree; k += 2) {
      even += c[k];
      odd += c[k + 1];
    }
    if (degree % 2 != 0) odd += c[degree - 1];
    // A sum may leave the numbers where its terms do not.
    return std::isfinite(even + odd) ||
           std::all_of(c, c + degree + 1, [](double x) { return std::isfinite(x); });
  };
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (!all(series_.a(b)) || !std::isfinite(series_.q(b)[0])) return false;
  for (int e = 0; e < system_.n_elements(); ++e)
    if (!all(series_.f(e))) return false;
  for (const int j : pressed_)
    if (!all(series_.series().slot(system_.pairs[j].normal_slot))) return false;
  return true;
}

bool Runner::step() {
  if (!plan()) return false;
  const double rest = Time{end_, 0.0} - state_.anchor;
  const bool ends = !(planned_ <= rest);
  const double reach = ends ? rest : planned_;
  if (!look_ahead(reach)) {
    stop_with(Status::NotFinite, not_finite_words());
    return false;
  }
  double given = 0.0;
  while (sampler_.has_next()) {
    const double time = sampler_.next_time();
    const double local = Time{time, 0.0} - state_.anchor;
    if (ends ? local > reach : local >= reach) break;
    const Sample sample = sampler_.sample(time, state_, series_, ledger_, std::max(local, 0.0));
    if (!can_be_given(sample, given)) return false;
    proof_.look_at(sample);
    observer_.sample(sample);
    given = std::max(local, 0.0);
    sampler_.advance();
  }
  if (!ends) return end_step_at(planned_);
  finish(reach);
  return false;
}

/// Where look_ahead() looked. What happens there may take long, and can be left.
bool Runner::end_step_at(double tau) {
  if (StopScope::is_open()) before_instant_ = state_;
  try {
    if (crossing_ <= tau)
      process_event(tau);
    else
      go_on_at(tau);
  } catch (const StopAsked&) {
    leave_instant(tau);
    return false;
  }
  last_step_ = tau;
  if (const int element = notes_.watch_stiffness(state_); element >= 0)
    observer_.stiff(system_.elements[element].name);
  const double now = state_.anchor.value;
  if (!done_ && (!observer_.progress(now) || observer_.part(now)))
    stop_with(Status::Stopped, "stopped on request");
  return !done_;
}

/// The run ends just before the instant, with the series that led to it.
void Runner::leave_instant(double tau) {
  const StopScope nobody(nullptr);
  state_ = before_instant_;
  start_series();
  modes_.use_structure_of(state_);
  expand_here();
  stop_with(Status::Stopped, "stopped on request", tau);
}

/// No event: the series anew, from where this one led.
void Runner::go_on_at(double tau) {
  if (std::isfinite(series_.shares().moment())) {
    decide_shares(tau);
  } else {
    move_to(tau);
    start_series();
    begin_instant();
    if (motions_are_finite()) {
      modes_.tie(state_, series_, at_rest_);
      expand_here();
    }
  }
  short_steps_ = tau < shortest_step(state_.anchor.value) ? short_steps_ + 1 : 0;
  if (!done_ && (!motions_are_finite() || !finite_ || short_steps_ > kShortSteps))
    stop_with(Status::NotFinite, not_finite_words());
}

/// Strengths that grew from zero are there now, and say who shares what.
void Runner::decide_shares(double tau) {
  remember_modes();
  move_to(tau);
  begin_instant();
  if (settle()) report_changes();
}

/// Works out where the step leads and what it costs; false if a result is not a finite number.
bool Runner::look_ahead(double tau) {
  bool finite = true;
  const int degree = series_.degree();
  for (int b = 0; b < system_.n_bodies(); ++b) {
    const TwoLanes next = evaluate_two(series_.q(b), series_.v(b), degree, tau);
    next_position_[b] = next[0];
    next_velocity_[b] = next[1];
    finite = finite && std::isfinite(next_position_[b]) && std::isfinite(next_velocity_[b]);
  }
  finite = std::isfinite(ledger_.integrate(state_, series_, tau, next_velocity_)) && finite;
  for (int i = 0; i < system_.n_internals(); ++i) {
    next_internal_[i] = evaluate_polynomial(series_.z(i), series_.order(), tau);
    finite = finite && std::isfinite(next_internal_[i]);
  }
  return finite;
}

/// The anchor goes to anchor + tau, where look_ahead() looked; the work of the step is booked.
void Runner::move_to(double tau) {
  ledger_.commit(state_);
  if (impacts_.has_stops()) move_rooms(tau);
  state_.position = next_position_;
  state_.velocity = next_velocity_;
  state_.internal = next_internal_;
  state_.anchor = state_.anchor + tau;
  state_.time = state_.anchor.value;
  ++state_.steps;
}

/// Where look_ahead() looked, in the modes that remember_modes() kept.
Instant Runner::before_event() const {
  Instant end;
  end.q = list(next_position_);
  end.v = list(next_velocity_);
  end.z = list(next_internal_);
  end.contact = contact_before_.data();
  end.pair = pair_before_.data();
  end.side = side_before_.data();
  return end;
}

void Runner::process_event(double tau) {
  if (state_.events >= settings_.max_events) {
    stop_with(Status::TooManyEvents, "more than " + std::to_string(settings_.max_events) +
                                         " events; most from " + busiest_names(passes_) +
                                         period_words() +
                                         "; raise max_events if this is what you want");
    return;
  }
  const bool around = observer_.wants_samples_around_events();
  const double time = (state_.anchor + tau).value;
  std::optional<Sample> before;
  if (around) before.emplace(sampler_.sample(time, state_, series_, ledger_, tau, 1));
  note_grazing(tau);
  remember_modes();
  proof_.look_before(before_event(), state_, series_, tau);
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.motion_slot(b) >= 0)
      motion_scale_[b] = std::max(motion_scale_[b], motion_scale(b, tau));
  move_to(tau);
  begin_instant();
  const double slack = 4.0 * kUlp * (std::abs(state_.anchor.value) + tau);
  std::erase_if(crossings_, [&](const Crossing& c) { return c.tau > tau + slack; });
  open_outer_switches(tau);
  for (const Crossing& crossing : crossings_)
    if (!is_chosen(crossing.guard)) pass(crossing.guard);
  ++state_.events;
  if (!settle()) return;
  if (!jumps_.empty() && !motions_are_continuous(tau)) return;
  impacts_.book(state_);
  const bool jumped = !jumps_.empty();
  note_jumps_of_pieces();
  proof_.look_after(state_, series_);
  proof_.pass(impacts_, jumped || !jumps_.empty());
  report_changes();
  if (around) {
    const Sample after = sampler_.sample(time, state_, series_, ledger_, 0.0, 0);
    if (!can_be_given(*before, 0.0) || !can_be_given(after, 0.0)) return;
    observer_.around_event(*before, after);
  }
  if (accumulates(tau))
    stop_with(Status::Accumulation, "events follow each other without an end: " +
                                        busiest_names(passes_) + period_words());
}

void Runner::report_changes() {
  const auto report = [&](int name, std::int8_t from, std::int8_t to, Event::Cause cause) {
    const bool element = name < system_.n_elements();
    observer_.event(
        {state_.anchor, name, from, to, cause, 0.0, element ? series_.d(name)[0] : 0.0});
  };
  for (int s = 0; s < system_.n_springs(); ++s) {
    if (contact_before_[s] == state_.contact[s]) continue;
    ++state_.mode_changes;
    report(s, contact_before_[s], state_.contact[s],
           state_.contact[s] == 0 ? Event::Cause::Leave : Event::Cause::Touch);
    if (state_.contact[s] == 0)
      notes_.pulling(system_.elements[s].name,
                     std::abs(system_.springs[s].damping * series_.rate(s)[0]),
                     state_.anchor.value);
  }
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (system_.pairs[j].kind == PairLaw::Kind::Stop) {
      report_stop(j);
      continue;
    }
    if (pair_before_[j] == state_.pair[j]) continue;
    const bool own =
        changed_ || fired_[system_.pair_guard(j, 0)] != 0 || fired_[system_.pair_guard(j, 1)] != 0;
    const auto cause = pair_before_[j] != 0 ? Event::Cause::Stop : Event::Cause::Break;
    ++state_.mode_changes;
    report(system_.first_pair() + j, pair_before_[j], state_.pair[j],
           own ? cause : Event::Cause::Follow);
  }
  for (const int owner : jumps_) report(owner, 0, 0, Event::Cause::Jump);
}

void Runner::finish(double tau) {
  done_ = true;
  state_.time = tau == 0.0 ? state_.anchor.value : (state_.anchor + tau).value;
  state_.sampled = info_.status == Status::Finished ? state_.time : sampler_.last_time();
  const Sample last = sampler_.sample(state_.time, state_, series_, ledger_, tau);
  info_.q.assign(last.q.begin(), last.q.end());
  info_.v.assign(last.v.begin(), last.v.end());
  for (int b = 0; b < system_.n_bodies(); ++b) {  // a motion that left the numbers: its last ones
    if (!std::isfinite(info_.q[b])) info_.q[b] = state_.position[b];
    if (!std::isfinite(info_.v[b])) info_.v[b] = state_.velocity[b];
  }
  info_.energy = last.energy;
  if (info_.status == Status::Finished) proof_.look_at(last);
  info_.proofs = proof_.proofs(last.energy);
  keep_state(tau, last);
  notes_.stiffness(state_, state_.time - settings_.start);
  info_.warnings = notes_.take();
}

}  // namespace luztar
