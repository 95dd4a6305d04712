// Largest numbers of a run so far: what rounding is relative to.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/system/system_impl.h"
#include "luztar/proof/instant.h"

namespace luztar {

/// Deflection and rate of an element [m, m/s].
struct Ends {
  double d{}, rate{};
};

/// Sizes and errors of Ends.
struct Margins {
  double d_size{}, rate_size{};    ///< of the coordinates that they are made of
  double d_error{}, rate_error{};  ///< what rounding explains
  double d_ulps{};                 ///< the part of d_error that does not come from the motion
};

/// Sizes of coordinates and forces, and the error that follows from them.
class Scales {
 public:
  /// @param limit  of relative errors of positions and velocities
  /// @param longest  the largest time of the run [s]
  /// @param so_far  of the parts of the run before
  Scales(const SystemImpl& system, double limit, double longest, Sizes so_far = {});

  /// Of all that was seen, and of `so_far`.
  const Sizes& sizes() const { return sizes_; }

  /// These begin anew.
  void forget();
  /// Time may be this much off [s].
  void allow(double more) { time_error_ += more; }
  /// All but the loads.
  void widen(const Instant& now);
  /// A body is there, with that velocity, between two instants.
  void pass_by(int body, double q, double v) {
    const auto b = static_cast<std::size_t>(body);
    if (b >= sizes_.start.size() || !std::isfinite(q) || !std::isfinite(v)) return;
    sizes_.position[b] = std::max(sizes_.position[b], std::abs(q));
    sizes_.travel[b] = std::max(sizes_.travel[b], std::abs(q - sizes_.start[b]));
    sizes_.velocity[b] = std::max(sizes_.velocity[b], std::abs(v));
    any_q_ = std::max(any_q_, sizes_.position[b]);
    any_v_ = std::max(any_v_, sizes_.velocity[b]);
  }
  /// An element has that force between two instants.
  void pass_by(int element, double f) {
    if (!std::isfinite(f)) return;
    double& size = sizes_.force[static_cast<std::size_t>(element)];
    size = std::max(size, std::abs(f));
    any_f_ = std::max(any_f_, size);
  }
  /// Sum of forces and inertia of a body, absolute values.
  void widen_load(int body, double load) { sizes_.load[body] = std::max(sizes_.load[body], load); }

  Margins margins_of(const Instant& now, int element) const;
  /// The rate that rounding of forces may give an element at rest in the whole run [m/s, rad/s].
  double drift(const Instant& now, int element) const;
  /// The run takes so long [s].
  double longest() const { return longest_; }
  /// The velocity that rounding of forces may give a body in the whole run [m/s, rad/s].
  double drift_of(int body) const {
    return mass_[body] > 0.0 ? force_error() / mass_[body] * longest_ : 0.0;
  }
  /// Forces that matter beside that of an element: its own, those on its bodies, and what would
  /// stop them in the time of the run. A run is exact to its tolerance relative to these.
  double beside(int element) const;

  double q(int body) const { return sizes_.position[body]; }
  /// Of what the position was computed from: without mass also those that springs join it to.
  double q_beside(int body) const;
  double v(int body) const { return sizes_.velocity[body]; }
  double f(int element) const { return sizes_.force[element]; }
  double z(int internal) const { return sizes_.internal[internal]; }
  double load(int body) const { return sizes_.load[body]; }
  /// Of all bodies: systems that are solved together round together.
  double any_q() const { return any_q_; }
  double any_v() const { return any_v_; }
  /// Mass of what the forces accelerate; 0: massless, or given.
  double mass(int body) const { return mass_[body]; }
  double time_error() const { return time_error_; }
  /// Rounding of forces that follow from those of others [N].
  double force_error() const { return kRounding * any_f_; }
  /// Of a position, by the motion too.
  double q_error(const Instant& now, int body) const {
    return kRounding * q(body) + limit_ * sizes_.travel[body] + std::abs(now.v[body]) * time_error_;
  }
  double v_error(const Instant& now, int body) const {
    return limit_ * v(body) + std::abs(now.a[body]) * time_error_;
  }

 private:
  void begin(Sizes so_far);
  void note_sizes_of_laws();

  const SystemImpl& system_;
  std::vector<double> mass_;  ///< (bodies)
  Sizes sizes_;
  double any_q_{}, any_v_{}, any_f_{};  ///< of all bodies, of all elements
  double limit_;
  double longest_;     ///< the largest time of the run [s]
  double time_error_;  ///< rounding of the time [s]
};

/// What rounding of positions and velocities makes of the forces of springs and dampers at massless
/// bodies, over the distances they travel: no mass takes up what is left between them and what
/// holds them [J].
/// @param sizes  of the run, `longest` its largest time [s]
double rounding_of_energy(const SystemImpl& system, const Sizes& sizes, double longest);

}  // namespace luztar
