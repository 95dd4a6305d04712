// Integrals and extremes of smooth functions of one variable.
#pragma once

#include <array>
#include <cmath>

#include "luztar/core/nearness.h"

namespace luztar {

/// Integral over [a, b] by Gauss-Kronrod 7-15, in halves until both rules agree to 1e-13 of the
/// integral of |f|, or so many times: where rounding of f is larger they never do.
template <class Function>
double integrate(const Function& f, double a, double b, int halvings = 6) {
  constexpr std::array<double, 8> kNodes = {
      0.991455371120812639206854697526329, 0.949107912342758524526189684047851,
      0.864864423359769072789712788640926, 0.741531185599394439863864773280788,
      0.586087235467691130294144691693843, 0.405845151377397166906606412076961,
      0.207784955007898467600689403773245, 0.0};
  constexpr std::array<double, 8> kKronrod = {
      0.022935322010529224963732008058970, 0.063092092629978553290700663189204,
      0.104790010322250183839876322541518, 0.140653259715525918745189590510238,
      0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
      0.204432940075298892414161999234649, 0.209482141084727828012999174891714};
  constexpr std::array<double, 4> kGauss = {
      0.129484966168869693270611432679082, 0.279705391489276667901467771423780,
      0.381830050505118944950369775488975, 0.417959183673469387755102040816327};
  const double middle = 0.5 * (a + b), half = 0.5 * (b - a);
  double fine = 0.0, coarse = 0.0, size = 0.0;
  for (std::size_t i = 0; i < kNodes.size(); ++i) {
    const bool is_middle = i + 1 == kNodes.size();
    const double right = f(middle + half * kNodes[i]);
    const double left = is_middle ? 0.0 : f(middle - half * kNodes[i]);
    fine += kKronrod[i] * (right + left);
    size += kKronrod[i] * (std::abs(right) + std::abs(left));
    if (i % 2 == 1) coarse += kGauss[i / 2] * (right + left);
  }
  if (!exceeds(fine - coarse, size, kCancelled) || halvings == 0) return fine * half;
  return integrate(f, a, middle, halvings - 1) + integrate(f, middle, b, halvings - 1);
}

/// Largest value of f on [a, b] where it has one maximum, found within 1e-8 of b - a: its value is
/// exact to rounding where f is smooth. Golden sections and parabolas (Brent).
template <class Function>
double maximum_between(const Function& f, double a, double b) {
  constexpr double kGolden = 0.3819660112501051;
  double x = a + kGolden * (b - a), w = x, v = x;
  double fx = f(x), fw = fx, fv = fx, step = 0.0, before = 0.0;
  const double tolerance = 1e-9 * (b - a);
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (a + b);
    if (std::abs(x - middle) + 0.5 * (b - a) <= 2.0 * tolerance) break;
    bool golden = true;
    if (std::abs(before) > tolerance) {
      const double r = (x - w) * (fx - fv), q0 = (x - v) * (fx - fw);
      double p = (x - v) * q0 - (x - w) * r, q = 2.0 * (q0 - r);
      if (q > 0.0) p = -p;
      q = std::abs(q);
      const double last = before;
      before = step;
      if (std::abs(p) < std::abs(0.5 * q * last) && p > q * (a - x) && p < q * (b - x)) {
        step = p / q;
        golden = false;
      }
    }
    if (golden) {
      before = x < middle ? b - x : a - x;
      step = kGolden * before;
    }
    const double u = x + (std::abs(step) >= tolerance ? step : std::copysign(tolerance, step));
    const double fu = f(u);
    if (fu >= fx) {
      (u >= x ? a : b) = x;
      v = w, fv = fw, w = x, fw = fx, x = u, fx = fu;
    } else {
      (u < x ? a : b) = u;
      if (fu >= fw || w == x) {
        v = w, fv = fw, w = u, fw = fu;
      } else if (fu >= fv || v == x || v == w) {
        v = u, fv = fu;
      }
    }
  }
  return fx;
}

}  // namespace luztar
