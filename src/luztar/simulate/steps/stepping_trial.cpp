#include "luztar/simulate/steps/stepping_trial.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "luztar/core/nearness.h"
#include "luztar/simulate/steps/stepping_sampler.h"

namespace luztar {
namespace {

constexpr int kMostSolves = 5;  // the guess and its corrections
constexpr std::size_t kMostNotes = 3;

}  // namespace

StepTrial::StepTrial(const SystemImpl& system, const StepPlan& plan, const State& state,
                     const SimulationSettings& settings, StepForces& forces,
                     NetworkStepper& stepper)
    : system_(system),
      plan_(plan),
      state_(state),
      settings_(settings),
      forces_(forces),
      stepper_(stepper),
      guess_(state.velocity) {}

/// Velocities at the end as the last acceleration promises.
void StepTrial::predict(double h) {
  const double trust = state_.stepping.step > 0.0 ? h : 0.0;
  const std::vector<double>& v = stepper_.state().v;
  for (std::size_t b = 0; b < guess_.size(); ++b)
    guess_[b] = v[b] + trust * state_.stepping.acceleration[b];
}

std::optional<Trouble> StepTrial::solve(double h) {
  forces_.begin(state_.anchor.value, state_.anchor.value + h);
  if (forces_.has_feedback()) predict(h);
  double change_before = std::numeric_limits<double>::infinity();
  for (int pass = 0; pass < kMostSolves; ++pass) {
    const double change =
        forces_.work_out(stepper_, h, pass == 0 ? guess_ : stepper_.next_velocity(), pass > 0);
    if (pass > 0 && (!forces_.has_feedback() || change <= kNoise)) break;
    if (pass == kMostSolves - 1 && change > 1e-3 && change > 0.5 * change_before)
      note(
          "a force that depends on the motion does not settle within a step; choose a shorter one");
    change_before = change;
    const StepReport& report = stepper_.solve(h, forces_.input());
    residual_ = std::max(residual_, report.residual);
    if (report.status != SolveStatus::Solved && !(report.residual <= kHalfDigits)) {
      return Trouble{Status::Unsolved,
                     "no consistent forces were found for this step; a shorter step may help"};
    }
  }
  step_ = h;
  if (forces_.lifted() >= 0) {
    return Trouble{Status::NegativeNormal,
                   "the normal force of '" + pair_name(system_, forces_.lifted()) +
                       "' becomes negative; it presses or it is 0: write max(0, ...)"};
  }
  if (!is_finite()) {
    const std::string table = forces_.values().outside_message();
    return Trouble{Status::NotFinite,
                   table.empty() ? "a velocity is no longer a finite number" : table};
  }
  find_changes();
  return std::nullopt;
}

void StepTrial::find_changes() {
  changes_ = stepper_.hits_stops();  // also where one mode is the number of the other
  const StepNetwork& net = stepper_.network();
  // Changes are not needed before the accounts are made.
  finds_changes_after_ = !settings_.adaptive && net.contacts.empty() && !net.has_targets();
  if (finds_changes_after_) return;
  const StepState& start = stepper_.state();
  for (int edge = 0; edge < net.n_edges() && !changes_; ++edge)
    changes_ = stepper_.next_mode(edge) != start.mode[edge] &&
               plan_.elements.of(edge).back() >= system_.first_pair();
  for (int s = 0; s < system_.n_springs() && !changes_; ++s) {
    const int edge = plan_.edge[s];
    const SpringLaw& law = system_.springs[s];
    if (edge < 0 || !law.has_gap) continue;
    changes_ = contact_side(law, plan_.ratio[s] * stepper_.next_deflection(edge)) !=
               contact_side(law, plan_.ratio[s] * start.d[edge]);
  }
}

std::optional<Trouble> StepTrial::limit_error(double& h) {
  const double shortest = std::max(1e-12 * settings_.step, 4e-16 * std::abs(state_.anchor.value));
  while (settings_.adaptive && h > shortest) {
    double error = error_of(h);
    double next = proposed_step(h, error);
    if (error <= 1.0 && !changes_) {
      double delay_error = 0.0;
      if (auto trouble = find_delayed_break(h, delay_error)) return trouble;
      if (delay_error > 1.0) next = h * std::clamp(0.8 / delay_error, 0.02, 0.5);
      error = std::max(error, delay_error);
    }
    if (error <= 1.0) {
      next_step_ = next;
      return std::nullopt;
    }
    h = std::max(next, shortest);
    if (auto trouble = solve(h)) return trouble;
  }
  if (h <= shortest) next_step_ = 2.0 * shortest;
  return std::nullopt;
}

/// Local error relative to what the tolerance allows. Between events that of the trapezoidal rule,
/// h³ v'''/12, from the mean accelerations of three steps; in a step with an event half the change
/// of acceleration may have come at the wrong time.
double StepTrial::error_of(double h) const {
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

/// A pair breaks where its mean force over a step exceeds F_S, so the break may be delayed by half
/// a step, and with F_S > F_K that counts. The break is delayed if a step of twice the length
/// breaks the pair.
std::optional<Trouble> StepTrial::find_delayed_break(double h, double& error) {
  const StepNetwork& net = stepper_.network();
  error = 0.0;
  if (net.breakaway.empty()) return std::nullopt;
  held_.clear();
  for (int edge = 0; edge < net.n_edges(); ++edge)
    if (net.breakaway[edge] > net.kinetic[edge] && stepper_.next_mode(edge) == Mode::Stuck)
      held_.push_back(edge);
  if (held_.empty()) return std::nullopt;
  if (auto trouble = solve(2.0 * h)) return trouble;
  const bool delayed = std::any_of(held_.begin(), held_.end(), [this](int edge) {
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
  if (delayed && speed > 0.0) error = 0.5 * h * change / (settings_.tolerance * speed);
  return solve(h);
}

double StepTrial::proposed_step(double h, double error) const {
  const double most = 2.0;
  if (error == 0.0) return std::min(settings_.step, most * h);
  const double factor = changes_ ? 0.8 / error : 0.9 / std::cbrt(error);
  return std::min(settings_.step, h * std::clamp(factor, error > 1.0 ? 0.02 : 0.2, most));
}

bool StepTrial::is_finite() const {
  double sum = 0.0;
  for (const double v : stepper_.next_velocity()) sum += 0.0 * v;
  return sum == 0.0;
}

void StepTrial::note(const std::string& message) {
  if (warnings_.size() < kMostNotes) warnings_.push_back(at_time(state_.anchor.value) + message);
}

}  // namespace luztar
