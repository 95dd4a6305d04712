// Ends of steps without an event at which modes and branches are decided anew.
#include "luztar/core/stop_request.h"
#include "luztar/simulate/runner.h"
#include "luztar/simulate/step_size.h"

namespace luztar {

/// Strengths that grew from zero are there now, and say who shares what.
void Runner::decide_shares(double tau) {
  transition_.remember();
  move_to(tau);
  transition_.begin();
  if (stop_if(transition_.settle())) report_.tell_changes();
}

/// A speed or a state that a power of it has brought to zero at the end of this step, but for
/// rounding, is zero. Tried: where something drives it on, nothing has happened, and look_ahead()
/// holds.
bool Runner::come_to_rest(double tau, bool shrinks) {
  const double near = shrinks ? 4.0 * kShortestStep * motion_.time_scale() : 0.0;
  Arrivals& arrivals = transition_.arrivals();
  if (!arrivals.find(state_, motion_.series(), tau, near, motion_.tolerance())) return false;
  const State before = state_;
  transition_.remember();
  move_to(tau);
  arrivals.take(state_);
  transition_.begin();
  if (!transition_.settle() && arrivals.hold(motion_.series())) {
    report_.tell_changes();
    return true;
  }
  state_ = before;
  begin_decided();
  motion_.look_ahead(tau);
  return false;
}

/// The run ends just before the instant, with the series that led to it.
void Runner::leave_instant(double tau) {
  state_ = before_instant_;
  begin_decided();
  stop_on_request(tau);
}

}  // namespace luztar
