#include "luztar/model/dependencies.h"

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

#include <doctest/doctest.h>

using luztar::Dependencies;
using luztar::sort_dependencies;

namespace {

using Uses = std::vector<std::vector<std::size_t>>;

}  // namespace

TEST_CASE("needs come first") {
  const Dependencies result = sort_dependencies({{2}, {0, 2}, {}});
  CHECK(result.order == std::vector<std::size_t>{2, 0, 1});
  CHECK(result.cycles.empty());
}

TEST_CASE("each cycle is told once, without those that only lead into it") {
  //  0 -> 1 -> 2 -> 1,  3 -> 3,  4 -> 3,  5
  const Dependencies result = sort_dependencies({{1}, {2}, {1}, {3}, {3}, {}});
  CHECK(result.order == std::vector<std::size_t>{5});
  CHECK(result.cycles == Uses{{1, 2}, {3}});
}

TEST_CASE("random graphs: every item is either after its needs or leads into a cycle") {
  std::mt19937 random(1);
  for (int run = 0; run < 500; ++run) {
    constexpr std::size_t kItems = 8;
    Uses uses(kItems);
    for (auto& needs : uses) {
      for (std::size_t k = random() % 3; k > 0; --k) needs.push_back(random() % kItems);
    }
    const Dependencies result = sort_dependencies(uses);
    std::vector<bool> done(kItems, false);
    for (const std::size_t i : result.order) {
      CHECK(std::all_of(uses[i].begin(), uses[i].end(), [&](std::size_t n) { return done[n]; }));
      done[i] = true;
    }
    // What is left needs something that is left, and there is a cycle exactly if anything is left.
    for (std::size_t i = 0; i < kItems; ++i) {
      if (done[i]) continue;
      CHECK(std::any_of(uses[i].begin(), uses[i].end(), [&](std::size_t n) { return !done[n]; }));
    }
    CHECK(result.cycles.empty() == (result.order.size() == kItems));
    for (const auto& cycle : result.cycles) {
      for (std::size_t k = 0; k < cycle.size(); ++k) {
        const auto& needs = uses[cycle[k]];
        const std::size_t next = cycle[(k + 1) % cycle.size()];
        CHECK(std::find(needs.begin(), needs.end(), next) != needs.end());
      }
    }
  }
}
