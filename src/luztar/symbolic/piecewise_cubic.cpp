#include "luztar/symbolic/piecewise_cubic.h"

#include <algorithm>
#include <cmath>

namespace luztar {
namespace {

/// Second derivatives at the knots of the not-a-knot spline: a tridiagonal system after eliminating
/// the two end conditions (the third derivative is continuous at the second and last but one knot).
std::vector<double> second_derivatives(const std::vector<double>& x, const std::vector<double>& y) {
  const std::size_t n = x.size();
  std::vector<double> m(n, 0.0);
  if (n < 3) return m;
  std::vector<double> h(n - 1);
  std::vector<double> slope(n - 1);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    h[i] = x[i + 1] - x[i];
    slope[i] = (y[i + 1] - y[i]) / h[i];
  }
  if (n == 3) {  // one parabola
    m.assign(3, 2.0 * (slope[1] - slope[0]) / (h[0] + h[1]));
    return m;
  }
  // Unknowns m[1] ... m[n-2]; m[0] and m[n-1] follow from the end conditions.
  const std::size_t u = n - 2;
  std::vector<double> low(u), mid(u), up(u), right(u);
  for (std::size_t k = 0; k < u; ++k) {
    low[k] = h[k];
    mid[k] = 2.0 * (h[k] + h[k + 1]);
    up[k] = h[k + 1];
    right[k] = 6.0 * (slope[k + 1] - slope[k]);
  }
  const double a = h[0] / h[1];
  mid[0] += h[0] * (1.0 + a);
  up[0] -= h[0] * a;
  const double b = h[n - 2] / h[n - 3];
  mid[u - 1] += h[n - 2] * (1.0 + b);
  low[u - 1] -= h[n - 2] * b;
  for (std::size_t k = 1; k < u; ++k) {
    const double factor = low[k] / mid[k - 1];
    mid[k] -= factor * up[k - 1];
    right[k] -= factor * right[k - 1];
  }
  for (std::size_t k = u; k-- > 0;)
    m[k + 1] = (right[k] - (k + 1 < u ? up[k] * m[k + 2] : 0.0)) / mid[k];
  m[0] = (1.0 + a) * m[1] - a * m[2];
  m[n - 1] = (1.0 + b) * m[n - 2] - b * m[n - 3];
  return m;
}

}  // namespace

std::size_t piece_at(const PiecewiseCubic& table, double x) {
  const auto last = table.knot.begin() + static_cast<std::ptrdiff_t>(table.piece.size());
  const auto after = std::upper_bound(table.knot.begin(), last, x) - table.knot.begin();
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, after - 1));
}

double evaluate(const PiecewiseCubic& table, double x) {
  if (table.piece.empty() || std::isnan(x)) return x;
  const std::size_t i = piece_at(table, x);
  const double s = x - table.knot[i];
  const auto& c = table.piece[i];
  return c[0] + s * (c[1] + s * (c[2] + s * c[3]));
}

int degree_of(const PiecewiseCubic& table) {
  int degree = 0;
  for (const auto& c : table.piece)
    for (int n = 3; n > degree; --n)
      if (c[static_cast<std::size_t>(n)] != 0.0 && !std::isnan(c[0])) degree = n;
  return degree;
}

PiecewiseCubic interpolate(const std::vector<double>& x, const std::vector<double>& y,
                           Interpolation interpolation) {
  const bool smooth = interpolation == Interpolation::Cubic;
  PiecewiseCubic result;
  result.knot = x;
  result.jumps = interpolation == Interpolation::Hold;
  result.kinks = interpolation == Interpolation::Linear;
  const std::vector<double> m = smooth ? second_derivatives(x, y) : std::vector<double>(x.size());
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    const double h = x[i + 1] - x[i];
    const double slope = result.jumps ? 0.0 : (y[i + 1] - y[i]) / h;
    result.piece.push_back({y[i], slope - h * (2.0 * m[i] + m[i + 1]) / 6.0, 0.5 * m[i],
                            (m[i + 1] - m[i]) / (6.0 * h)});
  }
  return result;
}

}  // namespace luztar
