// Exponentials beside closed forms.
#include "luztar/matrix/exponential.h"

#include <cmath>

#include <doctest/doctest.h>

using namespace luztar;

TEST_CASE("the exponential of a rotation is a rotation, of any size") {
  for (const double angle : {1e-9, 0.3, 4.0, 300.0}) {
    const Matrix made = exponential({{-0.1, -angle}, {angle, -0.1}});
    const double size = std::exp(-0.1);
    CHECK(made(0, 0) == doctest::Approx(size * std::cos(angle)).epsilon(1e-12).scale(1));
    CHECK(made(1, 0) == doctest::Approx(size * std::sin(angle)).epsilon(1e-12).scale(1));
    CHECK(made(0, 1) == doctest::Approx(-size * std::sin(angle)).epsilon(1e-12).scale(1));
  }
}

TEST_CASE("the exponential of a chain of integrators is a polynomial") {
  const Matrix made = exponential({{0, 2, 0}, {0, 0, 2}, {0, 0, 0}});
  CHECK(made(0, 1) == doctest::Approx(2).epsilon(1e-15));
  CHECK(made(0, 2) == doctest::Approx(2).epsilon(1e-15));
  CHECK(made(1, 0) == 0.0);
  CHECK(exponential(Matrix(0, 0)).rows() == 0);
}

TEST_CASE("stiff and slow at once") {
  const Matrix made = exponential({{-1e4, 0}, {1, -1e-3}});
  CHECK(std::abs(made(0, 0)) <= 1e-14);
  CHECK(made(1, 1) == doctest::Approx(std::exp(-1e-3)).epsilon(1e-12));
  CHECK(made(1, 0) == doctest::Approx(std::exp(-1e-3) / (1e4 - 1e-3)).epsilon(1e-10));
}
