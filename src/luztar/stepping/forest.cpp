#include "luztar/stepping/forest.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/core/node_groups.h"

namespace luztar {
namespace {

bool is_plain_chain(const StepNetwork& network) {
  const int n = network.n_bodies();
  if (n == 0 || network.n_edges() != n) return false;
  if (network.is_two_sided() || !network.preload.empty() || !network.contacts.empty()) return false;
  if (std::any_of(network.given.begin(), network.given.end(), [](char g) { return g != 0; }))
    return false;
  for (int j = 0; j < n; ++j) {
    const TreePair& edge = network.edges[j];
    const int b = j + 1 < n ? j + 1 : kTreeGround;
    if (edge.a != j || edge.b != b || edge.coefficient_a != 1.0) return false;
    if (b >= 0 && edge.coefficient_b != -1.0) return false;
  }
  return true;
}

class Planner {
 public:
  explicit Planner(const StepNetwork& network) : network_(network) {}

  /// Nodes and slots in the order of bodies and edges.
  Forest run_graph() {
    const int n = network_.n_bodies();
    const int m = network_.n_edges();
    plan_.is_forest = false;
    plan_.node_of.assign(n, -1);
    for (int b = 0; b < n; ++b) {
      if (!is_free(b)) continue;
      plan_.node_of[b] = static_cast<int>(plan_.body.size());
      plan_.body.push_back(b);
    }
    plan_.n_nodes = static_cast<int>(plan_.body.size());
    plan_.scale.assign(plan_.n_nodes, 1.0);
    begin_slots();
    for (int e = 0; e < m; ++e)
      if (const auto [below, above] = free_ends(e); below >= 0) add_graph_slot(e, below, above);
    plan_.n_slots = static_cast<int>(plan_.edge.size());
    for (int e = 0; e < m; ++e)
      if (plan_.slot_of[e] < 0) add_outside(e);
    return std::move(plan_);
  }

  Forest run() {
    const int n = network_.n_bodies();
    const int m = network_.n_edges();
    kind_.assign(m, Kind::Inner);
    sort_edges();
    if (!plan_.is_forest) return std::move(plan_);
    list_neighbours();
    plan_.node_of.assign(n, -1);
    above_.assign(n, -1);
    body_scale_.assign(n, 0.0);
    for (int b = 0; b < n; ++b)
      if (is_free(b) && body_scale_[b] == 0.0) plan_tree(b);
    plan_.n_nodes = static_cast<int>(plan_.body.size());
    place_slots();
    return std::move(plan_);
  }

 private:
  enum class Kind : char { Inner, Tie, Outside };

  bool is_free(int body) const {
    return body >= 0 && (network_.given.empty() || network_.given[body] == 0);
  }
  /// The coefficient of a body in an edge; 0 where it is not in it.
  double coefficient(int edge, int body) const {
    const TreePair& pair = network_.edges[edge];
    return (pair.a == body ? pair.coefficient_a : 0.0) +
           (pair.b == body ? pair.coefficient_b : 0.0);
  }
  int other_end(int edge, int body) const {
    const TreePair& pair = network_.edges[edge];
    return pair.a == body ? pair.b : pair.a;
  }

  /// The first free body that an edge moves, and the second; -1: none.
  std::pair<int, int> free_ends(int edge) const {
    const TreePair& pair = network_.edges[edge];
    const bool a = is_free(pair.a) && coefficient(edge, pair.a) != 0.0;
    const bool b = is_free(pair.b) && pair.b != pair.a && coefficient(edge, pair.b) != 0.0;
    return a ? std::pair(pair.a, b ? pair.b : -1) : std::pair(b ? pair.b : -1, -1);
  }

  void sort_edges() {
    NodeGroups trees(network_.n_bodies());
    for (int j = 0; j < network_.n_edges(); ++j) {
      const auto [one, two] = free_ends(j);
      if (two < 0)
        kind_[j] = one >= 0 ? Kind::Tie : Kind::Outside;
      else if (!trees.join(one, two))
        plan_.is_forest = false;
    }
  }

  void list_neighbours() {
    edges_ = NodeLists(network_.n_bodies(), network_.n_edges(), [this](int j, const auto& at) {
      const auto [one, two] = free_ends(j);
      if (one >= 0) at(one);
      if (two >= 0) at(two);
    });
  }

  /// A tree from its last leaf as seen from `start`, so that a chain is walked from end to end.
  void plan_tree(int start) {
    walk(start);
    const int root = order_.back();
    for (const int b : order_) body_scale_[b] = 0.0;
    walk(root);
    std::vector<int>& size = size_;
    size.resize(network_.n_bodies());
    for (const int b : order_) size[b] = 1;
    for (std::size_t i = order_.size(); i-- > 1;) {
      const int b = order_[i];
      size[other_end(above_[b], b)] += size[b];
    }
    // Post-order, the largest subtree last.
    std::vector<int> pending{root};
    std::vector<int> reversed;
    while (!pending.empty()) {
      const int b = pending.back();
      pending.pop_back();
      reversed.push_back(b);
      const std::size_t first = pending.size();
      for (const int j : edges_.of(b)) {
        if (kind_[j] != Kind::Inner || j == above_[b]) continue;
        pending.push_back(other_end(j, b));
      }
      std::sort(pending.begin() + static_cast<std::ptrdiff_t>(first), pending.end(),
                [&](int x, int y) { return size[x] != size[y] ? size[x] < size[y] : x > y; });
    }
    for (std::size_t i = reversed.size(); i-- > 0;) {
      plan_.node_of[reversed[i]] = static_cast<int>(plan_.body.size());
      plan_.body.push_back(reversed[i]);
    }
  }

  /// Breadth first: order_, above_ and body_scale_ of a tree.
  void walk(int root) {
    order_.assign(1, root);
    body_scale_[root] = 1.0;
    above_[root] = -1;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const int b = order_[i];
      for (const int j : edges_.of(b)) {
        if (kind_[j] != Kind::Inner || j == above_[b]) continue;
        const int c = other_end(j, b);
        body_scale_[c] = -coefficient(j, b) * body_scale_[b] / coefficient(j, c);
        const double size = std::abs(body_scale_[c]);
        if (!(size < kMaxScale && size > 1.0 / kMaxScale)) plan_.is_forest = false;
        above_[c] = j;
        order_.push_back(c);
      }
    }
  }

  void place_slots() {
    const int n = plan_.n_nodes;
    const int m = network_.n_edges();
    plan_.parent.assign(n, -1);
    plan_.scale.resize(n);
    plan_.first_slot.assign(n + 1, 0);
    begin_slots();
    for (int i = 0; i < n; ++i) {
      const int b = plan_.body[i];
      plan_.scale[i] = body_scale_[b];
      plan_.first_slot[i] = static_cast<int>(plan_.edge.size());
      for (const int j : edges_.of(b))
        if (kind_[j] == Kind::Tie) add_tie(j, b);
      if (above_[b] < 0) continue;
      plan_.parent[i] = plan_.node_of[other_end(above_[b], b)];
      plan_.slot_scale[plan_.edge.size()] = coefficient(above_[b], b) * body_scale_[b];
      add_slot(above_[b], i, plan_.parent[i]);
    }
    plan_.first_slot[n] = plan_.n_slots = static_cast<int>(plan_.edge.size());
    for (int j = 0; j < m; ++j)
      if (kind_[j] == Kind::Outside) add_outside(j);
    plan_.children = NodeLists(n, n, [this](int i, const auto& at) {
      if (plan_.parent[i] >= 0) at(plan_.parent[i]);
    });
  }

  void begin_slots() {
    const int m = network_.n_edges();
    plan_.slot_of.assign(m, -1);
    plan_.other.assign(m, kTreeGround);
    plan_.outer.assign(m, -1);
    plan_.slot_scale.assign(m, 1.0);
    plan_.other_scale.assign(m, 1.0);
  }

  void add_slot(int edge, int below, int above) {
    plan_.slot_of[edge] = static_cast<int>(plan_.edge.size());
    plan_.edge.push_back(edge);
    plan_.below.push_back(below);
    plan_.above.push_back(above);
  }

  void add_tie(int edge, int body) {
    const std::size_t slot = plan_.edge.size();
    const TreePair& pair = network_.edges[edge];
    const int other = pair.a == pair.b ? kTreeGround : other_end(edge, body);
    plan_.slot_scale[slot] = coefficient(edge, body) * body_scale_[body];
    if (other >= 0 && !is_free(other)) {
      plan_.other[slot] = other;
      plan_.other_scale[slot] = -coefficient(edge, other) / plan_.slot_scale[slot];
    }
    add_slot(edge, plan_.node_of[body], -1);
  }

  void add_graph_slot(int edge, int below, int above) {
    const std::size_t slot = plan_.edge.size();
    const double own = coefficient(edge, below);
    const int other =
        network_.edges[edge].a == network_.edges[edge].b ? kTreeGround : other_end(edge, below);
    plan_.slot_scale[slot] = own;
    plan_.ratio.push_back(above >= 0 ? -coefficient(edge, above) / own : 1.0);
    if (other >= 0 && !is_free(other) && coefficient(edge, other) != 0.0) {
      plan_.other[slot] = other;
      plan_.other_scale[slot] = -coefficient(edge, other) / own;
    }
    add_slot(edge, plan_.node_of[below], above >= 0 ? plan_.node_of[above] : -1);
  }

  void add_outside(int edge) {
    const std::size_t slot = plan_.edge.size();
    const TreePair& pair = network_.edges[edge];
    const auto is_given = [&](int b) {
      return b >= 0 && !is_free(b) && coefficient(edge, b) != 0.0;
    };
    // w = coefficient_a v_a + coefficient_b v_b, with slot_scale and other_scale as these.
    plan_.outer[slot] = is_given(pair.a) ? pair.a : kTreeGround;
    plan_.other[slot] = is_given(pair.b) ? pair.b : kTreeGround;
    add_slot(edge, -1, -1);
  }

  const StepNetwork& network_;
  Forest plan_;
  std::vector<Kind> kind_;  // (edges)
  NodeLists edges_;         // (bodies) of free ones
  std::vector<int> order_, above_, size_;
  std::vector<double> body_scale_;
};

}  // namespace

Forest plan_forest(const StepNetwork& network) {
  if (is_plain_chain(network)) {
    Forest chain;
    chain.is_plain_chain = true;
    chain.n_nodes = chain.n_slots = network.n_bodies();
    return chain;
  }
  Forest forest = Planner(network).run();
  return forest.is_forest ? forest : Planner(network).run_graph();
}

}  // namespace luztar
