// Time events: switches that leave their piece at instants that do not depend on the motion:
// docs/accuracy.md.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "luztar/dynamics/system/grid.h"
#include "luztar/dynamics/system/system_impl.h"

namespace luztar {

/// Where a switch goes on to its next piece.
struct TimeEvent : GridInstant {
  bool grid;  ///< a sample, an action or a knot of data; else an event such as that of step(t - c)
};

/// The piece that a clock, or data over t, is in at an instant of a grid; none for other switches.
std::optional<std::int64_t> piece_on_grid(const SystemImpl& system, int sw, const GridInstant& now);

/// Of clocks, data over t, and switches whose argument is t - c or c - t.
class TimeEvents {
 public:
  explicit TimeEvents(const SystemImpl& system);

  bool empty() const { return first_ == last_; }
  /// Whether the switch leaves its present piece by time alone.
  bool has_event(const State& state, int sw) const;
  /// Where a switch leaves its piece by this side. @pre has_event(sw)
  std::optional<TimeEvent> leaves(const State& state, int sw, int side) const;
  /// The first one of all switches behind an instant, and not one with it.
  std::optional<GridInstant> next_behind(const State& state, const GridInstant& now) const;

 private:
  /// A slot that is sign * t + offset. Sign 0: it is something else.
  struct Line {
    double sign{}, offset{};
  };

  const SystemImpl& system_;
  std::vector<Line> low_, high_;  ///< (switches)
  int first_{}, last_{};          ///< switches with time events lie between these
};

}  // namespace luztar
