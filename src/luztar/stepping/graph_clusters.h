// Which bodies of a graph move as one. Private to stepping/.
#pragma once

#include <vector>

#include "luztar/core/node_lists.h"
#include "luztar/stepping/graph_slots.h"

namespace luztar {

/// Spanning trees of what slots that are not clamped connect. Those that something given holds hang
/// on it.
class GraphClusters {
 public:
  enum class Kind : char {
    Loose,  ///< has a velocity of its own
    Tied,   ///< something given holds it
    Locked  ///< a cycle whose ratios contradict each other leaves it one velocity
  };
  struct Node {
    int via{-1}, parent{-1};  ///< slot and node towards the root; -1
    int root{-1};
    Kind kind{};       ///< of the cluster, at its root
    int lock{-1};      ///< slot that locks it, at its root
    double inertia{};  ///< weight of the cluster at its root [kg]
  };

  explicit GraphClusters(GraphSlots& slots);

  /// Clusters and ranks are not valid any more.
  void forget() { are_valid_ = false; }
  /// From the limits at which slots are clamped, and their multipliers.
  void find();

  const std::vector<int>& order() const { return order_; }  ///< nodes from the roots
  const Node& node(int i) const { return nodes_[i]; }
  bool is_root(int node) const { return nodes_[node].parent < 0; }
  /// Du/d speed of the root of a node's cluster.
  const std::vector<double>& gain() const { return gain_; }
  /// What a node has whose parent has `parent` if its slot towards it has the rate w.
  double further(int i, double w, double parent) const {
    const int slot = nodes_[i].via;
    const double ratio = forest_.ratio[slot];
    return forest_.below[slot] == i ? w + ratio * parent : (parent - w) / ratio;
  }
  /// No tree goes over this slot.
  bool is_chord(int slot) const {
    const int above = forest_.above[slot];
    return nodes_[forest_.below[slot]].via != slot && (above < 0 || nodes_[above].via != slot);
  }
  bool is_held(int node) const { return nodes_[nodes_[node].root].kind != Kind::Loose; }

 private:
  enum class Rank : char { Wide, Narrow, Clamped };

  void visit(int node, int slot, int parent);
  void rank_slots();
  void walk(std::size_t from);
  void walk_all(std::size_t from);
  void find_locks();

  const GraphSlots& graph_;
  const Forest& forest_;
  NodeLists slots_;         ///< (nodes)
  std::vector<Rank> rank_;  ///< (slots) that the clusters are made of
  std::vector<Node> nodes_;
  std::vector<double> gain_;  ///< (nodes)
  std::vector<int> order_;
  std::vector<int> waiting_;
  bool are_valid_{};
};

}  // namespace luztar
