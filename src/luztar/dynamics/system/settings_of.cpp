#include "luztar/dynamics/system/settings_of.h"

namespace luztar {

SimulationSettings settings_of(const SimulationTable& table, const ParameterValues& values) {
  const auto number = [&](const Expression& expression) {
    return evaluate(expression, values);
  };
  SimulationSettings settings;
  settings.start = number(table.start);
  settings.duration = number(table.duration);
  settings.span = table.span ? number(*table.span) : settings.duration;
  if (table.samples) settings.samples = static_cast<std::int64_t>(number(*table.samples));
  if (table.times) settings.times = table.times->values;
  if (table.interval) settings.interval = number(*table.interval);
  if (table.tolerance) settings.tolerance = number(*table.tolerance);
  if (table.max_events) settings.max_events = static_cast<std::int64_t>(number(*table.max_events));
  settings.method = table.method;
  settings.adaptive = table.adaptive;
  settings.at_rest = table.at_rest;
  if (table.step) settings.step = number(*table.step);
  if (table.method == Method::Stepping && !table.tolerance) settings.tolerance = 1e-6;
  return settings;
}

}  // namespace luztar
