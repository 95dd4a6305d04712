#include "luztar/io/load_model.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "luztar/core/docs_page.h"
#include "luztar/core/quantity.h"
#include "luztar/io/key_reader.h"
#include "luztar/io/mistakes/section_names.h"
#include "luztar/io/model/model_parts.h"
#include "luztar/io/read_file.h"
#include "luztar/io/table_scope.h"
#include "luztar/model/geometry.h"
#include "luztar/model/kinds.h"
#include "luztar/model/link_loads.h"
#include "luztar/model/random_number.h"

namespace luztar {
namespace {

constexpr const char* kEquilibrium = "equilibrium";

std::string hash_text(std::string_view text) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash_of(text)));
  return digits;
}

/// Nothing if it is no unit, which is told.
std::optional<Unit> read_unit(const TomlEntry& entry, Diagnostics& mistakes) {
  try {
    return parse_unit(entry.value.text, entry.value.content);
  } catch (const ModelError& error) {
    mistakes.insert(mistakes.end(), error.diagnostics().begin(), error.diagnostics().end());
    return std::nullopt;
  }
}

// A factor belongs to a written number; in a formula it would be unclear what it multiplies.
void apply_unit(const TomlEntry& unit, Parameter& parameter, Diagnostics& mistakes) {
  const std::optional<Unit> parsed = read_unit(unit, mistakes);
  if (!parsed) return;
  if (!parameter.unit.empty()) {
    mistakes.push_back({unit.where, "two units for " + quote(parameter.name),
                        "write value = 1, unit = \"kg\", or \"1 kg\" alone"});
    return;
  }
  parameter.unit = unit.value.text;
  parameter.unit_factor = parsed->factor();
  if (parameter.value.op() == Op::Number) {
    parameter.value =
        Expression::number(parsed->to_si(parameter.value.number()), parameter.value.where());
  } else if (parameter.unit_factor != 1) {
    mistakes.push_back(
        {unit.value.content, "an expression cannot be in " + quote(unit.value.text),
         "write the expression in SI with unit = \"" + to_text(parsed->dimension) + "\""});
  }
}

/// The unit of a value that is written with it: m = "1 kg".
void take_unit(Parameter& parameter) {
  if (parameter.value.op() != Op::Number || parameter.value.unit().empty()) return;
  parameter.unit = parameter.value.unit();
  parameter.unit_factor = parse_unit(parameter.unit, parameter.where).factor();
  parameter.value = Expression::number(parameter.value.number(), parameter.value.where());
}

Parameter read_parameter(const TomlEntry& entry, Diagnostics& mistakes) {
  Parameter parameter{
      .name = entry.key, .value = Expression::symbol(kUnread, entry.where), .where = entry.where};
  if (entry.value.kind != TomlKind::Table) {
    parameter.value = read_expression(entry.value, entry.key, mistakes);
    take_unit(parameter);
    return parameter;
  }
  TableReader table(entry.value, entry.where, mistakes);
  if (const auto value = table.number("value")) {
    parameter.value = *value;
    take_unit(parameter);
  } else {
    table.report(entry.where, "the parameter " + quote(entry.key) + " has no `value`",
                 "write value = ...");
  }
  if (const TomlEntry* unit = table.find("unit", TomlKind::Text)) {
    apply_unit(*unit, parameter, mistakes);
  }
  parameter.latex = table.text("latex").value_or("");
  parameter.about = table.text("about").value_or("");
  table.finish("parameter");
  return parameter;
}

/// A new item of a list: its name, its place and the keys that model/fields.h describes.
template <class Item>
Item& read_item(const TomlEntry& entry, TableReader& table, std::vector<Item>& list) {
  Item& item = list.emplace_back();
  item.name = entry.key;
  item.where = entry.where;
  KeyReader keys(table);
  describe(item, keys);
  return item;
}

/// A state is computed in SI: its unit names it and converts nothing.
void apply_unit(const TomlEntry& unit, StateVariable& state, Diagnostics& mistakes) {
  const std::optional<Unit> parsed = read_unit(unit, mistakes);
  if (!parsed) return;
  if (parsed->factor() == 1) {
    state.unit = unit.value.text;
  } else {
    mistakes.push_back(
        {unit.value.content, "a state cannot be in " + quote(unit.value.text),
         "write its rate and start in SI with unit = \"" + to_text(parsed->dimension) + "\""});
  }
}

void read_states(TableReader& document, Model& model) {
  read_section(document, "states", [&](const TomlEntry& entry, TableReader& table) {
    StateVariable& state = read_item(entry, table, model.states);
    if (!table.has("rate") && !table.has("jumps"))
      table.report(entry.where, "`rate` is missing", "write rate = \"...\"");
    if (const TomlEntry* unit = table.find("unit", TomlKind::Text))
      apply_unit(*unit, state, table.mistakes());
  });
}

void read_controllers(TableReader& document, Model& model) {
  read_section(document, "controllers", [&](const TomlEntry& entry, TableReader& table) {
    read_item(entry, table, model.controllers);
  });
}

void read_method(TableReader& table, SimulationTable& run) {
  const TomlEntry* method = table.find("method", TomlKind::Text);
  if (method != nullptr && method->value.text == "stepping") {
    run.method = Method::Stepping;
  } else if (method != nullptr && method->value.text != "events") {
    table.report(method->value.content, "no method " + quote(method->value.text),
                 "use method = \"events\" or \"stepping\"");
  }
  run.step = table.number("step");
  if (const TomlEntry* adaptive = table.find("adaptive", TomlKind::Truth))
    run.adaptive = adaptive->value.number != 0;
}

/// The values that counts and seeds are made with: those of the file, but for what is changed.
ParameterValues values_for_repeats(const Model& model, const LoadOptions& options) {
  Model changed;
  changed.parameters = model.parameters;
  for (Parameter& parameter : changed.parameters) {
    const auto change = options.parameters.find(parameter.name);
    if (change != options.parameters.end()) parameter.value = change->second;
  }
  return evaluate_what_can_be(changed, Names(changed), {}).values;  // mistakes are told later
}

void read_network(TableReader& document, const LoadOptions& options, Model& model) {
  read_bodies(document, model);
  read_repeats(document, model);
  const ParameterValues values =
      model.repeats.empty() ? ParameterValues{} : values_for_repeats(model, options);
  RepeatExpansion expansion(model, values, options.most_instances, document.mistakes());
  expansion.add_bodies();
  const BodyFinder bodies{
      [&](const Repeat::Reference& reference) { return expansion.find(reference); },
      [&] { return expansion.known_names(); },
      [&](const std::string& name) {
        return Names(model).what_is(name);
      }};
  read_inertias(document, model, bodies);
  read_elements(document, model, bodies);
  if (!model.repeats.empty()) {
    for (StateVariable& state : model.states)
      for_each_field(state, [&](const Field& field, Expression& value) {
        if (field.place == Place::Feedback) value = expansion.resolved(value);
      });
    for (Controller& controller : model.controllers)
      for (auto& assignment : controller.update)
        assignment.value = expansion.resolved(assignment.value);
    for_each_element(model, [&](auto& element) {
      if (auto& formula = element.deflection.formula) formula = expansion.resolved(*formula);
    });
    for (Force& force : model.forces) force.value = expansion.resolved(force.value);
    for (Friction& friction : model.frictions) {
      if (friction.normal) friction.normal = expansion.resolved(*friction.normal);
    }
  }
  expansion.add_elements();
  find_gradients(model);
  add_losses(model);
}

void read_document(const TomlValue& root, const LoadOptions& options, Model& model,
                   Diagnostics& mistakes) {
  TableReader document(root, {model.file, 1, 1}, mistakes);
  model.title = document.text("title").value_or("");
  read_tables(document, model, options.data_files);
  const TableScope tables(model.tables);
  read_parameters(document, model);
  read_signals(document, model, options.data_files);
  read_states(document, model);
  read_controllers(document, model);
  read_network(document, options, model);
  read_simulation(document, model, options.data_files);
  read_output(document, model);
  read_sweep(document, model);
  read_fit(document, model);
  document.finish("document");
}

/// Other files of a run are given for a model by mistake.
void check_kind_of_file(const std::string& path) {
  const std::string kind = std::filesystem::path(path).extension().string();
  const auto fail = [&](const std::string& what, const std::string& advice) {
    throw ModelError({path, 0, 0}, what, advice);
  };
  if (kind == ".csv" || kind == ".npy" || kind == ".npz")
    fail("this is a table of data, not a model",
         "name a .toml file; a model reads data by [signals.NAME] with file = \"DATA.csv\"");
  for (const char* other : {".json", ".html", ".mat", ".mo", ".xml", ".py", ".yaml", ".yml"})
    if (kind == other) fail("this is no model file", "name a .toml file; " + see_docs("document"));
}

}  // namespace

void read_section(TableReader& document, const std::string& section,
                  const std::function<void(const TomlEntry&, TableReader&)>& read) {
  const TomlEntry* entry = document.find(section);
  if (entry == nullptr) return;
  if (entry->value.kind != TomlKind::Table) {
    document.report(entry->where, "`" + section + "` is " + describe(entry->value.kind),
                    "write tables [" + section + ".NAME]");
    return;
  }
  for (const TomlEntry& child : entry->value.entries) {
    if (child.value.kind != TomlKind::Table) {
      document.report(child.where,
                      quote(child.key) + " is " + describe(child.value.kind) + ", not a table",
                      "write a table [" + section + ".NAME]");
      continue;
    }
    TableReader table(child.value, child.where, document.mistakes());
    read(child, table);
    table.finish(section);
  }
}

void read_parameters(TableReader& document, Model& model) {
  const TomlEntry* entry = document.find("parameters", TomlKind::Table);
  if (entry == nullptr) return;
  for (const TomlEntry& child : entry->value.entries) {
    model.parameters.push_back(read_parameter(child, document.mistakes()));
  }
}

void read_bodies(TableReader& document, Parts& to, const AfterElement& after) {
  read_section(document, "bodies", [&](const TomlEntry& entry, TableReader& table) {
    read_item(entry, table, to.bodies);
    if (after) after(PartKind::Body, table);
  });
}

/// start = "equilibrium" is a word, not a number.
void read_rest(Model& model) {
  SimulationTable& run = model.simulation;
  if (run.start.op() != Op::Symbol || run.start.symbol() != kEquilibrium) return;
  run.at_rest = true;
  run.rest = run.start.where();
  run.start = Expression::number(0.0, run.rest);
}

void read_simulation(TableReader& document, Model& model, DataFiles* files) {
  const TomlEntry* entry = document.find("simulation", TomlKind::Table);
  model.simulation.where = entry != nullptr ? entry->where : SourceLocation{model.file, 1, 1};
  if (entry == nullptr) {
    if (!document.has("simulation")) {
      document.report(model.simulation.where, "there is no table [simulation]",
                      "add [simulation] with duration = ...");
    }
    model.simulation.duration = Expression::symbol(kUnread, model.simulation.where);
    return;
  }
  TableReader table(entry->value, entry->where, document.mistakes());
  KeyReader keys(table);
  describe(model.simulation, keys);
  read_rest(model);
  read_times(table, model, files);
  if (const TomlEntry* names = table.find("derivatives"))
    model.simulation.derivatives = texts(*names, "derivatives = [\"FS\", \"q.seat\"]", table);
  read_method(table, model.simulation);
  table.finish("simulation");
}

Model parse_model(std::string_view toml, const std::string& path, const LoadOptions& options) {
  check_kind_of_file(path);
  Model model;
  model.file = path;
  model.hash = hash_text(toml);
  Diagnostics mistakes;
  TomlValue document = parse_toml(toml, path);
  correct_sections(document, mistakes);
  read_document(document, options, model, mistakes);
  const Diagnostics found = check_model(model);
  mistakes.insert(mistakes.end(), found.begin(), found.end());
  throw_if_any(std::move(mistakes), model);
  return model;
}

Model load_model(const std::string& path, const LoadOptions& options) {
  check_kind_of_file(path);
  return parse_model(read_file(path, {path, 0, 0}), path, options);
}

}  // namespace luztar
