#include "luztar/dynamics/modes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace luztar {
namespace {

// Forces and accelerations closer to a limit than this, relative to the largest force, are at it:
// a few hundred roundings. A pair misjudged by it is judged by the next derivative instead.
constexpr double kAtLimit = 1e-12;
constexpr double kFired = 1e-6;        // the same for a pair whose own guard says so
constexpr double kVanishing = 1e-290;  // products with it lose all digits
constexpr int kMaxPasses = 64;
constexpr double kFirst = std::numeric_limits<double>::infinity();  // before any excess

}  // namespace

ModeResolver::ModeResolver(const SystemImpl& system, StructureCache& cache)
    : system_(system), cache_(cache) {
  const auto m = static_cast<std::size_t>(system.n_frictions());
  fate_.assign(m, Fate::Moving);
  for (auto* array : {&sign_, &level_, &bound_side_, &broken_, &mode_}) array->assign(m, 0);
  mobility_.assign(m, 0.0);
  for (int j = 0; j < system.n_frictions(); ++j)
    for (const Term& term : system.terms_of_friction(j))
      mobility_[j] += term.coefficient * term.coefficient * system.inverse_mass[term.body];
}

double ModeResolver::relative_acceleration(const Expansion& series, int friction, int k) const {
  double sum = 0.0;
  for (const Term& term : system_.terms_of_friction(friction))
    sum += term.coefficient * series.a(term.body)[k];
  return sum;
}

ModeStatus ModeResolver::decide(State& state, Expansion& series,
                                const std::vector<std::int8_t>& at_rest,
                                const std::vector<std::int8_t>& broken) {
  std::fill(state.pinned.begin(), state.pinned.end(), std::int8_t{0});
  for (int j = 0; j < system_.n_frictions(); ++j) {
    const FrictionLaw& law = system_.frictions[j];
    const int side = broken[j] > 0 ? 1 : 0;
    broken_[j] = law.breakaway[side] > law.kinetic[side] ? broken[j] : std::int8_t{0};
  }
  fired_ = broken;
  residual_ = 0.0;
  int order = 0;
  for (int pass = 0;; ++pass) {
    if (pass == kMaxPasses) return ModeStatus::Cycled;
    restart_ = false;
    if (!cascade(state, series, at_rest))
      return solution_.status == SolveStatus::Solved ? ModeStatus::Cycled : ModeStatus::Unsolved;
    classify(series, at_rest);
    bool decided = false;
    for (order = 1; order <= series.order() && !decided && !restart_; ++order) {
      decided = std::none_of(fate_.begin(), fate_.end(), [](Fate f) { return f >= Fate::AtUpper; });
      if (!decided && !decide_order(state, series, order)) return ModeStatus::Unsolved;
    }
    if (!restart_) break;
  }
  write(state, series.order());
  use_structure_of(state);
  if (structure_->redundant) share_redundant(state, series, broken);
  hold(state, series);
  return ModeStatus::Decided;
}

/// Gauss with limits F_S; pairs that move break and carry F_K; broken pairs that would turn back
/// stick again; until nothing changes (docs/theory.md, section 2).
bool ModeResolver::cascade(State& state, Expansion& series,
                           const std::vector<std::int8_t>& at_rest) {
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    pairs_.clear();
    for (int j = 0; j < system_.n_frictions(); ++j) {
      mode_[j] = at_rest[j] != 0 ? broken_[j] : state.friction[j];
      fate_[j] = at_rest[j] != 0 ? Fate::Stuck : Fate::Moving;
      bound_side_[j] = 0;
      if (at_rest[j] != 0 && broken_[j] == 0) pairs_.push_back(j);
    }
    series.add_forces(state, mode_, 0, false);
    if (!solve(series, 0)) return false;
    if (!cascade_changes(series, at_rest)) return true;
  }
  return false;
}

bool ModeResolver::cascade_changes(const Expansion& series,
                                   const std::vector<std::int8_t>& at_rest) {
  bool changed = false;
  const double noise = kAtLimit * series.force_scale(0);
  for (int j = 0; j < system_.n_frictions(); ++j) {
    if (at_rest[j] == 0) continue;
    const double w = relative_acceleration(series, j, 0);
    if (broken_[j] != 0) {
      if (broken_[j] * w > noise * mobility_[j]) continue;
      broken_[j] = 0;
      changed = true;
      continue;
    }
    const double w_noise = noise * mobility_[j];
    const FrictionLaw& law = system_.frictions[j];
    const int side = w > 0.0 ? 1 : 0;
    if (std::abs(w) <= w_noise || law.breakaway[side] <= law.kinetic[side]) continue;
    broken_[j] = w > 0.0 ? std::int8_t{1} : std::int8_t{-1};
    changed = true;
  }
  return changed;
}

/// Bounds of the coefficient of order k of a pair's force.
void ModeResolver::set_box(int position, int friction, int k) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double& lower = problem_.lower[position];
  double& upper = problem_.upper[position];
  if (k == 0) {
    lower = -system_.frictions[friction].breakaway[0];
    upper = system_.frictions[friction].breakaway[1];
    return;
  }
  const Fate fate = fate_[friction];
  lower = fate == Fate::AtLower || fate == Fate::AtBoth ? 0.0 : -kInfinity;
  upper = fate == Fate::AtUpper || fate == Fate::AtBoth ? 0.0 : kInfinity;
}

/// The box problem of order k for pairs_; adds the forces and accelerates.
bool ModeResolver::solve(Expansion& series, int k) {
  const int m = static_cast<int>(pairs_.size());
  series.accelerate_free(k);
  problem_.resize(m);
  for (int p = 0; p < m; ++p) {
    set_box(p, pairs_[p], k);
    const double drive = relative_acceleration(series, pairs_[p], k);
    problem_.drive[p] = std::abs(drive) < kVanishing ? 0.0 : drive;
    for (int r = 0; r <= p; ++r) {
      double sum = 0.0;
      for (const Term& x : system_.terms_of_friction(pairs_[p]))
        for (const Term& y : system_.terms_of_friction(pairs_[r]))
          if (x.body == y.body) sum += x.coefficient * y.coefficient * system_.inverse_mass[x.body];
      problem_.delassus[static_cast<std::size_t>(p) * m + r] = sum;
      problem_.delassus[static_cast<std::size_t>(r) * m + p] = sum;
    }
  }
  if (m == 0) return true;
  problem_.scale = series.force_scale(k);
  solution_.bound.clear();
  solve_least_constraint(problem_, solution_);
  for (int p = 0; p < m; ++p) series.add_friction_force(pairs_[p], k, solution_.force[p]);
  series.accelerate_free(k);
  const double scale = series.force_scale(k);
  if (k == 0 && scale > 0.0) residual_ = std::max(residual_, solution_.residual / scale);
  return solution_.status == SolveStatus::Solved;
}

void ModeResolver::classify(const Expansion& series, const std::vector<std::int8_t>& at_rest) {
  const double noise = kAtLimit * series.force_scale(0);
  std::size_t p = 0;
  for (int j = 0; j < system_.n_frictions(); ++j) {
    if (at_rest[j] == 0) continue;
    level_[j] = 0;
    if (broken_[j] != 0) {
      fate_[j] = Fate::Sliding;
      sign_[j] = broken_[j];
      continue;
    }
    const double w = relative_acceleration(series, j, 0);
    const double force = solution_.force[p];
    const double w_noise = noise * mobility_[j];
    // A pair whose guard just fired is at its limit, however the solution of a badly conditioned
    // problem is rounded.
    const double above = fired_[j] > 0 ? kFired * problem_.upper[p] : noise;
    const double below = fired_[j] < 0 ? -kFired * problem_.lower[p] : noise;
    const bool upper = force >= problem_.upper[p] - std::max(above, noise);
    const bool lower = force <= problem_.lower[p] + std::max(below, noise);
    ++p;
    if (std::abs(w) > w_noise) {
      fate_[j] = Fate::Sliding;
      sign_[j] = w > 0.0 ? std::int8_t{1} : std::int8_t{-1};
    } else if (upper || lower) {
      fate_[j] = upper && lower ? Fate::AtBoth : upper ? Fate::AtUpper : Fate::AtLower;
      bound_side_[j] = upper && lower ? std::int8_t{2} : upper ? std::int8_t{1} : std::int8_t{-1};
    }
  }
}

/// Gauss's principle for the derivative of order k: pairs at their limit may not exceed it.
bool ModeResolver::decide_order(State& state, Expansion& series, int k) {
  pairs_.clear();
  for (int j = 0; j < system_.n_frictions(); ++j) {
    if (fate_[j] == Fate::Sliding) mode_[j] = sign_[j];
    if (fate_[j] >= Fate::Stuck) pairs_.push_back(j);
  }
  series.add_forces(state, mode_, k, false);
  if (!solve(series, k)) return false;
  const double noise = std::max(kAtLimit * series.force_scale(k), kVanishing);
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const int j = pairs_[p];
    if (fate_[j] == Fate::Stuck) continue;
    const double w = relative_acceleration(series, j, k);
    const double w_noise = noise * mobility_[j];
    level_[j] = static_cast<std::int8_t>(k);
    if (std::abs(w) > w_noise) {
      fate_[j] = Fate::Sliding;
      sign_[j] = w > 0.0 ? std::int8_t{1} : std::int8_t{-1};
      const FrictionLaw& law = system_.frictions[j];
      const int side = w > 0.0 ? 1 : 0;
      if (law.breakaway[side] > law.kinetic[side]) {
        broken_[j] = sign_[j];
        restart_ = true;
      }
    } else if (std::abs(solution_.force[p]) > noise) {
      fate_[j] = Fate::Stuck;
    }
  }
  return true;
}

void ModeResolver::write(State& state, int order) const {
  for (int j = 0; j < system_.n_frictions(); ++j) {
    std::int8_t& first = state.roots[system_.friction_guard(j, 0)];
    std::int8_t& second = state.roots[system_.friction_guard(j, 1)];
    first = second = 0;
    if (fate_[j] == Fate::Moving) continue;
    if (fate_[j] == Fate::Sliding) {
      state.friction[j] = sign_[j];
      first = static_cast<std::int8_t>(level_[j] + 1);
      continue;
    }
    state.friction[j] = 0;
    const auto zeros = fate_[j] == Fate::Stuck ? level_[j] : static_cast<std::int8_t>(order + 1);
    if (bound_side_[j] > 0) first = zeros;
    if (bound_side_[j] < 0 || bound_side_[j] == 2) second = zeros;
    const FrictionLaw& law = system_.frictions[j];
    if (law.breakaway[0] == 0.0 && law.breakaway[1] == 0.0) state.pinned[j] = 1;
  }
}

void ModeResolver::use_structure_of(const State& state) {
  for (int j = 0; j < system_.n_frictions(); ++j)
    mode_[j] = state.friction[j] == 0 ? std::int8_t{1} : std::int8_t{0};
  structure_ = cache_.get(system_, mode_, state.pinned);
}

/// Cycles of stuck pairs: the canonical forces may leave the box of one pair while the others can
/// still hold; that pair then keeps its limit and the rest is shared anew. A pair that just reached
/// its limit is the first to keep it.
void ModeResolver::share_redundant(State& state, Expansion& series,
                                   const std::vector<std::int8_t>& broken) {
  for (const auto& stuck : structure_->stuck_forces) {
    if (stuck.unique) continue;
    // What was found about its limits belongs to another distribution of the forces.
    state.roots[system_.friction_guard(stuck.friction, 0)] = 0;
    state.roots[system_.friction_guard(stuck.friction, 1)] = 0;
  }
  for (int round = 0; round < 2 * system_.n_frictions(); ++round) {
    series.add_forces(state, state.friction, 0, false);
    series.accelerate(*structure_, 0);
    series.add_stuck_forces(*structure_, 0);
    int worst = -1;
    std::int8_t side = 0;
    double excess = 1.0 - kAtLimit;
    for (const auto& stuck : structure_->stuck_forces) {
      if (stuck.unique) continue;
      const int j = stuck.friction;
      const double force = series.f(system_.first_friction() + j)[0];
      const double limit = system_.frictions[j].breakaway[force > 0.0 ? 1 : 0];
      const bool first = broken[j] != 0 && excess < kFirst;
      if (!first && std::abs(force) <= excess * limit) continue;
      excess = first ? kFirst : std::abs(force) / limit;
      worst = j;
      side = first ? broken[j] : static_cast<std::int8_t>(force > 0.0 ? 1 : -1);
    }
    if (worst < 0) return;
    state.pinned[worst] = side;
    use_structure_of(state);
  }
}

void ModeResolver::tie(State& state, Expansion& series, std::vector<std::int8_t>& at_rest) {
  std::fill(broken_.begin(), broken_.end(), std::int8_t{0});
  const auto tied = cache_.get(system_, at_rest, broken_);
  for (int j = 0; j < system_.n_frictions(); ++j)
    if (tied->rigid[system_.first_friction() + j] != 0) at_rest[j] = 1;
  series.tie_velocities(*tied, state);
}

void ModeResolver::hold(State& state, const Expansion& series) const {
  for (int e = 0; e < system_.n_elements(); ++e) {
    if (structure_->rigid[e] == 0) {
      state.is_held[e] = 0;
      state.held[e] = 0.0;
    } else if (state.is_held[e] == 0) {
      state.is_held[e] = 1;
      state.held[e] = series.d(e)[0];
    }
  }
}

}  // namespace luztar
