// Expressions of a model at single instants.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "luztar/dynamics/system/system_impl.h"

namespace luztar {

/// Values of all slots of a program, for steps that know nothing of power series. What jumps with
/// time keeps its piece until the caller lets it go on, so that both ends of a step can be asked
/// for their one-sided values.
class PointValues {
 public:
  /// @param branch  (switches) the pieces in force
  PointValues(const SystemImpl& system, const std::vector<std::int64_t>& branch);

  /// Everything that depends on time only.
  void set_time(double t);
  /// Everything else. Inputs that depend on the motion, in the order of SystemImpl::inputs.
  void set_state(std::span<const double> inputs);

  double slot(int index) const { return series_.slot(index)[0]; }
  double given_velocity(int body) const { return series_.slot(system_.motion_slot(body))[1]; }

  /// True if something jumps after the last go_on() and up to t.
  bool jumps_by(double t);
  /// The latest time in [before, after] until which nothing jumps; something jumps by `after`.
  double last_before_jump(double before, double after);
  /// Takes the pieces of time t; `jumped` receives the owners of what jumped there.
  void go_on(double t, std::vector<int>& jumped);

  /// Pieces in force; those with a memory as they were when keep() was called last.
  const std::vector<std::int64_t>& branches() const { return kept_; }
  void keep() { kept_ = branch_; }
  void forget() { branch_ = kept_; }
  /// Of a table that is read where it has no rows; "" if none.
  std::string outside_message() const;
  bool has_jumps() const { return !jumps_.empty(); }

 private:
  void settle_time(double t, std::vector<std::int64_t>& branch, bool jumps);
  std::int64_t piece(int sw, std::int64_t now, double t) const;

  const SystemImpl& system_;
  ProgramSeries series_;
  double time_{};
  std::vector<std::int64_t> branch_, kept_, trial_;  ///< (switches)
  std::vector<char> is_jump_;                        ///< (switches) of time
  std::vector<int> jumps_, of_time_, of_state_;      ///< switches
};

}  // namespace luztar
