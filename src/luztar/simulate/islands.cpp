#include "luztar/simulate/islands.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "luztar/core/nearness.h"
#include "luztar/core/stop_request.h"
#include "luztar/simulate/reached.h"

namespace luztar {
namespace {

constexpr int kMostAtOnce = 1000;  // events of an island without progress in time, ...
constexpr int kMostOfBody = 40;    // ... and so many more for each of its bodies

}  // namespace

Islands::Islands(const SystemImpl& system, SystemCutter& cutter, State start,
                 const SimulationSettings& settings, Observer& observer)
    : system_(system),
      cutter_(cutter),
      settings_(settings),
      max_events_(settings.max_events),
      observer_(observer),
      state_(std::move(start)),
      times_(settings),
      samples_(system),
      prover_(system, settings.tolerance, longest_time(settings), state_.sizes),
      end_(settings.start + settings.duration),
      islands_(system.n_bodies()),
      grouping_(system, cutter, state_) {
  settings_.give_rows(0);
  settings_.max_events = std::numeric_limits<std::int64_t>::max();
  count_.of.assign(static_cast<std::size_t>(system.n_elements()), 0);
}

RunInfo Islands::run() {
  if (!start()) return std::move(info_);
  while (!done_) {
    const int index = islands_.next();
    const bool ends = index < 0;
    if (!give_samples(ends ? Time{std::nextafter(end_, kInfinity), 0.0} : islands_[index].next,
                      ends ? nullptr : islands_[index].runner.get()))
      break;
    if (ends)
      finish(end_);
    else if (!go(index))
      break;
  }
  return std::move(info_);
}

/// A run of the whole decides the modes. It goes on as the only island if all belongs together.
bool Islands::start() {
  count_.instants = state_.events;
  auto island = island_of(cutter_.whole(), std::move(state_), 0);
  Runner& whole = *island->runner;
  if (!whole.begin()) {
    info_ = std::move(whole.info());
    return false;
  }
  state_ = whole.state();
  state_.sizes = whole.sizes();
  whole.find_moving(grouping_.moving());
  start_position_ = state_.position;
  start_time_ = state_.anchor;
  times_.go_on_from(state_);
  const std::vector<int> bodies = island->part->own;
  if (grouping_.hang_together(bodies)) {
    empty_accounts(system_, state_);  // they are those of the island
    schedule(islands_.add(std::move(island)));
  } else {
    info_.kkt_residual = whole.kkt_residual();
    island.reset();  // its memory
    found_parts(bodies, 0);
  }
  begun_ = true;
  return !done_;
}

/// All samples before `next`; what happens at the same time comes first.
/// @param at_next  the island whose step ends there
bool Islands::give_samples(const Time& next, const Runner* at_next) {
  while (times_.has_next() && Time{times_.next_time(), 0.0} < next) {
    if (at_next != nullptr && at_next->waits(times_.next_instant())) break;
    const std::optional<Sample> now = sample(times_.next_time(), 0);
    if (!now) return false;
    prover_.look(instant_of(system_, *now));
    observer_.sample(*now);
    times_.advance();
  }
  return true;
}

bool Islands::go(int index) {
  Island& island = islands_[index];
  const bool event = island.runner->plans_event();
  if (event && count_.instants >= max_events_) {
    stop_with(Status::TooManyEvents,
              "more than " + std::to_string(max_events_) + " events; most from " +
                  count_.busiest_names(system_) + "; raise max_events if this is what you want",
              island.next.value);
    return false;
  }
  const double time = island.next.value;
  std::optional<Sample> before;
  if (event && observer_.wants_samples_around_events()) {
    if (const auto now = sample(time, 1))
      before.emplace(*now);
    else
      return false;
  }
  if (!island.runner->go()) {
    fail(island);
    return false;
  }
  state_.time = time;
  if (event) {
    ++count_.instants;
    note_modes(index);
    if (accumulates(island, time)) {
      stop_with(
          Status::Accumulation,
          "events follow each other without an end; most from " + count_.busiest_names(system_),
          time);
      return false;
    }
  }
  if (event ? !rearrange(index) : !schedule(index)) return false;
  if (before) {
    const std::optional<Sample> after = sample(time, 0);
    if (!after) return false;
    observer_.around_event(*before, *after);
  }
  if (observer_.progress(time) && !observer_.part(time)) return true;
  stop_with(Status::Stopped, "stopped on request", time);
  return false;
}

/// Events closer and closer. Equal bodies have their events at the same time, one after the other.
bool Islands::accumulates(Island& island, double time) const {
  const double small = 1e-13 * std::max(std::abs(time), settings_.duration);
  island.close = time - island.last_event <= small ? island.close + 1 : 0;
  island.last_event = time;
  return island.close >
         kMostAtOnce + kMostOfBody * static_cast<std::int64_t>(island.part->own.size());
}

/// Plans its next step.
bool Islands::schedule(int index) {
  Island& island = islands_[index];
  Runner& runner = *island.runner;
  if (!runner.plan()) {
    fail(island);
    return false;
  }
  islands_.unschedule(index);
  if (!runner.plans_beyond(times_.end())) islands_.schedule(index, runner.planned_end());
  return true;
}

/// What decides which bodies go together.
void Islands::note_modes(int index) {
  const Island& island = islands_[index];
  std::vector<char> moving;
  island.runner->find_moving(moving);
  for (std::size_t i = 0; i < moving.size(); ++i)
    if (island.part->is_own[i] != 0) grouping_.moving()[island.part->bodies[i]] = moving[i];
  const State& state = island.runner->state();
  for (std::size_t j = 0; j < state.pair.size(); ++j)
    state_.pair[island.part->pairs[j]] = state.pair[j];
}

/// A part with a run of its own.
std::unique_ptr<Island> Islands::island_of(std::unique_ptr<SystemPart> part, State state,
                                           std::int64_t close) {
  auto island = std::make_unique<Island>();
  island->close = close;
  island->last_event = state.anchor.value;
  island->part = std::move(part);
  const SystemImpl& system = island->part->is_whole ? system_ : island->part->system;
  island->reporter = std::make_unique<IslandReporter>(observer_, *island->part, count_);
  island->runner = std::make_unique<Runner>(system, std::move(state), settings_, *island->reporter);
  island->runner->be_silent_on_choices();
  return island;
}

/// A part of bodies, in the state of the whole, on its way.
void Islands::found(std::vector<int> bodies, std::int64_t close) {
  if (done_) return;
  if (!begun_) stop_if_asked();
  // Modes are decided already, and the state of the whole is not whole.
  const StopScope none(nullptr);
  auto part = cutter_.cut(std::move(bodies));
  place_given(part->bodies);
  State state = state_of_part(state_, system_, *part);
  const int index = islands_.add(island_of(std::move(part), std::move(state), close));
  if (!islands_[index].runner->begin()) return fail(islands_[index]);
  schedule(index);
}

/// After an event in an island.
bool Islands::rearrange(int index) {
  const auto& own = islands_[index].part->own;
  if (reaches_beyond(index) || grouping_.should_split(own)) {
    regroup(index);
    return !done_;
  }
  return schedule(index);
}

/// A moving body has a neighbour in another island.
bool Islands::reaches_beyond(int index) const {
  for (const int b : islands_[index].part->own) {
    if (!grouping_.moves(b)) continue;
    for (const int e : cutter_.elements_of(b))
      for (const Term& term : system_.terms_of(e))
        if (system_.is_free(term.body) && islands_.of(term.body) != index) return true;
  }
  return false;
}

/// The end of an island, at a time that its series reach. Returns its bodies.
std::vector<int> Islands::absorb(int index, const Time& time) {
  Island& island = islands_[index];
  if (!(island.runner->state().anchor == time)) island.runner->move_anchor(time);
  write_back(island.runner->state(), system_, *island.part, state_);
  write_back(island.runner->sizes(), *island.part, state_.sizes);
  info_.kkt_residual = std::max(info_.kkt_residual, island.runner->kkt_residual());
  info_.proofs.add(island.runner->proofs());
  note(island.runner->take_warnings());
  return islands_.remove(index);
}

/// The island of an event and all that its moving bodies reach become islands anew.
void Islands::regroup(int index) {
  const Time time = islands_[index].runner->state().anchor;
  const std::int64_t close = islands_[index].close;
  std::vector<int> bodies = islands_[index].part->own;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!grouping_.moves(bodies[i])) continue;
    for (const int e : cutter_.elements_of(bodies[i]))
      for (const Term& term : system_.terms_of(e)) {
        const int other = islands_.of(term.body);
        if (other < 0 || other == index) continue;
        const std::vector<int> more = absorb(other, time);
        bodies.insert(bodies.end(), more.begin(), more.end());
      }
  }
  absorb(index, time);  // last: others do not know what moves since this event
  std::sort(bodies.begin(), bodies.end());
  state_.anchor = time;
  state_.time = time.value;
  found_parts(bodies, close);
}

/// @param close  see Island
void Islands::found_parts(const std::vector<int>& bodies, std::int64_t close) {
  for (Grouping::Part& part : grouping_.split(bodies))
    found(std::move(part.bodies), part.moves ? close : 0);
}

/// Bodies that keep their velocity: from the start on, so that all islands agree to the bit.
void Islands::place_given(const std::vector<int>& bodies) {
  for (const int b : bodies)
    if (system_.is_given(b) && system_.motion_slot(b) < 0)
      state_.position[b] = start_position_[b] + state_.velocity[b] * (state_.anchor - start_time_);
}

/// Values of all bodies at a time that every island's series reach.
std::optional<Sample> Islands::sample(double time, int slot) {
  samples_.begin(slot, state_);
  for (int i = 0; i < islands_.size(); ++i) {
    Island* island = islands_.find(i);
    if (island == nullptr) continue;
    const Sample part = island->runner->values_at(time, slot);
    if (!island->runner->check(part, time)) {
      fail(*island);
      return std::nullopt;
    }
    samples_.add(slot, *island->part, part);
  }
  return samples_.end(slot, time, state_);
}

/// The first few of each kind are enough.
void Islands::note(std::vector<std::string> warnings) {
  constexpr int kFew = 3;
  for (std::string& message : warnings) {
    const bool grazes = message.find(" grazes ") != std::string::npos;
    if ((grazes ? grazings_ : others_)++ < kFew) info_.warnings.push_back(std::move(message));
  }
}

/// The island's run has ended: so does that of the whole.
void Islands::fail(Island& island) {
  if (done_) return;
  const Status status = island.runner->info().status;
  const std::string diagnosis = island.runner->info().diagnosis;
  info_.status = status;
  finish(island.runner->state().time);
  info_.diagnosis = diagnosis;
}

void Islands::stop_with(Status status, const std::string& message, double time) {
  if (done_) return;
  info_.status = status;
  finish(time);
  info_.diagnosis = at_time(time) + message;
}

void Islands::finish(double time) {
  done_ = true;
  samples_.begin(0, state_);
  for (int i = 0; i < islands_.size(); ++i)
    if (const Island* island = islands_.find(i); island != nullptr)
      samples_.add(0, *island->part, island->runner->values_at(time, 0));
  const Sample last = samples_.end(0, time, state_);
  info_.q.assign(last.q.begin(), last.q.end());
  info_.v.assign(last.v.begin(), last.v.end());
  for (int b = 0; b < system_.n_bodies(); ++b) {  // of islands that could not be founded
    if (!system_.is_free(b) || islands_.of(b) >= 0) continue;
    info_.q[b] = state_.position[b];
    info_.v[b] = state_.velocity[b];
  }
  info_.energy = last.energy;
  prover_.look(instant_of(system_, last));
  for (int i = 0; i < islands_.size(); ++i)
    if (islands_.find(i) != nullptr) absorb(i, Time{time, 0.0});
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_given(b)) {
      state_.position[b] = info_.q[b];
      state_.velocity[b] = info_.v[b];
    }
  state_.anchor = {time, 0.0};
  state_.time = time;
  state_.sampled = info_.status == Status::Finished ? time : times_.last();
  state_.events = count_.instants;
  state_.reached = reached_by(system_, settings_, info_.energy);
  write_back(prover_.sizes(), *cutter_.whole(), state_.sizes);
  info_.final_state = state_;
  info_.proofs.add(prover_.proofs());
  info_.proofs.of[Proofs::Energy] =
      energy_proof(info_.energy, Prover::limit(settings_.tolerance),
                   rounding_of_energy(system_, state_.sizes, longest_time(settings_)));
}

}  // namespace luztar
