// What there is to read of a motion.
#pragma once

#include <vector>

#include "luztar/simulate/motion.h"

namespace luztar {

/// What there is to read of a run at the time that it has reached.
enum class Quantity {
  Position,
  Velocity,
  Acceleration,
  Deflection,
  Rate,
  ElementForce,
  Mode,
  Internal,
  Margin
};

/// Numbers of a motion at times from its anchor on, of bodies and elements as results have them.
class MotionReader {
 public:
  explicit MotionReader(const SystemImpl& system) : system_(system) {}

  /// @param index  of a body, an element or an internal
  double value(Quantity quantity, int index, const Motion& motion, double time);
  /// Its derivative by time, of the series in force. @pre no mode and no margin
  double derivative(Quantity quantity, int index, int order, const Motion& motion, double time);

 private:
  double body_value(Quantity quantity, int body, int order, const Motion& motion, double time);

  const SystemImpl& system_;
  std::vector<double> positions_;
};

}  // namespace luztar
