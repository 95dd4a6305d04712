#include "luztar/dynamics/instant/guards.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/instant/contacts.h"
#include "luztar/dynamics/system/pair_edges.h"

namespace luztar {
namespace {

void scaled(const double* from, double factor, int order, double* to) {
  for (int k = 0; k <= order; ++k) to[k] = factor * from[k];
}

/// What is at its limit all the time must not pass it by rounding: leading coefficients that only
/// rounding makes negative are zero.
void ignore_rounding(const Expansion& series, int last, double* c) {
  for (int k = 0; k <= last && c[0] <= 0.0; ++k) {
    if (exceeds(c[k], series.force_scale(k), kNoise)) break;
    c[k] = 0.0;
  }
}

/// Of a spring that only pushes, beyond an edge. Side 0: the force that it has, or would have after
/// it has let go; side 1: the distance back to the edge, then. The force may jump with a velocity,
/// so nothing is known of its zeros: what only rounding leaves of it is zero.
bool pushing_guard(const SystemImpl& system, const State& state, const Expansion& series,
                   const GuardOwner& owner, int last, double* c) {
  const int s = owner.index;
  const SpringLaw& law = system.springs[s];
  const bool touches = state.contact[s] != Edge::None;
  if (touches && owner.side == 1) return false;
  const Edge edge = beyond(state, s);
  const double* d = series.d(s);
  if (owner.side == 1) {
    scaled(d, number(edge), last, c);
    c[0] = number(edge) * (d[0] - law.rest - (edge == Edge::Upper ? law.upper : law.lower));
    return true;
  }
  const double sign = touches ? number(edge) : -number(edge);
  const double* rate = series.rate(s);
  for (int k = 0; k <= last; ++k) c[k] = sign * (law.stiffness * d[k] + law.damping * rate[k]);
  c[0] = sign * law.force_at(edge, d[0] - law.rest, rate[0]);
  const double size =
      law.stiffness * (std::abs(d[0]) + law.size()) + law.damping * std::abs(rate[0]);
  if (is_negligible(c[0], size, kNoise)) c[0] = 0.0;
  return true;
}

/// d - rest against the edges of the gap.
bool spring_guard(const SystemImpl& system, const State& state, const Expansion& series,
                  const GuardOwner& owner, int last, double* c) {
  const SpringLaw& law = system.springs[owner.index];
  const Edge contact = state.contact[owner.index];
  if (law.only_pushes && beyond(state, owner.index) != Edge::None)
    return pushing_guard(system, state, series, owner, last, c);
  if (!law.has_gap || state.is_held[owner.index] != 0) return false;
  if (contact != Edge::None && owner.side == 1) return false;
  // In the gap: side 0 watches the upper edge, side 1 the lower one.
  const bool open = contact == Edge::None;
  const bool upper = contact == Edge::Upper || (open && owner.side == 0);
  const double sign = open ? (upper ? -1.0 : 1.0) : number(contact);
  const double edge = upper ? law.upper : law.lower;
  if (!std::isfinite(edge)) return false;
  scaled(series.d(owner.index), sign, last, c);
  const double compression = series.d(owner.index)[0] - law.rest - edge;
  c[0] = sign * compression;
  return true;
}

/// While limits read forces of links. A friction that keeps its limit: the rate at which it slides
/// as those that hold it give way. A stop or a freewheel without a force: how far it is open.
bool slip_guard(const SystemImpl& system, const State& state, const Expansion& series, int pair,
                int last, double* c) {
  const auto& slips = series.bent().slips();
  const auto slip = std::ranges::find(slips, pair, &BentPairs::Slip::pair);
  if (slip == slips.end()) return false;
  const double direction = state.kept_limit[pair] == Bound::Upper ? 1.0 : -1.0;
  for (int k = 0; k <= last; ++k) c[k] = 0.0;
  const int first = system.pairs[pair].is_dry() ? 1 : 0;  // order
  double size = 0.0;
  for (const auto& [by, coefficient] : slip->of) {
    const double* force = series.f(system.first_pair() + by);
    for (int k = 0; k + first <= last; ++k)
      c[k] += direction * coefficient * (first > 0 ? k + 1 : 1) * force[k + first];
    size += std::abs(coefficient);
  }
  for (int k = 0; k + first <= last && c[0] <= 0.0; ++k) {
    const double noise = kNoise * (first > 0 ? k + 1 : 1) * series.force_scale(k + first);
    if (std::abs(c[k]) > noise * size) break;
    c[k] = 0.0;
  }
  return true;
}

/// A pair that keeps its limit while others share: how far its own share would lie beyond, by the
/// strength of order 0. Share and limit follow the normal force alike.
bool kept_guard(const SystemImpl& system, const State& state, const Expansion& series, int pair,
                int last, double* c) {
  if (system.has_history()) return slip_guard(system, state, series, pair, last, c);
  const double* own = series.shares().own(pair);
  if (own == nullptr) return false;
  const bool edges = system.pairs[pair].has_edges();
  const bool upper =
      edges ? state.side[pair] == Edge::Lower : state.kept_limit[pair] == Bound::Upper;
  scaled(own, upper ? 1.0 : -1.0, last, c);
  if (!edges) c[0] -= series.limit(pair, upper ? 1 : 0, 0);
  ignore_rounding(series, last, c);
  return true;
}

/// In contact: the force. Free: the distance from both edges; of a ratchet from the next tooth, and
/// from the last one.
bool stop_guard(const SystemImpl& system, const State& state, const Expansion& series,
                const GuardOwner& owner, double* c) {
  const int e = system.first_pair() + owner.index;
  if (state.pair[owner.index] == Mode::Stuck) {
    if (owner.side == 1) return false;
    if (state.kept_limit[owner.index] != Bound::Free)
      return kept_guard(system, state, series, owner.index, series.degree(), c);
    scaled(series.f(e), number(state.side[owner.index]), series.degree(), c);
    ignore_rounding(series, series.degree(), c);
    return true;
  }
  const bool upper = owner.side == 0;
  const double edge = upper ? place_ahead(system, state, owner.index)
                            : edge_place(system, state, owner.index, Edge::Lower);
  if (std::isinf(edge) || state.is_held[e] != 0) return false;
  const double sign = upper ? -1.0 : 1.0;
  scaled(series.d(e), sign, series.degree(), c);
  if (state.edges.room[owner.index] > 0.0 && upper == (state.pair[owner.index] == Mode::Backward)) {
    c[0] = state.edges.room[owner.index];
    return true;
  }
  c[0] = sign * (series.d(e)[0] - edge);
  if (c[0] >= 0.0) return true;
  // Rounding put it beyond the edge, and it comes back: it is at the edge.
  int k = 1;
  while (k < series.degree() && c[k] == 0.0) ++k;
  if (c[k] > 0.0) c[0] = 0.0;
  return true;
}

/// The guard of a link that loads frictions: its force, which may not change its sign unseen.
bool load_guard(const SystemImpl& system, const State& state, const Expansion& series,
                const GuardOwner& owner, int last, double* c) {
  const Edge side = state.side[owner.index];
  if (side == Edge::None || owner.side == 1) return false;
  scaled(series.f(system.first_pair() + owner.index), number(side), last, c);
  return true;
}

/// A pair that rests without a limit, since nothing pulls at it. Side 0: a normal force that began
/// beyond the order of its series, as t^40 does, and is there by now. Side 1: a load that did.
bool idle_guard(const SystemImpl& system, const Expansion& series, const GuardOwner& owner,
                int last, double* c) {
  const PairLaw& law = system.pairs[owner.index];
  if (owner.side == 0) {
    if (law.normal_slot < 0) return false;
    const double strength = std::max(law.breakaway[0], law.breakaway[1]);
    scaled(series.series().slot(law.normal_slot), -strength, last, c);
    return true;
  }
  if (system.has_massless) return false;
  double most = 0.0;
  for (const Term& term : series.terms_of_pair(owner.index))
    if (system.is_free(term.body)) most = std::max(most, std::abs(series.load(term.body, 0)));
  std::fill_n(c, last + 1, 0.0);
  if (most > kCancelled * series.force_scale(0)) c[0] = -most;
  return true;
}

/// Sliding: the velocity in the direction of sliding. Stuck: the distance from both limits.
bool pair_guard(const SystemImpl& system, const State& state, const Expansion& series,
                const GuardOwner& owner, int last, double* c) {
  if (system.pairs[owner.index].is_rigid())
    return load_guard(system, state, series, owner, last, c);
  if (system.pairs[owner.index].has_edges()) return stop_guard(system, state, series, owner, c);
  const Mode mode = state.pair[owner.index];
  const int e = system.first_pair() + owner.index;
  if (mode != Mode::Stuck) {
    if (owner.side == 1) return false;
    scaled(series.rate(e), number(mode), last, c);
    return true;
  }
  if (state.kept_limit[owner.index] == Bound::Both)
    return idle_guard(system, series, owner, last, c);
  if (const Bound kept = state.kept_limit[owner.index]; kept != Bound::Free)
    return owner.side == (kept == Bound::Upper ? 0 : 1) &&
           kept_guard(system, state, series, owner.index, last, c);
  const int side = 1 - owner.side;  // of the limit
  if (std::isinf(series.limit(owner.index, side, 0))) return false;
  scaled(series.f(e), owner.side == 0 ? -1.0 : 1.0, last, c);
  const int varies = system.pairs[owner.index].normal_slot >= 0 ? last : 0;
  for (int k = 0; k <= varies; ++k) c[k] += series.limit(owner.index, side, k);
  const bool lets_go = system.pairs[owner.index].is_one_way();
  if (lets_go || system.touches_massless(owner.index)) ignore_rounding(series, last, c);
  return true;
}

/// The time until the next instant of a clock; it never goes back.
bool clock_guard(const SystemImpl& system, const State& state, const GuardOwner& owner, int last,
                 double* c) {
  if (owner.side == 0) return false;
  std::optional<Time> next;
  if (owner.index < system.sampling.n_clocks)
    next = system.sampling.grid_of(owner.index).at(state.branch[owner.index] + 1).time;
  else
    next = next_part(system, state, owner.index);
  if (!next) return false;
  std::fill_n(c, last + 1, 0.0);
  c[0] = *next - state.anchor;
  if (last > 0) c[1] = -1.0;
  return true;
}

bool switch_guard(const SystemImpl& system, const State& state, const Expansion& series,
                  const GuardOwner& owner, int last, double* c) {
  if (owner.index < system.n_clocks()) return clock_guard(system, state, owner, last, c);
  SwitchGuard guards[2];
  const Switch& sw = system.program.switches()[owner.index];
  const int count = guards_of(system.program, sw, state.branch[owner.index], guards);
  if (owner.side >= count) return false;
  const SwitchGuard& guard = guards[owner.side];
  scaled(series.series().slot(guard.slot), guard.sign, last, c);
  c[0] += guard.offset;
  c[0] += guard.sign * series.series().rest(guard.slot) + guard.rest;
  return true;
}

}  // namespace

bool guard_polynomial(const SystemImpl& system, const State& state, const Expansion& series,
                      int guard, double* c, int last) {
  const GuardOwner owner = guard_owner(system, guard);
  bool active = false;
  switch (owner.kind) {
    case GuardOwner::Kind::Spring:
      active = spring_guard(system, state, series, owner, last, c);
      break;
    case GuardOwner::Kind::Pair:
      active = pair_guard(system, state, series, owner, last, c);
      break;
    case GuardOwner::Kind::Switch:
      active = switch_guard(system, state, series, owner, last, c);
      break;
  }
  if (!active) return false;
  const int zeros = std::min<int>(state.roots[guard], series.degree() + 1);
  std::fill(c, c + zeros, 0.0);
  return true;
}

bool guard_polynomial(const SystemImpl& system, const State& state, const Expansion& series,
                      int guard, double* c) {
  return guard_polynomial(system, state, series, guard, c, series.degree());
}

std::int64_t next_branch(const SystemImpl& system, const State& state, int sw, int side) {
  SwitchGuard guards[2];
  guards_of(system.program, system.program.switches()[sw], state.branch[sw], guards);
  return guards[side].next;
}

}  // namespace luztar
