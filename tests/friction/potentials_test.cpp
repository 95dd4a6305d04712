// Flows along potentials: the laws of Kirchhoff and Ohm, with limits.
#include "luztar/friction/potentials.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "random.h"

using luztar::Potentials;
using luztar::Vector;
using luztar::testing::Random;
using Edges = std::vector<Potentials::Edge>;
using Limits = std::vector<Potentials::Limits>;

namespace {

double imbalance(const Potentials& net, const Vector& load, const std::vector<double>& flow) {
  return largest(net.rest(load, flow));
}

}  // namespace

TEST_CASE("parallel edges share by their weights, edges in a row carry the same") {
  const Potentials parallel(1, Edges{{0, -1, 1.0}, {-1, 0, 3.0}});
  std::vector<double> flow(2, 0.0);
  const auto p = parallel.share({8.0}, flow);
  CHECK(flow[0] == doctest::Approx(2.0));
  CHECK(flow[1] == doctest::Approx(-6.0));
  CHECK(p(0) == doctest::Approx(2.0));
  const Potentials row(2, Edges{{0, 1, 2.0}, {1, -1, 5.0}});
  flow.assign(2, 10.0);  // what is there stays, the new flows are added
  row.share({4.0, 0.0}, flow);
  CHECK(flow[0] == doctest::Approx(14.0));
  CHECK(flow[1] == doctest::Approx(14.0));
}

TEST_CASE("inside limits each flow is that of its potentials, cut off, and the loads are taken") {
  Random random{111};
  int at_limits = 0;
  int held = 0;
  for (int i = 0; i < 1500; ++i) {
    CAPTURE(i);
    const int n = 1 + random.below(8);
    Edges edges;
    Limits limits;
    std::vector<double> inside;  // flows that fit: so the limits hold the loads
    for (int k = 0; k < 3 * n; ++k) {
      const int a = random.below(n);
      const int b = random.below(n + 1) - 1;
      if (a == b) continue;
      edges.push_back({a, b, random(0.2, 3)});
      const double limit = random(0.1, 2);
      limits.push_back({-limit, random.below(4) == 0 ? HUGE_VAL : limit});
      inside.push_back(random(-1, 1) * limit);
    }
    const Potentials net(n, edges);
    Vector load = -net.rest(Vector(n), inside);
    std::vector<double> flow(edges.size()), free(edges.size());
    Vector p;
    if (!net.share_inside(load, limits, 1e-11, flow, free, p)) continue;
    ++held;
    CHECK(imbalance(net, load, flow) < 1e-10);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      CHECK(flow[e] == std::clamp(free[e], limits[e].down, limits[e].up));
      const double ohm = edges[e].weight * edges[e].difference(p);
      CHECK(std::abs(free[e] - ohm) < 1e-9 * (1 + std::abs(ohm)));
      at_limits += flow[e] != free[e] ? 1 : 0;
    }
  }
  CHECK(held > 1450);  // what is not found is decided by other means
  CHECK(at_limits > 500);
}

TEST_CASE("loads beyond all limits are refused") {
  const Potentials net(1, Edges{{0, -1, 1.0}, {0, -1, 1.0}});
  const Limits limits{{-1.0, 1.0}, {-1.0, 2.0}};
  std::vector<double> flow(2), free(2);
  Vector p;
  CHECK(net.share_inside({2.9}, limits, 1e-12, flow, free, p));
  CHECK(flow[0] == doctest::Approx(1.0));
  CHECK(flow[1] == doctest::Approx(1.9));
  CHECK(!net.share_inside({3.1}, limits, 1e-12, flow, free, p));
}

TEST_CASE("what loads of a part that nothing given holds leave over goes to each of its nodes") {
  const Potentials net(2, Edges{{0, 1, 2.0}});
  std::vector<double> flow(1), free(1);
  Vector p;
  CHECK(net.share_inside({3.0, -3.0 + 1e-10}, {{-4.0, 4.0}}, 1e-12, flow, free, p));
  CHECK(flow[0] == doctest::Approx(3.0));
}
