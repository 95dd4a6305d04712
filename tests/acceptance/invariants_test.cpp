// What a change of the description, but not of the motion, may do to a run: nothing, or exactly
// the same change.
#include <cmath>

#include <doctest/doctest.h>

#include "acceptance/network.h"
#include "acceptance/recording.h"

using namespace acceptance;

namespace {

luztar::System compile_text(const std::string& text) {
  return luztar::compile(luztar::parse_model(text, "network.toml"));
}

luztar::System guide() {
  return luztar::compile(
      luztar::load_model(std::string(LUZTAR_SOURCE_DIR) + "/examples/janecek_guide.toml"));
}

Recorded run_network(const Network& network, double start = 0.0) {
  const luztar::System system = compile_text(to_toml(network, start));
  return record(system, {.start = start, .duration = network.duration, .samples = 101});
}

bool same_ledger(const luztar::EnergyLedger& a, const luztar::EnergyLedger& b) {
  return a.kinetic == b.kinetic && a.motion_work == b.motion_work && a.stored == b.stored &&
         a.dissipated == b.dissipated && a.supplied == b.supplied && a.initial == b.initial &&
         a.moved == b.moved && a.residual == b.residual;
}

bool same_event(const luztar::Event& a, const luztar::Event& b) {
  return a.time == b.time && a.name == b.name && a.from == b.from && a.to == b.to &&
         a.cause == b.cause;
}

/// Equal in every bit but the sign of zero.
void check_same(const Recorded& a, const Recorded& b) {
  CHECK(a.samples == b.samples);
  REQUIRE(a.events.size() == b.events.size());
  for (std::size_t i = 0; i < a.events.size(); ++i) CHECK(same_event(a.events[i], b.events[i]));
  CHECK(a.before == b.before);
  CHECK(a.after == b.after);
  CHECK(a.info.final_state == b.info.final_state);
  CHECK(same_ledger(a.info.energy, b.info.energy));
  CHECK(a.info.q == b.info.q);
  CHECK(a.info.v == b.info.v);
}

/// b's samples are factor times a's, where that is the law: q, v, a, d, rate, f.
void check_multiple(const Recorded& a, const Recorded& b, double factor) {
  const auto multiple = [factor](const std::vector<double>& x, const std::vector<double>& y) {
    bool all = x.size() == y.size();
    for (std::size_t i = 0; all && i < x.size(); ++i) all = factor * x[i] == y[i];
    return all;
  };
  REQUIRE(a.samples.size() == b.samples.size());
  for (std::size_t i = 0; i < a.samples.size(); ++i) {
    const Snapshot &x = a.samples[i], &y = b.samples[i];
    CAPTURE(x.time);
    REQUIRE(multiple(x.q, y.q));
    REQUIRE(multiple(x.v, y.v));
    REQUIRE(multiple(x.a, y.a));
    REQUIRE(multiple(x.d, y.d));
    REQUIRE(multiple(x.f, y.f));
  }
  REQUIRE(a.events.size() == b.events.size());
  for (std::size_t i = 0; i < a.events.size(); ++i) {
    CHECK(a.events[i].time == b.events[i].time);
    CHECK(a.events[i].name == b.events[i].name);
    CHECK(a.events[i].cause == b.events[i].cause);
  }
}

/// Runs to `middle`, goes on from the state and appends: what a whole run must equal.
Recorded run_in_two(const luztar::System& system, const luztar::SimulationSettings& settings,
                    double middle, bool through_text) {
  luztar::SimulationSettings first = settings;
  // The same grid of samples: the second half leaves out what is past.
  first.duration = middle - settings.start;
  first.samples = 0;
  first.interval = 0.0;
  Recorded run(system);
  run.info = luztar::simulate(system, luztar::initial_state(system), first, run);
  REQUIRE(run.info.status == luztar::Status::Finished);
  luztar::State state = run.info.final_state;
  if (through_text) {
    state = luztar::state_from_json(system, luztar::state_to_json(state), "state.json");
    CHECK(state == run.info.final_state);
  }
  run.info = luztar::simulate(system, state, settings, run);
  return run;
}

/// The whole without the samples up to `middle`, which the first half did not ask for.
Recorded without_samples_to(Recorded whole, double middle) {
  std::erase_if(whole.samples, [middle](const Snapshot& s) { return s.time <= middle; });
  return whole;
}

}  // namespace

TEST_CASE("two runs of one model give the same bits") {
  const luztar::System system = guide();
  check_same(record(system, {.duration = 9.5, .samples = 501}),
             record(guide(), {.duration = 9.5, .samples = 501}));
  for (int seed = 1000; seed < 1020; ++seed) {
    CAPTURE(seed);
    const Network network = random_network(static_cast<std::uint64_t>(seed));
    check_same(run_network(network), run_network(network));
  }
}

TEST_CASE("the samples asked for do not change the motion") {
  for (int seed = 1000; seed < 1020; ++seed) {
    CAPTURE(seed);
    const Network network = random_network(static_cast<std::uint64_t>(seed));
    const luztar::System system = compile_text(to_toml(network));
    const Recorded few = record(system, {.duration = network.duration, .samples = 2});
    const Recorded many = record(system, {.duration = network.duration, .samples = 997});
    CHECK(few.info.final_state == many.info.final_state);
    CHECK(few.samples.back() == many.samples.back());
    CHECK(few.after == many.after);
  }
}

TEST_CASE("reversing every sign reverses the motion, bit for bit") {
  for (int seed = 2000; seed < 2040; ++seed) {
    CAPTURE(seed);
    const Network network = random_network(static_cast<std::uint64_t>(seed));
    check_multiple(run_network(network), run_network(mirrored(network)), -1.0);
  }
}

TEST_CASE("lengths and forces in units 1024 times smaller give 1024 times the numbers, exactly") {
  for (int seed = 3000; seed < 3040; ++seed) {
    CAPTURE(seed);
    const Network network = random_network(static_cast<std::uint64_t>(seed));
    check_multiple(run_network(network), run_network(scaled(network, 1024.0)), 1024.0);
  }
}

TEST_CASE("a run that starts 10 s later with inputs 10 s later moves in the same way") {
  int compared = 0;
  for (int seed = 4000; seed < 4040; ++seed) {
    CAPTURE(seed);
    const Network network = random_network(static_cast<std::uint64_t>(seed));
    const Recorded now = run_network(network), later = run_network(network, 10.0);
    check_trust(later);
    if (now.events.size() != later.events.size()) continue;  // a chaotic one: counted below
    ++compared;
    double scale_q = 1e-3, scale_v = 1e-3, worst_q = 0.0, worst_v = 0.0;
    for (std::size_t i = 0; i < now.samples.size(); ++i) {
      for (std::size_t b = 0; b < network.bodies.size(); ++b) {
        const Snapshot &x = now.samples[i], &y = later.samples[i];
        scale_q = std::max(scale_q, std::abs(x.q[b]));
        scale_v = std::max(scale_v, std::abs(x.v[b]));
        worst_q = std::max(worst_q, std::abs(x.q[b] - y.q[b]));
        worst_v = std::max(worst_v, std::abs(x.v[b] - y.v[b]));
      }
    }
    CHECK(worst_q < 1e-9 * scale_q);
    CHECK(worst_v < 1e-9 * scale_v);
  }
  CHECK(compared >= 38);
}

TEST_CASE("a run in two halves gives the bits of the whole, through a file or not") {
  Random random(7);
  for (int seed = 5000; seed < 5030; ++seed) {
    CAPTURE(seed);
    const Network network = random_network(static_cast<std::uint64_t>(seed));
    const luztar::System system = compile_text(to_toml(network));
    const luztar::SimulationSettings settings{.duration = network.duration, .samples = 101};
    const Recorded whole = record(system, settings);
    for (int part = 0; part < 4; ++part) {
      const double middle = random.uniform(0.0, network.duration);
      CAPTURE(middle);
      const Recorded halves = run_in_two(system, settings, middle, part % 2 == 1);
      check_same(halves, without_samples_to(whole, middle));
    }
  }
}

TEST_CASE("a run cut at its events, before, at and after them, gives the bits of the whole") {
  const luztar::System system = guide();
  const luztar::SimulationSettings settings{.duration = 9.5, .samples = 101};
  const Recorded whole = record(system, settings);
  REQUIRE(whole.events.size() == 13);
  for (const luztar::Event& event : whole.events) {
    const double t = event.time.value;
    for (const double middle : {std::nextafter(t, 0.0), t, std::nextafter(t, 10.0)}) {
      CAPTURE(middle);
      check_same(run_in_two(system, settings, middle, true), without_samples_to(whole, middle));
    }
  }
}
