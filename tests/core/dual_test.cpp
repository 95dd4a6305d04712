// Numbers that carry derivatives: the rules of derivatives.
#include "luztar/core/dual.h"

#include <cmath>

#include <doctest/doctest.h>

using namespace luztar;

TEST_CASE("sums, products and quotients follow the rules of derivatives") {
  Dual<2> x(3.0), y(-0.5);
  x.slope[0] = 1.0;
  y.slope[1] = 1.0;
  const Dual<2> z = (x * y - 2.0 * x / y) / (x + 1.0);
  const auto f = [](double a, double b) {
    return (a * b - 2.0 * a / b) / (a + 1.0);
  };
  CHECK(z.value == doctest::Approx(f(3.0, -0.5)));
  const double h = 1e-5;
  CHECK(z.slope[0] == doctest::Approx((f(3 + h, -0.5) - f(3 - h, -0.5)) / (2 * h)).epsilon(1e-8));
  CHECK(z.slope[1] == doctest::Approx((f(3, -0.5 + h) - f(3, -0.5 - h)) / (2 * h)).epsilon(1e-8));
  CHECK((-z).slope[0] == -z.slope[0]);
  CHECK(with_rate(x, std::exp(3.0), std::exp(3.0)).slope[0] == std::exp(3.0));
  CHECK(with_rate(3.0, 7.0, 9.0) == 7.0);
}
