// A small graph whose slots are set by hand.
#pragma once

#include "luztar/stepping/graph_slots.h"

namespace luztar::testing {

/// Bodies of the masses given, at rest; each edge has dry friction of 1 N.
inline StepArrays rigid_graph(const std::vector<double>& mass, const std::vector<TreePair>& edges,
                              const std::vector<double>& force) {
  StepNetwork network;
  network.mass = mass;
  network.edges = edges;
  network.stiffness = network.viscous = std::vector<double>(edges.size(), 0.0);
  network.kinetic = std::vector<double>(edges.size(), 1.0);
  StepArrays x = step_arrays(network);
  x.h = 1.0;
  x.force = force.data();
  x.law.upper = network.kinetic;
  return x;
}

}  // namespace luztar::testing
