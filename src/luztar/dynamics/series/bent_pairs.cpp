#include "luztar/dynamics/series/bent_pairs.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/series/expansion.h"
#include "luztar/dynamics/series/pair_limits.h"
#include "luztar/dynamics/system/geometry.h"
#include "luztar/matrix/decompositions.h"

namespace luztar {
namespace {

constexpr int kMostRounds = 4;

/// Rows scaled to a diagonal of 1.
/// @param alone  the diagonal if nothing else stuck; what is left of it by rounding is 0
Matrix inverse_of_block(Matrix matrix, const Vector& alone) {
  Vector scale(alone.size());
  for (Index i = 0; i < scale.size(); ++i) {
    const double own = std::abs(matrix(i, i));  // below zero where losses are large
    scale[i] = own > kNoise * kNoise * alone[i] ? 1.0 / std::sqrt(own) : 0.0;
  }
  matrix = scale.as_diagonal() * matrix * scale.as_diagonal();
  return scale.as_diagonal() * pseudo_inverse(matrix, kNoise) * scale.as_diagonal();
}

/// The indices that a matrix couples with `first`, in ascending order.
std::vector<int> coupled_with(const Matrix& matrix, int first) {
  std::vector<char> found(static_cast<std::size_t>(matrix.rows()), 0);
  std::vector<int> block{first};
  found[static_cast<std::size_t>(first)] = 1;
  for (std::size_t next = 0; next < block.size(); ++next)
    for (int i = 0; i < matrix.rows(); ++i)
      if ((matrix(i, block[next]) != 0.0 || matrix(block[next], i) != 0.0) &&
          std::exchange(found[static_cast<std::size_t>(i)], char{1}) == 0)
        block.push_back(i);
  std::sort(block.begin(), block.end());
  return block;
}

/// Block by block: no rounding of one pair moves others that have no body in common with it.
Matrix inverse_of(const Matrix& matrix, const Vector& alone) {
  Matrix inverse(matrix.rows(), matrix.cols());
  for (int first = 0; first < matrix.rows(); ++first) {
    const std::vector<int> block = coupled_with(matrix, first);
    if (block.front() == first)
      inverse.set(block, block, inverse_of_block(matrix.at(block, block), alone.at(block)));
  }
  return inverse;
}

double rate_along(const Expansion& series, int pair) {
  double rate = 0.0;
  for (const Term& term : series.terms_of_pair(pair))
    rate += term.coefficient * series.v(term.body)[0];
  return rate;
}

}  // namespace

BentPairs::BentPairs(const SystemImpl& system) : system_(system), any_(system.has_bent_pairs()) {}

/// Accelerations of tied bodies under forces along a row.
Vector BentPairs::respond(const Structure& structure, std::span<const Term> row) const {
  Vector force = Vector(system_.n_bodies());
  for (const Term& term : row) force[term.body] += term.coefficient;
  const Index n = structure.coordinates.size();
  Vector of_coordinates(n);
  for (Index i = 0; i < n; ++i) {
    const Structure::Coordinate& coordinate = structure.coordinates[static_cast<std::size_t>(i)];
    double sum = 0.0;
    for (const Term& member : structure.members_of(coordinate))
      sum += member.coefficient * force[member.body];
    of_coordinates[i] = structure.diagonal ? coordinate.inverse_mass * sum : sum;
  }
  if (!structure.diagonal) of_coordinates = structure.inverse_mass_matrix * of_coordinates;
  Vector moved = Vector(system_.n_bodies());
  for (Index i = 0; i < n; ++i)
    moved[structure.coordinates[static_cast<std::size_t>(i)].body] = of_coordinates[i];
  for (const auto& dependent : structure.dependents)
    for (const Term& term : structure.terms_of(dependent))
      if (system_.is_free(term.body)) moved[dependent.body] += term.coefficient * moved[term.body];
  return moved;
}

/// Where a force of a pair acts: along its arms, and along those of the frictions that it loads.
std::vector<Term> BentPairs::action_of(const Expansion& series, int pair) const {
  const std::span<const Term> arms = series.terms_of_pair(pair);
  std::vector<Term> action(arms.begin(), arms.end());
  for (const LoadFactor& load : plan_.load_factors)
    if (load.by == pair)
      for (const Term& term : series.terms_of_pair(load.pair))
        action.push_back({term.body, load.factor * term.coefficient});
  return action;
}

/// Of plan_.bent with the arms at the anchor.
void BentPairs::take_rows(const Expansion& series, const Structure& structure) {
  const Index n = plan_.bent.size();
  plan_.response.reset(system_.n_bodies(), n);
  Matrix mobility(n, n);
  Vector alone(n);
  for (Index i = 0; i < n; ++i) {
    plan_.response.set_col(i, respond(structure, action_of(series, plan_.bent[i])));
    alone[i] = mobility_of(system_, series, plan_.bent[i]);
    for (Index j = 0; j < n; ++j) {
      mobility(j, i) = 0.0;
      for (const Term& term : series.terms_of_pair(plan_.bent[j]))
        mobility(j, i) += term.coefficient * plan_.response(term.body, i);
    }
  }
  if (plan_.load_factors.empty()) mobility = 0.5 * (mobility + mobility.transpose());
  plan_.inverse = n > 0 ? inverse_of(mobility, alone) : mobility;
}

void BentPairs::plan(const Expansion& series, const Structure& structure,
                     const std::vector<Mode>& modes, const std::vector<Bound>& kept_limit,
                     const std::vector<LoadFactor>& load_factors,
                     const std::vector<double>& carried) {
  carried_ = carried;
  std::vector<double> key = key_of(series, modes, kept_limit, load_factors);
  const bool keeps = system_.has_history() && !carried.empty();
  if (keeps && recall(key)) return;
  plan_.load_factors = load_factors;
  plan_.bent.clear();
  plan_.stuck.clear();
  plan_.bodies.clear();
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (modes[j] != Mode::Stuck || kept_limit[j] != Bound::Free) continue;
    if (system_.is_bent(j)) plan_.bent.push_back(j);
    plan_.stuck.push_back(j);
    for (const Term& term : action_of(series, j))
      if (system_.is_free(term.body)) plan_.bodies.push_back(term.body);
  }
  std::sort(plan_.bodies.begin(), plan_.bodies.end());
  plan_.bodies.erase(std::unique(plan_.bodies.begin(), plan_.bodies.end()), plan_.bodies.end());
  take_rows(series, structure);
  find_locked(structure, series);
  find_shares(series, modes, kept_limit);
  if (system_.has_history() && plan_.shares.size() > 0) drop_small_shares();
  if (keeps) keep(std::move(key));
}

/// Of accelerations of free bodies, by mass: sqrt(2 kinetic energy) after a second.
double BentPairs::size_of(const Vector& moved) const {
  double sum = 0.0;
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_free(b)) sum += moved[b] * moved[b] / system_.inverse_mass(b);
  return std::sqrt(sum);
}

/// Free bodies that no force can move, which are those that move nothing: they follow what is
/// given, or rest.
void BentPairs::find_locked(const Structure& structure, const Expansion& series) {
  plan_.locked.clear();
  if (plan_.bent.empty() || !plan_.load_factors.empty())
    return;  // losses: forces on other bodies may move it
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (!system_.is_free(b)) continue;
    const Term own{b, 1.0};
    const Vector moved = respond(structure, {&own, 1});
    if (moved[b] == 0.0) continue;  // tied to what is given
    const Vector left = moved - plan_.response * (plan_.inverse * along(series, moved));
    if (is_negligible(size_of(left), size_of(moved), kCancelled)) plan_.locked.push_back(b);
  }
}

/// Along the arms of plan_.bent.
Vector BentPairs::along(const Expansion& series, const Vector& moved) const {
  Vector sums(plan_.bent.size());
  for (Index i = 0; i < sums.size(); ++i) {
    sums[i] = 0.0;
    for (const Term& term : series.terms_of_pair(plan_.bent[i]))
      sums[i] += term.coefficient * moved[term.body];
  }
  return sums;
}

/// Accelerations of order k of plan_.locked, without the rounding of forces.
void BentPairs::move_locked(Expansion& series, const Structure& structure, int k) {
  Vector moved(system_.n_bodies());
  for (int b = 0; b < system_.n_bodies(); ++b) {
    moved[b] = series.a(b)[k];
    series.body_force(b)[k] = 0.0;
  }
  series.accelerate(structure, k);
  Vector rest(plan_.bent.size());
  for (Index i = 0; i < rest.size(); ++i) rest[i] = relative_acceleration(series, plan_.bent[i], k);
  const Vector back = plan_.response * (plan_.inverse * rest);
  for (const int b : plan_.locked) moved[b] = series.a(b)[k] - back[b];
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_free(b)) series.set_acceleration(b, k, moved[b]);
}

/// Of bodies that are held still by forces that cancel: what rounding leaves is 0.
/// @param free  (bodies) accelerations of order k without the pairs of plan_.bent [m/s^2]
/// @param force  (plan_.bent) their forces [N]
void BentPairs::drop_rounding(Expansion& series, const Vector& free, const Vector& force,
                              int k) const {
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (!system_.is_free(b)) continue;
    double size = 0.0;
    for (Index i = 0; i < force.size(); ++i)
      size += std::abs(plan_.response(b, i)) * std::abs(force[i]);
    size += std::abs(free[b]);
    if (is_negligible(series.a(b)[k], size, kRounding)) series.set_acceleration(b, k, 0.0);
  }
}

void BentPairs::hold(Expansion& series, const Structure& structure, int k) {
  series.accelerate(structure, k);
  series.curve(k);
  const Index n = plan_.bent.size();
  if (n > 0) {
    Vector rest(n);
    for (Index i = 0; i < n; ++i) rest[i] = relative_acceleration(series, plan_.bent[i], k);
    const Vector force = plan_.inverse * rest;
    before_.resize(system_.n_bodies());
    Vector free(system_.n_bodies());
    for (int b = 0; b < system_.n_bodies(); ++b) {
      before_[b] = series.body_force(b)[k];
      free[b] = series.a(b)[k];
    }
    for (Index i = 0; i < n; ++i)
      for (const Term& term : action_of(series, plan_.bent[i]))
        series.body_force(term.body)[k] -= term.coefficient * force[i];
    series.accelerate(structure, k);
    drop_rounding(series, free, force, k);
    if (!plan_.locked.empty()) move_locked(series, structure, k);
    for (int b = 0; b < system_.n_bodies(); ++b) series.body_force(b)[k] = before_[b];
  }
  load_.resize(plan_.bodies.size());
  for (Index i = 0; i < load_.size(); ++i) load_[i] = series.load(plan_.bodies[i], k);
  Vector before = Vector(plan_.stuck.size());
  if (k == 0 && plan_.redundant && !carried_.empty())
    for (Index j = 0; j < before.size(); ++j)
      before[j] = carried_[static_cast<std::size_t>(plan_.stuck[static_cast<std::size_t>(j)])];
  Vector force = plan_.shares * load_;
  if (!before.is_zero()) force += before - plan_.shares * (plan_.action * before);
  if (system_.has_history()) {
    for (Index j = 0; j < force.size(); ++j) {
      double size = 0.0;
      for (Index i = 0; i < load_.size(); ++i)
        size += std::abs(plan_.shares(j, i)) * std::abs(load_[i]);
      size += std::abs(before[j]);
      if (is_negligible(force[j], size, kRounding)) force[j] = 0.0;
    }
  }
  for (Index j = 0; j < force.size(); ++j) {
    series.f(system_.first_pair() + plan_.stuck[j])[k] = 0.0;
    series.add_pair_force(plan_.stuck[j], k, force[j]);
  }
}

/// By the smallest motion, in terms of kinetic energy.
void BentPairs::put_back(State& state, Expansion& series, const Structure& tied) {
  for (int round = 0; round < kMostRounds; ++round) {
    Vector off(plan_.bent.size());
    for (Index i = 0; i < off.size(); ++i) {
      const int e = system_.first_pair() + plan_.bent[i];
      const bool held = state.is_held[e] != 0;
      off[i] =
          held ? value_of(system_.geometry_of(e)->deflection, positions_of(state)) - state.held[e]
               : 0.0;
    }
    if (off.size() == 0 || !off.is_finite() || off.is_zero()) return;
    const Vector move = plan_.response * (plan_.inverse * off);
    if (!move.is_finite()) return;
    bool moved = false;
    for (int b = 0; b < system_.n_bodies(); ++b) {
      const double before = state.position[b];
      state.position[b] -= move[b];
      series.q(b)[0] = state.position[b];
      moved = moved || state.position[b] != before;
    }
    if (!moved) return;
    series.find_arms(state);
    take_rows(series, tied);
  }
}

/// How far a unit force of a pair still moves it, relative to that without the others.
double BentPairs::reach_of(const Expansion& series, const Structure& structure, int pair) const {
  const auto row = series.terms_of_pair(pair);
  const double alone = mobility_of(system_, series, pair);
  if (alone == 0.0) return 1.0;
  Vector moved = respond(structure, row);
  if (!plan_.bent.empty()) moved -= plan_.response * (plan_.inverse * along(series, moved));
  double sum = 0.0;
  for (const Term& term : row) sum += term.coefficient * moved[term.body];
  return std::abs(sum) / alone;
}

void BentPairs::set_velocity(State& state, Expansion& series, int body, double velocity) {
  state.velocity[body] = velocity;
  series.v(body)[0] = velocity;
}

void BentPairs::note_energy(const Expansion& series) {
  double energy = 0.0;
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_free(b)) energy += series.v(b)[0] * series.v(b)[0] / system_.inverse_mass(b);
  if (std::isfinite(energy)) most_energy_ = std::max(most_energy_, energy);
}

/// Its gradient does not turn.
bool BentPairs::is_straight(int pair) const {
  const Geometry* geometry = system_.geometry_of(system_.first_pair() + pair);
  return std::ranges::all_of(
      geometry->gradient, [](const DirectFormula& formula) { return formula.variables.empty(); });
}

/// What is to be taken away is rounding, unless a gradient jumped.
void BentPairs::find_violation(const State& state, const Expansion& series) {
  // Where nothing has moved yet, what rounding of the forces makes in the time so far.
  const double drift = kSolved * series.force_scale(0) * state.anchor.value;
  most_energy_ =
      std::max({most_energy_, state.moved.total(), drift * drift * system_.largest_inverse_mass()});
  Vector rate(plan_.bent.size());
  for (Index i = 0; i < rate.size(); ++i) rate[i] = rate_along(series, plan_.bent[i]);
  if (!(dot(rate, plan_.inverse * rate) > allowed_ * most_energy_)) return;
  for (Index i = 0; i < rate.size(); ++i) {
    if (is_straight(plan_.bent[i])) continue;
    double size = 0.0;
    for (const Term& term : series.terms_of_pair(plan_.bent[i]))
      size += std::abs(term.coefficient * series.v(term.body)[0]);
    if (exceeds(rate[i], size, kSolved)) violated_ = plan_.bent[i];
  }
}

/// Of plan_.bent, by the smallest jumps of velocity.
void BentPairs::take_rates_away(State& state, Expansion& series, const Structure& tied) const {
  Vector rate(plan_.bent.size());
  for (Index i = 0; i < rate.size(); ++i) rate[i] = rate_along(series, plan_.bent[i]);
  const Vector jump = plan_.response * (plan_.inverse * rate);
  if (!jump.is_finite()) return;
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (jump[b] != 0.0) set_velocity(state, series, b, state.velocity[b] - jump[b]);
  series.tie_velocities(tied, state);
}

/// Velocities of plan_.locked, without what rounding left of them: those that what is given asks
/// for.
void BentPairs::follow_given(State& state, Expansion& series, const Structure& tied) const {
  const std::vector<double> before = state.velocity;
  for (const int b : plan_.locked) set_velocity(state, series, b, 0.0);
  series.tie_velocities(tied, state);
  take_rates_away(state, series, tied);
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_free(b) && std::ranges::find(plan_.locked, b) == plan_.locked.end())
      set_velocity(state, series, b, before[static_cast<std::size_t>(b)]);
  series.tie_velocities(tied, state);
}

void BentPairs::project(State& state, Expansion& series, const Structure& tied, PairsNow& now) {
  plan_.bent.clear();
  plan_.load_factors.clear();
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (now[j].at_rest && system_.is_bent(j)) plan_.bent.push_back(j);
  take_rows_at_rest(series, tied, now);
  put_back(state, series, tied);
  std::vector<double> before(static_cast<std::size_t>(system_.n_pairs()));
  for (int j = 0; j < system_.n_pairs(); ++j) before[j] = rate_along(series, j);
  if (!plan_.bent.empty()) {
    if (!system_.has_history()) find_locked(tied, series);
    find_violation(state, series);
    take_rates_away(state, series, tied);
    if (!plan_.locked.empty()) follow_given(state, series, tied);
  }
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (now[j].at_rest || !system_.pairs[j].is_dry()) continue;
    const double after = rate_along(series, j);
    if (is_negligible(after, std::abs(before[j]), kHalfDigits) &&
        reach_of(series, tied, j) <= kNoise)
      now[j].at_rest = true;
  }
}

}  // namespace luztar
