// Massless bodies that jump with their loads.
#pragma once

#include <string>
#include <vector>

#include "luztar/dynamics/compile/massless_part.h"
#include "luztar/simulate/motion.h"

namespace luztar {

/// Where a force at a massless body jumps and nothing damps it, its position jumps to where forces
/// balance. What has no rates and no inertia depends on the path of its loads: that of a jump is
/// the straight line from all loads just before to all just after, which a steep ramp takes too,
/// while bodies with mass stand still. The path is a run of its own (MasslessPart) from t = 0 to 1
/// s; its work and its events belong to the instant. Where many frictions rest it is tried twice:
/// it is the same whichever forces they have, but one start may be easier to decide than the other.
///
/// Writes positions, held deflections, modes and contacts at massless bodies, and accounts.
class MasslessJump {
 public:
  explicit MasslessJump(Motion& motion);

  /// A new instant.
  void begin();
  /// From Motion::left() to the loads of the series, whose forces of order 0 are there.
  /// @param pairs  of this instant: those at massless bodies begin in the modes of the end
  /// @return false if loads do not jump, or the path has no end: obstacle()
  bool take(PairsNow& pairs);
  /// From where the state is, at constant loads, while frictions that have just broken fall from
  /// their static limits: as Body::release says, to F_K, or to 2 F_K - F_S, which is as far again.
  bool release(PairsNow& pairs);
  bool happened() const { return happened_; }
  /// Modes at the end of the path. @pre happened()
  const Modes& modes() const { return modes_; }
  /// On the path, in its order; the time is that of the instant.
  const std::vector<Event>& events() const { return events_; }
  /// A pair that slides on the path and sticks behind it; -1: none.
  int stopped(const State& state) const;
  /// Adds the work of the path to the accounts.
  void record(State& state) const;
  /// Why take() was in vain, to be added to a sentence; "" if no load jumps.
  const std::string& obstacle() const { return obstacle_; }

 private:
  State left() const;
  void start_anew();
  Release release_of(int pair) const;
  bool find_falls(Release kind, std::vector<LimitFall>& falls);
  void rest_at_end(const std::vector<LimitFall>& falls, PairsNow& pairs);
  bool follow(const State& start, const Loads& from, const Loads& to, bool stands, PairsNow& pairs,
              const std::vector<LimitFall>& falls = {});
  void go_there(const MasslessPart& part, const RunInfo& end, PairsNow& pairs);
  void go_there(const MasslessPart& part, std::size_t pair, const State& end, PairNow& now);
  void take_events(const MasslessPart& part, const std::vector<Event>& events);

  const SystemImpl& system_;
  Motion& motion_;
  State& state_;
  bool happened_{};
  Modes modes_;
  std::vector<Event> events_;
  std::vector<double> supplied_, dissipated_;  ///< (elements) [J]
  double moved_{};                             ///< [J]
  std::string obstacle_;
};

}  // namespace luztar
