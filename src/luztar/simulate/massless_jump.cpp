#include "luztar/simulate/massless_jump.h"

#include <algorithm>
#include <optional>

#include "luztar/core/stop_request.h"
#include "luztar/simulate/runner.h"

namespace luztar {
namespace {

class PathEvents : public Observer {
 public:
  void event(const Event& event) override { all.push_back(event); }
  std::vector<Event> all;
};

/// Without its time, which is one of the path.
std::string reason_of(const RunInfo& info) {
  const std::string& text =
      info.status == Status::Finished ? info.proofs.contradiction() : info.diagnosis;
  const auto end = text.find(": ");
  return end == std::string::npos ? text : text.substr(end + 2);
}

}  // namespace

MasslessJump::MasslessJump(Motion& motion)
    : system_(motion.system()), motion_(motion), state_(motion.state()) {}

void MasslessJump::begin() {
  happened_ = false;
  events_.clear();
  obstacle_.clear();
}

/// The state just before the instant.
State MasslessJump::left() const {
  const LeftLimit& before = motion_.left();
  State left = state_;
  left.velocity = before.velocity;
  left.internal = before.internal;
  left.branch = before.branch;
  left.pair = before.modes.pair;
  left.side = before.modes.side;
  left.contact = before.modes.contact;
  left.edges.tooth = before.modes.tooth;
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_massless(b)) left.position[b] = before.position[b];
  return left;
}

bool MasslessJump::take(PairsNow& pairs) {
  const State start = left();
  Expansion before(system_, 0);
  before.start(start);
  before.add_forces(start, start.pair, 0, false);
  const Loads from = loads_of(system_, before), to = loads_of(system_, motion_.series());
  if (from == to) return false;
  start_anew();
  return follow(start, from, to, false, pairs) || follow(start, from, to, true, pairs);
}

/// Of the massless bodies that a pair ends at, if it is the same.
Release MasslessJump::release_of(int pair) const {
  std::optional<Release> release;
  for (const Term& term : system_.terms_of_pair(pair)) {
    if (!system_.is_massless(term.body)) continue;
    const Release own = system_.body_laws[static_cast<std::size_t>(term.body)].release;
    if (own != release.value_or(own)) return Release::Unknown;
    release = own;
  }
  return release.value_or(Release::Unknown);
}

/// @return false if one of them has no known end
bool MasslessJump::find_falls(Release kind, std::vector<LimitFall>& falls) {
  for (const auto& [pair, way] : motion_.modes().released()) {
    const std::string name = quote(pair_name(system_, pair));
    if (kind == Release::Unknown || release_of(pair) != kind) {
      obstacle_ = ", or the key `release`, since " + name + " falls from F_S to F_K";
      return false;
    }
    const PairLaw& law = system_.pairs[pair];
    const int side = side_of(way);
    const double from = motion_.series().limit(pair, side, 0);
    const double kinetic = from * law.kinetic[side] / law.breakaway[side];
    const double to = kind == Release::Damped ? kinetic : 2.0 * kinetic - from;
    if (to < 0.0) {
      obstacle_ = "; `release = \"inertial\"` needs F_S <= 2 F_K of " + name;
      return false;
    }
    falls.push_back({pair, from, to});
  }
  return !falls.empty();
}

bool MasslessJump::release(PairsNow& pairs) {
  const auto released = motion_.modes().released();
  if (released.empty()) return false;
  std::vector<LimitFall> falls;
  const Release kind = release_of(released.front().first);
  if (!find_falls(kind, falls)) return false;
  if (!happened_) start_anew();
  const Loads loads = loads_of(system_, motion_.series());
  const State start = state_;
  const std::size_t before = events_.size();
  if (!follow(start, loads, loads, false, pairs, falls) &&
      !follow(start, loads, loads, true, pairs, falls))
    return false;
  for (std::size_t k = before; k < events_.size(); ++k)  // at the start of the path all follow
    for (const LimitFall& fall : falls)
      if (events_[k].name == system_.first_pair() + fall.pair && events_[k].from == 0)
        events_[k].cause = cause_of_change(Mode::Stuck);
  if (kind == Release::Damped) return true;
  if (events_.size() - before != falls.size()) {  // then it is no plain swing
    obstacle_ = "; `release = \"inertial\"` has no way where others change on it";
    return false;
  }
  rest_at_end(falls, pairs);
  return true;
}

/// Half a swing ends at rest.
void MasslessJump::rest_at_end(const std::vector<LimitFall>& falls, PairsNow& pairs) {
  for (const LimitFall& fall : falls) {
    const int e = system_.first_pair() + fall.pair;
    Mode& mode = modes_.pair[fall.pair];
    events_.push_back({state_.anchor, e, number(mode), 0, cause_of_change(mode)});
    state_.pair[fall.pair] = mode = Mode::Stuck;
    state_.is_held[e] = 0;
    pairs[fall.pair] = {true, Mode::Stuck, true};
  }
}

/// Nothing has happened at this instant.
void MasslessJump::start_anew() {
  modes_ = motion_.left().modes;
  events_.clear();
  supplied_.assign(static_cast<std::size_t>(system_.n_elements()), 0.0);
  dissipated_ = supplied_;
  moved_ = 0.0;
}

bool MasslessJump::follow(const State& start, const Loads& from, const Loads& to, bool stands,
                          PairsNow& pairs, const std::vector<LimitFall>& falls) {
  const auto part = massless_part(system_, state_, from, to, stands, falls);
  if (!part) {
    obstacle_ = "; what is viscous in one direction only gives it no way there";
    return false;
  }
  SimulationSettings settings;
  settings.duration = 1.0;
  settings.samples = 0;
  settings.tolerance = motion_.tolerance();
  settings.max_events = system_.settings.max_events;
  PathEvents events;
  Runner runner(part->system, state_of_part(start, *part, stands), settings, events);
  const RunInfo end = runner.run_from_instant();
  stop_if_asked();
  if (end.status != Status::Finished || !end.proofs.hold()) {
    obstacle_ = "; on the way there " + reason_of(end);
    return false;
  }
  happened_ = true;
  obstacle_.clear();
  take_events(*part, events.all);
  go_there(*part, end, pairs);
  return true;
}

/// Those of the path by the names of the whole. What slid before goes on from there, not from rest.
void MasslessJump::take_events(const MasslessPart& part, const std::vector<Event>& events) {
  for (Event event : events) {
    event.time = state_.anchor;
    event.name = part.elements[static_cast<std::size_t>(event.name)];
    const int j = event.name - system_.first_pair();
    if (j >= 0 && system_.pairs[j].slides()) {
      const Mode to = static_cast<Mode>(event.to);
      if (modes_.pair[j] == to) continue;
      if (modes_.pair[j] != Mode::Stuck && to != Mode::Stuck)
        event.cause = cause_of_change(modes_.pair[j]);
      event.from = number(modes_.pair[j]);
      modes_.pair[j] = to;
    }
    events_.push_back(event);
  }
}

void MasslessJump::go_there(const MasslessPart& part, const RunInfo& end, PairsNow& pairs) {
  const State& state = end.final_state;
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_massless(b)) state_.position[b] = end.q[b];
  for (std::size_t i = 0; i < part.elastic.size(); ++i)
    modes_.contact[part.elastic[i]] = state_.contact[part.elastic[i]] = state.contact[i];
  for (std::size_t i = 0; i < part.pairs.size(); ++i)
    if (part.is_locked[i] == 0) go_there(part, i, state, pairs[part.pairs[i]]);
  moved_ += end.energy.moved;
  for (std::size_t i = 0; i < part.elements.size(); ++i) {
    const int e = part.elements[i];
    supplied_[e] += end.energy.supplied[i];
    dissipated_[e] += end.energy.dissipated[i];
    state_.is_held[e] = state.is_held[i];
    state_.held[e] = state.held[i];
  }
}

/// A pair of the part.
void MasslessJump::go_there(const MasslessPart& part, std::size_t pair, const State& end,
                            PairNow& now) {
  const int j = part.pairs[pair];
  const bool edges = system_.pairs[j].has_edges();
  if (edges) modes_.pair[j] = end.pair[pair];
  const Mode mode = state_.pair[j] = modes_.pair[j];
  modes_.side[j] = state_.side[j] = end.side[pair];
  state_.edges.room[j] = 0.0;
  if (!end.edges.tooth.empty()) modes_.tooth[j] = state_.edges.tooth[j] = end.edges.tooth[pair];
  const bool sticks = mode == Mode::Stuck;
  now = edges ? PairNow{sticks, Mode::Stuck, sticks} : PairNow{true, mode, sticks};
}

int MasslessJump::stopped(const State& state) const {
  for (const Event& event : events_) {
    const int j = event.name - system_.first_pair();
    if (j >= 0 && j < system_.n_pairs() && system_.pairs[j].slides() &&
        state.pair[j] == Mode::Stuck)
      return j;
  }
  return -1;
}

void MasslessJump::record(State& state) const {
  if (!happened_) return;
  for (int e = 0; e < system_.n_elements(); ++e) {
    state.supplied[system_.n_bodies() + e].add(supplied_[e]);
    state.dissipated[e].add(dissipated_[e]);
  }
  state.moved.add(moved_);
}

}  // namespace luztar
