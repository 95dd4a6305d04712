// Pairs at rest on cycles: balance alone does not determine their forces.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "luztar/friction/tree.h"

namespace luztar {

/// Pairs of one cycle, or of several that share pairs.
struct PairCycle {
  std::vector<int> pairs;
  /// (pairs) forces that balance on every body, if there is one way only; else empty
  std::vector<double> coefficients;
};

/// All of them, by their first pair; empty: where ratios along a cycle contradict each other.
/// @param given  (bodies) nonzero: takes any force
std::optional<std::vector<PairCycle>> pair_cycles(int bodies, std::span<const char> given,
                                                  std::span<const TreePair> pairs);

}  // namespace luztar
