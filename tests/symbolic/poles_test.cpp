#include "luztar/symbolic/poles.h"

#include <cmath>

#include <doctest/doctest.h>

TEST_CASE("tan is infinite only where rounding of its argument reaches a pole") {
  const double pole = std::acos(-1.0) / 2;
  CHECK(std::isinf(luztar::tan_or_pole(pole)));
  CHECK(std::isinf(luztar::tan_or_pole(-pole)));
  CHECK(std::isinf(luztar::tan_or_pole(401 * pole)));
  CHECK(luztar::tan_or_pole(pole - 1e-12) == std::tan(pole - 1e-12));
  CHECK(luztar::tan_or_pole(0.0) == 0.0);
  CHECK(luztar::tan_or_pole(1.0) == std::tan(1.0));
}
