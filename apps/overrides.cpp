#include "apps/overrides.h"

#include <algorithm>
#include <string>
#include <vector>

namespace {

using luztar::Expression;
using luztar::Model;
using luztar::ModelError;
using luztar::SourceLocation;

Expression parse(const std::string& option, const std::string& text) {
  if (text.empty()) {
    throw ModelError(SourceLocation{option, 0, 0}, "no value", "give a number or an expression");
  }
  return luztar::parse_expression(text, SourceLocation{option, 1, 1});
}

[[noreturn]] void fail_unknown(const Model& model, const std::string& name) {
  std::vector<std::string> known;
  for (const auto& parameter : model.parameters) known.push_back(parameter.name);
  const std::string close = luztar::closest_name(name, known);
  throw ModelError(SourceLocation{"--set " + name, 0, 0}, "no parameter '" + name + "'",
                   close.empty() ? "only what [parameters] of " + model.file + " lists can be set"
                                 : "did you mean '" + close + "'?");
}

void change(Model& model, const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw ModelError(SourceLocation{"--set " + text, 0, 0}, "this is not NAME=VALUE",
                     "write --set " + (text.empty() ? "NAME" : text.substr(equals == 0)) +
                         "=VALUE, without spaces");
  }
  const std::string name = text.substr(0, equals);
  const auto found = std::find_if(model.parameters.begin(), model.parameters.end(),
                                  [&](const auto& parameter) { return parameter.name == name; });
  if (found == model.parameters.end()) fail_unknown(model, name);
  found->value = parse("--set " + name, text.substr(equals + 1));
  found->where = found->value.where();
}

}  // namespace

luztar::LoadOptions load_options(const std::vector<std::string>& changes) {
  luztar::LoadOptions options;
  for (const std::string& text : changes) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) continue;
    try {
      options.parameters[text.substr(0, equals)] = parse("--set", text.substr(equals + 1));
    } catch (const ModelError&) {
    }
  }
  return options;
}

void apply_changes(Model& model, const std::vector<std::string>& changes) {
  for (const auto& text : changes) change(model, text);
}

void apply_overrides(Model& model, const SimulateArguments& arguments) {
  apply_changes(model, arguments.changes);
  auto& simulation = model.simulation;
  if (!arguments.duration.empty()) {
    simulation.span = simulation.duration;
    simulation.duration = parse("--duration", arguments.duration);
  }
  if (!arguments.tolerance.empty()) {
    simulation.tolerance = parse("--tolerance", arguments.tolerance);
  }
  if (!arguments.max_events.empty()) {
    simulation.max_events = parse("--max-events", arguments.max_events);
  }
  if (!arguments.checkpoint.empty()) {
    model.output.checkpoint = parse("--checkpoint", arguments.checkpoint);
  }
  if (arguments.method == "events") {  // what belongs to the other method goes with it
    simulation.method = luztar::Method::Events;
    simulation.step.reset();
    simulation.adaptive = false;
  } else if (arguments.method == "stepping") {
    simulation.method = luztar::Method::Stepping;
  }
  if (!arguments.step.empty()) simulation.step = parse("--step", arguments.step);
  simulation.adaptive = simulation.adaptive || arguments.adaptive;
  if (!arguments.samples.empty()) {
    simulation.samples = parse("--samples", arguments.samples);
    simulation.interval.reset();
  }
  if (!arguments.interval.empty()) {
    simulation.interval = parse("--interval", arguments.interval);
    simulation.samples.reset();
  }
}
