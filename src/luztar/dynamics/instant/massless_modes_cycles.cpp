// Pairs that close a cycle with others at rest.
#include <cmath>
#include <limits>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/instant/massless_modes.h"
#include "luztar/matrix/decompositions.h"

namespace luztar {
/// Pairs that stick close a cycle through bodies whose velocities agree only now.
bool MasslessModes::contradicts(const State& state) const {
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (state.pair[j] == Mode::Stuck && present_->rigid[system_.first_pair() + j] == 0) return true;
  return false;
}

/// A stop in contact, or a freewheel, whose bodies are driven further in: it cannot give way.
bool MasslessModes::is_pushed_in(const State& state, const Violation& change) const {
  const Edge edge = closed_edge(system_, state, change.pair);
  return change.order == Violation::kContradiction && edge != Edge::None &&
         number(change.mode) == number(edge);
}

/// A pair that would stick, or a stop that its bodies are driven into, may close a cycle with pairs
/// that stick already, while what is given moves its ends apart (a body between the floor and a
/// sheet that turns back). Force is shifted along the cycle then until the first pair meets its
/// limit.
/// @return that pair and where it goes, perhaps `change.pair` itself at its other limit; none if
///         there is no such cycle
MasslessModes::Change MasslessModes::yielding_pair(const State& state, const Expansion& series,
                                                   const Violation& change) const {
  const bool pushed_in = is_pushed_in(state, change);
  const bool sticks = change.mode == Mode::Stuck && state.pair[change.pair] != Mode::Stuck;
  if (!pushed_in && (!sticks || change.order > series.order())) return {};
  std::vector<int> stuck;
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (state.pair[j] == Mode::Stuck && present_->rigid[system_.first_pair() + j] != 0)
      stuck.push_back(j);
  if (stuck.empty()) return {};
  const auto column = [&](int j) {
    Vector c(system_.n_bodies());
    for (const Term& term : system_.terms_of_pair(j))
      if (!system_.is_given(term.body)) c(term.body) += term.coefficient;
    return c;
  };
  Matrix rows(system_.n_bodies(), stuck.size());
  for (std::size_t i = 0; i < stuck.size(); ++i) rows.set_col(i, column(stuck[i]));
  const Vector wanted = -column(change.pair);
  const Vector solution = least_squares_solution(rows, wanted);
  if (exceeds(norm(rows * solution - wanted), norm(wanted), kSolved)) return {};
  const int direction = pushed_in ? number(closed_edge(system_, state, change.pair))
                                  : -number(state.pair[change.pair]);  // of its force
  double room = pushed_in ? std::numeric_limits<double>::infinity()
                          : series.limit(change.pair, 0, 0) + series.limit(change.pair, 1, 0);
  Change first;
  if (std::isfinite(room)) first = {change.pair, opposite(state.pair[change.pair])};
  for (std::size_t i = 0; i < stuck.size(); ++i) {
    const int j = stuck[i];
    const double grows = direction * solution(i);
    if (std::abs(grows) < kSolved || !pair_[j].is_open || system_.pairs[j].has_edges()) continue;
    const int side = grows > 0.0 ? 1 : 0;
    const double force = series.f(system_.first_pair() + j)[0];
    const double left = series.limit(j, side, 0) - (side == 1 ? force : -force);
    if (left >= room * std::abs(grows)) continue;
    room = left / std::abs(grows);
    first = {j, mode_along(grows)};
  }
  return first;
}

}  // namespace luztar
