// Which limits of dry friction are in force in a step: F_S at rest, F_K in motion.
#include <algorithm>
#include <cmath>

#include "luztar/stepping/stepper_impl.h"

namespace luztar {
namespace {

constexpr int kTrials = 2;      // of a pair at rest in one step; then it goes where it goes
constexpr double kTorn = 1e-2;  // of the fastest: rates by an impact; those by forces are O(h)
constexpr double kFull = 1e-9;  // relative: a force has reached its limit

int sign_of(double w) { return w > 0.0 ? 1 : w < 0.0 ? -1 : 0; }

double or_else(const std::vector<double>& list, int i, double otherwise) {
  return list.empty() ? otherwise : list[static_cast<std::size_t>(i)];
}

}  // namespace

Stepper::Impl::Limits Stepper::Impl::limits_of(int s, bool at_rest) const {
  const int e = edge(s);
  const double scale = std::abs(slot_scale(s));
  const auto limit = [&](bool backward) {
    const double kinetic =
        backward ? or_else(network.kinetic_backward, e, network.kinetic[e]) : network.kinetic[e];
    if (!at_rest || network.breakaway.empty()) return scale * kinetic;
    const double same = or_else(network.breakaway, e, kinetic);
    return scale * (backward ? or_else(network.breakaway_backward, e, same) : same);
  };
  const bool turned = slot_scale(s) < 0.0;
  return {-limit(!turned), limit(turned)};
}

void Stepper::Impl::set_limits(int s, bool at_rest) {
  const Limits limits = limits_of(s, at_rest);
  x.upper[s] = limits.upper;
  if (!x.lower.empty()) x.lower[s] = limits.lower;
  if (!holds.empty()) holds[s] = at_rest ? 1 : 0;
}

/// Those in force at the end of the step: F_S where it stands.
Stepper::Impl::Limits Stepper::Impl::limits_at_end(int s) const {
  if (!holds.empty() && holds[s] == 0 && stands(s)) return limits_of(s, true);
  return {x.lower_limit(s), x.upper[s]};
}

/// Its limits are not the same at rest and in motion.
bool Stepper::Impl::can_break(int s) const {
  if (is_outside(s) || holds.empty()) return false;
  const Limits rest = limits_of(s, true);
  const Limits motion = limits_of(s, false);
  return rest.lower != motion.lower || rest.upper != motion.upper;
}

void Stepper::Impl::set_all_limits() {
  breakable.clear();
  for (int s = 0; s < n_edges(); ++s) {
    const bool breaks = can_break(s);
    if (breaks) breakable.push_back(s);
    set_limits(s, breaks && starts_at_rest(s));
    if (x.mode[s] == 0 && !(x.upper[s] > x.lower_limit(s)) && x.stiffness[s] + x.viscous[s] > 0.0)
      x.mode[s] = 1;
  }
  revised.reserve(breakable.size());
  undecided.reserve(breakable.size());
  if (chain) chain->forget();
  limits_changed = false;
}

/// A solve() that was not accepted may have left other limits than those at the start.
void Stepper::Impl::restore_limits() {
  for (const int s : revised) {
    set_limits(s, starts_at_rest(s));
    trials[s] = 0;
    way[s] = 0;
  }
  revised.clear();
}

/// True: a pair with dry friction stops or turns round in the step that was solved. No other force
/// jumps where a rate passes zero.
bool Stepper::Impl::something_stops() const {
  for (int s = 0; s < forest.n_slots; ++s) {
    if (chain && chain->rests(s)) continue;
    const int went = sign_of(start_rate(s));
    if (went == 0 || sign_of(end_rate(s)) == went) continue;
    const Limits limits = limits_of(s, false);
    if (limits.lower < limits.upper) return true;
  }
  return false;
}

/// Before the step is taken. What breaks in a step in which something stops breaks under a mean of
/// the forces before and after it; whether it is to break by those after it the next step decides.
void Stepper::Impl::find_undecided() {
  for (const int s : undecided) is_undecided[s] = 0;
  undecided.clear();
  const bool breaks = std::any_of(revised.begin(), revised.end(),
                                  [this](int s) { return way[s] != 0 && holds[s] == 0; });
  if (!breaks || hits || !something_stops()) return;
  for (const int s : revised) {
    if (way[s] == 0 || holds[s] != 0) continue;
    undecided.push_back(s);
    is_undecided[s] = 1;
  }
}

/// A state says so by mode 0 of an edge that moves.
void Stepper::Impl::recall_undecided() {
  for (const int s : undecided) is_undecided[s] = 0;
  undecided.clear();
  revised.clear();
  for (int s = 0; s < static_cast<int>(holds.size()); ++s) {
    trials[s] = way[s] = 0;
    if (!can_break(s) || x.mode[s] != 0 || start_rate(s) == 0.0) continue;
    undecided.push_back(s);
    is_undecided[s] = 1;
    x.mode[s] = static_cast<std::int8_t>(sign_of(start_rate(s)));
  }
}

/// After a step: what is at rest is held by F_S, what moves by F_K.
void Stepper::Impl::renew_limits() {
  for (const int s : revised) trials[s] = way[s] = 0;
  revised.clear();
  for (const int s : breakable) {
    if (chain && chain->rests(s)) continue;
    const bool at_rest = starts_at_rest(s);
    if (at_rest != (holds[s] != 0)) set_limits(s, at_rest);
  }
}

/// A pair that slides stops in this step, or passes standstill on its way back, or could hold more
/// than it does: F_S counts from the moment at which it stands.
bool Stepper::Impl::comes_to_rest(int s) const {
  if (x.mode[s] == 0) {
    if (!graph) return false;  // its force is the only one, within F_K
    const double dry = dry_impulse(s);
    return std::max(dry - x.h * x.upper[s], x.h * x.lower_limit(s) - dry) >= -kFull * std::abs(dry);
  }
  const int went = way[s] != 0 ? way[s] : sign_of(start_rate(s));
  return sign_of(end_rate(s)) != went;
}

/// A pair at rest moves by rounding only: its force sits at the limit.
bool Stepper::Impl::trembles(int s) const {
  return x.mode[s] != 0 && std::abs(end_rate(s)) * x.pivot[node_below(s)] <= rounding;
}

void Stepper::Impl::note_revised(int s) {
  if (trials[s] == 0 && way[s] == 0) revised.push_back(s);
}

/// Pairs that come to rest are tried there, with F_S. True if there are any.
bool Stepper::Impl::hold_what_stops() {
  bool any = false;
  bool any_mode = false;
  for (const int s : breakable) {
    if (holds[s] != 0 ? x.mode[s] == 0 : trials[s] >= kTrials) continue;
    if (holds[s] == 0) {
      if (!comes_to_rest(s)) continue;
      set_limits(s, true);
    } else {
      if (trials[s] >= kTrials || end_rate(s) == 0.0 || !trembles(s)) continue;
      x.mode[s] = 0;
      any_mode = true;
    }
    note_revised(s);
    ++trials[s];
    any = true;
  }
  if (chain && any_mode) chain->forget();
  return any;
}

/// Pairs held by F_S that move fall to F_K. True if there are any. One at its limit that does not
/// move has not broken: others hold what it cannot. An impact tears pairs loose at once, whatever
/// their limit, and what follows is judged with these sliding: so the fastest break first.
bool Stepper::Impl::break_away() {
  const auto moves = [this](int s) {
    return holds[s] != 0 && x.mode[s] != 0 && end_rate(s) != 0.0;
  };
  double fastest = 0.0;
  if (hits)
    for (const int s : breakable)
      if (moves(s)) fastest = std::max(fastest, std::abs(end_rate(s)));
  bool any = false;
  for (const int s : breakable) {
    if (!moves(s) || std::abs(end_rate(s)) < kTorn * fastest) continue;
    note_revised(s);
    way[s] = static_cast<std::int8_t>(sign_of(end_rate(s)));
    set_limits(s, false);
    any = true;
  }
  return any;
}

/// True: solve again, some limits are others now. First all that can hold holds; only then does
/// what moves nevertheless break.
bool Stepper::Impl::revise_limits() { return hold_what_stops() || break_away(); }

}  // namespace luztar
