// Expansion of systems with massless bodies: at every order their balance of forces comes first.
#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/series/expansion.h"

namespace luztar {

void Expansion::prepare_massless(const State& state, const Structure& structure) {
  massless_.build(system_, state, structure);
}

/// Velocities of order k of massless bodies from those they follow.
void Expansion::follow_massless(const Structure& structure, int k) {
  for (const auto& dependent : structure.dependents) {
    if (!system_.is_massless(dependent.body)) continue;
    double velocity = 0.0;
    for (const Term& term : structure.terms_of(dependent))
      velocity += term.coefficient * v(term.body)[k];
    v(dependent.body)[k] = velocity;
    if (!has_rests()) continue;
    double& own = rest(dependent.body, k) = 0.0;
    for (const Term& term : structure.terms_of(dependent))
      own += term.coefficient * rest(term.body, k);
  }
}

double Expansion::massless_force(const Structure& structure, int massless, int k) const {
  double force = 0.0;
  for (const Term& member : structure.members_of(structure.massless_bodies[massless]))
    force += member.coefficient * body_force(member.body)[k];
  return force;
}

/// The part of (k + 1) N' G[k + 1] that the velocities of order k do not make up: what follows the
/// time and the motion of bodies with mass. Rates of order k without the static part of the
/// massless bodies are there.
/// @param drive  (static directions) zeros
void Expansion::static_drive(const State& state, int k, double* drive) const {
  for (int e = 0; e < system_.n_elements(); ++e) {
    double push = 0.0;
    if (const int slot = system_.force_slot(e); slot >= 0) {
      push = (e < system_.first_force() ? -1.0 : 1.0) * (k + 1) * series_.slot(slot)[k + 1];
    } else if (e >= system_.first_pair() && state.pair[e - system_.first_pair()] != Mode::Stuck) {
      const int j = e - system_.first_pair();
      push = -number(state.pair[j]) * (k + 1) * level(j, state.pair[j], k + 1);
    } else if (massless_.stiffness(e) != 0.0) {
      push = -massless_.stiffness(e) * rate(e)[k];
    }
    if (push == 0.0) continue;
    const double* along = massless_.static_rates(e);
    for (int i = 0; i < massless_.n_static(); ++i)
      if (along[i] != 0.0) drive[i] += along[i] * push;
  }
}

/// What laws read of bodies with mass, and of states that are polynomials of time, one order ahead:
/// no force on these follows from the rates of what nothing damps. Other slots of order k + 1 come
/// later.
void Expansion::look_ahead(const Structure& structure, int k) {
  accelerate(structure, k);
  for (const ProgramInput& input : system_.inputs)
    if (input.kind == ProgramInput::Kind::Internal && input.index >= system_.first_state())
      series_.slot(input.slot)[k + 1] = z(input.index)[k + 1];
  feed_coordinates(k + 1, false);
}

/// Velocities of order k of all massless bodies, then the forces of order k.
void Expansion::balance(const State& state, const Structure& structure, int k) {
  const int n = massless_.size();
  massless_scratch_.assign(static_cast<std::size_t>(n) * 2 + massless_.n_static(), 0.0);
  double* force = massless_scratch_.data();
  double* velocity = force + n;
  double* drive = velocity + n;
  const auto read = [&] {
    for (int s = 0; s < n; ++s) force[s] = massless_force(structure, s, k);
  };
  const auto set = [&] {
    for (int s = 0; s < n; ++s) v(structure.massless_bodies[s].body)[k] = velocity[s];
    for (int s = 0; s < n && has_rests(); ++s) rest(structure.massless_bodies[s].body, k) = 0.0;
    follow_massless(structure, k);
    add_forces(state, state.pair, k, true);
  };
  set();
  if (n == 0) return;
  read();
  massless_.damped_velocity(force, velocity);
  if (massless_.n_static() > 0) {
    set();
    if (reads_motion_) look_ahead(structure, k);
    static_drive(state, k, drive);
    massless_.add_static(drive, velocity);
  }
  set();
  if (!has_rests()) return;
  read();  // what the rounding of these velocities leaves
  massless_.damped_velocity(force, velocity);
  for (int s = 0; s < n; ++s) rest(structure.massless_bodies[s].body, k) = velocity[s];
  follow_massless(structure, k);
  add_forces(state, state.pair, k, true);
}

void Expansion::expand_massless(const State& state, const Structure& structure) {
  prepare_massless(state, structure);
  for (int k = 0; k <= order(); ++k) {
    balance(state, structure, k);
    accelerate(structure, k);
    add_stuck_forces(structure, k);
  }
  accelerate_massless();
}

/// All orders, from their velocities.
void Expansion::accelerate_massless() {
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (!system_.is_massless(b)) continue;
    for (int k = 0; k < order(); ++k) a(b)[k] = (k + 1) * v(b)[k + 1];
    a(b)[order()] = 0.0;
  }
}

/// Moves the massless bodies by `move`; returns the largest elongation that this gives to an
/// element.
double Expansion::move_massless(State& state, const Structure& structure,
                                const std::vector<double>& move) {
  for (std::size_t s = 0; s < move.size(); ++s) {
    for (const Term& member : structure.members_of(structure.massless_bodies[s])) {
      const double moved = state.position[member.body] + member.coefficient * move[s];
      q(member.body)[0] = moved;
      // What is not finite ends the run; the state that it ends with is the last one that is.
      if (std::isfinite(moved)) state.position[member.body] = moved;
    }
  }
  double farthest = 0.0;
  for (int e = 0; e < system_.n_elements(); ++e) {
    double elongation = 0.0;
    for (std::size_t s = 0; s < move.size(); ++s) elongation += massless_.rate_row(e)[s] * move[s];
    farthest = std::max(farthest, std::abs(elongation));
  }
  return farthest;
}

double Expansion::rest_massless(State& state, const Structure& structure) {
  prepare_massless(state, structure);
  const int n = massless_.size();
  if (massless_.n_static() == 0) return 0.0;
  std::vector<double> force(n), along(massless_.n_static()), move(n, 0.0);
  add_forces(state, state.pair, 0, true);
  for (int s = 0; s < n; ++s) force[s] = massless_force(structure, s, 0);
  massless_.along_static(force.data(), along.data());
  massless_.add_static(along.data(), move.data());
  return move_massless(state, structure, move);
}

/// Newton's method on the energy of the springs, a convex function in pieces of second degree. A
/// small stiffness inside the gaps makes it strictly convex.
void Expansion::place_massless(State& state) {
  constexpr int kRounds = 200;
  for (int round = 0; round < kRounds; ++round) {
    const Structure structure =
        build_structure(system_, state.pair, state.kept_limit, state.contact, false);
    massless_.build(system_, state, structure, kSoft);
    const int n = massless_.size();
    if (massless_.n_static() == 0) return;
    std::vector<double> force(n), along(massless_.n_static()), move(n, 0.0);
    add_forces(state, state.pair, 0, false);
    for (int s = 0; s < n; ++s) force[s] = massless_force(structure, s, 0);
    for (int e = 0; e < system_.n_springs(); ++e) {
      const SpringLaw& law = system_.springs[e];
      if (!law.has_gap || state.contact[e] != Edge::None || law.force_slot >= 0) continue;
      const double middle = !std::isfinite(law.upper)   ? law.lower
                            : !std::isfinite(law.lower) ? law.upper
                                                        : 0.5 * (law.lower + law.upper);
      const double from_middle = d(e)[0] - law.rest - middle;
      for (int s = 0; s < n; ++s)
        force[s] -= massless_.rate_row(e)[s] * kSoft * law.stiffness * from_middle;
    }
    massless_.along_static(force.data(), along.data());
    massless_.add_static(along.data(), move.data());
    if (round > 30)  // pieces may alternate: shorter steps end that
      for (double& m : move) m *= 0.5;
    move_massless(state, structure, move);
    add_forces(state, state.pair, 0, false);
    bool changed = false;
    for (int e = 0; e < system_.n_springs(); ++e) {
      const SpringLaw& law = system_.springs[e];
      if (!law.has_gap || system_.cluster_of(e) < 0) continue;
      const Edge contact = law.edge_at(d(e)[0] - law.rest);
      changed = changed || contact != state.contact[e];
      state.contact[e] = contact;
    }
    if (!changed && round > 2) break;
  }
  balance_exactly(state);
}

/// place_massless() without the stiffness inside the gaps, in the contacts that it found.
void Expansion::balance_exactly(State& state) {
  const Structure structure =
      build_structure(system_, state.pair, state.kept_limit, state.contact, false);
  rest_massless(state, structure);
}

}  // namespace luztar
