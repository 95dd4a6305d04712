// The plain order of networks whose edges form cycles.
#include <utility>

#include "luztar/stepping/forest.h"

namespace luztar {
namespace {

/// An edge by its free ends, the first with a coefficient that is not 0.
struct Ends {
  int below{-1}, above{-1};  ///< free bodies
  int tied{kTreeGround};     ///< given body
  double coefficient{1.0};   ///< of below
  double other{};            ///< coefficient of above or of tied
};

class GraphPlanner {
 public:
  explicit GraphPlanner(const StepNetwork& network) : network_(network) {}

  Forest run() {
    plan_.is_forest = false;
    plan_.node_of.assign(network_.n_bodies(), -1);
    for (int b = 0; b < network_.n_bodies(); ++b) {
      if (!is_free(b)) continue;
      plan_.node_of[b] = plan_.n_nodes++;
      plan_.body.push_back(b);
    }
    plan_.scale.assign(plan_.n_nodes, 1.0);
    plan_.slot_of.assign(network_.n_edges(), -1);
    for (int e = 0; e < network_.n_edges(); ++e)
      if (const Ends ends = ends_of(e); ends.below >= 0) add(e, ends);
    plan_.n_slots = static_cast<int>(plan_.edge.size());
    for (int e = 0; e < network_.n_edges(); ++e)
      if (plan_.slot_of[e] < 0) add_outside(e);
    return std::move(plan_);
  }

 private:
  bool is_free(int body) const {
    return body >= 0 && (network_.given.empty() || network_.given[body] == 0);
  }

  Ends ends_of(int edge) const {
    const TreePair& pair = network_.edges[edge];
    Ends ends;
    const auto take = [&](int body, double coefficient) {
      if (body < 0 || coefficient == 0.0) return;
      if (!is_free(body)) {
        ends.tied = body;
        ends.other = coefficient;
      } else if (ends.below < 0) {
        ends.below = body;
        ends.coefficient = coefficient;
      } else {
        ends.above = body;
        ends.other = coefficient;
      }
    };
    if (pair.a == pair.b) {
      take(pair.a, pair.coefficient_a + pair.coefficient_b);
    } else {
      take(pair.a, pair.coefficient_a);
      take(pair.b, pair.coefficient_b);
    }
    return ends;
  }

  void add(int edge, const Ends& ends) {
    plan_.slot_of[edge] = static_cast<int>(plan_.edge.size());
    plan_.edge.push_back(edge);
    plan_.below.push_back(plan_.node_of[ends.below]);
    plan_.above.push_back(ends.above >= 0 ? plan_.node_of[ends.above] : -1);
    plan_.ratio.push_back(ends.above >= 0 ? -ends.other / ends.coefficient : 1.0);
    plan_.slot_scale.push_back(ends.coefficient);
    plan_.other.push_back(ends.tied);
    plan_.other_scale.push_back(ends.tied >= 0 ? -ends.other / ends.coefficient : 1.0);
    plan_.outer.push_back(-1);
  }

  void add_outside(int edge) {
    const TreePair& pair = network_.edges[edge];
    const auto known = [&](int b, double coefficient) {
      return b >= 0 && !is_free(b) && coefficient != 0.0;
    };
    plan_.slot_of[edge] = static_cast<int>(plan_.edge.size());
    plan_.edge.push_back(edge);
    plan_.outer.push_back(known(pair.a, pair.coefficient_a) ? pair.a : kTreeGround);
    plan_.other.push_back(known(pair.b, pair.coefficient_b) ? pair.b : kTreeGround);
    plan_.slot_scale.push_back(1.0);
    plan_.other_scale.push_back(1.0);
  }

  const StepNetwork& network_;
  Forest plan_;
};

}  // namespace

Forest plan_graph(const StepNetwork& network) { return GraphPlanner(network).run(); }

}  // namespace luztar
