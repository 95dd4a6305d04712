#include "luztar/simulate/event_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/series/polynomial.h"
#include "luztar/simulate/step_size.h"
#include "luztar/symbolic/dependence.h"

namespace luztar {
namespace {

constexpr double kLeap = 2.0;                     // step beside the last one
constexpr double kTouchOfTolerance = 1.0 / 64.0;  // ... or this, for series of that accuracy

/// The least value of a polynomial near x, where its slope is small: that of its parabola; NaN if
/// it has no minimum there.
double least_near(const double* c, int order, double x) {
  double value = 0.0;
  double slope = 0.0;
  double curvature = 0.0;  // half of the second derivative
  for (int k = order; k >= 0; --k) {
    curvature = curvature * x + slope;
    slope = slope * x + value;
    value = value * x + c[k];
  }
  return curvature > 0.0 ? value - slope * slope / (4.0 * curvature) : std::nan("");
}

/// The least power of two that is not below x, for x > 0.
double power_of_two_from(double x) {
  constexpr std::uint64_t kOne = std::uint64_t{1} << 52;  // of the exponent
  const auto bits = std::bit_cast<std::uint64_t>(x);
  return bits % kOne == 0 ? x : std::bit_cast<double>(bits - bits % kOne + kOne);
}

/// How large a polynomial can be within a distance from 0.
double bound(const double* c, int order, double distance) {
  double sum = 0.0;
  double power = 1.0;
  for (int k = 0; k <= order && (k == 0 || power > 0.0); ++k, power *= distance)
    if (c[k] != 0.0) sum += std::abs(c[k]) * power;
  return sum;
}

}  // namespace

EventSearch::EventSearch(Motion& motion, Notes& notes, double end)
    : system_(motion.system()),
      motion_(motion),
      state_(motion.state()),
      series_(motion.series()),
      notes_(notes),
      laws_(system_, motion.span()),
      time_events_(system_),
      zeros_(motion, laws_, time_events_),
      beginnings_(motion, laws_),
      end_(end) {
  constexpr int kFew = 64;
  for (auto* list : {&crossings_, &touches_})
    list->reserve(static_cast<std::size_t>(std::min(system_.n_guards(), kFew)));
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (system_.pairs[j].normal_slot >= 0) with_normal_.push_back(j);
}

bool EventSearch::look(bool shrinks) {
  double natural = motion_.natural_step();
  motion_.remember_natural_step(natural);
  natural = motion_.remembered(std::min(natural, motion_.approaches().step()));
  if (shrinks) natural = std::max(natural, nearest_switch());
  if (natural > 0.0) step_ = checked_step(natural);
  return natural > 0.0;
}

/// A step to just behind the next zero of a switch's argument, if that is within the rounding of
/// the time: what is made of it, abs(x)^0.1, lets no step come there, nor leads there. Else 0.
double EventSearch::nearest_switch() {
  constexpr double kBehind = 1.0001;
  const double near = 4.0 * kShortestStep * motion_.time_scale();
  double step = 0.0;
  for (int guard = system_.switch_guard(0, 0); guard < system_.n_guards(); ++guard) {
    const double* p = motion_.guard(guard);
    if (p == nullptr || !(p[0] > 0.0) || !(p[1] < 0.0)) continue;
    const double to = -kBehind * p[0] / p[1];
    if (to > near || zeros_.has_power_of_zero(guard, 2.0 * near)) continue;
    step = step == 0.0 ? to : std::min(step, to);
  }
  return step;
}

Time EventSearch::end() const {
  if (ends_in_event())
    for (const Crossing& c : crossings_)
      if (c.time_event && c.tau == step_ && c.tau > 0.0) return c.time_event->time;
  return state_.anchor + step_;
}

bool EventSearch::ends_on_grid() const {
  return ends_in_event() && std::any_of(crossings_.begin(), crossings_.end(), [&](const auto& c) {
           return c.on_grid() && c.tau <= step_;
         });
}

const std::vector<EventSearch::Crossing>& EventSearch::crossings_until(double tau,
                                                                       double time_error) {
  constexpr double kRoots = 16.0;  // time errors, by which roots of two polynomials may differ
  bool grid = false, motion = false;
  for (const Crossing& c : crossings_)
    if (c.tau <= tau) (c.on_grid() ? grid : motion) = true;
  motion = motion || !grid;
  const auto is_simultaneous = [&](const Crossing& c) {
    if (c.tau <= tau) return true;
    return c.on_grid() ? grid && is_same(*c.time_event, *next_on_grid_)
                       : motion && c.tau <= tau + time_error;
  };
  if (std::all_of(crossings_.begin(), crossings_.end(), is_simultaneous)) return crossings_;
  std::vector<Crossing> kept;
  std::copy_if(crossings_.begin(), crossings_.end(), std::back_inserter(kept), is_simultaneous);
  std::vector<Crossing> inside;
  for (const Crossing& c : crossings_)
    if (!is_simultaneous(c) && !c.time_event && c.tau <= tau + kRoots * time_error &&
        is_inside_one(c, kept))
      inside.push_back(c);
  kept.insert(kept.end(), inside.begin(), inside.end());
  crossings_.assign(kept.begin(), kept.end());  // its room stays
  return crossings_;
}

bool EventSearch::is_only_sample() const {
  if (system_.n_clocks() == 0) return false;
  const int first = system_.switch_guard(0, 0);
  const int behind = system_.switch_guard(system_.n_clocks(), 0);
  return std::all_of(crossings_.begin(), crossings_.end(),
                     [&](const Crossing& c) { return c.guard >= first && c.guard < behind; });
}

/// Whether an argument of a switch that is passed is made with this one.
bool EventSearch::is_inside_one(const Crossing& inner, const std::vector<Crossing>& passed) const {
  const GuardOwner owner = guard_owner(system_, inner.guard);
  if (owner.kind != GuardOwner::Kind::Switch) return false;
  const std::vector<char> behind = slots_behind(system_.program, owner.index);
  return std::any_of(passed.begin(), passed.end(), [&](const Crossing& c) {
    const GuardOwner outer = guard_owner(system_, c.guard);
    if (outer.kind != GuardOwner::Kind::Switch) return false;
    const Switch& sw = system_.program.switches()[outer.index];
    return behind[sw.low] != 0 || behind[sw.high] != 0;
  });
}

/// A switch with a time event: the root of its polynomial, which is rounded, is not asked for.
void EventSearch::cross_time_event(int guard, const GuardOwner& owner, double limit,
                                   double& first) {
  const auto time_event = time_events_.leaves(state_, owner.index, owner.side);
  if (!time_event) return;
  if (time_event->grid && (!next_on_grid_ || time_event->time < next_on_grid_->time))
    next_on_grid_ = *time_event;
  const double start = time_event->time - state_.anchor;
  const double tau = std::max(start, 0.0);
  if (!(tau <= limit)) return;
  crossings_.push_back({tau, guard, false, start, time_event});
  first = std::min(first, tau);
}

/// The earliest crossing up to `limit`, or infinity; crossings_ holds it and those next to it.
/// Every root is computed on the whole interval, so that it does not depend on the order of the
/// guards. Where an edge is only touched, `limit` falls to behind that place.
double EventSearch::first_crossing(double& limit) {
  crossings_.clear();
  touches_.clear();
  next_on_grid_.reset();
  double first = kNoRoot;
  const double whole = limit;
  const int order = series_.degree();
  for (int guard = 0; guard < system_.n_guards(); ++guard) {
    const GuardOwner owner = guard_owner(system_, guard);
    if (owner.kind == GuardOwner::Kind::Switch && time_events_.has_event(state_, owner.index)) {
      cross_time_event(guard, owner, whole, first);
      continue;
    }
    double* p = motion_.scratch();
    if (!guard_polynomial(system_, state_, series_, guard, p)) continue;
    const double start = p[0];
    int k = 0;
    while (k <= order && p[k] == 0.0) ++k;
    double tau = kNoRoot;
    if (k > order) {
      tau = zeros_.crossing_beyond_order(guard, whole);
    } else if (zeros_.stays_at_edge(guard, p, whole)) {
      continue;
    } else if (p[k] < 0.0 && zeros_.leaves_at_once(guard)) {
      tau = 0.0;
    } else if (k == 0 && p[k] > 0.0 && is_limit(owner)) {
      tau = limit_crossing(guard, owner, whole);
    } else {
      const int from = p[k] < 0.0 ? 1 : k;
      tau = first_descent(p + from, order - from, whole);
      if (owner.kind == GuardOwner::Kind::Switch)
        tau = zeros_.switch_crossing(guard, tau, whole, limit);
    }
    const double rest =
        owner.kind == GuardOwner::Kind::Pair
            ? motion_.approaches().rests_at(state_, series_, owner.index, std::min(whole, tau))
            : kNoRoot;
    if (rest != kNoRoot) {
      crossings_.push_back({rest, guard, false, start, {}, true});
      first = std::min(first, rest);
      continue;
    }
    if (tau == kNoRoot) continue;
    // Only the first crossing becomes an event of its own.
    crossings_.push_back({tau, guard, tau <= first && Notes::may_graze(p, order, tau), start});
    first = std::min(first, tau);
  }
  return with_normal_.empty() ? first : normal_crossing(first, whole);
}

std::optional<double> EventSearch::passed_before(double most) {
  double longest = -1.0;
  for (int guard = 0; guard < system_.n_guards(); ++guard) {
    const GuardOwner owner = guard_owner(system_, guard);
    if (owner.kind == GuardOwner::Kind::Switch && time_events_.has_event(state_, owner.index)) {
      const auto event = time_events_.leaves(state_, owner.index, owner.side);
      if (event && !is_before(GridInstant::at(state_.anchor), *event))
        longest = std::max({longest, state_.anchor - event->time, 0.0});
      continue;
    }
    double* p = motion_.guard(guard);
    if (p == nullptr || p[0] > 0.0) continue;
    for (int k = 0; k <= series_.degree(); k += 2) p[k] = -p[k];  // back in time, and below zero
    const bool falls = p[1] < 0.0;
    const double before = p[0] == 0.0 && falls ? 0.0 : first_descent(p, series_.degree(), most);
    if (before <= most)
      longest = std::max(longest, before);
    else if (falls)
      longest = std::max(longest, 0.0);  // it has only been passed by errors, and goes on
  }
  return longest < 0.0 ? std::nullopt : std::optional(std::min(longest, most));
}

/// Whether a guard watches the force of a friction at rest.
bool EventSearch::is_limit(const GuardOwner& owner) const {
  return owner.kind == GuardOwner::Kind::Pair && state_.pair[owner.index] == Mode::Stuck &&
         system_.pairs[owner.index].is_dry();
}

/// Where a friction at rest passes its limit; scratch() holds the distance, positive at first. A
/// crest that only touches it to the error of the series, from whichever side rounding puts
/// it, does not.
double EventSearch::limit_crossing(int guard, const GuardOwner& owner, double limit) {
  double* p = motion_.scratch();
  const int order = series_.degree();
  const double start = p[0];
  const double size = std::max(series_.limit(owner.index, 1 - owner.side, 0), start);
  const double near = std::max(kRounding, kTouchOfTolerance * motion_.tolerance()) * size;
  const auto [passes, bound] = bounded_descent(p, order, limit);
  if (!(start > near) || (passes == kNoRoot && bound > near)) return passes;
  double at = passes;
  if (passes == kNoRoot) {
    p[0] = start - near;
    at = first_descent(p, order, limit);
    p[0] = start;
    if (at == kNoRoot) return kNoRoot;
  }
  if (!Notes::may_graze(p, order, at) || !(least_near(p, order, at) >= -near)) return passes;
  touches_.push_back({at, guard, true});
  p[0] = start + near;
  const double later = first_descent(p, order, limit);
  p[0] = start;
  return later;
}

/// The length of this step, at most `step`; crossing_ is the first event in it or infinity. Only
/// up to there the laws are those that the series are made of. Where the end of the run comes
/// before, powers of two take its place, so that a run that goes on makes the same steps.
double EventSearch::checked_step(double step) {
  const double rest = power_of_two_from(end_ - state_.anchor.value);
  const double shortest = shortest_step(state_.anchor.value);
  beginnings_.note(step);
  const double whole = step;
  while (true) {
    crossing_ = first_crossing(step);
    const double reach = std::min(step, crossing_);
    const double used = std::min(reach, rest);
    const bool leaps = used > kLeap * motion_.last_step();
    if (used < shortest || laws_.agrees(state_, series_, motion_.tolerance(), used, whole, leaps))
      return reach;
    step = 0.5 * power_of_two_from(used);
  }
}

/// A value that rounding put slightly below zero, and that comes back.
bool EventSearch::rises_from_zero(const double* c) const {
  const double horizon = std::max(std::abs(state_.anchor.value), motion_.last_step());
  return c[0] <= 0.0 && c[1] > 0.0 && -c[0] <= 1e-11 * horizon * c[1];
}

/// So much below zero is rounding: beside the values of the normal force over the next `reach`, and
/// beside the other forces of the model, where a limit as small as that is nothing (bodies rest
/// where rounding leaves them, and with them a normal force that is zero there).
double EventSearch::zero_of_normal(int pair, double reach) const {
  const PairLaw& law = system_.pairs[pair];
  const double* c = series_.series().slot(law.normal_slot);
  const double strength = std::max(law.breakaway[0], law.breakaway[1]);
  const double nothing = strength > 0.0 ? series_.force_scale(0) / strength : 0.0;
  return kNoise * std::max(bound(c, series_.order(), reach), nothing);
}

/// Where the first normal force falls below zero by more than rounding, or `first` before that.
/// max(0, x) reaches zero too: what comes after the switch of its branch is judged by lift_off().
double EventSearch::normal_crossing(double first, double limit) {
  lifts_ = -1;
  const int order = series_.order();
  const double reach = std::min(limit, end_ - state_.anchor.value);
  for (const int j : with_normal_) {
    const double* c = series_.series().slot(system_.pairs[j].normal_slot);
    double* p = motion_.scratch();
    std::copy(c, c + order + 1, p);
    if (rises_from_zero(c)) p[0] = 0.0;
    p[0] += zero_of_normal(j, reach);
    if (p[0] == 0.0) continue;
    const double tau = p[0] < 0.0 ? 0.0 : first_descent(p, order, limit);
    if (tau >= first) continue;
    first = tau;
    lifts_ = j;
  }
  return first;
}

std::optional<Trouble> EventSearch::lift_off() const {
  for (const int j : with_normal_) {
    const double* c = series_.series().slot(system_.pairs[j].normal_slot);
    if (c[0] >= 0.0 || rises_from_zero(c)) continue;
    const bool at_zero = j == lifts_;
    if (!at_zero && -c[0] <= zero_of_normal(j, motion_.last_step())) continue;
    return Trouble{Status::NegativeNormal,
                   "the normal force of '" + pair_name(system_, j) +
                       "' becomes negative; it presses or it is 0: write max(0, ...)"};
  }
  return std::nullopt;
}

void EventSearch::note_grazing(double tau) {
  for (const Crossing& crossing : crossings_) {
    if (!crossing.flat || crossing.tau > tau || crossing.tau == 0.0) continue;
    const GuardOwner owner = guard_owner(system_, crossing.guard);
    if (owner.kind == GuardOwner::Kind::Switch) continue;
    const double* p = motion_.guard(crossing.guard);
    if (p == nullptr) continue;
    const double scale = std::abs(p[0]) + tau * (std::abs(p[1]) + tau * std::abs(p[2]));
    notes_.grazing(guard_name(system_, crossing.guard), zero_name(system_, state_, owner), p,
                   series_.degree(), tau, scale, (state_.anchor + tau).value);
  }
}

void EventSearch::note_touches(double tau) {
  for (const Crossing& touch : touches_)
    if (touch.tau <= tau)
      notes_.touching(guard_name(system_, touch.guard), (state_.anchor + touch.tau).value);
}

}  // namespace luztar
