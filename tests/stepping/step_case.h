// The arrays of a step as the NetworkStepper would hand them to a solver.
#pragma once

#include "luztar/stepping/step_arrays.h"
#include "projected_step.h"

namespace luztar::testing {

/// With the limits F_K; modes are those of the rates at the start. Scaled forces are kept in
/// `force`.
inline StepArrays begun(const StepCase& one, double h, std::vector<double>& force) {
  StepArrays x = step_arrays(one.network);
  const Forest& forest = x.forest;
  x.h = h;
  force.resize(static_cast<std::size_t>(forest.n_nodes));
  for (int i = 0; i < forest.n_nodes; ++i) {
    const auto body = static_cast<std::size_t>(forest.body_at(i));
    x.v[i] = one.state.v[body] / forest.scale_at(i);
    force[i] = one.force[body] * forest.scale_at(i);
  }
  x.force = force.data();
  for (int s = 0; s < forest.n_slots; ++s) {
    const auto edge = static_cast<std::size_t>(forest.edge_at(s));
    x.d[s] = one.state.d[edge] / forest.slot_scale_at(s);
    x.law.upper[s] = one.network.kinetic[edge] * std::abs(forest.slot_scale_at(s));
    if (forest.is_forest) x.mode[s] = mode_at(x.start_rate(s));
    // Without dry friction there is nothing to stick.
    if (x.mode[s] == Mode::Stuck && !x.law.has_dry(s)) x.mode[s] = Mode::Forward;
  }
  return x;
}

/// Largest difference of the velocities at the end of a step from those of projected_step().
inline double error(const StepCase& one, const StepArrays& x) {
  const std::vector<double> expected = projected_step(one.network, one.state, x.h, one.force);
  double worst = 0.0;
  for (int i = 0; i < x.forest.n_nodes; ++i)
    worst = std::max(worst, std::abs(x.next[i] * x.forest.scale_at(i) -
                                     expected[static_cast<std::size_t>(x.forest.body_at(i))]));
  return worst;
}

}  // namespace luztar::testing
