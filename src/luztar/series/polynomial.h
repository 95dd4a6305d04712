// Polynomials in the power basis: evaluation and the first real root, found by isolation.
#pragma once

#include <limits>

#include "luztar/series/lanes.h"

namespace luztar {

constexpr int kMaxDegree = 32;  ///< largest degree that first_descent accepts

/// c[0] + c[1] x + ... + c[degree] x^degree by Horner's rule, for finite x.
inline double evaluate_polynomial(const double* c, int degree, double x) {
  if (degree > 0 &&
      c[degree] == 0.0) {  // short ones in long rows are frequent: start where they do
    do --degree;
    while (degree > 0 && c[degree] == 0.0);
    double value = 0.0 + c[degree];  // the sum that the zeros above would give: never -0
    for (int k = degree - 1; k >= 0; --k) value = value * x + c[k];
    return value;
  }
  double value = c[degree];
  for (int k = degree - 1; k >= 0; --k) value = value * x + c[k];
  return value;
}

/// The largest of |c[k]| x^k, for x >= 0.
double largest_term(const double* c, int degree, double x);

/// Two of the same degree side by side, each to the bits of evaluate_polynomial().
inline TwoLanes evaluate_two(const double* one, const double* other, int degree, double x) {
  TwoLanes value{one[degree], other[degree]};
  if (degree == 0) return value;
  value += both_lanes(0.0);  // never -0
  for (int k = degree - 1; k >= 0; --k) value = value * both_lanes(x) + TwoLanes{one[k], other[k]};
  return value;
}

/// Its derivative at x.
inline double evaluate_derivative(const double* c, int degree, double x) {
  double value = 0.0;
  for (int k = degree; k >= 1; --k) value = value * x + k * c[k];
  return value;
}

constexpr double kNoRoot = std::numeric_limits<double>::infinity();

/// The first x in (0, limit] where p falls below zero, for p that is positive just after 0.
///
/// Roots are isolated, not sampled: the Bernstein coefficients of p bound it on an interval, and
/// their sign changes bound the number of roots (Descartes); intervals are halved until each holds
/// none or one. Two crossings inside a step can therefore not cancel unseen. A root where p only
/// touches zero does not count.
///
/// @param c       (degree + 1) coefficients, c[0] >= 0; if c[0] = 0 the next nonzero one is > 0
/// @param degree  0 <= degree <= kMaxDegree
/// @param limit   > 0; infinity: searched up to a bound of all roots (Cauchy)
/// @return        the root to rounding, or kNoRoot
double first_descent(const double* c, int degree, double limit);

/// The same, with a lower bound of p on [0, limit]; minus infinity if that is not known.
struct Descent {
  double root, bound;
};
Descent bounded_descent(const double* c, int degree, double limit);

}  // namespace luztar
