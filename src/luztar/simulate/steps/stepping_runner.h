// One run by implicit steps: forces, a step, its accounts, the next.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "luztar/simulate/sample_times.h"
#include "luztar/simulate/steps/step_proof.h"
#include "luztar/simulate/steps/stepping_jumps.h"
#include "luztar/simulate/steps/stepping_sampler.h"
#include "luztar/simulate/steps/stepping_trial.h"

namespace luztar {

/// A run of a network by steps:
///
///     until the end of the run:
///       InputJumps     the end of the step: of the grid, or where an input jumps
///       StepTrial      forces, and the velocities and modes that they lead to; adaptive: a
///                      shorter step, until its error is allowed
///       StepAccounts   forces of elements in the step, where its energy went
///       samples        within the step
///       accept()       accounts, rows of events; the stepper and the anchor go to its end
///       InputJumps     jump there
///
/// The motion is that of the NetworkStepper. The State has the anchor, the accounts and what steps
/// remember of each other all the time, and all else when the run ends.
class StepRunner {
 public:
  /// Precondition: not_for_steps() is empty.
  StepRunner(const SystemImpl& system, State start, const SimulationSettings& settings,
             Observer& observer, const Executor& executor = {});
  RunInfo run();

 private:
  StepState stepper_state() const;
  void enter();
  bool step();
  double end_of_step() const;
  bool take(double t1, double h);
  void give_samples(double t0, double t1, double h);
  void work_out_rest(double h);
  void accept(double t1, double h);
  void report_changes(const Time& now);
  bool report_spring(int element, const Time& now);
  bool report_stop(int element, const Time& now);
  bool report_friction(int element, const Time& now);
  bool report(const Time& now, int element, ModeNumber from, ModeNumber to, Event::Cause cause);
  void remember_accelerations(double h);
  void keep_modes();
  void jump();
  void finish(double time, double s, double h);
  void keep_state(const Sample* within);
  bool stop_if(const std::optional<Trouble>& trouble);
  void stop_with(const Trouble& trouble);

  const SystemImpl& system_;
  SimulationSettings settings_;
  Observer& observer_;
  bool changed_;         ///< the laws, before the first step
  bool has_same_edges_;  ///< the laws are those of the run before, so are its contacts
  State state_;
  StepPlan plan_;
  StepForces forces_;
  StepAccounts accounts_;
  StepSampler sampler_;
  StepProof proof_;
  NetworkStepper stepper_;
  StepTrial trial_;
  InputJumps jumps_;
  SampleTimes times_;
  RunInfo info_;
  double end_;
  bool done_{};
  bool has_rest_{};                   ///< forces of pairs at rest in this step are
  std::vector<std::int64_t> passes_;  ///< (elements) events of each, for the diagnosis
};

}  // namespace luztar
