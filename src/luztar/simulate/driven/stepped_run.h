// A run by events that goes on from call to call, with inputs that change in between.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "luztar/simulate/driven/motion_reader.h"
#include "luztar/simulate/driven/visible_events.h"
#include "luztar/simulate/runner.h"

namespace luztar {

/// A run of a System from `start`, which it keeps: nothing is made anew from one call to the next.
///
///     go_to(t)     as many steps of the Runner as end up to t; the next one is planned already
///     value(...)   of the series of that step, at t
///     change(...)  an instant at t
///
/// What is read at t has the bits of the output point t of a run with simulate().
class SteppedRun {
 public:
  /// @param hidden_from, hidden_to  names of events that are not listed: those of inputs
  SteppedRun(System system, State start, int hidden_from, int hidden_to);
  ~SteppedRun();
  SteppedRun(const SteppedRun&) = delete;
  SteppedRun& operator=(const SteppedRun&) = delete;

  double time() const { return time_; }
  const System& system() const { return system_; }
  /// @param until_event  stops behind the first instant with events
  /// @return false if the run has ended
  bool go_to(double time, bool until_event);
  /// At the time reached. @param next  when inputs will change again [s]
  bool change(std::span<const InternalChange> changes, const std::vector<int>& jumped, double next);
  /// Since clear_events().
  const std::vector<Event>& events() const;
  void clear_events();

  double value(Quantity quantity, int index) const;
  /// Its derivative by time, of the series in force. @pre no mode and no margin; order >= 0
  double derivative(Quantity quantity, int index, int order) const;
  const EnergyLedger& energy();
  bool ended() const { return info_.status != Status::Finished; }
  /// How it ended; Finished: it goes on.
  const RunInfo& info() const { return info_; }
  /// With the state, the proofs and the energy of the time reached.
  const RunInfo& look();
  /// The next instant that is known from the time alone: a sample, a row of data, step(t - c).
  double next_time_event() const;

 private:
  void end();
  void to_bodies();

  System system_;
  std::unique_ptr<VisibleEvents> observer_;
  std::unique_ptr<Runner> runner_;
  TimeEvents time_events_;
  double time_;
  double duration_;  ///< how far the runner may look [s]
  bool planned_{};
  RunInfo info_{};
  EnergyLedger energy_;
  mutable MotionReader reader_;
};

}  // namespace luztar
