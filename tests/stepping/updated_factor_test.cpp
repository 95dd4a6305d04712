#include "luztar/stepping/updated_factor.h"

#include <cmath>

#include <doctest/doctest.h>

#include "../random.h"

using namespace luztar;
using luztar::testing::Random;

TEST_CASE("updated factor: whatever changes, it is that of the matrix as it is now") {
  // Beside a factor that is made afresh each time.
  Random random{67};
  const int n = 40;
  std::vector<SparseFactor::Coupling> couplings;
  for (int i = 0; i < n; ++i) couplings.push_back({i, i + 1 < n ? i + 1 : -1, 1.0});
  for (int i = 0; i < n; ++i)
    couplings.push_back({i, (7 * i + 3) % n == i ? -1 : (7 * i + 3) % n, 1.0});
  UpdatedFactor updated(n, couplings);
  SparseFactor fresh(n, couplings);
  std::vector<double> diagonal(n, 1.0), stiffness(couplings.size(), 1.0);
  for (int i = 0; i < n; ++i) updated.diagonal(i) = 1.0;
  for (std::size_t c = 0; c < couplings.size(); ++c) updated.stiffness(static_cast<int>(c)) = 1.0;
  double worst = 0.0;
  for (int step = 0; step < 300; ++step) {
    // Few changes are made in the factor, many by a new one.
    const int changes = step % 10 == 9 ? static_cast<int>(couplings.size()) : random.below(3);
    for (int k = 0; k < changes; ++k) {
      const int c = random.below(static_cast<int>(couplings.size()));
      const double next = random.below(2) == 0 ? 0.0 : random(0.0, 1e5);
      stiffness[static_cast<std::size_t>(c)] = updated.stiffness(c) = next;
    }
    REQUIRE(updated.refresh());
    REQUIRE(fresh.factor(diagonal, stiffness));
    std::vector<double> one, two;
    for (int i = 0; i < n; ++i) one.push_back(random(-1.0, 1.0));
    two = one;
    updated.solve(one);
    fresh.solve(two);
    for (std::size_t i = 0; i < one.size(); ++i) worst = std::max(worst, std::abs(one[i] - two[i]));
  }
  CHECK(worst < 1e-8);
  CHECK(updated.solves() == 300);
}

TEST_CASE(
    "updated factor: a matrix without a factor is told, and forgotten when it has one again") {
  UpdatedFactor factor(1, std::vector<SparseFactor::Coupling>{{0, -1, 1.0}});
  factor.diagonal(0) = 0.0;
  CHECK_FALSE(factor.refresh());
  factor.stiffness(0) = 4.0;
  REQUIRE(factor.refresh());
  std::vector<double> x{1.0};
  factor.solve(x);
  CHECK(x[0] == 0.25);
}
