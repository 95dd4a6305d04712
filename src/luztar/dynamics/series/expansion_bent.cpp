// Elements along expressions: arms that turn with the bodies.
#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/series/expansion.h"
#include "luztar/dynamics/system/geometry.h"

namespace luztar {

/// And states that jump. @param still  with velocities of 0
void Expansion::feed_coordinates(int k, bool still) {
  for (const ProgramInput& input : system_.inputs) {
    if (input.kind == ProgramInput::Kind::Position) {
      const int motion = system_.motion_slot(input.index);
      series_.slot(input.slot)[k] = motion >= 0 ? series_.slot(motion)[k] : q(input.index)[k];
    } else if (input.kind == ProgramInput::Kind::Velocity) {
      series_.slot(input.slot)[k] = still ? 0.0 : v(input.index)[k];
    } else if (input.kind == ProgramInput::Kind::Internal && system_.arms.n_shifts() > 0) {
      series_.slot(input.slot)[k] = is_settled(input.index) ? 0.0 : z(input.index)[k];
    }
  }
  series_.expand_state(system_.program, k, branch_);
}

void Expansion::find_arms(const State& state) {
  branch_ = state.branch.data();
  moves_ = true;
  feed_coordinates(0, false);
  bent_.note_energy(*this);
  const std::vector<Term> before = all_arms();
  read_arms(state);
  for (int j = 0; j < system_.n_pairs() && !arms_jump_; ++j)
    if (state.is_held[system_.first_pair() + j] != 0 && (turns_round(before, j) || vanishes(j)))
      turned_round_ = j;
}

/// G M^-1 G' of a pair along an expression [1/kg]
double Expansion::size_of_arms(int pair) const {
  double size = 0.0;
  for (const Term& term : terms_of_pair(pair))
    size += term.coefficient * term.coefficient * system_.inverse_mass(term.body);
  return size;
}

/// The gradient of a link is so small beside what it was that rounding rules where it points.
bool Expansion::vanishes(int pair) const {
  return system_.pairs[pair].is_rigid() && system_.is_bent(pair) &&
         size_of_arms(pair) < kNoise * widest_[pair];
}

/// On the way no arm may go through zero: in each part of a step it turns by less than
/// turns_round() asks for.
void Expansion::carry_arms(const State& state, double tau) {
  constexpr int kParts = 16;
  for (int part = 1; part <= kParts && bent_.any(); ++part) {
    const std::vector<Term> before = all_arms();
    for (const Geometry& geometry : system_.arms.geometries()) {
      const int pair = geometry.element - system_.first_pair();
      if (pair < 0 || state.is_held[geometry.element] == 0) continue;
      const std::span<Term> arms = bent_terms(geometry.element);
      for (std::size_t i = 0; i < arms.size(); ++i) {
        const double* c = series_.slot(geometry.gradient_slots[i]);
        double arm = 0.0;
        for (int k = order(); k >= 0; --k) arm = arm * (tau * part / kParts) + c[k];
        arms[i].coefficient = arm;
      }
      if (turns_round(before, pair)) turned_round_ = pair;
    }
  }
}

void Expansion::forget_arms(const State& state) {
  const bool jump = std::exchange(arms_jump_, true);
  find_arms(state);
  arms_jump_ = jump;
  turned_round_ = -1;
}

/// The gradient of a pair points quite elsewhere than its series led: it was zero in between, where
/// the series of a length and of its gradient end.
/// @param before  of all elements: carry_arms() to here
bool Expansion::turns_round(const std::vector<Term>& before, int pair) const {
  constexpr double kFar = 0.2;  // cosine of an angle
  auto i = static_cast<std::size_t>(system_.arms.begins()[system_.first_pair() + pair]);
  double product = 0.0, size = 0.0, size_before = 0.0;
  for (const Term& term : terms_of_pair(pair)) {
    const double w = system_.inverse_mass(term.body);
    const double was = before[i++].coefficient;
    product += term.coefficient * was * w;
    size += term.coefficient * term.coefficient * w;
    size_before += was * was * w;
  }
  return product < kFar * std::sqrt(size) * std::sqrt(size_before);
}

/// At a dead point what rounding leaves of an arm of a pair is 0.
void Expansion::read_arms(const State& state) {
  for (const Geometry& geometry : system_.arms.geometries()) {
    const std::span<Term> arms = bent_terms(geometry.element);
    const bool is_pair = geometry.element >= system_.first_pair();
    for (std::size_t i = 0; i < arms.size(); ++i) {
      const double arm = series_.slot(geometry.gradient_slots[i])[0];
      arms[i].coefficient = is_pair && is_rounding(state, geometry.gradient[i], arm) ? 0.0 : arm;
    }
    if (is_pair) drop_small_arms(geometry.element - system_.first_pair());
  }
}

/// Sets arms to 0 that are as small as the rounding of the instant of a dead point.
void Expansion::drop_small_arms(int pair) {
  const double size = size_of_arms(pair);
  widest_[pair] = std::max(widest_[pair], size);
  if (size > (kNoise * kNoise) * widest_[pair]) return;
  for (Term& term : bent_terms(system_.first_pair() + pair)) term.coefficient = 0.0;
}

/// Of a formula of positions that is this value: they may change it by as much.
bool Expansion::is_rounding(const State& state, const DirectFormula& formula, double value) const {
  std::vector<double> arguments;
  for (const LawSymbol& symbol : formula.variables)
    arguments.push_back(symbol.kind == LawSymbol::Kind::Position ? q(symbol.index)[0]
                                                                 : positions_of(state)[symbol]);
  const double here = (*formula.function)(arguments);
  double noise = 0.0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (formula.variables[i].kind != LawSymbol::Kind::Position) continue;
    const double position = std::exchange(arguments[i], arguments[i] * (1.0 + kFewUlps));
    noise += std::abs((*formula.function)(arguments)-here);
    arguments[i] = position;
  }
  return noise > 0.0 && std::abs(value) <= noise;
}

void Expansion::curve(int k) {
  if (!bent_.any() || !moves_) return;
  feed_coordinates(k + 1, true);
  for (const Geometry& geometry : system_.arms.geometries())
    if (geometry.element >= system_.first_pair())
      curvature_[geometry.element - system_.first_pair()] =
          (k + 1) * series_.slot(geometry.rate_slot)[k + 1];
}

void Expansion::jump(const Structure& structure) {
  if (!bent_.any()) {
    accelerate(structure, 0);
    return add_stuck_forces(structure, 0);
  }
  std::vector<Mode> modes(static_cast<std::size_t>(system_.n_pairs()), Mode::Forward);
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (system_.pairs[j].is_rigid()) modes[j] = Mode::Stuck;
  bent_.plan(*this, structure, modes, std::vector<Bound>(modes.size()), {}, {});
  bent_.hold(*this, structure, 0);
}

double Expansion::rate_of_pair(int pair, int k) const {
  if (const Geometry* geometry = system_.geometry_of(system_.first_pair() + pair))
    return series_.slot(geometry->rate_slot)[k];
  double sum = 0.0;
  for (const Term& term : terms_of_pair(pair)) sum += term.coefficient * v(term.body)[k];
  return sum;
}

/// The direction of the force of a friction that is at a limit; 0: it is not.
int Expansion::limited(const State& state, int pair) {
  if (state.pair[pair] != Mode::Stuck) return number(state.pair[pair]);
  return state.kept_limit[pair] == Bound::Both ? 0 : number(state.kept_limit[pair]);
}

/// Of frictions that are at a limit which grows with the force of a link. After add_forces() of
/// order 0, in which such forces are 0.
std::vector<LoadFactor> Expansion::find_load_factors(const State& state) {
  std::vector<LoadFactor> load_factors;
  for (const NormalLoad& load : system_.arms.normal_loads()) {
    const int sign = limited(state, load.pair);
    if (sign == 0 || !load.acts(state.side[load.by])) continue;
    const auto size = [&](double force) {
      series_.slot(load.slot)[0] = force;
      series_.expand_state(system_.program, 0, state.branch.data());
      return state.pair[load.pair] != Mode::Stuck ? level(load.pair, state.pair[load.pair], 0)
                                                  : limit(load.pair, sign > 0 ? 1 : 0, 0);
    };
    const double factor = size(1.0) - size(0.0);
    load_factors.push_back({load.pair, load.by, sign * number(state.side[load.by]) * factor});
  }
  return load_factors;
}

double Expansion::pressed_factor(const State& state, const NormalLoad& load, Mode direction) {
  double& force = series_.slot(load.slot)[0];
  double levels[2];
  for (const int is_pressed : {1, 0}) {
    force = is_pressed;
    series_.expand_state(system_.program, 0, state.branch.data());
    levels[is_pressed] = level(load.pair, direction, 0);
  }
  return levels[1] - levels[0];
}

void Expansion::load_links(const State& state, const std::vector<double>& force) {
  for (const NormalLoad& load : system_.arms.normal_loads()) {
    const double along = force[static_cast<std::size_t>(load.by)];
    series_.slot(load.slot)[0] =
        load.side == 0 ? std::abs(along) : std::max(0.0, load.side * along);
  }
  series_.expand_state(system_.program, 0, state.branch.data());
}

/// What sticks along expressions, and the limits that follow from its forces.
void Expansion::hold_bent(const State& state, const Structure& structure, int k) {
  bent_.hold(*this, structure, k);
  if (system_.arms.normal_loads().empty()) return;
  const auto force_of = [&](int pair) {
    return f(system_.first_pair() + pair)[k];
  };
  for (const LoadFactor& load : bent_.load_factors())
    add_pair_force(load.pair, k, load.factor * force_of(load.by));
  for (const NormalLoad& load : system_.arms.normal_loads())
    series_.slot(load.slot)[k] =
        load.acts(state.side[load.by]) ? number(state.side[load.by]) * force_of(load.by) : 0.0;
  series_.expand_state(system_.program, k, state.branch.data());
}

/// Deflections that are expressions, and their rates, from the program.
void Expansion::bend(const State& state, int k, bool hold) {
  if (k == 0) read_arms(state);
  for (const Geometry& geometry : system_.arms.geometries()) {
    const int e = geometry.element;
    const bool held = state.is_held[e] != 0;
    d(e)[k] = held && k == 0 ? state.held[e]
              : held && hold ? 0.0
                             : series_.slot(geometry.deflection_slot)[k];
    rate(e)[k] = held && hold ? 0.0 : series_.slot(geometry.rate_slot)[k];
  }
}

/// Their forces on bodies: order k of gradient times force, both known up to there.
void Expansion::push_along_gradients(int k) {
  for (const Geometry& geometry : system_.arms.geometries()) {
    const double* force = f(geometry.element);
    const auto terms = system_.terms_of(geometry.element);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const double* slope = series_.slot(geometry.gradient_slots[i]);
      double sum = 0.0;
      for (int j = 0; j <= k; ++j) sum += slope[j] * force[k - j];
      body_force(terms[i].body)[k] -= sum;
    }
  }
}

}  // namespace luztar
