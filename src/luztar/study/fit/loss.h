// What residuals cost in a fit.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace luztar {

/// What large residuals cost: r^2; 2 (sqrt(1 + r^2) - 1); r^2 up to 1, then 2 |r| - 1.
enum class Loss : std::uint8_t { Linear, SoftL1, Huber };
/// What they are called, in the order of Loss.
inline constexpr std::array<const char*, 3> kLossNames{"linear", "soft_l1", "huber"};
/// Loss::Linear for what is no name of one.
Loss loss_named(std::string_view name);

/// Of residuals in the units of their noise, and the weights w with which sum w r^2 has the same
/// gradient.
double loss_of(Loss loss, double residual);
double weight_of(Loss loss, double residual);

}  // namespace luztar
