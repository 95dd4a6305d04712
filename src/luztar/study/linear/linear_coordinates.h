// Which positions, velocities and internals are the states of a linear system.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "luztar/matrix/matrix.h"
#include "luztar/sensitivity/instant_motion.h"
#include "luztar/study/linear/linear_point.h"

namespace luztar {

/// Everything by what is varied, then by the states: positions, velocities, internals.
struct LinearCoordinates {
  std::vector<int> positions;   ///< bodies
  std::vector<int> velocities;  ///< bodies with mass among them
  int internals{};              ///< bristles, states, what controllers hold
  int parameters{};             ///< columns of what is varied, the first ones
  InstantSlopes slopes;         ///< (.. × columns)
  int states() const { return static_cast<int>(positions.size() + velocities.size()) + internals; }
};

/// Sets the bodies of `motion` that follow. The first ones of the file that can be are states,
/// those with a mass before the others.
LinearCoordinates linear_coordinates(const VariedSystem& varied, InstantMotion& motion);

}  // namespace luztar
