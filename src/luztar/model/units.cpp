// Dimensions of parameters where they are used alone.
#include <algorithm>
#include <vector>

#include "luztar/core/quantity.h"
#include "luztar/model/check.h"
#include "luztar/model/kinds.h"

namespace luztar {
namespace {

class UnitCheck {
 public:
  UnitCheck(const Model& model, Diagnostics& mistakes) : mistakes_(mistakes) {
    for (const Parameter& parameter : model.parameters) {
      if (!parameter.unit.empty()) with_unit_.emplace(parameter.name, &parameter);
    }
  }

  void check(const Expression& value, const Field& field, const SourceLocation& element) {
    if (value.op() != Op::Symbol || field.unit.translating.empty()) return;
    const auto found = with_unit_.find(value.symbol());
    if (found == with_unit_.end()) return;
    const Parameter& parameter = *found->second;
    const Dimension has = dimension_of(parameter);
    if (has == dimension(field.unit.translating) || has == dimension(field.unit.rotating)) return;
    std::string wanted(field.unit.translating);
    if (wanted != field.unit.rotating) wanted.append(" or ").append(field.unit.rotating);
    std::string name = field.unit == kNumberUnit ? "this key" : field.name;
    if (field.unit == kCoefficientUnit) name += " beside normal";
    mistakes_.push_back(
        {known_place(value.where(), element),
         name + " is in " + wanted + ", but '" + parameter.name + "' is in " + parameter.unit,
         "check the unit of the parameter or the key"});
  }

  /// Its start is in the unit of the state, its rate in that by second.
  void check(const StateVariable& state) {
    if (state.unit.empty()) return;
    const std::string rate = "(" + state.unit + ")/s";
    for_each_field(state, [&](Field field, const Expression& value) {
      const std::string_view unit = field.place == Place::Constant ? state.unit : rate;
      field.unit = {unit, unit};
      check(value, field, state.where);
    });
  }

  /// What is not written is the node of another key, which was looked at.
  template <class Item>
  void check(const Item& item) {
    std::vector<const void*> seen;
    for_each_field(item, [&](const Field& field, const Expression& value) {
      if (value.op() != Op::Symbol) return;
      if (std::find(seen.begin(), seen.end(), value.identity()) != seen.end()) return;
      seen.push_back(value.identity());
      check(value, field, item.where);
    });
  }

 private:
  static Dimension dimension(std::string_view unit) { return parse_unit(unit, {}).dimension; }
  static Dimension dimension_of(const Parameter& parameter) {
    return parse_unit(parameter.unit, parameter.where).dimension;
  }

  std::map<std::string, const Parameter*> with_unit_;
  Diagnostics& mistakes_;
};

// A unit that the loader could not read has been reported; one given in code is checked here.
bool has_bad_units(const Model& model, Diagnostics& mistakes) {
  const std::size_t before = mistakes.size();
  const auto look = [&](const auto& item) {
    if (item.unit.empty()) return;
    try {
      parse_unit(item.unit, item.where);
    } catch (const ModelError& error) {
      mistakes.insert(mistakes.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  };
  for (const Parameter& parameter : model.parameters) look(parameter);
  for (const StateVariable& state : model.states) look(state);
  return mistakes.size() > before;
}

}  // namespace

void check_units(const Model& model, Diagnostics& mistakes) {
  if (has_bad_units(model, mistakes)) return;
  UnitCheck units(model, mistakes);
  for (const StateVariable& state : model.states) units.check(state);
  for (const Controller& controller : model.controllers) units.check(controller);
  for (const Body& body : model.bodies) units.check(body);
  for_each_element(model, [&](const auto& element) { units.check(element); });
  units.check(model.simulation);
}

}  // namespace luztar
