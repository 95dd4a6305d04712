// How often each guard is passed.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "luztar/dynamics/state.h"
#include "luztar/dynamics/system_impl.h"

namespace luztar {

/// Counts passes of guards in a run and at an instant, to name what changes most often.
class Passes {
 public:
  Passes(const SystemImpl& system, const Time& start);

  /// A new instant.
  void begin();
  /// A guard that was crossed at this time.
  void pass(int guard, const Time& time);
  /// A mode that was decided by other means.
  void add(int guard);
  void add_here(int guard) { ++here_[guard]; }

  /// At this instant.
  int here(int guard) const { return here_[guard]; }
  /// One guard is passed again and again at this instant.
  bool is_endless() const;
  std::string busiest_here() const { return busiest_names(here_); }
  std::string busiest() const { return busiest_names(run_); }
  /// How long the busiest of the run takes for there and back; "" if that says nothing.
  std::string period_words() const;

 private:
  std::string busiest_names(const std::vector<int>& passes) const;

  const SystemImpl& system_;
  std::vector<int> run_, here_;                 ///< (guards)
  std::vector<std::array<Time, 2>> last_pass_;  ///< (owners of guards) newest first
  std::vector<double> period_;                  ///< (owners of guards) there and back [s]
};

}  // namespace luztar
