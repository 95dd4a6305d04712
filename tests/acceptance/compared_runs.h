// Two runs of what should be the same motion.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "luztar/luztar.h"

namespace acceptance {

/// Every start moved by 1e-10, but for bodies at stops that may touch.
luztar::Model perturbed(luztar::Model model);

/// How far two runs are apart, up to each sample, relative to the largest numbers of the first.
/// @param length, speed  what the numbers of the first are multiplied by in the second
/// @param first  of the internals that are compared: states, memories, which have no unit
std::vector<double> distance(const luztar::Trajectory& a, const luztar::Trajectory& b,
                             double length = 1.0, double speed = 1.0,
                             std::size_t first = std::numeric_limits<std::size_t>::max());

}  // namespace acceptance
