#include "luztar/friction/shared_forces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "luztar/core/node_groups.h"
#include "luztar/core/stop_request.h"
#include "luztar/friction/graph_blocks.h"
#include "luztar/friction/graph_plan.h"
#include "luztar/friction/potentials.h"

namespace luztar {
namespace {

constexpr int kTimesBack = 2;  // that a stop that would pull is given another chance

}  // namespace

struct SharedForces::Impl {
  /// A pair over differences of potentials; b < 0: to something given.
  struct Edge {
    int pair, a, b;
    double factor, strength;
    bool rigid() const { return std::isinf(strength); }
  };

  Impl(GraphPlan made, std::span<const double> strength) : plan(std::move(made)) {
    number();
    const auto add = [&](int pair, int a, int b, double factor) {
      edges.push_back({pair, a, b, factor, strength[pair]});
    };
    for (const auto& e : plan.edges) add(e.pair, node[e.a], node[e.b], e.factor);
    for (const auto& t : plan.ties) add(t.pair, node[t.body], -1, t.factor);
    if (!plan.is_graph) return;
    find_bridges();
    split(std::vector<char>(edges.size(), 0));
  }

  /// Bodies that pairs end on.
  void number() {
    node.assign(plan.n_bodies, -1);
    for (int b = 0; b < plan.n_bodies; ++b)
      if (!plan.edges_at.of(b).empty() || !plan.ties_at.of(b).empty()) node[b] = n++;
  }

  /// Pairs without limits make groups of bodies; frictions share among groups, then the pairs
  /// without limits inside. @param without  (edges) 1: a stop that would pull
  void split(const std::vector<char>& without) {
    NodeGroups groups(n + 1);
    for (std::size_t e = 0; e < edges.size(); ++e)
      if (edges[e].rigid() && without[e] == 0)
        groups.join(edges[e].a, edges[e].b < 0 ? n : edges[e].b);
    group.assign(n, -1);
    std::vector<int> number_of(n + 1, -1);
    n_groups = 0;
    for (int i = 0; i < n; ++i) {
      const int root = groups.root(i);
      if (root == groups.root(n)) continue;
      if (number_of[root] < 0) number_of[root] = n_groups++;
      group[i] = number_of[root];
    }
    std::vector<Potentials::Edge> weak, rigid;
    weak_edges.clear();
    rigid_edges.clear();
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const Edge& edge = edges[e];
      const double arms = edge.factor * edge.factor;
      if (edge.rigid() && without[e] != 0) continue;
      if (edge.rigid()) {
        rigid.push_back({edge.a, edge.b, arms});
        rigid_edges.push_back(e);
        continue;
      }
      weak.push_back({group[edge.a], edge.b < 0 ? -1 : group[edge.b], edge.strength * arms});
      if (weak.back().a == weak.back().b) weak.back().weight = 0.0;
      weak_edges.push_back(e);
    }
    among = std::make_unique<Potentials>(n_groups, std::move(weak));
    inside = std::make_unique<Potentials>(rigid.empty() ? 0 : n, std::move(rigid));
  }

  Vector on_groups(const Vector& load) const {
    Vector result(n_groups);
    for (int i = 0; i < n; ++i)
      if (group[i] >= 0) result(group[i]) += load(i);
    return result;
  }

  /// Forces from flows among groups; the rest goes inside.
  void finish(const Vector& load, const std::vector<double>& weak,
              std::vector<double>& flow) const {
    flow.assign(edges.size(), 0.0);
    Vector left = load;
    for (std::size_t k = 0; k < weak_edges.size(); ++k) {
      const Edge& edge = edges[weak_edges[k]];
      flow[weak_edges[k]] = weak[k];
      left(edge.a) -= weak[k];
      if (edge.b >= 0) left(edge.b) += weak[k];
    }
    std::vector<double> rigid(rigid_edges.size(), 0.0);
    inside->share(left, rigid);
    for (std::size_t k = 0; k < rigid_edges.size(); ++k) flow[rigid_edges[k]] = rigid[k];
  }

  /// Potential of a node; b < 0: of something given.
  double at(const Vector& potentials, int i) const {
    return i < 0 || group[i] < 0 ? 0.0 : potentials(group[i]);
  }
  /// What an edge of unit strength carries beside the others.
  double carried(std::size_t e, const Vector& potentials) const {
    const Edge& edge = edges[e];
    return edge.factor * edge.factor * (at(potentials, edge.a) - at(potentials, edge.b));
  }
  /// The stop that takes part and pulls most; the number of edges: none does.
  std::size_t hardest_pull(const std::vector<double>& flow,
                           const std::vector<Potentials::Limits>& limits, double tolerance) const {
    double worst = tolerance;
    std::size_t hardest = edges.size();
    for (const std::size_t e : rigid_edges) {
      const double excess = std::max(limits[e].down - flow[e], flow[e] - limits[e].up);
      if (excess <= worst) continue;
      worst = excess;
      hardest = e;
    }
    return hardest;
  }
  /// Of the pairs with limits; 1: there is none.
  double largest_strength() const {
    double largest = 0.0;
    for (const Edge& edge : edges)
      if (!edge.rigid()) largest = std::max(largest, edge.strength);
    return largest > 0.0 ? largest : 1.0;
  }

  Vector scaled(std::span<const double> load) const {
    Vector result(n);
    for (int b = 0; b < plan.n_bodies; ++b)
      if (node[b] >= 0) result(node[b]) = load[b] * plan.scale[b];
    return result;
  }

  void find_bridges();

  GraphPlan plan;
  int n{};
  std::vector<int> node;  ///< (bodies)
  std::vector<Edge> edges;
  std::vector<char> unique;  ///< (pairs)
  std::vector<int> group;    ///< (nodes) -1: held by something given
  int n_groups{};
  std::vector<std::size_t> weak_edges, rigid_edges;
  std::unique_ptr<Potentials> among, inside;
};

/// Pairs on no cycle, what is given counting as one node.
void SharedForces::Impl::find_bridges() {
  unique.assign(plan.n_pairs, 1);  // those between given bodies have no force to ask for
  std::vector<std::array<int, 2>> ends;
  std::vector<int> pairs;
  for (const Edge& edge : edges) {
    if (edge.strength == 0.0) continue;
    ends.push_back({edge.a, edge.b < 0 ? n : edge.b});
    pairs.push_back(edge.pair);
  }
  for (const std::vector<int>& block : graph_blocks(n + 1, ends))
    for (const int e : block) unique[pairs[e]] = block.size() == 1 ? 1 : 0;
}

SharedForces::SharedForces(int bodies, std::span<const char> given, std::span<const TreePair> pairs,
                           std::span<const double> strength)
    : impl_(std::make_unique<Impl>(plan_graph(bodies, given, pairs), strength)) {}
SharedForces::~SharedForces() = default;

bool SharedForces::is_graph() const { return impl_->plan.is_graph; }
const std::vector<char>& SharedForces::is_unique() const { return impl_->unique; }

void SharedForces::share(std::span<const double> load, std::vector<double>& force,
                         std::vector<double>& difference) const {
  const Vector target = impl_->scaled(load);
  std::vector<double> weak(impl_->weak_edges.size(), 0.0);
  std::vector<double> flow;
  const Vector p = impl_->among->share(impl_->on_groups(target), weak);
  impl_->finish(target, weak, flow);
  difference.assign(impl_->plan.n_pairs, 0.0);
  for (const std::size_t e : impl_->weak_edges) {
    const Impl::Edge& edge = impl_->edges[e];
    difference[edge.pair] = edge.factor * (impl_->at(p, edge.a) - impl_->at(p, edge.b));
  }
  force.assign(impl_->plan.n_pairs, 0.0);
  for (std::size_t e = 0; e < flow.size(); ++e)
    force[impl_->edges[e].pair] = flow[e] / impl_->edges[e].factor;
}

bool SharedForces::share_inside(std::span<const double> load, std::span<const double> lower,
                                std::span<const double> upper, double tolerance,
                                std::vector<double>& force, std::vector<double>& excess) {
  Impl& impl = *impl_;
  const Vector target = impl.scaled(load);
  std::vector<Potentials::Limits> limits;
  for (const auto& edge : impl.edges) {
    const double one = edge.factor * lower[edge.pair];
    const double other = edge.factor * upper[edge.pair];
    limits.push_back({std::min(one, other), std::max(one, other)});
  }
  std::vector<char> without(impl.edges.size(), 0), times(impl.edges.size(), 0);
  std::vector<double> flow, free;
  Vector p;
  const double unit = impl.largest_strength();
  bool found = false;
  bool again = true;
  while (again) {
    stop_if_asked();
    std::vector<Potentials::Limits> weak_limits;
    for (const std::size_t e : impl.weak_edges) weak_limits.push_back(limits[e]);
    std::vector<double> weak(impl.weak_edges.size(), 0.0);
    free.assign(weak.size(), 0.0);
    found = impl.among->share_inside(impl.on_groups(target), weak_limits, tolerance, weak, free, p);
    excess.assign(impl.plan.n_pairs, 0.0);
    for (std::size_t k = 0; k < weak.size(); ++k) {
      const auto& edge = impl.edges[impl.weak_edges[k]];
      excess[edge.pair] = std::abs((free[k] - weak[k]) / edge.factor);
    }
    impl.finish(target, weak, flow);
    std::size_t changes = impl.hardest_pull(flow, limits, tolerance);
    for (std::size_t e = 0; e < flow.size() && found; ++e) {
      if (without[e] == 0) continue;
      const double wanted = unit * impl.carried(e, p);
      const double inside = std::clamp(wanted, limits[e].down, limits[e].up);
      excess[impl.edges[e].pair] = std::abs((wanted - inside) / impl.edges[e].factor);
      if (changes == flow.size() && std::abs(inside) > tolerance && times[e] < kTimesBack)
        changes = e;
    }
    again = changes < flow.size();
    if (again) {
      times[changes] = static_cast<char>(times[changes] + without[changes]);
      without[changes] = without[changes] != 0 ? 0 : 1;
      impl.split(without);
    }
  }
  if (std::count(without.begin(), without.end(), 1) > 0)
    impl.split(std::vector<char>(impl.edges.size(), 0));
  force.assign(impl.plan.n_pairs, 0.0);
  for (std::size_t e = 0; e < flow.size(); ++e) {
    const int j = impl.edges[e].pair;
    force[j] = std::clamp(flow[e] / impl.edges[e].factor, lower[j], upper[j]);
  }
  return found;
}

std::vector<char> SharedForces::removable(std::span<const char> wanted,
                                          std::span<const double> excess) const {
  std::vector<char> result(wanted.begin(), wanted.end());
  std::vector<const Impl::Edge*> order;
  NodeGroups groups(impl_->n + 1);
  const auto join = [&](const Impl::Edge& edge) {
    return groups.join(edge.a, edge.b < 0 ? impl_->n : edge.b);
  };
  for (const auto& edge : impl_->edges) {
    if (edge.strength == 0.0)
      result[edge.pair] = 0;
    else if (result[edge.pair] != 0)
      order.push_back(&edge);
    else
      join(edge);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](const auto* a, const auto* b) { return excess[a->pair] < excess[b->pair]; });
  for (const auto* edge : order)
    if (join(*edge)) result[edge->pair] = 0;
  return result;
}

}  // namespace luztar
