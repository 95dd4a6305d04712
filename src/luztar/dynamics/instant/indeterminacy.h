// Forces of stuck pairs that balance alone does not determine.
#pragma once

#include <vector>

#include "luztar/dynamics/series/expansion.h"

namespace luztar {

/// The forces that a pair of a cycle could have: others of the cycle take up the difference.
struct ForceRange {
  int pair;
  double lower, upper;  ///< infinite where nothing limits the cycle [N]
};

/// Stuck pairs of one cycle, or of several that share pairs.
struct IndeterminateCycle {
  std::vector<ForceRange> pairs;
  bool has_ranges;  ///< false: several ways to shift forces at once, ranges not worked out
};

/// All of them at the anchor, links and stops in contact included. Empty if every force is unique.
std::vector<IndeterminateCycle> indeterminate_cycles(const SystemImpl& system, const State& state,
                                                     const Expansion& series);

}  // namespace luztar
