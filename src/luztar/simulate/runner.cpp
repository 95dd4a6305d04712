#include "luztar/simulate/runner.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/core/stop_request.h"
#include "luztar/dynamics/compile/change.h"
#include "luztar/simulate/reached.h"
#include "luztar/simulate/step_size.h"

namespace luztar {
namespace {

constexpr int kShortSteps = 1000;  // in a row; steps to a zero of (t - 1)^17 fall by 6 % each
constexpr int kShrinking = 60;     // of these: what ends steps is found by then, or never
constexpr int kCloseEvents = 200;
constexpr int kCloseImpacts = 100000;  // bounces with a restitution near 1 take a while to end
constexpr int kShortInstants = 16;     // bodies and elements that no instant takes long with

std::optional<Modes> former_modes(const SystemImpl& system, const SimulationSettings& settings,
                                  const State& start) {
  if (!has_other_laws(system, settings, start)) return std::nullopt;
  return Modes{start.contact, start.pair, start.side, start.edges.tooth};
}

}  // namespace

bool Runner::Standstill::after_step(double tau, double time) {
  steps = tau < shortest_step(time) ? steps + 1 : 0;
  return steps > kShortSteps;
}

bool Runner::Standstill::after_event(double tau, double time_scale, bool struck) {
  int& close = struck ? impacts : events;
  close = tau <= 1e-13 * time_scale ? close + 1 : 0;
  if (struck) events = 0;  // those between impacts are as long as bounces, which end themselves
  return events > kCloseEvents || impacts > kCloseImpacts;
}

Runner::Runner(const SystemImpl& system, State start, const SimulationSettings& settings,
               Observer& observer)
    : system_(system),
      settings_(settings),
      observer_(observer),
      former_(former_modes(system, settings, start)),
      motion_(system, former_ ? with_laws(system, std::move(start)) : std::move(start), settings),
      state_(motion_.state()),
      passes_(system, state_.anchor),
      notes_(system),
      search_(motion_, notes_, settings.start + settings.duration),
      given_(motion_),
      transition_(motion_, search_, given_, passes_, notes_),
      report_(motion_, transition_, notes_, observer),
      sampler_(system),
      times_(settings),
      proof_(system, settings, std::exchange(state_.sizes, {})) {}

bool Runner::begin_run() {
  const bool goes_on = state_.resolved || state_.time != settings_.start;
  if (begin() && !transition_.impacts().happened())
    proof_.look_at_start(values_at(state_.time, 0), state_);
  if (system_.origin.varied && !done_) {
    derivatives_ = std::make_unique<Derivatives>(system_, motion_.tolerance());
    derivatives_->begin(state_, motion_.series(), goes_on);
  }
  proof_.begin_with(state_.ahead.pending);
  return !done_;
}

RunInfo Runner::run() {
  begin_run();
  make_steps();
  return std::move(info_);
}

bool Runner::begin() {
  bool begins = true;
  const bool is_instant = former_ || !state_.resolved;
  if (former_)
    begins = begin_with_other_laws();
  else if (is_instant)
    begins = begin_open();
  else
    go_on_from_state();
  if (!begins) return false;
  proof_.look_after(state_, motion_.series());
  if (is_instant) jump_states();
  return !done_;
}

void Runner::go_on_from_state() {
  motion_.remember_modes();  // nothing happens at this instant
  begin_decided();
}

void Runner::begin_decided() {
  motion_.start();
  motion_.present().use(state_);
  motion_.expand_again();
}

bool Runner::begin_open() {
  std::optional<State> start;
  if (system_.has_massless && !system_.sampling.empty()) start = state_;
  transition_.begin();
  motion_.left().velocity = state_.velocity;
  if (!settle_start()) return false;
  if (start && !take_first_samples(*std::move(start))) return false;
  state_.resolved = true;
  state_.ahead.sampled.clear();
  if (transition_.impacts().happened()) report_.report_first_impacts();
  return true;
}

bool Runner::settle_start() {
  transition_.remember();
  return stop_if(transition_.settle());
}

/// The start once more: massless bodies have found their places, which
/// controllers read. What is held until they have done so breaks no friction.
bool Runner::take_first_samples(State start) {
  motion_.left().position = state_.position;
  motion_.left().velocity = state_.velocity;
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (!system_.is_massless(b)) motion_.left().velocity[b] = start.velocity[b];
  state_ = std::move(start);
  transition_.begin_first_samples();
  return settle_start();
}

/// An instant at which every force may jump, but no position of a body with
/// mass.
bool Runner::begin_with_other_laws() {
  state_.stepping = {.numerical = state_.stepping.numerical};
  state_.ahead.order = 0;
  state_.ahead.last_step = 0.0;
  const double before = state_.reached.energy;
  transition_.begin(true);
  motion_.left().velocity = state_.velocity;
  transition_.remember();
  state_.resolved = true;
  if (!stop_if(transition_.settle())) return false;
  transition_.impacts().record(state_);
  record_change(before, motion_.mechanical_energy() - transition_.impacts().energy_change(),
                state_);
  motion_.left().modes = *std::exchange(former_, std::nullopt);
  motion_.left().modes.tooth = state_.edges.tooth;  // those of before have another pitch
  report_.report_changes();
  return true;
}

bool Runner::plan() {
  if (!search_.look(standstill_.steps > kShrinking)) return stop_if(not_finite(motion_));
  const double used = std::min(search_.step(), std::max(0.0, end() - state_.anchor.value));
  search_.note_touches(used);
  return stop_if(given_.part(used));
}

bool Runner::go() {
  if (motion_.look_ahead(search_.step())) return end_step_at(search_.step());
  return stop_if(not_finite(motion_));
}

bool Runner::step() {
  if (!plan()) return false;
  const bool ends = plans_beyond(times_.end());
  const double rest = std::max(0.0, Time{end(), 0.0} - state_.anchor);
  const double reach = ends ? rest : search_.step();
  if (!motion_.look_ahead(reach)) return stop_if(not_finite(motion_));
  if (!give_samples(reach, ends)) return false;
  proof_.pass_through(motion_.series(), reach);
  if (observer_.wants_pieces())
    observer_.piece(Sampler::piece(state_.anchor.value, reach, motion_.series()));
  if (!ends) return end_step_at(search_.step());
  finish(reach);
  return false;
}

/// Up to anchor + reach, with what is there if the run ends there.
bool Runner::give_samples(double reach, bool ends) {
  double given = 0.0;
  while (times_.has_next()) {
    const double time = times_.next_time();
    const double tau = Time{time, 0.0} - state_.anchor;
    if (ends ? tau > reach : tau >= reach || waits(times_.next_instant())) break;
    Sample sample = values_at(time, 0);
    if (const auto trouble = not_finite(motion_, sample)) {
      stop_with(*trouble, given);
      return false;
    }
    proof_.look_at(sample, state_);
    if (derivatives_) {
      derivatives_->reach(std::max(tau, 0.0));
      sample.derivatives = derivatives_->sample();
    }
    observer_.sample(sample);
    given = std::max(tau, 0.0);
    times_.advance();
  }
  return true;
}

/// Where look_ahead() looked. What happens there may take long, and can be left. Small systems are
/// asked before it only, which needs no copy of the state.
bool Runner::end_step_at(double tau) {
  if (derivatives_) derivatives_->reach(tau);
  const bool is_short = system_.n_bodies() + system_.n_elements() <= kShortInstants;
  if (!is_short && StopScope::is_open()) before_instant_ = state_;
  try {
    if (is_short) stop_if_asked();
    std::optional<StopScope> none;
    if (is_short) none.emplace(nullptr);
    if (search_.ends_in_event())
      process_event(tau);
    else
      go_on_at(tau);
  } catch (const StopAsked&) {
    const StopScope none(nullptr);
    is_short ? stop_on_request(tau) : leave_instant(tau);
    return false;
  }
  motion_.remember_step(tau);
  if (const int element = notes_.watch_stiffness(state_); element >= 0)
    observer_.stiff(system_.elements[element].name);
  const double now = state_.anchor.value;
  if (!done_ && (!observer_.progress(now) || observer_.part(now))) stop_on_request();
  return !done_;
}

/// No event: the series anew, from where this one led.
void Runner::go_on_at(double tau) {
  if (std::isfinite(motion_.series().shares().moment())) {
    decide_shares(tau);
  } else if (!come_to_rest(tau, standstill_.steps > kShrinking)) {
    move_to(tau);
    motion_.go_on_smoothly();
    motion_.start();
    search_.beginnings().end();
    transition_.begin();
    if (motion_.has_finite_motions()) {
      transition_.tie();
      if (const auto trouble = dead_point(motion_)) return stop_with(*trouble);
      if (!motion_.expand()) stop_with(unbalanced(motion_, ModeStatus::Jumped));
    }
  }
  if (derivatives_ && !done_) derivatives_->go_on(state_, motion_.series());
  const bool stands = standstill_.after_step(tau, state_.anchor.value);
  if (!done_ && (!motion_.has_finite_motions() || !motion_.is_finite() || stands))
    stop_with(not_finite(motion_));
}

void Runner::move_to(double tau, const Time& end) {
  if (transition_.impacts().has_stops()) transition_.bounces().move_rooms(tau);
  motion_.move_to(tau, end);
}

/// Where look_ahead() looked, in the modes that were remembered.
Instant Runner::before_event() {
  const LeftLimit& left = motion_.left();
  Instant end;
  end.q = list(left.position);
  end.v = list(left.velocity);
  end.z = list(left.internal);
  end.contact = left.modes.contact.data();
  end.pair = left.modes.pair.data();
  end.side = left.modes.side.data();
  end.branch = left.branch.data();
  return end;
}

/// Instants so much behind anchor + tau count as equal to it [s].
double Runner::time_error_at(double tau) const {
  return 4.0 * kUlp * (std::abs((state_.anchor + tau).value) + tau);
}

void Runner::process_event(double tau) {
  search_.crossings_until(tau, time_error_at(tau));
  const bool sample = search_.is_only_sample();
  if (!sample && state_.events >= settings_.max_events)
    return stop_with({Status::TooManyEvents, "more than " + std::to_string(settings_.max_events) +
                                                 " events; most from " + passes_.busiest() +
                                                 passes_.period_text() +
                                                 "; raise max_events if this is what you want"});
  const bool around = observer_.wants_samples_around_events();
  const double time = search_.end().value;
  std::optional<Sample> before;
  if (around)
    before.emplace(sampler_.sample(time, state_, motion_.series(), motion_.ledger(), tau, 1));
  cross(tau);
  if (done_) return;
  const std::int64_t changes = state_.mode_changes;
  report_event();
  const bool is_event = !sample || state_.mode_changes > changes;
  if (sample && is_event) ++state_.events;
  const bool is_shown = around && (is_event || observer_.wants_samples_of_controllers());
  if (is_shown && !show_around(*before, time)) return;
  const bool struck = transition_.impacts().happened();
  jump_states();
  if (!done_ && standstill_.after_event(tau, motion_.time_scale(), struck))
    stop_with({Status::Accumulation, "events follow each other without an end: " +
                                         passes_.busiest() + passes_.period_text()});
}

/// From the end of the step to the modes behind it.
void Runner::cross(double tau) {
  const bool sample = search_.is_only_sample();
  search_.note_grazing(tau);
  transition_.remember();
  proof_.look_before(before_event(), state_, motion_.series(), tau);
  given_.remember_scale(tau);
  if (derivatives_) meet_derivatives();
  move_to(tau, search_.end());
  transition_.begin();
  transition_.pass(search_.crossings(), tau);
  if (!sample) ++state_.events;
  if (stop_if(transition_.settle()) && pass_rounding(tau) && !transition_.input_jumps().empty())
    stop_if(given_.jump(tau));
}

double Runner::local(double time) const {
  return std::max(0.0, Time{time, 0.0} - motion_.state().anchor);
}

Sample Runner::values_at(double time, int slot) {
  return sampler_.sample(time, state_, motion_.series(), motion_.ledger(), local(time), slot);
}

bool Runner::check(const Sample& sample, double time) {
  const auto trouble = not_finite(motion_, sample);
  if (trouble) stop_with(*trouble, local(time));
  return !trouble;
}

/// @return true if there is none
bool Runner::stop_if(const std::optional<Trouble>& trouble) {
  if (trouble) stop_with(*trouble);
  return !trouble;
}

void Runner::stop_on_request(double tau) {
  stop_with({Status::Stopped, "stopped on request"}, tau);
}

/// At anchor + tau, up to which results were given.
void Runner::stop_with(const Trouble& trouble, double tau) {
  if (done_) return;
  info_.status = trouble.status;
  info_.diagnosis = at_time((state_.anchor + tau).value) + trouble.message;
  finish(tau);
}

void Runner::finish(double tau) {
  done_ = true;
  state_.time = tau == 0.0 ? state_.anchor.value : (state_.anchor + tau).value;
  if (info_.status == Status::Finished) state_.time = end();
  state_.sampled = info_.status == Status::Finished ? state_.time : times_.last();
  conclude(tau);
}

/// At anchor + tau, which is State::time.
void Runner::conclude(double tau) {
  const Sample last = sampler_.sample(state_.time, state_, motion_.series(), motion_.ledger(), tau);
  info_.q.assign(last.q.begin(), last.q.end());
  info_.v.assign(last.v.begin(), last.v.end());
  info_.x.assign(last.internal.begin() + system_.first_state(),
                 last.internal.begin() + system_.first_delay());
  for (int b = 0; b < system_.n_bodies(); ++b) {  // a motion that left the numbers: its last ones
    if (!std::isfinite(info_.q[b])) info_.q[b] = state_.position[b];
    if (!std::isfinite(info_.v[b])) info_.v[b] = state_.velocity[b];
  }
  info_.energy = last.energy;
  info_.kkt_residual = transition_.residual();
  if (info_.status == Status::Finished) proof_.look_at(last, state_);
  info_.proofs = proof_.proofs(last.energy);
  keep_state(tau, last);
  notes_.stiffness(state_, state_.time - settings_.start);
  info_.warnings = notes_.take();
  if (derivatives_)
    for (const std::string& problem : derivatives_->problems())
      info_.warnings.push_back("derivatives: " + problem);
}

/// The final state, for a run that goes on.
void Runner::keep_state(double tau, const Sample& last) {
  info_.final_state = state_;
  info_.final_state.sizes = proof_.sizes();
  Reached& reached = info_.final_state.reached;
  reached = reached_by(system_, settings_, last.energy);
  if (tau == 0.0) return;
  reach_beyond(state_, last, reached);
  reached.position = info_.q;
  reached.velocity = info_.v;
}

}  // namespace luztar
