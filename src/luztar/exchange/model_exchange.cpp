#include "luztar/exchange/model_exchange.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/core/error.h"
#include "luztar/core/number_text.h"
#include "luztar/exchange/model_exchange_impl.h"
#include "luztar/model/delays.h"

namespace luztar {
namespace {

Model for_integration(Model model, double start) {
  model.simulation.derivatives.clear();
  if (!model.simulation.at_rest) model.simulation.start = Expression::number(start);
  if (find_delay(model) != nullptr)
    refuse_delays(model, "another integrator does not keep the past that is read by",
                  "use Co-Simulation");
  return model;
}

std::vector<StepperInput> held(const std::vector<std::string>& names) {
  std::vector<StepperInput> list;
  for (const std::string& name : names) list.push_back({name, StepperInput::Kind::Held, 1});
  return list;
}

std::size_t place_of(int place, std::size_t count, const char* what) {
  const auto index = static_cast<std::size_t>(place);
  if (place < 0 || index >= count)
    refuse_call("there are " + std::to_string(count) + " " + what + ", and none has the number " +
                std::to_string(place));
  return index;
}

void need_length(std::size_t given, std::size_t wanted, const char* what) {
  if (given != wanted)
    refuse_call("there are " + std::to_string(wanted) + " " + what + ", and not " +
                std::to_string(given));
}

std::string per_second(const std::string& unit) { return unit.empty() ? "1/s" : unit + "/s"; }

}  // namespace

ModelExchange::Impl::Impl(const Model& given, const std::vector<std::string>& names,
                          ParameterValues values, double start)
    : model{for_integration(given, start), held(names)},
      parameters(std::move(values)),
      inputs(model.file, model.given, parameters),
      system(model.compiled(inputs, parameters)) {
  inputs.find_places(system);
  outputs = std::make_unique<StepperOutputs>(system, inputs, false);
  for (const Stepper::Input& input : inputs.list()) wanted.push_back(input.start);
  point.time = start;
  list_states();
}

void ModelExchange::Impl::list_states() {
  const SystemImpl& impl = system.impl();
  const auto unit = [this](const std::string& output) {
    return outputs->list()[static_cast<std::size_t>(outputs->find(output))].unit;
  };
  const auto add = [&](Place place, const std::string& name, const std::string& derivative,
                       const std::string& derivative_unit) {
    places.push_back(place);
    states.push_back({name, derivative, unit(name), derivative_unit});
  };
  for (int b = 0; b < impl.n_bodies(); ++b) {
    const std::string& name = system.bodies()[static_cast<std::size_t>(b)].name;
    if (impl.motion_slot(b) < 0)
      add({Quantity::Position, b}, "q." + name, "v." + name, unit("v." + name));
  }
  for (int b = 0; b < impl.n_bodies(); ++b) {
    const std::string& name = system.bodies()[static_cast<std::size_t>(b)].name;
    if (impl.is_free(b)) add({Quantity::Velocity, b}, "v." + name, "a." + name, unit("a." + name));
  }
  for (const ElementInfo& element : system.elements())
    if (const std::string name = "z." + element.name; element.internal >= 0)
      add({Quantity::Internal, element.internal}, name, "der(" + name + ")",
          unit("rate." + element.name));
  for (std::size_t s = 0; s < model.file.states.size(); ++s) {
    const std::string name = "x." + model.file.states[s].name;
    const Expression& rate = model.file.states[s].rate;
    if (rate.op() != Op::Number || rate.number() != 0.0)
      add({Quantity::Internal, impl.first_state() + static_cast<int>(s)}, name, "der(" + name + ")",
          per_second(unit(name)));
  }
}

/// With the first values of inputs.
void ModelExchange::Impl::begin() {
  if (run) return;
  ParameterValues first = parameters;
  bool other = false;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] == inputs.list()[i].start) continue;
    const std::string& name = model.given[i].name;
    if (std::ranges::find(model.file.parameters, name, &Parameter::name) ==
        model.file.parameters.end())
      continue;
    first[name] = wanted[i];
    other = true;
  }
  if (other) {
    inputs = StepperInputs(model.file, model.given, first);
    system = model.compiled(inputs, first);
    inputs.find_places(system);
  }
  State start = model.start_of(inputs, system, first);
  for (std::size_t i = 0; i < wanted.size(); ++i)
    start.internal[static_cast<std::size_t>(inputs.internal(static_cast<int>(i)))] = wanted[i];
  make_run(std::move(start));
  is_first = true;
}

void ModelExchange::Impl::make_run(State state) {
  run = std::make_unique<IntegratedRun>(system, std::move(state), inputs.first_event(),
                                        inputs.last_event());
  point = run->point();
  before = wanted;
  is_put = true;
  in_event = false;
}

double& ModelExchange::Impl::at(GivenPoint& of, const Place& place) const {
  const auto index = static_cast<std::size_t>(place.index);
  if (place.quantity == Quantity::Position) return of.q[index];
  return place.quantity == Quantity::Velocity ? of.v[index] : of.internal[index];
}

void ModelExchange::Impl::put_inputs(const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    point.internal[static_cast<std::size_t>(inputs.internal(static_cast<int>(i)))] = values[i];
  run->put(point);
}

bool ModelExchange::Impl::look() {
  begin();
  if (!std::exchange(is_put, true)) put_inputs(wanted);
  return run->look();
}

double ModelExchange::Impl::derivative(std::size_t i) {
  const auto& [quantity, index] = places[i];
  if (quantity == Quantity::Internal) return run->internal_rate(index);
  return run->value(quantity == Quantity::Position ? Quantity::Velocity : Quantity::Acceleration,
                    index);
}

std::vector<InternalChange> ModelExchange::Impl::jumps(std::vector<int>& names) const {
  std::vector<InternalChange> changes;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] == before[i]) continue;
    changes.push_back({inputs.internal(static_cast<int>(i)), wanted[i]});
    names.push_back(inputs.first_event() + static_cast<int>(i));
  }
  return changes;
}

ModelExchange::ModelExchange(const Model& model, const std::vector<std::string>& inputs,
                             const ParameterValues& parameters, double start)
    : impl_(std::make_unique<Impl>(model, inputs, parameters, start)) {}
ModelExchange::~ModelExchange() = default;
ModelExchange::ModelExchange(ModelExchange&&) noexcept = default;
ModelExchange& ModelExchange::operator=(ModelExchange&&) noexcept = default;

const std::vector<ModelExchange::StateVariable>& ModelExchange::state_list() const {
  return impl_->states;
}
const std::vector<Stepper::Input>& ModelExchange::inputs() const { return impl_->inputs.list(); }
const std::vector<Stepper::Variable>& ModelExchange::outputs() const {
  return impl_->outputs->list();
}
std::size_t ModelExchange::n_indicators() const {
  return static_cast<std::size_t>(impl_->system.impl().n_guards());
}
std::string ModelExchange::indicator_name(std::size_t indicator) const {
  return luztar::indicator_name(impl_->system, indicator);
}

int ModelExchange::input(std::string_view name) const {
  std::vector<std::string> known;
  for (const StepperInput& input : impl_->model.given) known.push_back(input.name);
  const auto found = std::ranges::find(known, name);
  if (found == known.end())
    refuse_unknown("input", name, known, "name it where the model is exported");
  return static_cast<int>(found - known.begin());
}

int ModelExchange::output(std::string_view name) const {
  const int place = impl_->outputs->find(name);
  if (place >= 0) return place;
  std::vector<std::string> known;
  for (const Stepper::Variable& output : outputs()) known.push_back(output.name);
  refuse_unknown("output", name, known, "outputs are q.BODY, v.BODY, f.ELEMENT and so on");
}

void ModelExchange::set_time(double t) {
  if (!std::isfinite(t)) refuse_call("the time is no finite number");
  impl_->begin();
  if (t != impl_->point.time) impl_->is_put = impl_->in_event = false;
  impl_->point.time = t;
}

void ModelExchange::set_states(std::span<const double> x) {
  need_length(x.size(), impl_->places.size(), "states");
  if (!std::ranges::all_of(x, [](double value) { return std::isfinite(value); }))
    refuse_call("states are finite numbers");
  impl_->begin();
  for (std::size_t i = 0; i < x.size(); ++i) {
    double& own = impl_->at(impl_->point, impl_->places[i]);
    if (own != x[i]) impl_->is_put = impl_->in_event = false;
    own = x[i];
  }
}

void ModelExchange::set(int input, double value) {
  const std::size_t i = place_of(input, impl_->wanted.size(), "inputs");
  if (!std::isfinite(value))
    refuse_call("the input " + quote(impl_->model.given[i].name) + " needs a finite number");
  if (impl_->wanted[i] != value) impl_->is_put = false;
  impl_->wanted[i] = value;
}

double ModelExchange::time() const { return impl_->point.time; }

void ModelExchange::states(std::span<double> x) const {
  need_length(x.size(), impl_->places.size(), "states");
  impl_->begin();
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = impl_->state(i);
}

bool ModelExchange::derivatives(std::span<double> dx) {
  need_length(dx.size(), impl_->places.size(), "derivatives");
  if (!impl_->look()) return false;
  for (std::size_t i = 0; i < dx.size(); ++i) dx[i] = impl_->derivative(i);
  return std::ranges::all_of(dx, [](double value) { return std::isfinite(value); });
}

bool ModelExchange::indicators(std::span<double> z) {
  need_length(z.size(), n_indicators(), "indicators");
  if (!impl_->look()) return false;
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = impl_->run->indicator(i);
  return true;
}

double ModelExchange::input_value(int input) const {
  return impl_->wanted[place_of(input, impl_->wanted.size(), "inputs")];
}

double ModelExchange::value(int output) {
  place_of(output, outputs().size(), "outputs");
  impl_->look();
  const StepperOutputs::Source& source = impl_->outputs->source(output);
  return impl_->run->value(source.quantity, source.index);
}

double ModelExchange::derivative(std::size_t state) {
  place_of(static_cast<int>(state), impl_->places.size(), "states");
  impl_->look();
  return impl_->derivative(state);
}

bool ModelExchange::completed_step() { return impl_->look() && impl_->run->accept(); }

void ModelExchange::enter_event() {
  impl_->look();
  impl_->run->clear_events();
  impl_->before = impl_->wanted;
  impl_->in_event = true;
}

ModelExchange::Update ModelExchange::update() {
  Impl& own = *impl_;
  own.begin();
  if (std::exchange(own.is_first, false) && own.is_put)
    return {.states_changed = true, .again = own.run->is_due(), .ended = own.run->ended()};
  if (!own.in_event) enter_event();
  const GivenPoint left = own.point;
  std::vector<int> names;
  const std::vector<InternalChange> changes = own.jumps(names);
  own.put_inputs(own.before);
  own.run->cross(changes, names);
  own.before = own.wanted;
  own.point = own.run->point();
  own.is_put = true;
  const bool changed = std::ranges::any_of(own.places, [&](const Impl::Place& place) {
    GivenPoint before = left;
    return own.at(own.point, place) != own.at(before, place);
  });
  return {.states_changed = changed, .again = own.run->is_due(), .ended = own.run->ended()};
}

const std::vector<Event>& ModelExchange::events() const {
  impl_->begin();
  return impl_->run->events();
}
const std::vector<std::string>& ModelExchange::event_names() const {
  return impl_->system.event_names();
}
double ModelExchange::next_time_event() const {
  impl_->begin();
  return impl_->run->next_time_event();
}

Status ModelExchange::status() const {
  return impl_->run ? impl_->run->info().status : Status::Finished;
}
const std::string& ModelExchange::diagnosis() const {
  impl_->begin();
  return impl_->run->info().diagnosis;
}

}  // namespace luztar
