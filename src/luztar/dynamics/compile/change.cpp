#include "luztar/dynamics/compile/change.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"
#include "luztar/dynamics/compile/check_system.h"
#include "luztar/dynamics/instant/contacts.h"
#include "luztar/dynamics/series/expansion.h"
#include "luztar/dynamics/system/coupled_bodies.h"
#include "luztar/dynamics/system/geometry.h"
#include "luztar/dynamics/system/hashes.h"
#include "luztar/dynamics/system/pair_edges.h"
#include "luztar/dynamics/system/time_events.h"

namespace luztar {
namespace {

/// How far from an edge rounding may have put a stop. @param place  largest part of its deflection
double edge_tolerance(const State& state, double place, double edge) {
  double largest = 0.0;  // the place may be what is left of the way of others
  for (const double q : state.position) largest = std::max(largest, std::abs(q));
  return kSolved * std::max(place, std::abs(edge)) + kUlp * largest;
}

void go_to_end(State& state) {
  const Reached& reached = state.reached;
  state.anchor = {state.time, 0.0};
  if (reached.position.empty()) return;
  state.position = reached.position;
  state.velocity = reached.velocity;
  state.internal = reached.internal;
  for (std::size_t i = 0; i < state.supplied.size(); ++i)
    state.supplied[i].add(reached.supplied[i]);
  for (std::size_t e = 0; e < state.dissipated.size(); ++e)
    state.dissipated[e].add(reached.dissipated[e]);
  state.moved.add(reached.moved);
  state.stepping.numerical.add(reached.numerical);
  if (!reached.deflection.empty()) state.stepping.deflection = reached.deflection;
}

/// Steps follow given velocities, so that given positions have the error of the method; and they
/// do not say where a stop is.
bool was_stepped(const State& state) { return !state.stepping.mode.empty(); }

/// Finds the parts of a state that still fit.
class Refit {
 public:
  Refit(const SystemImpl& system, State& state)
      : system_(system), state_(state), series_(system, 0) {}

  void run() {
    state_.edges.tooth.resize(has_ratchets(system_) ? static_cast<std::size_t>(system_.n_pairs())
                                                    : std::size_t{0});
    recall_branches();
    series_.start(state_);
    for (int b = 0; b < system_.n_bodies(); ++b) {
      if (system_.motion_slot(b) < 0) continue;
      if (!was_stepped(state_)) state_.position[b] = series_.q(b)[0];
      state_.velocity[b] = series_.v(b)[0];
    }
    for (int e = 0; e < system_.n_elements(); ++e) keep_held(e);
    for (int j = 0; j < system_.n_pairs(); ++j) set_pair(j);
    std::fill(state_.kept_limit.begin(), state_.kept_limit.end(), Bound::Free);
    if (!system_.has_history()) state_.edges.carried.clear();
    state_.roots.assign(static_cast<std::size_t>(system_.n_guards()), 0);
    choose_branches();
    for (int s = 0; s < system_.n_springs(); ++s) set_contact(s);
  }

 private:
  double deflection(int e) const {
    if (state_.is_held[e] != 0) return state_.held[e];
    if (const Geometry* geometry = system_.geometry_of(e))
      return value_of(geometry->deflection, positions_of(state_));
    double sum = 0.0;
    for (const Term& term : system_.terms_of(e))
      sum += term.coefficient * state_.position[term.body];
    return sum;
  }

  double rate(int e) const {
    if (const Geometry* geometry = system_.geometry_of(e))
      return rate_of(system_, *geometry, positions_of(state_), state_.velocity);
    double sum = 0.0;
    for (const Term& term : system_.terms_of(e))
      sum += term.coefficient * state_.velocity[term.body];
    return state_.is_held[e] != 0 ? 0.0 : sum;
  }

  /// The largest of the numbers that a deflection is the sum of.
  double scale(int e) const {
    double largest = 0.0;
    for (const Term& term : arms_at(system_, e, positions_of(state_)))
      largest = std::max(largest, std::abs(term.coefficient * state_.position[term.body]));
    return largest;
  }

  void keep_held(int e) {
    if (state_.is_held[e] == 0) return;
    const double held = std::exchange(state_.held[e], 0.0);
    state_.is_held[e] = 0;
    if (exceeds(deflection(e) - held, std::max(scale(e), std::abs(held)), kSolved)) return;
    state_.held[e] = held;
    state_.is_held[e] = 1;
  }

  void set_pair(int j) {
    if (system_.pairs[j].has_edges()) return set_stop(j);
    state_.side[j] = Edge::None;  // a ratchet may have lost its pitch
    state_.edges.room[j] = 0.0;
    if (system_.pairs[j].slides()) return set_sliding(j);
    state_.pair[j] = Mode::Stuck;
  }

  /// The mode stays unless the rate clearly contradicts it. At massless bodies the rate follows
  /// from the forces.
  void set_sliding(int j) {
    if (system_.touches_massless(j)) return;
    if (const double rate = clear_rate(system_, state_, j); rate != 0.0)
      state_.pair[j] = mode_along(rate);
  }

  /// The tooth stays unless the ratchet is before it, or at the next.
  void set_tooth(int j, double d) {
    const double pitch = system_.pairs[j].pitch;
    if (!(pitch > 0.0)) return;
    const double size = scale(system_.first_pair() + j);
    const double place = edge_place(system_, state_, j, Edge::Lower);
    if (d < place - edge_tolerance(state_, size, place) || d >= place_ahead(system_, state_, j))
      state_.edges.tooth[j] = tooth_at(pitch, d, kNoise * size);
  }

  /// In contact while it is at that edge.
  void set_stop(int j) {
    const int e = system_.first_pair() + j;
    const double d = deflection(e);
    set_tooth(j, d);
    const auto place_of = [&](Edge edge) {
      return edge_place(system_, state_, j, edge);
    };
    const auto distance = [&](Edge edge) {
      return edge == Edge::Upper ? place_of(edge) - d : d - place_of(edge);
    };
    const auto is_at = [&](Edge edge) {  // or beyond, where steps left it
      const double place = place_of(edge);
      return std::isfinite(place) && distance(edge) <= edge_tolerance(state_, scale(e), place);
    };
    const bool is_exact = !was_stepped(state_);
    const Edge before = state_.side[j];
    if (is_exact && before == Edge::None && state_.pair[j] != Mode::Stuck) {
      const double room = distance(state_.pair[j] == Mode::Backward ? Edge::Upper : Edge::Lower);
      if (!is_negligible(room - state_.edges.room[j], scale(e), kSolved))
        state_.edges.room[j] = 0.0;
      if (distance(Edge::Upper) > 0.0 && distance(Edge::Lower) > 0.0) return;
    }
    state_.edges.room[j] = 0.0;
    state_.side[j] = before != Edge::None && is_at(before) ? before
                     : is_at(Edge::Upper)                  ? Edge::Upper
                     : is_at(Edge::Lower)                  ? Edge::Lower
                                                           : Edge::None;
    state_.pair[j] = stop_mode(state_.side[j]);
  }

  void set_contact(int s) {
    const SpringLaw& law = system_.springs[s];
    Edge& contact = state_.contact[s];
    if (state_.let_go[s] != Edge::None) contact = std::exchange(state_.let_go[s], Edge::None);
    if (!law.has_gap) {
      contact = Edge::None;
      return;
    }
    const double x = deflection(s) - law.rest;
    const double tolerance = kNoise * std::max(scale(s), law.size());
    const bool fits = contact == Edge::Upper ? x >= law.upper - tolerance
                      : contact == Edge::Lower
                          ? x <= law.lower + tolerance
                          : x >= law.lower - tolerance && x <= law.upper + tolerance;
    if (!fits) contact = law.edge_at(x);
    let_go_of_pull(law, x, rate(s), state_, s);
  }

  /// Which switch of before is which now: the n-th with the same kind and owner, where both have as
  /// many. Others have no memory.
  void recall_branches() {
    const std::vector<std::int64_t> before = std::exchange(state_.branch, {});
    state_.branch.assign(static_cast<std::size_t>(system_.n_switches()), 0);
    fits_.assign(state_.branch.size(), 0);
    std::map<std::int64_t, std::pair<std::vector<std::size_t>, std::vector<std::size_t>>> places;
    const auto& keys = state_.reached.switches;
    for (std::size_t i = 0; i < std::min(keys.size(), before.size()); ++i)
      places[keys[i]].first.push_back(i);
    for (std::size_t i = 0; i < state_.branch.size(); ++i)
      places[key_of(system_.program.switches()[i])].second.push_back(i);
    for (const auto& [key, both] : places) {
      const auto& [from, to] = both;
      for (std::size_t n = 0; n < to.size() && from.size() == to.size(); ++n) {
        state_.branch[to[n]] = before[from[n]];
        fits_[to[n]] = 1;
      }
    }
    for (std::size_t i = 0; i < fits_.size(); ++i)
      if (fits_[i] != 0 && !exists(system_.program.switches()[i], state_.branch[i]))
        state_.branch[i] = fits_[i] = 0;
  }

  bool exists(const Switch& sw, std::int64_t branch) const {
    if (sw.kind != Switch::Kind::Table && sw.kind != Switch::Kind::Lookup) return true;
    const auto& pieces = system_.program.table(sw).piece;
    return branch >= 0 && branch < static_cast<std::int64_t>(pieces.size());
  }

  /// Inner switches come before outer ones, so a few rounds settle them.
  void choose_branches() {
    for (int round = 0; round <= system_.n_switches(); ++round) {
      series_.start(state_);
      series_.add_forces(state_, state_.pair, 0, false);
      bool changed = false;
      for (int i = 0; i < system_.n_switches(); ++i) {
        const auto on_grid = piece_on_grid(system_, i, GridInstant::at(state_.anchor));
        if (!on_grid && fits_[i] != 0 && stays(i)) continue;
        const Switch& sw = system_.program.switches()[i];
        const std::int64_t branch = on_grid.value_or(branch_from_values(
            system_.program, sw, series_.series().slot(sw.low)[0],
            series_.series().slot(sw.high)[0], state_.anchor.value, state_.branch[i]));
        fits_[i] = 1;
        changed = changed || branch != state_.branch[i];
        state_.branch[i] = branch;
      }
      if (!changed) return;
    }
  }

  /// The values are inside the piece in force, or at its edge.
  bool stays(int index) const {
    const Switch& sw = system_.program.switches()[index];
    const std::int64_t branch = state_.branch[index];
    if (sw.kind == Switch::Kind::Sign && branch == 0)
      return series_.series().slot(sw.low)[0] == 0.0;
    const double moment = sw.time_only ? std::abs(state_.anchor.value) : 0.0;
    const auto inside = [&](double value, double offset) {
      return value + offset >= -kFewUlps * (std::abs(value) + std::abs(offset) + moment);
    };
    SwitchGuard guards[2];
    const int count = guards_of(system_.program, sw, branch, guards);
    return std::all_of(guards, guards + count, [&](const SwitchGuard& guard) {
      return inside(guard.sign * series_.series().slot(guard.slot)[0], guard.offset);
    });
  }

  const SystemImpl& system_;
  State& state_;
  Expansion series_;
  std::vector<char> fits_;  ///< (switches) the branch is one of this system
};

/// A given position may differ by what the run before and the clock know it to.
std::string motion_obstacle(const SystemImpl& system, const State& before,
                            const Expansion& series) {
  const double same = was_stepped(before) ? 1e-3 : 1e-9;
  const double clock = was_stepped(before) ? 1e-3 : 1e-12;  // of the time
  for (int b = 0; b < system.n_bodies(); ++b) {
    if (system.motion_slot(b) < 0) continue;
    const double now = series.q(b)[0];
    const double tolerance = same * (std::abs(before.position[b]) + std::abs(now)) +
                             clock * std::abs(series.v(b)[0] * before.time);
    if (std::abs(now - before.position[b]) > tolerance)
      return "the prescribed motion of '" + system.bodies[b].name + "' would jump from " +
             rounded_text(before.position[b]) + " to " + rounded_text(now) +
             "; a position must be continuous";
  }
  return "";
}

/// @param left_beyond  how far beyond an edge steps left a stop
std::string pair_obstacle(const SystemImpl& system, const State& state, int pair,
                          double left_beyond) {
  const PairLaw& law = system.pairs[pair];
  const int e = system.first_pair() + pair;
  if (law.is_dry()) return "";
  const bool is_stop = system.elements[e].kind == PartKind::Stop;
  double place = 0.0;
  double speed = 0.0;
  double d = 0.0;
  double rate = 0.0;
  for (const Term& term : system.terms_of(e)) {
    const double q = term.coefficient * state.position[term.body];
    const double v = term.coefficient * state.velocity[term.body];
    d += q;
    rate += v;
    place = std::max(place, std::abs(q));
    speed = std::max(speed, std::abs(v));
  }
  for (const bool upper : {true, false}) {
    const double edge = upper ? law.upper : law.lower;
    const double beyond = upper ? d - edge : edge - d;
    const double tolerance = edge_tolerance(state, place, edge) + left_beyond;
    if (is_stop && std::isfinite(edge) && beyond > tolerance)
      return "the " + label_of(system.elements[e]) + " is at " + rounded_text(d) + ", beyond its " +
             (upper ? "upper" : "lower") + " edge at " + rounded_text(edge);
  }
  if (law.pitch > 0.0 && std::abs(d) > kMostTeeth * law.pitch)
    return "the " + label_of(system.elements[e]) +
           " has more than 2^32 teeth between 0 and its place";
  if (law.is_one_way() && rate < -kSolved * speed)
    return "the " + label_of(system.elements[e]) + " turns back at " + rounded_text(rate);
  if (law.is_rigid() && exceeds(rate, speed, kSolved))
    return "the bodies of '" + system.elements[e].name + "' have a relative velocity of " +
           rounded_text(rate);
  return "";
}

}  // namespace

bool has_other_laws(const SystemImpl& system, const SimulationSettings& settings,
                    const State& state) {
  return state.reached.laws != 0 && (state.reached.laws != system.hashes.laws ||
                                     state.reached.method != hash_of_method(settings));
}

State with_laws(const SystemImpl& system, State end) {
  bring_into_coordinates(system, end);
  go_to_end(end);
  Refit(system, end).run();
  end.resolved = false;
  end.reached = {.energy = end.reached.energy, .shares = std::move(end.reached.shares)};
  return end;
}

std::string pairs_obstacle(const SystemImpl& system, const State& state,
                           const std::vector<double>& room, double tolerance) {
  for (int j = 0; j < system.n_pairs(); ++j) {
    const double left_beyond = std::max(0.0, -room[static_cast<std::size_t>(j)]);
    std::string message = pair_obstacle(system, state, j, left_beyond + tolerance);
    if (!message.empty()) return message;
  }
  return "";
}

std::string obstacle(const SystemImpl& system, const State& end) {
  State state = end;
  bring_into_coordinates(system, state);
  go_to_end(state);
  const State before = state;
  Refit(system, state).run();
  Expansion series(system, 0);
  series.start(state);
  const std::string message = motion_obstacle(system, before, series);
  return message.empty() ? pairs_obstacle(system, state, end.edges.room, 0.0) : message;
}

}  // namespace luztar
