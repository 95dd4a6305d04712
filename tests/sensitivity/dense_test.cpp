// Systems of equations in numbers with derivatives, beside differences of plain ones.
#include "luztar/sensitivity/dense.h"

#include <cmath>
#include <random>
#include <vector>

#include <doctest/doctest.h>

using namespace luztar;

TEST_CASE("the solution of a system changes as its numbers do") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> draw(-1.0, 1.0);
  for (int n = 1; n <= 6; ++n) {
    CAPTURE(n);
    const auto size = static_cast<std::size_t>(n);
    std::vector<Dual<2>> a(size * size), b(size);
    for (auto* list : {&a, &b})
      for (Dual<2>& x : *list) {
        x.value = draw(random);
        x.slope = {draw(random), draw(random)};
      }
    const auto at = [&](int which, double h) {
      std::vector<Dual<2>> moved = a, right = b;
      for (auto* list : {&moved, &right})
        for (Dual<2>& x : *list)
          x = Dual<2>(x.value + h * x.slope[static_cast<std::size_t>(which)]);
      Factored<Dual<2>> factored;
      factored.factor(moved, n);
      factored.solve(right);
      return right;
    };
    Factored<Dual<2>> factored;
    factored.factor(a, n);
    std::vector<Dual<2>> x = b;
    factored.solve(x);
    for (std::size_t i = 0; i < size; ++i) {  // A x = b
      Dual<2> left = 0.0;
      for (std::size_t j = 0; j < size; ++j) left += a[i * size + j] * x[j];
      CHECK(left.value == doctest::Approx(b[i].value));
    }
    for (const int which : {0, 1}) {
      const auto up = at(which, 1e-6), down = at(which, -1e-6);
      for (std::size_t i = 0; i < size; ++i) {
        const double difference = (up[i].value - down[i].value) / 2e-6;
        CHECK(std::abs(x[i].slope[static_cast<std::size_t>(which)] - difference) <
              1e-6 * (1.0 + std::abs(difference)));
      }
    }
  }
}
