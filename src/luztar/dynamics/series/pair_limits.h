// Limits of the force of one pair at rest, order by order, and what a stop leaves in the state.
#pragma once

#include "luztar/core/mode.h"
#include "luztar/dynamics/series/expansion.h"
#include "luztar/friction/graph.h"

namespace luztar {

/// The coefficient of order k of the force of a pair lies between them [N/s^k].
struct ForceBounds {
  double lower, upper;
};

/// Where the force of a pair at rest only pushes away from.
inline Edge closed_edge(const SystemImpl& system, const State& state, int pair) {
  return system.pairs[pair].is_one_way() ? Edge::Lower : state.side[pair];
}

/// Coefficient of order k [m/s^(2+k)].
inline double relative_acceleration(const Expansion& series, int pair, int k) {
  double sum = series.curvature(pair);
  for (const Term& term : series.terms_of_pair(pair))
    sum += term.coefficient * series.a(term.body)[k];
  return sum;
}

/// Loses force when it starts to slide that way.
inline bool drops(const SystemImpl& system, int pair, Mode direction) {
  const PairLaw& law = system.pairs[pair];
  return law.breakaway[side_of(direction)] > law.kinetic[side_of(direction)];
}

/// J M^-1 J' of a pair alone, with its arms at the anchor [1/kg]
inline double mobility_of(const SystemImpl& system, const Expansion& series, int pair) {
  double sum = 0.0;
  for (const Term& term : series.terms_of_pair(pair))
    sum += term.coefficient * term.coefficient * system.inverse_mass(term.body);
  return sum;
}

/// @param edge  of a stop: the upper one, else it is at the lower one
/// @param at    k > 0: the limits that all orders before are at
ForceBounds force_bounds(const SystemImpl& system, const Expansion& series, int pair, Edge edge,
                         AtLimit at, int k);

/// Without a normal force both limits are zero: what happens to it is a matter of higher orders.
bool is_weightless(const SystemImpl& system, const Expansion& series, int pair);

/// Both limits are zero for the whole series.
bool has_no_strength(const SystemImpl& system, const Expansion& series, int pair);

/// Writes PairLaw::fixed_strength: of a friction the mean of its limits, of one with a normal force
/// its coefficient times the largest of those of others, so that all of them are forces.
void set_fixed_strengths(SystemImpl& system);

/// A stop rests on an edge, or leaves it: then its deflection starts with more zeros than
/// its acceleration.
void write_stop(const SystemImpl& system, State& state, int pair, Edge edge, int zeros);

}  // namespace luztar
