// Dimensions of parameters where they are used alone.
#include <algorithm>
#include <vector>

#include "luztar/core/quantity.h"
#include "luztar/model/check.h"
#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"

namespace luztar {
namespace {

class UnitCheck {
 public:
  UnitCheck(const Model& model, Diagnostics& mistakes) : mistakes_(mistakes) {
    for (const Parameter& parameter : model.parameters) {
      if (!parameter.unit.empty()) with_unit_.emplace(parameter.name, &parameter);
    }
    for (const FunctionTable& table : model.tables) tables_.emplace(table.name, &table);
  }

  void check(const Expression& value, const Field& field, const SourceLocation& element) {
    if (!tables_.empty()) check_calls(value, field, element);
    if (value.op() != Op::Symbol || field.unit.translating.empty()) return;
    const auto found = with_unit_.find(value.symbol());
    if (found == with_unit_.end()) return;
    const Parameter& parameter = *found->second;
    if (fits(dimension_of(parameter), field.unit)) return;
    report(value, field, element, "'" + parameter.name + "' is in " + parameter.unit);
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
      if (value.op() != Op::Symbol && tables_.empty()) return;
      if (std::find(seen.begin(), seen.end(), value.identity()) != seen.end()) return;
      seen.push_back(value.identity());
      check(value, field, item.where);
    });
  }

 private:
  /// Arguments of tables anywhere in the value, and what a table gives that is the whole value.
  void check_calls(const Expression& value, const Field& field, const SourceLocation& element) {
    for (const Expression& operand : value.operands()) check_calls(operand, Field{}, element);
    if (value.op() != Op::Lookup) return;
    const auto found = tables_.find(value.table()->name);
    if (found == tables_.end()) return;
    const FunctionTable& table = *found->second;
    const bool two = value.operands().size() == 2;
    check_argument(value.operands()[0], table, 'x', element);
    if (two) check_argument(value.operands()[1], table, 'y', element);
    const std::string& gives = two ? table.z_unit : table.y_unit;
    if (gives.empty() || field.unit.translating.empty()) return;
    if (!fits(parse_unit(gives, table.where).dimension, field.unit))
      report(value, field, element, "the table '" + table.name + "' gives " + gives);
  }

  void check_argument(const Expression& x, const FunctionTable& table, char input,
                      const SourceLocation& element) {
    const std::string& over = input == 'x' ? table.x_unit : table.y_unit;
    if (x.op() != Op::Symbol || over.empty()) return;
    const std::string& name = x.symbol();
    const auto parameter = with_unit_.find(name);
    UnitPair unit;
    if (parameter != with_unit_.end())
      unit = {parameter->second->unit, parameter->second->unit};
    else if (name == "t")
      unit = {"s", "s"};
    else if (name == "d" || name.starts_with("q."))
      unit = {"m", "rad"};
    else if (name == "v" || name.starts_with("v."))
      unit = {"m/s", "rad/s"};
    else
      return;
    if (fits(parse_unit(over, table.where).dimension, unit)) return;
    mistakes_.push_back({known_place(x.where(), element),
                         "the table '" + table.name + "' is over " + over + ", but '" + name +
                             "' is in " + words_of(unit),
                         std::string("check the argument, or ") + input + "_unit of the table"});
  }

  static std::string words_of(const UnitPair& unit) {
    std::string words(unit.translating);
    if (words != unit.rotating) words.append(" or ").append(unit.rotating);
    return words;
  }

  void report(const Expression& value, const Field& field, const SourceLocation& element,
              const std::string& has) {
    std::string name = field.unit == kNumberUnit ? "this key" : field.name;
    if (field.unit == kCoefficientUnit) name += " beside normal";
    mistakes_.push_back({known_place(value.where(), element),
                         name + " is in " + words_of(field.unit) + ", but " + has,
                         "check the unit of the parameter or the key"});
  }

  static bool fits(const Dimension& has, const UnitPair& unit) {
    return has == dimension(unit.translating) || has == dimension(unit.rotating);
  }
  static Dimension dimension(std::string_view unit) { return parse_unit(unit, {}).dimension; }
  static Dimension dimension_of(const Parameter& parameter) {
    return parse_unit(parameter.unit, parameter.where).dimension;
  }

  std::map<std::string, const Parameter*> with_unit_;
  std::map<std::string, const FunctionTable*> tables_;
  Diagnostics& mistakes_;
};

// A unit that the loader could not read has been reported; one given in code is checked here.
bool has_bad_units(const Model& model, Diagnostics& mistakes) {
  const std::size_t before = mistakes.size();
  const auto look_at = [&](const std::string& unit, const SourceLocation& where) {
    if (unit.empty()) return;
    try {
      parse_unit(unit, where);
    } catch (const ModelError& error) {
      mistakes.insert(mistakes.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  };
  for (const Parameter& parameter : model.parameters) look_at(parameter.unit, parameter.where);
  for (const StateVariable& state : model.states) look_at(state.unit, state.where);
  for (const FunctionTable& table : model.tables)
    for (const std::string& unit : {table.x_unit, table.y_unit, table.z_unit})
      look_at(unit, table.where);
  return mistakes.size() > before;
}

}  // namespace

void check_units(const Model& model, Diagnostics& mistakes) {
  if (has_bad_units(model, mistakes)) return;
  UnitCheck units(model, mistakes);
  for (const StateVariable& state : model.states) units.check(state);
  for (const Controller& controller : model.controllers) units.check(controller);
  for (const Body& body : model.bodies) units.check(body);
  for_each_element(model, [&](const auto& element) {
    units.check(element);
    if (const auto& formula = element.deflection.formula)
      units.check(*formula, kDeflectionKey, element.where);
  });
  units.check(model.simulation);
}

}  // namespace luztar
