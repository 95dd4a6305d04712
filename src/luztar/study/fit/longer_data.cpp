#include "luztar/study/fit/longer_data.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "luztar/core/nearness.h"

namespace luztar {

FoundPlace along_longer_data(const Residuals& residuals, const LeastSquaresProblem& problem,
                             const std::vector<Vector>& starts) {
  constexpr std::size_t kParts = 128;
  FoundPlace found{starts.front()};
  bool is_first = true;
  for (std::size_t parts = kParts; parts > 1; parts /= 2) {
    std::optional<Residuals> first = residuals.of_first(parts);
    if (!first) continue;
    LeastSquaresProblem shorter =
        problem_of(*first, {.loss = problem.loss, .goes_on = problem.goes_on});
    const auto cost = [&](const Vector& x) {
      Vector residual;
      return shorter.evaluate(x, residual, nullptr) ? dot(residual, residual) : kInfinity;
    };
    if (std::exchange(is_first, false) && starts.size() > 1)
      found.x = *std::ranges::min_element(starts, {}, cost);
    shorter.start = found.x;
    const LeastSquaresSolution solution = least_squares(shorter);
    if (solution.x.size() > 0) found.x = solution.x;
    found.iterations += solution.iterations;
    found.runs.plain += first->runs().plain;
    found.runs.with_derivatives += first->runs().with_derivatives;
  }
  return found;
}

bool follows_data(const Residuals& residuals, const Vector& residual) {
  constexpr double kFollows = 0.1;  // of the deviation of the data
  for (std::size_t b = 0; b < residuals.blocks().size(); ++b) {
    const Residuals::Block& block = residuals.blocks()[b];
    Vector data(block.rows);
    for (std::size_t i = 0; i < block.rows; ++i)
      data(i) = residuals.channel(block).values[block.place[i]];
    const double left = residuals.noise(b) * norm(residual.part(block.begin, block.rows));
    if (left > kFollows * norm(without_mean(data))) return false;
  }
  return true;
}

}  // namespace luztar
