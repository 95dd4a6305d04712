// What is rounding in systems with massless bodies.
#pragma once

#include <vector>

#include "luztar/dynamics/instant/present_structure.h"
#include "luztar/dynamics/series/expansion.h"

namespace luztar {

/// How large coefficients are that are zero but for rounding, at one instant. The velocities of
/// massless bodies follow from forces, so rounding of forces, of velocities and of the time of the
/// instant go over into each other.
class MasslessRounding {
 public:
  /// @param tolerance  of the steps that lead to an instant, relative
  MasslessRounding(const SystemImpl& system, const PresentStructure& present, double tolerance);

  /// Takes the time of the instant, velocities and accelerations of order 0. Precondition of the
  /// functions below.
  void note(const State& state, const Expansion& series);
  /// Takes all that is below `factor` times the rounding for rounding; 1 at first.
  void set_factor(double factor) { factor_ = factor; }

  /// (bodies) [m/s]
  const std::vector<double>& velocities() const { return velocity_; }
  /// Of forces of order k: of their sums, of the positions and velocities that stretch springs, and
  /// of the time of the instant [N/s^k]
  double force(const Expansion& series, int k) const;
  /// Of the rate of a pair, order k [m/s^(1+k)]
  double rate(const Expansion& series, int pair, int k) const;
  /// How far rounding may have put massless bodies from where their forces balance: small against
  /// positions, springs at them and what forces do to these, or as far as anything moves in the
  /// rounding of the time, or rounds where it comes back to zero, as 1 - cos does [m]
  double distance(const State& state, const Expansion& series) const;

 private:
  double of_springs(const Expansion& series, int k) const;
  double velocity(const Expansion& series, int body, int k) const;
  double sums(const Expansion& series, int k) const;
  double mobility_of(int body) const;
  double length_scale(const State& state, const Expansion& series) const;

  const SystemImpl& system_;
  const PresentStructure& present_;
  double tolerance_;
  double factor_{1.0};
  double time_{};                 ///< of this instant [s]
  double swing_{};                ///< how far motions come in a step: 1 - cos rounds by it [m]
  double spring_force_{};         ///< the largest of the forces of springs at massless bodies [N]
  double spring_rate_{};          ///< the largest of the rates of spring forces [N/s]
  std::vector<double> velocity_;  ///< (bodies) [m/s]
};

}  // namespace luztar
