// The order in which the bodies of a forest are eliminated. Private to stepping/.
#pragma once

#include <span>
#include <vector>

#include "luztar/stepping/network.h"

namespace luztar {

/// Bodies without given motion are nodes, children before their parents, the largest subtree last,
/// so that it lies just before its parent. Each edge is a slot of one node: its ties (to ground or
/// to a given body) first, then the edge to its parent. Velocities are scaled, v = scale y, so that
/// every rate is slot_scale times a difference of two y.
struct Forest {
  bool is_forest{true};  ///< false: edges form cycles; see plan_graph()
  /// Node i is body i and hangs on node i + 1; slot i is edge i, the only one of node i; all scales
  /// are 1. Then no list below is kept.
  bool is_plain_chain{false};
  int n_nodes{};
  int n_slots{};  ///< those of nodes; slots behind them are edges between given bodies

  std::vector<int> body;            ///< (nodes)
  std::vector<int> parent;          ///< (nodes) -1: none
  std::vector<int> first_slot;      ///< (nodes + 1)
  std::vector<int> first_child;     ///< (nodes + 1) into child
  std::vector<int> child;           ///< ascending
  std::vector<int> edge;            ///< (edges) slots to edges
  std::vector<int> slot_of;         ///< (edges) back
  std::vector<int> node_of;         ///< (bodies) -1: given
  std::vector<int> other;           ///< (edges) ties: a given body or kTreeGround
  std::vector<int> outer;           ///< (edges) edges between given bodies: the first; else -1
  std::vector<double> scale;        ///< (nodes)
  std::vector<double> slot_scale;   ///< (edges)
  std::vector<double> other_scale;  ///< (edges) ties: y = other_scale v of the given body

  // Of graphs only: w = slot_scale (y_below - ratio y_above).
  std::vector<int> below, above;  ///< (slots) nodes; above -1: a tie
  std::vector<double> ratio;      ///< (slots)

  double ratio_of(int slot) const { return ratio.empty() ? 1.0 : ratio[slot]; }
};

/// @param plain  false: plain chains are planned like others
Forest plan_forest(const StepNetwork& network, bool plain = true);
/// For edges that form cycles: nodes and slots in the order of bodies and edges, all body scales 1.
/// No parents, children and first slots.
Forest plan_graph(const StepNetwork& network);

}  // namespace luztar
