#include "luztar/study/fit/zero_phase.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace luztar {
namespace {

/// Two poles, in the form that holds two numbers (transposed direct form II).
struct SecondOrder {
  std::array<double, 3> b{}, a{};

  /// @param angle  of the pole from the negative real axis
  SecondOrder(double cutoff, double angle) {
    const double w = std::tan(std::numbers::pi * cutoff);
    const double damping = 2.0 * std::cos(angle);
    const double scale = 1.0 / (1.0 + damping * w + w * w);
    b = {w * w * scale, 2.0 * w * w * scale, w * w * scale};
    a = {1.0, 2.0 * (w * w - 1.0) * scale, (1.0 - damping * w + w * w) * scale};
  }
  /// From the state in which it would be if x had always been x[0].
  void run(std::vector<double>& x) const {
    double second = (b[2] - a[2]) * x[0];
    double first = (b[1] - a[1]) * x[0] + second;
    for (double& value : x) {
      const double out = b[0] * value + first;
      first = b[1] * value - a[1] * out + second;
      second = b[2] * value - a[2] * out;
      value = out;
    }
  }
};

}  // namespace

std::vector<double> zero_phase(const std::vector<double>& x, double cutoff) {
  const std::size_t n = x.size();
  if (n < 4) return x;
  const auto edge = std::min<std::size_t>(n - 1, static_cast<std::size_t>(10.0 / cutoff));
  std::vector<double> longer;
  for (std::size_t i = edge; i > 0; --i) longer.push_back(2.0 * x.front() - x[i]);
  longer.insert(longer.end(), x.begin(), x.end());
  for (std::size_t i = 1; i <= edge; ++i) longer.push_back(2.0 * x.back() - x[n - 1 - i]);
  for (int pass = 0; pass < 2; ++pass) {
    for (const double angle : {std::numbers::pi / 8.0, 3.0 * std::numbers::pi / 8.0})
      SecondOrder(cutoff, angle).run(longer);
    std::reverse(longer.begin(), longer.end());
  }
  const auto begin = longer.begin() + static_cast<std::ptrdiff_t>(edge);
  return {begin, begin + static_cast<std::ptrdiff_t>(n)};
}

std::vector<double> central_rate(const std::vector<double>& x, double step) {
  std::vector<double> rate(x.size(), 0.0);
  const std::size_t n = x.size();
  for (std::size_t i = 0; i < n && n > 1; ++i) {
    const std::size_t before = i > 0 ? i - 1 : 0, after = std::min(i + 1, n - 1);
    rate[i] = (x[after] - x[before]) / (static_cast<double>(after - before) * step);
  }
  return rate;
}

}  // namespace luztar
