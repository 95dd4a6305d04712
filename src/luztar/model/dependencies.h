// In which order named expressions that use each other can be worked out.
#pragma once

#include <cstddef>
#include <vector>

namespace luztar {

/// `uses[i]` lists what i needs.
struct Dependencies {
  std::vector<std::size_t> order;  ///< everything that can be worked out, needs first
  /// One cycle for each group of items that need each other, in the order of needing.
  std::vector<std::vector<std::size_t>> cycles;
};

/// Linear in the number of uses and without recursion: a chain of 100,000 parameters is no problem.
Dependencies sort_dependencies(const std::vector<std::vector<std::size_t>>& uses);

}  // namespace luztar
