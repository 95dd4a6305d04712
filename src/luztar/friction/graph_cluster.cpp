#include "luztar/friction/graph_cluster.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "luztar/core/long_sum.h"
#include "luztar/core/nearness.h"

namespace luztar {
bool GraphCluster::part(const std::vector<int>& bodies, const GraphLevel& level) {
  if (!load(bodies, level) || !send()) return false;
  find_sides();
  for (const Arc& arc : edges_) read(numbers_.edges[arc.pipe], arc.arc, arc.start);
  for (const Arc& arc : ties_) read(numbers_.ties[arc.pipe], arc.arc, arc.start);
  judge_limits();
  close_edges();
  balance(bodies, level);
  return true;
}

/// Flows start where they are least.
int GraphCluster::add_pipe(const GraphNumbers::Pipe& pipe, int from, int to) {
  const double start = std::clamp(0.0, pipe.down, pipe.up);
  excess_[from] -= start;
  excess_[to] += start;
  return flow_.add(from, to, pipe.up - start, start - pipe.down,
                   numbers_.rounding * pipe.tolerance);
}

/// Nodes: the bodies, then what is tied at this level, source and sink.
bool GraphCluster::load(const std::vector<int>& bodies, const GraphLevel& level) {
  const int n = static_cast<int>(bodies.size());
  node_.resize(plan_.n_bodies);
  for (int i = 0; i < n; ++i) node_[bodies[i]] = i;
  flow_.start(n + 3);
  excess_.assign(n + 1, 0.0);
  tolerance_.resize(n);
  edges_.clear();
  ties_.clear();
  bool possible = true;
  for (int i = 0; i < n; ++i) {
    const int b = bodies[i];
    tolerance_[i] = numbers_.tolerance[b];
    excess_[i] += numbers_.force[b] - numbers_.mass[b] * level.y;
    for (const int e : plan_.edges_at.of(b)) {
      const auto& edge = plan_.edges[e];
      const auto& pipe = numbers_.edges[e];
      if (pipe.open == 0 || edge.a != b) continue;
      const double start = std::clamp(0.0, pipe.down, pipe.up);
      edges_.push_back({e, add_pipe(pipe, i, node_[edge.b]), i, node_[edge.b], start});
    }
    for (const int t : plan_.ties_at.of(b)) {
      auto& tie = numbers_.ties[t];
      if (tie.level == level.at) {
        const double start = std::clamp(0.0, tie.down, tie.up);
        ties_.push_back({t, add_pipe(tie, i, n), i, n, start});
        continue;
      }
      const bool ahead = tie.level < level.below;
      tie.flow = ahead ? tie.up : tie.down;
      tie.at = ahead ? AtLimit::Upper : AtLimit::Lower;
      excess_[i] -= tie.flow;
      possible = possible && !std::isnan(excess_[i]);
    }
  }
  if (possible && level.at < 0) share_rounding(bodies);
  source_.resize(n);
  sink_.resize(n);
  for (int i = 0; i < n && possible; ++i) {
    const double least = numbers_.rounding * tolerance_[i];
    source_[i] = flow_.add(n + 1, i, std::max(excess_[i], 0.0), 0.0, least);
    sink_[i] = flow_.add(i, n + 2, std::max(-excess_[i], 0.0), 0.0, least);
  }
  return possible;
}

/// Bodies that move as one are neither ahead nor behind as a whole: what rounding of their pace and
/// of their many forces says else goes to each by its mass, not to one in which it would add up.
void GraphCluster::share_rounding(const std::vector<int>& bodies) {
  const int n = static_cast<int>(bodies.size());
  double mass = 0.0;
  LongSum ahead;
  for (int i = 0; i < n; ++i) {
    mass += numbers_.mass[bodies[i]];
    ahead.add(excess_[i]);
  }
  for (int i = 0; i < n; ++i) excess_[i] -= numbers_.mass[bodies[i]] * (ahead.total() / mass);
}

/// From those ahead to those behind, what is tied at the level taking and giving the rest.
bool GraphCluster::send() {
  const int n = static_cast<int>(tolerance_.size());
  const int takes = flow_.add(n, n + 2, ties_.empty() ? 0.0 : kInfinity, 0.0, 0.0);
  const int gives = flow_.add(n + 1, n, 0.0, 0.0, 0.0);
  if (!flow_.send(n + 1, n + 2)) return false;
  flow_.set_room(takes, 0.0);
  flow_.set_room(takes + 1, 0.0);
  flow_.set_room(gives, ties_.empty() ? 0.0 : kInfinity);
  return flow_.send(n + 1, n + 2);
}

void GraphCluster::find_sides() {
  const int n = static_cast<int>(tolerance_.size());
  sides_.assign(n, Pace::Equal);
  for (const bool slower : {false, true}) {
    std::vector<char> seen(n + 3, 0);
    seen[n] = seen[n + 1] = seen[n + 2] = 2;
    for (int i = 0; i < n; ++i)
      if (flow_.room(slower ? sink_[i] : source_[i]) > tolerance_[i]) seen[i] = 1;
    flow_.spread(seen, slower);
    // All of them: the sum is zero but for rounding.
    if (std::count(seen.begin(), seen.begin() + n, 1) == n) continue;
    for (int i = 0; i < n; ++i)
      if (seen[i] == 1) sides_[i] = slower ? Pace::Slower : Pace::Faster;
  }
}

void GraphCluster::read(GraphNumbers::Pipe& pipe, int arc, double start) const {
  pipe.flow = flow_.room(arc) == 0.0       ? pipe.up
              : flow_.room(arc + 1) == 0.0 ? pipe.down
                                           : start + flow_.flow(arc);
  pipe.at = AtLimit::No;
}

/// A flow is held at its limit if no way round leads back: its ends lie in different strong
/// components of the graph of what can still flow.
void GraphCluster::judge_limits() {
  const int n = static_cast<int>(sides_.size());
  std::vector<char> ignored(n + 3, 0);
  ignored[n + 1] = ignored[n + 2] = 1;
  std::vector<double> least(static_cast<std::size_t>(flow_.arcs()) / 2, kInfinity);
  for (const Arc& arc : edges_) least[arc.arc / 2] = numbers_.edges[arc.pipe].tolerance;
  for (const Arc& arc : ties_) least[arc.arc / 2] = numbers_.ties[arc.pipe].tolerance;
  std::vector<int> component;
  flow_.components(least, ignored, component);
  const auto judge = [&](const Arc& arc, GraphNumbers::Pipe& pipe) {
    if (pipe.up - pipe.down <= pipe.tolerance) pipe.at = AtLimit::Both;
    if (pipe.at == AtLimit::Both || component[arc.from] == component[arc.to]) return;
    pipe.at = flow_.room(arc.arc) <= pipe.tolerance ? AtLimit::Upper : AtLimit::Lower;
  };
  for (const Arc& arc : edges_) judge(arc, numbers_.edges[arc.pipe]);
  for (const Arc& arc : ties_) judge(arc, numbers_.ties[arc.pipe]);
  for (const Arc& arc : edges_) judge_cut(arc, numbers_.edges[arc.pipe]);
  for (const Arc& arc : ties_) judge_cut(arc, numbers_.ties[arc.pipe]);
}

/// A flow that is said to be at its limit is held there, with all that end where it does, if no way
/// round takes more of it than it is said to be off.
void GraphCluster::judge_cut(const Arc& cut, const GraphNumbers::Pipe& pipe) {
  if (!(pipe.near > 0.0) || pipe.at != AtLimit::No) return;
  const int n = static_cast<int>(sides_.size());
  const bool upper = flow_.room(cut.arc) <= pipe.near;
  if (!upper && !(flow_.room(cut.arc + 1) <= pipe.near)) return;
  std::vector<char> seen(n + 3, 0);
  seen[n + 1] = seen[n + 2] = 2;
  seen[upper ? cut.from : cut.to] = 1;
  flow_.spread(seen, false, pipe.near);
  if (seen[upper ? cut.to : cut.from] != 0) return;
  const auto judge = [&](const Arc& arc, GraphNumbers::Pipe& other) {
    if (seen[arc.from] == seen[arc.to] || other.at != AtLimit::No) return;
    other.at = seen[arc.from] != 0 ? AtLimit::Upper : AtLimit::Lower;
  };
  for (const Arc& arc : edges_) judge(arc, numbers_.edges[arc.pipe]);
  for (const Arc& arc : ties_) judge(arc, numbers_.ties[arc.pipe]);
}

void GraphCluster::close_edges() {
  const auto pace = [this](int node) {
    return sides_[node] == Pace::Faster ? 1 : sides_[node] == Pace::Slower ? -1 : 0;
  };
  for (const Arc& arc : edges_) {
    GraphNumbers::Pipe& pipe = numbers_.edges[arc.pipe];
    const int ahead = pace(arc.from) - pace(arc.to);
    if (ahead == 0 && pace(arc.from) != 0) continue;
    pipe.open = 0;
    if (ahead == 0) continue;
    pipe.flow = ahead > 0 ? pipe.up : pipe.down;
    pipe.at = ahead > 0 ? AtLimit::Upper : AtLimit::Lower;
    numbers_.force[plan_.edges[arc.pipe].a] -= pipe.flow;
    numbers_.force[plan_.edges[arc.pipe].b] += pipe.flow;
  }
}

/// What rounding left over on equal bodies goes along pairs that have room for it, from the leaves
/// of spanning trees to their roots, if possible to what is tied at the level. Bodies of a tree
/// that ends nowhere keep their share by mass.
void GraphCluster::balance(const std::vector<int>& bodies, const GraphLevel& level) {
  const int n = static_cast<int>(bodies.size());
  for (int i = 0; i < n; ++i)
    excess_[i] = numbers_.force[bodies[i]] - numbers_.mass[bodies[i]] * level.y;
  for (int i = 0; i < n; ++i)
    for (const int t : plan_.ties_at.of(bodies[i])) excess_[i] -= numbers_.ties[t].flow;
  for (const Arc& arc : edges_) {
    if (!is_between_equals(arc)) continue;
    excess_[arc.from] -= numbers_.edges[arc.pipe].flow;
    excess_[arc.to] += numbers_.edges[arc.pipe].flow;
  }
  find_routes();
  for (int root = n; root >= 0; --root) {
    if (!gather_tree(root)) continue;
    if (root != n) keep_share(bodies);
    for (std::size_t i = tree_.size(); i-- > 0;) {
      const int node = tree_[i];
      if (up_[node] < 0) continue;
      const Route& route = routes_[up_[node]];
      const double part = excess_[node];
      route.pipe->flow += route.from == node ? part : -part;
      excess_[route.from == node ? route.to : route.from] += part;
    }
  }
}

bool GraphCluster::is_between_equals(const Arc& edge) const {
  return sides_[edge.from] == Pace::Equal && sides_[edge.to] == Pace::Equal;
}

/// Pairs that can take all that is left over, so that none is led beyond its limit.
void GraphCluster::find_routes() {
  const int n = static_cast<int>(sides_.size());
  double all = 0.0;
  for (int i = 0; i < n; ++i)
    if (sides_[i] == Pace::Equal) all += std::abs(excess_[i]);
  routes_.clear();
  routes_at_.assign(n + 1, {});
  const auto add = [&](const Arc& arc, GraphNumbers::Pipe& pipe) {
    const double room = std::max(pipe.tolerance, all);
    if (pipe.flow - pipe.down <= room || pipe.up - pipe.flow <= room) return;
    routes_at_[arc.from].push_back(static_cast<int>(routes_.size()));
    routes_at_[arc.to].push_back(static_cast<int>(routes_.size()));
    routes_.push_back({&pipe, arc.from, arc.to});
  };
  for (const Arc& arc : edges_)
    if (is_between_equals(arc)) add(arc, numbers_.edges[arc.pipe]);
  for (const Arc& arc : ties_)
    if (sides_[arc.from] == Pace::Equal) add(arc, numbers_.ties[arc.pipe]);
  up_.assign(n + 1, -1);
  seen_.assign(n + 1, 0);
}

/// All nodes that routes connect with a root, each after the next node of its route to the root.
/// @return false: the root is in a tree already
bool GraphCluster::gather_tree(int root) {
  if (seen_[root] != 0) return false;
  seen_[root] = 1;
  tree_.assign(1, root);
  for (std::size_t i = 0; i < tree_.size(); ++i)
    for (const int w : routes_at_[tree_[i]]) {
      const int other = routes_[w].from == tree_[i] ? routes_[w].to : routes_[w].from;
      if (seen_[other] != 0) continue;
      seen_[other] = 1;
      up_[other] = w;
      tree_.push_back(other);
    }
  return true;
}

/// The bodies of a tree move as one: no force is to change what their masses take of what is left.
void GraphCluster::keep_share(const std::vector<int>& bodies) {
  double mass = 0.0;
  LongSum left;
  for (const int node : tree_) {
    mass += numbers_.mass[bodies[node]];
    left.add(excess_[node]);
  }
  for (const int node : tree_) excess_[node] -= numbers_.mass[bodies[node]] * (left.total() / mass);
}

}  // namespace luztar
