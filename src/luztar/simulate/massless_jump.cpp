#include "luztar/simulate/massless_jump.h"

#include <algorithm>

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
  return follow(start, from, to, false, pairs) || follow(start, from, to, true, pairs);
}

bool MasslessJump::follow(const State& start, const Loads& from, const Loads& to, bool stands,
                          PairsNow& pairs) {
  const auto part = massless_part(system_, state_, from, to, stands);
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
  take_events(*part, events.all);
  go_there(*part, end, pairs);
  return true;
}

/// Those of the path by the names of the whole. What slid before goes on from there, not from rest.
void MasslessJump::take_events(const MasslessPart& part, const std::vector<Event>& events) {
  modes_ = motion_.left().modes;
  events_.clear();
  for (Event event : events) {
    event.time = state_.anchor;
    event.name = part.elements[static_cast<std::size_t>(event.name)];
    const int j = event.name - system_.first_pair();
    if (j >= 0 && system_.pairs[j].slides()) {
      const Mode to = static_cast<Mode>(event.to);
      if (modes_.pair[j] == to) continue;
      if (modes_.pair[j] != Mode::Stuck && to != Mode::Stuck) event.cause = Event::Cause::Stop;
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
  supplied_.assign(static_cast<std::size_t>(system_.n_elements()), 0.0);
  dissipated_ = supplied_;
  moved_ = end.energy.moved;
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
