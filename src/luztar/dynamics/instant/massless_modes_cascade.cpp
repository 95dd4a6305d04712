// Static > kinetic friction in systems with massless bodies: the cascade of docs/theory.md,
// section 2, around the modes that fit (massless_modes.cpp).
#include <algorithm>
#include <limits>

#include "luztar/dynamics/instant/cycle_limits.h"
#include "luztar/dynamics/instant/massless_modes.h"

namespace luztar {
namespace {

constexpr int kMaxOrders = 64;

}  // namespace

/// True if a pair loses force when it starts to slide.
bool MasslessModes::drops(int pair, Mode mode) const {
  const PairLaw& law = system_.pairs[pair];
  const int side = side_of(mode);
  return mode != Mode::Stuck && !system_.pairs[pair].has_edges() &&
         law.breakaway[side] > law.kinetic[side];
}

std::vector<std::pair<int, Mode>> MasslessModes::released() const {
  std::vector<std::pair<int, Mode>> pairs;
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (!pair_[j].goes_on && drops(j, pair_[j].broken)) pairs.emplace_back(j, pair_[j].broken);
  return pairs;
}

/// Pairs at massless bodies and pairs at rest are open; the rest go on sliding.
void MasslessModes::first_guess(State& state, const PairsNow& now) {
  before_.pair = state.pair;
  guess_.resize(pair_.size());
  std::fill(state.kept_limit.begin(), state.kept_limit.end(), Bound::Free);
  if (present_.is_redundant()) present_.use(state);
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const bool rigid = system_.pairs[j].is_rigid();
    const bool at_massless = system_.touches_massless(j) && !system_.pairs[j].has_edges();
    const bool at_rest = now[j].at_rest;
    Pair& pair = pair_[j];
    guess_[j] = state.pair[j];
    pair.is_open = !rigid && (at_rest || at_massless);
    pair.goes_on = pair.is_open && !at_rest;
    // On a cycle the others may take over what this pair cannot hold.
    if (rigid || at_rest) guess_[j] = present_.is_shared(j) ? Mode::Stuck : now[j].broken;
    const bool slid = !pair.goes_on || state.resolved;
    const bool breaks = keeps_static_ && pair.is_open && slid && drops(j, guess_[j]);
    pair.broken = breaks ? guess_[j] : Mode::Stuck;
  }
}

ModeStatus MasslessModes::decide(State& state, Expansion& series, const PairsNow& now) {
  unbalanced_body_ = -1;
  keeps_static_ = true;
  first_guess(state, now);
  rounding_.note(state, series);
  before_.held = state.held;
  before_.is_held = state.is_held;
  if (!state.resolved) std::fill(before_.is_held.begin(), before_.is_held.end(), char{0});
  before_.position = state.position;
  before_.contact = state.contact;
  ModeStatus status = ModeStatus::Cycled;
  for (int pass = 0; pass < kMaxOrders; ++pass) {
    status = decide_stage(state, series);
    if (status == ModeStatus::Cycled) break;
    bool changed = stick_again(state, series);
    if (status == ModeStatus::Decided) changed = break_movers(state, series) || changed;
    if (!changed) break;
    status = ModeStatus::Cycled;
  }
  if (status == ModeStatus::Cycled) status = decide_without_cascade(state, series, now);
  if (status != ModeStatus::Decided) {
    end_where_it_was(state, series);
    return status;
  }
  write_roots(state, series);
  if (!present_->redundant) return status;
  present_.use(state);  // pairs without strength keep the limit 0 now
  LimitsFound found;
  found.rounding = rounding_.force(series, 0);
  CycleLimits(system_, present_, state, series, now).share(found);
  series.expand(state, *present_.get());
  write_limits(state, series);
  return status;
}

/// Nothing fits: the run ends in the state before this instant.
void MasslessModes::end_where_it_was(State& state, Expansion& series) {
  go_back(state, series);
  state.pair = before_.pair;
  state.held = before_.held;
  state.is_held = before_.is_held;
  series.add_forces(state, state.pair, 0, true);
}

/// Where the cascade comes back to where it was: some modes that fit, if there are any.
ModeStatus MasslessModes::decide_without_cascade(State& state, Expansion& series,
                                                 const PairsNow& now) {
  keeps_static_ = false;
  state.pair = before_.pair;
  first_guess(state, now);
  return decide_stage(state, series);
}

/// Broken pairs that would turn back are held by F_S again.
bool MasslessModes::stick_again(const State& state, const Expansion& series) {
  bool changed = false;
  for (int j = 0; j < system_.n_pairs(); ++j) {
    Pair& pair = pair_[j];
    if (pair.broken == Mode::Stuck) continue;
    const Violation found = violation_of(state, series, j);
    const bool later = !pair.goes_on && found.order > lowest_order(series, j) &&
                       !is_weightless(system_, series, j);
    if (found.size == 0.0 && !later) continue;
    guess_[j] = Mode::Stuck;
    pair.broken = Mode::Stuck;
    changed = true;
  }
  return changed;
}

/// Pairs that move though F_S holds them carry F_K from now on: first those that move first.
bool MasslessModes::break_movers(const State& state, const Expansion& series) {
  int first = std::numeric_limits<int>::max();
  for (const bool breaks : {false, true})
    for (int j = 0; j < system_.n_pairs(); ++j) {
      if (at_static_[j] == 0 || guess_[j] == Mode::Stuck) continue;
      const int order = violation_of(state, series, j).order - lowest_order(series, j);
      if (!breaks) first = std::min(first, order);
      if (breaks && order == first) pair_[j].broken = guess_[j];
    }
  return first != std::numeric_limits<int>::max();
}

/// The order at which a force shows in the rate of a pair: accelerations are one later than
/// velocities of massless bodies.
int MasslessModes::lowest_order(const Expansion& series, int pair) const {
  const MasslessBalance& balance = series.massless();
  if (balance.size() == 0) return 1;
  const double* row = balance.rate_row(system_.first_pair() + pair);
  return std::any_of(row, row + balance.size(), [](double x) { return x != 0.0; }) ? 0 : 1;
}

}  // namespace luztar
