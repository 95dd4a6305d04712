// Functions of two variables in pieces between the lines of a grid.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "luztar/symbolic/piecewise_cubic.h"

namespace luztar {

/// Values on a grid, interpolated along one axis and then along the other, or a derivative of that.
/// Copies share the numbers.
class GridFunction {
 public:
  /// @param axis  (x, y) where pieces begin, and what may happen there
  /// @param coefficient  (pieces of x, pieces of y, 4, 4) of s^m r^n, s and r from where a piece
  ///   begins
  GridFunction(std::array<PiecewiseCubic, 2> axis, const std::vector<double>& coefficient);

  /// Where pieces begin along x (0) or y (1); the values of this curve mean nothing.
  const std::shared_ptr<const PiecewiseCubic>& axis(std::size_t which) const {
    return axis_[which];
  }
  bool jumps(std::size_t which) const;  ///< the value may jump at the lines of this axis
  bool kinks(std::size_t which) const;  ///< the slope may
  /// Highest power of this variable with a coefficient that is not 0.
  int degree(std::size_t which) const { return degree_[which] - order_[which]; }
  /// Of s^m r^n in the piece (i, j), s and r from where it begins.
  double coefficient(std::size_t i, std::size_t j, int m, int n) const;
  double operator()(double x, double y) const;
  /// The derivative by x (0) or y (1). @pre degree(which) > 0
  GridFunction derivative(std::size_t which) const;
  const std::array<int, 2>& order() const { return order_; }  ///< derivatives by x, by y
  /// Of the function that this may be a derivative of; all coefficients.
  const std::vector<double>& numbers() const { return *coefficient_; }

 private:
  std::array<std::shared_ptr<const PiecewiseCubic>, 2> axis_;
  std::shared_ptr<const std::vector<double>> coefficient_;  ///< those up to degree_
  std::array<int, 2> degree_{}, order_{};
};

}  // namespace luztar
