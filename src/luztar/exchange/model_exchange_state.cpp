// States of models that another program integrates; other parameters; derivatives in the modes in
// force.
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "luztar/core/error.h"
#include "luztar/core/number_text.h"
#include "luztar/dynamics/compile/change.h"
#include "luztar/exchange/model_exchange_impl.h"
#include "luztar/exchange/stepper_impl.h"
#include "luztar/sensitivity/instant_motion.h"

namespace luztar {

StepperState ModelExchange::save() {
  impl_->look();
  auto content = std::make_shared<StepperState::Content>();
  content->state = impl_->run->state();
  content->clock = {impl_->point.time, 0.0};
  content->parameters = impl_->parameters;
  for (const double value : impl_->wanted) content->inputs.push_back({.wanted = {value}});
  StepperState state;
  state.content_ = std::move(content);
  return state;
}

void ModelExchange::restore(const StepperState& state) {
  if (state.empty()) throw std::invalid_argument("there is no state to go back to");
  const StepperState::Content& content = *state.content_;
  if (!are_alike(content.inputs, inputs())) refuse_other_state("it has other inputs");
  for (std::size_t i = 0; i < content.inputs.size(); ++i)
    impl_->wanted[i] = content.inputs[i].wanted[0];
  impl_->go_on_with(content.state, content.parameters);
}

StepperState ModelExchange::state_of(std::string_view bytes) const {
  return StepperState::read(bytes, impl_->system);
}

const ParameterValues& ModelExchange::parameters() const { return impl_->system.parameters(); }

void ModelExchange::set_parameters(const ParameterValues& parameters) {
  for (const StepperInput& input : impl_->model.given)
    if (parameters.contains(input.name))
      throw std::invalid_argument(quote(input.name) + " is an input: set it");
  impl_->look();
  if (impl_->run->ended()) throw std::invalid_argument("the run has ended: " + diagnosis());
  ParameterValues others = impl_->parameters;
  for (const auto& [name, value] : parameters) others[name] = value;
  impl_->go_on_with(impl_->run->state(), others);
}

/// Nothing has changed where this throws.
void ModelExchange::Impl::go_on_with(const State& state, const ParameterValues& values) {
  System with = system;
  StepperInputs others = inputs;
  if (values != parameters) {
    others = StepperInputs(model.file, model.given, values);
    with = model.compiled(others, values);
    others.find_places(with);
    if (with.impl().n_guards() != system.impl().n_guards())
      throw ModelError({}, "with these parameters the model has other events",
                       "make the model anew");
  }
  if (const std::string wrong = misfit(with, state); !wrong.empty()) refuse_other_state(wrong);
  if (values != parameters) has_varied = false;
  inputs = std::move(others);
  system = std::move(with);
  parameters = values;
  make_run(state);
}

/// A start value is varied, which derivatives in given modes do not depend on.
const System& ModelExchange::Impl::with_derivatives() {
  if (has_varied) return varied;
  Model file = inputs.model();
  const auto moves = [](const Body& body) {
    return !body.motion.has_value();
  };
  const auto body = std::ranges::find_if(file.bodies, moves);
  if (body == file.bodies.end())
    throw ModelError({}, "no body of the model moves freely", "ask for no derivatives");
  file.simulation.derivatives = {{"v." + body->name, {}}};
  file.simulation.at_rest = false;
  ParameterValues values = parameters;
  for (const StepperInput& input : model.given) values.erase(input.name);
  varied = compile(file, values, StartOfFile::Unused);
  has_varied = true;
  return varied;
}

/// Velocities of what sticks are one. @param moves  (bodies × 2) what they change by, last column
void ModelExchange::Impl::tie(Matrix& moves) {
  const auto velocities = [this] {
    std::vector<double> list;
    run->look();
    for (int b = 0; b < system.impl().n_bodies(); ++b)
      list.push_back(run->value(Quantity::Velocity, b));
    return list;
  };
  const std::vector<double> here = velocities();
  GivenPoint moved = point;
  for (std::size_t b = 0; b < here.size(); ++b) moved.v[b] += moves(static_cast<Index>(b), 1);
  run->put(moved);
  const std::vector<double> after = velocities();
  for (std::size_t b = 0; b < here.size(); ++b)
    moves(static_cast<Index>(b), 1) = after[b] - here[b];
  put_inputs(wanted);
  run->look();
}

namespace {

/// The slopes of a quantity by the last column.
double slope_of(const InstantSlopes& slopes, Quantity quantity, int index) {
  const auto row = static_cast<Index>(index);
  constexpr Index kColumn = 1;  // behind that of the start value
  switch (quantity) {
    case Quantity::Position:
      return slopes.q(row, kColumn);
    case Quantity::Velocity:
      return slopes.v(row, kColumn);
    case Quantity::Acceleration:
      return slopes.a(row, kColumn);
    case Quantity::Deflection:
      return slopes.d(row, kColumn);
    case Quantity::Rate:
      return slopes.rate(row, kColumn);
    case Quantity::ElementForce:
      return slopes.f(row, kColumn);
    case Quantity::Internal:
      return slopes.z(row, kColumn);
    default:
      return 0.0;  // modes stay
  }
}

}  // namespace

void ModelExchange::directional_derivative(std::span<const int> of, std::span<const int> by,
                                           std::span<const double> seed,
                                           std::span<double> sensitivity) {
  Impl& own = *impl_;
  if (of.size() != sensitivity.size() || by.size() != seed.size())
    throw std::invalid_argument("as many numbers as variables are needed");
  own.look();
  const System& system = own.with_derivatives();
  const auto states = static_cast<int>(own.places.size());
  Directions directions{Matrix(system.impl().n_bodies(), 2),
                        Matrix(system.impl().n_bodies(), 2),
                        Matrix(system.impl().n_internals(), 2),
                        {}};
  for (std::size_t i = 0; i < by.size(); ++i) {
    const int place = by[i];
    if (place < 0 || place >= states + static_cast<int>(own.wanted.size()))
      throw std::invalid_argument("there is no such state or input");
    const Impl::Place where =
        place < states ? own.places[static_cast<std::size_t>(place)]
                       : Impl::Place{Quantity::Internal, own.inputs.internal(place - states)};
    Matrix& list = where.quantity == Quantity::Position   ? directions.q
                   : where.quantity == Quantity::Velocity ? directions.v
                                                          : directions.z;
    list(where.index, 1) += seed[i];
  }
  own.tie(directions.v);
  const State state = own.run->state();
  const InstantMotion motion(system.impl(), state);
  const InstantSlopes slopes = motion.along(directions);
  for (std::size_t i = 0; i < of.size(); ++i) {
    const int place = of[i];
    if (place < 0 || place >= states + static_cast<int>(outputs().size()))
      throw std::invalid_argument("there is no such derivative or output");
    if (place >= states) {
      const StepperOutputs::Source& source = own.outputs->source(place - states);
      if (source.quantity == Quantity::Margin)
        throw ModelError({}, "derivatives of margins are not computed", "take those of forces");
      sensitivity[i] = slope_of(slopes, source.quantity, source.index);
      continue;
    }
    const auto& [quantity, index] = own.places[static_cast<std::size_t>(place)];
    sensitivity[i] =
        quantity == Quantity::Internal
            ? slopes.z_rate(index, 1)
            : slope_of(slopes,
                       quantity == Quantity::Position ? Quantity::Velocity : Quantity::Acceleration,
                       index);
  }
}

}  // namespace luztar
