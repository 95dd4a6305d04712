// Inputs that jump between the steps of a stepped run.
#pragma once

#include <vector>

#include "luztar/simulate/steps/stepping_forces.h"

namespace luztar {

/// Ends a step where an input jumps, and lets it jump there: forces from then on, and velocities of
/// given motions.
class InputJumps {
 public:
  InputJumps(const SystemImpl& system, StepForces& forces, NetworkStepper& stepper);

  /// The end of a step from t0: where something jumps in it, else t1.
  double cut(double t0, double t1);
  /// Something jumps at the end of this step.
  bool is_ahead() const { return ahead_; }
  /// The step ends before.
  void forget() { ahead_ = false; }
  /// Jumps at the time t. Where no velocity of a given motion does, no bit of the stepper changes,
  /// so what sticks to it sticks.
  /// @return whether one does
  bool jump(double t);
  /// Owners of what jumped last.
  const std::vector<int>& jumped() const { return jumped_; }

 private:
  std::vector<double> given_velocities(double t);
  void start_sliding(StepState& state) const;

  const SystemImpl& system_;
  StepForces& forces_;
  NetworkStepper& stepper_;
  bool ahead_{};
  double after_{};  ///< a time just after [s]
  std::vector<int> jumped_;
};

}  // namespace luztar
