#include "luztar/dynamics/tables.h"

#include <cstddef>

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

/// Without rows at which nothing changes: those of a held value that stays, those inside a level.
Table without_idle_rows(const Table& table) {
  Table result = table;
  result.time.clear();
  result.value.clear();
  const auto& y = table.value;
  const bool hold = table.interpolation == Table::Interpolation::Hold;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const bool inside = i > 0 && i + 1 < y.size();
    if (inside && y[i] == y[i - 1] && (hold || y[i] == y[i + 1])) continue;
    result.time.push_back(table.time[i]);
    result.value.push_back(y[i]);
  }
  return result;
}

}  // namespace

PiecewiseCubic interpolate(const Table& original) {
  const bool smooth = original.interpolation == Table::Interpolation::Cubic;
  const Table table = smooth ? original : without_idle_rows(original);
  const auto& x = table.time;
  const auto& y = table.value;
  PiecewiseCubic result;
  result.knot = x;
  result.jumps = table.interpolation == Table::Interpolation::Hold;
  result.kinks = table.interpolation == Table::Interpolation::Linear;
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
