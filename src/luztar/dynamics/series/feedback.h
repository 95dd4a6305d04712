// Orders 1 and up of a motion: what feeds back goes order by order, the rest row by row.
#pragma once

#include <cmath>
#include <vector>

#include "luztar/dynamics/series/motion_series.h"
#include "luztar/dynamics/system/state.h"
#include "luztar/symbolic/program.h"

namespace luztar {

/// The part of a motion that feeds back by coefficients that are constant in the present modes, as
/// loops without a branch. Of each element and body it knows whether it takes part:
///
///     element   linear   force linear in the rates of at most two bodies: order by order, here
///               general  its law, or what it feeds, is an expression: order by order, elsewhere
///               watched  acts on nothing by its rate: its rows are filled at the end
///               held     by pairs at rest: its rows are zero
///     body      mover    moves alone: order by order, here
///               else     is_coupled(): Newton's law of all at once, elsewhere
class Feedback {
 public:
  Feedback(const SystemImpl& system, MotionSeries& motion);

  /// At the begin of each series, order 0 of which is there: rows of forces of time, of what is
  /// held and of bodies stuck to given motions.
  void plan(const State& state, const Structure& structure, const ProgramSeries& program);
  /// Bodies move in groups.
  bool is_coupled() const { return coupled_; }
  const std::vector<int>& general() const { return general_; }

  /// Forces of order k of linear elements; false if no rate changes at this order.
  bool linear_forces(int k);
  /// Accelerations of order k of bodies that move alone; false if there are none.
  bool move(int k);
  /// All orders, where no element is general and no body coupled.
  /// @return the last order with a coefficient that is not zero
  int run();
  /// Rates and deflections of elements that act on nothing by them, row by row.
  void fill_watched();

 private:
  /// An element whose force is linear in the rates of at most two bodies, in the present modes.
  struct Linear {
    double *d, *rate, *f;
    double coefficient[2];
    const double* velocity[2];
    double* force_on[2];
    double stiffness, damping;
  };

  /// A free body that moves alone.
  struct Mover {
    double *q, *v, *a;
    const double* force;
    double inverse_mass;
  };

  bool is_general(int element) const;
  void plan_force_of_time(int element, const ProgramSeries& program);
  void plan_linear(const State& state, int element);
  void plan_bodies(const Structure& structure);
  void clear_beyond(int k);

  const SystemImpl& system_;
  MotionSeries& motion_;
  std::vector<char> feeds_program_;   ///< (elements)
  int input_degree_{};                ///< forces and given velocities of time end here
  std::vector<double> zero_, waste_;  ///< rows for a missing second body
  std::vector<Linear> linear_;
  std::vector<Mover> movers_;
  bool coupled_{};
  std::vector<int> watched_, general_;  ///< elements
};

// Inline: they are called for each order.

inline bool Feedback::linear_forces(int k) {
  const double inverse = motion_.inverse(k);
  double changes = 0.0;
  for (const Linear& element : linear_) {
    const double rate = element.coefficient[0] * element.velocity[0][k] +
                        element.coefficient[1] * element.velocity[1][k];
    const double deflection = element.rate[k - 1] * inverse;
    double force = element.stiffness * deflection;
    if (element.damping != 0.0)
      force += element.damping * rate;  // else it need not wait for this rate
    element.rate[k] = rate;
    element.d[k] = deflection;
    element.f[k] = force;
    element.force_on[0][k] -= element.coefficient[0] * force;
    element.force_on[1][k] -= element.coefficient[1] * force;
    changes += std::abs(rate);
  }
  return changes != 0.0;
}

inline bool Feedback::move(int k) {
  const double next = motion_.inverse(k + 1);
  double changes = 0.0;
  for (const Mover& mover : movers_) {
    const double acceleration = mover.inverse_mass * mover.force[k];
    mover.a[k] = acceleration;
    mover.v[k + 1] = acceleration * next;
    mover.q[k + 1] = mover.v[k] * next;
    changes += std::abs(acceleration);
  }
  return changes != 0.0;
}

}  // namespace luztar
