// Least squares by the method of Levenberg and Marquardt, with bounds and robust losses.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "luztar/matrix/matrix.h"
#include "luztar/study/fit/loss.h"

namespace luztar {

struct LeastSquaresProblem {
  /// Residuals at x and, if `jacobian` is not null, their derivatives (residuals × unknowns).
  /// False: there is no value here, a shorter step is tried.
  std::function<bool(const Vector& x, Vector& residual, Matrix* jacobian)> evaluate;
  Vector start, lower, upper;  ///< infinite where there is no bound
  /// Unknowns of which the first is at most the second.
  std::vector<std::pair<int, int>> ordered{};
  Loss loss{Loss::Linear};
  int max_iterations{50};
  double enough{1e-9};  ///< it ends where a step promises less, of the cost or of each unknown
  std::function<bool(int iteration, double cost)> goes_on{};  ///< false: stop; may be empty
};

struct LeastSquaresSolution {
  bool found{};  ///< a least one; else `words` says why not
  std::string words{};
  Vector x, residual;
  Matrix jacobian;
  Vector weight;  ///< (residuals) of robust losses, 1 of the linear one
  double cost{};  ///< half the sum of losses
  int iterations{};
};

/// D. W. Marquardt, J. SIAM 11, 1963: steps are damped in proportion to the columns; damping by
/// H. B. Nielsen, IMM-REP-1999-05, Lyngby, 1999. An unknown at a bound that the gradient presses
/// against stays there; two that a step would put out of their order go on as one. It ends where
/// the undamped step promises no more than `enough`.
LeastSquaresSolution least_squares(const LeastSquaresProblem& problem);

}  // namespace luztar
