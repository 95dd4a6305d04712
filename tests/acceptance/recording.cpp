#include "acceptance/recording.h"

#include <cmath>

#include <doctest/doctest.h>

namespace acceptance {
namespace {

template <class T>
std::vector<std::remove_const_t<T>> copy(std::span<T> values) {
  return {values.begin(), values.end()};
}

Snapshot keep(const luztar::Sample& s) {
  return {.time = s.time,
          .q = copy(s.q),
          .v = copy(s.v),
          .a = copy(s.a),
          .d = copy(s.d),
          .rate = copy(s.rate),
          .f = copy(s.f),
          .mode = copy(s.mode),
          .lower = copy(s.lower),
          .upper = copy(s.upper),
          .residual = s.energy.residual};
}

}  // namespace

Recorded::Recorded(const luztar::System& system)
    : system_(system),
      held_(system.elements().size(), 0.0),
      is_held_(system.elements().size(), 0) {}

void Recorded::sample(const luztar::Sample& sample) {
  samples.push_back(keep(sample));
  watch_stuck(sample);
}

void Recorded::event(const luztar::Event& event) {
  events.push_back(event);
  const auto element = static_cast<std::size_t>(event.name);
  if (element < is_held_.size()) is_held_[element] = 0;
}

void Recorded::around_event(const luztar::Sample& left, const luztar::Sample& right) {
  before.push_back(keep(left));
  after.push_back(keep(right));
}

void Recorded::watch_stuck(const luztar::Sample& sample) {
  for (std::size_t e = 0; e < system_.elements().size(); ++e) {
    const luztar::ElementInfo& element = system_.elements()[e];
    if (element.kind != luztar::PartKind::Friction || !element.has_modes) continue;  // bristles
    const bool stuck = sample.mode[e] == 0;
    if (stuck && stuck_complaint.empty()) {
      const std::string when = element.name + " at t = " + std::to_string(sample.time);
      if (sample.rate[e] != 0.0) stuck_complaint = "rate of stuck " + when;
      if (is_held_[e] && sample.d[e] != held_[e]) stuck_complaint = "deflection of stuck " + when;
    }
    held_[e] = sample.d[e];
    is_held_[e] = stuck;
  }
}

Recorded record(const luztar::System& system, const luztar::SimulationSettings& settings) {
  return record(system, luztar::initial_state(system), settings);
}

Recorded record(const luztar::System& system, const luztar::State& start,
                const luztar::SimulationSettings& settings) {
  Recorded run(system);
  run.info = luztar::simulate(system, start, settings, run);
  return run;
}

void check_trust(const Recorded& run) {
  INFO(run.info.diagnosis);
  CHECK(run.info.status == luztar::Status::Finished);
  CHECK(run.info.diagnosis == "");
  CHECK(run.info.proofs.hold());
  const double moved = run.info.energy.moved;
  CHECK(std::abs(run.info.energy.residual) <= 1e-11 * moved);
  double worst = 0.0;
  for (const Snapshot& sample : run.samples) worst = std::max(worst, std::abs(sample.residual));
  CHECK(worst <= 1e-11 * moved);
  CHECK(run.stuck_complaint == "");
}

int body_index(const luztar::System& system, const std::string& name) {
  for (std::size_t i = 0; i < system.bodies().size(); ++i) {
    if (system.bodies()[i].name == name) return static_cast<int>(i);
  }
  FAIL("no body ", name);
  return -1;
}

int element_index(const luztar::System& system, const std::string& name) {
  for (std::size_t i = 0; i < system.elements().size(); ++i) {
    if (system.elements()[i].name == name) return static_cast<int>(i);
  }
  FAIL("no element ", name);
  return -1;
}

std::vector<Instant> mode_changes(const Recorded& run, const std::vector<int>& elements) {
  REQUIRE(!run.samples.empty());
  const Snapshot& first = run.samples.front();
  std::vector<int> modes;
  for (const int e : elements) modes.push_back(first.mode[static_cast<std::size_t>(e)]);
  std::vector<Instant> found;
  luztar::Time last{};
  for (const luztar::Event& event : run.events) {
    if (event.time.value <= first.time) continue;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (elements[i] != event.name) continue;
      if (event.from != modes[i]) FAIL_CHECK("an event does not start from the mode before it");
      modes[i] = event.to;
      if (found.empty() || !(last == event.time)) found.push_back({event.time.value, {}});
      found.back().modes = modes;
      last = event.time;
    }
  }
  return found;
}

}  // namespace acceptance
