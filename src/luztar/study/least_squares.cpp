#include "luztar/study/least_squares.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Cholesky>

#include "luztar/core/nearness.h"

namespace luztar {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double cost_of(Loss loss, const VectorXd& residual) {
  double sum = 0.0;
  for (const double r : residual) sum += loss_of(loss, r);
  return 0.5 * sum;
}

class Solver {
 public:
  explicit Solver(const LeastSquaresProblem& problem) : problem_(problem) {}

  LeastSquaresSolution solve() {
    found_.x = problem_.start.cwiseMax(problem_.lower).cwiseMin(problem_.upper);
    if (!evaluate(found_.x, found_.residual, &found_.jacobian)) {
      found_.words = "the model has no run at the start values";
      return std::move(found_);
    }
    found_.cost = cost_of(problem_.loss, found_.residual);
    while (!found_.found && found_.words.empty()) {
      if (is_stopped())
        found_.words = kStopped;
      else if (found_.iterations >= problem_.max_iterations)
        found_.words = "no least value after " + std::to_string(found_.iterations) + " iterations";
      else
        iterate();
    }
    weigh();
    return std::move(found_);
  }

 private:
  static constexpr const char* kStopped = "stopped on request";
  bool is_stopped() const {
    return problem_.goes_on && !problem_.goes_on(found_.iterations, found_.cost);
  }

  bool evaluate(const VectorXd& x, VectorXd& residual, MatrixXd* jacobian) {
    return problem_.evaluate(x, residual, jacobian) && residual.allFinite() &&
           (jacobian == nullptr || jacobian->allFinite());
  }

  void weigh() {
    found_.weight =
        found_.residual.unaryExpr([this](double r) { return weight_of(problem_.loss, r); });
  }

  /// Until a step is taken, or nothing is left to gain.
  void iterate() {
    constexpr int kTries = 40;
    ++found_.iterations;
    weigh();
    const MatrixXd weighted = found_.weight.asDiagonal() * found_.jacobian;
    MatrixXd squares = found_.jacobian.transpose() * weighted;
    VectorXd gradient = weighted.transpose() * found_.residual;
    hold_bounds(gradient, squares);
    if (is_least(squares, gradient)) {
      found_.found = true;
      return;
    }
    for (int tries = 0; tries < kTries; ++tries) {
      if (step(squares, gradient)) return;
      if (is_stopped()) {
        found_.words = kStopped;
        return;
      }
    }
    found_.found = true;
  }

  /// What the model of second degree promises is nothing beside the cost, or moves nothing.
  bool is_least(const MatrixXd& squares, const VectorXd& gradient) const {
    if (gradient.isZero(0.0)) return true;
    const VectorXd move = squares.ldlt().solve(gradient);
    if (!move.allFinite()) return false;
    if (0.5 * gradient.dot(move) <= problem_.enough * found_.cost) return true;
    return (move.array().abs() <= problem_.enough * found_.x.array().abs()).all();
  }

  /// Unknowns that cannot move, or that nothing depends on.
  void hold_bounds(VectorXd& gradient, MatrixXd& squares) const {
    for (Index i = 0; i < gradient.size(); ++i) {
      const bool at_lower = found_.x(i) <= problem_.lower(i) && gradient(i) > 0.0;
      const bool at_upper = found_.x(i) >= problem_.upper(i) && gradient(i) < 0.0;
      const bool is_held = problem_.lower(i) == problem_.upper(i) || at_lower || at_upper;
      if (!is_held && squares(i, i) > 0.0) continue;
      gradient(i) = 0.0;
      squares.row(i).setZero();
      squares.col(i).setZero();
      squares(i, i) = 1.0;
    }
  }

  /// A step as long as what it leads to is in order; else, where two out of it are almost equal
  /// already or nothing depends on the upper one, the best one that makes them equal. What is
  /// further away is left to damping: there the step itself is not to be trusted.
  VectorXd in_order(const MatrixXd& damped, const VectorXd& gradient, VectorXd step) const {
    constexpr double kNear = 0.01;
    const Index n = step.size();
    MatrixXd squares = damped, ways = MatrixXd::Identity(n, n);
    VectorXd begin = VectorXd::Zero(n);
    std::vector<Index> kept;
    for (Index i = 0; i < n; ++i) kept.push_back(i);
    for (const auto& [low, high] : problem_.ordered) {
      const double apart = found_.x(high) - found_.x(low);
      if (step(low) <= apart + step(high)) continue;
      const bool matters = !found_.jacobian.col(high).isZero(0.0);
      if (matters && apart > kNear * std::abs(found_.x(high))) continue;
      if (std::erase(kept, high) == 0) continue;
      if (!matters) {
        squares.row(high).setZero();
        squares.col(high).setZero();
      }
      ways(high, low) = 1.0;
      begin(high) = -apart;
    }
    if (static_cast<Index>(kept.size()) == n) return step;
    const MatrixXd left = ways(Eigen::all, kept);
    const VectorXd rest = left.transpose() * (gradient + squares * begin);
    return begin - left * (left.transpose() * squares * left).ldlt().solve(rest);
  }

  /// @return whether this ends the iteration
  bool step(const MatrixXd& squares, const VectorXd& gradient) {
    constexpr double kTrusted = 0.25;  // of the promise: the next step keeps to it, too
    MatrixXd damped = squares;
    damped.diagonal() += damping_ * squares.diagonal();
    VectorXd x = found_.x + in_order(damped, gradient, -damped.ldlt().solve(gradient));
    x = x.cwiseMax(problem_.lower).cwiseMin(problem_.upper);
    const VectorXd move = x - found_.x;
    if ((move.array().abs() <= problem_.enough * found_.x.array().abs()).all()) {
      found_.found = true;  // no direction leads down: the least value to rounding, or an edge
      return true;
    }
    const VectorXd along = found_.jacobian * move;
    const double promised =
        -(gradient.dot(move) + 0.5 * along.dot(found_.weight.cwiseProduct(along)));
    VectorXd residual;
    MatrixXd jacobian;
    const bool there = x.allFinite() && evaluate(x, residual, is_trusted_ ? &jacobian : nullptr);
    const double cost = there ? cost_of(problem_.loss, residual) : kInfinity;
    if (!(cost < found_.cost)) {
      damping_ *= growth_;
      growth_ *= 2.0;
      is_trusted_ = false;
      return false;
    }
    const double gain = (found_.cost - cost) / std::max(promised, kSmallest);
    damping_ *= std::max(1.0 / 3.0, 1.0 - std::pow(2.0 * gain - 1.0, 3.0));
    growth_ = 2.0;
    if (!is_trusted_ && !evaluate(x, residual, &jacobian)) return false;
    is_trusted_ = gain > kTrusted;
    found_.x = x;
    found_.residual = std::move(residual);
    found_.jacobian = std::move(jacobian);
    found_.cost = cost;
    return true;
  }

  const LeastSquaresProblem& problem_;
  LeastSquaresSolution found_;
  double damping_{1e-3}, growth_{2.0};
  bool is_trusted_{true};  ///< the next step will do: its derivatives are taken at once
};

}  // namespace

Loss loss_named(std::string_view name) {
  const auto found = std::ranges::find(kLossNames, name);
  return found == kLossNames.end() ? Loss::Linear : static_cast<Loss>(found - kLossNames.begin());
}

double loss_of(Loss loss, double r) {
  if (loss == Loss::SoftL1) return 2.0 * (std::sqrt(1.0 + r * r) - 1.0);
  if (loss == Loss::Huber && std::abs(r) > 1.0) return 2.0 * std::abs(r) - 1.0;
  return r * r;
}

double weight_of(Loss loss, double r) {
  if (loss == Loss::SoftL1) return 1.0 / std::sqrt(1.0 + r * r);
  if (loss == Loss::Huber && std::abs(r) > 1.0) return 1.0 / std::abs(r);
  return 1.0;
}

LeastSquaresSolution least_squares(const LeastSquaresProblem& problem) {
  return Solver(problem).solve();
}

}  // namespace luztar
