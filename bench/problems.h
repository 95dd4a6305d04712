// The two problems of the comparison, as a user of a plain ODE solver derives them by hand:
// two states, a mode, one guard that is watched in that mode. Reference values included.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace bench {

using State = std::array<double, 2>;  ///< position [m], velocity [m/s]

/// What a run hands back for comparison.
struct Run {
  std::vector<double> events;  ///< times of mode changes [s]
  State final{};
};

/// Seat guide on a moving base (Janecek et al. 2011), in relative coordinates.
struct Guide {
  static constexpr double kMass = 100.0, kDamping = 200.0, kStatic = 26.0, kKinetic = 18.0;
  static constexpr double kAmplitude = 0.05, kChirp = std::numbers::pi * 0.825 / 9.5;
  static constexpr double kStiffness =
      100.0 * (2 * std::numbers::pi * 1.5) * (2 * std::numbers::pi * 1.5);
  static constexpr double kDuration = 9.5;
  /// The guard of a stuck guide is an oscillating function of time: longer steps could miss a
  /// release (its excursions over the limit last 0.15 s and more).
  static constexpr double kStuckStep = 0.1;

  int mode{0};  ///< -1, 0, 1 as in model files

  static State start() { return {0.0, 0.0}; }
  /// Force on the seat without dry friction, relative to the base [N].
  static double drive(double t, const State& y) {
    const double phase = kChirp * t * t;
    const double base =
        kAmplitude * (2 * kChirp * std::cos(phase) - 4 * kChirp * kChirp * t * t * std::sin(phase));
    return -kMass * base - kStiffness * y[0];
  }
  State slope(double t, const State& y) const {
    if (mode == 0) return {0.0, 0.0};
    return {y[1], (drive(t, y) - kDamping * y[1] - mode * kKinetic) / kMass};
  }
  /// Positive until the mode ends.
  double guard(double t, const State& y) const {
    return mode == 0 ? kStatic - std::abs(drive(t, y)) : mode * y[1];
  }
  /// The mode changes at (t, y).
  void change(double t, State& y) {
    const double force = drive(t, y);
    const int direction = force > 0 ? 1 : -1;
    const bool stays = mode != 0 && std::abs(force) <= kStatic;
    mode = stays ? 0 : direction;
    y[1] = 0.0;
  }
};

/// A mass on a belt, F_S > F_K: `belt` of the field's benchmarks.
struct Belt {
  static constexpr double kMass = 1.0, kStiffness = 100.0, kSpeed = 0.1;
  static constexpr double kStatic = 12.0, kKinetic = 8.0;
  static constexpr double kFirstBreak = kStatic / (kStiffness * kSpeed);
  static constexpr double kPeriod = 1.16315499798435215;  ///< T_stick + T_slip, closed form
  static constexpr double kStuckStep = 1e3;               ///< the guard is linear: any step will do

  int mode{0};

  static State start() { return {0.0, kSpeed}; }
  State slope(double, const State& y) const {
    if (mode == 0) return {y[1], 0.0};
    return {y[1], (-kStiffness * y[0] - mode * kKinetic) / kMass};
  }
  double guard(double, const State& y) const {
    return mode == 0 ? kStatic - std::abs(kStiffness * y[0]) : mode * (y[1] - kSpeed);
  }
  void change(double, State& y) {
    const double force = -kStiffness * y[0];
    const int direction = force > 0 ? 1 : -1;
    const bool stays = mode != 0 && std::abs(force) <= kStatic;
    mode = stays ? 0 : direction;
    y[1] = kSpeed;
  }
};

/// 13 mode changes of the guide and z_r at its end, 160-bit Taylor series of order 32.
inline const std::vector<double> kGuideEvents = {
    4.172453407075820738, 4.483490248343205103, 4.950709587670453923, 5.425809836088864957,
    5.819785953276412594, 6.368170176199269533, 6.654929181550521646, 7.227264832416611173,
    7.397062281690143031, 7.996840358281478304, 8.073819134182497005, 8.702506390081783925,
    9.356575725148652638};
constexpr double kGuideFinal = -0.015713420427977474488;

}  // namespace bench
