// Pairs that forces of others press.
#pragma once

#include <algorithm>
#include <vector>

#include "luztar/dynamics/system/system_impl.h"

namespace luztar {

/// Of normal forces that read such forces, with their inputs of the program.
void find_pressed(SystemImpl& system);

/// A force of a stuck pair changes what moves.
inline bool presses_what_slides(const SystemImpl& system, const std::vector<Mode>& modes) {
  return std::ranges::any_of(system.arms.pressed(), [&](const PressedPair& pressed) {
    return modes[pressed.pair] != Mode::Stuck;
  });
}

}  // namespace luztar
