#include "luztar/pwl/projections.h"

#include <doctest/doctest.h>

using namespace luztar;

TEST_CASE("luz is zero inside the freeplay and continuous at its edges") {
  struct Row {
    double x, a, y;
  };
  for (const Row& row : {Row{0.0, 1.0, 0.0}, Row{1.0, 1.0, 0.0}, Row{-1.0, 1.0, 0.0},
                         Row{1.5, 1.0, 0.5}, Row{-3.0, 1.0, -2.0}, Row{2.0, 0.0, 2.0}}) {
    CAPTURE(row.x);
    CAPTURE(row.a);
    CHECK(luz(row.x, row.a) == row.y);
  }
}

TEST_CASE("luz undoes its inverse everywhere, on the whole interval at zero") {
  for (const double y : {-2.0, -0.25, 0.0, 0.25, 2.0}) {
    const auto [lower, upper] = tar(y, 0.5);
    CHECK(luz(lower, 0.5) == y);
    CHECK(luz(upper, 0.5) == y);
  }
}
