// One implicit nonsmooth step of a network at a time, exact in Coulomb's law.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "luztar/core/executor.h"
#include "luztar/core/mode.h"
#include "luztar/stepping/network.h"

namespace luztar {

/// Where a network is.
struct StepState {
  std::vector<double> q;   ///< (bodies) [m, rad]
  std::vector<double> v;   ///< (bodies) [m/s, rad/s]
  std::vector<double> d;   ///< (edges) deflections; constant, bit for bit, while stuck
  std::vector<Mode> mode;  ///< (edges) Stuck where w = 0, too; but of a stop that is held at its
                           ///< upper edge, w = 0, Forward, and at its lower one Backward
};

/// What pushes during one step.
struct StepInput {
  std::span<const double> force;           ///< (bodies) external force, mean over the step; the
                                           ///< list must stay as it is until accept() [N]
  std::span<const double> given_velocity;  ///< (bodies) of given ones at the end of the step; or
                                           ///< empty if none is given [m/s]
  /// If `steady`: forces of bodies that are not in `varying` (ascending) are those of the last
  /// step. Saves time where much is at rest; the result does not depend on it.
  std::span<const int> varying{};
  bool steady{false};
};

/// How the last solve() went.
struct StepReport {
  SolveStatus status{};
  double residual{};  ///< largest violation of the laws, relative to the largest impulse
  int passes{};       ///< linear passes over all or a part of the network
  bool exact{};       ///< the recursion over polylines was needed
};

/// Advances a network by implicit steps of second order:
///
///     M (v1 - v0) = h force - h sum of coefficient f,   q1 = q0 + h (v0 + v1)/2,
///
/// with f = preload + mean of k d, of contacts and of C w at both ends + dry friction that
/// follows Coulomb's law for w1 (Moreau's step with theta = 1/2). Linear networks lose no energy.
/// A pair that sticks has w1 = 0 exactly. In the step in which a pair sticks, slides or meets its
/// gap the error is of first order; static above kinetic friction follows the cascade of
/// docs/theory.md. A stop is in contact where d is at its edge or beyond, or where the step before
/// ended there without a rate; then it acts in the step as a pair with one limit. Forests of edges
/// are solved exactly. Where edges form cycles the modes are found by iteration (see graph_step.h)
/// and then solved exactly too; dry forces on cycles of stuck pairs are not unique, see
/// share_loads(), and the motion does not depend on them.
///
/// Once it has run for a while solve() allocates nothing; the exact recursion, which is needed
/// rarely, makes its memory at its first use. One stepper serves one thread.
class NetworkStepper {
 public:
  /// @param state  sizes as in the network; `mode` may be empty: decided by w
  NetworkStepper(StepNetwork network, const StepState& state);
  ~NetworkStepper();

  bool is_forest() const;
  const StepNetwork& network() const;
  const StepState& state() const;
  /// Limits that change with time (a normal force, a level that falls with speed) are written here
  /// between steps: kinetic, breakaway and their backward lists.
  StepNetwork& limits();
  /// Lends threads: trees and subtrees of a large forest are solved side by side. The bits are the
  /// same for any number of them. Plain chains do not use them.
  void set_executor(Executor executor);
  /// Puts the network somewhere else (a restart).
  void set_state(const StepState& state);
  /// As set_state() with what this state says to a caller: nothing that the steps before left is
  /// kept, so that the bits from here on follow from the state.
  void begin_afresh();

  /// Works out one step without taking it; may be repeated with another h or input.
  /// @param h  > 0 [s]
  const StepReport& solve(double h, const StepInput& input);
  /// Takes the step that solve() worked out last.
  void accept();

  // Of the last solve(), until accept():
  const std::vector<double>& next_velocity() const;  ///< (bodies) v1
  double next_position(int body) const;              ///< q1
  double next_deflection(int edge) const;            ///< d1
  double rate(int edge) const;                       ///< w1, 0 exactly while stuck
  double mean_rate(int edge) const;                  ///< (w0 + w1)/2
  double force(int edge) const;                      ///< f, mean over the step [N]
  double dry_force(int edge) const;                  ///< its dry friction, and what a link holds
  Mode next_mode(int edge) const;
  /// Of a stop that is held at the end of the step, as in a StepState; else Stuck.
  Mode next_contact(int edge) const;
  /// Something runs into a stop in the step.
  bool hits_stops() const;
  /// Forces of pairs at rest on cycles are not unique. After this call force() and dry_force() give
  /// those of least sum T²/F_S within the limits, which follow from state and model alone; before
  /// it, some that lie near those of the step before. Costs as much as some passes where there are
  /// such cycles, nothing elsewhere; before accept().
  void share_loads() const;

  // Of the state:
  /// The next step begins with F_S for this edge: it does not move, or it broke away in a step that
  /// could not tell whether it had to. In a StepState such an edge has the mode Stuck. False: it is
  /// that of a stop.
  bool counts_as_rest(int edge) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace luztar
