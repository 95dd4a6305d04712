// What the step size must resolve beside the motion.
#pragma once

#include "luztar/dynamics/series/motion_series.h"
#include "luztar/dynamics/system/system_impl.h"

namespace luztar {

/// Writes the StepControls of a system whose program is complete:
/// inputs that the step size must resolve even where nothing moves, and the arguments of switches:
/// what they do to forces may be constant between their events.
void collect_controls(SystemImpl& system);

/// Tells a program, when rates of order 1 are known, in which time bases of powers change by the
/// rounding of the velocities or positions that they are a difference of. @return false: no powers
bool know_power_bases(const SystemImpl& system, const MotionSeries& motion, ProgramSeries& program);

}  // namespace luztar
