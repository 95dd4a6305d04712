#include "luztar/exchange/stepper.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "luztar/core/number_text.h"
#include "luztar/core/quantity.h"
#include "luztar/dynamics/system/coupled_bodies.h"
#include "luztar/exchange/stepper_impl.h"
#include "luztar/model/check.h"
#include "luztar/study/rest/equilibrium.h"

namespace luztar {
namespace {

[[noreturn]] void refuse_call(const std::string& what) { throw std::invalid_argument(what); }

template <class Item>
[[noreturn]] void fail_unknown(const char* kind, std::string_view name,
                               const std::vector<Item>& list, const std::string& otherwise) {
  std::vector<std::string> known;
  for (const Item& item : list) known.push_back(item.name);
  refuse_call("no " + std::string(kind) + " " + quote(name) + "; " +
              suggest(std::string(name), known, otherwise));
}

Model without_derivatives(Model model) {
  model.simulation.derivatives.clear();
  return model;
}

}  // namespace

Stepper::Impl::Impl(const Model& model, std::vector<StepperInput> list, ParameterValues values)
    : file(without_derivatives(model)),
      given(std::move(list)),
      parameters(std::move(values)),
      inputs(file, given, parameters) {
  const System system = compiled(inputs, parameters);
  inputs.find_places(system);
  outputs = std::make_unique<StepperOutputs>(system, inputs);
  go_on_from(system, start_of(system));
}

/// Inputs are no parameters of it.
System Stepper::Impl::compiled(const StepperInputs& with, const ParameterValues& values) const {
  Model model = with.model();
  ParameterValues own = values;
  for (const StepperInput& input : given) own.erase(input.name);
  if (!given.empty()) model.simulation.at_rest = false;
  System system = compile(model, own);
  if (system.settings().method == Method::Stepping)
    throw ModelError({}, "a stepper goes from event to event, and this model has steps of its own",
                     "give it method = \"events\"");
  return system;
}

/// Where the file says "equilibrium", that is the one with the first values of inputs.
State Stepper::Impl::start_of(const System& system) const {
  if (given.empty() || !file.simulation.at_rest) return start_state(inputs.model(), system);
  const System of_file = compile(file, parameters);
  const State rest = start_state(file, of_file);
  std::vector<double> position = rest.position, velocity = rest.velocity, internal;
  to_positions(of_file.impl(), position);
  to_positions(of_file.impl(), velocity);
  for (const InternalLaw& law : system.impl().internals) internal.push_back(law.start);
  std::copy_n(rest.internal.begin(), of_file.impl().first_state(), internal.begin());
  return initial_state(system, rest.time, std::move(position), std::move(velocity),
                       std::move(internal));
}

void Stepper::Impl::go_on_from(const System& system, State state) {
  if (run) keep_warnings();
  run = std::make_unique<SteppedRun>(system, std::move(state), inputs.first_event(),
                                     inputs.last_event());
  clock = {run->time(), 0.0};
}

void Stepper::Impl::keep_warnings() {
  for (const std::string& warning : run->look().warnings)
    if (std::ranges::find(warnings, warning) == warnings.end()) warnings.push_back(warning);
}

bool Stepper::Impl::change_inputs(double end) {
  const bool changes = inputs.find(*run, end);
  inputs.done(*run, end);
  return !changes ||
         run->change(inputs.changes(), inputs.jumped(), end > run->time() ? end : kInfinity);
}

StepEnd Stepper::Impl::go_to(const Time& target, bool until_event) {
  if (!std::exchange(has_applied, false)) run->clear_events();
  const std::size_t before = run->events().size();
  const auto is_event = [&] {
    return until_event && run->events().size() > before;
  };
  const double end = target.value;
  const bool goes = change_inputs(end) && (is_event() || run->go_to(end, until_event));
  clock = run->time() == end ? target : Time{run->time(), 0.0};
  if (!goes) return StepEnd::Ended;
  return is_event() ? StepEnd::Event : StepEnd::Reached;
}

Stepper::Stepper(const Model& model, const std::vector<StepperInput>& inputs,
                 const ParameterValues& parameters)
    : impl_(std::make_unique<Impl>(model, inputs, parameters)) {}
Stepper::~Stepper() = default;
Stepper::Stepper(Stepper&&) noexcept = default;
Stepper& Stepper::operator=(Stepper&&) noexcept = default;

const std::vector<Stepper::Input>& Stepper::inputs() const { return impl_->inputs.list(); }
const std::vector<Stepper::Variable>& Stepper::outputs() const { return impl_->outputs->list(); }
const System& Stepper::system() const { return impl_->run->system(); }
const ParameterValues& Stepper::parameters() const { return system().parameters(); }

std::vector<Stepper::Variable> Stepper::parameter_list() const {
  std::vector<Variable> list;
  for (const Parameter& parameter : impl_->inputs.model().parameters)
    list.push_back(
        {parameter.name, parameter.unit.empty() ? "" : si_unit(parameter.unit, parameter.where)});
  return list;
}

int Stepper::input(std::string_view name) const {
  const auto& list = inputs();
  const auto found = std::ranges::find(list, name, &Input::name);
  if (found == list.end()) fail_unknown("input", name, list, "name it where the stepper is made");
  return static_cast<int>(found - list.begin());
}

int Stepper::output(std::string_view name) const {
  const int place = impl_->outputs->find(name);
  if (place < 0)
    fail_unknown("output", name, outputs(), "outputs are q.BODY, v.BODY, f.ELEMENT and so on");
  return place;
}

void Stepper::set(int input, double value) { set(input, std::span<const double>(&value, 1)); }

void Stepper::set(int input, std::span<const double> value_and_derivatives) {
  if (input < 0 || input >= static_cast<int>(inputs().size()))
    refuse_call("there are " + std::to_string(inputs().size()) +
                " inputs, and none has the number " + std::to_string(input));
  impl_->inputs.set(input, value_and_derivatives);
}

bool Stepper::apply_inputs() {
  if (impl_->run->ended()) return false;
  if (!std::exchange(impl_->has_applied, true)) impl_->run->clear_events();
  return impl_->change_inputs(time());
}

double Stepper::input_value(int input) const {
  if (input < 0 || input >= static_cast<int>(inputs().size()))
    refuse_call("there is no such input");
  return impl_->run->value(Quantity::Internal, impl_->inputs.internal(input));
}

double Stepper::time() const { return impl_->run->time(); }

StepEnd Stepper::step(double h, bool until_event) {
  if (!(h > 0.0) || !std::isfinite(h))
    refuse_call("a step has a length above 0 s, not " + rounded_text(h));
  const Time target = impl_->clock + h;
  if (!(target.value > time()))
    refuse_call("a step of " + rounded_text(h) + " s is nothing beside the time " +
                rounded_text(time(), 10));
  return impl_->go_to(target, until_event);
}

StepEnd Stepper::step_to(double t, bool until_event) {
  if (!(t > time()) || !std::isfinite(t))
    refuse_call("the time is " + rounded_text(time(), 10) + " s already: no step leads to " +
                rounded_text(t, 10) + " s");
  return impl_->go_to({t, 0.0}, until_event);
}

double Stepper::next_time_event() const { return impl_->run->next_time_event(); }

double Stepper::value(int output) const {
  if (output < 0 || output >= static_cast<int>(outputs().size()))
    refuse_call("there is no such output");
  return impl_->outputs->value(*impl_->run, output);
}

void Stepper::values(std::span<const int> outputs, std::span<double> to) const {
  if (outputs.size() != to.size()) refuse_call("as many numbers as outputs are needed");
  for (std::size_t i = 0; i < outputs.size(); ++i) to[i] = value(outputs[i]);
}

const std::vector<Event>& Stepper::events() const { return impl_->run->events(); }
const EnergyLedger& Stepper::energy() const { return impl_->run->energy(); }
Status Stepper::status() const { return impl_->run->info().status; }
const std::string& Stepper::diagnosis() const { return impl_->run->info().diagnosis; }

RunInfo Stepper::info() {
  impl_->keep_warnings();
  RunInfo info = impl_->run->look();
  info.warnings = impl_->warnings;
  if (info.status == Status::Finished && !info.proofs.hold()) {
    info.status = info.proofs.are_finite() ? Status::Contradiction : Status::NotFinite;
    info.diagnosis = info.proofs.contradiction();
  }
  return info;
}

}  // namespace luztar
