// The force of each element in a step, and where its energy went.
#pragma once

#include <vector>

#include "luztar/simulate/simulate.h"
#include "luztar/simulate/steps/stepping_forces.h"

namespace luztar {

/// Shares the force of each edge among its elements and records their work. The discrete balance of
/// a step is exact: the work of a force in it is h * mean force * mean rate.
class StepAccounts {
 public:
  StepAccounts(const SystemImpl& system, const StepPlan& plan, const StepForces& forces);

  /// After solve(), before accept(). What rests costs next to nothing.
  void work_out(const NetworkStepper& stepper, double h);
  /// A pair stopped, broke or turned round in the step worked out last.
  bool turned() const { return turned_; }
  /// dry() of pairs that rest or stop, shared where it is not unique; the others' is known from
  /// work_out().
  void work_out_rest(const NetworkStepper& stepper);
  /// The stepper was put somewhere else.
  void look_at(const NetworkStepper& stepper);
  /// Records what work_out() found in the accounts of the state.
  void record(const NetworkStepper& stepper, State& state);
  /// The ledger at the part `s` in [0, 1] of the step; between its ends all accounts are linear.
  void read(const State& state, const NetworkStepper& stepper, double s,
            EnergyLedger& ledger) const;

  /// Dry friction, or what a link or a closed stop holds; mean over the step [N]
  double dry(int element) const { return dry_[element]; }
  double spring_energy(int spring, double deflection) const;
  double mechanical_energy(const StepState& state) const;
  double mechanical_energy(const NetworkStepper& stepper) const {
    return mechanical_energy(stepper.state());
  }

 private:
  void share(const NetworkStepper& stepper, int edge, double d0, double h);
  void rest(int edge);
  void share_dry(int edge, double force, bool slides);
  void record_spring(int element, double d0, double d1, double rate, double h);
  void record_friction(int element, double w0, double w1, double h);
  void outside(const NetworkStepper& stepper, double h);
  double weight(int element, bool forward, bool slides) const;

  const SystemImpl& system_;
  const StepPlan& plan_;
  const StepForces& forces_;
  std::vector<double> dry_;                    ///< (elements)
  std::vector<double> dissipated_, supplied_;  ///< (elements) in this step [J]
  std::vector<double> motion_work_;            ///< (bodies) in this step [J]
  std::vector<int> given_edges_;               ///< edges at given bodies
  std::vector<int> touched_;                   ///< bodies that are pushed from outside, or given
  std::vector<double> velocity_;               ///< (bodies) of touched_, at the start of the step
  std::vector<char> moved_before_;             ///< (edges) in the step worked out last
  double numerical_{}, moved_{};
  bool turned_{};
};

/// x beyond the gap of a spring.
double beyond_gap(const SpringLaw& law, double deflection);

/// The part of `travel` = d1 - d0 on which the spring touches: 1 without a gap.
double fraction_in_contact(const SpringLaw& law, double d0, double d1, double travel);

}  // namespace luztar
