#include "luztar/dynamics/system/time_events.h"

#include <cmath>

#include <doctest/doctest.h>

#include "luztar/dynamics/system/grid.h"
#include "luztar/luztar.h"

using luztar::Grid;
using luztar::GridInstant;
using luztar::is_before;
using luztar::is_same;

TEST_CASE("grids: equal decimals are one instant, three units in the last place are not") {
  const Grid rows{{0.0, 0.0}, 0.1}, samples{{0.0, 0.0}, 0.3};
  for (int k = 0; k < 10'000; ++k) CHECK(is_same(rows.at(3 * k), samples.at(k)));
  for (int k = 0; k < 1000; ++k) CHECK(!is_same(rows.at(3 * k + 1), samples.at(k)));
  const double one = 1.0 + 0x1p-52, three = 1.0 + 3 * 0x1p-52;
  CHECK(is_same(GridInstant::at({1.0, 0.0}), GridInstant::at({one, 0.0})));
  CHECK(is_before(GridInstant::at({1.0, 0.0}), GridInstant::at({three, 0.0})));
}

TEST_CASE("grids: instants are counted, far from zero too") {
  const Grid grid{{1e6, 0.0}, 1e-3};
  for (std::int64_t n = 0; n < 100'000; n += 37) {
    const GridInstant now = GridInstant::at({1e6 + static_cast<double>(n) * 1e-3, 0.0});
    CHECK(is_same(grid.at(n), now));
    CHECK(grid.last_at(now) == n);
  }
  CHECK(grid.last_at(GridInstant::at({1e6 + 0.0105, 0.0})) == 10);
}
