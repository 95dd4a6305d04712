// Dry impulses of pairs at rest on cycles: the ones that follow from state and model alone. Private
// to stepping/.
#pragma once

#include <memory>

#include "luztar/stepping/load_shares.h"
#include "luztar/stepping/step_limits.h"

namespace luztar {

/// They are known from find() until the next solution.
class SharedImpulses {
 public:
  void forget() { are_known_ = false; }
  void find(const StepArrays& x, const StepLimits& limits);
  bool knows(const StepArrays& x, int slot) const {
    return are_known_ && !x.forest.is_outside(slot) && solver_->shares(slot);
  }
  /// @pre knows()
  double impulse(int slot) const { return solver_->load(slot).impulse; }

 private:
  std::unique_ptr<LoadShares> solver_;  ///< made when it is needed first
  bool are_known_{};
};

}  // namespace luztar
