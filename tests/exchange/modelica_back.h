// Models as Modelica, and back by luztar import, which reads text and knows nothing of how it was
// written.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/dynamics/system/settings_of.h"
#include "luztar/dynamics/system/system.h"
#include "luztar/exchange/modelica/export_modelica.h"
#include "luztar/import/import_model.h"
#include "luztar/io/load_model.h"
#include "luztar/simulate/simulate.h"

namespace luztar::testing {

inline std::string as_modelica(const std::string& toml) {
  return export_modelica(parse_model(toml, "given.toml"), "given");
}

inline bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// What a refusal says; "" where there is none.
inline std::string refusal(const std::string& toml) {
  try {
    as_modelica(toml);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

inline Model there_and_back(const std::string& toml) {
  const std::string modelica = as_modelica(toml);
  CAPTURE(modelica);
  return parse_model(import_model(modelica, "Given.mo"), "back.toml");
}

struct BothRuns {
  Model first, second;
  Trajectory a, b;
};

inline BothRuns both_runs(const std::string& toml) {
  BothRuns runs{
      .first = parse_model(toml, "given.toml"), .second = there_and_back(toml), .a = {}, .b = {}};
  const SimulationSettings settings =
      settings_of(runs.first.simulation, evaluate_parameters(runs.first));
  const System one = compile(runs.first), other = compile(runs.second);
  runs.a = simulate(one, initial_state(one), settings);
  runs.b = simulate(other, initial_state(other), settings);
  return runs;
}

/// The largest difference of two columns, as a part of the largest value.
inline double apart(const std::vector<double>& a, const std::vector<double>& b) {
  double size = 1e-3, most = a.size() == b.size() ? 0.0 : 1.0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    size = std::max(size, std::abs(a[i]));
    most = std::max(most, std::abs(a[i] - b[i]));
  }
  return most / size;
}

/// Positions and velocities of all bodies that have their name in both.
inline double apart(const BothRuns& runs) {
  double most = 0.0;
  for (std::size_t i = 0; i < runs.first.bodies.size(); ++i)
    for (std::size_t k = 0; k < runs.second.bodies.size(); ++k)
      if (runs.first.bodies[i].name == runs.second.bodies[k].name)
        most = std::max({most, apart(runs.a.q[i], runs.b.q[k]), apart(runs.a.v[i], runs.b.v[k])});
  return most;
}

/// Runs there and back: the same rows to 1e-9 and, where springs keep their modes, the same events.
inline void check_same(const std::string& toml, bool same_events = true) {
  CAPTURE(toml);
  const BothRuns runs = both_runs(toml);
  CHECK(apart(runs) < 1e-9);
  if (!same_events) return;
  REQUIRE(runs.a.events.size() == runs.b.events.size());
  for (std::size_t i = 0; i < runs.a.events.size(); ++i) {
    CHECK(runs.a.events[i].time.value ==
          doctest::Approx(runs.b.events[i].time.value).epsilon(1e-9));
    CHECK(runs.a.events[i].to == runs.b.events[i].to);
  }
}

}  // namespace luztar::testing
