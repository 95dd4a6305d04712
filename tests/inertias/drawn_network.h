// Random networks with inertias, and the same networks in other coordinates without them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace inertias {

using Rows = std::vector<std::vector<double>>;

struct DrawnNetwork {
  int n{};                    ///< bodies b0, b1, ...
  std::vector<char> given{};  ///< (bodies) has a motion
  Rows mass{};                ///< (n x n) mass matrix; of given bodies what couples them
  std::string coupled{};      ///< model file with [inertias]
  std::string plain{};        ///< model file in coordinates y without them
  Rows positions{};           ///< (n x n) q = positions * y
  /// What the force of each element, in the order of results, pushes the bodies by.
  Rows pushes{};
};

/// Of two to five bodies that inertias couple, some of which have a motion, and perhaps a massless
/// body beside them; with springs, gaps, dampers, frictions, stops, a link, a freewheel, forces.
DrawnNetwork drawn_network(std::uint64_t seed);

}  // namespace inertias
