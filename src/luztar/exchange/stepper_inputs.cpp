#include "luztar/exchange/stepper_inputs.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/system/system_impl.h"

namespace luztar {
namespace {

using Kind = StepperInput::Kind;

int degree_of(const StepperInput& input) {
  return input.kind == Kind::Held ? 0 : input.kind == Kind::Interpolated ? 1 : input.degree;
}

std::vector<ModelInput> inputs_of(const std::vector<StepperInput>& inputs) {
  std::vector<ModelInput> list;
  for (const StepperInput& input : inputs) list.push_back({input.name, degree_of(input)});
  return list;
}

ModelWithInputs written(const Model& file, const std::vector<StepperInput>& inputs,
                        const ParameterValues& parameters) {
  if (inputs.empty()) return {file, {}};
  return with_inputs(file, inputs_of(inputs), parameters);
}

}  // namespace

StepperInputs::StepperInputs(const Model& file, const std::vector<StepperInput>& inputs,
                             const ParameterValues& parameters)
    : model_(written(file, inputs, parameters)), first_state_(file.states.size()) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto& [state, start, unit] = model_.inputs[i];
    const int degree = inputs[i].kind == Kind::Polynomial ? inputs[i].degree : 0;
    list_.push_back({inputs[i].name, unit, inputs[i].kind, degree, start});
    values_.push_back({.wanted = {start}, .reached = start});
  }
}

void StepperInputs::find_places(const System& system) {
  const SystemImpl& impl = system.impl();
  internals_.clear();
  for (InputValues& own : values_) own.reached_at = system.settings().start;
  for (const auto& place : model_.inputs)
    internals_.push_back(impl.first_state() + static_cast<int>(place.state));
  const auto given = std::ranges::count_if(impl.bodies.list(), &BodyInfo::prescribed);
  const std::size_t before =
      static_cast<std::size_t>(impl.n_elements() + given) + model_.model.signals.size();
  first_event_ = static_cast<int>(before + first_state_);
  last_event_ = static_cast<int>(before + model_.model.states.size());
}

void StepperInputs::set(int input, std::span<const double> value) {
  const auto i = static_cast<std::size_t>(input);
  const Stepper::Input& own = list_[i];
  const auto most = static_cast<std::size_t>(own.degree) + 1;
  if (value.empty() || value.size() > most)
    throw std::invalid_argument(
        "the input " + quote(own.name) + " takes " +
        (most == 1 ? "one number" : "at most " + std::to_string(most) + " numbers"));
  if (!std::ranges::all_of(value, [](double x) { return std::isfinite(x); }))
    throw std::invalid_argument("the input " + quote(own.name) + " needs finite numbers, not " +
                                std::to_string(value.front()));
  values_[i].wanted.resize(most);
  std::ranges::fill(values_[i].wanted, 0.0);
  std::ranges::copy(value, values_[i].wanted.begin());
  values_[i].is_set = true;
}

bool StepperInputs::find(const SteppedRun& run, double end) {
  changes_.clear();
  jumped_.clear();
  for (std::size_t i = 0; i < list_.size(); ++i)
    list_[i].kind == Kind::Interpolated ? find_line(run, i, end) : find_given(run, i);
  return !changes_.empty();
}

/// A value that differs by rounding from what the polynomial before has led to does not jump.
void StepperInputs::find_given(const SteppedRun& run, std::size_t i) {
  if (!values_[i].is_set) return;
  const auto& wanted = values_[i].wanted;
  const int first = internals_[i];
  const double now = run.value(Quantity::Internal, first);
  bool changes = false;
  for (std::size_t n = 0; n < wanted.size(); ++n)
    changes |= wanted[n] != run.value(Quantity::Internal, first + static_cast<int>(n));
  if (!changes) return;
  for (std::size_t n = 0; n < wanted.size(); ++n)
    changes_.push_back({first + static_cast<int>(n), wanted[n]});
  const double size = std::max(std::abs(now), std::abs(wanted[0]));
  const bool same =
      list_[i].degree == 0 ? wanted[0] == now : is_negligible(wanted[0] - now, size, kNoise);
  if (!same)
    jumped_.push_back(first_event_ + static_cast<int>(model_.inputs[i].state - first_state_));
}

/// From the present value to the one that was set, at the end of the step.
void StepperInputs::find_line(const SteppedRun& run, std::size_t i, double end) {
  InputValues& own = values_[i];
  const double time = run.time();
  if (!(end > time)) return;
  if (!own.is_set && time < own.reached_at && end == own.reached_at) return;  // still on its way
  const int first = internals_[i];
  const double now = time == own.reached_at ? own.reached : run.value(Quantity::Internal, first);
  const double slope = (own.wanted[0] - now) / (end - time);
  if (slope == run.value(Quantity::Internal, first + 1)) return;
  changes_.push_back({first, now});
  changes_.push_back({first + 1, slope});
}

void StepperInputs::done(const SteppedRun& run, double end) {
  for (std::size_t i = 0; i < list_.size(); ++i) {
    InputValues& own = values_[i];
    const bool is_line = list_[i].kind == Kind::Interpolated;
    if (is_line && !(end > run.time())) continue;
    own.is_set = false;
    if (!is_line) continue;
    own.reached = own.wanted[0];
    own.reached_at = end;
  }
}

}  // namespace luztar
