// How the forces of stuck pairs follow from what acts on their bodies.
#pragma once

#include <cstdint>
#include <vector>

#include "luztar/dynamics/structure.h"

namespace luztar {

/// Writes stuck_forces, tree_forces and force_terms of `structure`: the forces of stuck pairs
/// balance each body's rest force. Where they are not unique, the ones of least sum T² / strength
/// are taken (docs/theory.md, section 2).
/// @param stuck, pinned  as in build_structure()
void write_stuck_forces(const SystemImpl& system, const std::vector<std::int8_t>& stuck,
                        const std::vector<std::int8_t>& pinned, Structure& structure);

}  // namespace luztar
