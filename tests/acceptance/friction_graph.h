// Random graphs of friction pairs, with cycles over the ground, between neighbours and in layers.
#pragma once

#include <cstdint>
#include <string>

namespace acceptance {

struct GraphOptions {
  bool normal{};     ///< some normal forces vary, perhaps from zero
  bool stops{};      ///< some pairs are stops instead
  bool arms{};       ///< ratios that may contradict each other along cycles
  bool motion{};     ///< a given motion that some pairs end on
  bool moving{};     ///< some bodies start with a velocity
  bool elsewhere{};  ///< a massless body that is connected with nothing
};

/// 2 to 12 bodies under loads that rise, swing and jump; some pairs have no strength. A run lasts 2
/// s.
std::string friction_graph(std::uint64_t seed, const GraphOptions& options);

}  // namespace acceptance
