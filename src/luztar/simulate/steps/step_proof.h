// What a stepped run gives for an instant and for a step, handed to the proofs.
#pragma once

#include <vector>

#include "luztar/proof/prover.h"
#include "luztar/simulate/steps/stepping_accounts.h"

namespace luztar {

/// Samples, and the steps that hold one: what src/luztar/stepping/README.md says of them. All is
/// judged by itself, so that a run in pieces proves the same as a whole one.
class StepProof {
 public:
  StepProof(const SystemImpl& system, const StepPlan& plan, const SimulationSettings& settings);

  /// @param at_end  of a step: modes are those of the rates
  void look_at(const Sample& sample, bool at_end);
  /// The impulses and displacements of the step from t on that was solved last; after
  /// work_out_rest().
  void look_at_step(double t, double h, const NetworkStepper& stepper, const StepForces& forces,
                    const StepAccounts& accounts);

  Proofs proofs(const EnergyLedger& energy) const;

 private:
  double rounding_of_energy() const;
  double mean_force(int element, double h, const NetworkStepper& stepper,
                    const StepAccounts& accounts) const;

  const SystemImpl& system_;
  const StepPlan& plan_;
  Prover prover_;
  std::vector<double> acceleration_, force_;  ///< (bodies), (elements) means of a step
  std::vector<double> next_position_;         ///< (bodies) at the end of the step
  std::vector<double> rounding_;              ///< (bodies) of the accelerations [m/s², rad/s²]
  double resolution_;                         ///< two instants closer than this are one [s]
  double yield_;  ///< what rounding of forces does at bodies that rest, by its square [J/N^2]
};

}  // namespace luztar
