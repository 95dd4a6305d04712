#include "luztar/friction/tree_plan.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "luztar/core/nearness.h"
#include "luztar/core/node_groups.h"
#include "luztar/core/node_lists.h"

namespace luztar {
namespace {

class TreePlanner {
 public:
  TreePlanner(int bodies, std::span<const char> given, std::span<const TreePair> pairs)
      : given_(given), pairs_(pairs) {
    plan_.n_bodies = bodies;
    plan_.n_pairs = static_cast<int>(pairs.size());
  }

  TreePlan run() {
    sort_pairs();
    if (plan_.is_forest) order_nodes();
    return std::move(plan_);
  }

 private:
  struct Edge {
    int pair, other;
    double own, above;
  };

  bool is_free(int body) const { return body >= 0 && (given_.empty() || given_[body] == 0); }

  /// Which pairs are edges of the forest, which tie a body to something given.
  void sort_pairs() {
    NodeGroups trees(plan_.n_bodies);
    for (int j = 0; j < plan_.n_pairs; ++j) {
      TreePair pair = pairs_[j];
      if (pair.a == pair.b) {
        pair.coefficient_a += pair.coefficient_b;
        pair.b = kTreeGround;
      }
      const bool a = is_free(pair.a) && pair.coefficient_a != 0.0;
      const bool b = is_free(pair.b) && pair.coefficient_b != 0.0;
      if (a && b) {
        if (!trees.join(pair.a, pair.b)) plan_.is_forest = false;
        edges_.push_back({j, pair});
        continue;
      }
      if (b) {
        std::swap(pair.a, pair.b);
        std::swap(pair.coefficient_a, pair.coefficient_b);
      }
      // A free body is left over here only where its coefficient is zero.
      const int other = is_free(pair.b) ? kTreeGround : pair.b;
      const TreePlan::Tie tie{j, pair.coefficient_a, other, pair.coefficient_b};
      if (a || b) {
        ties_.push_back({pair.a, tie});
      } else {
        plan_.outside.push_back(tie);
        plan_.body_outside.push_back(is_free(pair.a) ? kTreeGround : pair.a);
      }
    }
  }

  /// As seen from one of its ends.
  Edge edge_at(int index, int body) const {
    const auto& [j, pair] = edges_[index];
    if (pair.a == body) return {j, pair.b, pair.coefficient_a, pair.coefficient_b};
    return {j, pair.a, pair.coefficient_b, pair.coefficient_a};
  }

  void order_nodes() {
    edges_at_ =
        NodeLists(plan_.n_bodies, static_cast<int>(edges_.size()), [this](int e, const auto& at) {
          at(edges_[e].pair.a);
          at(edges_[e].pair.b);
        });
    std::vector<char> seen(plan_.n_bodies, 0);
    position_.assign(plan_.n_bodies, -1);
    size_.assign(plan_.n_bodies, 1);
    heavy_.assign(plan_.n_bodies, -1);
    up_.assign(plan_.n_bodies, Edge{-1, -1, 0.0, 0.0});
    scale_.assign(plan_.n_bodies, 1.0);
    for (int b = 0; b < plan_.n_bodies; ++b)
      if (is_free(b) && seen[b] == 0) plan_one_tree(b, seen);
    assign_ties();
  }

  void plan_one_tree(int root, std::vector<char>& seen) {
    std::vector<int>& order = order_;  // parents first
    order.assign(1, root);
    seen[root] = 1;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const int b = order[i];
      for (const int e : edges_at_.of(b)) {
        const Edge edge = edge_at(e, b);
        if (seen[edge.other] != 0) continue;
        seen[edge.other] = 1;
        up_[edge.other] = {edge.pair, b, edge.above, edge.own};
        scale_[edge.other] = -edge.own * scale_[b] / edge.above;
        const double size = std::abs(scale_[edge.other]);
        if (!(size < kMaxScale && size > 1.0 / kMaxScale)) plan_.is_forest = false;
        order.push_back(edge.other);
      }
    }
    for (std::size_t i = order.size(); i-- > 1;) {
      const int b = order[i];
      const int above = up_[b].other;
      size_[above] += size_[b];
      if (heavy_[above] < 0 || size_[b] >= size_[heavy_[above]]) heavy_[above] = b;
    }
    write_nodes(root);
  }

  /// The reverse of: node, light subtrees, heavy subtree.
  void write_nodes(int root) {
    const int first = plan_.n_nodes();
    reversed_.clear();
    stack_.assign(1, root);
    while (!stack_.empty()) {
      const int b = stack_.back();
      stack_.pop_back();
      reversed_.push_back(b);
      if (heavy_[b] >= 0) stack_.push_back(heavy_[b]);
      for (const int e : edges_at_.of(b)) {
        const int other = edge_at(e, b).other;
        if (other != heavy_[b] && other != up_[b].other) stack_.push_back(other);
      }
    }
    const int count = static_cast<int>(reversed_.size());
    for (int i = 0; i < count; ++i) position_[reversed_[i]] = first + count - 1 - i;
    for (int i = count - 1; i >= 0; --i) write_node(reversed_[i]);
    plan_.tree_end[first] = first + count;
  }

  void write_node(int b) {
    plan_.body.push_back(b);
    const Edge& up = up_[b];
    plan_.parent.push_back(up.other < 0 ? -1 : position_[up.other]);
    plan_.pair.push_back(up.pair);
    plan_.own.push_back(up.own);
    plan_.above.push_back(up.above);
    plan_.scale.push_back(scale_[b]);
    plan_.children.push_back(static_cast<int>(edges_at_.of(b).size()) - (up.pair < 0 ? 0 : 1));
    plan_.is_light.push_back(up.pair >= 0 && heavy_[up.other] != b ? 1 : 0);
    plan_.tree_end.push_back(0);
  }

  void assign_ties() {
    std::vector<int>& begin = plan_.tie_begin;
    begin.assign(plan_.n_nodes() + 1, 0);
    for (const auto& tie : ties_) ++begin[position_[tie.body] + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    plan_.ties.resize(ties_.size());
    std::vector<int> at(begin.begin(), begin.end() - 1);
    for (const auto& tie : ties_) plan_.ties[at[position_[tie.body]]++] = tie.tie;
  }

  struct NumberedPair {
    int index;
    TreePair pair;
  };
  struct BodyTie {
    int body;
    TreePlan::Tie tie;
  };

  std::span<const char> given_;
  std::span<const TreePair> pairs_;
  TreePlan plan_;
  std::vector<NumberedPair> edges_;
  std::vector<BodyTie> ties_;
  NodeLists edges_at_;  ///< (bodies)
  std::vector<int> position_, size_, heavy_, order_, reversed_, stack_;
  std::vector<Edge> up_;  ///< (bodies) the edge to the parent
  std::vector<double> scale_;
};

}  // namespace

TreePlan plan_tree(int bodies, std::span<const char> given, std::span<const TreePair> pairs) {
  return TreePlanner(bodies, given, pairs).run();
}

}  // namespace luztar
