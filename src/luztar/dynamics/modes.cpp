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
constexpr double kOpens = 1e3;         // the same for a stop, times kAtLimit
constexpr double kVanishing = 1e-290;  // products with it lose all digits
constexpr int kMaxPasses = 64;
constexpr int kManyPairs = 16;  // the tree solver is faster from about ten pairs on
constexpr double kFirst = std::numeric_limits<double>::infinity();  // before any excess
constexpr double kPulls = std::numeric_limits<double>::max();

}  // namespace

ModeResolver::ModeResolver(const SystemImpl& system, StructureCache& cache)
    : system_(system), cache_(cache) {
  const auto m = static_cast<std::size_t>(system.n_pairs());
  fate_.assign(m, Fate::Moving);
  for (auto* array : {&sign_, &level_, &bound_side_, &opened_, &broken_, &late_, &mode_})
    array->assign(m, 0);
  mobility_.assign(m, 0.0);
  no_contact_.assign(system.n_springs(), 0);
  side_.assign(m, 0);
  for (int j = 0; j < system.n_pairs(); ++j)
    for (const Term& term : system.terms_of_pair(j))
      mobility_[j] += term.coefficient * term.coefficient * system.inverse_mass[term.body];
}

double ModeResolver::relative_acceleration(const Expansion& series, int pair, int k) const {
  double sum = 0.0;
  for (const Term& term : system_.terms_of_pair(pair))
    sum += term.coefficient * series.a(term.body)[k];
  return sum;
}

ModeStatus ModeResolver::decide(State& state, Expansion& series,
                                const std::vector<std::int8_t>& at_rest,
                                const std::vector<std::int8_t>& broken) {
  if (system_.has_massless) return decide_by_series(state, series, at_rest, broken);
  std::fill(state.pinned.begin(), state.pinned.end(), std::int8_t{0});
  if (structure_ != nullptr && structure_->redundant)
    use_structure_of(state);  // nobody pinned: the cycles as they are
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const PairLaw& law = system_.pairs[j];
    const int side = broken[j] > 0 ? 1 : 0;
    // On a cycle the others may take over what this pair cannot hold: Gauss decides.
    const bool breaks = law.breakaway[side] > law.kinetic[side] && !is_shared(j);
    broken_[j] = breaks ? broken[j] : std::int8_t{0};
  }
  fired_ = broken;
  side_ = state.side;
  std::fill(late_.begin(), late_.end(), std::int8_t{0});
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
      decided = std::none_of(fate_.begin(), fate_.end(),
                             [](Fate f) { return f >= Fate::AtUpper || f == Fate::Leaving; });
      if (!decided && !decide_order(state, series, order)) return ModeStatus::Unsolved;
    }
    if (!restart_) break;
  }
  write(state, series);
  use_structure_of(state);
  if (structure_->redundant) share_redundant(state, series, broken);
  hold(state, series);
  return ModeStatus::Decided;
}

/// True for a stuck pair on a cycle, whose force others can take over.
bool ModeResolver::is_shared(int pair) const {
  if (structure_ == nullptr || !structure_->redundant) return false;
  const auto& forces = structure_->stuck_forces;
  return std::any_of(forces.begin(), forces.end(),
                     [pair](const auto& stuck) { return stuck.pair == pair && !stuck.unique; });
}

/// Gauss with limits F_S; pairs that move break and carry F_K; broken pairs that would turn back
/// stick again; until nothing changes (docs/theory.md, section 2).
bool ModeResolver::cascade(State& state, Expansion& series,
                           const std::vector<std::int8_t>& at_rest) {
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    pairs_.clear();
    for (int j = 0; j < system_.n_pairs(); ++j) {
      mode_[j] = at_rest[j] != 0 ? broken_[j] : state.pair[j];
      fate_[j] = at_rest[j] != 0 ? Fate::Stuck : Fate::Moving;
      bound_side_[j] = opened_[j] = 0;
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
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (at_rest[j] == 0) continue;
    const double w = relative_acceleration(series, j, 0);
    if (broken_[j] != 0) {
      if (broken_[j] * w > noise * mobility_[j]) continue;
      if (late_[j] != 0 && std::abs(w) <= noise * mobility_[j]) continue;
      broken_[j] = 0;
      changed = true;
      continue;
    }
    const double w_noise = noise * mobility_[j];
    const PairLaw& law = system_.pairs[j];
    const int side = w > 0.0 ? 1 : 0;
    if (std::abs(w) <= w_noise || law.breakaway[side] <= law.kinetic[side]) continue;
    broken_[j] = w > 0.0 ? std::int8_t{1} : std::int8_t{-1};
    changed = true;
  }
  return changed;
}

/// Without a normal force both limits are zero: what happens to it is a matter of higher orders.
bool ModeResolver::is_weightless(const Expansion& series, int pair) const {
  return system_.pairs[pair].normal_slot >= 0 &&
         std::max(series.limit(pair, 0, 0), series.limit(pair, 1, 0)) <=
             kAtLimit * series.force_scale(0);
}

/// Bounds of the coefficient of order k of a pair's force.
void ModeResolver::set_box(const Expansion& series, int position, int pair, int k) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double& lower = problem_.lower[position];
  double& upper = problem_.upper[position];
  if (k == 0 && is_stop(pair)) {
    lower = side_[pair] > 0 ? 0.0 : -kInfinity;
    upper = side_[pair] > 0 ? kInfinity : 0.0;
    return;
  }
  const Fate fate = fate_[pair];
  lower = -series.limit(pair, 0, k);
  upper = series.limit(pair, 1, k);
  if (k == 0 || fate == Fate::AtBoth) {  // a normal force below zero is reported by the run
    lower = std::min(lower, 0.0);
    upper = std::max(upper, 0.0);
    return;
  }
  if (fate != Fate::AtLower) lower = -kInfinity;
  if (fate != Fate::AtUpper) upper = kInfinity;
}

void ModeResolver::solve_dense(const Expansion& series, int k) {
  const int m = static_cast<int>(pairs_.size());
  problem_.delassus.resize(static_cast<std::size_t>(m) * m);
  problem_.drive.resize(m);
  for (int p = 0; p < m; ++p) {
    const double drive = relative_acceleration(series, pairs_[p], k);
    problem_.drive[p] = std::abs(drive) < kVanishing ? 0.0 : drive;
    for (int r = 0; r <= p; ++r) {
      double sum = 0.0;
      for (const Term& x : system_.terms_of_pair(pairs_[p]))
        for (const Term& y : system_.terms_of_pair(pairs_[r]))
          if (x.body == y.body) sum += x.coefficient * y.coefficient * system_.inverse_mass[x.body];
      problem_.delassus[static_cast<std::size_t>(p) * m + r] = sum;
      problem_.delassus[static_cast<std::size_t>(r) * m + p] = sum;
    }
  }
  problem_.scale = series.force_scale(k);
  solution_.bound.clear();
  solve_least_constraint(problem_, solution_);
}

/// The box problem of order k for pairs_; adds the forces and accelerates.
bool ModeResolver::solve(Expansion& series, int k) {
  const int m = static_cast<int>(pairs_.size());
  series.accelerate_free(k);
  problem_.size = m;
  problem_.lower.resize(m);
  problem_.upper.resize(m);
  for (int p = 0; p < m; ++p) set_box(series, p, pairs_[p], k);
  if (m == 0) return true;
  if (m > kManyPairs && plan_tree())
    solve_tree(series, k);
  else
    solve_dense(series, k);
  for (int p = 0; p < m; ++p) series.add_pair_force(pairs_[p], k, solution_.force[p]);
  series.accelerate_free(k);
  const double scale = series.force_scale(k);
  if (k == 0 && scale > 0.0) residual_ = std::max(residual_, solution_.residual / scale);
  return solution_.status == SolveStatus::Solved;
}

void ModeResolver::classify(const Expansion& series, const std::vector<std::int8_t>& at_rest) {
  const double noise = kAtLimit * series.force_scale(0);
  std::size_t p = 0;
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (at_rest[j] == 0) continue;
    level_[j] = 0;
    const double w = relative_acceleration(series, j, 0);
    const double w_noise = noise * mobility_[j];
    if (broken_[j] != 0) {
      fate_[j] = late_[j] != 0 && std::abs(w) <= w_noise ? Fate::Leaving : Fate::Sliding;
      sign_[j] = broken_[j];
      continue;
    }
    const double force = solution_.force[p];
    // A pair whose guard just fired is at its limit, however the solution of a badly conditioned
    // problem is rounded.
    const double above = fired_[j] > 0 ? kFired * problem_.upper[p] : noise;
    const double below = fired_[j] < 0 ? -kFired * problem_.lower[p] : noise;
    const double opens = is_stop(j) && fired_[j] != 0 ? kOpens * noise : noise;
    const bool upper = force >= problem_.upper[p] - std::max(above, opens);
    const bool lower = force <= problem_.lower[p] + std::max(below, opens);
    ++p;
    if (system_.pairs[j].kind == PairLaw::Kind::Link) continue;
    if (std::abs(w) > w_noise && !(is_stop(j) && side_[j] * w > 0.0)) {
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
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (fate_[j] == Fate::Sliding || fate_[j] == Fate::Leaving) mode_[j] = sign_[j];
    if (fate_[j] >= Fate::Stuck) pairs_.push_back(j);
  }
  series.add_forces(state, mode_, k, false);
  if (!solve(series, k)) return false;
  const double noise = std::max(kAtLimit * series.force_scale(k), kVanishing);
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const int j = pairs_[p];
    if (fate_[j] == Fate::Stuck) continue;
    const double w = relative_acceleration(series, j, k);
    level_[j] = static_cast<std::int8_t>(k);
    if (std::abs(w) > noise * mobility_[j]) {
      start_sliding(series, j, w);
    } else {
      judge_at_limit(p, k, noise);
    }
  }
  follow_leaving(series, k, noise);
  return true;
}

void ModeResolver::start_sliding(const Expansion& series, int j, double w) {
  fate_[j] = Fate::Sliding;
  sign_[j] = w > 0.0 ? std::int8_t{1} : std::int8_t{-1};
  const PairLaw& law = system_.pairs[j];
  const int side = w > 0.0 ? 1 : 0;
  if (law.breakaway[side] <= law.kinetic[side]) return;
  broken_[j] = sign_[j];
  late_[j] = is_weightless(series, j) ? std::int8_t{1} : std::int8_t{0};
  restart_ = true;
}

/// Pairs that broke without a normal force: the first order at which they move.
void ModeResolver::follow_leaving(const Expansion& series, int k, double noise) {
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (fate_[j] != Fate::Leaving) continue;
    const double w = relative_acceleration(series, j, k);
    level_[j] = static_cast<std::int8_t>(k);
    if (std::abs(w) <= noise * mobility_[j]) continue;
    fate_[j] = Fate::Sliding;
    if (sign_[j] * w > 0.0) continue;
    broken_[j] = late_[j] = 0;  // would turn back: Gauss anew
    restart_ = true;
  }
}

/// A pair that does not move at this order: does its force follow its limit, or fall behind?
void ModeResolver::judge_at_limit(std::size_t position, int k, double noise) {
  const int j = pairs_[position];
  const double force = solution_.force[position];
  const double lower = problem_.lower[position];
  const double upper = problem_.upper[position];
  const bool at_upper = force >= upper - noise;
  const bool at_lower = force <= lower + noise;
  if (!at_upper && !at_lower) {
    fate_[j] = Fate::Stuck;
  } else if (fate_[j] == Fate::AtBoth && at_upper != at_lower) {
    fate_[j] = at_upper ? Fate::AtUpper : Fate::AtLower;
    bound_side_[j] = at_upper ? std::int8_t{1} : std::int8_t{-1};
    opened_[j] = static_cast<std::int8_t>(k);
  }
}

/// Both limits are zero for the whole series.
bool ModeResolver::has_no_strength(const Expansion& series, int j) const {
  const int last = system_.pairs[j].normal_slot >= 0 ? series.order() : 0;
  for (int k = 0; k <= last; ++k)
    if (series.limit(j, 0, k) != 0.0 || series.limit(j, 1, k) != 0.0) return false;
  return true;
}

void ModeResolver::write(State& state, const Expansion& series) const {
  const int order = series.order();
  for (int j = 0; j < system_.n_pairs(); ++j) {
    std::int8_t& first = state.roots[system_.pair_guard(j, 0)];
    std::int8_t& second = state.roots[system_.pair_guard(j, 1)];
    first = second = 0;
    if (fate_[j] == Fate::Moving) continue;
    if (fate_[j] == Fate::Sliding || fate_[j] == Fate::Leaving) {
      state.pair[j] = sign_[j];
      first = static_cast<std::int8_t>(level_[j] + 1);
      if (is_stop(j)) write_stop(state, j, level_[j] + 2);
      continue;
    }
    state.pair[j] = 0;
    const auto zeros = fate_[j] == Fate::Stuck ? level_[j] : static_cast<std::int8_t>(order + 1);
    if (is_stop(j)) {
      write_stop(state, j, bound_side_[j] != 0 ? zeros : 0);
      continue;
    }
    if (bound_side_[j] > 0) first = zeros;
    if (bound_side_[j] < 0 || bound_side_[j] == 2) second = zeros;
    if (opened_[j] != 0) (bound_side_[j] > 0 ? second : first) = opened_[j];
    if (has_no_strength(series, j)) state.pinned[j] = 1;
  }
}

/// A stop rests on its edge, or leaves it: then its deflection starts with more zeros than its
/// acceleration.
void ModeResolver::write_stop(State& state, int pair, int zeros) const {
  std::int8_t& first = state.roots[system_.pair_guard(pair, 0)];
  std::int8_t& second = state.roots[system_.pair_guard(pair, 1)];
  const int side = side_[pair];
  first = second = 0;
  if (state.pair[pair] == 0) {
    first = static_cast<std::int8_t>(zeros);
    return;
  }
  state.side[pair] = 0;
  (side > 0 ? first : second) = static_cast<std::int8_t>(zeros);
}

void ModeResolver::use_structure_of(const State& state) {
  for (int j = 0; j < system_.n_pairs(); ++j)
    mode_[j] = state.pair[j] == 0 ? std::int8_t{1} : std::int8_t{0};
  structure_ = cache_.get(system_, mode_, state.pinned, state.contact);
}

/// Cycles of stuck pairs: the canonical forces may leave the box of one pair while the others can
/// still hold; that pair then keeps its limit and the rest is shared anew. A pair that just reached
/// its limit is the first to keep it.
void ModeResolver::share_redundant(State& state, Expansion& series,
                                   const std::vector<std::int8_t>& broken) {
  for (const auto& stuck : structure_->stuck_forces) {
    if (stuck.unique) continue;
    // What was found about its limits belongs to another distribution of the forces.
    state.roots[system_.pair_guard(stuck.pair, 0)] = 0;
    state.roots[system_.pair_guard(stuck.pair, 1)] = 0;
  }
  for (int round = 0; round < 2 * system_.n_pairs(); ++round) {
    series.add_forces(state, state.pair, 0, false);
    series.accelerate(*structure_, 0);
    series.add_stuck_forces(*structure_, 0);
    int worst = -1;
    std::int8_t side = 0;
    double excess = 1.0 - kAtLimit;
    for (const auto& stuck : structure_->stuck_forces) {
      if (stuck.unique) continue;
      const int j = stuck.pair;
      const double force = series.f(system_.first_pair() + j)[0];
      if (is_stop(j)) {  // it pulls, or is about to: the others can do without it
        const double excess_of_stop = broken[j] != 0 ? kFirst : kPulls;
        const bool pulls = -state.side[j] * force > kAtLimit * series.force_scale(0);
        if (excess >= excess_of_stop || (broken[j] == 0 && !pulls)) continue;
        excess = excess_of_stop;
        worst = j;
        side = 1;
        continue;
      }
      const double limit = std::max(0.0, series.limit(j, force > 0.0 ? 1 : 0, 0));
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
  if (system_.has_massless) {
    // Their velocities follow from the balance of forces; they tie nobody.
    stuck_ = at_rest;
    for (int j = 0; j < system_.n_pairs(); ++j)
      if (system_.touches_massless(j)) stuck_[j] = 0;
  }
  const auto tied =
      cache_.get(system_, system_.has_massless ? stuck_ : at_rest, broken_, no_contact_);
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (tied->rigid[system_.first_pair() + j] != 0 && !is_stop(j)) at_rest[j] = 1;
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
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (is_stop(j) && state.pair[j] == 0)
      state.held[system_.first_pair() + j] =
          state.side[j] > 0 ? system_.pairs[j].upper : system_.pairs[j].lower;
  for (const auto& loose : structure_->loose) {  // touching without force: exactly at the edge
    const SpringLaw& law = system_.springs[loose.spring];
    const int contact = state.contact[loose.spring];
    state.held[loose.spring] = law.rest + (contact > 0 ? law.upper : contact < 0 ? law.lower : 0.0);
  }
}

}  // namespace luztar
