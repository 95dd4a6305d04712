// Expansion of motions that have settled on a slow manifold.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/series/expansion.h"

namespace luztar {

double Expansion::fast_decay(const State& state, const Structure& structure,
                             double tolerance) const {
  if (bent_.any() || internals_.any_settled() || degree_ < order()) return 0.0;
  const int states = system_.first_output() - system_.first_state();
  if (structure.coordinates.size() + static_cast<std::size_t>(states) > SlowManifold::kMost)
    return 0.0;
  const int last = manifold_.is_left() ? order() : order() - 1;
  double fastest = 0.0;
  for (const auto& coordinate : structure.coordinates)
    fastest = std::max(fastest, SlowManifold::decay(v(coordinate.body), a(coordinate.body), last));
  for (int i = system_.first_state(); i < system_.first_output(); ++i)
    fastest = std::max(fastest, SlowManifold::decay(z(i), rate_of_state(i), last,
                                                    tolerance * tolerance * state.largest[i]));
  return fastest;
}

const double* Expansion::rate_of_state(int internal) const {
  return series_.slot(system_.internals[internal].rate_slot);
}

bool Expansion::expand_slow(const State& state, const Structure& structure, double decay,
                            double tolerance) {
  constexpr double kGain = 1.2;  // of a round
  constexpr int kRounds = 12;
  if (manifold_.is_left()) {
    std::vector<SlowManifold::Unknown> unknowns;
    const bool knows_start = has_rests();  // only Unseen gives explicit series rests
    std::vector<double>& rests = knows_start ? this->rests() : begin_rests();
    for (const auto& coordinate : structure.coordinates)
      unknowns.push_back(
          {v(coordinate.body), a(coordinate.body), &rests[row(coordinate.body)],
           size_of_forces(coordinate.body, 0) * system_.inverse_mass(coordinate.body)});
    for (int i = system_.first_state(); i < system_.first_output(); ++i)
      unknowns.push_back({.value = internals_.z(i),
                          .rate = rate_of_state(i),
                          .floor = tolerance * tolerance * state.largest[i]});
    manifold_.begin(std::move(unknowns), order(), knows_start);
  }
  manifold_.settle_faster_than(decay);
  const auto evaluate = [&](int k) {
    follow(structure, k);
    if (system_.has_massless)
      balance(state, structure, k);
    else
      add_forces(state, state.pair, k, true);
    accelerate(structure, k);
  };
  double reached = 0.0;
  for (int round = 1; round <= kRounds; ++round) {
    if (!manifold_.expand(evaluate)) return false;
    const double before = std::exchange(reached, manifold_.step(tolerance));
    if (round > 1 && reached * decay > 1.0 &&
        (reached < kGain * before || reached > manifold_.reach(tolerance)))
      break;
  }
  if (!(reached * decay > 1.0) || !manifold_.is_near(tolerance)) return false;
  // Forces of what sticks balance the accelerations that forces give; those differ from the rates
  // of velocities by what the rounds left, in proportion to the mass of each body.
  for (int k = 0; k <= order(); ++k) add_stuck_forces(structure, k);
  for (const auto& coordinate : structure.coordinates) settle_acceleration(coordinate.body);
  for (const auto& dependent : structure.dependents) {
    const auto terms = structure.terms_of(dependent);
    if (std::any_of(terms.begin(), terms.end(),
                    [this](const Term& term) { return system_.is_free(term.body); }))
      settle_acceleration(dependent.body);
  }
  if (system_.has_massless) accelerate_massless();
  return true;
}

/// The rate of a velocity that is there; where its rounding gives other forces, as of a stiff
/// damper between bodies that move together, what forces give stays.
void Expansion::settle_acceleration(int body) {
  const double size = size_of_forces(body, 0) * system_.inverse_mass(body);
  if (!is_negligible(v(body)[1] - a(body)[0], size, kOfSeries)) return;
  for (int k = 0; k < order(); ++k) a(body)[k] = (k + 1) * v(body)[k + 1];
  a(body)[order()] = 0.0;
}

}  // namespace luztar
