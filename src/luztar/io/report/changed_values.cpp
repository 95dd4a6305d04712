#include "luztar/io/report/changed_values.h"

#include "luztar/core/error.h"
#include "luztar/core/number_text.h"
#include "luztar/dynamics/system/settings_of.h"

namespace luztar::report {
namespace {

/// Values of the file; none if it has no values of its own, or was not changed.
ParameterValues values_in_file(const Model& model) {
  if (!model.unchanged) return {};
  Model file;
  file.file = model.file;
  file.parameters = model.unchanged->parameters;
  try {
    return evaluate_parameters(file);
  } catch (const ModelError&) {
    return {};
  }
}

std::string rows_text(const SimulationSettings& settings) {
  if (!settings.times.empty()) return std::to_string(settings.times.size()) + " times";
  if (settings.interval > 0.0) return "every " + cell_text(settings.interval) + " s";
  return std::to_string(settings.samples);
}

std::string word_of(Method method) { return method == Method::Stepping ? "stepping" : "events"; }

}  // namespace

std::vector<ParameterValue> parameter_values(const Model& model, const System& system) {
  const ParameterValues& values = system.parameters();
  const ParameterValues in_file = values_in_file(model);
  std::vector<ParameterValue> list;
  for (const Parameter& parameter : model.parameters) {
    const double value = values.at(parameter.name);
    ParameterValue shown{.name = parameter.name,
                         .unit = parameter.unit,
                         .about = parameter.about,
                         .value = value / parameter.unit_factor};
    const auto before = in_file.find(parameter.name);
    if (before != in_file.end() && before->second != value)
      shown.in_file = before->second / parameter.unit_factor;
    list.push_back(std::move(shown));
  }
  return list;
}

std::vector<ChangedSetting> changed_settings(const Model& model,
                                             const SimulationSettings& settings) {
  if (!model.unchanged) return {};
  const ParameterValues values = values_in_file(model);
  if (values.size() != model.parameters.size()) return {};
  const SimulationSettings file = settings_of(model.unchanged->simulation, values);
  std::vector<ChangedSetting> list;
  const auto compare = [&](const std::string& name, const std::string& unit,
                           const std::string& value, const std::string& in_file) {
    if (value != in_file) list.push_back({name, unit, value, in_file});
  };
  compare("duration", "s", cell_text(settings.duration), cell_text(file.duration));
  compare("output samples", "", rows_text(settings), rows_text(file));
  compare("tolerance", "", cell_text(settings.tolerance), cell_text(file.tolerance));
  compare("max_events", "", std::to_string(settings.max_events), std::to_string(file.max_events));
  compare("method", "", word_of(settings.method), word_of(file.method));
  compare("step", "s", cell_text(settings.step), cell_text(file.step));
  compare("adaptive", "", settings.adaptive ? "true" : "false", file.adaptive ? "true" : "false");
  return list;
}

}  // namespace luztar::report
