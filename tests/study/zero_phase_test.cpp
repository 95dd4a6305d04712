// The filter that moves nothing in time: what it passes, where, and at the ends.
#include "luztar/study/fit/zero_phase.h"

#include <cmath>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

using namespace luztar;

namespace {

std::vector<double> waves(double frequency, std::size_t n) {
  std::vector<double> x;
  for (std::size_t i = 0; i < n; ++i)
    x.push_back(std::cos(2.0 * std::numbers::pi * frequency * static_cast<double>(i) + 0.3));
  return x;
}

}  // namespace

TEST_CASE("there and back a wave loses what Butterworth's law says, and no time") {
  constexpr double kCutoff = 0.05;
  for (const double frequency : {0.005, 0.02, 0.05, 0.1, 0.2}) {
    CAPTURE(frequency);
    const std::vector<double> x = waves(frequency, 4000), y = zero_phase(x, kCutoff);
    // Of the bilinear transform: 1/(1 + (tan(pi f)/tan(pi fc))^8)
    const double ratio =
        std::tan(std::numbers::pi * frequency) / std::tan(std::numbers::pi * kCutoff);
    const double passes = 1.0 / (1.0 + std::pow(ratio, 8.0));
    for (std::size_t i = 1500; i < 2500; ++i) CHECK(std::abs(y[i] - passes * x[i]) < 1e-9);
  }
}

TEST_CASE("a straight line passes to its ends; few rows stay as they are") {
  std::vector<double> line;
  for (int i = 0; i < 300; ++i) line.push_back(3.0 - 0.25 * i);
  const std::vector<double> y = zero_phase(line, 0.1), rate = central_rate(line, 0.5);
  for (std::size_t i = 0; i < line.size(); ++i) {
    CHECK(y[i] == doctest::Approx(line[i]));
    CHECK(rate[i] == doctest::Approx(-0.5));
  }
  CHECK(zero_phase({1.0, 5.0}, 0.1) == std::vector<double>{1.0, 5.0});
}
