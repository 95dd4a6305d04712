// Guards that are zero, or hardly pass zero.
#pragma once

#include "luztar/dynamics/system/time_events.h"
#include "luztar/simulate/law_check.h"
#include "luztar/simulate/motion.h"

namespace luztar {

/// What a guard does at its zero, where rounding and the finite order of a series hide it.
///
/// Writes State::roots: coefficients that turn out to be zero.
class GuardZeros {
 public:
  GuardZeros(Motion& motion, LawCheck& laws, const TimeEvents& time_events);

  /// True if a guard is negative just after the anchor. A value that rounding put slightly on the
  /// wrong side, and that comes back, is zero. Where there is a time event, its instant decides.
  bool leaves_at_once(int guard);
  /// A massless body may rest at the edge of a gap without a force, or approach it for ever: true
  /// if the deflection stays there up to rounding.
  /// @param p     coefficients of the guard
  /// @param step  0: the next one
  bool stays_at_edge(int guard, const double* p, double step) const;

  // Edges that the argument of a switch passes with hardly any slope, or only touches: sign(x^3),
  // step(x^2), saw(2 pi sin(x)) at the crest. A polynomial knows such a place to the third or the
  // half of its digits, and whether there is one not at all. The expression itself does.

  /// Where the argument of a switch passes its edge. Its polynomial, in Motion::scratch(), says: at
  /// `tau`, if at all, within `whole`. Where the edge is only touched, `limit` falls to behind that
  /// place.
  double switch_crossing(int guard, double tau, double whole, double& limit);
  /// Where the argument of a switch leaves its edge by a term beyond the order of its series, which
  /// is zero: t^29 at t = 0.
  double crossing_beyond_order(int guard, double limit);
  /// Whether the argument of a switch is made of powers, that are not whole, of something that is
  /// zero within tau. @pre a switch's guard
  bool has_power_of_zero(int guard, double tau) const {
    return laws_.has_power_of_zero(edge_of(guard).slot, tau, series_);
  }
  /// The sign that a slot, whose series is 0 because it is made of powers of something that is zero
  /// at the anchor, takes at once; 0: it is not made of such powers, or stays zero.
  int sign_behind_powers(int slot);

 private:
  /// What the argument of a switch does near its edge, worked out directly.
  struct Passage {
    double crosses;  ///< infinity: it only touches
    double clear;    ///< where it has left the edge again
  };

  SwitchGuard edge_of(int guard) const;
  double distance(const SwitchGuard& edge, double tau);
  Passage passage(int guard, double near, double limit);
  double between(const SwitchGuard& edge, double before, double after);
  bool only_touches(int guard);
  bool returns_to_edge(int guard);
  bool is_inside(int guard);
  bool hides_terms(int sw) const;

  const SystemImpl& system_;
  Motion& motion_;
  State& state_;
  const Expansion& series_;
  LawCheck& laws_;
  const TimeEvents& time_events_;
};

}  // namespace luztar
