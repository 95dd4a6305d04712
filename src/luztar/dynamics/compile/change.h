// Going on from the end of a run with other laws: changed parameters, another method.
#pragma once

#include <string>
#include <vector>

#include "luztar/core/settings.h"
#include "luztar/dynamics/system/state.h"
#include "luztar/dynamics/system/system_impl.h"

namespace luztar {

/// Whether a State is the end of a run with other laws or another method.
bool has_other_laws(const SystemImpl& system, const SimulationSettings& settings,
                    const State& state);

/// The start of a run that goes on with the laws of `system`: anchored at the time reached, with
/// the positions, velocities, bristle deflections and accounts of that time. Modes, held
/// deflections and pieces of expressions (hysteresis) stay where they still fit and follow from the
/// values elsewhere; all of them are to be decided anew.
State with_laws(const SystemImpl& system, State end);

/// Why that is impossible: a stop beyond whose edge the state is, a motion or a link that would
/// jump. "" if it is possible.
std::string obstacle(const SystemImpl& system, const State& end);

/// The same of the stops, freewheels and links alone.
/// @param room   (pairs) EdgeState::room at the end of the run before
/// @param tolerance  how far beyond an edge rounding may have put a stop [m, rad]
std::string pairs_obstacle(const SystemImpl& system, const State& state,
                           const std::vector<double>& room, double tolerance);

}  // namespace luztar
