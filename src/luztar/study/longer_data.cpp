#include "luztar/study/longer_data.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "luztar/core/nearness.h"

namespace luztar {

using Eigen::VectorXd;

FoundPlace along_longer_data(const Residuals& residuals, const LeastSquaresProblem& problem,
                             const std::vector<VectorXd>& starts) {
  constexpr std::size_t kParts = 128;
  FoundPlace found{starts.front()};
  bool is_first = true;
  for (std::size_t parts = kParts; parts > 1; parts /= 2) {
    std::optional<Residuals> first = residuals.of_first(parts);
    if (!first) continue;
    LeastSquaresProblem shorter =
        problem_of(*first, {.loss = problem.loss, .goes_on = problem.goes_on});
    const auto cost = [&](const VectorXd& x) {
      VectorXd residual;
      return shorter.evaluate(x, residual, nullptr) ? residual.squaredNorm() : kInfinity;
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

bool follows_data(const Residuals& residuals, const VectorXd& residual) {
  constexpr double kFollows = 0.1;  // of the deviation of the data
  for (std::size_t b = 0; b < residuals.blocks().size(); ++b) {
    const Residuals::Block& block = residuals.blocks()[b];
    VectorXd data(static_cast<Eigen::Index>(block.rows));
    for (std::size_t i = 0; i < block.rows; ++i)
      data(static_cast<Eigen::Index>(i)) = residuals.channel(block).values[block.place[i]];
    data.array() -= data.mean();
    const double left = residuals.noise(b) * residual
                                                 .segment(static_cast<Eigen::Index>(block.begin),
                                                          static_cast<Eigen::Index>(block.rows))
                                                 .norm();
    if (left > kFollows * data.norm()) return false;
  }
  return true;
}

}  // namespace luztar
