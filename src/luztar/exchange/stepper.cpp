#include "luztar/exchange/stepper.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/core/number_text.h"
#include "luztar/core/quantity.h"
#include "luztar/exchange/stepper_impl.h"
#include "luztar/model/check.h"

namespace luztar {
namespace {

template <class Item>
std::vector<std::string> names_of(const std::vector<Item>& list) {
  std::vector<std::string> names;
  for (const Item& item : list) names.push_back(item.name);
  return names;
}

Model without_derivatives(Model model) {
  model.simulation.derivatives.clear();
  return model;
}

}  // namespace

Stepper::Impl::Impl(const Model& given, std::vector<StepperInput> list, ParameterValues values)
    : model{without_derivatives(given), std::move(list)},
      parameters(std::move(values)),
      inputs(model.file, model.given, parameters) {
  const System system = model.compiled(inputs, parameters);
  inputs.find_places(system);
  outputs = std::make_unique<StepperOutputs>(system, inputs);
  go_on_from(system, model.start_of(inputs, system, parameters));
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
  if (found == list.end())
    refuse_unknown("input", name, names_of(list), "name it where the stepper is made");
  return static_cast<int>(found - list.begin());
}

int Stepper::output(std::string_view name) const {
  const int place = impl_->outputs->find(name);
  if (place < 0)
    refuse_unknown("output", name, names_of(outputs()),
                   "outputs are q.BODY, v.BODY, f.ELEMENT and so on");
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

double Stepper::derivative(int output, int order) const {
  if (output < 0 || output >= static_cast<int>(outputs().size()) || order < 1)
    refuse_call("there is no such derivative");
  return impl_->outputs->derivative(*impl_->run, output, order);
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
