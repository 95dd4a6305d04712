#include "luztar/model/model_dimensions.h"

#include <utility>

#include "luztar/model/kinds.h"

namespace luztar {
namespace {

constexpr Dimension kSecond{0, 0, 1};
constexpr Dimension kEnergy{1, 2, -2};

DimensionOf bare(const Dimension& dimension) { return {DimensionOf::Certainty::Bare, dimension}; }

/// A coordinate, its rate for time = -1.
DimensionOf moved(Coordinate coordinate, int time) {
  if (coordinate == Coordinate::Unknown) return {};
  return bare(product(dimension_of(coordinate), kSecond, time));
}

}  // namespace

CoordinateUnits units_of(Coordinate coordinate) {
  switch (coordinate) {
    case Coordinate::Length:
      return {"m", "m/s", "m/s2", "N", "N s"};
    case Coordinate::Angle:
      return {"rad", "rad/s", "rad/s2", "N m", "N m s"};
    case Coordinate::Unknown:
      break;
  }
  return {"", "", "", "", ""};
}

std::optional<bool> is_angle(Coordinate coordinate) {
  if (coordinate == Coordinate::Unknown) return std::nullopt;
  return coordinate == Coordinate::Angle;
}

ModelDimensions::ModelDimensions(const Model& model, const CoordinateKinds& coordinates)
    : model_(model), coordinates_(coordinates) {
  for (const Parameter& parameter : model.parameters)
    values_.emplace(parameter.name, Named{&parameter.value, &parameter.unit});
  for (const Signal& signal : model.signals)
    if (const auto* value = std::get_if<Expression>(&signal.value))
      values_.emplace(signal.name, Named{value, nullptr});
}

DimensionOf ModelDimensions::of(const Expression& expression) const {
  return ExpressionDimensions(*this, nullptr).of(expression, {});
}

Dimension ModelDimensions::of_unit(std::string_view unit) const {
  const auto found = units_.find(unit);
  if (found != units_.end()) return found->second;
  return units_.emplace(unit, parse_unit(unit, {}).dimension).first->second;
}

const FunctionTable* ModelDimensions::table(const std::string& name) const {
  for (const FunctionTable& table : model_.tables)
    if (table.name == name) return &table;
  return nullptr;
}

DimensionOf ModelDimensions::of_symbol(const std::string& name) const {
  if (own_ != nullptr)
    for (const Controller::Memory& item : own_->memory)
      if (item.name == name) return of(item.start).is_sure() ? of(item.start) : DimensionOf{};
  if (name.size() > 1 && name[1] == '.') return of_coordinate(name);
  if (name == "t") return bare(kSecond);
  if (name == "d") return moved(d_, 0);
  if (name == "v") return moved(d_, -1);
  const auto found = values_.find(name);
  return found == values_.end() ? DimensionOf{} : of_value(found->second);
}

/// A parameter that is a plain number says nothing, and a cycle, which is told elsewhere, neither.
DimensionOf ModelDimensions::of_value(Named& named) const {
  if (!named.is_open) return named.dimension;
  named.is_open = false;
  if (named.unit != nullptr && !named.unit->empty()) {
    named.dimension = sure(of_unit(*named.unit));
  } else {
    const DimensionOf value = of(*named.value);
    if (value.certainty != DimensionOf::Certainty::Number) named.dimension = value;
  }
  return named.dimension;
}

DimensionOf ModelDimensions::of_state(const StateVariable& state) const {
  if (!state.unit.empty()) return sure(of_unit(state.unit));
  const DimensionOf start = of(state.start);
  return start.is_sure() ? start : DimensionOf{};
}

/// Of "CONTROLLER.NAME".
DimensionOf ModelDimensions::of_memory(std::string_view name) const {
  for (const Controller& controller : model_.controllers)
    for (const Controller::Memory& item : controller.memory)
      if (name == controller.name + "." + item.name)
        return of(item.start).is_sure() ? of(item.start) : DimensionOf{};
  return {};
}

DimensionOf ModelDimensions::of_coordinate(const std::string& name) const {
  const std::string_view part = std::string_view(name).substr(2);
  if (name[0] == 'x') {
    for (const StateVariable& state : model_.states)
      if (state.name == part) return of_state(state);
    return of_memory(part);
  }
  number_parts();
  if (name[0] == 'f') {
    const auto found = elements_.find(part);
    if (found == elements_.end()) return {};
    const Coordinate d = coordinates_.elements[found->second];
    if (d == Coordinate::Unknown) return {};
    return bare(product(kEnergy, dimension_of(d), -1));
  }
  const auto found = bodies_.find(part);
  if (found == bodies_.end()) return {};
  return moved(coordinates_.bodies[found->second], name[0] == 'q' ? 0 : -1);
}

void ModelDimensions::number_parts() const {
  if (!bodies_.empty()) return;
  for (std::size_t i = 0; i < model_.bodies.size(); ++i) bodies_.emplace(model_.bodies[i].name, i);
  std::size_t i = 0;
  for_each_element(model_, [&](const auto& element) { elements_.emplace(element.name, i++); });
}

}  // namespace luztar
