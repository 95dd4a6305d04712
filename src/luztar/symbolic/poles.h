// Functions that leave the numbers within what rounding says of their argument.
#pragma once

#include <cmath>

namespace luztar {

/// tan u; infinite where u cannot be told from a pole: steps would leap over it.
inline double tan_or_pole(double u) {
  const double value = std::tan(u);
  return std::abs(value) * std::abs(u) < 0x1p50 ? value : HUGE_VAL;
}

}  // namespace luztar
