#include "luztar/friction/graph_plan.h"

#include <cmath>

#include "luztar/core/nearness.h"

namespace luztar {
namespace {

class GraphPlanner {
 public:
  GraphPlanner(int bodies, std::span<const char> given, std::span<const TreePair> pairs) {
    plan_.n_bodies = bodies;
    plan_.n_pairs = static_cast<int>(pairs.size());
    plan_.is_free.assign(bodies, 1);
    for (std::size_t b = 0; b < given.size(); ++b) plan_.is_free[b] = given[b] == 0 ? 1 : 0;
    for (int j = 0; j < plan_.n_pairs; ++j) sort(j, pairs[j]);
  }

  GraphPlan run() {
    list();
    plan_.scale.assign(plan_.n_bodies, 0.0);
    for (int b = 0; b < plan_.n_bodies; ++b)
      if (is_free(b) && plan_.scale[b] == 0.0) scale_component(b);
    for (auto& edge : plan_.edges) edge.factor *= plan_.scale[edge.a];
    for (auto& tie : plan_.ties) {
      tie.factor *= plan_.scale[tie.body];
      tie.ratio /= plan_.scale[tie.body];
    }
    return std::move(plan_);
  }

 private:
  bool is_free(int body) const { return body >= 0 && plan_.is_free[body] != 0; }

  void sort(int j, TreePair pair) {
    if (pair.a == pair.b) {
      pair.coefficient_a += pair.coefficient_b;
      pair.b = kTreeGround;
    }
    if (pair.a < 0 || pair.coefficient_a == 0.0) {
      std::swap(pair.a, pair.b);
      std::swap(pair.coefficient_a, pair.coefficient_b);
    }
    if (pair.a < 0 || pair.coefficient_a == 0.0) pair.a = kTreeGround;
    if (pair.b >= 0 && pair.coefficient_b == 0.0) pair.b = kTreeGround;
    if (!is_free(pair.a)) {
      std::swap(pair.a, pair.b);
      std::swap(pair.coefficient_a, pair.coefficient_b);
    }
    if (!is_free(pair.a)) {
      plan_.outside.push_back({j, pair});
    } else if (is_free(pair.b)) {
      plan_.edges.push_back({j, pair.a, pair.b, pair.coefficient_a});
      ratio_.push_back(-pair.coefficient_a / pair.coefficient_b);
    } else {
      const double other = pair.b < 0 ? 0.0 : pair.coefficient_b;
      plan_.ties.push_back({j, pair.a, pair.coefficient_a, pair.b, -other / pair.coefficient_a});
    }
  }

  void list() {
    plan_.edges_at = NodeLists(plan_.n_bodies, static_cast<int>(plan_.edges.size()),
                               [this](int e, const auto& at) {
                                 at(plan_.edges[e].a);
                                 at(plan_.edges[e].b);
                               });
    plan_.ties_at = NodeLists(plan_.n_bodies, static_cast<int>(plan_.ties.size()),
                              [this](int t, const auto& at) { at(plan_.ties[t].body); });
  }

  /// x = scale y along a spanning tree; the other pairs must agree.
  void scale_component(int root) {
    std::vector<int> order{root};
    plan_.scale[root] = 1.0;
    std::size_t edge_ends = 0;
    std::size_t ties = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const int b = order[i];
      ties += plan_.ties_at.of(b).size();
      for (const int e : plan_.edges_at.of(b)) {
        const auto& edge = plan_.edges[e];
        const bool down = edge.a == b;
        const int other = down ? edge.b : edge.a;
        // Rest of the pair: coefficient_a x_a + coefficient_b x_b = 0.
        const double scale = plan_.scale[b] * (down ? ratio_[e] : 1.0 / ratio_[e]);
        ++edge_ends;
        if (plan_.scale[other] == 0.0) {
          if (!(std::abs(scale) < kMaxScale && std::abs(scale) > 1.0 / kMaxScale))
            plan_.is_graph = plan_.is_forest = false;
          plan_.scale[other] = scale;
          order.push_back(other);
        } else if (!is_negligible(scale - plan_.scale[other], std::abs(scale), kNoise)) {
          plan_.is_graph = false;
        }
      }
    }
    if (ties > 1 || edge_ends != 2 * (order.size() - 1)) plan_.is_forest = false;
  }

  GraphPlan plan_;
  std::vector<double> ratio_;  ///< (edges) x_b / x_a at rest
};

}  // namespace

GraphPlan plan_graph(int bodies, std::span<const char> given, std::span<const TreePair> pairs) {
  return GraphPlanner(bodies, given, pairs).run();
}

}  // namespace luztar
