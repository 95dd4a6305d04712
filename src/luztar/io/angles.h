// Which coordinates and deflections are angles: units in results.
#pragma once

#include <vector>

#include "luztar/dynamics/system/system.h"
#include "luztar/model/model.h"

namespace luztar {

/// (bodies of the system) its coordinate is in rad: the file said `inertia`, units of the model say
/// so, or it is a given motion that an element compares with such a body, arm for arm.
std::vector<bool> rotating_bodies(const Model& model, const System& system);

/// A deflection is an angle if only rotating bodies take part and one of them directly: an arm
/// other than 1 turns an angle into a length.
bool is_angle(const ElementInfo& element, const std::vector<bool>& rotates);

}  // namespace luztar
