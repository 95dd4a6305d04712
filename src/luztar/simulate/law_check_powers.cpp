// Laws that are powers of what is zero at the anchor: their series say nothing.
#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/series/polynomial.h"
#include "luztar/simulate/law_check.h"

namespace luztar {

bool LawCheck::has_power_of_zero(int slot, double tau, const Expansion& series) const {
  if (bases_.empty()) return false;
  return std::ranges::any_of(bases_[static_cast<std::size_t>(slot)], [&](int base) {
    const double* u = series.series().slot(base);
    return std::abs(u[0]) <= tau * std::abs(u[1]);
  });
}

double LawCheck::clear_of_powers(int slot, const Expansion& series) const {
  constexpr double kClear = 1e-3;  // there the first term of a base is all but this of it
  if (bases_.empty()) return 0.0;
  double clear = 0.0;
  for (const int base : bases_[static_cast<std::size_t>(slot)]) {
    const double* u = series.series().slot(base);
    if (!series.series().is_zero_base(base)) continue;
    int first = 1;
    while (first <= series.order() && u[first] == 0.0) ++first;
    if (first > series.order()) continue;
    double reach = longest_;
    for (int k = first + 1; k <= series.order(); ++k)
      if (u[k] != 0.0)
        reach = std::min(reach, std::pow(std::abs(u[first] / u[k]), 1.0 / (k - first)));
    clear = clear == 0.0 ? kClear * reach : std::min(clear, kClear * reach);
  }
  return clear;
}

/// Whether all powers of a slot that are zero at the anchor stay within the rounding of their base
/// until tau. Such a base is a difference of velocities that are nearly equal.
bool LawCheck::is_within_rounding(int slot, double tau, const Expansion& series) const {
  if (bases_.empty()) return false;
  const ProgramSeries& program = series.series();
  return std::ranges::any_of(bases_[static_cast<std::size_t>(slot)], [&](int base) {
    const double* u = program.slot(base);
    const double rounding = program.time_of_rounding(base) * std::abs(u[1]);
    return program.is_zero_base(base) && largest_term(u, program.order(), tau) <= rounding;
  });
}

template <class Lost>
double LawCheck::end_of_beginning(const Lost& lost, double step) {
  const auto takes_all = [&](double tau) {
    const auto [part, of] = lost(tau);
    return std::abs(part) >= std::abs(of);
  };
  const double first = kFewUlps * step;
  if (!takes_all(first)) return 0.0;
  for (; step > first; step *= 0.5)
    if (takes_all(step) && takes_all(kHalfDigits * step)) return step;
  return 0.0;
}

double LawCheck::size_from_zero(int internal, const State& state, const Expansion& series,
                                double step) {
  const int slot = system_.internals[internal].rate_slot;
  const auto lost = [&](double tau) {
    const double inflow = evaluate_polynomial(series.series().slot(slot), series.order(), tau);
    return std::pair{value_of(slot, state, series, tau) - inflow, inflow};
  };
  const double end = end_of_beginning(lost, step);
  return end > 0.0 ? largest_term(series.z(internal), series.order(), end) : 0.0;
}

/// Of an element whose bodies begin to move: the forces beside it at end_of_beginning(), as one
/// of the same impulse within tau.
/// @param tau  of the values that probe_ holds, afterwards too
double LawCheck::force_from_rest(int element, int slot, const State& state, const Expansion& series,
                                 double tau) {
  if (clear_of_powers(slot, series) == 0.0) return 0.0;
  const auto lost = [&](double at) {
    const double force = evaluate_polynomial(series.series().slot(slot), series.order(), at);
    return std::pair{value_of(slot, state, series, at) - force, force_size(element, series, at)};
  };
  const double end = end_of_beginning(lost, whole_);
  evaluate(state, series, tau);
  return end > tau ? force_size(element, series, end) * (end / tau) : 0.0;
}

}  // namespace luztar
