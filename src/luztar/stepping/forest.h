// The order in which the bodies of a forest are eliminated. Private to stepping/.
#pragma once

#include <vector>

#include "luztar/core/node_lists.h"
#include "luztar/stepping/network.h"

namespace luztar {

/// Bodies without given motion are nodes, children before their parents, the largest subtree last,
/// so that it lies just before its parent. Each edge is a slot of one node: its ties (to ground or
/// to a given body) first, then the edge to its parent. Velocities are scaled, v = scale y, so that
/// every rate is slot_scale times a difference of two y. Edges between given bodies are the last
/// slots, outside of the forest.
struct Forest {
  bool is_forest{true};  ///< false: edges form cycles; see plan_forest()
  /// Node i is body i and hangs on node i + 1; slot i is edge i, the only one of node i; all scales
  /// are 1, no body is given, and no edge has a special law. Then no list below is kept.
  bool is_plain_chain{false};
  int n_nodes{};
  int n_slots{};  ///< those of nodes

  std::vector<int> body;           ///< (nodes)
  std::vector<int> parent;         ///< (nodes) -1: none
  std::vector<int> first_slot;     ///< (nodes + 1)
  NodeLists children;              ///< (nodes)
  std::vector<int> below, above;   ///< (slots) its nodes, w = slot_scale (y_below - ratio y_above);
                                   ///< above -1: a tie
  std::vector<int> edge;           ///< (edges) slots to edges
  std::vector<int> slot_of;        ///< (edges) back
  std::vector<int> node_of;        ///< (bodies) -1: given
  std::vector<int> other;          ///< (edges) ties: a given body or kTreeGround
  std::vector<int> outer;          ///< (edges) outside: the first body; else -1
  std::vector<double> scale;       ///< (nodes)
  std::vector<double> slot_scale;  ///< (edges)
  std::vector<double> other_scale;  ///< (edges) ties: y = other_scale v of the given body
  std::vector<double> ratio;        ///< (slots) of graphs; empty: 1

  // The same, for plain chains too.
  int node_at(int for_body) const { return is_plain_chain ? for_body : node_of[for_body]; }
  int body_at(int node) const { return is_plain_chain ? node : body[node]; }
  int slot_at(int for_edge) const { return is_plain_chain ? for_edge : slot_of[for_edge]; }
  int edge_at(int slot) const { return is_plain_chain ? slot : edge[slot]; }
  double scale_at(int node) const { return is_plain_chain ? 1.0 : scale[node]; }
  double slot_scale_at(int slot) const { return is_plain_chain ? 1.0 : slot_scale[slot]; }
  int node_below(int slot) const { return is_plain_chain ? slot : below[slot]; }
  int node_above(int slot) const {
    return !is_plain_chain ? above[slot] : slot + 1 < n_nodes ? slot + 1 : -1;
  }
  double ratio_of(int slot) const { return ratio.empty() ? 1.0 : ratio[slot]; }
  bool is_outside(int slot) const { return slot >= n_slots; }
};

/// Where edges form cycles: nodes and slots in the order of bodies and edges, all body scales 1. No
/// parents, children and first slots.
Forest plan_forest(const StepNetwork& network);

}  // namespace luztar
