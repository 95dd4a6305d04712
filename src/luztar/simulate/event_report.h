// Rows of events.
#pragma once

#include "luztar/simulate/notes.h"
#include "luztar/simulate/transition.h"

namespace luztar {

/// Tells an observer what changed at an instant, from the modes of Motion::left() to those of the
/// state, and counts it.
class EventReport {
 public:
  EventReport(Motion& motion, const Transition& transition, Notes& notes, Observer& observer);

  void tell_changes();
  /// Impacts of the start: bodies that begin at an edge with a rate into it.
  void tell_first_impacts();

 private:
  void tell_input(int name);
  void tell_springs();
  void tell_friction(int pair);
  void tell_stop(int pair);
  void tell(int name, ModeNumber from, ModeNumber to, Event::Cause cause, double impulse = 0.0);

  const SystemImpl& system_;
  Motion& motion_;
  State& state_;
  const Transition& transition_;
  Notes& notes_;
  Observer& observer_;
};

}  // namespace luztar
