#include "luztar/dynamics/series/expansion.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/series/controls.h"
#include "luztar/dynamics/structure/group_shares.h"

namespace luztar {
namespace {

// Of bristles that settle.
constexpr double kLonger = 16.0;  // a step this much longer pays
constexpr int kRounds = 10;

}  // namespace

Expansion::Expansion(const SystemImpl& system, int order)
    : MotionSeries(system, order),
      degree_(order),
      series_(system.program, order + 2),
      internals_(system, order),
      feedback_(system, *this),
      bent_(system),
      at_static_(system.n_pairs(), 0),
      has_states_(system.first_output() > system.first_state()),
      reads_motion_(std::ranges::any_of(system.inputs, [](const ProgramInput& input) {
        return input.kind == ProgramInput::Kind::Position ||
               input.kind == ProgramInput::Kind::Velocity ||
               input.kind == ProgramInput::Kind::Internal;
      })) {
  if (!bent_.any()) return;
  curvature_.assign(static_cast<std::size_t>(system.n_pairs()), 0.0);
  widest_ = curvature_;
  has_bent_speeds_ =
      std::any_of(system.inputs.begin(), system.inputs.end(), [&](const ProgramInput& input) {
        return input.kind == ProgramInput::Kind::Speed && system.is_bent(input.index);
      });
}

void Expansion::set_order(int order) {
  use_order(order);
  series_.use_order(order + 2);
  degree_ = order;
}

void Expansion::start(const State& state) {
  for (const Sampling::Output& output : system_.sampling.outputs)
    series_.slot(output.slot)[0] = state.internal[output.internal];
  series_.expand_time(system_.program, state.anchor.value, state.branch.data(), state.anchor.rest);
  internals_.start(state);
  manifold_.leave();
  clear_rests();
  for (int b = 0; b < system_.n_bodies(); ++b) {
    double* position = q(b);
    double* velocity = v(b);
    double* acceleration = a(b);
    const int slot = system_.motion_slot(b);
    if (slot < 0) {
      position[0] = state.position[b];
      velocity[0] = state.velocity[b];
      if (system_.is_given(b)) position[1] = velocity[0];  // mass = inf
      continue;
    }
    const double* c = series_.slot(slot);
    for (int k = 0; k <= order(); ++k) {
      position[k] = c[k];
      const double next = k + 1;  // whole numbers: exact
      velocity[k] = next * c[k + 1];
      acceleration[k] = next * (next + 1.0) * c[k + 2];
    }
  }
  see(state.ahead.unseen);
  if (bent_.any()) find_arms(state);
}

/// Of the pair's sliding in the direction that the input is for, else 0.
double Expansion::speed(const ProgramInput& input, Mode mode, int k) const {
  if (input.side != 0 && input.side != number(mode)) return 0.0;
  return mode == Mode::Stuck ? 0.0 : number(mode) * rate(system_.first_pair() + input.index)[k];
}

void Expansion::feed_program(const State& state, const std::vector<Mode>& pair_mode, int k) {
  if (system_.program.state_code().empty() && system_.inputs.empty() && !has_states_) return;
  branch_ = state.branch.data();
  if (has_bent_speeds_) {  // they are rates of the program
    feed_coordinates(k, false);
    for (const Geometry& geometry : system_.arms.geometries())
      rate(geometry.element)[k] = series_.slot(geometry.rate_slot)[k];
  }
  for (const ProgramInput& input : system_.inputs) {
    double value = 0.0;
    switch (input.kind) {
      case ProgramInput::Kind::Position:
        value = q(input.index)[k];
        break;
      case ProgramInput::Kind::Velocity:
        value = v(input.index)[k];
        break;
      case ProgramInput::Kind::Deflection:
        value = d(input.index)[k];
        break;
      case ProgramInput::Kind::Rate:
        value = rate(input.index)[k];
        break;
      case ProgramInput::Kind::Speed:
        value = speed(input, pair_mode[input.index], k);
        break;
      case ProgramInput::Kind::Internal:
        value = is_settled(input.index) ? 0.0 : z(input.index)[k];
        break;
      case ProgramInput::Kind::InternalRate:
        value = internals_.rate(input.index)[k];
        break;
      case ProgramInput::Kind::Load:
        break;  // hold_bent() knows it
    }
    series_.slot(input.slot)[k] = value;
  }
  series_.expand_state(system_.program, k, state.branch.data());
  if (k == 1 && know_power_bases(system_, *this, series_))
    series_.expand_state(system_.program, k, state.branch.data());
  if (internals_.any_settled()) internals_.solve(k, series_, state);
  internals_.integrate(k, series_, inverse(k + 1));
}

double Expansion::spring_force(const State& state, int spring, int k) const {
  const SpringLaw& law = system_.springs[spring];
  if (law.force_slot >= 0) return series_.slot(law.force_slot)[k];
  if (law.has_gap && state.contact[spring] == Edge::None) return 0.0;
  double compression = d(spring)[k];
  if (k == 0) {
    compression -= law.rest;
    if (law.has_gap) compression -= state.contact[spring] == Edge::Upper ? law.upper : law.lower;
  }
  return law.stiffness * compression + law.damping * rate(spring)[k];
}

/// What a pair carries beside its viscous part while it slides.
double Expansion::level(int pair, Mode mode, int k) const {
  const PairLaw& law = system_.pairs[pair];
  const int side = side_of(mode);
  if (at_static_[pair] != 0) return limit(pair, side, k);
  if (law.level_slot[side] >= 0) return series_.slot(law.level_slot[side])[k];
  return k == 0 ? law.kinetic[side] : 0.0;
}

double Expansion::element_force(const State& state, int e, const std::vector<Mode>& pair_mode,
                                int k) const {
  if (e < system_.n_springs()) return spring_force(state, e, k);
  if (e >= system_.first_force())
    return series_.slot(system_.force_slots[e - system_.first_force()])[k];
  const double velocity = rate(e)[k];
  if (e < system_.first_pair()) {
    const SpringLaw& law = system_.smooth_law(e);
    return law.force_slot >= 0 ? series_.slot(law.force_slot)[k] : law.damping * velocity;
  }
  const int j = e - system_.first_pair();
  const PairLaw& law = system_.pairs[j];
  if (const Mode mode = pair_mode[j]; mode != Mode::Stuck)
    return law.viscous[side_of(mode)] * velocity + number(mode) * level(j, mode, k);
  if (state.kept_limit[j] == Bound::Free || state.kept_limit[j] == Bound::Both) return 0.0;
  return state.kept_limit[j] == Bound::Upper ? limit(j, 1, k) : -limit(j, 0, k);
}

void Expansion::add_forces(const State& state, const std::vector<Mode>& pair_mode, int k,
                           bool hold) {
  stretch(state, k, hold);
  feed_program(state, pair_mode, k);
  bend(state, k, hold);
  for (int b = 0; b < system_.n_bodies(); ++b) body_force(b)[k] = 0.0;
  for (int e = 0; e < system_.n_elements(); ++e) {
    double force = element_force(state, e, pair_mode, k);
    f(e)[k] = force;
    if (force == 0.0) continue;
    if (e < system_.first_force()) force = -force;
    for (const Term& term : system_.terms_of(e))
      body_force(term.body)[k] += term.coefficient * force;
  }
  push_along_gradients(k);
}

void Expansion::repeat_program(const State& state) {
  for (int k = 0; k <= order(); ++k) series_.expand_state(system_.program, k, state.branch.data());
}

double Expansion::strength(int pair, int k) const {
  if (!system_.pairs[pair].is_dry()) return k == 0 ? kInfinity : 0.0;
  const double mean = 0.5 * (limit(pair, 0, k) + limit(pair, 1, k));
  return k == 0 ? std::max(0.0, mean) : mean;  // a normal force below zero is reported by the run
}

void Expansion::add_stuck_forces(const Structure& structure, int k) {
  add_holding_forces(structure, k);
  shares_.add(structure, k, system_, *this);
}

/// Of elements whose force, or what they feed, is an expression.
void Expansion::general_forces(const State& state, int k) {
  for (const int e : feedback_.general()) {
    if (state.is_held[e] != 0) continue;
    double* rates = rate(e);
    rates[k] = rate_of_bodies(e, k);
    d(e)[k] = rates[k - 1] * inverse(k);
  }
  feed_program(state, state.pair, k);
  bend(state, k, true);
  for (const int e : feedback_.general()) {
    double force = element_force(state, e, state.pair, k);
    f(e)[k] = force;
    if (e < system_.first_force()) force = -force;
    for (const Term& term : system_.terms_of(e))
      body_force(term.body)[k] += term.coefficient * force;
  }
  push_along_gradients(k);
}

void Expansion::expand(const State& state, const Structure& structure) {
  if (system_.has_massless) return expand_massless(state, structure);
  add_forces(state, state.pair, 0, true);
  if (bent_.any()) {
    bent_.plan(*this, structure, state.pair, state.kept_limit, find_load_factors(state),
               state.edges.carried);
    hold_bent(state, structure, 0);
  } else {
    accelerate(structure, 0);
    add_stuck_forces(structure, 0);
  }
  feedback_.plan(state, structure, series_);
  const bool general = !feedback_.general().empty() || !system_.inputs.empty() || has_states_;
  const bool coupled = feedback_.is_coupled();
  degree_ = general || coupled ? order() : feedback_.run();
  for (int k = 1; k <= order() && (general || coupled); ++k) {
    feedback_.linear_forces(k);
    if (general) general_forces(state, k);
    if (bent_.any())
      hold_bent(state, structure, k);
    else if (coupled)
      accelerate(structure, k);
    else
      feedback_.move(k);
  }
  feedback_.fill_watched();
  if (bent_.any()) return;
  add_holding_rows(structure);
  if (structure.shared.empty()) return;
  for (int k = 1; k <= order(); ++k) shares_.add(structure, k, system_, *this);
  if (std::any_of(structure.shared.begin(), structure.shared.end(),
                  [](const auto& group) { return group->varies(); }))
    degree_ = order();
}

bool Expansion::expand_settled(const State& state, const Structure& structure, double step,
                               double tolerance) {
  if (!internals_.find(state, *this, series_, step)) return false;
  bool good = false;
  for (int round = 0; round < kRounds && !good; ++round) {
    expand(state, structure);
    internals_.improve(order());
    good = settled_step(tolerance) > kLonger * kLonger * step;
  }
  good = good || settled_step(tolerance) > kLonger * step;
  if (good && internals_.is_near(state, tolerance)) return true;
  internals_.start(state);
  expand(state, structure);
  return false;
}

}  // namespace luztar
