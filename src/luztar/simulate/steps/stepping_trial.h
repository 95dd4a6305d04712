// One step of a stepped run, worked out and not yet taken.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "luztar/simulate/steps/stepping_accounts.h"
#include "luztar/simulate/trouble.h"

namespace luztar {

/// Forces and the step that they make, until both agree; what changes in it; and how long it may be
/// where steps choose their own length.
class StepTrial {
 public:
  /// @param state  of the run: the step begins at its anchor
  StepTrial(const SystemImpl& system, const StepPlan& plan, const State& state,
            const SimulationSettings& settings, StepForces& forces, NetworkStepper& stepper);

  /// A step of length h. What was worked out before is forgotten.
  std::optional<Trouble> solve(double h);
  /// Shortens the step that was solved, of length h, until its error is allowed. Steps of one
  /// length stay as they are.
  std::optional<Trouble> limit_error(double& h);
  /// After limit_error(): what to try next; 0: not known [s]
  double next_step() const { return next_step_; }
  /// Of the last solve(); 0: there was none [s]
  double step() const { return step_; }
  bool is_finite() const;
  /// Modes or contacts change in the step: known after solve() where steps choose their length,
  /// else after the accounts are made.
  bool changes() const { return changes_; }
  void know_changes_from(const StepAccounts& accounts) {
    if (finds_changes_after_) changes_ = accounts.turned();
  }

  /// Largest KKT residual of the run.
  double residual() const { return residual_; }
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  void predict(double h);
  void find_changes();
  double error_of(double h) const;
  std::optional<Trouble> find_delayed_break(double h, double& error);
  double proposed_step(double h, double error) const;
  void note(const std::string& message);

  const SystemImpl& system_;
  const StepPlan& plan_;
  const State& state_;
  const SimulationSettings& settings_;
  StepForces& forces_;
  NetworkStepper& stepper_;
  std::vector<double> guess_;  ///< (bodies) velocities at the end of the step
  std::vector<int> held_;      ///< edges at rest whose F_S > F_K
  double step_{};
  double next_step_{};
  bool changes_{};
  bool finds_changes_after_{};  ///< changes_ follows from the accounts
  double residual_{};
  std::vector<std::string> warnings_;
};

}  // namespace luztar
