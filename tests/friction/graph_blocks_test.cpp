// Blocks of small graphs against all their simple cycles.
#include "luztar/friction/graph_blocks.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "random.h"

using luztar::graph_blocks;
using luztar::testing::Random;
using Edges = std::vector<std::array<int, 2>>;

namespace {

// Finds every simple cycle, and joins the edges of each.
class Cycles {
 public:
  explicit Cycles(const Edges& edges) : edges_(edges), group_(edges.size()) {
    std::iota(group_.begin(), group_.end(), 0);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      path_ = {static_cast<int>(e)};
      nodes_ = {edges[e][0], edges[e][1]};
      extend();
    }
  }
  std::set<std::set<int>> blocks() const {
    std::set<std::set<int>> found;
    for (const int g : group_) {
      std::set<int> block;
      for (std::size_t e = 0; e < group_.size(); ++e)
        if (group_[e] == g) block.insert(static_cast<int>(e));
      found.insert(block);
    }
    return found;
  }

 private:
  void extend() {
    if (nodes_.size() > 2 && nodes_.back() == nodes_.front()) return join();
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      if (std::ranges::count(path_, static_cast<int>(e)) > 0) continue;
      const auto [a, b] = edges_[e];
      for (const auto& [from, to] : {std::array{a, b}, std::array{b, a}}) {
        if (from != nodes_.back()) continue;
        if (to != nodes_.front() && std::ranges::count(nodes_, to) > 0) continue;
        path_.push_back(static_cast<int>(e));
        nodes_.push_back(to);
        extend();
        path_.pop_back();
        nodes_.pop_back();
      }
    }
  }
  void join() {
    const int to = group_[static_cast<std::size_t>(path_[0])];
    for (const int e : path_) {
      const int from = group_[static_cast<std::size_t>(e)];
      std::ranges::replace(group_, from, to);
    }
  }

  const Edges& edges_;
  std::vector<int> group_, path_, nodes_;
};

bool touch(const std::array<int, 2>& a, const std::array<int, 2>& b) {
  return a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1];
}

}  // namespace

TEST_CASE("two edges are in one block exactly if a cycle passes along both") {
  Random random{51};
  std::size_t larger = 0;
  for (int i = 0; i < 1500; ++i) {
    CAPTURE(i);
    const int nodes = 2 + random.below(5);
    Edges edges;
    for (int k = random.below(9); k > 0; --k) {
      const int a = random.below(nodes);
      const int b = (a + 1 + random.below(nodes - 1)) % nodes;
      edges.push_back({a, b});
    }
    std::set<std::set<int>> found;
    std::size_t seen = 0;
    for (const auto& block : graph_blocks(nodes, edges)) {
      found.insert({block.begin(), block.end()});
      seen += block.size();
      larger += block.size() > 2 ? 1 : 0;
    }
    CHECK(seen == edges.size());  // each edge once
    CHECK(found == Cycles(edges).blocks());
  }
  CHECK(larger > 200);
}

TEST_CASE("edges of a block that is one cycle come in the order in which they lie on it") {
  const Edges edges{{4, 0}, {2, 3}, {0, 2}, {5, 4}, {3, 4}, {1, 5}};
  bool found = false;
  for (const auto& block : graph_blocks(6, edges)) {
    if (block.size() != 4) continue;  // 4 0 2 3
    found = true;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto next = static_cast<std::size_t>(block[(i + 1) % 4]);
      CHECK(touch(edges[static_cast<std::size_t>(block[i])], edges[next]));
    }
  }
  CHECK(found);
}
