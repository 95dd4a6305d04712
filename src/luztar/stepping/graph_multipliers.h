// The method of multipliers for a step of a graph. Private to stepping/.
#pragma once

#include "luztar/stepping/graph_slots.h"
#include "luztar/stepping/updated_factor.h"

namespace luztar {

/// With rho > 0 and guesses T of the dry impulses, the changes u of velocity minimize a smooth
/// convex function, piecewise quadratic, in which each dry impulse is
///
///     clamp(T + rho (w1 - corner), lower, upper).
///
/// Newton's method with a line search finds its minimum in finitely many steps; what was clamped
/// becomes the next T.
class GraphMultipliers {
 public:
  GraphMultipliers(GraphSlots& slots, UpdatedFactor& factor);

  /// rho of all slots from their weights. @param relative  in reduced masses of the slots
  void set_rho(double relative);
  /// The minimum from the multipliers of the step before.
  void start();
  /// The multipliers that follow from it.
  void update();
  /// The minimum from the present ones. @param round  how often that was done in this step
  void go_on(int round);
  /// Changes of velocity at the minimum.
  const std::vector<double>& u() const { return u_; }

 private:
  template <bool kForced>
  bool evaluate(const std::vector<double>& u);
  bool look_again(int slot, double w1);
  bool find_direction();
  bool minimize(int rounds, bool guess);
  void approach();
  bool search_line(double start);
  double along_step() const;

  GraphSlots& graph_;
  StepArrays& x_;
  UpdatedFactor& factor_;
  double relative_rho_{};
  std::vector<double> u_, trial_, direction_, gradient_;  ///< (nodes)
};

}  // namespace luztar
