// Which bodies are faster than a pace, and what pairs carry: a few bodies by hand.
#include "luztar/friction/graph_cluster.h"

#include <vector>

#include <doctest/doctest.h>

using namespace luztar;

namespace {

// Bodies of 1 kg; every pair has limits of its own.
struct Cluster {
  Cluster(std::vector<double> force, const std::vector<TreePair>& pairs,
          const std::vector<double>& limits)
      : plan(plan_graph(static_cast<int>(force.size()), {}, pairs)) {
    numbers.mass.assign(force.size(), 1.0);
    numbers.tolerance.assign(force.size(), 1e-12);
    numbers.force = std::move(force);
    numbers.rounding = 1e-3;
    for (const auto& e : plan.edges) numbers.edges.push_back(pipe(limits, e.pair));
    for (const auto& t : plan.ties) numbers.ties.push_back(pipe(limits, t.pair));
    for (int b = 0; b < plan.n_bodies; ++b) bodies.push_back(b);
  }
  static GraphNumbers::Pipe pipe(const std::vector<double>& limits, int pair) {
    GraphNumbers::Pipe result;
    result.up = limits[static_cast<std::size_t>(pair)];
    result.down = -result.up;
    result.tolerance = 1e-12;
    return result;
  }
  std::vector<Pace> sides(const GraphLevel& level) {
    GraphCluster cluster(plan, numbers);
    REQUIRE(cluster.part(bodies, level));
    return cluster.sides();
  }
  GraphPlan plan;
  GraphNumbers numbers{};
  std::vector<int> bodies;
};

constexpr Pace kEqual = Pace::Equal, kFaster = Pace::Faster, kSlower = Pace::Slower;
constexpr GraphLevel kMean{0.0, 0, -1};   // of forces whose sum is zero
constexpr GraphLevel kGround{0.0, 0, 0};  // that of the ties

}  // namespace

TEST_CASE("two bodies part where their difference is more than the pair holds") {
  Cluster held({3.0, -3.0}, {{0, 1}}, {5.0});
  CHECK(held.sides(kMean) == std::vector{kEqual, kEqual});
  CHECK(held.numbers.edges[0].flow == doctest::Approx(3.0));
  CHECK(held.numbers.edges[0].at == AtLimit::No);
  Cluster parted({3.0, -3.0}, {{0, 1}}, {2.0});
  CHECK(parted.sides(kMean) == std::vector{kFaster, kSlower});
  CHECK(parted.numbers.edges[0].flow == 2.0);
  CHECK(parted.numbers.edges[0].at == AtLimit::Upper);
  CHECK(parted.numbers.edges[0].open == 0);
}

TEST_CASE("a difference that just reaches the limit does not part them") {
  Cluster tie({3.0, -3.0}, {{0, 1}}, {3.0});
  CHECK(tie.sides(kMean) == std::vector{kEqual, kEqual});
  CHECK(tie.numbers.edges[0].flow == doctest::Approx(3.0));
  CHECK(tie.numbers.edges[0].at == AtLimit::Upper);
}

TEST_CASE("a weak pair parts a chain, the strong one stays open for the next step") {
  Cluster chain({4.0, 0.0, -4.0}, {{0, 1}, {1, 2}}, {1.0, 5.0});
  CHECK(chain.sides(kMean) == std::vector{kFaster, kSlower, kSlower});
  CHECK(chain.numbers.edges[0].open == 0);
  CHECK(chain.numbers.edges[0].flow == 1.0);
  CHECK(chain.numbers.edges[1].open == 1);
  // Closed pairs are part of the forces: 4 - 1, 0 + 1, -4.
  CHECK(chain.numbers.force == std::vector<double>{3.0, 1.0, -4.0});
}

TEST_CASE("round a ring the force goes both ways until the two together hold no more") {
  const std::vector<TreePair> ring{{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  Cluster held({4.0, 0.0, -4.0, 0.0}, ring, {1.0, 5.0, 5.0, 3.5});
  CHECK(held.sides(kMean) == std::vector<Pace>(4, kEqual));
  const auto& e = held.numbers.edges;
  CHECK(e[0].flow - e[3].flow == doctest::Approx(4.0));  // out of body 0
  CHECK(e[0].flow <= 1.0);
  CHECK(e[3].flow >= -3.5);
  Cluster parted({4.0, 0.0, -4.0, 0.0}, ring, {1.0, 5.0, 5.0, 2.5});
  CHECK(parted.sides(kMean) == std::vector{kFaster, kSlower, kSlower, kSlower});
}

TEST_CASE("ties hold bodies at their own level") {
  Cluster weak({3.0, 0.5}, {{0, kTreeGround}, {1, kTreeGround}}, {1.0, 1.0});
  CHECK(weak.sides(kGround) == std::vector{kFaster, kEqual});
  CHECK(weak.numbers.ties[0].flow == 1.0);
  CHECK(weak.numbers.ties[0].at == AtLimit::Upper);
  CHECK(weak.numbers.ties[1].flow == doctest::Approx(0.5));
  Cluster strong({-3.0}, {{0, kTreeGround}}, {4.0});
  CHECK(strong.sides(kGround) == std::vector{kEqual});
  CHECK(strong.numbers.ties[0].flow == doctest::Approx(-3.0));
}

TEST_CASE("a pair that is said to be at its limit is there with its cut, if others leave no room") {
  // A floor of 0.4 N and a neighbour of 0.6 N, which another floor holds up to 2 N.
  const std::vector<TreePair> pairs{{0, kTreeGround, 1.0, 0.0}, {0, 1}, {1, kTreeGround, 1.0, 0.0}};
  for (const double missing : {1e-9, 1e-3}) {
    CAPTURE(missing);
    for (const bool said : {false, true}) {
      Cluster cluster({1.0 - missing, 0.0}, pairs, {0.4, 0.6, 2.0});
      if (said) cluster.numbers.ties[0].near = cluster.numbers.edges[0].near = 1e-6;
      CHECK(cluster.sides(kGround) == std::vector{kEqual, kEqual});
      const AtLimit at = said && missing < 1e-6 ? AtLimit::Upper : AtLimit::No;
      CHECK(cluster.numbers.ties[0].at == at);
      CHECK(cluster.numbers.edges[0].at == at);
      CHECK(cluster.numbers.ties[1].at == AtLimit::No);
    }
  }
}
