#include "luztar/model/changes.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "luztar/core/habits.h"
#include "luztar/core/quantity.h"
#include "luztar/model/check.h"
#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"
#include "luztar/symbolic/quantity_text.h"

namespace luztar {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

struct Setting {
  std::string_view key;
  std::string_view unit;  ///< "1": a number, "": a word
};

constexpr std::array<Setting, 8> kSettings = {{{"duration", "s"},
                                               {"samples", "1"},
                                               {"interval", "s"},
                                               {"tolerance", "1"},
                                               {"max_events", "1"},
                                               {"method", ""},
                                               {"step", "s"},
                                               {"adaptive", ""}}};

SourceLocation place(const std::string& source) { return {source, 1, 1}; }

const Setting& setting_of(const std::string& key, const std::string& source) {
  const auto found = std::find_if(kSettings.begin(), kSettings.end(),
                                  [&](const Setting& s) { return s.key == key; });
  if (found != kSettings.end()) return *found;
  std::vector<std::string> known;
  for (const Setting& setting : kSettings) known.emplace_back(setting.key);
  const std::string habit = habit_advice(key, "simulation");
  throw ModelError({source, 0, 0}, "no setting " + quote(key),
                   habit.empty() ? suggest(key, known, "") : habit);
}

bool truth_of(std::string_view text, const std::string& source) {
  if (text == "true") return true;
  if (text == "false") return false;
  throw ModelError({source, 0, 0}, quote(text) + " is neither true nor false",
                   "write true or false");
}

void set_method(SimulationTable& simulation, std::string_view text, const std::string& source) {
  if (text == "stepping") {
    simulation.method = Method::Stepping;
  } else if (text == "events") {  // what belongs to the other method goes with it
    simulation.method = Method::Events;
    simulation.step.reset();
    simulation.adaptive = false;
  } else {
    throw ModelError({source, 0, 0}, "no method " + quote(text), "write events or stepping");
  }
}

void keep_unchanged(Model& model) {
  if (model.unchanged) return;
  model.unchanged = std::make_shared<const ChangeableParts>(
      ChangeableParts{.parameters = model.parameters, .simulation = model.simulation});
}

/// What stands behind a key of a body or an element, "contact.kinetic", as its owner has it.
std::string advice_on_key(const Model& model, const std::string& owner, const std::string& key) {
  std::string advice;
  const auto look = [&](const auto& item) {
    if (item.name != owner) return;
    for_each_field(item, [&](const Field& field, const Expression& value) {
      if (key != field.key || !advice.empty()) return;
      const bool named = value.op() == Op::Symbol;
      advice = named ? "its value is the parameter '" + value.symbol() + "': set that one"
                     : "write " + key + " = \"NAME\" in the file and NAME under [parameters]";
    });
  };
  for (const Body& body : model.bodies) look(body);
  for_each_element(model, look);
  return advice;
}

/// On a name that is no parameter: a setting, a habit of other programs or a key.
std::string advice_on_setting(const Model& model, const std::string& name) {
  const std::size_t dot = name.find('.');
  if (dot != std::string::npos)
    return advice_on_key(model, name.substr(0, dot), name.substr(dot + 1));
  const bool is_setting = std::ranges::find(kSettings, name, &Setting::key) != kSettings.end();
  std::string key = is_setting ? name : std::string(habit_of(name, "simulation"));
  if (key.empty() || key.find(' ') != std::string::npos) return key;
  std::string option = key;
  std::replace(option.begin(), option.end(), '_', '-');
  return "that is `" + key + "` of [simulation], the option --" + option;
}

}  // namespace

Expression parse_value(std::string_view text, const std::string& unit,
                       const SourceLocation& where) {
  if (text.find_first_not_of(kBlank) == std::string_view::npos) {
    throw ModelError({where.file, 0, 0}, "no value", "give a number or an expression");
  }
  const std::optional<Expression> quantity = parse_quantity(text, where);
  if (!quantity) {
    const std::size_t first = text.find_first_not_of(kBlank);
    SourceLocation place = where;
    place.column += static_cast<int>(first);
    return parse_expression(text.substr(first, text.find_last_not_of(kBlank) - first + 1), place);
  }
  if (unit.empty()) return *quantity;
  const Dimension asked = parse_unit(unit, where).dimension;
  if (parse_unit(quantity->unit(), where).dimension == asked) return *quantity;
  SourceLocation place = where;
  place.column += static_cast<int>(text.rfind(quantity->unit()));
  throw ModelError(place, quote(quantity->unit()) + " is not a unit of this",
                   asked == Dimension{} ? "it has none" : "give it in " + unit);
}

void check_parameter(const Model& model, const std::string& name, const SourceLocation& where) {
  std::vector<std::string> known;
  for (const Parameter& parameter : model.parameters) known.push_back(parameter.name);
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  std::string advice = advice_on_setting(model, name);
  if (advice.empty()) advice = Names(model).what_is(name);
  if (advice.empty()) {
    const std::string close = closest_name(name, known);
    advice = close.empty() ? "only what [parameters] of " + model.file + " lists can be set"
                           : "did you mean '" + close + "'?";
  }
  throw ModelError(where, "no parameter " + quote(name), advice);
}

void set_parameter(Model& model, const std::string& name, const Expression& value,
                   const std::string& source) {
  check_parameter(model, name, {source, 0, 0});
  keep_unchanged(model);
  for (Parameter& parameter : model.parameters) {
    if (parameter.name != name) continue;
    parameter.value = value;
    parameter.where = value.where();
  }
}

void set_parameter(Model& model, const std::string& name, std::string_view text,
                   const std::string& source) {
  std::string unit;
  for (const Parameter& parameter : model.parameters) {
    if (parameter.name == name) unit = parameter.unit;
  }
  set_parameter(model, name, parse_value(text, unit, place(source)), source);
}

void set_setting(Model& model, const std::string& key, std::string_view text,
                 const std::string& source) {
  const Setting& setting = setting_of(key, source);
  keep_unchanged(model);
  if (key == "method") {
    set_method(model.simulation, text, source);
  } else if (key == "adaptive") {
    model.simulation.adaptive = truth_of(text, source);
  } else {
    set_setting(model, key, parse_value(text, std::string(setting.unit), place(source)), source);
  }
}

void set_setting(Model& model, const std::string& key, const Expression& value,
                 const std::string& source) {
  keep_unchanged(model);
  SimulationTable& simulation = model.simulation;
  const std::string_view known = setting_of(key, source).key;
  if (known == "duration") {
    simulation.span = simulation.duration;
    simulation.duration = value;
  } else if (known == "samples") {
    simulation.samples = value;
    simulation.interval.reset();
    simulation.times.reset();
  } else if (known == "interval") {
    simulation.interval = value;
    simulation.samples.reset();
    simulation.times.reset();
  } else if (known == "tolerance") {
    simulation.tolerance = value;
  } else if (known == "max_events") {
    simulation.max_events = value;
  } else if (known == "step") {
    simulation.step = value;
  } else {
    throw ModelError({source, 0, 0}, "this is no number", "write " + key + " as a word");
  }
}

void set_times(Model& model, SimulationTable::Times times) {
  keep_unchanged(model);
  model.simulation.times = std::move(times);
  model.simulation.samples.reset();
  model.simulation.interval.reset();
}

Expression* start_value(Model& model, const std::string& name) {
  for (Body& body : model.bodies) {
    if (name == "q." + body.name) return &body.position;
    if (name == "v." + body.name) return &body.velocity;
  }
  for (StateVariable& state : model.states)
    if (name == "x." + state.name) return &state.start;
  for (Controller& controller : model.controllers)
    for (Controller::Memory& item : controller.memory)
      if (name == "x." + controller.name + "." + item.name) return &item.start;
  return nullptr;
}

VariedName varied_name(const std::string& text) {
  if (text.ends_with('+')) return {text.substr(0, text.size() - 1), 1};
  if (text.ends_with('-')) return {text.substr(0, text.size() - 1), -1};
  return {text, 0};
}

void set_derivatives(Model& model, const std::vector<std::string>& names,
                     const std::string& source) {
  model.simulation.derivatives.clear();
  for (const std::string& name : names)
    model.simulation.derivatives.push_back({name, {source, 1, 1}});
}

}  // namespace luztar
