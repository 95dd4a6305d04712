// Going on with other laws, from the end of a run.
#include "luztar/simulate/reached.h"
#include "luztar/simulate/runner.h"

namespace luztar {

/// An instant at which every force may jump, but no position of a body with mass.
bool Runner::change_laws() {
  state_.stepping = {.numerical = state_.stepping.numerical};
  const double before = state_.reached.energy;
  begin_instant();
  next_velocity_ = state_.velocity;
  remember_modes();
  state_.resolved = true;
  if (!settle()) return false;
  impacts_.book(state_);
  book_change(before, ledger_.mechanical_energy(state_, series_) - impacts_.energy_change(),
              state_);
  contact_before_ = former_.contact;
  pair_before_ = former_.pair;
  side_before_ = former_.side;
  report_changes();
  changed_ = false;
  return !done_;
}

/// Other laws may balance massless bodies elsewhere: they go there, as at the start of a run.
ModeStatus Runner::decide() {
  if (!changed_ || !system_.has_massless) return modes_.decide(state_, series_, at_rest_, broken_);
  const State here = state_;
  const ModeStatus status = modes_.decide(state_, series_, at_rest_, broken_);
  if (status != ModeStatus::Jumped) return status;
  state_ = here;
  state_.resolved = false;
  start_series();
  const ModeStatus there = modes_.decide(state_, series_, at_rest_, broken_);
  state_.resolved = true;
  return there;
}

/// The final state, for a run that goes on.
void Runner::keep_state(double tau, const Sample& last) {
  info_.final_state = state_;
  Reached& reached = info_.final_state.reached;
  reached = reached_by(system_, settings_, last.energy);
  if (tau == 0.0) return;
  reach_beyond(state_, last, reached);
  reached.position = info_.q;
  reached.velocity = info_.v;
}

}  // namespace luztar
