#include "luztar/dynamics/compile/beside.h"

#include <cmath>

#include "luztar/core/assert.h"
#include "luztar/core/nearness.h"
#include "luztar/model/changes.h"

namespace luztar {
namespace {

/// So far that what splits at an instant is many roundings apart, and so near that the square of it
/// is not seen. A zero has no size of its own: 0.01 [SI].
double step_of(double value) { return kHalfDigits * (value == 0.0 ? 0.01 : std::abs(value)); }

/// The expression that gives a parameter or a start value.
/// @pre there is one of this name
Expression& place_of(Model& model, const std::string& name) {
  for (Parameter& parameter : model.parameters)
    if (parameter.name == name) return parameter.value;
  Expression* start = start_value(model, name);
  LUZTAR_ASSERT(start != nullptr);
  return *start;
}

}  // namespace

std::vector<SystemBeside> systems_beside(const Model& model, const ParameterValues& overrides,
                                         const ParameterValues& values, StartOfFile start) {
  Model there = model;
  there.simulation.derivatives.clear();
  ParameterValues others = overrides;
  const auto value_at = [&](const std::string& name) {
    return values.contains(name) ? values.at(name) : evaluate(place_of(there, name), values);
  };
  std::vector<VariedName> names;
  for (const SourceText& text : model.simulation.derivatives) {
    names.push_back(varied_name(text.text));
    const std::string& name = names.back().name;
    place_of(there, name) = Expression::number(value_at(name));  // it has a value of its own
    others.erase(name);
  }
  std::vector<SystemBeside> found;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto& [name, side] = names[i];
    if (side == 0) continue;
    const SourceText& written = model.simulation.derivatives[i];
    const double value = value_at(name), step = side * step_of(value);
    SystemBeside& next = found.emplace_back(SystemBeside{written.text, i, step, {}});
    set_derivatives(there, {name}, written.where.file);
    for (std::size_t k = 0; k < next.systems.size(); ++k) {
      place_of(there, name) = Expression::number(value + static_cast<double>(k + 1) * step);
      next.systems[k] = compile(there, others, start);
    }
    place_of(there, name) = Expression::number(value);
  }
  return found;
}

}  // namespace luztar
