#include "luztar/simulate/steps/stepping_runner.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/core/mode.h"
#include "luztar/core/nearness.h"
#include "luztar/core/stop_request.h"
#include "luztar/dynamics/compile/change.h"
#include "luztar/simulate/reached.h"

namespace luztar {
namespace {

constexpr int kAfresh = 64;  // steps that know of each other what is not in a state

}  // namespace

StepRunner::StepRunner(const SystemImpl& system, State start, const SimulationSettings& settings,
                       Observer& observer, const Executor& executor)
    : system_(system),
      settings_(settings),
      observer_(observer),
      changed_(has_other_laws(system, settings, start)),
      has_same_edges_(start.reached.laws == system.hashes.laws),
      state_(changed_ ? with_laws(system, std::move(start)) : std::move(start)),
      plan_(make_step_plan(system_)),
      forces_(system_, plan_, state_),
      accounts_(system_, plan_, forces_),
      sampler_(system_, plan_),
      proof_(system_, plan_, settings),
      stepper_(std::move(plan_.network), stepper_state()),
      trial_(system_, plan_, state_, settings_, forces_, stepper_),
      jumps_(system_, forces_, stepper_),
      times_(settings),
      end_(settings.start + settings.duration),
      passes_(system_.elements.size(), 0) {
  if (executor) stepper_.set_executor(executor);
}

/// A state that was stepped by these laws goes on; another one keeps its deflections where they
/// were held or fit.
StepState StepRunner::stepper_state() const {
  const StepNetwork& net = plan_.network;
  StepState state{state_.position, state_.velocity, state_.stepping.deflection,
                  state_.stepping.mode};
  const auto edges = static_cast<std::size_t>(net.n_edges());
  if (!changed_ && state.d.size() == edges && state.mode.size() == edges && edges > 0) return state;
  const std::vector<double> before = std::exchange(state.d, std::vector<double>(edges, 0.0));
  const std::vector<Mode> modes = std::exchange(state.mode, std::vector<Mode>(edges));
  const bool has_contacts = has_same_edges_ && modes.size() == edges;
  for (std::size_t edge = 0; edge < edges; ++edge) {
    const TreePair& pair = net.edges[edge];
    const bool alone = pair.b == kTreeGround;
    const auto across = [&](const std::vector<double>& x) {
      return pair.coefficient_a * x[pair.a] + (alone ? 0.0 : pair.coefficient_b * x[pair.b]);
    };
    state.d[edge] = across(state_.position);
    const double rate = across(state_.velocity);
    state.mode[edge] = mode_at(rate);
    for (const int e : plan_.elements.of(static_cast<int>(edge))) {
      const double ratio = plan_.ratio[e];
      if (state_.is_held[e] != 0) state.d[edge] = state_.held[e] / ratio;
      if (e < system_.first_pair()) continue;
      const int j = e - system_.first_pair();
      if (system_.pairs[j].has_edges()) {
        const Mode held = plan_.turned(e, static_cast<Mode>(number(state_.side[j])));
        if (held != Mode::Stuck || has_contacts)
          state.mode[edge] = held != Mode::Stuck ? held : modes[edge];
        continue;
      }
      state.mode[edge] = plan_.turned(e, state_.pair[j]);
    }
    if (before.size() != edges) continue;
    const double scale =
        std::max(std::abs(before[edge]), std::abs(pair.coefficient_a * state_.position[pair.a]));
    if (is_negligible(before[edge] - state.d[edge], scale, kSolved)) state.d[edge] = before[edge];
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
    record_change(state_.reached.energy, energy, state_);
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
    if (trial_.step() == 0.0) throw;
    stop_with({Status::Stopped, "stopped on request"});
  }
  return std::move(info_);
}

/// Where the step ends: the next point of the grid, or what the error allows.
double StepRunner::end_of_step() const {
  const double t0 = state_.anchor.value;
  if (settings_.adaptive) {
    const double tried = state_.stepping.next_step;
    const double h = tried > 0.0 ? std::min(tried, settings_.step) : 1e-3 * settings_.step;
    return t0 + h;
  }
  const double steps = std::floor((t0 - settings_.start) / settings_.step + 1e-6);
  return settings_.start + (steps + 1.0) * settings_.step;
}

bool StepRunner::step() {
  const double t0 = state_.anchor.value;
  double t1 = jumps_.cut(t0, end_of_step());
  double h = t1 - t0;
  if (!settings_.adaptive && is_negligible(h - settings_.step, settings_.step, kSolved))
    h = settings_.step;  // the same bits from step to step
  if (h > 0.0 && !stop_if(trial_.solve(h))) return false;
  const double whole = h;
  if (!stop_if(trial_.limit_error(h))) return false;
  if (h < whole) {
    jumps_.forget();
    t1 = t0 + h;
  }
  if (h > 0.0 && !take(t1, h)) return false;
  if (jumps_.is_ahead()) jump();
  const double now = state_.anchor.value;
  const bool parts = h > 0.0 && state_.steps % kAfresh == 0;
  if (!done_ && (!observer_.progress(now) || (parts && observer_.part(now))))
    stop_with({Status::Stopped, "stopped on request"});
  if (!done_ && parts) {
    stepper_.begin_afresh();
    accounts_.look_at(stepper_);
  }
  return !done_;
}

/// The step that was solved, to t1; false if the run ends in it.
bool StepRunner::take(double t1, double h) {
  const double t0 = state_.anchor.value;
  accounts_.work_out(stepper_, h);
  trial_.know_changes_from(accounts_);
  has_rest_ = false;
  give_samples(t0, t1, h);
  if (observer_.wants_pieces()) {
    work_out_rest(h);
    observer_.piece(sampler_.piece(t0, std::min(t1, end_) - t0, h, stepper_, forces_, accounts_));
  }
  const double resolution = kSolved * h;
  if (end_ > t1 + resolution) {
    accept(t1, h);
    return true;
  }
  finish(end_, end_ >= t1 - resolution ? 1.0 : (end_ - t0) / h, h);
  return false;
}

void StepRunner::give_samples(double t0, double t1, double h) {
  const double resolution = kSolved * settings_.step;
  while (times_.has_next()) {
    const double time = times_.next_time();
    if (time > std::min(t1 + resolution, end_ + resolution)) return;
    work_out_rest(h);
    double s = std::clamp((time - t0) / h, 0.0, 1.0);
    if (time >= t1 - resolution) s = 1.0;
    if (time <= t0 + resolution) s = 0.0;
    const Sample sample = sampler_.sample(time, s, h, state_, stepper_, forces_, accounts_);
    proof_.look_at(sample, s == 0.0 || s == 1.0);
    observer_.sample(sample);
    times_.advance();
  }
}

/// Forces of pairs at rest, before a sample: they are shared by the limits at the middle of the
/// step, and a sample looks at those of its own time.
void StepRunner::work_out_rest(double h) {
  if (has_rest_) return;
  has_rest_ = true;
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
  accounts_.record(stepper_, state_);
  if (trial_.changes()) report_changes({t1, 0.0});
  if (forces_.has_feedback() || settings_.adaptive) remember_accelerations(h);
  memory.step_before = trial_.changes() ? 0.0 : memory.step;
  memory.step = h;
  memory.next_step = trial_.next_step();
  if (trial_.changes() && settings_.adaptive) memory.step = memory.step_before = 0.0;
  forces_.remember(t1, stepper_);
  stepper_.accept();
  has_rest_ = false;
  state_.anchor = Time{t1, 0.0};
  state_.time = t1;
  ++state_.steps;
}

/// At the anchor.
void StepRunner::jump() {
  const double now = state_.anchor.value;
  const bool moves = jumps_.jump(now);
  ++state_.events;
  for (const int owner : jumps_.jumped())
    observer_.event({Time{now, 0.0}, owner, 0, 0, Event::Cause::Jump});
  state_.stepping.step = state_.stepping.step_before = state_.stepping.next_step = 0.0;
  if (moves) accounts_.look_at(stepper_);
}

}  // namespace luztar
