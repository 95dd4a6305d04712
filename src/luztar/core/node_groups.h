// Which nodes belong together.
#pragma once

#include <numeric>
#include <vector>

namespace luztar {

/// Groups of nodes that join.
class NodeGroups {
 public:
  explicit NodeGroups(int n) : up_(n) { std::iota(up_.begin(), up_.end(), 0); }
  int root(int i) {
    while (up_[i] != i) i = up_[i] = up_[up_[i]];
    return i;
  }
  bool join(int a, int b) {
    a = root(a);
    b = root(b);
    up_[a] = b;
    return a != b;
  }

 private:
  std::vector<int> up_;
};

}  // namespace luztar
