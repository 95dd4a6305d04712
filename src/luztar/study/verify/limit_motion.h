// Where a reduced model says that the bodies of the full one are.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "luztar/derive/reduce.h"
#include "luztar/study/verify/watched_run.h"

namespace luztar {

/// The motion of one body in the limit.
struct LimitTrack {
  std::vector<double> q;            ///< (samples)
  std::vector<char> is_determined;  ///< (samples) 0: the limit does not say where it is
  double start{};                   ///< at the start; it may be left out of what is known
  bool start_is_determined{};       ///< else it starts within a freeplay
  bool light{};       ///< it has no mass in the limit: it may jump, and at the start it does
  double travel{};    ///< what differences are measured by: how far it goes
  double rounding{};  ///< differences below, relative to the travel, are those of the runs
};

class LimitMotion {
 public:
  /// @param parameters  of the full model
  /// @param light       bodies that have no mass in the limit
  LimitMotion(const Reduction& reduction, const WatchedRun& reduced,
              const ParameterValues& parameters, const std::set<std::string>& light);

  /// (samples) not 0: at the start or at an event, where a value has two limits.
  const std::vector<char>& jumps() const { return jumps_; }
  /// By the names of the full model's bodies; given motions are left out.
  const std::map<std::string, LimitTrack>& tracks() const { return tracks_; }

 private:
  void add_bodies(const Reduction& reduction, const WatchedRun& reduced);
  void find_floating(const Reduction& reduction);
  void add_eliminated(const Reduction& reduction);
  void measure();
  void find_jumps(const WatchedRun& reduced);
  void leave_out_jumps();
  double value(const Expression& expression, std::size_t sample) const;
  bool says_where(const Expression& place, std::size_t sample) const;

  const ParameterValues parameters_;
  const std::set<std::string> light_;
  std::size_t samples_{};
  std::vector<char> jumps_{};
  std::map<std::string, LimitTrack> tracks_{};
  std::set<std::string> given_{};
};

/// How far a full run is from the limit.
struct Distance {
  double error{};       ///< relative; massless bodies by the mean over the run, others the largest
  std::string worst{};  ///< the body
  double rounding{};    ///< errors below are those of the runs
  double half_way{};    ///< [s] when half of the error is reached
};
Distance distance_of(const LimitMotion& limit, const WatchedRun& full);

}  // namespace luztar
