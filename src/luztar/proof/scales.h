// Largest numbers of a run so far: what rounding is relative to.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "luztar/dynamics/system_impl.h"
#include "luztar/proof/instant.h"

namespace luztar {

/// Of coordinates, relative: 64 ulps.
inline constexpr double kCoordinateRounding = 0x1p-46;

/// Deflection and rate of an element [m, m/s].
struct Ends {
  double d{}, rate{};
};

/// How well these are known.
struct Margins {
  double d_size{}, rate_size{};    ///< of the coordinates that they are made of
  double d_slack{}, rate_slack{};  ///< what rounding explains
  double d_ulps{};                 ///< the part of d_slack that does not come from the motion
};

/// Sizes of coordinates and forces, and the slack that follows from them.
class Scales {
 public:
  /// @param limit  of relative residuals
  /// @param longest  the largest time of the run [s]
  Scales(const SystemImpl& system, double limit, double longest);

  /// These begin anew.
  void forget();
  /// Time may be this much off [s].
  void allow(double soon) { time_slack_ += soon; }
  /// All but the loads.
  void widen(const Instant& now);
  /// Sum of forces and inertia of a body, absolute values.
  void widen_load(int body, double load) {
    bodies_[body].load = std::max(bodies_[body].load, load);
  }

  Margins margins_of(const Instant& now, int element) const;
  /// The rate that rounding of forces may give an element at rest in the whole run [m/s, rad/s].
  double drift(const Instant& now, int element) const;
  /// The run takes so long [s].
  double longest() const { return longest_; }
  /// The velocity that rounding of forces may give a body in the whole run [m/s, rad/s].
  double drift_of(int body) const {
    return bodies_[body].mass > 0.0 ? force_slack() / bodies_[body].mass * longest_ : 0.0;
  }
  /// Forces that matter beside that of an element: its own, those on its bodies, and what would
  /// stop them in the time of the run. A run is exact to its tolerance relative to these.
  double beside(int element) const;

  double q(int body) const { return bodies_[body].q; }
  double v(int body) const { return bodies_[body].v; }
  double f(int element) const { return f_[element]; }
  double z(int internal) const { return z_[internal]; }
  double load(int body) const { return bodies_[body].load; }
  /// Of all bodies: systems that are solved together round together.
  double any_q() const { return any_q_; }
  double any_v() const { return any_v_; }
  /// Mass of what the forces accelerate; 0: massless, or given.
  double mass(int body) const { return bodies_[body].mass; }
  double time_slack() const { return time_slack_; }
  /// Rounding of forces that follow from those of others [N].
  double force_slack() const { return kCoordinateRounding * any_f_; }
  /// Of a position, by the motion too.
  double q_slack(const Instant& now, int body) const {
    const OfBody& size = bodies_[body];
    return kCoordinateRounding * size.q + limit_ * size.way + std::abs(now.v[body]) * time_slack_;
  }
  double v_slack(const Instant& now, int body) const {
    return limit_ * bodies_[body].v + std::abs(now.a[body]) * time_slack_;
  }

 private:
  struct OfBody {
    double q{}, v{};
    double start{}, way{};  ///< where it began, and how far it came [m, rad]
    double load{};          ///< sum of forces and inertia
    double mass{};
  };
  void note_sizes();

  const SystemImpl& system_;
  std::vector<OfBody> bodies_;
  std::vector<double> f_, z_;           ///< (elements), (internals)
  double any_q_{}, any_v_{}, any_f_{};  ///< of all bodies, of all elements
  bool started_{};
  double limit_;
  double longest_;     ///< the largest time of the run [s]
  double time_slack_;  ///< rounding of the time [s]
};

}  // namespace luztar
