#include "luztar/simulate/driven/motion_reader.h"

#include <algorithm>

#include "luztar/dynamics/system/coupled_bodies.h"
#include "luztar/series/polynomial.h"

namespace luztar {
namespace {

double row_value(const double* row, const Motion& motion, double time) {
  const double tau = std::max(0.0, Time{time, 0.0} - motion.state().anchor);
  return evaluate_polynomial(row, tau == 0.0 ? 0 : motion.series().degree(), tau);
}

/// A derivative of it of this order.
double row_value(const double* row, int order, const Motion& motion, double time) {
  if (order == 0) return row_value(row, motion, time);
  const double tau = std::max(0.0, Time{time, 0.0} - motion.state().anchor);
  double value = 0.0;
  for (int k = motion.series().degree(); k >= order; --k) {
    double factor = row[k];
    for (int i = 0; i < order; ++i) factor *= k - i;
    value = value * tau + factor;
  }
  return value;
}

const double* row_of(Quantity quantity, int index, const Expansion& series) {
  switch (quantity) {
    case Quantity::Position:
      return series.q(index);
    case Quantity::Velocity:
      return series.v(index);
    case Quantity::Acceleration:
      return series.a(index);
    case Quantity::Deflection:
      return series.d(index);
    case Quantity::Rate:
      return series.rate(index);
    case Quantity::Internal:
      return series.z(index);
    default:
      return series.f(index);
  }
}

/// Distance of the force of what rests from its nearer limit; 0 while it slides.
double margin(const SystemImpl& system, int element, const Motion& motion, double time) {
  const int pair = element - system.first_pair();
  if (pair < 0 || pair >= system.n_pairs() || !system.pairs[pair].is_dry()) return kInfinity;
  if (motion.state().pair[pair] != Mode::Stuck) return 0.0;
  const PairLaw& law = system.pairs[pair];
  const auto now = [&](const double* row) {
    return row_value(row, motion, time);
  };
  const double factor = law.normal_slot < 0
                            ? 1.0
                            : std::max(0.0, now(motion.series().series().slot(law.normal_slot)));
  const double force = now(motion.series().f(element));
  return std::min(law.breakaway[1] * factor - force, force + law.breakaway[0] * factor);
}

ModeNumber mode_of(const SystemImpl& system, int element, const State& state) {
  const int pair = element - system.first_pair();
  if (element < system.n_springs()) return number(state.contact[element]);
  if (pair < 0 || pair >= system.n_pairs()) return 0;
  return system.pairs[pair].has_edges() ? number(state.side[pair]) : number(state.pair[pair]);
}

}  // namespace

double MotionReader::value(Quantity quantity, int index, const Motion& motion, double time) {
  if (quantity <= Quantity::Acceleration) return body_value(quantity, index, 0, motion, time);
  if (quantity == Quantity::Margin) return margin(system_, index, motion, time);
  if (quantity == Quantity::Mode) return mode_of(system_, index, motion.state());
  return row_value(row_of(quantity, index, motion.series()), motion, time);
}

/// Positions, velocities and accelerations have series of their own, of the full degree each.
double MotionReader::derivative(Quantity quantity, int index, int order, const Motion& motion,
                                double time) {
  for (; order > 0 && (quantity < Quantity::Acceleration || quantity == Quantity::Deflection);
       --order)
    quantity = static_cast<Quantity>(static_cast<int>(quantity) + 1);
  if (quantity <= Quantity::Acceleration) return body_value(quantity, index, order, motion, time);
  return row_value(row_of(quantity, index, motion.series()), order, motion, time);
}

/// Where inertias couple bodies, the engine has other coordinates.
double MotionReader::body_value(Quantity quantity, int body, int order, const Motion& motion,
                                double time) {
  const auto value = [&](int b) {
    return row_value(row_of(quantity, b, motion.series()), order, motion, time);
  };
  if (system_.arms.coupled().empty()) return value(body);
  positions_.resize(static_cast<std::size_t>(system_.n_bodies()));
  for (std::size_t b = 0; b < positions_.size(); ++b) positions_[b] = value(static_cast<int>(b));
  to_positions(system_, positions_);
  return positions_[static_cast<std::size_t>(body)];
}

}  // namespace luztar
