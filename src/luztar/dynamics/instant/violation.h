// How far a pair is from fitting its mode, just after an instant.
#pragma once

#include "luztar/core/mode.h"
#include "luztar/dynamics/instant/massless_rounding.h"

namespace luztar {

/// The first coefficient of a series that is not rounding says on which side of its mode a pair is:
/// the rate of a sliding pair, the distance of a stuck pair's force from its limits.
struct Violation {
  // Orders before all others.
  static constexpr int kContradiction = -2;  ///< it sticks, but its bodies part
  static constexpr int kInJump = -1;         ///< it slides while massless bodies jump

  int pair{-1};   ///< -1: none
  int order{};    ///< of that coefficient; beyond the last order: all are rounding
  double size{};  ///< by how much it violates the mode, in units of its rounding; 0: it fits
  Mode mode{};    ///< to try instead
};

/// Of the force of a stuck pair against its limits.
Violation violation_of_limits(const SystemImpl& system, const MasslessRounding& rounding,
                              const State& state, const Expansion& series, int pair);

}  // namespace luztar
