// Pairs that close a cycle with others at rest.
#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

#include "luztar/dynamics/modes.h"

namespace luztar {
namespace {

constexpr double kSameRow = 1e-9;  // relative: a rate that follows from others

}  // namespace

/// Pairs that stick close a cycle through bodies whose velocities agree only now.
bool ModeResolver::contradicts(const State& state) const {
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (state.pair[j] == 0 && structure_->rigid[system_.first_pair() + j] == 0) return true;
  return false;
}

/// A pair that would stick may close a cycle with pairs that stick already, while what is given
/// moves its ends apart (a body between the floor and a sheet that turns back). Force is shifted
/// along the cycle then until the first pair meets its limit.
/// @return that pair, perhaps `change.pair` itself at its other limit; -1 if there is no such cycle
int ModeResolver::yielding_pair(const State& state, const Expansion& series,
                                const Violation& change) {
  if (change.mode != 0 || state.pair[change.pair] == 0 || change.order > series.order()) return -1;
  std::vector<int> stuck;
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (state.pair[j] == 0 && structure_->rigid[system_.first_pair() + j] != 0) stuck.push_back(j);
  if (stuck.empty()) return -1;
  const auto column = [&](int j) {
    Eigen::VectorXd c = Eigen::VectorXd::Zero(system_.n_bodies());
    for (const Term& term : system_.terms_of_pair(j))
      if (!system_.is_given(term.body)) c(term.body) += term.coefficient;
    return c;
  };
  Eigen::MatrixXd rows(system_.n_bodies(), static_cast<Eigen::Index>(stuck.size()));
  for (std::size_t i = 0; i < stuck.size(); ++i)
    rows.col(static_cast<Eigen::Index>(i)) = column(stuck[i]);
  const Eigen::VectorXd wanted = -column(change.pair);
  const Eigen::VectorXd share = rows.completeOrthogonalDecomposition().solve(wanted);
  if ((rows * share - wanted).norm() > kSameRow * wanted.norm()) return -1;
  const int mode = state.pair[change.pair];
  int first = change.pair;
  double room = series.limit(change.pair, 0, 0) + series.limit(change.pair, 1, 0);
  for (std::size_t i = 0; i < stuck.size(); ++i) {
    const int j = stuck[i];
    const double grows = -mode * share(static_cast<Eigen::Index>(i));
    if (std::abs(grows) < kSameRow || candidate_[j] == 0 || is_stop(j)) continue;
    const int side = grows > 0.0 ? 1 : 0;
    const double force = series.f(system_.first_pair() + j)[0];
    const double left = series.limit(j, side, 0) - (side == 1 ? force : -force);
    if (left >= room * std::abs(grows)) continue;
    room = left / std::abs(grows);
    first = j;
    yield_side_ = side == 1 ? std::int8_t{1} : std::int8_t{-1};
  }
  return first;
}

}  // namespace luztar
