// What a NetworkStepper keeps. Private to stepping/.
#pragma once

#include <vector>

#include "luztar/stepping/given_bodies.h"
#include "luztar/stepping/shared_impulses.h"
#include "luztar/stepping/step_solver.h"
#include "luztar/stepping/step_stops.h"

namespace luztar {

/// A step, with the writer of each value (x: StepArrays; 0 at the start, 1 at the end of the step):
///
///     solve(h, input)                  may be repeated; the state stays as it is
///       take_input     x.h, x.force; given: v1 of given bodies, x.ties.next
///       limits.begin   x.law.upper, lower: F_S for what is at rest (w0 = 0), F_K for what slides
///       begin_contacts contact.before, contact.start from d0
///       stops.begin    x.law.upper, lower, target of stops in contact or hit, x.mode
///       begin_outside  x.mode and sides of contacts between given bodies
///       repeat
///         solver       x.mode, sides of contacts, x.change (u), x.next (v1), x.impulse (T)
///       while limits.revise: F_S for what comes to rest, then F_K for what moves nevertheless
///     share_loads      shared: dry T on cycles of pairs at rest, if they are asked for
///     accept()
///       stops          which are in contact from now on
///       limits         which slots begin the next step with F_S although they move
///       solver         d1 = d0 + h (w0 + w1)/2, q1 likewise, v0 = v1; x.rate
///       given          the same for given bodies, x.ties.v
///       limits         x.law.upper, lower of the next step
///       solver.settle  blocks of a chain that rest from now on
struct NetworkStepper::Impl {
  Impl(StepNetwork made, const StepState& state);

  StepNetwork network;
  StepArrays x;
  GivenBodies given;
  StepSolver solver;
  StepLimits limits;
  StepStops stops;
  SharedImpulses shared;

  std::vector<double> force;      ///< (nodes) scaled, unless they are the input's
  std::vector<Mode> mode_before;  ///< (slots) at the start of the step
  StepReport report;

  /// What a caller sees, in his order; made when he asks for it.
  struct Shown {
    StepState state;
    std::vector<double> next;  ///< (bodies) v1
    bool state_is_old{true}, next_is_old{true};
  };
  Shown shown;

  int n_edges() const { return network.n_edges(); }
  void place(const StepState& state);
  void tie_velocities(const StepState& state);
  void begin(double h, const StepInput& input);
  void take_input(const StepInput& input);
  void solve(double h, const StepInput& input);
  void accept();
  const StepState& state();
  const std::vector<double>& next_velocity();

  /// Scaled, with the loads that are shared.
  double total_impulse(int slot) const;
  double dry_impulse(int slot) const;
};

}  // namespace luztar
