// The end of the next step: the first event, the accuracy of the laws.
#pragma once

#include <optional>
#include <vector>

#include "luztar/dynamics/system/time_events.h"
#include "luztar/simulate/beginnings.h"
#include "luztar/simulate/guard_zeros.h"
#include "luztar/simulate/notes.h"
#include "luztar/simulate/trouble.h"

namespace luztar {

/// Looks for the first guard that is zero on the way from the anchor, where the series and the laws
/// that they are made of still agree. Normal forces and grazed edges are watched on the way.
class EventSearch {
 public:
  /// @param end  of the run [s]
  EventSearch(Motion& motion, Notes& notes, double end);

  struct Crossing {
    double tau;
    int guard;
    bool flat;       ///< crossed with hardly any slope
    double start{};  ///< value of the guard at the anchor
    std::optional<TimeEvent> time_event{};
    bool rests{};  ///< by the rule of Approaches
    bool on_grid() const { return time_event && time_event->grid; }
  };

  /// Another end of the run [s].
  void set_end(double end) { end_ = end; }
  /// From the present anchor. False if the series say nothing.
  /// @param shrinks  steps have become shorter and shorter: they end in a switch that is near
  bool look(bool shrinks = false);
  /// Of the step that look() found [s]; may be infinite.
  double step() const { return step_; }
  /// Whether it ends in an event.
  bool ends_in_event() const { return crossing_ <= step_; }
  /// The end of that step.
  Time end() const;
  /// The next instant of a controller or of data, in this step or behind it.
  const std::optional<GridInstant>& next_on_grid() const { return next_on_grid_; }
  /// The same, if the step ends there.
  bool ends_on_grid() const;
  /// How long before the anchor the first of the guards was passed that are not above zero there,
  /// or the first time was over; none: nothing was, in this time [s].
  std::optional<double> passed_before(double most);
  /// Guards that are passed at the end of the step. Forgets the others. Those of controllers and
  /// data are passed with what is one with theirs, all others up to anchor + tau + time_error;
  /// neither takes the other along. A switch inside one of them is passed too where it is as near
  /// as rounding tells: mod(x, y) jumps where it falls to zero, and sign(mod(x, y)) must not see it
  /// below.
  const std::vector<Crossing>& crossings_until(double tau, double time_error);
  /// Those that are left.
  const std::vector<Crossing>& crossings() const { return crossings_; }
  /// Only clocks of controllers go on there. After crossings_until().
  bool is_only_sample() const;

  /// Crossings up to the event at anchor + tau that hardly are ones.
  void note_grazing(double tau);
  /// Limits that are touched up to anchor + tau and not passed.
  void note_touches(double tau);

  /// At the anchor: a normal force that goes below zero.
  std::optional<Trouble> lift_off() const;
  GuardZeros& zeros() { return zeros_; }
  Beginnings& beginnings() { return beginnings_; }

 private:
  bool is_inside_one(const Crossing& inner, const std::vector<Crossing>& passed) const;
  void cross_time_event(int guard, const GuardOwner& owner, double limit, double& first);
  double nearest_switch();
  double first_crossing(double& limit);
  double limit_crossing(int guard, const GuardOwner& owner, double limit);
  bool is_limit(const GuardOwner& owner) const;
  double normal_crossing(double first, double limit);
  double zero_of_normal(int pair, double reach) const;
  bool rises_from_zero(const double* c) const;
  double checked_step(double step);

  const SystemImpl& system_;
  Motion& motion_;
  State& state_;
  const Expansion& series_;
  Notes& notes_;
  LawCheck laws_;
  TimeEvents time_events_;
  GuardZeros zeros_;  ///< refers to laws_ and known_
  Beginnings beginnings_;
  std::optional<GridInstant> next_on_grid_;
  double end_;
  double step_{};
  double crossing_{};  ///< the first event in the step, or infinity [s]
  std::vector<Crossing> crossings_;
  std::vector<Crossing> touches_;  ///< of limits that are not passed, before the end of the step
  std::vector<int> with_normal_;   ///< pairs with a normal force
  int lifts_{-1};                  ///< the one whose normal force falls below zero next
};

}  // namespace luztar
