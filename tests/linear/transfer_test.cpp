// Poles, zeros and gains beside polynomials that are known.
#include "luztar/study/linear/transfer.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/core/nearness.h"

using namespace luztar;
using Complex = std::complex<double>;

namespace {

/// numerator/denominator as the controller canonical form; the first of the denominator is 1.
LinearSystem companion(const std::vector<double>& numerator,
                       const std::vector<double>& denominator) {
  const std::size_t n = denominator.size() - 1;
  LinearSystem system;
  system.states.resize(n);
  system.inputs.resize(1);
  system.outputs.resize(1);
  system.a.assign(n, std::vector<double>(n, 0.0));
  system.b.assign(n, {0.0});
  system.c.assign(1, std::vector<double>(n, 0.0));
  system.d = {{0.0}};
  system.b[n - 1] = {1.0};
  for (std::size_t i = 0; i < n; ++i) {
    if (i + 1 < n) system.a[i][i + 1] = 1.0;
    system.a[n - 1][i] = -denominator[n - i];
    if (i < numerator.size()) system.c[0][i] = numerator[numerator.size() - 1 - i];
  }
  return system;
}

}  // namespace

TEST_CASE("numerator and denominator come back from A, B, C, D") {
  // 3 (s + 2)(s - 4) over (s + 1)(s + 10)(s² + 2 s + 101)
  const std::vector<double> numerator{3, -6, -24}, denominator{1, 13, 133, 1131, 1010};
  const LinearSystem system = companion(numerator, denominator);
  const TransferFunction made = transfer_function(system, 0, 0);
  REQUIRE(made.numerator.size() == 3);
  REQUIRE(made.denominator.size() == 5);
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(made.numerator[i] == doctest::Approx(numerator[i]).epsilon(1e-11));
  for (std::size_t i = 0; i < 5; ++i)
    CHECK(made.denominator[i] == doctest::Approx(denominator[i]).epsilon(1e-11));
  CHECK(made.static_gain == doctest::Approx(-24.0 / 1010).epsilon(1e-12));
  CHECK(made.cancelled == 0);
  CHECK(made.zeros[0].real() == doctest::Approx(-2).epsilon(1e-11));
  CHECK(made.zeros[1].real() == doctest::Approx(4).epsilon(1e-11));
}

TEST_CASE("integrators have poles of exactly 0, and an infinite static gain") {
  const LinearSystem system = companion({5}, {1, 7, 0, 0, 0});  // 5/(s³ (s + 7))
  const std::vector<Complex> found = poles(system);
  CHECK(std::ranges::count(found, Complex{}) == 3);
  CHECK(found[3].real() == doctest::Approx(-7).epsilon(1e-13));
  const TransferFunction made = transfer_function(system, 0, 0);
  CHECK(made.static_gain == kInfinity);
  CHECK(made.zeros.empty());
  CHECK(made.denominator[2] == 0.0);
}

TEST_CASE("poles that zeros cancel take no part; what does not act has the function 0") {
  // (s + 3)/((s + 3)(s + 5))
  const TransferFunction made = transfer_function(companion({1, 3}, {1, 8, 15}), 0, 0);
  CHECK(made.cancelled == 1);
  REQUIRE(made.poles.size() == 1);
  CHECK(made.poles[0].real() == doctest::Approx(-5).epsilon(1e-12));
  CHECK(made.numerator == std::vector<double>{1});
  LinearSystem none = companion({1}, {1, 8, 15});
  none.b = {{0.0}, {0.0}};
  CHECK(transfer_function(none, 0, 0).numerator == std::vector<double>{0});
  CHECK(transfer_function(none, 0, 0).static_gain == 0.0);
}

TEST_CASE("with D the numerator has the degree of the denominator; z = 1 is static when sampled") {
  LinearSystem system = companion({1}, {1, -0.5});  // 2 + 1/(z - 0.5)
  system.d = {{2.0}};
  system.period = 0.1;
  const TransferFunction made = transfer_function(system, 0, 0);
  CHECK(made.numerator[0] == 2.0);
  CHECK(std::abs(made.zeros[0]) <= 1e-15);
  CHECK(made.static_gain == doctest::Approx(4).epsilon(1e-14));
}
