// Random points of sweeps.
#include "luztar/study/sweep/draws.h"

#include <cmath>
#include <cstddef>
#include <set>
#include <vector>

#include <doctest/doctest.h>

using namespace luztar;

namespace {

const std::vector<Distribution> kSquare{{"a", RandomKind::Uniform, 0.0, 1.0},
                                        {"b", RandomKind::Uniform, 0.0, 1.0}};

std::vector<double> drawn(DrawnBy sampling, std::int64_t rows, std::uint64_t seed = 1) {
  return draw(kSquare, {.rows = rows, .seed = seed, .sampling = sampling}, {});
}

}  // namespace

TEST_CASE("every elementary box of a Sobol sequence has one of its points, with any seed") {
  for (const std::uint64_t seed : {0u, 1u, 77u}) {
    const auto values = drawn(DrawnBy::Sobol, 256, seed);
    for (int bits = 0; bits <= 8; ++bits) {
      std::set<std::pair<int, int>> boxes;
      for (std::size_t i = 0; i < values.size(); i += 2)
        boxes.emplace(static_cast<int>(std::ldexp(values[i], bits)),
                      static_cast<int>(std::ldexp(values[i + 1], 8 - bits)));
      CHECK(boxes.size() == 256);
    }
  }
}

TEST_CASE("a mean over a Sobol sequence converges faster than over random numbers") {
  const auto error = [](DrawnBy sampling) {
    const auto values = drawn(sampling, 1 << 14);
    double sum = 0.0;
    for (std::size_t i = 0; i < values.size(); i += 2)
      sum += std::exp(values[i]) * values[i + 1] * values[i + 1];
    return std::abs(sum / (1 << 14) - (std::exp(1.0) - 1.0) / 3.0);
  };
  CHECK(error(DrawnBy::Sobol) < 1e-4);
  CHECK(error(DrawnBy::Random) > 1e-4);
}

TEST_CASE("correlations that no numbers have are refused, and those at their limit are met") {
  const std::vector<Distribution> three{{"a", RandomKind::Normal, 0.0, 1.0},
                                        {"b", RandomKind::Normal, 0.0, 1.0},
                                        {"c", RandomKind::Normal, 0.0, 1.0}};
  Draws draws{.rows = 50, .correlation = {1, 1, -1, 1, 1, -1, -1, -1, 1}};
  const auto values = draw(three, draws, {});
  for (std::size_t i = 0; i < values.size(); i += 3) {
    CHECK(values[i] == values[i + 1]);
    CHECK(values[i] == -values[i + 2]);
  }
  draws.correlation = {1, 0.9, 0.9, 0.9, 1, -0.9, 0.9, -0.9, 1};
  CHECK_THROWS_AS(draw(three, draws, {}), ModelError);
  draws.correlation = {1, 1, 0.5, 1, 1, 0.4, 0.5, 0.4, 1};
  CHECK_THROWS_AS(draw(three, draws, {}), ModelError);
}

TEST_CASE("a Sobol sequence has its limit of dimensions") {
  const std::vector<Distribution> many(3668, {"a", RandomKind::Uniform, 0.0, 1.0});
  CHECK_THROWS_AS(draw(many, {.rows = 1, .sampling = DrawnBy::Sobol}, {}), ModelError);
}
