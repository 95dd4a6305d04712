// Measured data as functions of time.
#pragma once

#include "luztar/model/model.h"
#include "luztar/symbolic/program.h"

namespace luztar {

/// Cubic: the twice differentiable spline with not-a-knot ends (as scipy's and Matlab's default);
/// linear; hold: the last value until the next row.
PiecewiseCubic interpolate(const Table& table);

}  // namespace luztar
