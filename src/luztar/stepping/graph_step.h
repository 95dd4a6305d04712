// The implicit step of networks whose edges form cycles. Private to stepping/.
#pragma once

#include "luztar/stepping/graph_multipliers.h"
#include "luztar/stepping/graph_polish.h"

namespace luztar {

/// A step, with the writer of each value (x: StepArrays, s: GraphSlot of each slot):
///
///     start           s.start, s.smooth, s.set, s.multiplier from x.rate, x.mode, the step before
///     multipliers     u, s.set; x.mode and sides of contacts where the law has kinks
///     repeat
///       multipliers   s.multiplier: what is clamped, or T + rho (w1 - corner)
///       polish        clusters of slots with s.set = Free; x.change, x.next, s.force
///       if lawful     all limits hold, all that slides slides the right way
///         break
///       multipliers   rho of all slots, if they are too soft; u, s.set
///     polish          x.mode, x.impulse, s.mode; s.multiplier: the forces that were found
///     accept          x.rate = w1
///
/// Dry forces on cycles of stuck pairs are not unique. What is given is one choice within all
/// limits, near that of the step before; the motion does not depend on it. A cycle of stuck pairs
/// with ratios that contradict each other holds its cluster still.
class GraphStep {
 public:
  explicit GraphStep(StepArrays& arrays);

  /// The state is another one: rates from velocities.
  void place();
  /// Rates at the end become those at the start.
  void accept();
  /// Solves with the limits as they are.
  StepOutcome solve();

 private:
  void start();
  void start_slot(int slot);
  void choose_weights();

  StepArrays& x_;
  GraphSlots graph_;
  UpdatedFactor factor_;
  GraphMultipliers multipliers_;
  GraphPolish polish_;
  double multiplier_h_{};  ///< the step that multipliers and weights are of [s]
  bool is_placed_{true};   ///< modes are those of a state and not of the last step
};

}  // namespace luztar
