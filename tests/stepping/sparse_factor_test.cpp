#include "luztar/stepping/sparse_factor.h"

#include <cmath>

#include <doctest/doctest.h>

#include "../random.h"

using namespace luztar;
using luztar::testing::Random;

namespace {

/// K x, from its definition.
std::vector<double> product(const std::vector<SparseFactor::Coupling>& couplings,
                            const std::vector<double>& diagonal,
                            const std::vector<double>& stiffness, const std::vector<double>& x) {
  std::vector<double> result(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) result[i] = diagonal[i] * x[i];
  for (std::size_t c = 0; c < couplings.size(); ++c) {
    const auto& [a, b, ratio] = couplings[c];
    const double across = x[a] - (b >= 0 ? ratio * x[b] : 0.0);
    result[a] += stiffness[c] * across;
    if (b >= 0) result[b] -= stiffness[c] * ratio * across;
  }
  return result;
}

}  // namespace

TEST_CASE("sparse factor: two bodies behind a ratio, by hand") {
  // K = [1 + 2, -2/2; -2/2, 1 + 2/4], determinant 3.5; K x = (1, 0).
  const std::vector<SparseFactor::Coupling> couplings{{0, 1, 0.5}};
  SparseFactor factor(2, couplings);
  REQUIRE(factor.factor(std::vector{1.0, 1.0}, std::vector{2.0}));
  std::vector<double> x{1.0, 0.0};
  factor.solve(x);
  CHECK(x[0] == doctest::Approx(1.5 / 3.5).epsilon(1e-15));
  CHECK(x[1] == doctest::Approx(1.0 / 3.5).epsilon(1e-15));
}

TEST_CASE("sparse factor: solves random graphs, and again after updates of rank one") {
  Random random{61};
  double worst = 0.0;
  for (int k = 0; k < 100; ++k) {
    const int n = 2 + random.below(30);
    std::vector<SparseFactor::Coupling> couplings;
    std::vector<double> diagonal, stiffness, x;
    for (int i = 0; i < n; ++i) {
      diagonal.push_back(random(0.1, 2.0));
      x.push_back(random(-1.0, 1.0));
    }
    for (int c = 0; c < 2 * n; ++c) {
      const int a = random.below(n);
      couplings.push_back(
          {a, random.below(4) == 0 ? -1 : (a + 1 + random.below(n - 1)) % n, random(0.5, 2.0)});
      stiffness.push_back(random(0.0, 10.0));
    }
    SparseFactor factor(n, couplings);
    REQUIRE(factor.factor(diagonal, stiffness));
    for (int update = 0; update < 5; ++update) {
      std::vector<double> y = product(couplings, diagonal, stiffness, x);
      factor.solve(y);
      for (std::size_t i = 0; i < x.size(); ++i) worst = std::max(worst, std::abs(y[i] - x[i]));
      const int c = random.below(2 * n);
      const double next = random(0.0, 10.0);
      REQUIRE(factor.update(c, next - stiffness[static_cast<std::size_t>(c)]));
      stiffness[static_cast<std::size_t>(c)] = next;
    }
  }
  CHECK(worst < 1e-12);
}

TEST_CASE("sparse factor: a body that nothing holds has no factor") {
  const std::vector<SparseFactor::Coupling> couplings{{0, 1, 1.0}};
  SparseFactor factor(2, couplings);
  CHECK_FALSE(factor.factor(std::vector{0.0, 0.0}, std::vector{1.0}));
  REQUIRE(factor.factor(std::vector{0.0, 1.0}, std::vector{1.0}));
  CHECK_FALSE(factor.update(0, -1.0));
}
