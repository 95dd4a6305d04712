// The end of the next step: the first event, the accuracy of the laws, links that hold.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "luztar/series/polynomial.h"
#include "luztar/simulate/runner.h"
#include "luztar/simulate/step_size.h"

namespace luztar {
namespace {

constexpr double kLeap = 2.0;                     // step beside the last one
constexpr double kTouch = 0x1p-46;                // relative to a limit: touched, not passed ...
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

}  // namespace

/// The earliest crossing up to `limit`, or infinity; crossings_ holds it and those next to it.
/// Every root is computed on the whole interval, so that it does not depend on the order of the
/// guards. Where an edge is only touched, `limit` falls to behind that place.
double Runner::first_crossing(double& limit) {
  crossings_.clear();
  touches_.clear();
  double first = kNoRoot;
  const double whole = limit;
  const int order = series_.degree();
  for (int guard = 0; guard < system_.n_guards(); ++guard) {
    double* p = polynomial_.data();
    if (!guard_polynomial(system_, state_, series_, guard, p)) continue;
    int k = 0;
    while (k <= order && p[k] == 0.0) ++k;
    const GuardOwner owner = guard_owner(system_, guard);
    double tau = kNoRoot;
    if (k > order) {
      tau = crossing_beyond_order(guard, owner, whole);
    } else if (stays_at_edge(guard, p, whole)) {
      continue;
    } else if (p[k] < 0.0 && leaves_at_once(guard)) {
      tau = 0.0;
    } else if (k == 0 && p[k] > 0.0 && is_limit(owner)) {
      tau = limit_crossing(guard, owner, whole);
    } else {
      const int from = p[k] < 0.0 ? 1 : k;
      tau = first_descent(p + from, order - from, whole);
      if (owner.kind == GuardOwner::Kind::Switch) tau = switch_crossing(guard, tau, whole, limit);
    }
    if (tau == kNoRoot) continue;
    // Only the first crossing becomes an event of its own.
    crossings_.push_back({tau, guard, tau <= first && Notes::may_graze(p, order, tau)});
    first = std::min(first, tau);
  }
  return pressed_.empty() ? first : normal_crossing(first, whole);
}

/// Whether a guard watches the force of a friction at rest.
bool Runner::is_limit(const GuardOwner& owner) const {
  return owner.kind == GuardOwner::Kind::Pair && state_.pair[owner.index] == 0 &&
         system_.pairs[owner.index].kind == PairLaw::Kind::Friction;
}

/// Where a friction at rest passes its limit; polynomial_ holds the distance, positive at first. A
/// crest that only touches it as far as the series can tell, from whichever side rounding puts
/// it, does not.
double Runner::limit_crossing(int guard, const GuardOwner& owner, double limit) {
  double* p = polynomial_.data();
  const int order = series_.degree();
  const double start = p[0];
  const double size = std::max(series_.limit(owner.index, 1 - owner.side, 0), start);
  const double near = std::max(kTouch, kTouchOfTolerance * settings_.tolerance) * size;
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

/// The length of this step, at most `step`; `crossing` is the first event in it or infinity. Only
/// up to there the laws are those that the series are made of. Where the end of the run comes
/// before, powers of two take its place, so that a run that goes on makes the same steps.
double Runner::checked_step(double step, double& crossing) {
  const double rest = power_of_two_from(end_ - state_.anchor.value);
  const double shortest = shortest_step(state_.anchor.value);
  while (true) {
    crossing = first_crossing(step);
    const double reach = std::min(step, crossing);
    const double used = std::min(reach, rest);
    const bool leaps = used > kLeap * last_step_;
    if (used < shortest || laws_.agrees(state_, series_, settings_.tolerance, used, leaps))
      return reach;
    step = 0.5 * power_of_two_from(used);
  }
}

bool Runner::plan() {
  const double natural = step_size(system_, state_, series_, settings_.tolerance);
  if (natural > 0.0) {
    planned_ = checked_step(natural, crossing_);
    const double used = std::min(planned_, std::max(0.0, end_ - state_.anchor.value));
    note_touches(used);
    return links_hold(used);
  }
  stop_with(Status::NotFinite, not_finite_words());
  return false;
}

/// Links that tie given motions to each other hold as long as these agree; else the run ends.
bool Runner::links_hold(double tau) {
  constexpr double kRounding = 1e-9;  // relative
  for (const TiedMotions& tied : tied_)
    for (const double at : {0.0, tau}) {
      double parting = 0.0;
      double scale = 0.0;
      // Velocities that pass through zero are as wrong as they are large at other times.
      const double horizon = std::max({tau, last_step_, 1e-6 * settings_.duration});
      for (const Term& term : tied.given) {
        const double* v = series_.v(term.body);
        parting += term.coefficient * evaluate_polynomial(v, series_.order(), at);
        double power = std::abs(term.coefficient);
        for (int k = 0; k <= series_.order(); ++k, power *= horizon)
          scale = std::max(scale, std::abs(v[k]) * power);
      }
      if (std::abs(parting) <= kRounding * scale) continue;
      stop_with(Status::Unsolved, tied_words(tied));
      return false;
    }
  return true;
}

}  // namespace luztar
