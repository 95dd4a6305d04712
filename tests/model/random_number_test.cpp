#include "luztar/model/random_number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include <doctest/doctest.h>

namespace luztar {
namespace {

double uniform(std::uint64_t seed, const char* name, std::initializer_list<std::int64_t> indices) {
  return uniform_number(seed, name, {indices.begin(), indices.size()});
}

// Written from the comment of the header in Python's integers, which have no size.
TEST_CASE("uniform numbers are those of another implementation, bit by bit") {
  CHECK(uniform(0, "", {}) == 0x1.8702f802d749fp-1);
  CHECK(uniform(7, "layer.mu", {1}) == 0x1.2e3a5a8fd5e0ap-2);
  CHECK(uniform(7, "layer.mu", {2}) == 0x1.0881e9842f65cp-3);
  CHECK(uniform(123456789012345, "a.b", {3, 4}) == 0x1.cad584d9ee68fp-1);
}

// statistics.NormalDist().inv_cdf of Python 3.11.
TEST_CASE("normal quantiles are those of another implementation to rounding") {
  constexpr std::array<std::pair<double, double>, 8> kKnown{{{0.3, -0.5244005127080407},
                                                             {0.5, 0.0},
                                                             {0.95, 1.6448536269514715},
                                                             {0.01, -2.3263478740408408},
                                                             {0.99999, 4.26489079392384},
                                                             {1e-12, -7.034483825301132},
                                                             {1e-15, -7.941345326170995},
                                                             {5e-17, -8.304785425194112}}};
  for (const auto& [p, z] : kKnown) {
    CHECK(std::abs(normal_quantile(p) - z) <= 4e-16 * std::max(1.0, std::abs(z)));
  }
}

TEST_CASE("neighbours are independent: moments and correlation of 100,000 numbers") {
  constexpr int kMany = 100'000;
  double sum = 0, squares = 0, products = 0, before = 0;
  for (int i = 1; i <= kMany; ++i) {
    const double z = normal_quantile(uniform(1, "x.y", {i}));
    sum += z;
    squares += z * z;
    products += z * before;
    before = z;
  }
  const double sigma = 1 / std::sqrt(kMany);  // of the means, were the numbers random
  CHECK(std::abs(sum / kMany) < 4 * sigma);
  CHECK(std::abs(squares / kMany - 1) < 4 * std::sqrt(2.0) * sigma);
  CHECK(std::abs(products / kMany) < 4 * sigma);
}

}  // namespace
}  // namespace luztar
