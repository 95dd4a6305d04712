// Edges that the argument of a switch passes with hardly any slope, or only touches: sign(x^3),
// step(x^2), saw(2 pi sin(x)) at the crest. A polynomial knows such a place to the third or the
// half of its digits, and whether there is one not at all. The expression itself does.
#include <algorithm>
#include <cmath>
#include <limits>

#include "luztar/series/polynomial.h"
#include "luztar/simulate/runner.h"
#include "luztar/simulate/step_size.h"

namespace luztar {
namespace {

constexpr double kUlp = 0x1p-52;
constexpr double kSmallest = std::numeric_limits<double>::min();

/// Whether a polynomial is zero at tau as far as rounding tells.
bool is_lost(const double* c, int degree, double tau) {
  constexpr double kLost = 0x1p-40;  // relative to the sum of all terms
  double value = 0.0;
  double size = 0.0;
  for (int k = degree; k >= 0; --k) {
    value = value * tau + c[k];
    size = size * tau + std::abs(c[k]);
  }
  return std::abs(value) <= kLost * size;
}

}  // namespace

/// The slot of a guard and what makes a distance from its edge of it.
SwitchGuard Runner::edge_of(int guard) const {
  const GuardOwner owner = guard_owner(system_, guard);
  SwitchGuard guards[2];
  guards_of(system_.program, system_.program.switches()[owner.index], state_.branch[owner.index],
            guards);
  return guards[owner.side];
}

/// How far the argument of a switch is from its edge at anchor + tau, worked out directly.
double Runner::distance(const SwitchGuard& edge, double tau) {
  return edge.sign * laws_.value_of(edge.slot, state_, series_, tau) + edge.offset + edge.rest;
}

/// Whether the series of its arguments may say nothing about where the switch goes.
bool Runner::hides_terms(int index) const {
  const Switch& sw = system_.program.switches()[index];
  return system_.controls.hidden_terms[sw.low] != 0 || system_.controls.hidden_terms[sw.high] != 0;
}

/// Where the argument of a switch passes its edge. Its polynomial says: at `tau`, if at all, within
/// `whole`. Where the edge is only touched, `limit` falls to behind that place.
double Runner::switch_crossing(int guard, double tau, double whole, double& limit) {
  const bool hides = hides_terms(guard_owner(system_, guard).index);
  const double* p = polynomial_.data();
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
Runner::Passage Runner::passage(int guard, double near, double limit) {
  guard_polynomial(system_, state_, series_, guard, polynomial_.data());
  const int order = series_.degree();
  const SwitchGuard edge = edge_of(guard);
  limit = std::min(limit, near + time_scale());
  const double shortest = std::max(4.0 * kUlp * (std::abs(state_.anchor.value) + near), kSmallest);
  double after = near;
  bool crosses = false;
  for (double way = 0.0;; way = std::max(2.0 * way, shortest)) {
    after = std::min(near + way, limit);
    const double x = distance(edge, after);
    const double rounding = laws_.rounding(edge.slot, state_, series_, after);
    crosses = x < -rounding;
    const bool clear =
        x > rounding && after > near && evaluate_polynomial(polynomial_.data(), order, after) > 0.0;
    if (crosses || clear || after >= limit) break;
  }
  if (!crosses) return {kNoRoot, after};
  double before = near;
  for (double way = shortest; before > 0.0; way *= 2.0) {
    before = std::max(near - way, 0.0);
    if (distance(edge, before) > 0.0) break;
  }
  const double at = between(edge, before, after);
  return {at, at};
}

/// The first place behind the edge, where one bisects.
double Runner::between(const SwitchGuard& edge, double before, double after) {
  while (true) {
    const double middle = before + 0.5 * (after - before);
    if (!(middle > before && middle < after)) return after;
    (distance(edge, middle) < 0.0 ? after : before) = middle;
  }
}

/// Where the argument of a switch leaves its edge by a term beyond the order of its series, which
/// is zero: t^29 at t = 0.
double Runner::crossing_beyond_order(int guard, const GuardOwner& owner, double limit) {
  if (owner.kind != GuardOwner::Kind::Switch || !hides_terms(owner.index)) return kNoRoot;
  const SwitchGuard edge = edge_of(guard);
  double after = std::min(limit, time_scale());
  if (!(distance(edge, after) < 0.0)) return kNoRoot;
  double before = 0.5 * after;
  while (before > 0.0 && distance(edge, before) < 0.0) {
    after = before;
    before *= 0.5;
  }
  return between(edge, before, after);
}

/// Whether the argument of a switch is beyond its edge by rounding only and comes back.
bool Runner::only_touches(int guard) {
  if (guard_owner(system_, guard).kind != GuardOwner::Kind::Switch) return false;
  const double step = step_size(system_, state_, series_, settings_.tolerance);
  return passage(guard, 0.0, step).crosses == kNoRoot;
}

}  // namespace luztar
