// What is probably a mistake in a model that can run all the same.
#pragma once

#include <vector>

#include "luztar/dynamics/system/system.h"
#include "luztar/model/model.h"

namespace luztar {

/// In order of their places: parameters that nothing uses, bodies that nothing touches, elements
/// that act on given motions only, velocities that massless bodies cannot start with.
/// @pre `system` was compiled from `model`
std::vector<Diagnostic> warnings_of(const Model& model, const System& system);

}  // namespace luztar
