#include "luztar/dynamics/series/internal_series.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "luztar/core/nearness.h"

namespace luztar {
namespace {

constexpr double kStiff = 3.0;    // settling times in a step that the settling limits
constexpr double kSettled = 4.0;  // tolerances from what it settles on ...

}  // namespace

InternalSeries::InternalSeries(const SystemImpl& system, int order)
    : system_(system),
      stride_(static_cast<std::size_t>(order) + 2),
      settled_(system.n_internals(), 0) {
  for (auto* array : {&z_, &z_rate_, &residual_})
    array->assign(stride_ * static_cast<std::size_t>(system.n_internals()), 0.0);
}

void InternalSeries::start(const State& state) {
  if (any_settled_) {
    any_settled_ = false;
    std::fill(settled_.begin(), settled_.end(), 0);
    std::fill(z_rate_.begin(), z_rate_.end(), 0.0);
  }
  for (int i = 0; i < system_.first_delay(); ++i) z_[row(i)] = state.internal[i];
  for (int d = 0; d < system_.n_delays(); ++d) look_back(state, d);
  for (int i = system_.first_shift(); i < system_.n_internals(); ++i)
    z_[row(i)] = state.internal[i];
}

/// Before a state has a past, it has a value.
void InternalSeries::look_back(const State& state, int delay) {
  const auto d = static_cast<std::size_t>(delay);
  const int internal = system_.first_delay() + delay;
  double* z = &z_[row(internal)];
  const DelayLaw& law = system_.delays()[d];
  if (d < state.ahead.past.size())
    return state.ahead.past[d].expand(state.branch[law.clock], law.ago(state.anchor), z,
                                      static_cast<int>(stride_) - 1);
  std::fill_n(z, stride_, 0.0);
  z[0] = state.internal[internal];
}

bool InternalSeries::find(const State& state, const MotionSeries& motion,
                          const ProgramSeries& program, double step) {
  for (int i = 0; i < system_.n_internals(); ++i) {
    if (system_.internals[i].settled_slot < 0) continue;
    const double end = program.slot(system_.internals[i].settled_slot)[0];
    const double v = motion.rate(system_.internals[i].element)[0];
    if (v == 0.0 || !std::isfinite(end)) continue;
    if (std::abs(v) * step <= kStiff * std::abs(end)) continue;
    if (std::abs(state.internal[i] - end) > kWorthATry * std::abs(end)) continue;
    settled_[i] = 1;
    any_settled_ = true;
  }
  return any_settled_;
}

void InternalSeries::solve(int k, ProgramSeries& program, const State& state) {
  for (const ProgramInput& input : system_.inputs) {
    if (input.kind != ProgramInput::Kind::Internal || settled_[input.index] == 0) continue;
    const double z = program.slot(system_.internals[input.index].settled_slot)[k];
    z_[row(input.index) + k] = z;
    program.slot(input.slot)[k] = z;
  }
  program.expand_state(system_.program, k, state.branch.data());
}

void InternalSeries::improve(int order) {
  for (int i = 0; i < system_.n_internals(); ++i) {
    if (settled_[i] == 0) continue;
    for (int k = 0; k <= order; ++k) {
      const double rate = k < order ? (k + 1) * z_[row(i) + k + 1] : 0.0;
      residual_[row(i) + k] = rate - z_rate_[row(i) + k];
      z_rate_[row(i) + k] = rate;
    }
  }
}

/// A residual of the size A |z|, which is |v|, moves z by all of it.
double InternalSeries::step(const MotionSeries& motion, double tolerance) const {
  double step = std::numeric_limits<double>::infinity();
  for (int i = 0; any_settled_ && i < system_.n_internals(); ++i) {
    if (settled_[i] == 0) continue;
    const double allowed = tolerance * std::abs(motion.rate(system_.internals[i].element)[0]);
    if (!(std::abs(residual_[row(i)]) <= allowed)) return 0.0;
    for (int k = 1; k <= motion.order(); ++k)
      if (const double size = std::abs(residual_[row(i) + k]); !(size == 0.0))
        step = std::min(step, std::pow(allowed / size, 1.0 / k));
  }
  return step;
}

bool InternalSeries::is_near(const State& state, double tolerance) const {
  for (int i = 0; i < system_.n_internals(); ++i) {
    if (settled_[i] == 0) continue;
    const double end = z_[row(i)];
    if (!(std::abs(state.internal[i] - end) <=
          std::max(kSettled * tolerance, kRounding) * std::abs(end)))
      return false;
  }
  return true;
}

}  // namespace luztar
