#include "luztar/friction/graph_cluster.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace luztar {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

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
    for (int k = plan_.edge_begin[b]; k < plan_.edge_begin[b + 1]; ++k) {
      const int e = plan_.edges_at[k];
      const auto& edge = plan_.edges[e];
      const auto& pipe = numbers_.edges[e];
      if (pipe.open == 0 || edge.a != b) continue;
      const double start = std::clamp(0.0, pipe.down, pipe.up);
      edges_.push_back({e, add_pipe(pipe, i, node_[edge.b]), i, node_[edge.b], start});
    }
    for (int k = plan_.tie_begin[b]; k < plan_.tie_begin[b + 1]; ++k) {
      const int t = plan_.ties_at[k];
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
  source_.resize(n);
  sink_.resize(n);
  for (int i = 0; i < n && possible; ++i) {
    const double least = numbers_.rounding * tolerance_[i];
    source_[i] = flow_.add(n + 1, i, std::max(excess_[i], 0.0), 0.0, least);
    sink_[i] = flow_.add(i, n + 2, std::max(-excess_[i], 0.0), 0.0, least);
  }
  return possible;
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

/// What rounding left over on equal bodies goes along pairs that are not at a limit, from the
/// leaves of a spanning tree to its root, if possible to what is tied at the level.
void GraphCluster::balance(const std::vector<int>& bodies, const GraphLevel& level) {
  const int n = static_cast<int>(bodies.size());
  for (int i = 0; i < n; ++i)
    excess_[i] = numbers_.force[bodies[i]] - numbers_.mass[bodies[i]] * level.y;
  for (int i = 0; i < n; ++i)
    for (int k = plan_.tie_begin[bodies[i]]; k < plan_.tie_begin[bodies[i] + 1]; ++k)
      excess_[i] -= numbers_.ties[plan_.ties_at[k]].flow;
  struct Way {
    GraphNumbers::Pipe* pipe;
    int from, to;
  };
  std::vector<Way> ways;
  std::vector<std::vector<int>> at(n + 1);
  const auto add = [&](const Arc& arc, GraphNumbers::Pipe& pipe) {
    if (pipe.flow - pipe.down <= pipe.tolerance || pipe.up - pipe.flow <= pipe.tolerance) return;
    at[arc.from].push_back(static_cast<int>(ways.size()));
    at[arc.to].push_back(static_cast<int>(ways.size()));
    ways.push_back({&pipe, arc.from, arc.to});
  };
  for (const Arc& arc : edges_) {
    if (sides_[arc.from] != Pace::Equal || sides_[arc.to] != Pace::Equal) continue;
    GraphNumbers::Pipe& pipe = numbers_.edges[arc.pipe];
    excess_[arc.from] -= pipe.flow;
    excess_[arc.to] += pipe.flow;
    add(arc, pipe);
  }
  for (const Arc& arc : ties_)
    if (sides_[arc.from] == Pace::Equal) add(arc, numbers_.ties[arc.pipe]);
  std::vector<int> up(n + 1, -1), order;
  std::vector<char> seen(n + 1, 0);
  for (int root = n; root >= 0; --root) {
    if (seen[root] != 0) continue;
    seen[root] = 1;
    const std::size_t first = order.size();
    order.push_back(root);
    for (std::size_t i = first; i < order.size(); ++i)
      for (const int w : at[order[i]]) {
        const int other = ways[w].from == order[i] ? ways[w].to : ways[w].from;
        if (seen[other] != 0) continue;
        seen[other] = 1;
        up[other] = w;
        order.push_back(other);
      }
  }
  for (std::size_t i = order.size(); i-- > 0;) {
    const int node = order[i];
    if (up[node] < 0) continue;
    const Way& way = ways[up[node]];
    const double part = excess_[node];
    way.pipe->flow += way.from == node ? part : -part;
    excess_[way.from == node ? way.to : way.from] += part;
  }
}

}  // namespace luztar
