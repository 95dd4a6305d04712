// One run by implicit steps: forces, a step, its accounts, the next.
#pragma once

#include <string>
#include <vector>

#include "luztar/simulate/sample_times.h"
#include "luztar/simulate/step_proof.h"
#include "luztar/simulate/stepping_sampler.h"

namespace luztar {

class StepRunner {
 public:
  /// Precondition: not_for_steps() is "".
  StepRunner(const SystemImpl& system, State start, const SimulationSettings& settings,
             Observer& observer, const Executor& executor = {});
  RunInfo run();

 private:
  StepState stepper_state() const;
  void enter();
  bool step();
  double end_of_step();
  double cut_at_jump(double t1);
  bool solve(double h);
  void predict(double h);
  bool is_finite() const;
  bool is_stop(int element) const {
    return system_.pairs[element - system_.first_pair()].kind == PairLaw::Kind::Stop;
  }
  void give_samples(double t0, double t1, double h);
  void work_out_rest(double h);
  void accept(double t1, double h);
  void report_changes(double time);
  void remember_accelerations(double h);
  void find_changes();
  void keep_modes();
  std::vector<double> given_velocities();
  void jump();
  void tear_loose(StepState& state) const;
  void finish(double time, double s, double h);
  void keep_state(const Sample* within);
  void stop_with(Status status, std::string diagnosis);
  void note(const std::string& words);

  // Steps of their own choice.
  double error_of(double h) const;
  double error_of_late_break(double h);
  double proposed_step(double h, double error) const;

  const SystemImpl& system_;
  SimulationSettings settings_;
  Observer& observer_;
  bool changed_;  ///< the laws, before the first step
  State state_;
  StepPlan plan_;
  StepForces forces_;
  StepAccounts accounts_;
  StepSampler sampler_;
  StepProof proof_;
  Stepper stepper_;
  SampleTimes times_;
  RunInfo info_;
  double end_;
  double solved_step_{};  ///< of the last solve()
  double next_step_{};    ///< adaptive: after this one
  bool changes_{};        ///< modes or contacts change in the step worked out last
  bool find_later_{};     ///< whether something changes
  bool jump_ahead_{};     ///< something jumps at the end of this step
  double after_jump_{};   ///< a time just after
  bool done_{};
  bool rest_known_{};  ///< forces of pairs at rest in this step are
  int notes_{};
  std::vector<double> guess_;         ///< (bodies) velocities at the end of the step
  std::vector<int> held_;             ///< edges
  std::vector<int> jumped_;           ///< owners
  std::vector<std::int64_t> passes_;  ///< (elements) events of each, for the diagnosis
};

}  // namespace luztar
