// What lies at each node of a graph.
#pragma once

#include <numeric>
#include <span>
#include <vector>

namespace luztar {

/// For each node the items that have an end there, ascending.
class NodeLists {
 public:
  NodeLists() = default;
  /// @param ends  ends(item, at): calls at(node) for each node at which the item ends
  template <class Ends>
  NodeLists(int nodes, int items, const Ends& ends) : first_(nodes + 1, 0) {
    for (int i = 0; i < items; ++i) ends(i, [this](int node) { ++first_[node + 1]; });
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    list_.resize(first_.back());
    std::vector<int> next(first_.begin(), first_.end() - 1);
    for (int i = 0; i < items; ++i) ends(i, [&](int node) { list_[next[node]++] = i; });
  }

  std::span<const int> of(int node) const {
    return {list_.data() + first_[node], list_.data() + first_[node + 1]};
  }

 private:
  std::vector<int> first_, list_;  ///< (nodes + 1), (ends)
};

}  // namespace luztar
