#include "luztar/simulate/normal_forces.h"

#include <algorithm>
#include <cmath>

#include "luztar/series/polynomial.h"

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

NormalForces::NormalForces(Motion& motion, double end)
    : motion_(motion), series_(motion.series()), end_(end) {
  const SystemImpl& system = motion.system();
  for (int j = 0; j < system.n_pairs(); ++j)
    if (system.pairs[j].normal_slot >= 0) pressed_.push_back(j);
}

/// A value that rounding put slightly below zero, and that comes back.
bool NormalForces::rises_from_zero(const double* c) const {
  const double horizon = std::max(std::abs(motion_.state().anchor.value), motion_.last_step());
  return c[0] <= 0.0 && c[1] > 0.0 && -c[0] <= 1e-11 * horizon * c[1];
}

double NormalForces::crossing(double first, double limit) {
  at_zero_ = -1;
  const int order = series_.order();
  const double reach = std::min(limit, end_ - motion_.state().anchor.value);
  for (const int j : pressed_) {
    const double* c = series_.series().slot(motion_.system().pairs[j].normal_slot);
    double* p = motion_.scratch();
    std::copy(c, c + order + 1, p);
    if (rises_from_zero(c)) p[0] = 0.0;
    p[0] += kRounding * bound(c, order, reach);
    if (p[0] == 0.0) continue;
    const double tau = p[0] < 0.0 ? 0.0 : first_descent(p, order, limit);
    if (tau >= first) continue;
    first = tau;
    at_zero_ = j;
  }
  return first;
}

std::optional<Trouble> NormalForces::fall() const {
  for (const int j : pressed_) {
    const double* c = series_.series().slot(motion_.system().pairs[j].normal_slot);
    if (c[0] >= 0.0 || rises_from_zero(c)) continue;
    const bool at_zero = j == at_zero_;
    if (!at_zero && -c[0] <= kRounding * bound(c, series_.order(), motion_.last_step())) continue;
    return Trouble{Status::NegativeNormal,
                   "the normal force of '" + pair_name(motion_.system(), j) +
                       "' becomes negative; it presses or it is 0: write max(0, ...)"};
  }
  return std::nullopt;
}

}  // namespace luztar
