// Dry impulses of pairs at rest on cycles: the ones that follow from state and model alone. Private
// to stepping/.
#pragma once

#include <memory>

#include "luztar/stepping/load_shares.h"
#include "luztar/stepping/step_limits.h"

namespace luztar {

/// They are valid from find() until the next solution.
class SharedImpulses {
 public:
  void forget() { are_valid_ = false; }
  void find(const StepArrays& x, const StepLimits& limits);
  bool has_impulse(const StepArrays& x, int slot) const {
    return are_valid_ && !x.forest.is_outside(slot) && solver_->shares(slot);
  }
  /// @pre has_impulse()
  double impulse(int slot) const { return solver_->load(slot).impulse; }

 private:
  std::unique_ptr<LoadShares> solver_;  ///< made when it is needed first
  bool are_valid_{};
};

}  // namespace luztar
