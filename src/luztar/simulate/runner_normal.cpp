// Normal forces of frictions must not become negative.
#include <algorithm>
#include <cmath>

#include "luztar/series/polynomial.h"
#include "luztar/simulate/runner.h"

namespace luztar {
namespace {

constexpr double kRounding = 1e-12;  // relative: below zero by less is zero

/// How large a polynomial can be within a distance from 0.
double bound(const double* c, int order, double distance) {
  double sum = 0.0;
  double power = 1.0;
  for (int k = 0; k <= order && (k == 0 || power > 0.0); ++k, power *= distance)
    if (c[k] != 0.0) sum += std::abs(c[k]) * power;
  return sum;
}

}  // namespace

/// A value that rounding put slightly below zero, and that comes back.
bool Runner::rises_from_zero(const double* c) const {
  const double horizon = std::max(std::abs(state_.anchor.value), last_step_);
  return c[0] <= 0.0 && c[1] > 0.0 && -c[0] <= 1e-11 * horizon * c[1];
}

/// Where the first normal force falls below zero by more than rounding, or `first` before that.
/// max(0, x) reaches zero too: what comes after the switch of its branch is judged by
/// normals_hold().
double Runner::normal_crossing(double first, double limit) {
  pressed_at_zero_ = -1;
  const int order = series_.order();
  const double reach = std::min(limit, end_ - state_.anchor.value);
  for (const int j : pressed_) {
    const double* c = series_.series().slot(system_.pairs[j].normal_slot);
    double* p = polynomial_.data();
    std::copy(c, c + order + 1, p);
    if (rises_from_zero(c)) p[0] = 0.0;
    p[0] += kRounding * bound(c, order, reach);
    if (p[0] == 0.0) continue;
    const double tau = p[0] < 0.0 ? 0.0 : first_descent(p, order, limit);
    if (tau >= first) continue;
    first = tau;
    pressed_at_zero_ = j;
  }
  return first;
}

/// In the modes of this instant; stops the run if a normal force goes below zero.
bool Runner::normals_hold() {
  for (const int j : pressed_) {
    const double* c = series_.series().slot(system_.pairs[j].normal_slot);
    if (c[0] >= 0.0 || rises_from_zero(c)) continue;
    const bool at_zero = j == pressed_at_zero_;
    if (!at_zero && -c[0] <= kRounding * bound(c, series_.order(), last_step_)) continue;
    stop_with(Status::NegativeNormal,
              "the normal force of '" + system_.elements[system_.first_pair() + j].name +
                  "' becomes negative; it presses or it is 0: write max(0, ...)");
    return false;
  }
  return true;
}

}  // namespace luztar
