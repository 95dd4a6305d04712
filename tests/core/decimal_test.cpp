// Decimal numbers times whole numbers, rounded once.
#include "luztar/core/decimal.h"

#include <cmath>
#include <limits>
#include <string>

#include <doctest/doctest.h>

using luztar::decimal_product;

TEST_CASE("the product of a decimal number is rounded once") {
  CHECK(decimal_product(0.03, 1, -3) == 3e-05);
  CHECK(0.03 / 1000 != 3e-05);
  CHECK(decimal_product(-1.1, 254, -4) == -0.02794);
  CHECK(decimal_product(1.7976931348623157e308, 1, -300) == 179769313.48623157);
  CHECK(decimal_product(123456789012345680.0, 45359237, -8) == 5.599905752069984e16);
  CHECK(std::signbit(*decimal_product(-5e-324, 1, -3)));
}

TEST_CASE("what is no whole factor, or not finite, has no such product") {
  CHECK(!decimal_product(1, 0.5, 0));
  CHECK(!decimal_product(1, 0x1p54, 0));
  CHECK(!decimal_product(std::numeric_limits<double>::infinity(), 1, 0));
}
