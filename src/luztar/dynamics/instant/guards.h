// Event functions: polynomials that are positive inside the present modes. Written once, for the
// integrator, the diagnosis and every edge.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "luztar/dynamics/series/expansion.h"
#include "luztar/dynamics/system/system_impl.h"

namespace luztar {

/// In State::roots: a guard that is zero for the whole series.
inline constexpr ZeroCount kAllOrders = std::numeric_limits<ZeroCount>::max();

/// What a guard watches.
struct GuardOwner {
  enum class Kind { Spring, Pair, Switch };
  Kind kind;
  int index;
  int side;
};

inline GuardOwner guard_owner(const SystemImpl& system, int guard) {
  const int owner = guard / 2;
  const int side = guard % 2;
  if (owner < system.n_springs()) return {GuardOwner::Kind::Spring, owner, side};
  const int after = owner - system.n_springs();
  if (after < system.n_pairs()) return {GuardOwner::Kind::Pair, after, side};
  return {GuardOwner::Kind::Switch, after - system.n_pairs(), side};
}

/// The guards of a pair.
inline std::array<int, 2> guards_of_pair(const SystemImpl& system, int pair) {
  const int first = 2 * (system.n_springs() + pair);
  return {first, first + 1};
}

/// Coefficients of a guard in tau, series.degree() + 1 of them, in the present modes. Leading
/// coefficients that are known to be zero (State::roots) are set to zero.
/// @return false if the guard is not active in these modes
bool guard_polynomial(const SystemImpl& system, const State& state, const Expansion& series,
                      int guard, double* coefficients);
/// The same where the coefficients up to `last` are enough; others keep what they are or are set.
bool guard_polynomial(const SystemImpl& system, const State& state, const Expansion& series,
                      int guard, double* coefficients, int last);

/// The branch behind the boundary of a switch.
std::int64_t next_branch(const SystemImpl& system, const State& state, int sw, int side);

}  // namespace luztar
