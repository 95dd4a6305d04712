// Steps beside runs in one piece.
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/exchange/stepper.h"
#include "luztar/io/load_model.h"
#include "luztar/simulate/channel.h"
#include "luztar/simulate/simulate.h"
#include "luztar/study/rest/equilibrium.h"

namespace luztar::testing {

/// A block that the parameter F pushes.
inline constexpr const char* kPushed = R"toml(
parameters.F = { value = 3, unit = "N" }
parameters.k = { value = 100, unit = "N/m" }
bodies.block.mass = 2
springs.spring = { between = ["block", "ground"], stiffness = "k" }
frictions.guide = { between = ["block", "ground"], kinetic = 4, static = 5 }
forces.push = { on = "block", value = "F" }
simulation.duration = 2
)toml";

inline Model example(const std::string& name) {
  return load_model(LUZTAR_SOURCE_DIR "/examples/" + name + ".toml");
}

inline Model with_duration(Model model, double duration) {
  model.simulation.duration = Expression::number(duration);
  return model;
}

inline Trajectory run_at_interval(const Model& model, double interval) {
  const System system = compile(model);
  SimulationSettings settings = system.settings();
  settings.interval = interval;
  settings.times.clear();
  return simulate(system, start_state(model, system), settings);
}

inline void compare_events(const std::vector<Event>& one, const std::vector<Event>& other,
                           double same) {
  REQUIRE(one.size() == other.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    CHECK(std::abs(one[i].time.value - other[i].time.value) <= same);
    CHECK(one[i].from == other[i].from);
    CHECK(one[i].to == other[i].to);
    CHECK(one[i].cause == other[i].cause);
  }
}

/// Of a model without inputs.
inline void compare_bits(const Model& model, double h) {
  const Trajectory run = run_at_interval(model, h);
  Stepper stepper(model);
  std::vector<Event> events = stepper.events();
  const ChannelOwners owners{stepper.system().bodies(), stepper.system().elements(),
                             stepper.system().states()};
  std::vector<std::pair<int, const std::vector<double>*>> columns;
  for (std::size_t b = 0; b < run.q.size(); ++b)
    for (const auto& [prefix, list] : {std::pair{"q.", &run.q}, {"v.", &run.v}, {"a.", &run.a}})
      columns.emplace_back(stepper.output(prefix + owners.bodies[b].name), &(*list)[b]);
  for (std::size_t e = 0; e < run.f.size(); ++e)
    for (const auto& [prefix, list] :
         {std::pair{"d.", &run.d}, {"rate.", &run.rate}, {"f.", &run.f}})
      columns.emplace_back(stepper.output(prefix + owners.elements[e].name), &(*list)[e]);
  long different = 0;
  for (std::size_t row = 0; row < run.time.size(); ++row) {
    if (row > 0) {
      REQUIRE(stepper.step(h) == StepEnd::Reached);
      events.insert(events.end(), stepper.events().begin(), stepper.events().end());
    }
    different += stepper.time() != run.time[row] ? 1 : 0;
    for (const auto& [output, column] : columns)
      different += stepper.value(output) != (*column)[row] ? 1 : 0;
  }
  CHECK(different == 0);
  if (run.info.final_state.time > run.time.back()) stepper.step_to(run.info.final_state.time);
  if (run.info.final_state.time > run.time.back())
    events.insert(events.end(), stepper.events().begin(), stepper.events().end());
  compare_events(events, run.events, 0.0);
  const RunInfo info = stepper.info();
  CHECK(info.proofs.hold());
  CHECK(info.final_state.events == run.info.final_state.events);
  CHECK(info.energy.dissipated == run.info.energy.dissipated);
}

}  // namespace luztar::testing
