// summary.json: what was run, how it ended, where the energy went, and how to go on.

#include <initializer_list>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "luztar/core/json_writer.h"
#include "luztar/core/quantity.h"
#include "luztar/io/results.h"
#include "luztar/io/state_file.h"
#include "luztar/version.h"

namespace luztar {
namespace {

using Layout = JsonWriter::Layout;

/// For people: -0 reads like a mistake.
double plain(double value) { return value + 0.0; }

/// A run that failed early may lack values; JSON then says null, not something made up.
double at(const std::vector<double>& values, std::size_t index) {
  return index < values.size() ? plain(values[index]) : std::numeric_limits<double>::quiet_NaN();
}

double total(const std::vector<double>& values) {
  return plain(std::accumulate(values.begin(), values.end(), 0.0));
}

/// In SI, of those that have one in the file.
void write_parameter_units(JsonWriter& json, const Model& model) {
  json.open_object("parameter_units");
  for (const Parameter& parameter : model.parameters) {
    if (parameter.unit.empty()) continue;
    const std::string unit = si_unit(parameter.unit, parameter.where);
    if (unit != "1") json.field(parameter.name, unit);
  }
  json.close();
}

void write_model(JsonWriter& json, const Model& model, const System& system) {
  json.open_object("model");
  json.field("title", model.title);
  json.field("file", model.file);
  json.field("hash", model.hash);
  json.open_object("parameters");
  for (const auto& [name, value] : system.parameters()) json.field(name, plain(value));
  json.close();
  write_parameter_units(json, model);
  json.close();
}

void write_settings(JsonWriter& json, const SimulationSettings& settings) {
  json.open_object("settings");
  json.field("start", plain(settings.start));
  json.field("duration", plain(settings.duration));
  if (!settings.times.empty()) {
    json.field("times", static_cast<std::int64_t>(settings.times.size()));
  } else if (settings.interval > 0) {
    json.field("interval", settings.interval);
  } else {
    json.field("samples", settings.samples);
  }
  json.field("tolerance", settings.tolerance);
  json.field("max_events", settings.max_events);
  if (settings.method == Method::Stepping) {
    json.field("method", "stepping");
    json.field("step", settings.step);
    json.field("adaptive", settings.adaptive);
  }
  json.close();
}

void write_counts(JsonWriter& json, const State& state) {
  json.open_object("counts");
  json.field("steps", state.steps);
  json.field("events", state.events);
  json.field("mode_changes", state.mode_changes);
  json.close();
}

struct Column {
  const char* name;
  const std::vector<double>& values;
};

/// A line for each of the bodies or elements.
template <class Part>
void write_lines(JsonWriter& json, const char* key, const std::vector<Part>& parts,
                 std::initializer_list<Column> columns) {
  json.open_object(key);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    json.open_object(parts[i].name, Layout::Line);
    for (const Column& column : columns) json.field(column.name, at(column.values, i));
    json.close();
  }
  json.close();
}

/// Where nothing moved there is nothing to compare the residual with.
double relative_residual(const EnergyLedger& energy) {
  if (energy.residual == 0) return 0;
  return energy.moved > 0 ? energy.residual / energy.moved
                          : std::numeric_limits<double>::quiet_NaN();
}

void write_energy(JsonWriter& json, const System& system, const SimulationSettings& settings,
                  const EnergyLedger& energy) {
  json.open_object("energy");
  json.field("unit", "J");
  json.field("initial", plain(energy.initial));
  json.field("changes", plain(energy.changes));
  json.field("supplied", plain(total(energy.supplied) + total(energy.motion_work)));
  json.field("dissipated", total(energy.dissipated));
  json.field("stored", total(energy.stored));
  json.field("kinetic", total(energy.kinetic));
  if (settings.method == Method::Stepping || energy.numerical != 0.0)
    json.field("numerical", plain(energy.numerical));
  json.field("moved", plain(energy.moved));
  json.field("residual", plain(energy.residual));
  json.field("relative_residual", plain(relative_residual(energy)));
  write_lines(json, "bodies", system.bodies(),
              {{"kinetic", energy.kinetic}, {"motion_work", energy.motion_work}});
  write_lines(json, "elements", system.elements(),
              {{"stored", energy.stored},
               {"dissipated", energy.dissipated},
               {"supplied", energy.supplied}});
  json.close();
}

void write_stretches(JsonWriter& json, const std::string& word, const StretchTimes& stretches) {
  json.field(word + "s", static_cast<std::int64_t>(stretches.count));
  json.field(word + "_time", stretches.total);
  json.field("mean_" + word, stretches.mean());
  json.field("shortest_" + word, stretches.shortest);
  json.field("longest_" + word, stretches.longest);
  json.field("initial_" + word, stretches.initial);
  json.field("final_" + word, stretches.final);
}

/// @param sticks  those that can stick; else those that can touch
void write_held_times(JsonWriter& json, const ModeTimes& times, const RunInfo& info, bool sticks) {
  json.open_object(sticks ? "stick_slip" : "contacts");
  for (std::size_t i = 0; i < times.elements().size(); ++i) {
    const ElementInfo& element = times.elements()[i];
    if (!times.has(i) || element.sticks != sticks) continue;
    const HeldTimes of = times.of(i, info.final_state.time);
    json.open_object(element.name, Layout::Line);
    write_stretches(json, sticks ? "stick" : "contact", of.held);
    write_stretches(json, sticks ? "slip" : "gap", of.free);
    if (sticks) json.field("greatest_use", of.greatest_use);
    json.close();
  }
  json.close();
}

void write_proofs(JsonWriter& json, const Proofs& proofs) {
  json.open_object("proofs");
  for (std::size_t i = 0; i < Proofs::kKinds; ++i) {
    const Proof& proof = proofs.of[i];
    json.open_object(to_text(static_cast<Proofs::Kind>(i)), Layout::Line);
    json.field("residual", proof.residual);
    json.field("scale", proof.scale);
    json.field("relative", proof.relative());
    json.field("limit", proof.limit);
    json.field("holds", proof.holds());
    json.field("what", proof.what);
    json.close();
  }
  json.close();
}

void write_final_state(JsonWriter& json, const System& system, const RunInfo& info) {
  json.open_object("final_state");
  json.field("time", plain(info.final_state.time));
  write_lines(json, "bodies", system.bodies(), {{"q", info.q}, {"v", info.v}});
  if (!system.states().empty()) write_lines(json, "states", system.states(), {{"x", info.x}});
  write_state(json, "state", info.final_state);
  json.close();
}

/// Of the columns of the results, but for modes and what has none.
void write_units(JsonWriter& json, const System& system, const ChannelSelection& columns) {
  const ChannelOwners owners{system.bodies(), system.elements(), system.states()};
  json.open_object("units");
  for (std::size_t c = 0; c < columns.channels.size(); ++c)
    if (!columns.units[c].empty())
      json.field(name_of(owners, columns.channels[c]), columns.units[c]);
  json.close();
}

void write_warnings(JsonWriter& json, const RunInfo& info) {
  const bool replaced = json.replaced_numbers();
  json.open_array("warnings", Layout::Lines);
  for (const auto& warning : info.warnings) json.item(warning);
  if (replaced) json.item(kNullWarning);
  json.close();
}

}  // namespace

std::string summary_json(const Model& model, const System& system,
                         const SimulationSettings& settings, const RunInfo& info,
                         const ModeTimes* times) {
  return summary_json(model, system, settings, info, select_channels(model, system), times);
}

std::string summary_json(const Model& model, const System& system,
                         const SimulationSettings& settings, const RunInfo& info,
                         const ChannelSelection& columns, const ModeTimes* times) {
  JsonWriter json;
  json.open_object();
  json.field("luztar", LUZTAR_VERSION);
  write_model(json, model, system);
  write_settings(json, settings);
  json.field("status", to_text(info.status));
  json.field("diagnosis", info.diagnosis);
  if (times != nullptr) json.field("start", plain(times->start()));
  write_counts(json, info.final_state);
  json.field("kkt_residual", plain(info.kkt_residual));
  write_energy(json, system, settings, info.energy);
  if (times != nullptr)
    for (const bool sticks : {true, false}) write_held_times(json, *times, info, sticks);
  write_proofs(json, info.proofs);
  write_units(json, system, columns);
  write_final_state(json, system, info);
  write_warnings(json, info);
  json.close();
  return json.text();
}

}  // namespace luztar
