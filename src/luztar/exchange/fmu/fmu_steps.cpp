// Co-Simulation: steps of an instance.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"
#include "luztar/exchange/fmu/fmu_instance.h"

namespace luztar {
namespace {

[[noreturn]] void refuse_step(const std::string& what) { throw std::invalid_argument(what); }

/// Times that a program adds up differ by rounding.
bool same_time(double a, double b) {
  return is_negligible(a - b, std::max(std::abs(a), std::abs(b)), kNoise);
}

}  // namespace

void FmuInstance::check_step(double t, double h) {
  if (!std::isfinite(t) || !std::isfinite(h) || !(h > 0.0))
    refuse_step("a step has a time and a length above 0 s, not " + rounded_text(t) + " s and " +
                rounded_text(h) + " s");
  const double now = time();
  if (!same_time(t, now) && !is_negligible(t - now, h, kHalfDigits))
    refuse_step("the run is at " + rounded_text(now, 10) + " s, and no step begins at " +
                rounded_text(t, 10) + " s");
  if (!(t + h > now))
    refuse_step("a step of " + rounded_text(h) + " s is nothing beside the time " +
                rounded_text(now, 10) + " s");
  if (t + h > last_ && !same_time(t + h, last_))
    refuse_step("the experiment ends at " + rounded_text(last_, 10) + " s, and no step leads to " +
                rounded_text(t + h, 10) + " s");
}

StepEnd FmuInstance::go(double target, bool until_event) {
  push_inputs();
  for (Given& given : inputs_) given.is_open = false;
  const StepEnd end = run().stepper().step_to(target, until_event);
  if (logs_events_) log_new_events();
  return end;
}

/// The next time at which inputs can be set within a step.
double FmuInstance::next_pause(double target) const {
  if (!options_.intermediate || !options_.sets_inputs || !(spacing_ > 0.0)) return target;
  const double now = engine_->time();
  const double next = now + spacing_;
  return next < target && !same_time(next, target) ? next : target;
}

FmuStep FmuInstance::step(double t, double h) {
  check_step(t, h);
  push_parameters();
  Stepper& stepper = run().stepper();
  double target = t + h;
  const bool returns = options_.event_mode && options_.early_return;
  for (;;) {
    const StepEnd end = go(next_pause(target), returns || options_.intermediate != nullptr);
    const double now = stepper.time();
    if (end == StepEnd::Ended) return {.has_event = false, .has_ended = true, .reached = now};
    const auto& events = stepper.events();
    const bool has_event =
        options_.event_mode && !events.empty() && events.back().time.value == now;
    if (options_.intermediate) {
      const FmuPause pause = options_.intermediate(now);
      if (pause.ends) target = std::min(target, std::max(pause.end, now));
    }
    if ((returns && has_event) || !(now < target))
      return {.has_event = has_event, .has_ended = false, .reached = now};
  }
}

}  // namespace luztar
