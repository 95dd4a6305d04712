// A linear system with sampled controllers over one period.
#pragma once

#include <vector>

#include "luztar/sensitivity/instant_motion.h"
#include "luztar/study/linear/linear_coordinates.h"
#include "luztar/study/linear/state_space.h"

namespace luztar {

/// x[k+1] = A x[k] + B u[k]: x are the states of the coordinates, with what controllers hold, then
/// what they will.
struct SampledSystem {
  Matrix a, b;
  double period{};  ///< the least one that all periods divide [s]
};

/// From just before the first sample at `time` or after it, over one period, with inputs that are
/// held, in given modes. Throws ModelError: there is no common period.
/// @param continuous  of all states, held values included, without rates of inputs
/// @param shift  WithoutRates::shift  @param values  (inputs) columns of what is varied
SampledSystem sampled_system(const VariedSystem& varied, const InstantMotion& motion,
                             const LinearCoordinates& coordinates, const StateSpace& continuous,
                             const Matrix& shift, const std::vector<int>& values, double time);

}  // namespace luztar
