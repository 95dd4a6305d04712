// Pairs of a network as differences of one unknown. Private to friction/.
#pragma once

#include <span>
#include <vector>

#include "luztar/core/node_lists.h"
#include "luztar/friction/tree.h"

namespace luztar {

/// Scales x = scale y make the rate of every pair between free bodies a multiple of a difference of
/// y, as long as the ratios along each cycle multiply to one.
struct GraphPlan {
  /// w = factor (y_a - y_b), both free.
  struct Edge {
    int pair, a, b;
    double factor;
  };
  /// A pair to ground or to a given body: w = factor (y_body - ratio x_other).
  struct Tie {
    int pair, body;
    double factor;
    int other;  ///< a given body or kTreeGround
    double ratio;
  };
  /// A pair that moves no free body: w = sum of coefficient x of given ones.
  struct Outside {
    int pair;
    TreePair ends;
  };

  int n_bodies{};
  int n_pairs{};
  bool is_graph{true};        ///< false: ratios along a cycle contradict each other
  bool is_forest{true};       ///< and each tree has at most one tie
  std::vector<char> is_free;  ///< (bodies)
  std::vector<double> scale;  ///< (bodies)
  std::vector<Edge> edges;
  std::vector<Tie> ties;
  std::vector<Outside> outside;
  NodeLists edges_at, ties_at;  ///< (bodies)
};

GraphPlan plan_graph(int bodies, std::span<const char> given, std::span<const TreePair> pairs);

}  // namespace luztar
