// What pushes on a network during a step: written laws, given motions, limits that change.
#pragma once

#include <vector>

#include "luztar/simulate/steps/point_values.h"
#include "luztar/simulate/steps/stepping_plan.h"
#include "luztar/stepping/network_stepper.h"

namespace luztar {

/// Forces of time are averaged over the step by Simpson's rule. Laws that know the motion, normal
/// forces and levels that change with speed are taken at the mean of both ends of the step, which
/// are found by repetition: a guess from the step before, then corrections.
class StepForces {
 public:
  /// @param start  branches, and the velocities of bodies with mass = inf
  StepForces(const SystemImpl& system, const StepPlan& plan, const State& start);

  /// Something depends on where the step leads: work_out() again after solve().
  bool has_feedback() const { return has_feedback_; }

  /// Ends and middle of the step from t0 to t1.
  void begin(double t0, double t1);
  /// Forces and limits if the velocities at the end are `next_velocity`.
  /// @param solved  the stepper has worked out this step before
  /// @return how much they changed since the last call for this step, relative to the largest
  double work_out(NetworkStepper& stepper, double h, const std::vector<double>& next_velocity,
                  bool solved);
  StepInput input() const { return {force_, given_velocity_}; }

  /// An element that pushes from outside.
  struct Push {
    int element, slot;
    bool of_time;
    double mean{};    ///< in this step [N]
    double before{};  ///< as worked out before [N]
  };
  const std::vector<Push>& outside() const { return outside_; }
  /// The pair whose normal force was negative; -1: none.
  int lifted() const { return lifted_; }

  /// Levels of a pair (index 0: v < 0, 1: v > 0) at the values worked out last [N].
  double level(int pair, int side) const;
  double strength(int pair, int side) const;

  /// Values at an instant between the ends (or at one), for samples. `rate` (pairs) of frictions.
  void look_at(double t, const std::vector<double>& q, const std::vector<double>& v,
               const std::vector<double>& rate);
  /// Lets what has a memory (hysteresis) follow to the end of the step; before accept().
  void remember(double t1, const NetworkStepper& stepper);
  double force_of(const Push& push) const { return values_.slot(push.slot); }

  PointValues& values() { return values_; }

 private:
  void fill_inputs(const std::vector<double>& q, const std::vector<double>& v,
                   const std::vector<double>& rate);
  void set_limits(NetworkStepper& stepper);
  void sum_forces();
  void check_normals();

  const SystemImpl& system_;
  const StepPlan& plan_;
  PointValues values_;
  bool has_feedback_{}, has_memory_{};
  std::vector<Push> outside_;
  std::vector<int> pushed_;             ///< bodies that outside_ acts on
  std::vector<double> force_;           ///< (bodies)
  std::vector<double> given_velocity_;  ///< (bodies), or empty
  std::vector<int> moved_;              ///< bodies with a motion
  std::vector<int> varying_;            ///< pairs whose limits change
  std::vector<int> varying_edges_;
  std::vector<double> inputs_;        ///< (inputs of the program)
  std::vector<double> q_, v_, rate_;  ///< in the middle; rate_ (pairs)
  std::vector<double> level_before_;  ///< (varying, both sides)
  double largest_normal_{};
  double middle_{};
  int lifted_{-1};
};

}  // namespace luztar
