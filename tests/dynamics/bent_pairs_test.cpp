#include "luztar/dynamics/series/bent_pairs.h"

#include <cmath>

#include <doctest/doctest.h>

#include "luztar/model/geometry.h"
#include "started.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// A mass in the plane on a rod of length 5, at (3, -4), under its weight.
Model pendulum(double along) {
  Model model = lasting(1);
  body(model, "x", 2, 3.0, 4.0 * along);
  const int y = body(model, "y", 2, -4.0, 3.0 * along);
  force(model, "weight", y, "-20");
  link(model, "rod", luztar::along(model, text("hypot(q.x, q.y)")));
  return model;
}

}  // namespace

// By the balance along the rod: m v^2/L + weight * 4/5 = force of the rod; across it: g sin(angle).
TEST_CASE("a pendulum starts with the force and the acceleration of its angle") {
  const Started run(pendulum(0.5));
  const double v2 = 0.25 * 25.0;
  CHECK(run.series.f(0)[0] == doctest::Approx(2 * v2 / 5 + 16).epsilon(1e-14));
  const double across = -10 * 0.6;
  CHECK(run.series.a(0)[0] == doctest::Approx(across * 0.8 - v2 / 5 * 0.6).epsilon(1e-14));
  CHECK(run.series.a(1)[0] == doctest::Approx(across * 0.6 + v2 / 5 * 0.8).epsilon(1e-14));
}

TEST_CASE("what nothing can move has no acceleration at all, and its forces balance") {
  Model model = pendulum(0.0);
  friction(model, "hold", {{{0, number(1.0)}}}, 100, 100);
  const Started run(model);
  for (int k = 0; k <= Started::kOrder; ++k) {
    CHECK(run.series.a(0)[k] == 0.0);
    CHECK(run.series.a(1)[k] == 0.0);
  }
  const int hold = run.system.impl().first_pair();
  CHECK(std::abs(run.series.f(hold)[0]) == doctest::Approx(15.0).epsilon(1e-14));
}

TEST_CASE("two links that say the same share the load; it is known that they do") {
  Model model = pendulum(0.5);
  link(model, "again", luztar::along(model, text("q.x^2 + q.y^2")));
  const Started run(model);
  CHECK(run.series.bent().is_redundant());
  CHECK(!run.series.bent().is_unique(0));
  const double sum = run.series.f(0)[0] + 10 * run.series.f(1)[0];  // gradients 1 and 2 L
  CHECK(sum == doctest::Approx(2 * 0.25 * 25 / 5 + 16).epsilon(1e-13));
}

TEST_CASE("positions and velocities off by rounding are put back") {
  Started run(pendulum(0.5));
  run.state.position[0] += 1e-9;
  run.state.velocity[1] += 1e-9;
  StructureCache cache;
  PresentStructure present(run.system.impl(), cache);
  PairsNow now{{true, Mode::Stuck}};
  run.series.start(run.state);
  present.tie(run.state, run.series, now);
  const auto& q = run.state.position;
  const auto& v = run.state.velocity;
  CHECK(std::abs(std::hypot(q[0], q[1]) - 5.0) < 2e-15);
  CHECK(std::abs(q[0] * v[0] + q[1] * v[1]) < 1e-14);
  CHECK(std::abs(q[0] - 3.0) < 1e-9);
}
