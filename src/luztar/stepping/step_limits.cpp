#include "luztar/stepping/step_limits.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"

namespace luztar {
namespace {

constexpr int kTrials = 2;  // of a pair at rest in one step; then it goes where it goes
constexpr double kBrokenByImpact = 1e-2;  // of the fastest: an impact; forces give O(h)

double or_else(const std::vector<double>& list, int i, double otherwise) {
  return list.empty() ? otherwise : list[i];
}

}  // namespace

StepLimits::StepLimits(const StepNetwork& network, StepArrays& arrays, ChainStep* chain)
    : network_(network), x_(arrays), chain_(chain) {
  if (!network.breakaway.empty()) slots_.resize(network.edges.size());
}

StepLimits::Limits StepLimits::limits_of(int s, bool at_rest) const {
  const int e = x_.forest.edge_at(s);
  const double scale = x_.forest.slot_scale_at(s);
  const auto limit = [&](bool backward) {
    const double kinetic =
        backward ? or_else(network_.kinetic_backward, e, network_.kinetic[e]) : network_.kinetic[e];
    if (!at_rest || network_.breakaway.empty()) return std::abs(scale) * kinetic;
    const double same = network_.breakaway[e];
    return std::abs(scale) * (backward ? or_else(network_.breakaway_backward, e, same) : same);
  };
  const bool turned = scale < 0.0;
  return {-limit(!turned), limit(turned)};
}

void StepLimits::set(int s, bool at_rest) {
  const Limits limits = limits_of(s, at_rest);
  x_.law.upper[s] = limits.upper;
  if (!x_.law.lower.empty()) x_.law.lower[s] = limits.lower;
  if (!slots_.empty()) slots_[s].holds = at_rest;
}

StepLimits::Limits StepLimits::at_end(int s) const {
  if (can_break(s) && !slots_[s].holds && x_.stands(s)) return limits_of(s, true);
  return {x_.law.lower_limit(s), x_.law.upper[s]};
}

/// Its limits are not the same at rest and in motion.
bool StepLimits::can_break(int s) const {
  if (x_.forest.is_outside(s) || slots_.empty()) return false;
  const Limits rest = limits_of(s, true);
  const Limits motion = limits_of(s, false);
  return rest.lower != motion.lower || rest.upper != motion.upper;
}

void StepLimits::set_all() {
  breakable_.clear();
  for (int s = 0; s < network_.n_edges(); ++s) {
    const bool breaks = can_break(s);
    if (breaks) breakable_.push_back(s);
    set(s, breaks && starts_at_rest(s));
    if (x_.mode[s] == Mode::Stuck && !x_.law.has_dry(s) &&
        x_.law.stiffness[s] + x_.law.viscous[s] > 0.0)
      x_.mode[s] = Mode::Forward;
  }
  revised_.reserve(breakable_.size());
  undecided_.reserve(breakable_.size());
  if (chain_ != nullptr) chain_->forget();
  are_old_ = false;
}

void StepLimits::begin() {
  if (are_old_) set_all();
  restore();
}

/// A solution that was not accepted may have left other limits than those at the start.
void StepLimits::restore() {
  for (const int s : revised_) {
    set(s, starts_at_rest(s));
    slots_[s].trials = 0;
    slots_[s].direction = Mode::Stuck;
  }
  revised_.clear();
}

/// True: a pair with dry friction stops or turns round in the step that was solved. No other force
/// jumps where a rate passes zero.
bool StepLimits::something_stops() const {
  for (int s = 0; s < x_.forest.n_slots; ++s) {
    if (chain_ != nullptr && chain_->rests(s)) continue;
    const Mode went = mode_at(x_.start_rate(s));
    if (went == Mode::Stuck || mode_at(x_.end_rate(s)) == went) continue;
    const Limits limits = limits_of(s, false);
    if (limits.lower < limits.upper) return true;
  }
  return false;
}

void StepLimits::forget_undecided() {
  for (const int s : undecided_) slots_[s].undecided = false;
  undecided_.clear();
}

void StepLimits::note_undecided(int s) {
  undecided_.push_back(s);
  slots_[s].undecided = true;
}

/// What breaks in a step in which something stops breaks under a mean of the forces before and
/// after it; whether it is to break by those after it the next step decides.
void StepLimits::find_undecided(bool hits) {
  forget_undecided();
  const bool breaks =
      std::any_of(revised_.begin(), revised_.end(), [this](int s) { return broke(s); });
  if (!breaks || hits || !something_stops()) return;
  for (const int s : revised_)
    if (broke(s)) note_undecided(s);
}

void StepLimits::place() {
  forget_undecided();
  revised_.clear();
  for (int s = 0; s < static_cast<int>(slots_.size()); ++s) {
    slots_[s].trials = 0;
    slots_[s].direction = Mode::Stuck;
    if (!can_break(s) || x_.mode[s] != Mode::Stuck || x_.start_rate(s) == 0.0) continue;
    note_undecided(s);
    x_.mode[s] = mode_at(x_.start_rate(s));
  }
  renew();
}

void StepLimits::accept() {
  for (const int s : revised_) {
    slots_[s].trials = 0;
    slots_[s].direction = Mode::Stuck;
  }
  revised_.clear();
  for (const int s : breakable_) {
    if (chain_ != nullptr && chain_->rests(s)) continue;
    const bool at_rest = starts_at_rest(s);
    if (at_rest != slots_[s].holds) set(s, at_rest);
  }
}

/// A pair that slides stops in this step, or passes standstill on its way back, or could hold more
/// than it does: F_S counts from the moment at which it stands.
bool StepLimits::comes_to_rest(int s) const {
  if (x_.mode[s] == Mode::Stuck) {
    if (x_.forest.is_forest) return false;  // its force is the only one, within F_K
    const double dry = x_.held_impulse(s, x_.total_impulse(s));
    return std::max(dry - x_.most(s), x_.least(s) - dry) >= -kSolved * std::abs(dry);
  }
  const Mode direction = slots_[s].direction;
  const Mode went = direction != Mode::Stuck ? direction : mode_at(x_.start_rate(s));
  return mode_at(x_.end_rate(s)) != went;
}

void StepLimits::note_revised(int s) {
  if (slots_[s].trials == 0 && slots_[s].direction == Mode::Stuck) revised_.push_back(s);
}

/// Pairs that come to rest are tried there, with F_S. True if there are any.
bool StepLimits::hold_what_stops(double scale) {
  // A pair at rest moves by rounding only: its force sits at the limit.
  const auto trembles = [&](int s) {
    return std::abs(x_.end_rate(s)) * x_.pivot[x_.forest.node_below(s)] <= kRounding * scale;
  };
  bool any = false;
  bool any_mode = false;
  for (const int s : breakable_) {
    Slot& slot = slots_[s];
    if (slot.trials >= kTrials) continue;
    if (!slot.holds) {
      if (!comes_to_rest(s)) continue;
      set(s, true);
    } else {
      if (x_.mode[s] == Mode::Stuck || x_.end_rate(s) == 0.0 || !trembles(s)) continue;
      x_.mode[s] = Mode::Stuck;
      any_mode = true;
    }
    note_revised(s);
    ++slot.trials;
    any = true;
  }
  if (chain_ != nullptr && any_mode) chain_->forget();
  return any;
}

/// Pairs held by F_S that move fall to F_K. True if there are any. One at its limit that does not
/// move has not broken: others hold what it cannot. An impact tears pairs loose at once, whatever
/// their limit, and what follows is judged with these sliding: so the fastest break first.
bool StepLimits::break_away(bool hits) {
  const auto moves = [this](int s) {
    return slots_[s].holds && x_.mode[s] != Mode::Stuck && x_.end_rate(s) != 0.0;
  };
  double fastest = 0.0;
  if (hits)
    for (const int s : breakable_)
      if (moves(s)) fastest = std::max(fastest, std::abs(x_.end_rate(s)));
  bool any = false;
  for (const int s : breakable_) {
    if (!moves(s) || std::abs(x_.end_rate(s)) < kBrokenByImpact * fastest) continue;
    note_revised(s);
    slots_[s].direction = mode_at(x_.end_rate(s));
    set(s, false);
    any = true;
  }
  return any;
}

}  // namespace luztar
