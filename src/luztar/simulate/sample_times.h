// When output points are due.
#pragma once

#include <cstdint>

#include "luztar/core/settings.h"

namespace luztar {

/// The output grid of a run.
class SampleTimes {
 public:
  explicit SampleTimes(const SimulationSettings& settings);

  /// Skips grid points up to `time`, which a former part of the run gave out.
  void skip_through(double time);
  bool has_next() const { return next_ < count_; }
  double next_time() const;
  void advance() { ++next_; }

 private:
  double start_, spacing_, duration_;
  std::int64_t count_, next_{};
};

}  // namespace luztar
