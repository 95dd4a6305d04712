// Derivatives of results at an instant, as plain rows.
#pragma once

#include <span>

namespace luztar {

/// How the results at a time change by what is varied (SimulationTable::derivatives): those of the
/// channel c by the i-th of n at [c * n + i], each in the unit of the channel over that of what is
/// varied.
struct DerivativeSample {
  int n{};
  std::span<const double> q, v, a;     ///< (bodies)
  std::span<const double> d, rate, f;  ///< (elements)
  std::span<const double> internal;    ///< (internals)
};

}  // namespace luztar
