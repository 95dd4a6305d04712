#include "apps/overrides.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace {

using luztar::Model;
using luztar::ModelError;
using luztar::SourceLocation;

/// NAME=VALUE for a text that is none. @param next  what stands behind it
std::string written_as_change(const std::string& text, const std::string& next) {
  const auto colon = text.find(':');
  if (colon != std::string::npos && colon > 0)
    return text.substr(0, colon) + "=" + text.substr(colon + 1);
  if (text.starts_with('=')) return "NAME" + text;
  const bool is_value = !next.empty() && next.find('=') == std::string::npos;
  return (text.empty() ? "NAME" : text) + "=" + (is_value ? next : "VALUE");
}

void change(Model& model, const std::string& text, const std::string& next) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw ModelError(SourceLocation{"--set " + text, 0, 0}, "this is not NAME=VALUE",
                     "write --set " + written_as_change(text, next) + ", without spaces");
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
  for (std::size_t i = 0; i < changes.size(); ++i) {
    std::size_t next = i + 1;
    if (next < changes.size() && changes[next] == "=") ++next;
    change(model, changes[i], next < changes.size() ? changes[next] : "");
  }
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
