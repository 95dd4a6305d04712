// Frictions whose normal force reads the force of a link or a stop.
#pragma once

#include <algorithm>
#include <vector>

#include "luztar/dynamics/system/system_impl.h"

namespace luztar {

/// Writes Arms::normal_loads(): each friction whose normal force reads such a force, with
/// the input of the program that holds the size of that force [N].
void find_normal_loads(SystemImpl& system);

/// A link or a stop loads a friction that slides: forces of pairs at rest change accelerations.
inline bool loads_sliding_friction(const SystemImpl& system, const std::vector<Mode>& modes) {
  return std::ranges::any_of(system.arms.normal_loads(), [&](const NormalLoad& load) {
    return modes[load.pair] != Mode::Stuck;
  });
}

}  // namespace luztar
