// A System as a network of edges for implicit steps.
#pragma once

#include <vector>

#include "luztar/core/node_lists.h"
#include "luztar/dynamics/compile/check_stepping.h"
#include "luztar/stepping/network.h"

namespace luztar {

/// Elements with proportional deflections share an edge: d_element = ratio * d_edge, and the force
/// of the edge is the sum of ratio * f_element. Elements with written laws, and forces, have no
/// edge; they push from outside.
struct StepPlan {
  StepNetwork network;
  std::vector<int> edge;      ///< (elements) -1: none
  std::vector<double> ratio;  ///< (elements)
  NodeLists elements;         ///< (edges) that share it, in their order

  /// The mode of an element in that of its edge, and the other way round.
  Mode turned(int element, Mode mode) const { return ratio[element] > 0.0 ? mode : opposite(mode); }
};

/// Precondition: not_for_steps() finds nothing.
StepPlan make_step_plan(const SystemImpl& system);

}  // namespace luztar
