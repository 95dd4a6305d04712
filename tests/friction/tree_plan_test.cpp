// The order in which forests are walked: what every order must fulfil.
#include "luztar/friction/tree_plan.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "random.h"

using namespace luztar;
using luztar::testing::Random;

namespace {

struct Forest {
  int bodies{};
  std::vector<char> given;
  std::vector<TreePair> pairs;
};

Forest random_forest(Random& random) {
  Forest forest{1 + random.below(30), {}, {}};
  for (int b = 0; b < forest.bodies; ++b) {
    forest.given.push_back(random.below(8) == 0 ? 1 : 0);
    if (b > 0 && random.below(6) != 0)
      forest.pairs.push_back({b, random.below(b), 1.0 + random.below(3), -1.0 - random.below(2)});
    if (random.below(4) == 0) forest.pairs.push_back({b, kTreeGround, 2.0, 0.0});
  }
  return forest;
}

}  // namespace

TEST_CASE("children come before their parents, each tree in one run, each free body once") {
  Random random{81};
  for (int i = 0; i < 500; ++i) {
    CAPTURE(i);
    const Forest forest = random_forest(random);
    const TreePlan plan = plan_tree(forest.bodies, forest.given, forest.pairs);
    REQUIRE(plan.is_forest);
    std::vector<int> bodies = plan.body;
    std::ranges::sort(bodies);
    std::vector<int> free;
    for (int b = 0; b < forest.bodies; ++b)
      if (forest.given[static_cast<std::size_t>(b)] == 0) free.push_back(b);
    CHECK(bodies == free);
    std::vector<int> below(plan.body.size(), 1), seen(plan.body.size(), 0);
    int tree_end = 0;
    for (int p = 0; p < plan.n_nodes(); ++p) {
      const auto node = static_cast<std::size_t>(p);
      CHECK((plan.tree_end[node] != 0) == (p == tree_end));  // where the last one ended
      if (p == tree_end) tree_end = plan.tree_end[node];
      CHECK(plan.children[node] == seen[node]);
      const int parent = plan.parent[node];
      CHECK((parent < 0) == (p + 1 == tree_end));
      if (parent < 0) continue;
      CHECK(parent > p);
      CHECK(parent < tree_end);
      below[static_cast<std::size_t>(parent)] += below[node];
      ++seen[static_cast<std::size_t>(parent)];
    }
    CHECK(tree_end == plan.n_nodes());
    // The child that is not light has the most nodes below it, and comes first.
    for (std::size_t p = 0; p < plan.body.size(); ++p)
      for (std::size_t q = 0; q < plan.body.size(); ++q) {
        if (p == q || plan.parent[p] < 0 || plan.parent[p] != plan.parent[q]) continue;
        if (plan.is_light[p] != 0) continue;
        CHECK(below[p] >= below[q]);
        CHECK(plan.is_light[q] != 0);
        CHECK(p < q);
      }
  }
}

TEST_CASE(
    "scales make every rate in a tree a multiple of a difference, coefficients are the pair's") {
  Random random{82};
  for (int i = 0; i < 300; ++i) {
    CAPTURE(i);
    const Forest forest = random_forest(random);
    const TreePlan plan = plan_tree(forest.bodies, forest.given, forest.pairs);
    for (std::size_t p = 0; p < plan.body.size(); ++p) {
      if (plan.parent[p] < 0) continue;
      const auto parent = static_cast<std::size_t>(plan.parent[p]);
      const TreePair& pair = forest.pairs[static_cast<std::size_t>(plan.pair[p])];
      const bool down = pair.a == plan.body[p];
      CHECK((down ? pair.b : pair.a) == plan.body[parent]);
      CHECK(plan.own[p] == (down ? pair.coefficient_a : pair.coefficient_b));
      CHECK(plan.above[p] == (down ? pair.coefficient_b : pair.coefficient_a));
      // equal y: rate zero
      CHECK(plan.own[p] * plan.scale[p] + plan.above[p] * plan.scale[parent] ==
            doctest::Approx(0.0).epsilon(1e-12));
    }
  }
}

TEST_CASE("pairs to ground and to given bodies are ties of their node, others are outside") {
  const std::vector<char> given{0, 1, 0, 1};
  const std::vector<TreePair> pairs{
      {0, 2}, {1, 0, 3.0, -4.0}, {2, kTreeGround, 5.0, 0.0}, {1, 3, 1.0, -1.0}, {3, kTreeGround}};
  const TreePlan plan = plan_tree(4, given, pairs);
  REQUIRE(plan.n_nodes() == 2);
  REQUIRE(plan.ties.size() == 2);
  for (int p = 0; p < 2; ++p) {
    const auto node = static_cast<std::size_t>(p);
    REQUIRE(plan.tie_begin[node + 1] - plan.tie_begin[node] == 1);
    const TreePlan::Tie& tie = plan.ties[static_cast<std::size_t>(plan.tie_begin[node])];
    const bool first = plan.body[node] == 0;
    CHECK(tie.pair == (first ? 1 : 2));
    CHECK(tie.coefficient == (first ? -4.0 : 5.0));
    CHECK(tie.other == (first ? 1 : kTreeGround));
    if (first) CHECK(tie.other_coefficient == 3.0);
  }
  REQUIRE(plan.outside.size() == 2);
  CHECK(plan.outside[0].pair == 3);
  CHECK(plan.body_outside[0] == 1);
}

TEST_CASE("cycles of free bodies are no forest, cycles over given ones are") {
  const std::vector<TreePair> ring{{0, 1}, {1, 2}, {2, 0}};
  CHECK(!plan_tree(3, {}, ring).is_forest);
  const std::vector<char> given{1, 0, 0};
  CHECK(plan_tree(3, given, ring).is_forest);
}

TEST_CASE("ratios beyond 2^400 are refused: their squares would be no numbers") {
  std::vector<TreePair> gears;
  for (int b = 0; b < 50; ++b) gears.push_back({b, b + 1, 1e9, -1.0});
  CHECK(!plan_tree(51, {}, gears).is_forest);
  gears.resize(10);
  CHECK(plan_tree(51, {}, gears).is_forest);
}
