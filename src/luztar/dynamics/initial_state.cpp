#include <cmath>

#include "luztar/dynamics/guards.h"
#include "luztar/dynamics/system.h"
#include "luztar/dynamics/system_impl.h"

namespace luztar {
namespace {

std::int8_t contact_of(const SpringLaw& law, double compression) {
  if (!law.has_gap) return 0;
  return compression > law.upper   ? std::int8_t{1}
         : compression < law.lower ? std::int8_t{-1}
                                   : std::int8_t{0};
}

/// Branches that fit the values; inner switches come before outer ones, so a few rounds settle
/// them.
void choose_branches(const SystemImpl& system, const State& settled, State& state) {
  Expansion series(system, 0);
  for (int round = 0; round <= system.n_switches(); ++round) {
    series.start(state);
    series.add_forces(state, settled.friction, 0, false);
    bool changed = false;
    for (int i = 0; i < system.n_switches(); ++i) {
      const Switch& sw = system.program.switches()[i];
      const double low = series.series().slot(sw.low)[0];
      const double high = series.series().slot(sw.high)[0];
      const auto branch = branch_from_values(system.program, sw, low, high, state.anchor.value);
      changed = changed || branch != state.branch[i];
      state.branch[i] = branch;
    }
    if (!changed) break;
  }
}

}  // namespace

State initial_state(const System& system_handle) {
  const SystemImpl& system = system_handle.impl();
  State state;
  state.time = system.settings.start;
  state.anchor = {state.time, 0.0};
  state.position = system.position;
  state.velocity = system.velocity;
  state.friction.assign(system.n_frictions(), 0);
  state.pinned.assign(system.n_frictions(), 0);
  state.contact.assign(system.n_springs(), 0);
  state.branch.assign(system.n_switches(), 0);
  state.held.assign(system.n_elements(), 0.0);
  state.is_held.assign(system.n_elements(), 0);
  state.roots.assign(system.n_guards(), 0);
  state.supplied.assign(system.n_bodies() + system.n_elements(), {});
  state.dissipated.assign(system.n_elements(), {});
  choose_branches(system, state, state);

  Expansion series(system, 0);
  series.start(state);
  series.add_forces(state, state.friction, 0, false);
  for (int b = 0; b < system.n_bodies(); ++b) {
    // A motion that is no number here is reported by the run; the state stays one of numbers.
    state.position[b] = std::isfinite(series.q(b)[0]) ? series.q(b)[0] : 0.0;
    state.velocity[b] = std::isfinite(series.v(b)[0]) ? series.v(b)[0] : 0.0;
  }
  for (int s = 0; s < system.n_springs(); ++s)
    state.contact[s] = contact_of(system.springs[s], series.d(s)[0] - system.springs[s].rest);
  for (int j = 0; j < system.n_frictions(); ++j) {
    // Zero up to rounding is zero: gear ratios need not divide.
    const int e = system.first_friction() + j;
    double scale = 0.0;
    for (const Term& term : system.terms_of(e))
      scale = std::fmax(scale, std::abs(term.coefficient * state.velocity[term.body]));
    const double rate = series.rate(e)[0];
    if (std::abs(rate) > 4e-16 * scale) state.friction[j] = rate > 0.0 ? 1 : -1;
  }
  return state;
}

}  // namespace luztar
