// Rest where limits read forces of links: what the loads so far have left, and nothing else.
#include <cmath>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "acceptance/recording.h"

using namespace acceptance;

namespace {

std::string path_of(const std::string& name) {
  return std::string(LUZTAR_SOURCE_DIR) + "/tests/acceptance/findings/" + name + ".toml";
}

Recording run_of(const luztar::Model& model, int samples) {
  const luztar::System system = luztar::compile(model);
  luztar::SimulationSettings settings = system.settings();
  settings.samples = samples;
  Recording run = record(system, settings);
  check_trust(run);
  return run;
}

/// The jack of self_locking_on_floor with another torque at its crank.
std::string jack(const std::string& torque) {
  return R"toml([parameters]
p = 0.006
[bodies]
crank = { inertia = 0.02 }
car = { mass = 800 }
[links.thread]
between = ["crank", "car"]
arms = ["p/(2*pi)", 1]
efficiency = [0.4, -0.3]
[stops.floor]
between = ["car", "ground"]
gap = [0, "inf"]
[forces]
weight = { on = "car", value = -8000 }
hand = { on = "crank", value = ")toml" +
         torque + R"toml(" }
[simulation]
duration = 2
)toml";
}

constexpr double kArm = 0.006 / (2 * std::numbers::pi);

std::size_t place(const luztar::System& system, const std::string& name) {
  const auto& elements = system.elements();
  for (std::size_t e = 0; e < elements.size(); ++e)
    if (elements[e].name == name) return e;
  FAIL("no element " << name);
  return 0;
}

std::string all_warnings(const Recording& run) {
  std::string all;
  for (const std::string& warning : run.info.warnings) all += warning + "\n";
  return all;
}

}  // namespace

TEST_CASE("findings: a self-locking jack lifts a car off the floor") {
  const Recording run = run_of(luztar::load_model(path_of("self_locking_on_floor")), 201);
  const double a = (30 * 0.4 / kArm - 8000) / (800 + 0.02 * 0.4 / (kArm * kArm));
  for (int k = 0; k <= 100; ++k) {
    const double t = k / 100.0;
    CHECK(std::abs(run.samples[k].q[1] - 0.5 * a * t * t) < 1e-12);
  }
  CHECK(run.info.v[1] == 0.0);  // locked in the thread, above the floor
  CHECK(all_warnings(run).find("several ways") == std::string::npos);
}

TEST_CASE("findings: a self-locking worm gear turns away from its backstop") {
  const Recording run = run_of(luztar::load_model(path_of("self_locking_backstop")), 301);
  const double a = 0.45 * 40 / (0.8 + 0.02 * 0.45 * 1600);
  CHECK(std::abs(run.samples[100].q[1] - 0.5 * a) < 1e-12);
  CHECK(run.info.warnings.empty());
}

TEST_CASE("findings: a link that could wedge before a freewheel turns") {
  const Recording run = run_of(luztar::load_model(path_of("wedge_freewheel")), 101);
  // 0.04258 a = 4.5 - T/4 - 0.8 (0.05 + 0.18 T), 0.174 a/4 = 3.2 + T, and T > 0
  constexpr double kDrum = 0.174 / 4, kBack = 0.25 + 0.8 * 0.18;
  const double a = (4.5 - 0.8 * 0.05 + kBack * 3.2) / (0.04258 + kBack * kDrum);
  CHECK(std::abs(run.info.q[0] - 0.5 * a) < 1e-11 * a);
}

TEST_CASE(
    "findings: a torque that carried 90 % of a load and is withdrawn leaves it in the thread") {
  const luztar::Model model = luztar::parse_model(jack("if(t < 1, 17.2, 0)"), "jack.toml");
  const Recording run = run_of(model, 201);
  const luztar::System system = luztar::compile(model);
  const double kept = 0.4 * 17.2 / kArm;
  for (const Snapshot& sample : run.samples) {
    CHECK(sample.q[1] == 0.0);
    CHECK(std::abs(sample.f[place(system, "thread")] - kept) < 1e-9 * kept);
    CHECK(std::abs(sample.f[place(system, "floor")] + 8000 - kept) < 1e-9 * kept);
  }
}

TEST_CASE("findings: a jack that is tightened and let go by a sine keeps its largest load") {
  const luztar::Model model = luztar::parse_model(jack("17.2*sin(3*t)"), "jack.toml");
  const Recording run = run_of(model, 201);
  const luztar::System system = luztar::compile(model);
  const std::size_t thread = place(system, "thread");
  const double kept = 0.4 * 17.2 / kArm;
  for (const Snapshot& sample : run.samples) {
    const double torque = 17.2 * std::sin(3 * sample.time);
    if (sample.time > 0.4 && sample.time < 0.52)  // it follows the hand
      CHECK(std::abs(sample.f[thread] - 0.4 * torque / kArm) < 1e-9 * kept);
    if (sample.time > 0.53 && sample.time < 1.04)
      CHECK(std::abs(sample.f[thread] - kept) < 1e-9 * kept);
  }
  // The state carries it: in two parts to the bit.
  luztar::SimulationSettings half = system.settings();
  half.duration = 0.8;
  half.samples = 2;
  const Recording first = record(system, luztar::initial_state(system), half);
  CHECK(!first.info.final_state.edges.carried.empty());
  luztar::SimulationSettings rest = system.settings();
  rest.samples = 2;
  const Recording second = record(system, first.info.final_state, rest);
  CHECK(second.samples.back().f == run.samples.back().f);
}

TEST_CASE("findings: two lossy gears at rest under a sampled controller") {
  const Recording run = run_of(luztar::load_model(path_of("two_lossy_gears_slow")), 11);
  for (const Snapshot& sample : run.samples)
    for (const double q : sample.q) CHECK(q == 0.0);
  CHECK(run.info.final_state.mode_changes == 0);
}

TEST_CASE("findings: a second choice of breaking frictions is told where one comes to rest") {
  const Recording run = run_of(luztar::load_model(path_of("two_choices_no_warning")), 101);
  CHECK(all_warnings(run).find("static > kinetic leaves 2 ways to go on") != std::string::npos);
}
