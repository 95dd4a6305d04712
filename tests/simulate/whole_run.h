// A model run from its start to its end, and what every run must show.
#pragma once

#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"
#include "luztar/simulate/simulate.h"

namespace luztar::testing {

inline SimulationSettings steps_of(double step, double duration, std::int64_t samples = 11) {
  SimulationSettings settings;
  settings.duration = duration;
  settings.samples = samples;
  settings.method = Method::Stepping;
  settings.step = step;
  return settings;
}

inline Trajectory run(const Model& model, const SimulationSettings& settings) {
  const System system = compile(model);
  return simulate(system, initial_state(system), settings);
}

/// Nothing went wrong, and no energy was lost.
inline void check_ledger(const Trajectory& r) {
  CHECK(r.info.diagnosis == "");
  CHECK(r.info.status == Status::Finished);
  CHECK(std::abs(r.info.energy.residual) <= 1e-11 * r.info.energy.moved);
}

/// The same, and Gauss's principle holds.
inline void check_sound(const Trajectory& r) {
  check_ledger(r);
  CHECK(r.info.kkt_residual <= 1e-12);
}

/// From the text of a model file: it comes to its end, and its proofs hold.
inline Trajectory sound_run(const std::string& text, const SimulationSettings& settings) {
  Trajectory r = run(parse_model(text, "sound.toml"), settings);
  check_ledger(r);
  CHECK(r.info.proofs.hold());
  return r;
}

}  // namespace luztar::testing
