// What stops do in a step: which are in contact, which are hit. Private to stepping/.
#pragma once

#include <vector>

#include "luztar/stepping/network.h"
#include "luztar/stepping/step_arrays.h"

namespace luztar {

constexpr Mode mode_of(Edge edge) { return static_cast<Mode>(number(edge)); }

/// A stop that acts in a step is a slot with the limits [0, inf) at its upper edge, (-inf, 0] at
/// its lower one, and with the corner at the rate that it asks for: 0 in contact, -e w0 where it is
/// hit. One whose edges are the same place holds both ways in contact. All others have no force.
class StepStops {
 public:
  StepStops(const StepNetwork& network, StepArrays& arrays);

  /// The state is another one. @param mode  (edges) as in StepState; or empty: none is held
  void place(const std::vector<Mode>& mode);
  /// Writes law.upper, lower, target and mode of all stops at the start of a step.
  void begin();
  /// Something runs into a stop in this step.
  bool hits() const { return hits_; }
  /// Before the step is taken.
  void accept();

  bool has(int edge) const { return !index_.empty() && index_[edge] >= 0; }
  /// Where a stop is held at the end of the step that was solved; None for an edge without one.
  Edge next_contact(int edge) const { return has(edge) ? at_end(index_[edge]) : Edge::None; }
  /// Those of now, as in StepState.
  void write(std::vector<Mode>& mode) const;

 private:
  struct Place {
    Edge kept{};    ///< the edge at which it was held at the end of the last step
    Edge acting{};  ///< the edge at which it acts in this step
  };

  Edge at_end(int index) const;
  Edge hit_of(int index) const;
  Edge touched(int index) const;
  void begin_stop(int index, bool is_hit);

  const StepNetwork& network_;
  StepArrays& x_;
  std::vector<Place> places_;  ///< (stops)
  std::vector<int> index_;     ///< (edges) its stop, or -1; empty: none has one
  std::vector<int> part_;      ///< (stops) a body of what edges join to its own
  std::vector<char> is_hit_;   ///< (bodies) those of part_: nonzero if the step hits a stop there
  bool hits_{};
};

}  // namespace luztar
