// Bristles that have settled.
//
// z' = v - A z with A = s |v| / L forgets where it came from at the rate A, up to 1e8 per second,
// and an explicit series must keep to about ten of its times although by then z moves as slowly as
// v. What z settles on has a series of its own: z = (v - z') / A. It is found by repetition from
// z' = 0, which gains a factor of A times the time in which v changes with every round. It is used
// where the part of z that has not settled is at the tolerance.
#include <algorithm>
#include <cmath>
#include <limits>

#include "luztar/dynamics/expansion.h"

namespace luztar {
namespace {

constexpr double kStiff = 3.0;      // settling times in a step that the settling limits
constexpr double kNear = 1e-3;      // relative distance at which it is worth a try
constexpr double kSettled = 4.0;    // tolerances from what it settles on ...
constexpr double kRounded = 1e-14;  // ... or this
constexpr double kLonger = 16.0;    // a step this much longer pays
constexpr int kRounds = 10;

}  // namespace

void Expansion::unsettle() {
  any_settled_ = false;
  std::fill(settled_.begin(), settled_.end(), 0);
  std::fill(z_rate_.begin(), z_rate_.end(), 0.0);
}

/// Bristles near what they settle on whose settling limits the step.
bool Expansion::find_settled(const State& state, double step) {
  for (int i = 0; i < system_.n_internals(); ++i) {
    if (system_.internal_settled[i] < 0) continue;
    const double end = series_.slot(system_.internal_settled[i])[0];
    const double v = rate_[row(system_.internal_elements[i])];
    if (v == 0.0 || !std::isfinite(end)) continue;
    if (std::abs(v) * step <= kStiff * std::abs(end)) continue;
    if (std::abs(state.internal[i] - end) > kNear * std::abs(end)) continue;
    settled_[i] = 1;
    any_settled_ = true;
  }
  return any_settled_;
}

/// Of an order whose other inputs are there: z first, then what depends on it.
void Expansion::solve_settled(const State& state, int k) {
  for (const ProgramInput& input : system_.inputs) {
    if (input.kind != ProgramInput::Kind::Internal || settled_[input.index] == 0) continue;
    const double z = series_.slot(system_.internal_settled[input.index])[k];
    z_[row(input.index) + k] = z;
    series_.slot(input.slot)[k] = z;
  }
  series_.expand_state(system_.program, k, state.branch.data());
}

/// z' from the series of z; z_residual_ is what that changes.
void Expansion::improve_settled() {
  for (int i = 0; i < system_.n_internals(); ++i) {
    if (settled_[i] == 0) continue;
    for (int k = 0; k <= order_; ++k) {
      const double rate = k < order_ ? (k + 1) * z_[row(i) + k + 1] : 0.0;
      z_residual_[row(i) + k] = rate - z_rate_[row(i) + k];
      z_rate_[row(i) + k] = rate;
    }
  }
}

/// A residual of the size A |z|, which is |v|, moves z by all of it.
double Expansion::settled_step(double tolerance) const {
  double step = std::numeric_limits<double>::infinity();
  for (int i = 0; any_settled_ && i < system_.n_internals(); ++i) {
    if (settled_[i] == 0) continue;
    const double allowed = tolerance * std::abs(rate_[row(system_.internal_elements[i])]);
    if (!(std::abs(z_residual_[row(i)]) <= allowed)) return 0.0;
    for (int k = 1; k <= order_; ++k)
      if (const double size = std::abs(z_residual_[row(i) + k]); !(size == 0.0))
        step = std::min(step, std::pow(allowed / size, 1.0 / k));
  }
  return step;
}

bool Expansion::expand_settled(const State& state, const Structure& structure, double step,
                               double tolerance) {
  if (!find_settled(state, step)) return false;
  bool good = false;
  for (int round = 0; round < kRounds && !good; ++round) {
    expand(state, structure);
    improve_settled();
    good = settled_step(tolerance) > kLonger * kLonger * step;
  }
  good = good || settled_step(tolerance) > kLonger * step;
  for (int i = 0; i < system_.n_internals() && good; ++i) {
    if (settled_[i] == 0) continue;
    const double end = z_[row(i)];
    good = std::abs(state.internal[i] - end) <=
           std::max(kSettled * tolerance, kRounded) * std::abs(end);
  }
  if (good) return true;
  unsettle();
  for (int i = 0; i < system_.n_internals(); ++i) z_[row(i)] = state.internal[i];
  expand(state, structure);
  return false;
}

}  // namespace luztar
