#include "luztar/friction/graph_flow.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "luztar/core/stop_request.h"

namespace luztar {

void GraphFlow::start(int nodes) {
  nodes_ = nodes;
  for (auto* array : {&room_, &least_, &flow_}) array->clear();
  for (auto* array : {&to_, &begin_, &list_}) array->clear();
}

int GraphFlow::add(int from, int to, double forth, double back, double least) {
  const int arc = static_cast<int>(to_.size());
  to_.push_back(to);
  to_.push_back(from);
  room_.push_back(forth);
  room_.push_back(back);
  least_.push_back(least);
  flow_.push_back(0.0);
  begin_.clear();
  return arc;
}

void GraphFlow::list_arcs() {
  if (!begin_.empty()) return;
  begin_.assign(nodes_ + 1, 0);
  const int arcs = static_cast<int>(to_.size());
  for (int arc = 0; arc < arcs; ++arc) ++begin_[to_[arc ^ 1] + 1];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  list_.resize(to_.size());
  next_.assign(begin_.begin(), begin_.end() - 1);
  for (int arc = 0; arc < arcs; ++arc) list_[next_[to_[arc ^ 1]]++] = arc;
}

bool GraphFlow::send(int source, int sink) {
  list_arcs();
  while (measure(source, sink)) {
    stop_if_asked();
    if (!saturate(source, sink)) return false;
  }
  return true;
}

/// Distances from the source along arcs with room; false if the sink is out of reach.
bool GraphFlow::measure(int source, int sink) {
  distance_.assign(nodes_, -1);
  distance_[source] = 0;
  queue_.assign(1, source);
  for (std::size_t i = 0; i < queue_.size() && distance_[sink] < 0; ++i)
    for (int k = begin_[queue_[i]]; k < begin_[queue_[i] + 1]; ++k) {
      const int arc = list_[k];
      if (distance_[to_[arc]] >= 0 || room(arc) == 0.0) continue;
      distance_[to_[arc]] = distance_[queue_[i]] + 1;
      queue_.push_back(to_[arc]);
    }
  return distance_[sink] >= 0;
}

/// Fills all shortest paths; false if one has no bound.
bool GraphFlow::saturate(int source, int sink) {
  next_.assign(begin_.begin(), begin_.end() - 1);
  path_.clear();
  int node = source;
  while (true) {
    if (node == sink) {
      double least = std::numeric_limits<double>::infinity();
      for (const int arc : path_) least = std::min(least, room_[arc]);
      if (std::isinf(least)) return false;
      std::size_t keep = path_.size();
      for (std::size_t i = path_.size(); i-- > 0;) {
        const int arc = path_[i];
        room_[arc] -= least;
        room_[arc ^ 1] += least;
        flow_[arc / 2] += arc % 2 == 0 ? least : -least;
        if (room(arc) == 0.0) keep = i;
      }
      node = to_[path_[keep] ^ 1];
      path_.resize(keep);
    } else if (next_[node] < begin_[node + 1]) {
      const int arc = list_[next_[node]];
      if (room(arc) > 0.0 && distance_[to_[arc]] == distance_[node] + 1) {
        path_.push_back(arc);
        node = to_[arc];
      } else {
        ++next_[node];
      }
    } else {
      if (node == source) return true;
      node = to_[path_.back() ^ 1];
      path_.pop_back();
      ++next_[node];
    }
  }
}

void GraphFlow::spread(std::vector<char>& seen, bool backwards, double least) {
  list_arcs();
  queue_.clear();
  for (int node = 0; node < nodes_; ++node)
    if (seen[node] == 1) queue_.push_back(node);
  for (std::size_t i = 0; i < queue_.size(); ++i)
    for (int k = begin_[queue_[i]]; k < begin_[queue_[i] + 1]; ++k) {
      const int arc = list_[k];
      if (seen[to_[arc]] != 0 || !(room(backwards ? arc ^ 1 : arc) > least)) continue;
      seen[to_[arc]] = 1;
      queue_.push_back(to_[arc]);
    }
}

void GraphFlow::components(const std::vector<double>& least, const std::vector<char>& ignored,
                           std::vector<int>& component) {
  list_arcs();
  component.assign(nodes_, -1);
  std::vector<int> low(nodes_, 0), index(nodes_, 0), open;
  int count = 0;
  int numbers = 0;
  next_.assign(begin_.begin(), begin_.end() - 1);
  for (int root = 0; root < nodes_; ++root) {
    if (index[root] != 0 || ignored[root] != 0) continue;
    path_.assign(1, root);
    open.push_back(root);
    index[root] = low[root] = ++count;
    while (!path_.empty()) {
      const int node = path_.back();
      if (next_[node] < begin_[node + 1]) {
        const int arc = list_[next_[node]++];
        const int other = to_[arc];
        if (ignored[other] != 0 || !(room_[arc] > least[arc / 2])) continue;
        if (index[other] == 0) {
          path_.push_back(other);
          open.push_back(other);
          index[other] = low[other] = ++count;
        } else if (component[other] < 0) {
          low[node] = std::min(low[node], index[other]);
        }
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) low[path_.back()] = std::min(low[path_.back()], low[node]);
      if (low[node] != index[node]) continue;
      for (int other = -1; other != node; open.pop_back()) {
        other = open.back();
        component[other] = numbers;
      }
      ++numbers;
    }
  }
}

}  // namespace luztar
