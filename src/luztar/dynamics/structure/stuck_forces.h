// How the forces of stuck pairs follow from what acts on their bodies.
#pragma once

#include <vector>

#include "luztar/dynamics/structure/structure.h"

namespace luztar {

/// Writes stuck_forces, tree_forces and force_terms of `structure`: the forces of stuck pairs
/// balance each body's rest force. Where they are not unique, the ones of least sum T² / strength
/// are taken (docs/theory.md, section 2).
/// @param modes, kept_limit  as in build_structure()
void write_stuck_forces(const SystemImpl& system, const std::vector<Mode>& modes,
                        const std::vector<Bound>& kept_limit, Structure& structure);

}  // namespace luztar
