// Values between rows: splines of cubics are these cubics, lines and steps by hand.
#include "luztar/symbolic/piecewise_cubic.h"

#include <cmath>

#include <doctest/doctest.h>

#include "random.h"

using namespace luztar;

TEST_CASE("the spline through rows of a cubic is that cubic, beyond its ends too") {
  luztar::testing::Random random{11};
  for (int i = 0; i < 100; ++i) {
    CAPTURE(i);
    double a[4];
    for (double& c : a) c = random(-2.0, 2.0);
    const auto cubic = [&](double x) {
      return a[0] + x * (a[1] + x * (a[2] + x * a[3]));
    };
    std::vector<double> x{random(-1.0, 0.0)}, y;
    for (int k = 0; k < 4 + i % 6; ++k) x.push_back(x.back() + random(0.1, 1.0));
    for (const double at : x) y.push_back(cubic(at));
    const PiecewiseCubic spline = interpolate(x, y, Interpolation::Cubic);
    for (int k = 0; k < 20; ++k) {
      const double at = random(x.front() - 0.5, x.back() + 0.5);
      CHECK(std::abs(evaluate(spline, at) - cubic(at)) < 1e-10);
    }
    CHECK(!spline.jumps);
    CHECK(!spline.kinks);
  }
}

TEST_CASE("lines join rows, held values begin at theirs") {
  const std::vector<double> x{0.0, 1.0, 3.0}, y{2.0, 4.0, 0.0};
  const PiecewiseCubic linear = interpolate(x, y, Interpolation::Linear);
  CHECK(evaluate(linear, 0.5) == 3.0);
  CHECK(evaluate(linear, 2.0) == 2.0);
  CHECK(evaluate(linear, 4.0) == -2.0);
  CHECK(linear.kinks);
  CHECK(degree_of(linear) == 1);
  const PiecewiseCubic hold = interpolate(x, y, Interpolation::Hold);
  CHECK(evaluate(hold, 0.999) == 2.0);
  CHECK(evaluate(hold, 1.0) == 4.0);
  CHECK(evaluate(hold, 2.9) == 4.0);
  CHECK(hold.jumps);
  CHECK(degree_of(hold) == 0);
  CHECK(piece_at(linear, 1.0) == 1);
  CHECK(piece_at(linear, -5.0) == 0);
}
