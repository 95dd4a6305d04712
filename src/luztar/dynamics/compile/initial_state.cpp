#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/compile/check_system.h"
#include "luztar/dynamics/instant/contacts.h"
#include "luztar/dynamics/instant/guards.h"
#include "luztar/dynamics/system/coupled_bodies.h"
#include "luztar/dynamics/system/pair_edges.h"
#include "luztar/dynamics/system/system.h"
#include "luztar/dynamics/system/system_impl.h"
#include "luztar/dynamics/system/time_events.h"

namespace luztar {
namespace {

/// The last tooth of a ratchet at the start.
std::int64_t starting_tooth(const SystemImpl& system, const Expansion& series, int pair) {
  const int e = system.first_pair() + pair;
  const double pitch = system.pairs[pair].pitch;
  if (!(pitch > 0.0)) return 0;
  double scale = 0.0;
  for (const Term& term : system.terms_of(e))
    scale = std::fmax(scale, std::abs(term.coefficient * series.q(term.body)[0]));
  return tooth_at(pitch, series.d(e)[0], kNoise * scale);
}

void set_teeth(const SystemImpl& system, const Expansion& series, State& state) {
  for (int j = 0; has_ratchets(system) && j < system.n_pairs(); ++j)
    state.edges.tooth.push_back(starting_tooth(system, series, j));
}

/// The edge that a stop starts at: zero distance up to rounding is zero.
Edge starting_edge(const SystemImpl& system, const State& state, const Expansion& series,
                   int pair) {
  const int e = system.first_pair() + pair;
  double scale = 0.0;
  for (const Term& term : series.terms(e))
    scale = std::fmax(scale, std::abs(term.coefficient * series.q(term.body)[0]));
  const auto is_at = [&](Edge edge) {
    const double place = edge_place(system, state, pair, edge);
    return std::isfinite(place) &&
           is_negligible(series.d(e)[0] - place, std::fmax(scale, std::abs(place)), kNoise);
  };
  return is_at(Edge::Upper) ? Edge::Upper : is_at(Edge::Lower) ? Edge::Lower : Edge::None;
}

/// Springs that are beyond an edge touch, unless they let go.
void touch(const SystemImpl& system, const Expansion& series, State& state) {
  for (int s = 0; s < system.n_springs(); ++s) {
    const double compression = series.d(s)[0] - system.springs[s].rest;
    state.contact[s] = system.springs[s].edge_at(compression);
    let_go_of_pull(system.springs[s], compression, series.rate(s)[0], state, s);
  }
}

void evaluate(Expansion& series, const State& state) {
  series.start(state);
  series.add_forces(state, state.pair, 0, false);
}

/// Branches that fit the values; inner switches come before outer ones, so a few rounds settle
/// them. The series is that of these branches then.
void choose_branches(const SystemImpl& system, State& state, Expansion& series) {
  evaluate(series, state);
  for (int round = 0; round <= system.n_switches(); ++round) {
    bool changed = false;
    for (int i = 0; i < system.n_switches(); ++i) {
      const Switch& sw = system.program.switches()[i];
      const double low = series.series().slot(sw.low)[0];
      const double high = series.series().slot(sw.high)[0];
      const auto branch = piece_on_grid(system, i, GridInstant::at(state.anchor))
                              .value_or(branch_from_values(system.program, sw, low, high,
                                                           state.anchor.value, state.branch[i]));
      changed = changed || branch != state.branch[i];
      state.branch[i] = branch;
    }
    if (!changed) break;
    evaluate(series, state);
  }
}

void take_places(const SystemImpl& system, const Expansion& series, State& state) {
  for (int b = 0; b < system.n_bodies(); ++b) {
    // A motion that is no number here is reported by the run; the state stays one of numbers.
    state.position[b] = std::isfinite(series.q(b)[0]) ? series.q(b)[0] : 0.0;
    state.velocity[b] = std::isfinite(series.v(b)[0]) ? series.v(b)[0] : 0.0;
  }
}

/// From positions and velocities of bodies, those of given motions included.
void begin_in_coordinates(const SystemImpl& system, State& state) {
  to_coordinates(system, state.position);
  to_coordinates(system, state.velocity);
  state.reached.shares = shares_of(system);
  std::ranges::fill(state.branch, 0);
}

/// Branches and delays that fit the values: what delays read was for ever what it is now. One may
/// read another.
void choose_values(const SystemImpl& system, State& state, Expansion& series) {
  choose_branches(system, state, series);
  const auto n = system.delays().size();
  for (std::size_t round = 0; n > 0 && round <= n; ++round) {
    for (std::size_t d = 0; d < n; ++d)
      state.internal[static_cast<std::size_t>(system.first_delay()) + d] =
          series.series().slot(system.delays()[d].slot)[0];
    choose_branches(system, state, series);
  }
}

/// Of delays, with the values that are chosen.
void begin_past(const SystemImpl& system, State& state) {
  const auto n = system.delays().size();
  state.ahead.past.resize(n);
  for (std::size_t d = 0; d < n; ++d) {
    const DelayLaw& law = system.delays()[d];
    const double value = state.internal[static_cast<std::size_t>(system.first_delay()) + d];
    const bool starts = state.time == system.settings.start;  // else laws read it at once
    if (!law.has_history || !starts)
      state.ahead.past[d].begin_with(law.ago(state.anchor), state.anchor, value);
  }
}

/// Links that the velocities tear, freewheels that they turn back: no state to start with.
void refuse_violated_links(const SystemImpl& system, const State& state) {
  std::vector<Diagnostic> mistakes;
  const auto refuse = [&](std::string what, std::string advice) {
    mistakes.push_back({SourceLocation{}, std::move(what), std::move(advice)});
  };
  for (int j = 0; j < system.n_pairs(); ++j) {
    const ElementInfo& info = system.elements[system.first_pair() + j];
    if (system.pairs[j].is_rigid() && state.pair[j] != Mode::Stuck)
      refuse("the bodies of '" + info.name + "' have a relative velocity",
             "give them velocities that fit its arms");
    if (system.pairs[j].is_one_way() && state.pair[j] == Mode::Backward)
      refuse("the " + label_of(info) + " turns back",
             "give its bodies velocities that turn it forward or not at all");
  }
  if (!mistakes.empty()) throw ModelError(std::move(mistakes));
}

/// Modes of pairs, by positions and velocities.
/// @return true if a level of friction depends on a speed found here
bool set_pairs(const SystemImpl& system, const Expansion& series, State& state) {
  bool slides_by_speed = false;
  for (int j = 0; j < system.n_pairs(); ++j) {
    if (system.pairs[j].has_edges()) {
      state.side[j] = starting_edge(system, state, series, j);
      state.pair[j] = stop_mode(state.side[j]);
      continue;
    }
    // The velocity of a massless body follows from its forces: nothing says yet that it slides.
    if (system.touches_massless(j)) continue;
    if (system.pairs[j].is_rigid()) {
      // Links never slide; velocities that fit them but for rounding are tied when modes are
      // decided.
      if (const double rate = clear_rate(system, state, j); rate != 0.0)
        state.pair[j] = mode_along(rate);
      continue;
    }
    // Zero up to rounding is zero: gear ratios need not divide.
    const int e = system.first_pair() + j;
    double scale = 0.0;
    for (const Term& term : series.terms(e))
      scale = std::fmax(scale, std::abs(term.coefficient * state.velocity[term.body]));
    double rate = series.rate(e)[0];
    if (system.pairs[j].is_one_way() && rate < 0.0) rate = clear_rate(system, state, j);
    if (rate < 0.0 && is_hit_at_start(system, state, j)) rate = 0.0;  // by the first impact
    if (std::abs(rate) > 4e-16 * scale) state.pair[j] = mode_along(rate);
    slides_by_speed =
        slides_by_speed || (state.pair[j] != Mode::Stuck && system.pairs[j].has_level_slot());
  }
  return slides_by_speed;
}

}  // namespace

State unchecked_state(const System& system_handle, double time, std::vector<double> position,
                      std::vector<double> velocity, std::vector<double> internal) {
  const SystemImpl& system = system_handle.impl();
  State state;
  state.time = time;
  state.anchor = {state.time, 0.0};
  state.position = std::move(position);
  state.velocity = std::move(velocity);
  state.internal = std::move(internal);
  state.internal.resize(static_cast<std::size_t>(system.n_internals()));  // delays follow
  for (const double z : state.internal) state.largest.push_back(std::abs(z));
  state.ahead.pending = first_pending(system.sampling, state.internal);
  state.pair.assign(system.n_pairs(), Mode::Stuck);
  state.side.assign(system.n_pairs(), Edge::None);
  state.edges.room.assign(system.n_pairs(), 0.0);
  state.edges.slip.assign(system.n_pairs(), 0.0);
  state.kept_limit.assign(system.n_pairs(), Bound::Free);
  if (system.has_history()) state.edges.carried.assign(system.n_pairs(), 0.0);
  state.contact.assign(system.n_springs(), Edge::None);
  state.let_go.assign(system.n_springs(), Edge::None);
  state.branch.assign(system.n_switches(), 0);
  state.held.assign(system.n_elements(), 0.0);
  state.is_held.assign(system.n_elements(), 0);
  state.roots.assign(system.n_guards(), 0);
  state.supplied.assign(system.n_bodies() + system.n_elements(), {});
  state.dissipated.assign(system.n_elements(), {});
  Expansion series(system, 0);
  choose_values(system, state, series);
  take_places(system, series, state);
  if (!system.arms.coupled().empty()) {
    begin_in_coordinates(system, state);
    choose_values(system, state, series);
    take_places(system, series, state);
  }
  begin_past(system, state);
  touch(system, series, state);
  set_teeth(system, series, state);
  if (set_pairs(system, series, state)) choose_branches(system, state, series);
  return state;
}

State unchecked_state(const System& system) {
  const SystemImpl& impl = system.impl();
  std::vector<double> position, velocity, internal;
  for (const BodyLaw& body : impl.body_laws) {
    position.push_back(body.position);
    velocity.push_back(body.velocity);
  }
  for (const InternalLaw& law : impl.internals) internal.push_back(law.start);
  return unchecked_state(system, impl.settings.start, std::move(position), std::move(velocity),
                         std::move(internal));
}

State initial_state(const System& system) {
  if (system.settings().at_rest)
    throw ModelError({}, "this model starts at its equilibrium, which its file does not say",
                     "start it from start_state(model, system)");
  State state = unchecked_state(system);
  refuse_violated_links(system.impl(), state);
  return state;
}

State initial_state(const System& system, double time, std::vector<double> position,
                    std::vector<double> velocity, std::vector<double> internal) {
  State state =
      unchecked_state(system, time, std::move(position), std::move(velocity), std::move(internal));
  refuse_violated_links(system.impl(), state);
  return state;
}

}  // namespace luztar
