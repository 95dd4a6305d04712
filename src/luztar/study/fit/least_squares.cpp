#include "luztar/study/fit/least_squares.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/matrix/decompositions.h"

namespace luztar {
namespace {

double cost_of(Loss loss, const Vector& residual) {
  double sum = 0.0;
  for (const double r : residual) sum += loss_of(loss, r);
  return 0.5 * sum;
}

/// Row and column i are 0.
void clear(Matrix& squares, Index i) {
  for (Index j = 0; j < squares.rows(); ++j) squares(i, j) = squares(j, i) = 0.0;
}

class Solver {
 public:
  explicit Solver(const LeastSquaresProblem& problem) : problem_(problem) {}

  LeastSquaresSolution solve() {
    found_.x = clamped(problem_.start, problem_.lower, problem_.upper);
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

  bool evaluate(const Vector& x, Vector& residual, Matrix* jacobian) {
    return problem_.evaluate(x, residual, jacobian) && residual.is_finite() &&
           (jacobian == nullptr || jacobian->is_finite());
  }

  void weigh() {
    found_.weight = found_.residual.each([this](double r) { return weight_of(problem_.loss, r); });
  }

  /// Until a step is taken, or nothing is left to gain.
  void iterate() {
    constexpr int kTries = 40;
    ++found_.iterations;
    weigh();
    const Matrix weighted = found_.weight.as_diagonal() * found_.jacobian;
    Matrix squares = found_.jacobian.transpose() * weighted;
    Vector gradient = weighted.transpose() * found_.residual;
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
  bool is_least(const Matrix& squares, const Vector& gradient) const {
    if (gradient.is_zero()) return true;
    const Vector move = solved_symmetric(squares, gradient);
    if (!move.is_finite()) return false;
    if (0.5 * dot(gradient, move) <= problem_.enough * found_.cost) return true;
    return is_nothing(move);
  }

  bool is_nothing(const Vector& move) const {
    for (Index i = 0; i < move.size(); ++i)
      if (!(std::abs(move[i]) <= problem_.enough * std::abs(found_.x[i]))) return false;
    return true;
  }

  /// Unknowns that cannot move, or that nothing depends on.
  void hold_bounds(Vector& gradient, Matrix& squares) const {
    for (Index i = 0; i < gradient.size(); ++i) {
      const bool at_lower = found_.x(i) <= problem_.lower(i) && gradient(i) > 0.0;
      const bool at_upper = found_.x(i) >= problem_.upper(i) && gradient(i) < 0.0;
      const bool is_held = problem_.lower(i) == problem_.upper(i) || at_lower || at_upper;
      if (!is_held && squares(i, i) > 0.0) continue;
      gradient(i) = 0.0;
      clear(squares, i);
      squares(i, i) = 1.0;
    }
  }

  /// A step as long as what it leads to is in order; else, where two out of it are almost equal
  /// already or nothing depends on the upper one, the best one that makes them equal. What is
  /// further away is left to damping: there the step itself is not to be trusted.
  Vector in_order(const Matrix& damped, const Vector& gradient, Vector step) const {
    constexpr double kNear = 0.01;
    const Index n = step.size();
    Matrix squares = damped, combinations = Matrix::identity(n);
    Vector begin = Vector(n);
    std::vector<int> kept;
    for (int i = 0; i < n; ++i) kept.push_back(i);
    for (const auto& [low, high] : problem_.ordered) {
      const double difference = found_.x(high) - found_.x(low);
      if (step(low) <= difference + step(high)) continue;
      const bool matters = largest(found_.jacobian.col(high)) != 0.0;
      if (matters && difference > kNear * std::abs(found_.x(high))) continue;
      if (std::erase(kept, high) == 0) continue;
      if (!matters) {
        clear(squares, high);
      }
      combinations(high, low) = 1.0;
      begin(high) = -difference;
    }
    if (std::ssize(kept) == n) return step;
    const Matrix left = combinations.cols_at(kept);
    const Vector rest = left.transpose() * (gradient + squares * begin);
    return begin - left * solved_symmetric(left.transpose() * squares * left, rest);
  }

  /// @return whether this ends the iteration
  bool step(const Matrix& squares, const Vector& gradient) {
    constexpr double kTrusted = 0.25;  // of the promise: the next step keeps to it, too
    Matrix damped = squares;
    for (Index i = 0; i < damped.rows(); ++i) damped(i, i) += damping_ * squares(i, i);
    Vector x = found_.x + in_order(damped, gradient, -solved_symmetric(damped, gradient));
    x = clamped(std::move(x), problem_.lower, problem_.upper);
    const Vector move = x - found_.x;
    if (is_nothing(move)) {
      found_.found = true;  // no direction leads down: the least value to rounding, or an edge
      return true;
    }
    const Vector along = found_.jacobian * move;
    const double promised =
        -(dot(gradient, move) + 0.5 * dot(along, product(found_.weight, along)));
    Vector residual;
    Matrix jacobian;
    const bool there = x.is_finite() && evaluate(x, residual, is_trusted_ ? &jacobian : nullptr);
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
