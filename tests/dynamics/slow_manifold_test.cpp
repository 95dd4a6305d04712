#include "luztar/dynamics/series/slow_manifold.h"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

namespace luztar {
namespace {

constexpr int kOrder = 20;
using Row = std::vector<double>;

/// x' = -fast (x - y), y' = cos(t) - y/4: on the slow manifold x = y - y'/fast + ...
struct Chase {
  double fast;
  Row x = Row(kOrder + 2), y = x, x_rate = x, y_rate = x;
  void rates(int k) {
    const double wave[] = {1.0, 0.0, -1.0, 0.0};
    x_rate[k] = -fast * (x[k] - y[k]);
    y_rate[k] = wave[k % 4] / std::tgamma(k + 1.0) - 0.25 * y[k];
  }
};

}  // namespace

TEST_CASE("the decay of an exponential is told by its last coefficients") {
  Row c(kOrder + 1);
  for (int k = 0; k <= kOrder; ++k) c[k] = 3e-17 * std::pow(-5e3, k) / std::tgamma(k + 1.0);
  for (int k = 0; k < 6; ++k) c[k] += 1.0;  // what it follows
  Row slow(kOrder + 1), fast = slow;
  for (int k = 0; k <= kOrder; ++k) slow[k] = std::pow(30.0, k), fast[k] = std::pow(70.0, k);
  CHECK(std::abs(SlowManifold::decay(slow.data(), c.data(), kOrder) - 5e3) < 1e-6 * 5e3);
  CHECK(SlowManifold::decay(fast.data(), c.data(), kOrder) == 0.0);
  for (int k = 1; k <= kOrder; k += 2) c[k] = -c[k];  // grows
  CHECK(SlowManifold::decay(slow.data(), c.data(), kOrder) == 0.0);
  for (int k = 0; k <= kOrder; ++k) c[k] = k % 2 != 0 ? 0.0 : 1.0;  // swings
  CHECK(SlowManifold::decay(slow.data(), c.data(), kOrder) == 0.0);
}

TEST_CASE("what chases something has its series, whatever it starts from") {
  Chase chase{1e6};
  chase.y[0] = 2.0;
  // y' = 1 - y/4 = 0.5, y'' = -y'/4 = -0.125, y''' = -1 + 0.03125; x is y less y'/fast plus ...
  const double expected = 2.0 - 0.5e-6 - 0.125e-12;
  chase.x[0] = expected * (1.0 + 1e-13);
  SlowManifold manifold;
  CHECK(manifold.is_left());
  CHECK(manifold.step(1e-12) == HUGE_VAL);
  manifold.begin({{chase.x.data(), chase.x_rate.data()}, {chase.y.data(), chase.y_rate.data()}},
                 kOrder);
  manifold.settle_faster_than(1e3);
  for (int round = 0; round < 6; ++round) REQUIRE(manifold.expand([&](int k) { chase.rates(k); }));
  CHECK(chase.y[0] == 2.0);
  CHECK(std::abs(chase.x[0] - expected) < 1e-15);
  for (int k = 0; k < kOrder - 4; ++k) {
    CAPTURE(k);
    const double follows = (k + 1) * chase.x[k + 1];  // x' of the series, as the law has it
    CHECK(std::abs(follows - chase.x_rate[k]) <= 1e-15 * chase.fast * std::abs(chase.x[k]));
    CHECK(std::abs((k + 1) * chase.y[k + 1] - chase.y_rate[k]) <= 1e-15);
  }
  CHECK(manifold.step(1e-12) > 0.5);
  CHECK(manifold.is_near(1e-12));
  CHECK(!manifold.is_near(1e-16));
  manifold.leave();
  CHECK(manifold.is_left());
}

TEST_CASE("what is far from the manifold, or does not decay fast, is left alone") {
  Chase chase{1e6};
  chase.y[0] = 2.0;
  chase.x[0] = 2.5;
  SlowManifold manifold;
  const auto rates = [&](int k) {
    chase.rates(k);
  };
  manifold.begin({{chase.x.data(), chase.x_rate.data()}, {chase.y.data(), chase.y_rate.data()}},
                 kOrder);
  manifold.settle_faster_than(1e3);
  CHECK(!manifold.expand(rates));
  chase.x[0] = 2.0;
  manifold.settle_faster_than(1e7);
  CHECK(!manifold.expand(rates));
}

}  // namespace luztar
