#include "apps/overrides.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace {

using luztar::Model;
using luztar::ModelError;
using luztar::SourceLocation;

void change(Model& model, const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw ModelError(SourceLocation{"--set " + text, 0, 0}, "this is not NAME=VALUE",
                     "write --set " + (text.empty() ? "NAME" : text.substr(equals == 0)) +
                         "=VALUE, without spaces");
  }
  const std::string name = text.substr(0, equals);
  luztar::set_parameter(model, name, text.substr(equals + 1), "--set " + name);
}

/// The option of the command line for a key of [simulation], and what it was given.
void set(Model& model, const std::string& key, const std::string& text) {
  std::string option = "--" + key;
  std::replace(option.begin(), option.end(), '_', '-');
  if (!text.empty()) luztar::set_setting(model, key, text, option);
}

}  // namespace

luztar::LoadOptions load_options(const std::vector<std::string>& changes) {
  luztar::LoadOptions options;
  for (const std::string& text : changes) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) continue;
    try {
      options.parameters[text.substr(0, equals)] =
          luztar::parse_value(text.substr(equals + 1), "", SourceLocation{"--set", 1, 1});
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
  set(model, "duration", arguments.duration);
  set(model, "tolerance", arguments.tolerance);
  set(model, "max_events", arguments.max_events);
  set(model, "method", arguments.method);
  set(model, "step", arguments.step);
  if (arguments.adaptive) set(model, "adaptive", "true");
  set(model, "samples", arguments.samples);
  set(model, "interval", arguments.interval);
  if (!arguments.times.empty())
    luztar::set_times(model, luztar::times_of(arguments.times, "--times"));
  if (!arguments.derivatives.empty())
    luztar::set_derivatives(model, arguments.derivatives, "--derivatives");
  if (!arguments.checkpoint.empty()) {
    model.output.checkpoint =
        luztar::parse_value(arguments.checkpoint, "s", SourceLocation{"--checkpoint", 1, 1});
  }
}

std::string data_folder(const std::string& model, const std::string& file) {
  namespace fs = std::filesystem;
  if (file.empty() || file == "-") return "";
  const fs::path from = fs::absolute(file).parent_path();
  const fs::path to = fs::absolute(model).parent_path();
  const fs::path relative = to.lexically_relative(from);
  return relative == "." ? "" : relative.generic_string();
}
