// How far a power series can be trusted.
#pragma once

#include "luztar/dynamics/series/expansion.h"

namespace luztar {

inline constexpr double kShortestStep = 1e-13;  ///< relative to the time

/// The largest tau for which the last coefficients of every acceleration, of every friction force
/// at rest and of every input stay below `tolerance` relative to the leading ones; infinity if all
/// are polynomials of low degree. Several of the last coefficients are looked at, not one: sin(w
/// t²) has every second or fourth of them zero.
double step_size(const SystemImpl& system, const State& state, const Expansion& series,
                 double tolerance);

/// The least step at a time that still leads on; a run that makes many shorter ones ends in words.
double shortest_step(double time);

}  // namespace luztar
