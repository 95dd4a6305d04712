// Runs that go on from a state.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/recording.h"

namespace acceptance {

inline luztar::Model model_of(const std::string& text) {
  return luztar::parse_model(text, "model.toml");
}

inline luztar::SimulationSettings settings_of(luztar::Method method, double step = 1e-4) {
  luztar::SimulationSettings settings;
  settings.samples = 0;
  settings.method = method;
  if (method == luztar::Method::Stepping) settings.step = step;
  return settings;
}

inline luztar::RunInfo go_on(const luztar::System& system, const luztar::State& from, double until,
                             luztar::SimulationSettings settings) {
  settings.duration = until - settings.start;
  luztar::Observer none;
  return luztar::simulate(system, from, settings, none);
}

inline void check_ledger(const luztar::RunInfo& info) {
  INFO(info.diagnosis);
  CHECK(info.status == luztar::Status::Finished);
  CHECK(std::abs(info.energy.residual) <= 1e-11 * info.energy.moved);
}

inline double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst;
}

}  // namespace acceptance
