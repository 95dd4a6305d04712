// Runs that are parted and go on give each output point once, with the bits of one that was not.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/recording.h"
#include "luztar/core/number_text.h"
#include "luztar/io/state_file.h"
#include "random.h"

using namespace acceptance;
using luztar::RunInfo;
using luztar::SimulationSettings;
using luztar::State;
using luztar::Status;
using luztar::System;
using luztar::testing::Random;

namespace {

/// Jumps, impacts and breaks, some of them at output points.
constexpr const char* kJumps = R"toml(
[bodies]
a = { mass = 1.0, velocity = 1.0 }
b = { mass = 2.0 }
[springs]
s = { between = ["a", "b"], stiffness = 40.0, freeplay = 0.01 }
g = { between = ["b", "ground"], stiffness = 25.0 }
[frictions]
f = { between = ["a", "b"], kinetic = 1.0, static = 1.4 }
[stops]
w = { between = ["a", "ground"], gap = [-0.6, 0.6], restitution = 0.5 }
[forces]
F = { on = "b", value = "3*sin(1.7*t) + 2*square(2*pi*t)" }
G = { on = "a", value = "step(t - 0.7) - step(t - 1.45)" }
[simulation]
duration = 10
interval = 0.05
)toml";

/// Cycles of pairs and springs.
constexpr const char* kSheet = R"toml(
[repeat.r]
count = [5, 5]
parameters.mu = { uniform = [0.5, 1.5], seed = 3 }
bodies.b = { mass = 1.0 }
[repeat.r.frictions.f]
between = ["b", "b[i+1,j]"]
where = "i < 5"
kinetic = "mu"
static = "1.5*mu"
[repeat.r.springs.k]
between = ["b", "b[i,j+1]"]
where = "j < 5"
stiffness = 30
[repeat.r.frictions.g]
between = ["b", "b[i,j+1]"]
where = "j < 5"
kinetic = "mu"
[repeat.r.forces.F]
on = "b"
where = "abs(sin(37*i+11*j)) > 0.9"
value = "9*mu*sin((1+0.2*mu)*t)"
[simulation]
method = "stepping"
step = 1e-3
duration = 4
interval = 0.05
)toml";

/// A few bodies that fall on each other and on the floor, some on springs, until most of them lie.
std::string falling(Random& random) {
  std::string bodies = "[bodies]\n", stops, rest;
  const int n = static_cast<int>(random(1.0, 5.0));
  for (int b = 0; b < n; ++b) {
    const std::string name = "b" + std::to_string(b);
    const std::string below = b == 0 ? "ground" : "b" + std::to_string(b - 1);
    const auto text = [&](double low, double high) {
      return luztar::cell_text(random(low, high));
    };
    bodies += name + " = { mass = " + text(0.05, 2.0) +
              ", position = " + luztar::cell_text(b + random(0.1, 1.0)) + " }\n";
    stops += "[stops.s" + std::to_string(b) + "]\nbetween = [\"" + name + "\", \"" + below +
             "\"]\ngap = [0, \"inf\"]\nrestitution = " + text(0.3, 0.9) + "\n";
    rest += "[forces.w" + std::to_string(b) + "]\non = \"" + name + "\"\nvalue = -" +
            text(5.0, 20.0) + "\n";
    if (random(0.0, 1.0) < 0.3)
      rest += "[springs.k" + std::to_string(b) + "]\nbetween = [\"" + name + "\", \"" + below +
              "\"]\nstiffness = " + text(1.0, 30.0) + "\ndamping = " + text(0.0, 1.0) + "\n";
    if (random(0.0, 1.0) < 0.3)
      rest += "[frictions.f" + std::to_string(b) + "]\nbetween = [\"" + name + "\", \"" + below +
              "\"]\nkinetic = " + text(0.1, 2.0) + "\n";
  }
  return bodies + stops + rest + "[simulation]\nduration = " + luztar::cell_text(random(1.0, 8.0)) +
         "\n";
}

/// Ends at some of the places where a run can be parted.
class Parted : public Recorded {
 public:
  Parted(const System& system, Random& random) : Recorded(system), random_(random) {}
  bool part(double /*time*/) override { return random_(0.0, 1.0) < 0.2; }

 private:
  Random& random_;
};

int asked = 0, patience = 0;

bool loses_patience() { return ++asked > patience; }

/// Runs that are left in the middle of an instant or a step, again and again, and go on. The clocks
/// of the parts tick at the questions that long work asks.
void compare_left(const System& system, const SimulationSettings& settings, int first) {
  const Recorded whole = record(system, settings);
  Recorded parts(system);
  State state = luztar::initial_state(system);
  int count = 0;
  for (patience = first; true; patience += patience / 8 + 1) {
    asked = 0;
    const luztar::StopScope scope(&loses_patience);
    parts.info = luztar::simulate(system, state, settings, parts);
    if (parts.info.status != Status::Stopped) break;
    CHECK(parts.info.diagnosis.find("stopped on request") != std::string::npos);
    CHECK(parts.info.final_state.time >= state.time);
    CHECK(std::abs(parts.info.energy.residual) <= 1e-11 * parts.info.energy.moved);
    state = parts.info.final_state;
    ++count;
  }
  CHECK(count > 1);  // small systems are asked once at each instant
  CHECK(parts.info.status == Status::Finished);
  REQUIRE(parts.samples.size() == whole.samples.size());
  for (std::size_t k = 0; k < whole.samples.size(); ++k) {
    CHECK(parts.samples[k].time == whole.samples[k].time);
    for (std::size_t b = 0; b < whole.samples[k].q.size(); ++b)
      CHECK(parts.samples[k].q[b] == doctest::Approx(whole.samples[k].q[b]).epsilon(1e-9));
  }
  CHECK(parts.events.size() == whole.events.size());
}

System finding() {
  return compile(luztar::load_model(std::string(LUZTAR_SOURCE_DIR) +
                                    "/tests/acceptance/findings/checkpoint_changes_forces.toml"));
}

/// @return the number of parts
int compare_parts(const System& system, const SimulationSettings& settings, unsigned seed) {
  const Recorded whole = record(system, settings);
  Random random{seed};
  Parted parts(system, random);
  State state = luztar::initial_state(system);
  int count = 0;
  do {
    ++count;
    parts.info = luztar::simulate(system, state, settings, parts);
    state = parts.info.final_state;
  } while (parts.info.status == Status::Stopped);
  CHECK(parts.samples.size() == whole.samples.size());
  CHECK(parts.samples == whole.samples);
  CHECK(parts.events.size() == whole.events.size());
  CHECK(state == whole.info.final_state);
  return count;
}

TEST_CASE("a run that is parted at an event at an output point loses no row") {
  const System system = compile(luztar::parse_model(kJumps, "jumps.toml"));
  CHECK(compare_parts(system, system.settings(), 1) > 5);
}

TEST_CASE("a stepped run that is parted has the bits of one that is not, in graphs too") {
  const System system = finding();
  SimulationSettings settings = system.settings();
  settings.duration = 2.0;
  settings.interval = 0.05;
  CHECK(compare_parts(system, settings, 1) > 3);
  const System sheet = compile(luztar::parse_model(kSheet, "sheet.toml"));
  settings = sheet.settings();
  CHECK(compare_parts(sheet, settings, 1) > 3);
  settings.adaptive = true;
  settings.tolerance = 1e-6;
  settings.step = 1e-2;
  CHECK(compare_parts(sheet, settings, 2) > 1);
}

TEST_CASE("a run that is left in the middle of an instant or a step goes on from before it") {
  const System jumps = compile(luztar::parse_model(kJumps, "jumps.toml"));
  const System sheet = compile(luztar::parse_model(kSheet, "sheet.toml"));
  for (const int first : {0, 1, 2, 3, 5, 8, 13, 21}) {
    CAPTURE(first);
    compare_left(jumps, jumps.settings(), first);
    SimulationSettings settings = sheet.settings();
    settings.duration = 1.0;
    compare_left(sheet, settings, first);
    settings.method = luztar::Method::Events;
    compare_left(sheet, settings, first);
  }
}

TEST_CASE("a run that goes on from the end of another gives no row twice, whatever the rounding") {
  for (const System& system : {compile(luztar::parse_model(kJumps, "jumps.toml")), finding()}) {
    SimulationSettings whole = system.settings();
    whole.interval = 0.05;
    whole.duration = 2.0;
    const std::size_t rows = record(system, whole).samples.size();
    for (int k = 1; k<40; k += system.bodies().size()> 2 ? 7 : 1) {
      SimulationSettings first = whole;
      first.duration = k / 20.0;  // 0.05 k, but for rounding
      CAPTURE(first.duration);
      const Recorded one = record(system, first);
      const Recorded other = record(system, one.info.final_state, whole);
      CHECK(one.samples.size() + other.samples.size() == rows);
      CHECK(other.samples.front().time == doctest::Approx(first.duration + 0.05));
    }
  }
}

/// Where bounces have died away only the first part has seen how far they went.
TEST_CASE("a run in parts of other durations has the bits, the proofs and the end of the whole") {
  Random random{26};
  int bounced = 0;
  for (int k = 0; k < 60; ++k) {
    const std::string text = falling(random);
    CAPTURE(text);
    const System system = compile(luztar::parse_model(text, "falling.toml"));
    SimulationSettings settings = system.settings();
    if (k % 3 == 0) settings.span *= random(0.1, 1.0);  // a run that is longer than its file says
    const RunInfo whole = record(system, settings).info;
    if (whole.status != Status::Finished) continue;
    const double end = settings.duration;
    State state = luztar::initial_state(system);
    for (const double part : {random(0.0, 0.5), random(0.5, 0.8), random(0.8, 1.0), 1.0}) {
      settings.duration = part * end;
      const RunInfo info = record(system, state, settings).info;
      CHECK(info.status == Status::Finished);
      CHECK(info.diagnosis == "");
      CHECK(info.proofs.hold());
      state = luztar::state_from_json(system, state_to_json(info.final_state), "state.json");
    }
    CHECK(state == whole.final_state);
    bounced += whole.final_state.events > 50 ? 1 : 0;
  }
  CHECK(bounced > 20);
}

}  // namespace
