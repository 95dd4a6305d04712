#include "luztar/core/node_lists.h"

#include <doctest/doctest.h>

using namespace luztar;

TEST_CASE("node lists: each node has the items that end there, ascending; a loop twice") {
  const std::vector<std::vector<int>> ends{{2, 0}, {0}, {}, {3, 3}, {0, 2}};
  const NodeLists lists(4, static_cast<int>(ends.size()), [&](int item, const auto& at) {
    for (const int node : ends[static_cast<std::size_t>(item)]) at(node);
  });
  const auto of = [&](int node) {
    const auto items = lists.of(node);
    return std::vector<int>(items.begin(), items.end());
  };
  CHECK(of(0) == std::vector{0, 1, 4});
  CHECK(of(1).empty());
  CHECK(of(2) == std::vector{0, 4});
  CHECK(of(3) == std::vector{3, 3});
}
