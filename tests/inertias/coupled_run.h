// Runs of models with inertias, and what each of them must show.
#pragma once

#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "luztar/luztar.h"

namespace inertias {

inline luztar::Trajectory run_of(const luztar::Model& model) {
  const luztar::System system = luztar::compile(model);
  return luztar::simulate(system, luztar::initial_state(system), system.settings());
}

/// It comes to its end, and its proofs hold.
inline luztar::Trajectory run_of(const std::string& text) {
  luztar::Trajectory run = run_of(luztar::parse_model(text, "coupled.toml"));
  CHECK(run.info.diagnosis == "");
  CHECK(run.info.proofs.hold());
  CHECK(std::abs(run.info.energy.residual) <= 1e-11 * run.info.energy.moved);
  return run;
}

/// The first mistake of a model file, with its advice.
inline std::string mistake_of(const std::string& text) {
  try {
    luztar::compile(luztar::parse_model(text, "coupled.toml"));
  } catch (const luztar::ModelError& error) {
    return luztar::to_text(error.diagnostics().front());
  }
  return "";
}

}  // namespace inertias
