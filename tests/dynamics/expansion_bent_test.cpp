// Arms that turn with the bodies: src/luztar/dynamics/series/expansion_bent.cpp.
#include <cmath>

#include <doctest/doctest.h>

#include "luztar/model/geometry.h"
#include "started.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("arms at the anchor are the gradient there") {
  Model model = lasting(1);
  body(model, "x", 1, 3.0);
  body(model, "y", 1, 4.0);
  link(model, "rod", along(model, text("hypot(q.x, q.y)")));
  const Started run(model);
  const auto arms = run.series.terms_of_pair(0);
  CHECK(arms[0].coefficient == doctest::Approx(0.6).epsilon(1e-15));
  CHECK(arms[1].coefficient == doctest::Approx(0.8).epsilon(1e-15));
}

TEST_CASE("at a dead point what rounding leaves of an arm is 0") {
  Model model = lasting(1);
  body(model, "a", 1, std::acos(-1.0) / 2);
  body(model, "b", 1);
  link(model, "l", along(model, text("sin(q.a) + q.b")));  // cos(pi/2) is 6e-17
  const Started run(model);
  CHECK(run.series.terms_of_pair(0)[0].coefficient == 0.0);
  CHECK(run.series.terms_of_pair(0)[1].coefficient == 1.0);
}

// d = a b with both at rates: d'' = a b'' + b a'' + 2 a' b'.
TEST_CASE("the curvature of a pair is what turning arms leave of its acceleration") {
  Model model = lasting(1);
  body(model, "a", 1, 2.0, 3.0);
  body(model, "b", 1, 5.0, -7.5);
  link(model, "l", along(model, text("q.a*q.b")));
  Started run(model);
  run.series.start(run.state);
  run.series.add_forces(run.state, run.state.pair, 0, false);
  run.series.accelerate_free(0);
  run.series.curve(0);
  CHECK(run.series.curvature(0) == doctest::Approx(2 * 3.0 * -7.5).epsilon(1e-15));
}
