// What residuals cost in a fit.
#pragma once

#include <cstdint>

namespace luztar {

/// What large residuals cost: r^2; 2 (sqrt(1 + r^2) - 1); r^2 up to 1, then 2 |r| - 1.
enum class Loss : std::uint8_t { Linear, SoftL1, Huber };

/// Of residuals in the units of their noise, and the weights w with which sum w r^2 has the same
/// gradient.
double loss_of(Loss loss, double residual);
double weight_of(Loss loss, double residual);

}  // namespace luztar
