// Who solves a step whose limits are given. Private to stepping/.
#pragma once

#include <memory>

#include "luztar/stepping/chain_step.h"
#include "luztar/stepping/exact_modes.h"
#include "luztar/stepping/forest_step.h"
#include "luztar/stepping/graph_step.h"
#include "luztar/stepping/network_stepper.h"

namespace luztar {

/// The solver that fits the network, with the exact recursion behind those of forests.
class StepSolver {
 public:
  explicit StepSolver(StepArrays& arrays);

  /// Null if another one solves.
  ChainStep* chain() const { return chain_.get(); }
  void set_executor(Executor executor);

  /// The state is another one: what the arrays know of it besides positions and velocities.
  void place();
  void set_length(double h);
  /// @param varying, steady  as in StepInput
  void begin(std::span<const int> varying, bool steady) {
    if (chain_) chain_->begin(varying, steady);
  }
  /// With the limits as they are; notes in the report how it went.
  /// @return false: no solution
  bool solve(StepReport& report);
  /// Largest impulse of the last solution [N s].
  double scale() const { return scale_; }
  double total_impulse(int slot) const {
    return chain_ ? chain_->impulse(slot) : x_.total_impulse(slot);
  }
  /// Takes the step.
  void accept();
  /// After it, with the limits of the next step.
  void settle() {
    if (chain_) chain_->settle();
  }

 private:
  StepOutcome run();

  StepArrays& x_;
  std::unique_ptr<ChainStep> chain_;    ///< for plain chains
  std::unique_ptr<ForestStep> forest_;  ///< for all other forests
  std::unique_ptr<GraphStep> graph_;    ///< for networks with cycles
  std::unique_ptr<ExactModes> exact_;   ///< made when it is needed first
  double scale_{};
};

}  // namespace luztar
