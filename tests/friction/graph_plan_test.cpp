// Rates of pairs as differences of one unknown, at random values.
#include "luztar/friction/graph_plan.h"

#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "random.h"

using namespace luztar;
using luztar::testing::Random;

namespace {

struct Drawn {
  int bodies{};
  std::vector<char> given;
  std::vector<TreePair> pairs;
};

// Arms that agree along every cycle: each body has a scale; pairs in any order of their ends.
Drawn draw(Random& random) {
  constexpr double kArms[] = {1.0, -2.0, 0.5, 3.0};
  Drawn drawn{1 + random.below(7), {}, {}};
  std::vector<double> arm;
  for (int b = 0; b < drawn.bodies; ++b) {
    arm.push_back(kArms[random.below(4)]);
    drawn.given.push_back(random.below(5) == 0 ? 1 : 0);
  }
  for (int k = random.below(11); k > 0; --k) {
    const int a = random.below(drawn.bodies + 1) - 1;
    const int b = random.below(drawn.bodies + 1) - 1;
    const double factor = kArms[random.below(4)];
    const auto of = [&](int body) {
      return body < 0 ? 1.0 : arm[static_cast<std::size_t>(body)];
    };
    drawn.pairs.push_back({a, b, factor * of(a), -factor * of(b)});
  }
  return drawn;
}

double rate(const TreePair& pair, const std::vector<double>& x) {
  return (pair.a < 0 ? 0.0 : pair.coefficient_a * x[static_cast<std::size_t>(pair.a)]) +
         (pair.b < 0 ? 0.0 : pair.coefficient_b * x[static_cast<std::size_t>(pair.b)]);
}

}  // namespace

TEST_CASE("with x = scale y each pair's rate is what the plan says of y") {
  Random random{71};
  std::size_t edges = 0;
  for (int i = 0; i < 1000; ++i) {
    CAPTURE(i);
    const Drawn drawn = draw(random);
    const GraphPlan plan = plan_graph(drawn.bodies, drawn.given, drawn.pairs);
    REQUIRE(plan.is_graph);
    std::vector<double> x, y;
    for (int b = 0; b < drawn.bodies; ++b) {
      const auto body = static_cast<std::size_t>(b);
      y.push_back(random(-1, 1));
      x.push_back(plan.is_free[body] != 0 ? plan.scale[body] * y[body] : random(-1, 1));
    }
    const auto at = [](const std::vector<double>& values, int body) {
      return body < 0 ? 0.0 : values[static_cast<std::size_t>(body)];
    };
    const auto same = [&](int pair, double found) {
      CHECK(found == doctest::Approx(rate(drawn.pairs[static_cast<std::size_t>(pair)], x)));
    };
    for (const auto& e : plan.edges) same(e.pair, e.factor * (at(y, e.a) - at(y, e.b)));
    for (const auto& t : plan.ties)
      same(t.pair, t.factor * (at(y, t.body) - t.ratio * at(x, t.other)));
    for (const auto& o : plan.outside) same(o.pair, rate(o.ends, x));
    CHECK(plan.edges.size() + plan.ties.size() + plan.outside.size() == drawn.pairs.size());
    edges += plan.edges.size();
  }
  CHECK(edges > 1000);
}

TEST_CASE("ratios along a cycle that do not multiply to one are no graph") {
  const std::vector<TreePair> agree{{0, 1, 1, -2}, {1, 2, 1, -3}, {0, 2, 1, -6}};
  std::vector<TreePair> contradict = agree;
  contradict[2].coefficient_b = -5;
  CHECK(plan_graph(3, {}, agree).is_graph);
  CHECK(!plan_graph(3, {}, contradict).is_graph);
}

TEST_CASE("a forest has no cycle, over the ground and given bodies neither") {
  const std::vector<TreePair> chain{{0, 1}, {1, 2}};
  std::vector<TreePair> tied = chain;
  tied.push_back({0, kTreeGround});
  CHECK(plan_graph(3, {}, chain).is_forest);
  CHECK(plan_graph(3, {}, tied).is_forest);
  tied.push_back({2, kTreeGround});
  CHECK(!plan_graph(3, {}, tied).is_forest);
  const std::vector<char> given{0, 1, 0};
  CHECK(plan_graph(3, given, chain).is_forest);  // two trees, each with one tie
  const std::vector<TreePair> twice{{0, 1}, {1, 0}};
  CHECK(!plan_graph(2, {}, twice).is_forest);
}

TEST_CASE("an end without an arm is ground, a pair of one body with itself is a tie") {
  const std::vector<TreePair> pairs{{0, 1, 2.0, 0.0}, {1, 1, 2.0, 1.0}, {0, 0, 1.0, -1.0}};
  const GraphPlan plan = plan_graph(2, {}, pairs);
  REQUIRE(plan.ties.size() == 2);
  CHECK(plan.ties[0].other == kTreeGround);
  CHECK(plan.ties[1].factor == 3.0);
  CHECK(plan.outside.size() == 1);  // its arms cancel: it moves nothing
}
