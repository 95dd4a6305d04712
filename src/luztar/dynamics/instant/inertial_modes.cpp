#include "luztar/dynamics/instant/inertial_modes.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/core/stop_request.h"
#include "luztar/dynamics/instant/self_stress.h"

namespace luztar {
namespace {

// Forces and accelerations closer to a limit than this, relative to the largest force, are at it:
// a few hundred roundings. A pair misjudged by it is judged by the next derivative instead.
constexpr int kMaxPasses = 64;

}  // namespace

InertialModes::InertialModes(const SystemImpl& system, PresentStructure& present)
    : system_(system),
      present_(present),
      gauss_(system),
      pair_(system.n_pairs()),
      mode_(system.n_pairs()) {}

ModeStatus InertialModes::decide(State& state, Expansion& series, const PairsNow& now) {
  std::fill(state.kept_limit.begin(), state.kept_limit.end(), Bound::Free);
  if (present_.is_redundant()) present_.use(state);  // the cycles as they are, without kept limits
  begin(state, series, now);
  for (int pass = 0;; ++pass) {
    if (pass == kMaxPasses) return ModeStatus::Cycled;
    stop_if_asked();
    restart_ = false;
    if (!cascade(state, series))
      return gauss_.gave_up() ? ModeStatus::Unsolved : ModeStatus::Cycled;
    classify(series);
    if (!decide_orders(state, series)) return ModeStatus::Unsolved;
    if (!restart_) break;
  }
  write(state, series);
  present_.use(state);
  if (series.bent().any())
    keep_shared_limits(state, series);
  else if (present_->redundant)
    CycleLimits(system_, present_, state, series, now).share(limits_found());
  present_.follow(state, series);
  present_.hold(state, series);
  return ModeStatus::Decided;
}

void InertialModes::begin(const State& state, const Expansion& series, const PairsNow& now) {
  residual_ = 0.0;
  gauss_.be_at(state.anchor.value);
  parting_.clear();
  for (int j = 0; j < system_.n_pairs(); ++j) {
    Pair& pair = pair_[j];
    pair.at_rest = now[j].at_rest;
    pair.fired = now[j].broken;
    pair.edge = closed_edge(system_, state, j);
    // On a cycle the others may take over what this pair cannot hold: Gauss decides.
    const bool breaks =
        drops(system_, j, pair.fired) && !present_.is_shared(j) && series.bent().is_unique(j);
    pair.broken = breaks ? pair.fired : Mode::Stuck;
    pair.breaks_later = false;
  }
}

/// Beside pairs along expressions: of forces that are not unique, those that would pass their limit
/// keep it while the others carry the rest.
void InertialModes::keep_shared_limits(State& state, Expansion& series) {
  for (int pass = 0; pass <= system_.n_pairs(); ++pass) {
    series.add_forces(state, state.pair, 0, true);
    series.bent().plan(series, *present_.get(), state.pair, state.kept_limit, {}, {});
    if (!series.bent().is_redundant()) return;
    series.bent().hold(series, *present_.get(), 0);
    if (!keep_one_limit(state, series, kNoise * series.force_scale(0), pass == 0)) return;
    present_.use(state);
  }
}

/// The pair that is farthest beyond its limit, and at first those that have just reached it.
bool InertialModes::keep_one_limit(State& state, const Expansion& series, double noise,
                                   bool fired_too) {
  int worst = -1;
  double most = noise;
  bool found = false, upward = false;
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (state.pair[j] != Mode::Stuck || system_.pairs[j].is_rigid() || series.bent().is_unique(j) ||
        state.kept_limit[j] != Bound::Free)
      continue;
    state.roots[system_.pair_guard(j, 0)] = state.roots[system_.pair_guard(j, 1)] = 0;
    const ForceBounds bounds = force_bounds(system_, series, j, pair_[j].edge, AtLimit::Both, 0);
    const double force = series.f(system_.first_pair() + j)[0];
    const double beyond = std::max(force - bounds.upper, bounds.lower - force);
    if (fired_too && pair_[j].fired != Mode::Stuck) {
      state.kept_limit[j] = pair_[j].fired == Mode::Forward ? Bound::Upper : Bound::Lower;
      found = true;
    } else if (beyond > most) {
      most = beyond;
      worst = j;
      upward = force - bounds.upper >= bounds.lower - force;
    }
  }
  if (!found && worst >= 0) state.kept_limit[worst] = upward ? Bound::Upper : Bound::Lower;
  return found || worst >= 0;
}

/// Orders 1, 2, ... until nothing is open. @return false if the solver gave up
bool InertialModes::decide_orders(State& state, Expansion& series) {
  const auto any_open = [this] {
    return std::ranges::any_of(pair_, [](const Pair& pair) { return pair.is_open(); });
  };
  may_separate_ = find_separation(series);
  const bool turns = series.bent().any();
  moves_.assign(turns ? static_cast<std::size_t>(system_.n_bodies()) : 0, 0);
  if (turns) note_moving(series, 0);
  for (int k = 1; k <= series.order() && !restart_; ++k) {
    stop_if_asked();
    if (!may_separate_ && !any_open()) return true;
    if (!decide_order(state, series, k)) return parting_.empty() && !any_open();
    if (turns) note_moving(series, k);
  }
  return true;
}

/// Pairs that stick, as the gradients are now, may not be able to as these turn.
bool InertialModes::find_separation(const Expansion& series) const {
  if (!series.bent().any()) return false;
  std::vector<int> stuck;
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (pair_[j].fate >= Fate::Stuck) stuck.push_back(j);
  return std::ranges::any_of(stuck, [this](int j) { return system_.is_bent(j); }) &&
         SelfStress(system_, series, stuck).may_separate();
}

/// Order 0 of pairs at rest: those that are held go to open_, broken ones slide.
void InertialModes::prepare(const State& state) {
  open_.clear();
  for (int j = 0; j < system_.n_pairs(); ++j) {
    Pair& pair = pair_[j];
    mode_[j] = pair.at_rest ? pair.broken : state.pair[j];
    pair.fate = pair.at_rest ? Fate::Stuck : Fate::Moving;
    pair.was_at = AtLimit::No;
    pair.opened_at = 0;
    if (pair.at_rest && pair.broken == Mode::Stuck) open_.push_back(j);
  }
}

/// Gauss with limits F_S; pairs that move break and carry F_K; broken pairs that would turn back
/// stick again; until nothing changes (docs/theory.md, section 2).
bool InertialModes::cascade(State& state, Expansion& series) {
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    stop_if_asked();
    prepare(state);
    series.add_forces(state, mode_, 0, false);
    if (!solve(series, 0)) return false;
    if (!cascade_changes(series)) return true;
  }
  return false;
}

bool InertialModes::cascade_changes(const Expansion& series) {
  bool changed = false;
  const double noise = kNoise * series.force_scale(0);
  for (int j = 0; j < system_.n_pairs(); ++j) {
    Pair& pair = pair_[j];
    if (!pair.at_rest || system_.pairs[j].is_rigid()) continue;
    const double w = relative_acceleration(series, j, 0);
    const double w_noise = noise * gauss_.mobility(series, j);
    if (pair.broken != Mode::Stuck) {
      if (number(pair.broken) * w > w_noise) continue;
      if (pair.breaks_later && std::abs(w) <= w_noise) continue;
      pair.broken = Mode::Stuck;
    } else {
      if (std::abs(w) <= w_noise || !drops(system_, j, mode_along(w))) continue;
      pair.broken = mode_along(w);
    }
    changed = true;
  }
  return changed;
}

AtLimit InertialModes::limit_of(Fate fate) {
  return fate == Fate::AtBoth    ? AtLimit::Both
         : fate == Fate::AtUpper ? AtLimit::Upper
         : fate == Fate::AtLower ? AtLimit::Lower
                                 : AtLimit::No;
}

InertialModes::Fate InertialModes::fate_at(AtLimit at) {
  return at == AtLimit::Both    ? Fate::AtBoth
         : at == AtLimit::Upper ? Fate::AtUpper
         : at == AtLimit::Lower ? Fate::AtLower
                                : Fate::Stuck;
}

/// A pair whose guard just fired is at its limit, however the instant and the solution are rounded.
double InertialModes::said_to_be_near(const Pair& pair, const ForceBounds& bounds,
                                      const Expansion& series) {
  if (pair.fired == Mode::Stuck) return 0.0;
  if (pair.edge != Edge::None) return kOpens * kNoise * series.force_scale(0);
  return kHalfDigits * (pair.fired == Mode::Forward ? bounds.upper : -bounds.lower);
}

/// Gauss's principle of order k for open_; adds the forces and accelerates.
bool InertialModes::solve(Expansion& series, int k) {
  gauss_.begin(open_);
  for (std::size_t p = 0; p < open_.size(); ++p) {
    const Pair& pair = pair_[open_[p]];
    const ForceBounds bounds =
        force_bounds(system_, series, open_[p], pair.edge, limit_of(pair.fate), k);
    gauss_.set_bounds(p, bounds, k == 0 ? said_to_be_near(pair, bounds, series) : 0.0);
  }
  const bool solved = gauss_.solve(series, k);
  if (k > 0 || open_.empty()) return solved;
  const double scale = series.force_scale(0);
  if (scale > 0.0) residual_ = std::max(residual_, gauss_.residual() / scale);
  return solved;
}

void InertialModes::write(State& state, const Expansion& series) const {
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const Pair& pair = pair_[j];
    ZeroCount& first = state.roots[system_.pair_guard(j, 0)];
    first = state.roots[system_.pair_guard(j, 1)] = 0;
    if (pair.fate == Fate::Moving) continue;
    if (!pair.slides()) {
      state.pair[j] = Mode::Stuck;
      write_stuck(state, series, j);
      continue;
    }
    state.pair[j] = pair.direction;
    first = static_cast<ZeroCount>(pair.decided_at + 1);
    if (system_.pairs[j].has_edges()) write_stop(system_, state, j, pair.edge, pair.decided_at + 2);
  }
}

/// A force that is or was at a limit starts from it: known zeros of the guard of that limit.
void InertialModes::write_stuck(State& state, const Expansion& series, int j) const {
  const Pair& pair = pair_[j];
  ZeroCount& first = state.roots[system_.pair_guard(j, 0)];
  ZeroCount& second = state.roots[system_.pair_guard(j, 1)];
  const int follows = pair.fate == Fate::Stuck ? pair.decided_at : series.order() + 1;
  const auto zeros = static_cast<ZeroCount>(follows);
  if (system_.pairs[j].has_edges()) {
    write_stop(system_, state, j, pair.edge, pair.was_at != AtLimit::No ? zeros : 0);
    return;
  }
  if (pair.was_at == AtLimit::Upper || pair.was_at == AtLimit::Both) first = zeros;
  if (pair.was_at == AtLimit::Lower || pair.was_at == AtLimit::Both) second = zeros;
  if (pair.opened_at != 0)
    (pair.was_at == AtLimit::Lower ? first : second) = static_cast<ZeroCount>(pair.opened_at);
  if (has_no_strength(system_, series, j)) state.kept_limit[j] = Bound::Both;
}

LimitsFound InertialModes::limits_found() const {
  LimitsFound found{forced_limits_, {}};
  for (const Pair& pair : pair_) found.was_there.push_back(pair.was_at != AtLimit::No ? 1 : 0);
  return found;
}

}  // namespace luztar
