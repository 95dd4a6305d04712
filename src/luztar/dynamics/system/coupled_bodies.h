// Bodies that inertias couple: between their positions and the coordinates of the engine.
#pragma once

#include <span>
#include <vector>

#include "luztar/dynamics/system/state.h"
#include "luztar/dynamics/system/system_impl.h"

namespace luztar {

/// From positions, or velocities, of bodies to coordinates, in place. @param values  (bodies)
void to_coordinates(const SystemImpl& system, std::span<double> values);
/// The way back.
void to_positions(const SystemImpl& system, std::span<double> values);

/// What a State keeps of them: Reached::shares. Empty where no inertia couples bodies.
std::vector<double> shares_of(const SystemImpl& system);

/// The same positions and velocities of bodies in the coordinates of this system, where a State was
/// made with other shares. @pre as many
void bring_into_coordinates(const SystemImpl& system, State& state);

}  // namespace luztar
