// When output points are due.
#pragma once

#include <cstdint>
#include <vector>

#include "luztar/core/settings.h"
#include "luztar/dynamics/system/grid.h"

namespace luztar {

/// The output grid of a run.
class SampleTimes {
 public:
  explicit SampleTimes(const SimulationSettings& settings);

  /// Leaves out what a former part of the run gave out, or passed.
  void go_on_from(const State& state);
  bool has_next() const { return next_ < count_; }
  double next_time() const;
  /// The same, before it is rounded.
  GridInstant next_instant() const;
  /// Of the run.
  const GridInstant& end() const { return end_; }
  void advance();
  /// Of the last point given out, by a former part too.
  double last() const { return last_; }

 private:
  double start_, spacing_, duration_;
  GridInstant end_;
  std::vector<double> times_{};  ///< points one by one [s]; empty: a grid
  std::int64_t count_, next_{};
  double last_{kNoSample};
};

}  // namespace luztar
