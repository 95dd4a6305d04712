// Normal forces of frictions must not become negative.
#pragma once

#include <optional>
#include <vector>

#include "luztar/simulate/motion.h"
#include "luztar/simulate/trouble.h"

namespace luztar {

/// Watches the normal forces of a run: within a step, and at an instant in its new modes.
class NormalForces {
 public:
  /// @param end  of the run [s]
  NormalForces(Motion& motion, double end);

  bool has_any() const { return !pressed_.empty(); }
  /// Where the first normal force falls below zero by more than rounding, or `first` before that.
  /// max(0, x) reaches zero too: what comes after the switch of its branch is judged by fall().
  double crossing(double first, double limit);
  /// At the anchor: a normal force that goes below zero.
  std::optional<Trouble> fall() const;

 private:
  bool rises_from_zero(const double* c) const;

  Motion& motion_;
  const Expansion& series_;
  double end_;
  std::vector<int> pressed_;  ///< pairs with a normal force
  int at_zero_{-1};           ///< pair whose normal force falls below zero next
};

}  // namespace luztar
