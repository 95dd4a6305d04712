#include "luztar/dynamics/series/pair_limits.h"

#include <algorithm>
#include <limits>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/structure/group_shares.h"

namespace luztar {
ForceBounds force_bounds(const SystemImpl& system, const Expansion& series, int pair, Edge edge,
                         AtLimit at, int k) {
  if (k == 0 && system.pairs[pair].has_edges()) {
    if (edge == Edge::Upper) return {0.0, kInfinity};
    return {-kInfinity, 0.0};
  }
  const ForceBounds limits{-series.limit(pair, 0, k), series.limit(pair, 1, k)};
  if (k == 0 || at == AtLimit::Both)  // a normal force below zero is reported by the run
    return {std::min(limits.lower, 0.0), std::max(limits.upper, 0.0)};
  return {at == AtLimit::Lower ? limits.lower : -kInfinity,
          at == AtLimit::Upper ? limits.upper : kInfinity};
}

bool is_weightless(const SystemImpl& system, const Expansion& series, int pair) {
  return system.pairs[pair].normal_slot >= 0 &&
         std::max(series.limit(pair, 0, 0), series.limit(pair, 1, 0)) <=
             kNoise * series.force_scale(0);
}

bool has_no_strength(const SystemImpl& system, const Expansion& series, int pair) {
  const int last = system.pairs[pair].normal_slot >= 0 ? series.order() : 0;
  for (int k = 0; k <= last; ++k)
    if (series.limit(pair, 0, k) != 0.0 || series.limit(pair, 1, k) != 0.0) return false;
  return true;
}

void set_fixed_strengths(SystemImpl& system) {
  double largest = 0.0;
  for (const PairLaw& law : system.pairs)
    if (law.is_dry() && law.normal_slot < 0) largest = std::max(largest, strength_of(law));
  if (largest == 0.0) largest = 1.0;  // coefficients only
  for (int j = 0; j < system.n_pairs(); ++j) {
    PairLaw& law = system.pairs[j];
    law.fixed_strength = strength_of(law) * (law.normal_slot >= 0 ? largest : 1.0);
  }
}

void write_stop(const SystemImpl& system, State& state, int pair, Edge edge, int zeros) {
  ZeroCount& first = state.roots[system.pair_guard(pair, 0)];
  ZeroCount& second = state.roots[system.pair_guard(pair, 1)];
  first = second = 0;
  if (state.pair[pair] == Mode::Stuck) {
    first = static_cast<ZeroCount>(zeros);
    return;
  }
  state.side[pair] = Edge::None;
  (edge == Edge::Upper ? first : second) = static_cast<ZeroCount>(zeros);
}

}  // namespace luztar
