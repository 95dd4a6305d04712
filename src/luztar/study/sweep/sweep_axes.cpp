#include "luztar/study/sweep/sweep_axes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace luztar {
namespace {

constexpr double kWide = 50.0;

/// The largest distance of neighbours by the least one: 1 where all are the same.
double unevenness(const std::vector<double>& levels) {
  double least = levels[1] - levels[0], most = least;
  for (std::size_t i = 2; i < levels.size(); ++i) {
    least = std::min(least, levels[i] - levels[i - 1]);
    most = std::max(most, levels[i] - levels[i - 1]);
  }
  return most / least;
}

/// How far the median is from the middle of the range, as a part of it.
double off_middle(const std::vector<double>& levels) {
  const std::size_t n = levels.size();
  const double median = (levels[(n - 1) / 2] + levels[n / 2]) / 2.0;
  return std::abs((median - levels.front()) / (levels.back() - levels.front()) - 0.5);
}

}  // namespace

bool is_logarithmic(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() < 3 || !(values.front() > 0.0)) return false;
  std::vector<double> logarithms = values;
  for (double& value : logarithms) value = std::log(value);
  if (unevenness(logarithms) < std::sqrt(unevenness(values))) return true;
  return values.back() > kWide * values.front() && off_middle(logarithms) < off_middle(values);
}

std::vector<bool> logarithmic_axes(const SweepPlan& plan) {
  const auto shown_so = [](const std::vector<double>& values, bool asked_for) {
    const bool positive =
        std::all_of(values.begin(), values.end(), [](double value) { return value > 0.0; });
    return (asked_for && positive) || is_logarithmic(values);
  };
  std::vector<bool> axes;
  for (const Variation& variation : plan.variations)
    axes.push_back(shown_so(variation.values, variation.logarithmic));
  const std::size_t columns = plan.list.names.size();
  for (std::size_t i = 0; i < columns; ++i) {
    std::vector<double> values;
    for (std::size_t at = i; at < plan.list.values.size(); at += columns)
      values.push_back(plan.list.values[at]);
    axes.push_back(shown_so(values, i < plan.list.logarithmic.size() && plan.list.logarithmic[i]));
  }
  axes.resize(plan.given().size(), false);  // "way"
  return axes;
}

}  // namespace luztar
