// Measured data as functions of time.
#include "luztar/dynamics/system/tables.h"

#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/symbolic/direct_function.h"
#include "random.h"

using namespace luztar;

namespace {

Table table(std::vector<double> time, std::vector<double> value, Table::Interpolation how) {
  Table made;
  made.time = std::move(time);
  made.value = std::move(value);
  made.interpolation = how;
  return made;
}

constexpr auto kCubic = Table::Interpolation::Cubic;
constexpr auto kLinear = Table::Interpolation::Linear;
constexpr auto kHold = Table::Interpolation::Hold;

}  // namespace

TEST_CASE(
    "a spline through the points of a cubic is the cubic, at any spacing of four rows or more") {
  testing::Random random{3};
  const auto cubic = [](double t) {
    return 2 - t + 0.5 * t * t - 0.3 * t * t * t;
  };
  for (int n = 4; n < 12; ++n) {
    std::vector<double> time, value;
    double t = -1.0;
    for (int i = 0; i < n; ++i) {
      time.push_back(t);
      value.push_back(cubic(t));
      t += random(0.1, 1.0);
    }
    const PiecewiseCubic found = interpolate(table(time, value, kCubic));
    for (int k = 0; k <= 50; ++k) {
      const double at = time.front() + (time.back() - time.front()) * k / 50.0;
      CHECK(evaluate(found, at) == doctest::Approx(cubic(at)).epsilon(1e-12));
    }
  }
}

TEST_CASE("a spline of any data meets its rows and is twice differentiable") {
  testing::Random random{4};
  std::vector<double> time, value;
  for (int i = 0; i < 20; ++i) {
    time.push_back(i + random(-0.3, 0.3));
    value.push_back(random(-1, 1));
  }
  const PiecewiseCubic found = interpolate(table(time, value, kCubic));
  REQUIRE(found.piece.size() == 19);
  for (std::size_t i = 0; i < 19; ++i) {
    const auto& c = found.piece[i];
    const double h = time[i + 1] - time[i];
    CHECK(c[0] == value[i]);
    CHECK(c[0] + h * (c[1] + h * (c[2] + h * c[3])) == doctest::Approx(value[i + 1]));
    if (i == 18) continue;
    const auto& next = found.piece[i + 1];
    CHECK(c[1] + h * (2 * c[2] + 3 * h * c[3]) == doctest::Approx(next[1]));
    CHECK(2 * c[2] + 6 * h * c[3] == doctest::Approx(2 * next[2]));
  }
  // Not-a-knot: the third derivative goes on over the second row and the last but one.
  CHECK(found.piece[0][3] == doctest::Approx(found.piece[1][3]));
  CHECK(found.piece[17][3] == doctest::Approx(found.piece[18][3]));
  CHECK(!found.kinks);
  CHECK(!found.jumps);
}

TEST_CASE("three rows are one parabola, two a line") {
  const PiecewiseCubic three = interpolate(table({0, 1, 3}, {0, 1, 9}, kCubic));
  for (const double t : {0.5, 1.5, 2.5}) CHECK(evaluate(three, t) == doctest::Approx(t * t));
  const PiecewiseCubic two = interpolate(table({0, 2}, {1, 5}, kCubic));
  CHECK(evaluate(two, 0.5) == 2.0);
}

TEST_CASE("lines have kinks at rows where the slope changes, held values jump where they do") {
  const PiecewiseCubic lines = interpolate(table({0, 1, 2, 3, 4}, {0, 2, 2, 2, 0}, kLinear));
  CHECK(lines.kinks);
  CHECK(lines.knot == std::vector<double>{0, 1, 3, 4});  // the row inside of the level is idle
  CHECK(evaluate(lines, 0.25) == 0.5);
  CHECK(evaluate(lines, 2.7) == 2.0);
  CHECK(evaluate(lines, 3.5) == 1.0);
  const PiecewiseCubic held = interpolate(table({0, 1, 2, 3, 4}, {0, 2, 2, 5, 5}, kHold));
  CHECK(held.jumps);
  CHECK(held.knot == std::vector<double>{0, 1, 3, 4});
  CHECK(evaluate(held, 0.999) == 0.0);
  CHECK(evaluate(held, 1.0) == 2.0);
  CHECK(evaluate(held, 2.5) == 2.0);
  CHECK(evaluate(held, 3.5) == 5.0);
}
