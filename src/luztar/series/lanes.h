// Two numbers side by side: what the compiler would take one by one if left to itself.
#pragma once

namespace luztar {

/// Sums and products by element, each rounded like that of a double.
using Pair = double __attribute__((vector_size(2 * sizeof(double))));

inline Pair pair_of(double x) { return Pair{x, x}; }

}  // namespace luztar
