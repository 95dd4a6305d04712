// Output points of a stepped run.
#pragma once

#include <vector>

#include "luztar/simulate/simulate.h"
#include "luztar/simulate/steps/stepping_accounts.h"

namespace luztar {

/// Values inside a step: velocities are linear there, positions and deflections quadratic, forces
/// those of the laws at these values.
class StepSampler {
 public:
  StepSampler(const SystemImpl& system, const StepPlan& plan);

  /// After solve(), before accept(), at the part `s` in [0, 1] of the step of length h. Spans stay
  /// valid until the next call.
  Sample sample(double time, double s, double h, const State& state, const NetworkStepper& stepper,
                StepForces& forces, const StepAccounts& accounts);
  /// The whole step, of which `length` is run, as parabolas through its ends and its middle.
  MotionPiece piece(double begin, double length, double h, const NetworkStepper& stepper,
                    StepForces& forces, const StepAccounts& accounts);
  const std::vector<double>& q() const { return q_; }
  const std::vector<double>& v() const { return v_; }
  const EnergyLedger& energy() const { return energy_; }

 private:
  void look_at(double time, double s, double h, const NetworkStepper& stepper, StepForces& forces,
               const StepAccounts& accounts);
  void move(double s, double h, const NetworkStepper& stepper);
  void add_pair(int pair, double s, const NetworkStepper& stepper, const StepForces& forces,
                const StepAccounts& accounts);

  const SystemImpl& system_;
  const StepPlan& plan_;
  std::vector<double> q_, v_, a_, d_, rate_, f_, lower_, upper_, pair_rate_;
  std::vector<ModeNumber> mode_;
  EnergyLedger energy_;
  std::vector<double> rows_;  ///< of piece(): coefficients of q_, v_, a_, d_, rate_, f_
};

/// Which side of its gap a spring touches.
Edge contact_side(const SpringLaw& law, double deflection);

/// Mode of an edge in the step (0 < s < 1) or at one of its ends.
Mode edge_mode(const NetworkStepper& stepper, int edge, double s);

}  // namespace luztar
