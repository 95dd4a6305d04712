// Least values without derivatives.
#include "luztar/study/fit/simplex.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

using luztar::descend_by_simplex;

TEST_CASE("the simplex finds the least value of a valley, and of one with a kink") {
  int count = 0;
  const auto valley = [&](const std::vector<double>& x) {
    ++count;
    return 100.0 * std::pow(x[1] - x[0] * x[0], 2) + std::pow(1.0 - x[0], 2);
  };
  const auto found = descend_by_simplex(valley, {-1.2, 1.0}, {0.1, 0.1}, 400);
  CHECK(found.x[0] == doctest::Approx(1.0).epsilon(1e-6));
  CHECK(found.x[1] == doctest::Approx(1.0).epsilon(1e-6));
  CHECK(count <= 404);
  const auto kink = [](const std::vector<double>& x) {
    return std::abs(x[0] - 3.0) + std::sqrt(std::abs(x[1] + 2.0));
  };
  const auto edge = descend_by_simplex(kink, {2.0, -1.0}, {0.2, 0.2}, 400);
  CHECK(edge.value < 1e-3);
}

TEST_CASE("it stays where there are values, and keeps what has no step") {
  const auto wall = [](const std::vector<double>& x) {
    return x[0] < 0.5 ? std::numeric_limits<double>::infinity() : x[0] + x[1] * x[1];
  };
  const auto found = descend_by_simplex(wall, {2.0, 1.0, 7.0}, {0.1, 0.1, 0.0}, 300);
  CHECK(found.x[0] == doctest::Approx(0.5).epsilon(1e-3));
  CHECK(std::abs(found.x[1]) < 0.05);
  CHECK(found.x[2] == 7.0);
  const auto nowhere = [](const std::vector<double>&) {
    return std::numeric_limits<double>::infinity();
  };
  CHECK(descend_by_simplex(nowhere, {1.0}, {0.1}, 20).x.size() == 1);
}
