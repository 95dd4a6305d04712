#include "luztar/simulate/stepping_runner.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "luztar/core/stop_request.h"
#include "luztar/dynamics/change.h"
#include "luztar/simulate/reached.h"

namespace luztar {
namespace {

constexpr double kSameInstant = 1e-9;  // of a step
constexpr double kSamePlace = 1e-9;    // relative: rounding of deflections
constexpr int kMostSolves = 5;         // the guess and its corrections
constexpr double kSettled = 1e-12;     // relative change of the forces between two of them
constexpr double kAcceptable = 1e-6;   // residual of a step that did not converge to its tolerance
constexpr int kAfresh = 64;            // steps that know of each other what is not in a state

}  // namespace

StepRunner::StepRunner(const SystemImpl& system, State start, const SimulationSettings& settings,
                       Observer& observer, const Executor& executor)
    : system_(system),
      settings_(settings),
      observer_(observer),
      changed_(has_other_laws(system, settings, start)),
      state_(changed_ ? with_laws(system, std::move(start)) : std::move(start)),
      plan_(make_step_plan(system_)),
      forces_(system_, plan_, state_),
      accounts_(system_, plan_, forces_),
      sampler_(system_, plan_),
      proof_(system_, plan_, settings),
      stepper_(std::move(plan_.network), stepper_state()),
      times_(settings),
      end_(settings.start + settings.duration) {
  if (executor) stepper_.set_executor(executor);
  guess_ = state_.velocity;
  passes_.assign(system_.elements.size(), 0);
}

/// A state that was stepped by these laws goes on; another one keeps its deflections where they
/// were held or fit.
StepState StepRunner::stepper_state() const {
  const StepNetwork& net = plan_.network;
  StepState state{state_.position, state_.velocity, state_.stepping.deflection, {}};
  for (const std::int8_t mode : state_.stepping.mode) state.mode.push_back(mode_of(mode));
  const auto edges = static_cast<std::size_t>(net.n_edges());
  if (!changed_ && state.d.size() == edges && state.mode.size() == edges && edges > 0) return state;
  const std::vector<double> before = std::exchange(state.d, std::vector<double>(edges, 0.0));
  state.mode.assign(edges, Mode::Stuck);
  for (std::size_t edge = 0; edge < edges; ++edge) {
    const TreePair& pair = net.edges[edge];
    const bool alone = pair.b == kTreeGround;
    const auto across = [&](const std::vector<double>& x) {
      return pair.coefficient_a * x[pair.a] + (alone ? 0.0 : pair.coefficient_b * x[pair.b]);
    };
    state.d[edge] = across(state_.position);
    const double rate = across(state_.velocity);
    state.mode[edge] = mode_at(rate);
    for (int i = plan_.edge_begin[edge]; i < plan_.edge_begin[edge + 1]; ++i) {
      const int e = plan_.edge_elements[i];
      const double ratio = plan_.ratio[e];
      if (state_.is_held[e] != 0) state.d[edge] = state_.held[e] / ratio;
      if (e < system_.first_pair()) continue;
      const int j = e - system_.first_pair();
      if (system_.pairs[j].kind == PairLaw::Kind::Stop) continue;
      const Mode mode = mode_of(state_.pair[j]);
      state.mode[edge] = ratio > 0.0 ? mode : opposite(mode);
    }
    if (before.size() != edges) continue;
    const double scale =
        std::max(std::abs(before[edge]), std::abs(pair.coefficient_a * state_.position[pair.a]));
    if (std::abs(before[edge] - state.d[edge]) <= kSamePlace * scale) state.d[edge] = before[edge];
  }
  return state;
}

void StepRunner::enter() {
  const auto bodies = static_cast<std::size_t>(system_.n_bodies());
  SteppingState& memory = state_.stepping;
  const bool is_new = memory.acceleration.size() != bodies;
  if (is_new || changed_) {
    memory = {.speed = memory.speed, .numerical = memory.numerical};
    memory.acceleration.assign(bodies, 0.0);
    memory.acceleration_before.assign(bodies, 0.0);
  }
  const double energy = accounts_.mechanical_energy(stepper_);
  if (changed_)
    book_change(state_.reached.energy, energy, state_);
  else if (is_new && state_.steps == 0)
    state_.initial_energy = energy;
  accounts_.look_at(stepper_);
  times_.go_on_from(state_);
}

RunInfo StepRunner::run() {
  enter();
  try {
    while (!done_ && step()) {
    }
  } catch (const StopAsked&) {  // within a solve(), which takes no step
    if (solved_step_ == 0.0) throw;
    stop_with(Status::Stopped, "stopped on request");
  }
  return std::move(info_);
}

/// Where the step ends: the next point of the grid, or what the error allows.
double StepRunner::end_of_step() {
  const double t0 = state_.anchor.value;
  if (settings_.adaptive) {
    const double tried = state_.stepping.next_step;
    const double h = tried > 0.0 ? std::min(tried, settings_.step) : 1e-3 * settings_.step;
    return t0 + h;
  }
  const double steps = std::floor((t0 - settings_.start) / settings_.step + 1e-6);
  return settings_.start + (steps + 1.0) * settings_.step;
}

/// A step ends where an input jumps. t1 otherwise.
double StepRunner::cut_at_jump(double t1) {
  const double t0 = state_.anchor.value;
  jump_ahead_ = false;
  PointValues& values = forces_.values();
  if (!values.has_jumps()) return t1;
  const double soon = kSameInstant * (t1 - t0);
  if (!values.jumps_by(t1 + soon)) return t1;
  const double last = values.last_before_jump(t0, t1 + soon);
  jump_ahead_ = true;
  after_jump_ = std::min(last + soon, t1 + soon);
  after_jump_ = std::max(after_jump_, std::nextafter(last, t1 + t1 + 1.0));
  return last >= t1 - soon ? t1 : last;
}

/// Velocities at the end as the last acceleration promises.
void StepRunner::predict(double h) {
  const double trust = state_.stepping.step > 0.0 ? h : 0.0;
  const std::vector<double>& v = stepper_.state().v;
  for (std::size_t b = 0; b < guess_.size(); ++b)
    guess_[b] = v[b] + trust * state_.stepping.acceleration[b];
}

bool StepRunner::solve(double h) {
  forces_.begin(state_.anchor.value, state_.anchor.value + h);
  if (forces_.has_feedback()) predict(h);
  double change_before = std::numeric_limits<double>::infinity();
  for (int pass = 0; pass < kMostSolves; ++pass) {
    const double change =
        forces_.work_out(stepper_, h, pass == 0 ? guess_ : stepper_.next_velocity(), pass > 0);
    if (pass > 0 && (!forces_.has_feedback() || change <= kSettled)) break;
    if (pass == kMostSolves - 1 && change > 1e-3 && change > 0.5 * change_before)
      note(
          "a force that depends on the motion does not settle within a step; choose a shorter one");
    change_before = change;
    const StepReport& report = stepper_.solve(h, forces_.input());
    info_.kkt_residual = std::max(info_.kkt_residual, report.residual);
    if (report.status != SolveStatus::Solved && !(report.residual <= kAcceptable)) {
      stop_with(Status::Unsolved,
                "no consistent forces were found for this step; a shorter step may help");
      return false;
    }
  }
  solved_step_ = h;
  if (forces_.lifted() >= 0) {
    stop_with(Status::NegativeNormal,
              "the normal force of '" +
                  system_.elements[system_.first_pair() + forces_.lifted()].name +
                  "' becomes negative; it presses or it is 0: write max(0, ...)");
    return false;
  }
  if (!is_finite()) {
    stop_with(Status::NotFinite, "a velocity is no longer a finite number");
    return false;
  }
  find_changes();
  return true;
}

void StepRunner::find_changes() {
  changes_ = false;
  const StepNetwork& net = stepper_.network();
  // Nobody asks before the accounts are made.
  find_later_ = !settings_.adaptive && net.contacts.empty() && net.stops.empty();
  if (find_later_) return;
  const StepState& start = stepper_.state();
  for (int edge = 0; edge < net.n_edges() && !changes_; ++edge)
    changes_ = stepper_.next_mode(edge) != start.mode[edge] &&
               plan_.edge_elements[plan_.edge_begin[edge + 1] - 1] >= system_.first_pair();
  for (int s = 0; s < system_.n_springs() && !changes_; ++s) {
    const int edge = plan_.edge[s];
    const SpringLaw& law = system_.springs[s];
    if (edge < 0 || !law.has_gap) continue;
    changes_ = contact_side(law, plan_.ratio[s] * stepper_.next_deflection(edge)) !=
               contact_side(law, plan_.ratio[s] * start.d[edge]);
  }
}

bool StepRunner::is_finite() const {
  double sum = 0.0;
  for (const double v : stepper_.next_velocity()) sum += 0.0 * v;
  return sum == 0.0;
}

bool StepRunner::step() {
  const double t0 = state_.anchor.value;
  double t1 = cut_at_jump(end_of_step());
  double h = t1 - t0;
  if (!settings_.adaptive && std::abs(h - settings_.step) <= kSameInstant * settings_.step)
    h = settings_.step;  // the same bits from step to step
  if (h > 0.0 && !solve(h)) return false;
  const double shortest = std::max(1e-12 * settings_.step, 4e-16 * std::abs(t0));
  while (settings_.adaptive && h > shortest) {
    double error = error_of(h);
    double next = proposed_step(h, error);
    if (error <= 1.0 && !changes_) {
      const double late = error_of_late_break(h);
      if (done_) return false;
      if (late > 1.0) next = h * std::clamp(0.8 / late, 0.02, 0.5);
      error = std::max(error, late);
    }
    if (error <= 1.0) {
      next_step_ = next;
      break;
    }
    jump_ahead_ = false;
    h = std::max(next, shortest);
    t1 = t0 + h;
    if (!solve(h)) return false;
  }
  if (h <= shortest) next_step_ = 2.0 * shortest;
  if (h > 0.0) {
    accounts_.work_out(stepper_, h);
    if (find_later_) changes_ = accounts_.turned();
    rest_known_ = false;
    give_samples(t0, t1, h);
    const double soon = kSameInstant * h;
    if (end_ <= t1 + soon) {
      const bool whole = end_ >= t1 - soon;
      finish(end_, whole ? 1.0 : (end_ - t0) / h, h);
      return false;
    }
    accept(t1, h);
  }
  if (jump_ahead_) jump();
  const double now = state_.anchor.value;
  const bool parts = h > 0.0 && state_.steps % kAfresh == 0;
  if (!done_ && (!observer_.progress(now) || (parts && observer_.part(now))))
    stop_with(Status::Stopped, "stopped on request");
  if (!done_ && parts) {
    stepper_.begin_afresh();
    accounts_.look_at(stepper_);
  }
  return !done_;
}

void StepRunner::give_samples(double t0, double t1, double h) {
  const double soon = kSameInstant * settings_.step;
  while (times_.has_next()) {
    const double time = times_.next_time();
    if (time > std::min(t1 + soon, end_ + soon)) return;
    work_out_rest(h);
    double s = std::clamp((time - t0) / h, 0.0, 1.0);
    if (time >= t1 - soon) s = 1.0;
    if (time <= t0 + soon) s = 0.0;
    const Sample sample = sampler_.sample(time, s, h, state_, stepper_, forces_, accounts_);
    proof_.look_at(sample, s == 0.0 || s == 1.0);
    observer_.sample(sample);
    times_.advance();
  }
}

/// Forces of pairs at rest, before a sample: they are shared by the limits at the middle of the
/// step, and a sample looks at those of its own time.
void StepRunner::work_out_rest(double h) {
  if (rest_known_) return;
  rest_known_ = true;
  accounts_.work_out_rest(stepper_);
  proof_.look_at_step(state_.anchor.value, h, stepper_, forces_, accounts_);
}

void StepRunner::remember_accelerations(double h) {
  SteppingState& memory = state_.stepping;
  memory.acceleration_before.swap(memory.acceleration);
  const std::vector<double>& v0 = stepper_.state().v;
  const std::vector<double>& v1 = stepper_.next_velocity();
  for (std::size_t b = 0; b < v1.size(); ++b) {
    memory.acceleration[b] = (v1[b] - v0[b]) / h;
    memory.speed = std::max(memory.speed, std::abs(v1[b]));
  }
}

void StepRunner::accept(double t1, double h) {
  SteppingState& memory = state_.stepping;
  accounts_.book(stepper_, state_);
  if (changes_) report_changes(t1);
  if (forces_.has_feedback() || settings_.adaptive) remember_accelerations(h);
  memory.step_before = changes_ ? 0.0 : memory.step;
  memory.step = h;
  memory.next_step = next_step_;
  if (changes_ && settings_.adaptive) memory.step = memory.step_before = 0.0;
  forces_.remember(t1, stepper_);
  stepper_.accept();
  rest_known_ = false;
  state_.anchor = Time{t1, 0.0};
  state_.time = t1;
  ++state_.steps;
}

/// Of bodies with a motion by the pieces in force, of all others as they are.
std::vector<double> StepRunner::given_velocities() {
  PointValues& values = forces_.values();
  values.set_time(state_.anchor.value);
  std::vector<double> v = stepper_.state().v;
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.motion_slot(b) >= 0) v[b] = values.given_velocity(b);
  return v;
}

/// Inputs jump: forces from now on, and velocities of given motions. Where these do not, no bit of
/// the state changes, so what sticks to them sticks.
void StepRunner::jump() {
  const std::vector<double> before = given_velocities();
  forces_.values().go_on(after_jump_, jumped_);
  ++state_.events;
  for (const int owner : jumped_)
    observer_.event({Time{state_.anchor.value, 0.0}, owner, 0, 0, Event::Cause::Jump});
  state_.stepping.step = state_.stepping.step_before = state_.stepping.next_step = 0.0;
  const std::vector<double> after = given_velocities();
  if (after == before) return;
  StepState state = stepper_.state();
  for (std::size_t b = 0; b < after.size(); ++b)
    if (after[b] != before[b]) state.v[b] = after[b];
  tear_loose(state);
  stepper_.set_state(state);
  accounts_.look_at(stepper_);
}

/// Dry friction passes no impulse: what stuck to a body whose velocity jumped slides now.
void StepRunner::tear_loose(StepState& state) const {
  const StepNetwork& net = stepper_.network();
  const auto jumped = [&](int body) {
    return body >= 0 && state.v[body] != stepper_.state().v[body];
  };
  for (int edge = 0; edge < net.n_edges(); ++edge) {
    const TreePair& pair = net.edges[edge];
    if (state.mode[edge] != Mode::Stuck || !(jumped(pair.a) || jumped(pair.b))) continue;
    if (!std::isfinite(net.kinetic[edge])) continue;  // a link
    const double a = pair.coefficient_a * state.v[pair.a];
    const double b = pair.b >= 0 ? pair.coefficient_b * state.v[pair.b] : 0.0;
    if (std::abs(a + b) <= 4e-16 * std::max(std::abs(a), std::abs(b))) continue;
    state.mode[edge] = mode_along(a + b);
  }
}

/// Local error relative to what the tolerance allows. Between events that of the trapezoidal rule,
/// h³ v'''/12, from the mean accelerations of three steps; in a step with an event half the change
/// of acceleration may have come at the wrong time.
double StepRunner::error_of(double h) const {
  const SteppingState& memory = state_.stepping;
  if (memory.step == 0.0 || (memory.step_before == 0.0 && !changes_)) return 0.0;
  const std::vector<double>& v0 = stepper_.state().v;
  const std::vector<double>& v1 = stepper_.next_velocity();
  double error = 0.0;
  double speed = memory.speed;
  for (std::size_t b = 0; b < v1.size(); ++b) {
    const double mean = (v1[b] - v0[b]) / h;
    const double change = mean - memory.acceleration[b];
    speed = std::max(speed, std::abs(v1[b]));
    if (changes_) {
      error = std::max(error, 0.5 * h * std::abs(change));
      continue;
    }
    const double slope = 2.0 * change / (h + memory.step);
    const double slope_before = 2.0 * (memory.acceleration[b] - memory.acceleration_before[b]) /
                                (memory.step + memory.step_before);
    const double bend = 3.0 * (slope - slope_before) / (h + memory.step + memory.step_before);
    error = std::max(error, h * h * h * std::abs(bend) / 12.0);
  }
  return speed > 0.0 ? error / (settings_.tolerance * speed) : 0.0;
}

/// A pair breaks where its mean force over a step exceeds F_S, so it may be half a step late, and
/// with F_S > F_K that counts. It is late if a step of twice the length breaks it.
double StepRunner::error_of_late_break(double h) {
  const StepNetwork& net = stepper_.network();
  if (net.breakaway.empty()) return 0.0;
  held_.clear();
  for (int edge = 0; edge < net.n_edges(); ++edge)
    if (net.breakaway[edge] > net.kinetic[edge] && stepper_.next_mode(edge) == Mode::Stuck)
      held_.push_back(edge);
  if (held_.empty() || !solve(2.0 * h)) return 0.0;
  const bool late = std::any_of(held_.begin(), held_.end(), [this](int edge) {
    return stepper_.next_mode(edge) != Mode::Stuck;
  });
  const std::vector<double>& v0 = stepper_.state().v;
  const std::vector<double>& v1 = stepper_.next_velocity();
  double change = 0.0;
  double speed = state_.stepping.speed;
  for (std::size_t b = 0; b < v1.size(); ++b) {
    const double mean = (v1[b] - v0[b]) / (2.0 * h);
    change = std::max(change, std::abs(mean - state_.stepping.acceleration[b]));
    speed = std::max(speed, std::abs(v1[b]));
  }
  if (!solve(h) || !late || speed == 0.0) return 0.0;
  return 0.5 * h * change / (settings_.tolerance * speed);
}

double StepRunner::proposed_step(double h, double error) const {
  const double most = 2.0;
  if (error == 0.0) return std::min(settings_.step, most * h);
  const double factor = changes_ ? 0.8 / error : 0.9 / std::cbrt(error);
  return std::min(settings_.step, h * std::clamp(factor, error > 1.0 ? 0.02 : 0.2, most));
}

}  // namespace luztar
