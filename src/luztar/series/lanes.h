// Two numbers side by side: what the compiler would take one by one if left to itself.
#pragma once

namespace luztar {

/// Sums and products by element, each rounded like that of a double.
using TwoLanes = double __attribute__((vector_size(2 * sizeof(double))));

inline TwoLanes both_lanes(double x) { return TwoLanes{x, x}; }

}  // namespace luztar
