// What the step size must resolve beside the motion.
#pragma once

#include "luztar/dynamics/system_impl.h"

namespace luztar {

/// Writes the StepControls of a system whose program is complete:
/// inputs that the step size must resolve even where nothing moves, and the arguments of switches:
/// what they do to forces may be constant between their events.
void collect_controls(SystemImpl& system);

}  // namespace luztar
