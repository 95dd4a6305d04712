#include "luztar/friction/graph_blocks.h"

#include <algorithm>

#include "luztar/core/node_lists.h"

namespace luztar {
namespace {

class BlockSearch {
 public:
  BlockSearch(int nodes, std::span<const std::array<int, 2>> edges)
      : edges_(edges),
        at_(nodes, static_cast<int>(edges.size()),
            [edges](int e, const auto& at) {
              for (const int node : edges[e]) at(node);
            }),
        next_(nodes, 0),
        index_(nodes, 0),
        low_(nodes, 0) {}

  std::vector<std::vector<int>> blocks() {
    for (int root = 0; root < static_cast<int>(index_.size()); ++root)
      if (index_[root] == 0) search(root);
    return std::move(blocks_);
  }

 private:
  struct Visit {
    int node, by;  ///< the edge that led there; -1: none
  };

  /// Depth first from a node that nothing has led to.
  void search(int root) {
    enter(root, -1);
    while (!path_.empty()) {
      const auto [node, by] = path_.back();
      if (next_[node] < at_.of(node).size()) {
        look_along(at_.of(node)[next_[node]++], node, by);
        continue;
      }
      path_.pop_back();
      if (path_.empty()) continue;
      const int before = path_.back().node;
      low_[before] = std::min(low_[before], low_[node]);
      if (low_[node] >= index_[before]) close_block(by);
    }
  }

  void enter(int node, int by) {
    index_[node] = low_[node] = ++count_;
    path_.push_back({node, by});
  }

  void look_along(int edge, int node, int by) {
    if (edge == by) return;
    const int other = edges_[edge][0] == node ? edges_[edge][1] : edges_[edge][0];
    if (index_[other] > index_[node]) return;  // seen from there
    open_.push_back(edge);
    if (index_[other] == 0)
      enter(other, edge);
    else
      low_[node] = std::min(low_[node], index_[other]);
  }

  void close_block(int first) {
    const auto begin = std::find(open_.rbegin(), open_.rend(), first).base() - 1;
    blocks_.emplace_back(begin, open_.end());
    open_.erase(begin, open_.end());
  }

  std::span<const std::array<int, 2>> edges_;
  NodeLists at_;                   ///< (nodes)
  std::vector<std::size_t> next_;  ///< (nodes) the edge to look along next
  std::vector<int> index_, low_;   ///< (nodes) order of visits, 0: none; the first one reached
  int count_{};
  std::vector<Visit> path_;
  std::vector<int> open_;  ///< edges whose block is not closed
  std::vector<std::vector<int>> blocks_;
};

}  // namespace

std::vector<std::vector<int>> graph_blocks(int nodes, std::span<const std::array<int, 2>> edges) {
  return BlockSearch(nodes, edges).blocks();
}

}  // namespace luztar
