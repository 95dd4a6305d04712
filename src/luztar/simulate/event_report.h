// Rows of events.
#pragma once

#include "luztar/simulate/notes.h"
#include "luztar/simulate/transition.h"

namespace luztar {

/// Why a friction changes of itself: it breaks, or has come to rest.
Event::Cause cause_of_change(Mode from);

/// Tells an observer what changed at an instant, from the modes of Motion::left() to those of the
/// state, and counts it; what massless bodies do in a jump comes before.
class EventReport {
 public:
  EventReport(Motion& motion, const Transition& transition, Notes& notes, Observer& observer);

  void report_changes();
  /// Impacts of the start: bodies that begin at an edge with a rate into it.
  void report_first_impacts();

 private:
  void report_input(int name);
  void report_springs();
  void report_friction(int pair);
  void report_stop(int pair);
  void report(int name, ModeNumber from, ModeNumber to, Event::Cause cause, double impulse = 0.0);

  const SystemImpl& system_;
  Motion& motion_;
  State& state_;
  const Transition& transition_;
  Notes& notes_;
  Observer& observer_;
};

}  // namespace luztar
