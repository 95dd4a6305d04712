// Stops at an instant: impacts, bounces that end, rows of events.
#include <algorithm>
#include <cmath>

#include "luztar/series/polynomial.h"
#include "luztar/simulate/runner.h"

namespace luztar {
namespace {

constexpr double kSameInstant = 1e-14;  // relative to time_scale(): stops hit that close together
constexpr double kLastBounces = 1e-12;  // the same for all the bounces that are left
constexpr double kLeastShare = 0.1;     // of them that the next one takes
constexpr double kLossless = 1e-5;      // 1 - e, where bounces hardly end
constexpr double kSamePlace = 0x1p-46;  // relative to the coordinates
constexpr double kSmallRoom = 0x1p-20;  // relative to the coordinates

}  // namespace

double Runner::time_scale() const {
  return std::max(std::abs(state_.anchor.value), settings_.duration);
}

/// Impacts of closed stops, and what jumping velocities of given motions do through links.
bool Runner::strike() {
  if (!kept_ && impacts_.has_stops()) {
    state_before_impacts_ = state_;
    at_rest_before_impacts_ = at_rest_;
    broken_before_impacts_ = broken_;
    kept_ = true;
  }
  const bool jumped = jumps() || !state_.resolved;
  const ImpactStatus status =
      impacts_.resolve(state_, series_, jumped, kSameInstant * time_scale(), at_rest_, broken_);
  if (status == ImpactStatus::Done) return true;
  if (status == ImpactStatus::Unsolved)
    stop_with(Status::Unsolved, "no impulse keeps the bodies at " + closed_stops() +
                                    " inside all their edges; given motions squeeze them, leave "
                                    "them room or put a spring between");
  else
    stop_with(Status::Accumulation,
              "impacts follow each other without an end at " + closed_stops());
  return false;
}

/// Names of the stops that are closed at this instant; "" if none is.
std::string Runner::closed_stops() const {
  std::string names;
  for (int j = 0; j < system_.n_pairs() && impacts_.has_stops(); ++j)
    if (impacts_.edge(j) != Edge::None)
      names +=
          (names.empty() ? "'" : ", '") + system_.elements[system_.first_pair() + j].name + "'";
  return names;
}

/// A stop that was just hit and leaves its edge has zero distance from it.
void Runner::know_edges() {
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (const Edge edge = impacts_.leaves(j); edge != Edge::None && state_.pair[j] != 0)
      state_.roots[system_.pair_guard(j, edge == Edge::Upper ? 0 : 1)] = 1;
}

/// Whether a stop that just left its edge is back within `limit`.
bool Runner::returns_within(int pair, double limit) {
  const int guard = system_.pair_guard(pair, impacts_.leaves(pair) == Edge::Upper ? 0 : 1);
  const double* p = polynomial_.data();
  if (!guard_polynomial(system_, state_, series_, guard, polynomial_.data())) return false;
  if (!(limit > 0.0) || !(p[1] > 0.0)) return false;
  return first_descent(p + 1, series_.degree() - 1, limit) != kNoRoot;
}

/// Whether a stop that just left its edge comes back without having moved its bodies by more than
/// a few roundings of their coordinates.
bool Runner::stays_near(int pair) {
  const bool upper = impacts_.leaves(pair) == Edge::Upper;
  const double* p = polynomial_.data();
  if (!guard_polynomial(system_, state_, series_, system_.pair_guard(pair, upper ? 0 : 1),
                        polynomial_.data()))
    return false;
  return p[2] < 0.0 && p[1] * p[1] < -4.0 * p[2] * kSamePlace * coordinate_scale(pair, upper);
}

/// How large the numbers are that the distance of a stop from an edge is the difference of.
double Runner::coordinate_scale(int pair, bool upper) const {
  double scale = std::abs(upper ? system_.pairs[pair].upper : system_.pairs[pair].lower);
  for (const Term& term : system_.terms_of_pair(pair))
    scale = std::max(scale, std::abs(term.coefficient * state_.position[term.body]));
  return scale;
}

/// Bounces get shorter by the restitution each time. When all those that are left end within a time
/// that does not matter, the stop stays closed now, and so do others that the impact opens for no
/// longer, and stops without a loss that bounce within the rounding of positions: the instant is
/// decided once more, with impacts that take all of their rates. Those that are opened only cannot
/// stay closed while the one that opens them still bounces.
bool Runner::bounces_end() {
  bool ends = false;
  bool bounces = false;
  for (const bool hit : {true, false}) {
    if (!hit && bounces) break;
    for (int j = 0; j < system_.n_pairs(); ++j) {
      if (impacts_.leaves(j) == Edge::None || state_.pair[j] == 0 || impacts_.hit(j) != hit)
        continue;
      const double loss = hit ? 1.0 - system_.pairs[j].restitution : 1.0;
      const double limit = kLastBounces * time_scale() * std::max(loss, kLeastShare);
      const bool last = returns_within(j, limit) || (loss < kLossless && stays_near(j));
      if (last) impacts_.calm(j);
      ends = ends || last;
      bounces = bounces || (hit && !last);
    }
  }
  if (!ends) return false;
  impacts_.undo();
  state_ = state_before_impacts_;
  at_rest_ = at_rest_before_impacts_;
  broken_ = broken_before_impacts_;
  let_go_ = false;
  return true;
}

/// Distances from the edges that stops just left, at the end of a step: while they are small they
/// are known better than as a difference of positions.
void Runner::move_rooms(double tau) {
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (system_.pairs[j].kind != PairLaw::Kind::Stop || state_.pair[j] == 0) continue;
    const bool upper = state_.pair[j] < 0;
    const int guard = system_.pair_guard(j, upper ? 0 : 1);
    if (state_.room[j] == 0.0 && state_.roots[guard] == 0) continue;
    double room = 0.0;
    if (guard_polynomial(system_, state_, series_, guard, polynomial_.data()))
      room = evaluate_polynomial(polynomial_.data(), series_.degree(), tau);
    const bool small = room < kSmallRoom * coordinate_scale(j, upper);
    state_.room[j] = room > 0.0 && small ? room : 0.0;
  }
}

void Runner::report_stop(int pair) {
  const std::int8_t from = side_before_[pair];
  const std::int8_t to = state_.side[pair];
  const bool hit = impacts_.hit(pair);
  if (from != to) ++state_.mode_changes;
  if (from == to && !hit) return;
  const auto cause = hit       ? Event::Cause::Impact
                     : to == 0 ? Event::Cause::Leave
                               : Event::Cause::Touch;
  const int e = system_.first_pair() + pair;
  observer_.event(
      {state_.anchor, e, from, to, cause, hit ? impacts_.impulse(pair) : 0.0, series_.d(e)[0]});
}

/// Impacts of the start: bodies that begin at an edge with a rate into it.
void Runner::report_impacts() {
  ++state_.events;
  impacts_.book(state_);
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (impacts_.hit(j)) report_stop(j);
}

}  // namespace luztar
