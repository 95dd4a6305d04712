#include "luztar/simulate/guard_zeros.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/series/polynomial.h"
#include "luztar/simulate/notes.h"

namespace luztar {
namespace {

/// Whether a polynomial is zero at tau to rounding.
bool is_lost(const double* c, int degree, double tau) {
  double value = 0.0;
  double size = 0.0;
  for (int k = degree; k >= 0; --k) {
    value = value * tau + c[k];
    size = size * tau + std::abs(c[k]);
  }
  return is_negligible(value, size, kNoise);
}

}  // namespace

GuardZeros::GuardZeros(Motion& motion, LawCheck& laws, const TimeEvents& time_events)
    : system_(motion.system()),
      motion_(motion),
      state_(motion.state()),
      series_(motion.series()),
      laws_(laws),
      time_events_(time_events) {}

bool GuardZeros::leaves_at_once(int guard) {
  const GuardOwner owner = guard_owner(system_, guard);
  if (owner.kind == GuardOwner::Kind::Switch && time_events_.has_event(state_, owner.index)) {
    const auto time_event = time_events_.leaves(state_, owner.index, owner.side);
    if (!time_event) return false;
    return time_event->grid ? !is_before(GridInstant::at(state_.anchor), *time_event)
                            : !(state_.anchor < time_event->time);
  }
  constexpr int kFew = 3;  // coefficients nearly always decide
  double* p = motion_.scratch();
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
  if (returns_to_edge(guard) || is_inside(guard)) return false;
  if (k == 0) {
    const double horizon = std::max({std::abs(state_.anchor.value), motion_.last_step(), 1e-300});
    if (p[1] > 0.0 && -p[0] <= 1e-11 * horizon * p[1]) {
      state_.roots[guard] = 1;
      return false;
    }
  }
  return k > 0 || !only_touches(guard);
}

/// Whether only rounding takes the argument of a switch over its edge: the next coefficient brings
/// it back. Then what is rounding is known to be zero. The guard's polynomial is that of
/// leaves_at_once().
bool GuardZeros::returns_to_edge(int guard) {
  if (guard_owner(system_, guard).kind != GuardOwner::Kind::Switch) return false;
  double* p = motion_.scratch();
  motion_.guard(guard);
  std::fill(p + series_.degree() + 1, p + series_.order() + 1, 0.0);
  const int k = motion_.leading_order(p);
  if (k > series_.order() || p[k] < 0.0) return false;
  state_.roots[guard] = static_cast<ZeroCount>(k);
  return true;
}

/// A guard that was passed and counted as zero is positive: it comes back, but only after a time.
/// Then its count of zeros is 0.
bool GuardZeros::is_inside(int guard) {
  ZeroCount& roots = state_.roots[guard];
  if (roots == 0 || guard_owner(system_, guard).kind != GuardOwner::Kind::Switch) return false;
  const ZeroCount zeros = std::exchange(roots, ZeroCount{0});
  const double* p = motion_.guard(guard);
  if (p[0] > 0.0 && motion_.leading_order(p) == 0) return true;
  roots = zeros;
  motion_.guard(guard);
  return false;
}

bool GuardZeros::stays_at_edge(int guard, const double* p, double step) const {
  if (!system_.has_massless) return false;
  constexpr int kPoints = 8;
  const GuardOwner owner = guard_owner(system_, guard);
  if (owner.kind != GuardOwner::Kind::Spring || system_.cluster_of(owner.index) < 0) return false;
  double scale = system_.springs[owner.index].size();
  for (const Term& term : system_.terms_of(owner.index))
    scale = std::max(scale, std::abs(term.coefficient * series_.q(term.body)[0]));
  if (exceeds(p[0], scale, kRounding)) return false;
  if (step == 0.0) step = motion_.natural_step();
  for (int i = 1; i <= kPoints; ++i)
    if (exceeds(evaluate_polynomial(p, series_.degree(), step * i / kPoints), scale, kRounding))
      return false;
  return true;
}

int GuardZeros::sign_behind_powers(int slot) {
  const double clear = laws_.clear_of_powers(slot, series_);
  if (clear == 0.0) return 0;
  const double x = laws_.value_of(slot, state_, series_, clear);
  if (!(std::abs(x) > laws_.rounding(slot, state_, series_, clear))) return 0;
  return x > 0.0 ? 1 : -1;
}

/// The slot of a guard and what makes a distance from its edge of it.
SwitchGuard GuardZeros::edge_of(int guard) const {
  const GuardOwner owner = guard_owner(system_, guard);
  SwitchGuard guards[2];
  guards_of(system_.program, system_.program.switches()[owner.index], state_.branch[owner.index],
            guards);
  return guards[owner.side];
}

/// How far the argument of a switch is from its edge at anchor + tau, worked out directly.
double GuardZeros::distance(const SwitchGuard& edge, double tau) {
  return edge.sign * laws_.value_of(edge.slot, state_, series_, tau) + edge.offset + edge.rest;
}

/// Whether the series of its arguments may say nothing about where the switch goes.
bool GuardZeros::hides_terms(int index) const {
  const Switch& sw = system_.program.switches()[index];
  return system_.controls.hidden_terms[sw.low] != 0 || system_.controls.hidden_terms[sw.high] != 0;
}

double GuardZeros::switch_crossing(int guard, double tau, double whole, double& limit) {
  const bool hides = hides_terms(guard_owner(system_, guard).index);
  const double* p = motion_.scratch();
  const int order = series_.degree();
  if (tau == kNoRoot) {
    if (!hides || !std::isfinite(whole) || !is_lost(p, order, whole)) return kNoRoot;
    return passage(guard, whole, whole).crosses;
  }
  if (!Notes::may_graze(p, order, tau)) {
    if (!hides) return tau;
    const SwitchGuard edge = edge_of(guard);
    const double x = std::abs(distance(edge, tau));
    if (x == 0.0 || x <= laws_.rounding(edge.slot, state_, series_, tau)) return tau;
  }
  const Passage edge = passage(guard, tau, whole);
  if (edge.crosses == kNoRoot) limit = std::min(limit, edge.clear);
  return edge.crosses;
}

/// Follows the argument from `near`, where its polynomial takes it to its edge, until its value is
/// beyond rounding, at most to `limit`; and back to where it was before the edge.
GuardZeros::Passage GuardZeros::passage(int guard, double near, double limit) {
  const double* p = motion_.guard(guard);
  const int order = series_.degree();
  const SwitchGuard edge = edge_of(guard);
  limit = std::min(limit, near + motion_.time_scale());
  const double shortest = std::max(4.0 * kUlp * (std::abs(state_.anchor.value) + near), kSmallest);
  double after = near;
  bool crosses = false;
  for (double span = 0.0;; span = std::max(2.0 * span, shortest)) {
    after = std::min(near + span, limit);
    const double x = distance(edge, after);
    const double rounding = laws_.rounding(edge.slot, state_, series_, after);
    crosses = x < -rounding;
    const bool clear = x > rounding && after > near && evaluate_polynomial(p, order, after) > 0.0;
    if (crosses || clear || after >= limit) break;
  }
  if (!crosses) return {kNoRoot, after};
  double before = near;
  for (double span = shortest; before > 0.0; span *= 2.0) {
    before = std::max(near - span, 0.0);
    if (distance(edge, before) > 0.0) break;
  }
  const double at = between(edge, before, after);
  return {at, at};
}

/// The first place behind the edge, where one bisects.
double GuardZeros::between(const SwitchGuard& edge, double before, double after) {
  while (true) {
    const double middle = before + 0.5 * (after - before);
    if (!(middle > before && middle < after)) return after;
    (distance(edge, middle) < 0.0 ? after : before) = middle;
  }
}

double GuardZeros::crossing_beyond_order(int guard, double limit) {
  const GuardOwner owner = guard_owner(system_, guard);
  if (owner.kind != GuardOwner::Kind::Switch || !hides_terms(owner.index)) return kNoRoot;
  const SwitchGuard edge = edge_of(guard);
  if (laws_.clear_of_powers(edge.slot, series_) > 0.0)
    return kNoRoot;  // the next step begins there
  double after = std::min(limit, motion_.time_scale());
  if (!(distance(edge, after) < 0.0)) return kNoRoot;
  double before = 0.5 * after;
  while (before > 0.0 && distance(edge, before) < 0.0) {
    after = before;
    before *= 0.5;
  }
  return between(edge, before, after);
}

/// Whether the argument of a switch is beyond its edge by rounding only and comes back.
bool GuardZeros::only_touches(int guard) {
  if (guard_owner(system_, guard).kind != GuardOwner::Kind::Switch) return false;
  const double step = motion_.natural_step();
  return passage(guard, 0.0, step).crosses == kNoRoot;
}

}  // namespace luztar
