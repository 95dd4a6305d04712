#include "luztar/dynamics/expansion.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "luztar/dynamics/group_shares.h"

namespace luztar {

Expansion::Expansion(const SystemImpl& system, int order)
    : system_(system),
      order_(order),
      degree_(order),
      stride_(static_cast<std::size_t>(order) + 2),
      series_(system.program, order + 2) {
  const std::size_t bodies = stride_ * static_cast<std::size_t>(system.n_bodies());
  const std::size_t elements = stride_ * static_cast<std::size_t>(system.n_elements());
  for (auto* array : {&q_, &v_, &a_, &body_force_}) array->assign(bodies, 0.0);
  for (auto* array : {&d_, &rate_, &f_}) array->assign(elements, 0.0);
  for (auto* array : {&z_, &z_rate_, &z_residual_})
    array->assign(stride_ * static_cast<std::size_t>(system.n_internals()), 0.0);
  settled_.assign(system.n_internals(), 0);
  given_.assign(system.n_bodies(), 0.0);
  zero_.assign(stride_, 0.0);
  waste_.assign(stride_, 0.0);
  feeds_program_.assign(system.n_elements(), 0);
  pressed_.assign(system.n_pairs(), 0);
  for (const ProgramInput& input : system.inputs)
    if (input.kind == ProgramInput::Kind::Deflection || input.kind == ProgramInput::Kind::Rate)
      feeds_program_[input.index] = 1;
    else if (input.kind == ProgramInput::Kind::Speed)
      feeds_program_[system.first_pair() + input.index] = 1;
  for (const int slot : system.force_slots)
    input_degree_ = std::max(input_degree_, system.program.degree(slot));
  for (const int slot : system.motion_slot)
    if (slot >= 0) input_degree_ = std::max(input_degree_, system.program.degree(slot) - 1);
  inverse_.assign(static_cast<std::size_t>(order_) + 2, 0.0);
  for (int k = 1; k <= order_ + 1; ++k) inverse_[k] = 1.0 / k;
}

void Expansion::start(const State& state) {
  series_.expand_time(system_.program, state.anchor.value, state.branch.data(), state.anchor.rest);
  if (any_settled_) unsettle();
  for (int i = 0; i < system_.n_internals(); ++i) z_[row(i)] = state.internal[i];
  for (int b = 0; b < system_.n_bodies(); ++b) {
    double* position = q(b);
    double* velocity = v(b);
    double* acceleration = &a_[row(b)];
    const int slot = system_.motion_slot[b];
    if (slot < 0) {
      position[0] = state.position[b];
      velocity[0] = state.velocity[b];
      if (system_.is_given(b)) position[1] = velocity[0];  // mass = inf
      continue;
    }
    const double* c = series_.slot(slot);
    for (int k = 0; k <= order_; ++k) {
      position[k] = c[k];
      const double next = k + 1;  // whole numbers: exact
      velocity[k] = next * c[k + 1];
      acceleration[k] = next * (next + 1.0) * c[k + 2];
    }
  }
}

void Expansion::deflections(const State& state, int k, bool hold) {
  for (int e = 0; e < system_.n_elements(); ++e) {
    const std::size_t at = row(e);
    if (hold && state.is_held[e] != 0) {
      d_[at + k] = k == 0 ? state.held[e] : 0.0;
      rate_[at + k] = 0.0;
      continue;
    }
    double rate = 0.0;
    for (const Term& term : system_.terms_of(e)) rate += term.coefficient * v(term.body)[k];
    rate_[at + k] = rate;
    if (k > 0) {
      d_[at + k] = rate_[at + k - 1] * inverse_[k];
      continue;
    }
    double deflection = 0.0;
    for (const Term& term : system_.terms_of(e)) deflection += term.coefficient * q(term.body)[0];
    d_[at] = state.is_held[e] != 0 ? state.held[e] : deflection;
  }
}

/// Of the pair's sliding in the direction that the input is for, else 0.
double Expansion::speed(const ProgramInput& input, int mode, int k) const {
  if (input.side != 0 && input.side != mode) return 0.0;
  return mode == 0 ? 0.0 : mode * rate_[row(system_.first_pair() + input.index) + k];
}

void Expansion::feed_program(const State& state, const std::vector<std::int8_t>& pair_mode, int k) {
  if (system_.program.state_code().empty() && system_.inputs.empty()) return;
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
        value = d_[row(input.index) + k];
        break;
      case ProgramInput::Kind::Rate:
        value = rate_[row(input.index) + k];
        break;
      case ProgramInput::Kind::Speed:
        value = speed(input, pair_mode[input.index], k);
        break;
      case ProgramInput::Kind::Internal:
        value = settled_[input.index] != 0 ? 0.0 : z_[row(input.index) + k];
        break;
      case ProgramInput::Kind::InternalRate:
        value = z_rate_[row(input.index) + k];
        break;
    }
    series_.slot(input.slot)[k] = value;
  }
  series_.expand_state(system_.program, k, state.branch.data());
  if (any_settled_) solve_settled(state, k);
  for (int i = 0; i < system_.n_internals(); ++i)
    if (settled_[i] == 0)
      z_[row(i) + k + 1] = series_.slot(system_.internal_rates[i])[k] * inverse_[k + 1];
}

double Expansion::spring_force(const State& state, int spring, int k) const {
  const SpringLaw& law = system_.springs[spring];
  const std::size_t at = row(spring) + k;
  if (law.force_slot >= 0) return series_.slot(law.force_slot)[k];
  if (law.has_gap && state.contact[spring] == 0) return 0.0;
  double compression = d_[at];
  if (k == 0) {
    compression -= law.rest;
    if (law.has_gap) compression -= state.contact[spring] > 0 ? law.upper : law.lower;
  }
  return law.stiffness * compression + law.damping * rate_[at];
}

/// What a pair carries beside its viscous part while it slides.
double Expansion::level(int pair, int mode, int k) const {
  const PairLaw& law = system_.pairs[pair];
  const int side = mode > 0 ? 1 : 0;
  if (pressed_[pair] != 0) return limit(pair, side, k);
  if (law.level_slot[side] >= 0) return series_.slot(law.level_slot[side])[k];
  return k == 0 ? law.kinetic[side] : 0.0;
}

double Expansion::element_force(const State& state, int e,
                                const std::vector<std::int8_t>& pair_mode, int k) const {
  if (e < system_.first_damper()) return spring_force(state, e, k);
  if (e >= system_.first_force())
    return series_.slot(system_.force_slots[e - system_.first_force()])[k];
  const double rate = rate_[row(e) + k];
  if (e < system_.first_pair()) {
    const DamperLaw& law = system_.dampers[e - system_.first_damper()];
    return law.force_slot >= 0 ? series_.slot(law.force_slot)[k] : law.damping * rate;
  }
  const int j = e - system_.first_pair();
  const PairLaw& law = system_.pairs[j];
  if (const int mode = pair_mode[j]; mode != 0)
    return law.viscous[mode > 0 ? 1 : 0] * rate + mode * level(j, mode, k);
  if (state.pinned[j] == 0) return 0.0;
  return state.pinned[j] > 0 ? limit(j, 1, k) : -limit(j, 0, k);
}

void Expansion::add_forces(const State& state, const std::vector<std::int8_t>& pair_mode, int k,
                           bool hold) {
  deflections(state, k, hold);
  feed_program(state, pair_mode, k);
  for (int b = 0; b < system_.n_bodies(); ++b) body_force_[row(b) + k] = 0.0;

  for (int e = 0; e < system_.n_elements(); ++e) {
    double force = element_force(state, e, pair_mode, k);
    f_[row(e) + k] = force;
    if (force == 0.0) continue;
    if (e < system_.first_force()) force = -force;
    for (const Term& term : system_.terms_of(e))
      body_force_[row(term.body) + k] += term.coefficient * force;
  }
}

void Expansion::repeat_program(const State& state) {
  for (int k = 0; k <= order_; ++k) series_.expand_state(system_.program, k, state.branch.data());
}

void Expansion::add_pair_force(int pair, int k, double force) {
  const int e = system_.first_pair() + pair;
  f_[row(e) + k] += force;
  for (const Term& term : system_.terms_of(e))
    body_force_[row(term.body) + k] -= term.coefficient * force;
}

void Expansion::clear_jump() {
  for (int b = 0; b < system_.n_bodies(); ++b) body_force_[row(b)] = a_[row(b)] = 0.0;
  for (int e = 0; e < system_.n_elements(); ++e) f_[row(e)] = 0.0;
}

void Expansion::advance(int k) {
  if (k > order_) return;
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (system_.motion_slot[b] >= 0) continue;
    q(b)[k + 1] = v(b)[k] * inverse_[k + 1];
    if (!system_.is_massless(b)) v(b)[k + 1] = a_[row(b) + k] * inverse_[k + 1];
  }
}

void Expansion::accelerate_free(int k) {
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.motion_slot[b] < 0)
      a_[row(b) + k] = system_.inverse_mass[b] * body_force_[row(b) + k];
  advance(k);
}

void Expansion::accelerate(const Structure& structure, int k) {
  // The part of each dependent body's acceleration that is given.
  for (const auto& dependent : structure.dependents) {
    double given = 0.0;
    for (int i = dependent.term_begin; i < dependent.term_end; ++i) {
      const Term& term = structure.dependent_terms[i];
      if (!system_.is_free(term.body)) given += term.coefficient * a_[row(term.body) + k];
    }
    const bool inertia = dependent.mixed && system_.is_free(dependent.body);
    given_[dependent.body] = inertia ? given / system_.inverse_mass[dependent.body] : 0.0;
    a_[row(dependent.body) + k] = given;
  }
  for (const auto& coordinate : structure.coordinates) {
    if (coordinate.member_end - coordinate.member_begin == 1 && structure.diagonal) {
      const std::size_t at = row(coordinate.body) + k;  // alone: its own force and mass
      a_[at] = coordinate.inverse_mass * body_force_[at];
      continue;
    }
    double force = 0.0;
    for (int i = coordinate.member_begin; i < coordinate.member_end; ++i) {
      const Term& member = structure.members[i];
      force += member.coefficient * (body_force_[row(member.body) + k] - given_[member.body]);
    }
    a_[row(coordinate.body) + k] = structure.diagonal ? coordinate.inverse_mass * force : force;
  }
  if (!structure.diagonal) {
    const int n = static_cast<int>(structure.coordinates.size());
    for (int i = 0; i < n; ++i) given_[i] = a_[row(structure.coordinates[i].body) + k];
    for (int i = 0; i < n; ++i) {
      double sum = 0.0;
      for (int j = 0; j < n; ++j) sum += structure.inverse_mass_matrix[i * n + j] * given_[j];
      a_[row(structure.coordinates[i].body) + k] = sum;
    }
    std::fill(given_.begin(), given_.end(), 0.0);
  }
  for (const auto& dependent : structure.dependents) {
    given_[dependent.body] = 0.0;
    double sum = a_[row(dependent.body) + k];
    for (int i = dependent.term_begin; i < dependent.term_end; ++i) {
      const Term& term = structure.dependent_terms[i];
      if (system_.is_free(term.body)) sum += term.coefficient * a_[row(term.body) + k];
    }
    a_[row(dependent.body) + k] = sum;
  }
  advance(k);
  if (k <= order_) follow(structure, k + 1);
}

/// Bodies stuck to another take its coefficients themselves: their velocities agree bit for bit.
void Expansion::follow(const Structure& structure, int k) {
  for (const auto& dependent : structure.dependents) {
    double position = 0.0;
    double velocity = 0.0;
    for (int i = dependent.term_begin; i < dependent.term_end; ++i) {
      const Term& term = structure.dependent_terms[i];
      position += term.coefficient * q(term.body)[k];
      velocity += term.coefficient * v(term.body)[k];
    }
    q(dependent.body)[k] = position;
    v(dependent.body)[k] = velocity;
  }
}

void Expansion::tie_velocities(const Structure& structure, State& state) {
  for (const auto& dependent : structure.dependents) {
    double velocity = 0.0;
    for (int i = dependent.term_begin; i < dependent.term_end; ++i) {
      const Term& term = structure.dependent_terms[i];
      velocity += term.coefficient * v(term.body)[0];
    }
    v(dependent.body)[0] = velocity;
    state.velocity[dependent.body] = velocity;
  }
}

void Expansion::add_stuck_forces(const Structure& structure, int k) {
  for (const auto& stuck : structure.stuck_forces) {
    double force = 0.0;
    for (int i = stuck.term_begin; i < stuck.term_end; ++i) {
      const Term& term = structure.force_terms[i];
      const std::size_t at = row(term.body) + k;
      const double inertia =
          system_.is_massless(term.body) ? 0.0 : a_[at] / system_.inverse_mass[term.body];
      force += term.coefficient * (body_force_[at] - inertia);
    }
    f_[row(system_.first_pair() + stuck.pair) + k] = force;
  }
  for (const auto& stuck : structure.stuck_forces) {
    const int e = system_.first_pair() + stuck.pair;
    for (const Term& term : system_.terms_of(e))
      body_force_[row(term.body) + k] -= term.coefficient * f_[row(e) + k];
  }
  for (const auto& tree : structure.tree_forces) {
    const std::size_t at = row(tree.body) + k;
    const double inertia =
        system_.is_massless(tree.body) ? 0.0 : a_[at] / system_.inverse_mass[tree.body];
    f_[row(system_.first_pair() + tree.pair) + k] = 0.0;
    add_pair_force(tree.pair, k, tree.coefficient * (body_force_[at] - inertia));
  }
  add_shared_forces(structure, k);
}

void Expansion::loads(const std::vector<int>& bodies, int k, std::vector<double>& load) const {
  load.clear();
  for (const int b : bodies) {
    const std::size_t at = row(b) + k;
    const double inertia = system_.is_massless(b) ? 0.0 : a_[at] / system_.inverse_mass[b];
    load.push_back(body_force_[at] - inertia);
  }
}

double Expansion::strength(int pair, int k) const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (system_.pairs[pair].kind != PairLaw::Kind::Friction) return k == 0 ? kInfinity : 0.0;
  const double mean = 0.5 * (limit(pair, 0, k) + limit(pair, 1, k));
  return k == 0 ? std::max(0.0, mean) : mean;  // a normal force below zero is reported by the run
}

/// The loads that pairs of a group carry with the forces that they have.
void Expansion::carried(const GroupShares& group, int k, std::vector<double>& load) const {
  load.assign(group.bodies().size(), 0.0);
  for (const int j : group.pairs())
    for (const Term& term : system_.terms_of_pair(j))
      if (!system_.is_given(term.body))
        load[static_cast<std::size_t>(group.place_of(term.body))] +=
            term.coefficient * f_[row(system_.first_pair() + j) + k];
}

void Expansion::add_shared_forces(const Structure& structure, int k) {
  if (k == 0) std::fill(has_own_share_.begin(), has_own_share_.end(), char{0});
  moment_ = std::numeric_limits<double>::infinity();
  if (k == 0) cancels_.clear();
  for (const auto& group : structure.shared) {
    if (group->has_gain())
      carried(*group, k, load_);
    else
      loads(group->bodies(), k, load_);
    strength_.clear();
    for (const auto* list : {&group->pairs(), &group->kept()})
      for (const int j : *list) strength_.push_back(strength(j, k));
    group->share(k, strength_, load_, shared_, own_);
    for (std::size_t i = 0; i < shared_.size() && !group->has_gain(); ++i) {
      f_[row(system_.first_pair() + group->pairs()[i]) + k] = 0.0;
      add_pair_force(group->pairs()[i], k, shared_[i]);
    }
    if (!own_.empty() && has_own_share_.empty()) {
      has_own_share_.assign(static_cast<std::size_t>(system_.n_pairs()), 0);
      own_share_.assign(static_cast<std::size_t>(system_.n_pairs()) * stride_, 0.0);
    }
    for (std::size_t i = 0; i < own_.size(); ++i) {
      has_own_share_[group->kept()[i]] = 1;
      own_share_[row(group->kept()[i]) + k] = own_[i];
    }
    moment_ = std::min(moment_, group->moment());
    if (!group->varies()) continue;
    cancels_.resize(stride_, 0.0);
    cancels_[k] = std::max(cancels_[k], group->cancels()[k]);
  }
}

double Expansion::force_scale(int k) const {
  double scale = 0.0;
  for (int e = 0; e < system_.n_elements(); ++e)
    for (const Term& term : system_.terms_of(e))
      scale = std::max(scale, std::abs(term.coefficient * f_[row(e) + k]));
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_free(b)) {
      scale = std::max(scale, std::abs(body_force_[row(b) + k]));
      scale = std::max(scale, std::abs(a_[row(b) + k]) / system_.inverse_mass[b]);
    }
  return scale;
}

}  // namespace luztar
