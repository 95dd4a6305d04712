// Runs of models with stops.
#pragma once

#include <cmath>
#include <vector>

#include "dynamics/small_models.h"
#include "luztar/core/nearness.h"
#include "luztar/simulate/simulate.h"

namespace luztar::testing {

inline Trajectory run(const Model& model, std::int64_t samples = 101) {
  const System system = compile(model);
  SimulationSettings settings = system.settings();
  settings.samples = samples;
  return simulate(system, initial_state(system), settings);
}

inline bool balances(const RunInfo& info) {
  return std::abs(info.energy.residual) <= 1e-13 * info.energy.moved;
}

inline std::vector<Event> impacts_of(const Trajectory& out) {
  std::vector<Event> list;
  for (const Event& event : out.events)
    if (event.cause == Event::Cause::Impact) list.push_back(event);
  return list;
}

}  // namespace luztar::testing
