// Rest where limits read forces of links: what the loads so far have left, and nothing else.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "acceptance/recording.h"
#include "environment.h"
#include "luztar/core/number_text.h"
#include "random.h"

using namespace acceptance;

namespace {

std::string path_of(const std::string& name) {
  return std::string(LUZTAR_SOURCE_DIR) + "/tests/acceptance/findings/" + name + ".toml";
}

Recorded run_of(const luztar::Model& model, int samples) {
  const luztar::System system = luztar::compile(model);
  luztar::SimulationSettings settings = system.settings();
  settings.samples = samples;
  Recorded run = record(system, settings);
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

std::string all_warnings(const Recorded& run) {
  std::string all;
  for (const std::string& warning : run.info.warnings) all += warning + "\n";
  return all;
}

std::string with(const std::string& key, double value) {
  return key + " = " + luztar::cell_text(value) + "\n";
}

std::string table(const std::string& name) { return "[" + name + "]\n"; }

/// One coordinate that A sin(w t + phase) drives against a friction. Its inertia depends on the way
/// it goes and on whether it speeds up: that of a gear with losses, of a block that lifts.
struct Driven {
  double amplitude, rate, phase, friction;
  std::function<double(int way, bool speeds_up)> inertia;

  double impulse(double from, double to) const {
    return amplitude / rate * (std::cos(rate * from + phase) - std::cos(rate * to + phase));
  }
  std::string force() const {
    const auto text = [](double x) {
      return luztar::cell_text(x);
    };
    return "value = \"" + text(amplitude) + "*sin(" + text(rate) + "*t + " + text(phase) + ")\"\n";
  }
};

/// The velocity after a short time: exact but where its law changes in between.
double goes_on(const Driven& driven, double v, double from, double to) {
  const double given = driven.impulse(from, to);
  const int way = v > 0.0 || (v == 0.0 && given > 0.0) ? 1 : -1;
  const double gained = way * given - driven.friction * (to - from);
  if (v == 0.0 && gained <= 0.0) return 0.0;
  const double next = v + way * gained / driven.inertia(way, gained > 0.0);
  if (next * v >= 0.0) return next;
  return goes_on(driven, 0.0, from + v / (v - next) * (to - from), to);
}

/// To the square of the short time, at each change.
double velocity_after(const Driven& driven, double v, double duration) {
  const int parts = static_cast<int>(duration * 1e5);
  for (int k = 0; k < parts; ++k)
    v = goes_on(driven, v, duration * k / parts, duration * (k + 1) / parts);
  return v;
}

/// A motor, a drum behind a gear of 0.025 with losses, a bearing on the motor.
std::string gear_with_bearing(double motor, double forward, double backward, double bearing) {
  return table("bodies.motor") + with("mass", motor) + with("velocity", 40) + table("bodies.drum") +
         with("mass", 19.518) + with("velocity", 1) + table("links.mesh") +
         "between = [\"motor\", \"drum\"]\narms = [0.025, 1]\nefficiency = [" +
         luztar::cell_text(forward) + ", " + luztar::cell_text(backward) + "]\n" +
         table("frictions.bearing") + "between = [\"motor\", \"ground\"]\n" +
         with("kinetic", bearing) + table("forces.torque") + "on = \"motor\"\n";
}

luztar::RunInfo run_of_text(const std::string& text, double duration) {
  const luztar::System system = luztar::compile(
      luztar::parse_model(text + table("simulation") + with("duration", duration), "model.toml"));
  return luztar::simulate(system, luztar::initial_state(system),
                          {.duration = duration, .samples = 2})
      .info;
}

}  // namespace

TEST_CASE("findings: a self-locking jack lifts a car off the floor") {
  const Recorded run = run_of(luztar::load_model(path_of("self_locking_on_floor")), 201);
  const double a = (30 * 0.4 / kArm - 8000) / (800 + 0.02 * 0.4 / (kArm * kArm));
  for (int k = 0; k <= 100; ++k) {
    const double t = k / 100.0;
    CHECK(std::abs(run.samples[k].q[1] - 0.5 * a * t * t) < 1e-12);
  }
  CHECK(run.info.v[1] == 0.0);  // locked in the thread, above the floor
  CHECK(all_warnings(run).find("several ways") == std::string::npos);
}

TEST_CASE("findings: a self-locking worm gear turns away from its backstop") {
  const Recorded run = run_of(luztar::load_model(path_of("self_locking_backstop")), 301);
  const double a = 0.45 * 40 / (0.8 + 0.02 * 0.45 * 1600);
  CHECK(std::abs(run.samples[100].q[1] - 0.5 * a) < 1e-12);
  CHECK(run.info.warnings.empty());
}

TEST_CASE("findings: a link that could wedge before a freewheel turns") {
  const Recorded run = run_of(luztar::load_model(path_of("wedge_freewheel")), 101);
  // 0.04258 a = 4.5 - T/4 - 0.8 (0.05 + 0.18 T), 0.174 a/4 = 3.2 + T, and T > 0
  constexpr double kDrum = 0.174 / 4, kBack = 0.25 + 0.8 * 0.18;
  const double a = (4.5 - 0.8 * 0.05 + kBack * 3.2) / (0.04258 + kBack * kDrum);
  CHECK(std::abs(run.info.q[0] - 0.5 * a) < 1e-11 * a);
}

TEST_CASE(
    "findings: a torque that carried 90 % of a load and is withdrawn leaves it in the thread") {
  const luztar::Model model = luztar::parse_model(jack("if(t < 1, 17.2, 0)"), "jack.toml");
  const Recorded run = run_of(model, 201);
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
  const Recorded run = run_of(model, 201);
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
  const Recorded first = record(system, luztar::initial_state(system), half);
  CHECK(!first.info.final_state.edges.carried.empty());
  luztar::SimulationSettings rest = system.settings();
  rest.samples = 2;
  const Recorded second = record(system, first.info.final_state, rest);
  CHECK(second.samples.back().f == run.samples.back().f);
}

TEST_CASE("findings: two lossy gears at rest under a sampled controller") {
  const Recorded run = run_of(luztar::load_model(path_of("two_lossy_gears_slow")), 11);
  for (const Snapshot& sample : run.samples)
    for (const double q : sample.q) CHECK(q == 0.0);
  CHECK(run.info.final_state.mode_changes == 0);
}

TEST_CASE("findings: a second choice of breaking frictions is told where one comes to rest") {
  const Recorded run = run_of(luztar::load_model(path_of("two_choices_no_warning")), 101);
  CHECK(all_warnings(run).find("static > kinetic leaves 2 ways to go on") != std::string::npos);
}

TEST_CASE("findings: the force of a gear passes zero as its torque falls below its friction") {
  constexpr double kBearing = 0.0263, kReflected = 19.518 * 0.025 * 0.025;
  const double turns = (1 - kBearing) / 9;  // the instant
  const auto text = [](double motor) {
    return gear_with_bearing(motor, 0.8299, -0.333, kBearing) + "value = \"1 - 9*t\"\n";
  };
  const auto given = [](double t) {
    return (1 - kBearing) * t - 4.5 * t * t;
  };
  for (int k = 0; k < 41; ++k) {
    const double motor = 0.0056 + 1e-5 * k;
    CAPTURE(motor);
    const luztar::RunInfo info = run_of_text(text(motor), 0.2);
    CHECK(info.status == luztar::Status::Finished);
    const double v = 40 + given(turns) / (motor + kReflected / 0.8299) +
                     (given(0.2) - given(turns)) / (motor - kReflected * 0.333);
    CHECK(std::abs(info.v[0] - v) < 1e-11 * 40);
  }
  // A lighter one would speed up as it is braked.
  const luztar::RunInfo jams = run_of_text(text(0.004), 0.2);
  CHECK(jams.status == luztar::Status::Unsolved);
  CHECK(jams.diagnosis.find("it jams: no motion fits the laws") != std::string::npos);
  CHECK(std::abs(jams.final_state.anchor.value - turns) < 1e-14);
}

TEST_CASE("findings: random gears whose force passes zero go on") {
  const int first = luztar::test::first_seed(1);
  for (int seed = first; seed < first + luztar::test::count_of(luztar::test::some_of(100));
       ++seed) {
    luztar::testing::Random random{static_cast<std::uint64_t>(seed)};
    const double back[] = {0.2, 0.5, 0.8, -0.333}, bearing[] = {0.0263, 0.05, 0.1};
    const double backward = back[random.below(4)], friction = bearing[random.below(3)];
    const double motor = random(0.006, 0.03), reflected = 19.518 * 0.025 * 0.025;
    const Driven driven{random(1, 4), random(8, 25), random(0, 1), friction,
                        [&](int, bool speeds_up) {
                          return motor + reflected * (speeds_up ? 1 / 0.83 : backward);
                        }};
    const std::string text = gear_with_bearing(motor, 0.83, backward, friction) + driven.force();
    INFO(text);
    const luztar::RunInfo info = run_of_text(text, 1.0);
    CHECK(info.status == luztar::Status::Finished);
    CHECK(std::abs(info.v[0] - velocity_after(driven, 40, 1.0)) < 1e-6 * 40);
  }
}

TEST_CASE("findings: random blocks on a floor, braked, with coupled coordinates") {
  const int first = luztar::test::first_seed(1);
  for (int seed = first; seed < first + luztar::test::count_of(luztar::test::some_of(100));
       ++seed) {
    luztar::testing::Random random{static_cast<std::uint64_t>(seed)};
    const double m = random(1, 4), c = -m * random(0.2, 0.5), mu = random(0.3, 0.8);
    const double brake = random(0.3, 6) * m, weight = 9.81 * m, v = random(-1.5, 1.5);
    const double friction = mu * weight + brake;
    const Driven driven{friction * random(0.8, 1.4), random(3, 9), 0.0, friction,
                        [&](int way, bool) {
                          return m + way * mu * c;
                        }};
    if (-c * 2.4 * friction > (m + mu * c) * weight) continue;  // it could lift off
    const std::string text =
        table("bodies.x") + with("mass", m) + with("velocity", v) + table("bodies.y") +
        with("mass", m) + table("inertias.cpl") + "between = [\"x\", \"y\"]\n" + with("value", c) +
        table("stops.floor") + "between = [\"y\", \"ground\"]\ngap = [0, \"inf\"]\n" +
        table("frictions.rub") + "between = [\"x\", \"ground\"]\nnormal = \"f.floor\"\n" +
        with("kinetic", mu) + table("frictions.brake") + "between = [\"x\", \"ground\"]\n" +
        with("kinetic", brake) + table("forces.weight") + "on = \"y\"\n" + with("value", -weight) +
        table("forces.push") + "on = \"x\"\n" + driven.force();
    INFO(text);
    const luztar::RunInfo info = run_of_text(text, 2.0);
    CHECK(info.status == luztar::Status::Finished);
    CHECK(std::abs(info.v[0] - velocity_after(driven, v, 2.0)) < 1e-6);
  }
}

TEST_CASE("findings: random lifts, driven from rest, hold their load or move it") {
  const int first = luztar::test::first_seed(1);
  for (int seed = first; seed < first + luztar::test::count_of(luztar::test::some_of(100));
       ++seed) {
    luztar::testing::Random random{static_cast<std::uint64_t>(seed)};
    const double motor = 0.01, ratio = random.below(2) == 0 ? 5 : 20, radius = 0.06;
    const double up = random(0.4, 0.95), down = random(-0.3, 0.95), weight = random(10, 100);
    const double drum = motor * ratio * ratio * random(0.01, 0.5);
    const double load = motor * ratio * ratio / (radius * radius) * random(0.01, 1);
    const double balance = weight * radius / ratio;
    const double brush = balance * random(0.01, 0.3),
                 breaks = brush * (random.below(2) == 0 ? 1 : 1.4);
    const double least = down * balance - breaks, most = balance / up + breaks;
    const double torque = random(least - 2 * brush, most + 2 * brush);
    const std::string text =
        table("bodies.motor") + with("mass", motor) + table("bodies.drum") + with("mass", drum) +
        table("bodies.load") + with("mass", load) + table("links.gear") +
        "between = [\"motor\", \"drum\"]\narms = [1, " + luztar::cell_text(ratio) +
        "]\nefficiency = [" + luztar::cell_text(up) + ", " + luztar::cell_text(down) + "]\n" +
        table("links.rope") + "between = [\"load\", \"drum\"]\narms = [1, 0.06]\n" +
        table("frictions.brush") + "between = [\"motor\", \"ground\"]\n" + with("kinetic", brush) +
        with("static", breaks) + table("forces.weight") + "on = \"load\"\n" +
        with("value", -weight) + table("forces.torque") + "on = \"motor\"\n" +
        with("value", torque);
    INFO(text);
    // Of the motor, with the efficiency that what moves behind it has.
    const double behind = (drum + load * radius * radius) / (ratio * ratio);
    const auto rate = [&](int way, double efficiency) {
      return (torque - way * brush - balance * efficiency) / (motor + behind * efficiency);
    };
    double a = 0.0;
    if (torque > most) a = rate(1, 1 / up);
    if (torque < least)
      a = balance + behind * rate(-1, down) > 0 ? rate(-1, down) : rate(-1, 1 / up);
    const luztar::RunInfo info = run_of_text(text, 0.2);
    CHECK(info.status == luztar::Status::Finished);
    CHECK(std::abs(info.v[0] - 0.2 * a) < 1e-10 * (1 + std::abs(a)));
  }
}

TEST_CASE("findings: a lift holds its load within the friction of its motor") {
  const std::string text =
      table("bodies.motor") + with("mass", 0.0168) + table("bodies.drum") + with("mass", 0.0605) +
      table("bodies.load") + with("mass", 10.8974) + table("links.gear") +
      "between = [\"motor\", \"drum\"]\narms = [1, 15]\nefficiency = [0.8589, 0.8656]\n" +
      table("links.rope") + "between = [\"load\", \"drum\"]\narms = [1, 0.0609]\n" +
      table("frictions.brush") + "between = [\"motor\", \"ground\"]\n" + with("kinetic", 0.059632) +
      table("forces.weight") + "on = \"load\"\n" + with("value", -106.9) + table("forces.torque") +
      "on = \"motor\"\n" + with("value", 0.5328);
  const luztar::RunInfo info = run_of_text(text, 1.0);
  CHECK(info.diagnosis == "");
  CHECK(info.v == std::vector<double>{0.0, 0.0, 0.0});
}

TEST_CASE("findings: random screws that lock themselves hold a load that turns round") {
  const int first = luztar::test::first_seed(1);
  for (int seed = first; seed < first + luztar::test::count_of(luztar::test::some_of(100));
       ++seed) {
    luztar::testing::Random random{static_cast<std::uint64_t>(seed)};
    const double arm = std::exp(random(-5, -2)), before = random(1, 20), after = random(1, 20);
    const std::string text =
        table("bodies.screw") + with("mass", random(0.005, 0.03)) + table("bodies.carriage") +
        with("mass", random(2, 20)) + table("links.nut") +
        "between = [\"screw\", \"carriage\"]\narms = [" + luztar::cell_text(arm) +
        ", 1]\nefficiency = [" + luztar::cell_text(random(0.35, 0.7)) + ", " +
        luztar::cell_text(random(-0.39, -0.05)) + "]\n" + table("forces.torque") +
        "on = \"screw\"\n" + with("value", arm * std::min(before, after) * random(-0.04, 0.04)) +
        table("forces.cut") + "on = \"carriage\"\nvalue = \"if(t < 0.1, " +
        luztar::cell_text(-before) + ", " + luztar::cell_text(after) + ")\"\n";
    INFO(text);
    const luztar::RunInfo info = run_of_text(text, 0.2);
    CHECK(info.diagnosis == "");
    CHECK(info.v == std::vector<double>{0.0, 0.0});
  }
}
