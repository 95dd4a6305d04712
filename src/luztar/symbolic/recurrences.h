// Taylor coefficients of functions of a series: one recurrence each, for numbers N of any kind.
// (Moore, Interval Analysis, 1966; Jorba and Zou, "A software package for ... Taylor methods", Exp.
// Mathematics 14, 2005.)
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "luztar/core/dual.h"
#include "luztar/series/lanes.h"
#include "luztar/symbolic/poles.h"
#include "luztar/symbolic/program.h"

namespace luztar::recurrences {

using Code = Program::Code;

/// 1 / k: a division costs more than the rest of a recurrence of low degree.
inline constexpr std::array<double, 64> kInverse = [] {
  std::array<double, 64> inverse{};
  for (std::size_t k = 1; k < inverse.size(); ++k) inverse[k] = 1.0 / static_cast<double>(k);
  return inverse;
}();

/// sum over j = first..last of x[j] * y[k - j]
template <typename N>
N convolve(const N* x, const N* y, int first, int last, int k) {
  N sum = 0.0;
  for (int j = first; j <= last; ++j) sum += x[j] * y[k - j];
  return sum;
}

/// sum over j = 1..last of j * x[j] * y[k - j]
template <typename N>
N convolve_slope(const N* x, const N* y, int last, int k) {
  N sum = 0.0;
  for (int j = 1; j <= last; ++j) sum += j * x[j] * y[k - j];
  return sum;
}

template <typename N>
N product_coefficient(const N* u, int u_degree, const N* v, int v_degree, int k) {
  return convolve(u, v, std::max(0, k - v_degree), std::min(k, u_degree), k);
}

template <typename N>
N quotient_coefficient(const N* u, const N* v, int v_degree, const N* p, int k) {
  return (u[k] - convolve(v, p, 1, std::min(k, v_degree), k)) / v[0];
}

inline double integral_start(int variant, double u) {
  switch (variant) {
    case 0:
      return std::log(u);
    case 1:
      return std::asin(u);
    case 2:
      return std::acos(u);
    case 4:
      return std::asinh(u);
    case 5:
      return std::acosh(u);
    case 6:
      return std::atanh(u);
    case 7:
      return std::log10(u);
    default:
      return std::atan(u);
  }
}

template <typename N>
N integral_coefficient(const Program::Instruction& i, const N* u, const N* s, const N* y, int k) {
  if (k == 0)
    return with_rate(u[0], integral_start(i.variant, value_of(u[0])),
                     (i.variant == 2 ? -1.0 : 1.0) / value_of(s[0]));
  const N slope = i.variant == 2 ? -u[k] : u[k];
  return (slope - convolve_slope(y, s, k - 1, k) / k) / s[0];
}

inline double start_of_angle(double y, double x, double) { return std::atan2(y, x); }
template <int W>
Dual<W> start_of_angle(const Dual<W>& y, const Dual<W>& x, const Dual<W>& r2) {
  Dual<W> angle = (x.value * y - y.value * x) / r2.value;
  angle.value = std::atan2(y.value, x.value);
  return angle;
}

/// The angle of (x, y) within half a turn of this many half turns: seen from there its cut is away.
template <typename N>
N angle_beside(std::int64_t half_turns, const N& y, const N& x, const N& r2) {
  const bool turned = half_turns % 2 != 0;
  const N angle = turned ? start_of_angle(-y, -x, r2) : start_of_angle(y, x, r2);
  return half_turns == 0 ? angle : angle + std::numbers::pi * static_cast<double>(half_turns);
}

/// theta, an angle of (x, y), and r², orders first to last: theta' r² = x y' - y x'
template <typename N>
void atan2_square(const N* y, const N* x, std::int64_t half_turns, N* theta, N* r2, int first,
                  int last) {
  for (int k = first; k <= last; ++k) {
    r2[k] = convolve(x, x, 0, k, k) + convolve(y, y, 0, k, k);
    if (k == 0) {
      theta[0] = angle_beside(half_turns, y[0], x[0], r2[0]);
      continue;
    }
    const N slope = convolve_slope(y, x, k, k) - convolve_slope(x, y, k, k);
    theta[k] = (slope - convolve_slope(theta, r2, k - 1, k)) / (k * r2[0]);
  }
}

/// Orders 1 and up of (sin, cos) or (sinh, cosh) of u.
template <typename N>
void grow_sin_cos(double sign, const N* u, int degree, N* f, N* g, int first, int last) {
  for (int k = std::max(first, 1); k <= last; ++k) {
    f[k] = convolve_slope(u, g, std::min(k, degree), k) * kInverse[k];
    g[k] = convolve_slope(u, f, std::min(k, degree), k) * (sign * kInverse[k]);
  }
}
inline void grow_sin_cos(double sign, const double* u, int degree, double* f, double* g, int first,
                         int last) {
  std::array<TwoLanes, kInverse.size()> other;  // (g, f): each grows from the other
  for (int k = 0; k < std::max(first, 1); ++k) other[k] = TwoLanes{g[k], f[k]};
  std::array<double, kInverse.size()> slope;
  slope[1] = 0.0;
  for (int j = 1; j <= std::min(last, degree); ++j) slope[j] = j * u[j];
  const TwoLanes signs{1.0, sign};
  TwoLanes newest = other[std::max(first, 1) - 1];  // without a wait for the memory
  for (int k = std::max(first, 1); k <= last; ++k) {
    TwoLanes sum = both_lanes(0.0) + both_lanes(slope[1]) * newest;
    for (int j = 2; j <= std::min(k, degree); ++j) sum += both_lanes(slope[j]) * other[k - j];
    const TwoLanes next = sum * (signs * both_lanes(kInverse[k]));
    f[k] = next[0];
    g[k] = next[1];
    other[k] = newest = TwoLanes{next[1], next[0]};
  }
}

/// (sin, cos) or (sinh, cosh) of u, orders first to last.
template <typename N>
void sin_cos(Code code, const N* u, int degree, N* f, N* g, int first, int last) {
  const bool circular = code == Code::SinCos;
  const double sign = circular ? -1.0 : 1.0;
  if (first == 0) {
    const double x = value_of(u[0]);
    const double sin = circular ? std::sin(x) : std::sinh(x);
    const double cos = circular ? std::cos(x) : std::cosh(x);
    f[0] = with_rate(u[0], sin, cos);
    g[0] = with_rate(u[0], cos, sign * sin);
  }
  grow_sin_cos(sign, u, degree, f, g, first, last);
}

/// (tan, 1 + tan²) or (tanh, 1 - tanh²) of u, orders first to last.
template <typename N>
void tan_square(Code code, const N* u, int degree, N* f, N* g, int first, int last) {
  const bool circular = code == Code::Tan;
  for (int k = first; k <= last; ++k) {
    if (k == 0) {
      const double x = value_of(u[0]);
      const double tan = circular ? tan_or_pole(x) : std::tanh(x);
      const double cosh = std::cosh(x);  // 1 - tanh² would be lost to rounding
      const double square = circular ? 1.0 + tan * tan : 1.0 / cosh / cosh;
      f[0] = with_rate(u[0], tan, square);
      g[0] = with_rate(u[0], square, (circular ? 2.0 : -2.0) * tan * square);
      continue;
    }
    f[k] = convolve_slope(u, g, std::min(k, degree), k) / k;
    const N square = convolve(f, f, 0, k, k);
    g[k] = 0.0 + (circular ? square : -square);
  }
}

template <typename N>
N exp_coefficient(const N* u, int degree, const N* f, int k) {
  if (k > 0) return convolve_slope(u, f, std::min(k, degree), k) / k;
  const double exp = std::exp(value_of(u[0]));
  return with_rate(u[0], exp, exp);
}

}  // namespace luztar::recurrences
