#include "luztar/simulate/bounces.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/mode.h"
#include "luztar/core/nearness.h"
#include "luztar/dynamics/system/pair_edges.h"
#include "luztar/series/polynomial.h"

namespace luztar {
namespace {

constexpr double kLeastFraction = 0.1;  // of them that the next one takes
constexpr double kLossless = 1e-5;      // 1 - e, where bounces hardly end

}  // namespace

Bounces::Bounces(Motion& motion)
    : system_(motion.system()),
      motion_(motion),
      state_(motion.state()),
      impacts_(system_),
      fall_(static_cast<std::size_t>(system_.n_pairs()), 0.0) {}

void Bounces::begin() {
  impacts_.begin(state_);
  kept_ = false;
}

bool Bounces::drop(const std::vector<int>& jumped, PairsNow& pairs) {
  bool any = false;
  for (const Geometry& geometry : system_.arms.geometries()) {
    if (std::ranges::find(jumped, geometry.element) == jumped.end()) continue;
    const int j = geometry.element - system_.first_pair();
    if (j < 0 || j >= system_.n_pairs() || state_.side[j] == Edge::None) continue;
    if (!system_.pairs[j].has_edges() || state_.pair[j] != Mode::Stuck) continue;
    const Edge side = state_.side[j];
    const double edge = edge_place(system_, state_, j, side);
    const double now = motion_.series().series().slot(geometry.deflection_slot)[0];
    const double size = std::max(std::abs(now), coordinate_scale(j, side == Edge::Upper));
    if (!exceeds(std::max(0.0, number(side) * (edge - now)), size, kSolved)) continue;
    any = true;
    state_.pair[j] = away_from(side);
    state_.side[j] = Edge::None;
    state_.is_held[geometry.element] = 0;
    impacts_.touch(j, Edge::None);
    pairs[j] = {};
  }
  return any;
}

std::optional<Trouble> Bounces::strike(PairsNow& pairs, bool jumped) {
  if (!kept_ && impacts_.has_stops()) {
    state_before_ = state_;
    pairs_before_ = pairs;
    kept_ = true;
  }
  const ImpactStatus status =
      impacts_.resolve(state_, motion_.series(), jumped, kRounding * motion_.time_scale(), pairs);
  if (status == ImpactStatus::Done) return overflow(pairs);
  if (status == ImpactStatus::Endless)
    return Trouble{Status::Accumulation,
                   "impacts follow each other without an end at " + closed_stops()};
  return no_room("impulse", closed_stops());
}

/// An impulse that leaves the finite numbers ends the run, in the state before it.
std::optional<Trouble> Bounces::overflow(PairsNow& pairs) {
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (!impacts_.hit(j) || std::isfinite(impacts_.impulse(j))) continue;
    undo(pairs);
    return Trouble{Status::NotFinite,
                   "the impulse of '" + pair_name(system_, j) + "' leaves the finite numbers"};
  }
  return std::nullopt;
}

void Bounces::undo(PairsNow& pairs) {
  impacts_.undo();
  state_ = state_before_;
  pairs = pairs_before_;
}

std::optional<Trouble> Bounces::squeezed() const {
  const std::string names = closed_stops();
  return names.empty() ? std::nullopt : std::optional(no_room("force", names));
}

bool Bounces::pass(const GuardOwner& guard, PairsNow& pairs) {
  const int j = guard.index;
  if (!system_.pairs[j].has_edges()) return false;
  if (state_.pair[j] == Mode::Stuck) {
    pairs[j].broken = away_from(state_.side[j]);
    return true;
  }
  // The pawl falls in behind the next tooth: the ratchet is at its new edge, which it leaves.
  const bool falls_in = system_.pairs[j].pitch > 0.0 && guard.side == 0;
  if (falls_in) ++state_.edges.tooth[j];
  impacts_.touch(j, guard.side == 0 && !falls_in ? Edge::Upper : Edge::Lower);
  return true;
}

/// Names of the stops that are closed at this instant, and of freewheels; "" if none is.
std::string Bounces::closed_stops() const {
  std::string names;
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (impacts_.edge(j) != Edge::None)
      names += (names.empty() ? "'" : ", '") + pair_name(system_, j) + "'";
  return names;
}

void Bounces::know_edges() {
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (const Edge side = impacts_.leaves(j); side != Edge::None && state_.pair[j] != Mode::Stuck)
      state_.roots[system_.pair_guard(j, side == Edge::Upper ? 0 : 1)] = 1;
}

/// Whether a stop that just left its edge is back within `limit`.
bool Bounces::returns_within(int pair, double limit) {
  const int guard = system_.pair_guard(pair, impacts_.leaves(pair) == Edge::Upper ? 0 : 1);
  const double* p = motion_.guard(guard);
  if (p == nullptr) return false;
  if (!(limit > 0.0) || !(p[1] > 0.0)) return false;
  return first_descent(p + 1, motion_.series().degree() - 1, limit) != kNoRoot;
}

/// Whether a stop that just left its edge comes back without having moved its bodies by more than
/// a few roundings of their coordinates.
bool Bounces::stays_near(int pair) {
  const bool upper = impacts_.leaves(pair) == Edge::Upper;
  const double* p = motion_.guard(system_.pair_guard(pair, upper ? 0 : 1));
  if (p == nullptr) return false;
  return p[2] < 0.0 && p[1] * p[1] < -4.0 * p[2] * kRounding * coordinate_scale(pair, upper);
}

/// The speed of the next bounce over that of this one, as friction makes it: what falls as it fell
/// before and rises as it does now; 1 where positions do not give the flight before so well.
double Bounces::shrink(int pair) {
  const bool upper = impacts_.leaves(pair) == Edge::Upper;
  const double* p = motion_.guard(system_.pair_guard(pair, upper ? 0 : 1));
  const double fall = fall_[static_cast<std::size_t>(pair)];
  return p != nullptr && fall > 0.0 && fall < -p[2] ? std::sqrt(fall / -p[2]) : 1.0;
}

/// How large the numbers are that the distance of a stop from an edge is the difference of.
double Bounces::coordinate_scale(int pair, bool upper) const {
  double scale = std::abs(edge_place(system_, state_, pair, upper ? Edge::Upper : Edge::Lower));
  for (const Term& term : motion_.series().terms_of_pair(pair))
    scale = std::max(scale, std::abs(term.coefficient * state_.position[term.body]));
  return scale;
}

bool Bounces::end(PairsNow& pairs) {
  bool ends = false;
  bool bounces = false;
  for (const bool hit : {true, false}) {
    if (!hit && bounces) break;
    for (int j = 0; j < system_.n_pairs(); ++j) {
      if (impacts_.leaves(j) == Edge::None || state_.pair[j] == Mode::Stuck ||
          impacts_.hit(j) != hit)
        continue;
      const double rebound = hit ? system_.pairs[j].restitution : 0.0;
      const double limit = kNoise * motion_.time_scale() * std::max(1.0 - rebound, kLeastFraction);
      const bool last =
          returns_within(j, limit) || (1.0 - rebound * shrink(j) < kLossless && stays_near(j));
      if (last) impacts_.calm(j);
      ends = ends || last;
      bounces = bounces || (hit && !last);
    }
  }
  if (ends) undo(pairs);
  return ends;
}

void Bounces::move_rooms(double tau) {
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (!system_.pairs[j].has_edges() || state_.pair[j] == Mode::Stuck) continue;
    const bool upper = state_.pair[j] == Mode::Backward;
    const int guard = system_.pair_guard(j, upper ? 0 : 1);
    fall_[static_cast<std::size_t>(j)] = 0.0;
    if (state_.edges.room[j] == 0.0 && state_.roots[guard] == 0) continue;
    double room = 0.0;
    if (const double* p = motion_.guard(guard); p != nullptr)
      room = evaluate_polynomial(p, motion_.series().degree(), tau);
    const bool small = room < kHalfDigits * coordinate_scale(j, upper);
    state_.edges.room[j] = room > 0.0 && small ? room : 0.0;
    if (const double* p = motion_.guard(guard); p != nullptr && small)
      for (int k = motion_.series().degree(); k >= 2; --k)
        fall_[static_cast<std::size_t>(j)] =
            fall_[static_cast<std::size_t>(j)] * tau - 0.5 * k * (k - 1) * p[k];
  }
}

}  // namespace luztar
