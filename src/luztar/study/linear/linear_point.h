// What a model is linearised about: a state of a run in its modes.
#pragma once

#include <vector>

#include "luztar/dynamics/compile/varied_system.h"
#include "luztar/dynamics/system/system.h"
#include "luztar/simulate/simulate.h"
#include "luztar/study/linear/linear_inputs.h"
#include "luztar/study/linear/linearize.h"

namespace luztar {

/// What is given out there, as of a Sample.
struct ValuesAtPoint {
  std::vector<double> q, v, a, d, rate, f, internal;
  std::vector<ModeNumber> mode;
  EnergyLedger energy{};
  double time{};
  Sample sample() const {
    return {.time = time,
            .q = q,
            .v = v,
            .a = a,
            .d = d,
            .rate = rate,
            .f = f,
            .mode = mode,
            .lower = {},
            .upper = {},
            .energy = energy,
            .internal = internal};
  }
};

struct LinearPoint {
  VariedInputs inputs;
  System system;  ///< with derivatives by the inputs
  State state;    ///< at its anchor
  ValuesAtPoint values;
  bool at_rest{};
  const VariedSystem& varied() const { return *system.impl().origin.varied; }
};

/// Runs to it. Throws ModelError as linearize().
LinearPoint linear_point(const Model& model, const LinearSettings& settings);

}  // namespace luztar
