// An instant: which modes hold from now on.
#include <algorithm>
#include <cmath>
#include <limits>

#include "luztar/core/stop_request.h"
#include "luztar/series/polynomial.h"
#include "luztar/simulate/runner.h"
#include "luztar/simulate/step_size.h"

namespace luztar {
namespace {

constexpr int kMostPasses = 100;  // of one guard at an instant

}  // namespace

void Runner::begin_instant() {
  std::fill(state_.roots.begin(), state_.roots.end(), std::int8_t{0});
  std::fill(broken_.begin(), broken_.end(), std::int8_t{0});
  std::fill(fired_.begin(), fired_.end(), 0);
  std::fill(passes_now_.begin(), passes_now_.end(), 0);
  jumps_.clear();
  pieces_.begin();
  let_go_ = false;
  impacts_.begin(state_);
  kept_ = false;
  for (int j = 0; j < system_.n_pairs(); ++j)
    at_rest_[j] = state_.pair[j] == 0 ? std::int8_t{1} : std::int8_t{0};
}

/// Those in force just before this instant.
void Runner::remember_modes() {
  contact_before_ = state_.contact;
  pair_before_ = state_.pair;
  side_before_ = state_.side;
  pieces_.before = state_.branch;
  pieces_.fate.resize(state_.branch.size(), Pieces::Fate::Steady);
  pieces_.rests.resize(state_.branch.size());
  for (int sw = 0; sw < system_.n_switches(); ++sw) pieces_.rests[sw] = is_on_edge(sw) ? 1 : 0;
}

void Runner::book_initial_energy() {
  if (changed_) return;  // change_laws() books
  series_.add_forces(state_, state_.pair, 0, false);
  // Before the impacts of this instant, which are booked on their own.
  state_.initial_energy = ledger_.mechanical_energy(state_, series_) - impacts_.energy_change();
  state_.moved = {std::abs(state_.initial_energy), 0.0};
}

/// Decides the modes, expands, and lets go of everything that leaves its mode at this very instant,
/// until nothing changes.
bool Runner::settle() {
  const int limit = 40 + 4 * system_.n_guards();
  for (int round = 0; round < limit; ++round) {
    stop_if_asked();
    start_series();
    settle_pieces_of_time();
    if (!motions_are_finite()) {
      stop_with(Status::NotFinite, not_finite_words());
      return false;
    }
    follow_given_motions();
    if (impacts_.concern(jumps()) && !strike()) return false;
    follow_jumps();
    modes_.tie(state_, series_, at_rest_);
    if (!state_.resolved && !system_.has_massless) book_initial_energy();
    if (round == 0) note_choices();
    const ModeStatus status = decide();
    info_.kkt_residual = std::max(info_.kkt_residual, modes_.residual());
    if (status != ModeStatus::Decided) {
      stop_undecided(status);
      return false;
    }
    if (impacts_.has_stops()) know_edges();
    // Massless bodies find their place first.
    if (!state_.resolved && system_.has_massless) book_initial_energy();
    expand_here();
    if (done_) return false;
    if (!finite_) {
      stop_with(Status::NotFinite, not_finite_words());
      return false;
    }
    if (let_go_of_loose_contacts() || (impacts_.happened() && bounces_end())) continue;
    leave_restless_shares();
    if (pass_transitions_at_once()) {
      if (std::any_of(passes_now_.begin(), passes_now_.end(),
                      [](int n) { return n > kMostPasses; }))
        break;  // however many pairs there are
      continue;
    }
    if (modes_.structure()->redundant) notes_.indeterminate(state_, series_);
    if (!choices_.empty()) notes_.several_choices(choices_, state_);
    return pressed_.empty() || normals_hold();
  }
  stop_with(Status::Accumulation,
            "modes change without end at one instant: " + busiest_names(passes_now_) +
                "; a force that jumps with the sign of its own effect has "
                "no motion, use [frictions] or smooth it");
  return false;
}

/// Looked for only where pairs break together, and only until the user knows.
void Runner::note_choices() {
  choices_.clear();
  if (!may_choose_) return;
  const bool breaks =
      jumps() || std::any_of(broken_.begin(), broken_.end(), [](int sign) { return sign != 0; });
  if (!breaks || !(state_.resolved || changed_) || !notes_.wants_choices()) return;
  choices_ = modes_.consistent_choices(state_, series_, at_rest_, broken_);
}

/// When a spring opens, those in series with it through massless bodies carry nothing either.
bool Runner::let_go_of_loose_contacts() {
  if (!system_.has_massless || let_go_) return false;
  const auto opened = [&](int cluster) {
    for (int s = 0; s < system_.n_springs(); ++s)
      if (contact_before_[s] != 0 && state_.contact[s] == 0 && system_.cluster_of(s) == cluster)
        return true;
    return false;
  };
  for (const auto& loose : modes_.structure()->loose) {
    std::int8_t& contact = state_.contact[loose.spring];
    if (contact == 0 || contact_before_[loose.spring] == 0) continue;
    if (!opened(system_.cluster_of(loose.spring))) continue;
    state_.roots[system_.spring_guard(loose.spring, contact > 0 ? 0 : 1)] = 1;
    state_.roots[system_.spring_guard(loose.spring, contact > 0 ? 1 : 0)] = 0;
    contact = 0;
    let_go_ = true;
  }
  return let_go_;
}

/// A prescribed motion whose velocity jumps takes no stuck body with it.
void Runner::follow_given_motions() {
  if (!jumps()) return;
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (system_.pairs[j].kind != PairLaw::Kind::Friction) continue;
    bool given = false;
    double rate = 0.0;
    double scale = 0.0;
    for (const Term& term : system_.terms_of_pair(j)) {
      const double part = term.coefficient * series_.v(term.body)[0];
      given = given || system_.motion_slot(term.body) >= 0;
      rate += part;
      scale = std::max(scale, std::abs(part));
    }
    if (!given) continue;
    // Rounding of positions and times is far below a jump that matters.
    if (std::abs(rate) > 1e-9 * scale) {
      at_rest_[j] = 0;
      state_.pair[j] = static_cast<std::int8_t>(rate > 0.0 ? 1 : -1);
    } else if (std::abs(rate) <= 1e-13 * scale) {
      at_rest_[j] = 1;
    }
  }
}

double Runner::largest_term(const double* c, double tau) const {
  double largest = 0.0;
  double power = 1.0;
  for (int k = 0; k <= series_.order(); ++k, power *= tau)
    largest = std::max(largest, std::abs(c[k]) * power);
  return largest;
}

/// How large the terms are that a given position is the sum of, over a time of tau.
double Runner::motion_scale(int body, double tau) const {
  return largest_term(series_.q(body), tau);
}

/// A position cannot jump: no finite force takes a body along.
bool Runner::motions_are_continuous(double tau) {
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (system_.motion_slot(b) < 0) continue;
    const double before = state_.position[b];
    const double now = series_.q(b)[0];
    const double scale = std::max(motion_scale_[b], motion_scale(b, tau));
    const double clock = 0x1p-48 * std::abs(series_.v(b)[0]) * time_scale();
    const double same = std::max(1e-9, 1e3 * settings_.tolerance) * scale + clock;
    if (std::abs(now - before) <= same + std::numeric_limits<double>::min()) continue;
    stop_with(Status::NotFinite, "the prescribed motion of '" + system_.bodies[b].name +
                                     "' jumps; a position must be continuous, let it rise within "
                                     "a short time instead");
    return false;
  }
  return true;
}

/// A pair whose share comes back from its limit and goes there at the same instant: rounding, of a
/// limit that is nearly 0. It keeps it until the next step.
void Runner::leave_restless_shares() {
  constexpr int kOften = 3;
  for (int j = 0; j < system_.n_pairs(); ++j)
    for (const int side : {0, 1}) {
      const int guard = system_.pair_guard(j, side);
      if (state_.pinned[j] != 0 && passes_now_[guard] >= kOften) state_.roots[guard] = kAllOrders;
    }
}

bool Runner::pass_transitions_at_once() {
  if (choose_jumped_pieces()) return true;  // what else leaves its mode is not known before
  bool changed = false;
  for (int sw = 0; sw < system_.n_switches(); ++sw) changed = update_switch(sw) || changed;
  for (int guard = 0; guard < system_.n_guards(); ++guard)
    if (!is_chosen(guard) && leaves_at_once(guard)) {
      pass(guard);
      changed = true;
    }
  return changed;
}

/// True if a guard is negative just after the anchor. A value that rounding put slightly on the
/// wrong side, and that comes back, is zero.
bool Runner::leaves_at_once(int guard) {
  constexpr int kFew = 3;  // coefficients nearly always decide
  double* p = polynomial_.data();
  const int degree = series_.degree();
  int k = 0;
  // Rounding at the edge of a gap is judged over the whole step.
  for (int last = system_.has_massless ? degree : std::min(kFew, degree);; last = degree) {
    if (!guard_polynomial(system_, state_, series_, guard, p, last)) return false;
    for (k = 0; k <= last && p[k] == 0.0;) ++k;
    if (k <= last || last == degree) break;
  }
  if (k > degree || !(p[k] < 0.0)) return false;
  if (stays_at_edge(guard, p, 0.0)) return false;
  if (returns_to_edge(guard)) return false;
  if (k == 0) {
    const double horizon = std::max({std::abs(state_.anchor.value), last_step_, 1e-300});
    if (p[1] > 0.0 && -p[0] <= 1e-11 * horizon * p[1]) {
      state_.roots[guard] = 1;
      return false;
    }
  }
  return k > 0 || !only_touches(guard);
}

/// A massless body may rest at the edge of a gap without a force, or approach it for ever: true if
/// the deflection stays there up to rounding. @param step  0: the next one
bool Runner::stays_at_edge(int guard, const double* p, double step) {
  if (!system_.has_massless) return false;
  constexpr double kSamePlace = 2e-14;  // relative
  constexpr int kPoints = 8;
  const GuardOwner owner = guard_owner(system_, guard);
  if (owner.kind != GuardOwner::Kind::Spring || system_.cluster_of(owner.index) < 0) return false;
  double scale = system_.springs[owner.index].size();
  for (const Term& term : system_.terms_of(owner.index))
    scale = std::max(scale, std::abs(term.coefficient * series_.q(term.body)[0]));
  if (std::abs(p[0]) > kSamePlace * scale) return false;
  if (step == 0.0) step = step_size(system_, state_, series_, settings_.tolerance);
  for (int i = 1; i <= kPoints; ++i)
    if (std::abs(evaluate_polynomial(p, series_.degree(), step * i / kPoints)) > kSamePlace * scale)
      return false;
  return true;
}

void Runner::pass(int guard) {
  fired_[guard] = 1;
  ++passes_[guard];
  ++passes_now_[guard];
  const int owner_of = guard / 2;
  period_[owner_of] = state_.anchor - last_pass_[owner_of][1];
  last_pass_[owner_of] = {state_.anchor, last_pass_[owner_of][0]};
  const GuardOwner owner = guard_owner(system_, guard);
  switch (owner.kind) {
    case GuardOwner::Kind::Spring:
      return pass_spring(owner);
    case GuardOwner::Kind::Pair:
      return pass_pair(owner);
    case GuardOwner::Kind::Switch:
      return pass_switch(owner);
  }
}

void Runner::pass_spring(const GuardOwner& owner) {
  std::int8_t& contact = state_.contact[owner.index];
  int side = 0;  // of the guard that now starts at zero
  if (contact == 0) {
    contact = owner.side == 0 ? std::int8_t{1} : std::int8_t{-1};
  } else {
    side = contact > 0 ? 0 : 1;
    contact = 0;
  }
  state_.roots[system_.spring_guard(owner.index, side)] = 1;
  state_.roots[system_.spring_guard(owner.index, 1 - side)] = 0;
}

void Runner::pass_pair(const GuardOwner& owner) {
  const bool was_stuck = state_.pair[owner.index] == 0;
  if (system_.pairs[owner.index].kind == PairLaw::Kind::Stop) {
    if (was_stuck) {
      broken_[owner.index] = static_cast<std::int8_t>(-state_.side[owner.index]);
    } else {
      impacts_.touch(owner.index, owner.side == 0 ? Edge::Upper : Edge::Lower);
    }
    return;
  }
  at_rest_[owner.index] = 1;
  broken_[owner.index] =
      was_stuck ? (owner.side == 0 ? std::int8_t{1} : std::int8_t{-1}) : std::int8_t{0};
}

}  // namespace luztar
