// The order in which a forest is walked. Private to friction/.
#pragma once

#include <span>
#include <vector>

#include "luztar/friction/tree.h"

namespace luztar {

/// Free bodies as nodes, children before their parents, the subtree with most nodes first: then
/// its polyline lies below those of its siblings on a stack, and only theirs are moved.
struct TreePlan {
  /// A pair to ground or to a given body: w = coefficient x + other_coefficient x_other.
  struct Tie {
    int pair;
    double coefficient;
    int other;  ///< a given body or kTreeGround
    double other_coefficient;
  };

  int n_bodies{};
  int n_pairs{};
  bool is_forest{true};
  std::vector<int> body;       ///< (nodes)
  std::vector<int> parent;     ///< (nodes) a later node, or -1
  std::vector<int> pair;       ///< (nodes) to the parent, or -1
  std::vector<double> own;     ///< (nodes) coefficient of the node in that pair
  std::vector<double> above;   ///< (nodes) coefficient of the parent
  std::vector<double> scale;   ///< (nodes) x = scale y makes every w of the tree a difference of y
  std::vector<int> children;   ///< (nodes) how many
  std::vector<char> is_light;  ///< (nodes) 1: a sibling has more nodes below it
  std::vector<int> tree_end;   ///< (nodes) at the first node of a tree: one behind its root; else 0
  std::vector<int> tie_begin;  ///< (nodes + 1) into ties
  std::vector<Tie> ties;
  std::vector<Tie>
      outside;  ///< pairs between given bodies; `coefficient` is that of `body_outside`
  std::vector<int> body_outside;  ///< (outside) a given body or kTreeGround

  int n_nodes() const { return static_cast<int>(body.size()); }
};

TreePlan plan_tree(int bodies, std::span<const char> given, std::span<const TreePair> pairs);

}  // namespace luztar
