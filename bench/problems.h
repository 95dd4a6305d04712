// The problems as a user of a plain ODE solver derives them by hand: states, modes, the guards that
// are watched in these modes, and what happens when one of them falls below zero.
//
//     State start();  State slope(t, y);  array guards(t, y), positive until a mode ends;
//     void change(t, y, guard);  double longest_step(), so that no guard is stepped over
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace bench {

/// What a run hands back for comparison.
struct Run {
  std::vector<double> events;                ///< times of mode changes [s]
  std::vector<double> final;                 ///< positions, velocities
  std::vector<std::vector<double>> samples;  ///< the same at sample times, if any were asked for
};

constexpr double kAnyStep = 1e3;  ///< [s]

/// Seat guide on a moving base (Janecek et al. 2011), in relative coordinates.
struct Guide {
  using State = std::array<double, 2>;  ///< position [m], velocity [m/s]
  static constexpr double kMass = 100.0, kDamping = 200.0, kStatic = 26.0, kKinetic = 18.0;
  static constexpr double kAmplitude = 0.05, kChirp = std::numbers::pi * 0.825 / 9.5;
  static constexpr double kStiffness =
      100.0 * (2 * std::numbers::pi * 1.5) * (2 * std::numbers::pi * 1.5);
  static constexpr double kDuration = 9.5;
  /// The guard of a stuck guide is an oscillating function of time: longer steps could miss a
  /// release (its excursions over the limit last 0.15 s and more).
  double longest_step() const { return mode == 0 ? 0.1 : kAnyStep; }

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
  std::array<double, 1> guards(double t, const State& y) const {
    return {mode == 0 ? kStatic - std::abs(drive(t, y)) : mode * y[1]};
  }
  /// The mode changes at (t, y).
  void change(double t, State& y, std::size_t) {
    const double force = drive(t, y);
    const int direction = force > 0 ? 1 : -1;
    const bool stays = mode != 0 && std::abs(force) <= kStatic;
    mode = stays ? 0 : direction;
    y[1] = 0.0;
  }
};

/// A mass on a belt, F_S > F_K: `belt` of the field's benchmarks.
struct Belt {
  using State = std::array<double, 2>;
  static constexpr double kMass = 1.0, kStiffness = 100.0, kSpeed = 0.1;
  static constexpr double kStatic = 12.0, kKinetic = 8.0;
  static constexpr double kFirstBreak = kStatic / (kStiffness * kSpeed);
  static constexpr double kPeriod = 1.16315499798435215;  ///< T_stick + T_slip, closed form
  double longest_step() const { return kAnyStep; }        ///< the stuck guard is linear

  int mode{0};

  static State start() { return {0.0, kSpeed}; }
  State slope(double, const State& y) const {
    if (mode == 0) return {y[1], 0.0};
    return {y[1], (-kStiffness * y[0] - mode * kKinetic) / kMass};
  }
  std::array<double, 1> guards(double, const State& y) const {
    return {mode == 0 ? kStatic - std::abs(kStiffness * y[0]) : mode * (y[1] - kSpeed)};
  }
  void change(double, State& y, std::size_t) {
    const double force = -kStiffness * y[0];
    const int direction = force > 0 ? 1 : -1;
    const bool stays = mode != 0 && std::abs(force) <= kStatic;
    mode = stays ? 0 : direction;
    y[1] = kSpeed;
  }
};

/// Three masses in a row, a pair between each two (tests/reference/iii_a_three_mass_smooth.json).
struct ThreeMasses {
  using State = std::array<double, 6>;
  static constexpr std::array<double, 3> kMass = {1.0, 2.0, 3.0};
  static constexpr std::array<double, 2> kDry = {3.0, 4.0}, kDamping = {0.5, 0.8};
  static constexpr double kDuration = 10.0;

  std::array<int, 2> mode{};

  double longest_step() const { return mode[0] == 0 || mode[1] == 0 ? 0.1 : kAnyStep; }
  static State start() { return {}; }
  static std::array<double, 3> loads(double t) {
    return {9 * std::sin(2 * t), 6 * std::sin(3.1 * t + 0.7),
            -10 * std::sin(1.3 * t + 0.2) + 4 * std::sin(5 * t)};
  }
  /// Forces of both pairs, as in the figures of the paper: a stuck one holds what it has to.
  std::array<double, 2> pair_forces(double t, const State& y) const {
    const auto [m1, m2, m3] = kMass;
    const auto [f1, f2, f3] = loads(t);
    const auto slides = [&](std::size_t j) {
      return mode[j] * kDry[j] + kDamping[j] * (y[3 + j] - y[4 + j]);
    };
    if (mode[0] == 0 && mode[1] == 0) {
      const double a = (f1 + f2 + f3) / (m1 + m2 + m3);
      return {f1 - m1 * a, m3 * a - f3};
    }
    if (mode[0] == 0) {
      const double second = slides(1);
      return {(m2 * f1 - m1 * (f2 - second)) / (m1 + m2), second};
    }
    const double first = slides(0);
    return {first, mode[1] == 0 ? (m3 * (f2 + first) - m2 * f3) / (m2 + m3) : slides(1)};
  }
  State slope(double t, const State& y) const {
    const auto [f1, f2, f3] = loads(t);
    const auto [first, second] = pair_forces(t, y);
    return {y[3],
            y[4],
            y[5],
            (f1 - first) / kMass[0],
            (f2 + first - second) / kMass[1],
            (f3 + second) / kMass[2]};
  }
  std::array<double, 2> guards(double t, const State& y) const {
    const auto forces = pair_forces(t, y);
    std::array<double, 2> g{};
    for (std::size_t j = 0; j < 2; ++j)
      g[j] = mode[j] == 0 ? kDry[j] - std::abs(forces[j]) : mode[j] * (y[3 + j] - y[4 + j]);
    return g;
  }
  void change(double t, State& y, std::size_t pair) {
    // Its rate is zero now, to the last bit; a pair that sticks goes along.
    if (pair == 0)
      y[mode[1] == 0 ? 3 : 4] = y[mode[1] == 0 ? 4 : 3];
    else
      y[5] = y[4];
    if (mode[pair] == 0) {
      mode[pair] = pair_forces(t, y)[pair] > 0 ? 1 : -1;
      return;
    }
    // It sticks if it can. If the other one cannot hold then, that one gives way.
    mode[pair] = 0;
    for (const std::size_t j : {pair, 1 - pair, pair}) {
      if (mode[j] != 0) continue;
      const double force = pair_forces(t, y)[j];
      if (std::abs(force) > kDry[j]) mode[j] = force > 0 ? 1 : -1;
    }
  }
};

/// Gear with freeplay and friction in both bearings
/// (tests/reference/v_b_gear_simplification2.json).
struct Gear {
  using State = std::array<double, 4>;  ///< psi, phi [rad] and their rates
  static constexpr std::array<double, 2> kInertia = {0.02, 0.05}, kDry = {0.5, 0.8},
                                         kDamping = {0.05, 0.08};
  static constexpr double kRatio = 2.0, kStiffness = 125.0, kGap = 0.023, kDuration = 2.0;

  std::array<int, 2> mode{};
  int touch{};  ///< -1, 0 (in the gap), 1

  /// Gap and contact may be passed within milliseconds.
  double longest_step() const { return 5e-3; }
  static State start() { return {}; }
  std::array<double, 2> drive(double t, const State& y) const {
    const double d = y[0] - kRatio * y[1];
    const double torque = touch == 0 ? 0.0 : kStiffness * (d - touch * kGap);
    return {5 * std::sin(3 * std::numbers::pi * t) - torque, -0.6 + kRatio * torque};
  }
  State slope(double t, const State& y) const {
    const auto force = drive(t, y);
    State dy{y[2], y[3], 0.0, 0.0};
    for (std::size_t j = 0; j < 2; ++j)
      if (mode[j] != 0)
        dy[2 + j] = (force[j] - kDamping[j] * y[2 + j] - mode[j] * kDry[j]) / kInertia[j];
    return dy;
  }
  std::array<double, 3> guards(double t, const State& y) const {
    const double d = y[0] - kRatio * y[1];
    std::array<double, 3> g{0.0, 0.0, touch == 0 ? kGap - std::abs(d) : touch * d - kGap};
    const auto force = drive(t, y);
    for (std::size_t j = 0; j < 2; ++j)
      g[j] = mode[j] == 0 ? kDry[j] - std::abs(force[j]) : mode[j] * y[2 + j];
    return g;
  }
  void change(double t, State& y, std::size_t guard) {
    if (guard == 2) {
      touch = touch != 0 ? 0 : y[0] - kRatio * y[1] > 0 ? 1 : -1;
      return;
    }
    const double force = drive(t, y)[guard];
    const bool stays = mode[guard] != 0 && std::abs(force) <= kDry[guard];
    mode[guard] = stays ? 0 : force > 0 ? 1 : -1;
    y[2 + guard] = 0.0;
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
