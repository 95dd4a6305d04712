#include "luztar/study/sweep/draws.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <string>

#include <boost/random/sobol.hpp>

#include "luztar/core/nearness.h"
#include "luztar/model/random_number.h"

namespace luztar {
namespace {

/// Of the table of Joe and Kuo: 3667, and 101 in a browser.
constexpr std::size_t kMostDimensions = boost::random::default_sobol_table::max_dimension;

/// (rows, dimensions) in (0, 1).
std::vector<double> uniform_numbers(const std::vector<Distribution>& distributions,
                                    const Draws& draws) {
  const auto rows = static_cast<std::size_t>(draws.rows);
  const std::size_t n = distributions.size();
  std::vector<double> numbers(rows * n);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::array<std::int64_t, 1> index{static_cast<std::int64_t>(row) + 1};
    for (std::size_t i = 0; i < n; ++i)
      numbers[row * n + i] = uniform_number(draws.seed, distributions[i].name, index);
  }
  return numbers;
}

/// The same of the sequence, which begins with 0 (the library leaves it out): 52 digits of it,
/// shifted, which keeps how evenly they lie.
std::vector<double> sobol_numbers(const std::vector<Distribution>& distributions,
                                  const Draws& draws) {
  const auto rows = static_cast<std::size_t>(draws.rows);
  const std::size_t n = distributions.size();
  std::vector<std::uint64_t> shift(n);
  for (std::size_t i = 0; i < n; ++i)
    shift[i] = static_cast<std::uint64_t>(
        uniform_number(draws.seed, distributions[i].name, std::array<std::int64_t, 1>{0}) / kUlp);
  boost::random::sobol sequence(n);
  std::vector<double> numbers(rows * n);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::uint64_t number = i < n ? 0 : sequence();
    numbers[i] = (static_cast<double>((number >> 12U) ^ shift[i % n]) + 0.5) * kUlp;
  }
  return numbers;
}

/// Lower triangle L with L L^T = the correlation. A direction without a variance of its own
/// follows the others.
std::vector<double> factor(const std::vector<double>& matrix, std::size_t n,
                           const SourceLocation& where) {
  std::vector<double> lower(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = matrix[i * n + j];
      for (std::size_t k = 0; k < j; ++k) sum -= lower[i * n + k] * lower[j * n + k];
      const bool follows = i != j && lower[j * n + j] == 0.0;
      if ((i == j && sum < -kNoise) || (follows && std::abs(sum) > kNoise))
        throw ModelError(where, "no random numbers have these correlations",
                         "make them smaller: what two have with a third limits their own");
      if (i == j) {
        lower[i * n + i] = sum > kNoise ? std::sqrt(sum) : 0.0;
      } else {
        lower[i * n + j] = follows ? 0.0 : sum / lower[j * n + j];
      }
    }
  }
  return lower;
}

double probability_below(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

/// The value at u in (0, 1), which is the probability of z.
double value_at(const Distribution& of, double u, double z) {
  switch (of.kind) {
    case RandomKind::Uniform:
      return of.first + (of.second - of.first) * u;
    case RandomKind::LogUniform:
      return of.first * std::exp(std::log(of.second / of.first) * u);
    case RandomKind::Normal:
      return of.first + of.second * z;
    case RandomKind::Lognormal:
      return of.first * std::exp(of.second * z);
  }
  return of.first;
}

}  // namespace

std::vector<double> draw(const std::vector<Distribution>& distributions, const Draws& draws,
                         const SourceLocation& where) {
  const std::size_t n = distributions.size();
  if (draws.sampling == DrawnBy::Sobol && n > kMostDimensions)
    throw ModelError(
        where, "a Sobol sequence has at most " + std::to_string(kMostDimensions) + " parameters",
        "write sampling = \"random\"");
  std::vector<double> values = draws.sampling == DrawnBy::Sobol
                                   ? sobol_numbers(distributions, draws)
                                   : uniform_numbers(distributions, draws);
  std::vector<double> lower;
  if (!draws.correlation.empty()) lower = factor(draws.correlation, n, where);
  std::vector<double> gauss(n);
  for (std::size_t begin = 0; begin < values.size(); begin += n) {
    for (std::size_t i = 0; i < n; ++i) gauss[i] = normal_quantile(values[begin + i]);
    for (std::size_t i = 0; i < n; ++i) {
      double u = values[begin + i], z = gauss[i];
      if (!lower.empty()) {
        z = 0.0;
        for (std::size_t k = 0; k <= i; ++k) z += lower[i * n + k] * gauss[k];
        if (z != gauss[i]) u = probability_below(z);
      }
      values[begin + i] = value_at(distributions[i], u, z);
    }
  }
  return values;
}

}  // namespace luztar
