// A run whose motion another program integrates, between events that this program finds.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "luztar/simulate/driven/motion_reader.h"
#include "luztar/simulate/driven/visible_events.h"
#include "luztar/simulate/runner.h"

namespace luztar {

/// Positions, velocities and internals at a time, as another program has them.
struct GivenPoint {
  double time{};                   ///< [s]
  std::vector<double> q{}, v{};    ///< (bodies) those of given motions are not read [m, rad], [m/s]
  std::vector<double> internal{};  ///< (internals)
};

/// What a guard watches, "guide upper".
std::string indicator_name(const System& system, std::size_t guard);

/// A run of a System from `start`:
///
///     put(point); look()      derivatives, outputs and indicators there, in the modes in force
///     accept()                the integrator goes on from there
///     cross(...)              an event: new modes, impacts, jumps; point() is behind it
///
/// The integrator finds events as well as its tolerance lets it. cross() goes back along the exact
/// motion to before the indicators were passed, and forward again as a run of luztar: all that
/// happens up to the point happens at its own instant. Where an error of the integrator alone has
/// passed a guard, something happens only if the exact motion leads on across it.
///
/// Indicators are the guards of the modes in force over what they are compared with, 1 where
/// nothing is watched. While a mode lasts they are continuous. Behind an instant each is above zero
/// by kSolved at least, so that none is passed twice.
class IntegratedRun {
 public:
  /// @param hidden_from, hidden_to  names of events that are not listed: those of inputs
  IntegratedRun(System system, State start, int hidden_from, int hidden_to);
  IntegratedRun(const IntegratedRun&) = delete;
  IntegratedRun& operator=(const IntegratedRun&) = delete;

  const System& system() const { return system_; }
  /// Where the run is: at first its start, later what was put, or what is behind an instant.
  GivenPoint point() const;

  void put(const GivenPoint& point);
  /// Work is done once for each point. @return false: no motion is there, or one that is not finite
  bool look();
  /// After look().
  double value(Quantity quantity, int index);
  double internal_rate(int internal) const;  ///< [1/s]
  std::size_t n_indicators() const { return scale_.size(); }
  double indicator(std::size_t guard);

  /// The integrator goes on from this point. A normal force that has become negative ends the run.
  /// @return an event is due
  bool accept();
  /// Whether an event is due at the point: an indicator is not above zero, or a time is over.
  bool is_due();
  /// An event there. @param changes  of internals that jump: inputs. @param jumped  their names
  /// @return false if the run has ended
  bool cross(std::span<const InternalChange> changes, const std::vector<int>& jumped);
  /// Infinity if there is none [s].
  double next_time_event() const;
  const std::vector<Event>& events() const { return observer_.list; }
  void clear_events() { observer_.list.clear(); }

  bool ended() const { return info_.status != Status::Finished; }
  const RunInfo& info() const { return info_; }
  /// To go on from.
  State state();

 private:
  std::optional<Time> time_due() const;
  bool lead_to(const Time& time);
  bool leave();
  bool fail(const std::string& what);
  bool has_time_event(int guard) const;
  double size_of(int guard) const;
  void set_indicators();

  System system_;
  VisibleEvents observer_;
  std::unique_ptr<Runner> runner_;
  TimeEvents time_events_;
  MotionReader reader_;
  RunInfo info_{};
  double inside_{};                   ///< the last time at which no guard was passed [s]
  double moment_;                     ///< in which what grows from zero is seen [s]
  std::vector<double> scale_, bias_;  ///< (guards)
  bool looked_{}, good_{};            ///< at the present point; with a motion
};

}  // namespace luztar
