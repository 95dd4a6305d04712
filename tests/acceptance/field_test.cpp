// Problems of the field with closed forms: tests/reference/field_benchmarks.json.
#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "acceptance/reference_case.h"

using namespace acceptance;

namespace {

luztar::System system_of(const std::string& text) {
  return luztar::compile(luztar::parse_model(text + "[simulation]\nduration = 1\n", "field.toml"));
}

nlohmann::json benchmark(const std::string& id) {
  for (const auto& entry : load_reference("field_benchmarks")) {
    if (entry["id"] == id) return entry;
  }
  FAIL("no benchmark ", id);
  return {};
}

std::string belt_model(double m, double k, double v, double static_limit, double kinetic) {
  const auto text = [](double x) {
    return "\"" + nlohmann::json(x).dump() + "\"\n";
  };
  return "[bodies.block]\nmass = " + text(m) + "velocity = " + text(v) +
         "[bodies.belt]\nmass = inf\nvelocity = " + text(v) +
         "[springs.spring]\nbetween = [\"block\", \"ground\"]\nstiffness = " + text(k) +
         "[frictions.contact]\nbetween = [\"block\", \"belt\"]\nkinetic = " + text(kinetic) +
         "static = " + text(static_limit);
}

/// Mode changes of the contact: break, stop, break, stop ...
std::vector<Instant> belt_changes(const std::string& model, double duration) {
  const luztar::System system = system_of(model);
  const Recorded run = record(system, {.duration = duration, .samples = 2001});
  check_trust(run);
  return mode_changes(run, {element_index(system, "contact")});
}

void check_belt(const std::vector<Instant>& changes, double first, double stick, double slip) {
  REQUIRE(changes.size() >= 10);
  for (std::size_t i = 0; i < changes.size(); ++i) {
    CAPTURE(i);
    const double cycle = static_cast<double>(i / 2) * (stick + slip);
    const double expected = first + cycle + (i % 2 == 1 ? slip : 0.0);
    CHECK(std::abs(changes[i].time - expected) < 1e-10);
    CHECK(changes[i].modes[0] == (i % 2 == 0 ? -1 : 0));
  }
}

struct Change {
  std::string element, what;  ///< lock or slip
  double time;
};

std::vector<Change> changes_of(const nlohmann::json& events) {
  std::vector<Change> changes;
  for (const auto& e : events) changes.push_back({e[0], e[1], number(e[2])});
  return changes;
}

void check_clutches(const std::vector<Change>& expected, const luztar::System& system,
                    const Recorded& run) {
  std::vector<Change> seen;
  for (const luztar::Event& event : run.events) {
    // A clutch without a normal force follows the others; the reference does not call that slip.
    if (event.cause == luztar::Event::Cause::Jump || event.cause == luztar::Event::Cause::Follow)
      continue;
    const auto& element = system.elements()[static_cast<std::size_t>(event.name)];
    seen.push_back({element.name, event.to == 0 ? "lock" : "slip", event.time.value});
  }
  REQUIRE(seen.size() == expected.size());
  for (std::size_t i = 0; i < seen.size(); ++i) {
    CAPTURE(i);
    CHECK(seen[i].element == expected[i].element);
    CHECK(seen[i].what == expected[i].what);
    CHECK(std::abs(seen[i].time - expected[i].time) < 1e-10);
  }
}

}  // namespace

TEST_CASE("Modelica's drive train with clutch and brake locks and slips at its times") {
  const auto given = benchmark("msl_rot_friction");
  const luztar::System system = system_of(R"toml(
[bodies.inertia3]
inertia = 1
velocity = 100
[bodies.inertia2]
inertia = 0.05
velocity = 90
[bodies.inertia1]
inertia = 1
velocity = 90
[springs.shaft]
between = ["inertia2", "inertia1"]
stiffness = 160
damping = 1
[frictions.clutch]
between = ["inertia3", "inertia2"]
normal = 160
kinetic = 0.5
[frictions.brake]
between = ["inertia1", "ground"]
normal = "1600*step(t - 0.5)"
kinetic = 0.5
[forces.torque]
on = "inertia3"
value = "if(t < 0.5, 200*sin(100*t), 0)"
)toml");
  const Recorded run = record(system, {.duration = 3.0, .samples = 301});
  check_trust(run);
  // From 0.5 s on, where the torque ends, the file's values are those of a flywheel that is
  // 2.36e-4 rad/s too fast: the ratio of its errors in the next two events is the one that such a
  // speed causes, no other change of the state does. These are from matrix exponentials of every
  // phase with 40 digits (mpmath), which give the file's first three events to all 22 digits.
  std::vector<Change> expected = changes_of(given["events"]);
  REQUIRE(expected.size() == 6);
  expected[3].time = 0.5342483385456569986;
  expected[4].time = 0.6406139407875136427;
  expected[5].time = 1.663641442788996738;
  check_clutches(expected, system, run);
  const double slip = run.info.q[1] - run.info.q[0];
  CHECK(std::abs(slip / -47.210776030071873465 - 1) < 1e-9);
  CHECK(std::abs(run.info.q[0] / 101.56519106385444177 - 1) < 1e-9);
  CHECK(std::abs(run.info.v[0] / 2.2898714711096219653 - 1) < 1e-9);
  CHECK(std::abs(slip / number(given["final"]["clutch.phi_rel"]) - 1) < 1e-5);
}

TEST_CASE("Modelica's coupled clutches lock and slip at their times") {
  const auto given = benchmark("msl_coupled_clutches");
  const luztar::System system = system_of(R"toml(
[bodies.J1]
inertia = 1
velocity = 10
[bodies.J2]
inertia = 1
[bodies.J3]
inertia = 1
[bodies.J4]
inertia = 1
[frictions.clutch1]
between = ["J1", "J2"]
normal = "20*max(0, cos(0.4*pi*t))"
kinetic = 0.5
static = 0.55
[frictions.clutch2]
between = ["J2", "J3"]
normal = "20*step(t - 0.4)"
kinetic = 0.5
static = 0.55
[frictions.clutch3]
between = ["J3", "J4"]
normal = "20*step(t - 0.9)"
kinetic = 0.5
static = 0.55
[forces.torque]
on = "J1"
value = "10*sin(10*pi*t)"
)toml");
  const Recorded run = record(system, {.duration = 1.5, .samples = 301});
  check_trust(run);
  check_clutches(changes_of(given["events"]), system, run);
  const auto& final = given["final"];
  CHECK(std::abs(run.info.q[0] / number(final["J1.phi"]) - 1) < 1e-9);
  CHECK(std::abs(run.info.v[0] / number(final["J1.w"]) - 1) < 1e-9);
  for (const std::size_t b : {1U, 2U, 3U})
    CHECK(std::abs(run.info.v[b] / number(final["others.w"]) - 1) < 1e-9);
}

TEST_CASE("Siconos' friction oscillator sticks at the closed form's time and place") {
  const auto given = benchmark("siconos_friction_oscillator");
  const luztar::System system = system_of(R"toml(
[bodies.mass]
mass = 1
position = 12
velocity = 6
[springs.spring]
between = ["mass", "ground"]
stiffness = 1
[frictions.floor]
between = ["mass", "ground"]
kinetic = 1
)toml");
  const Recorded run = record(system, {.duration = 30.0, .samples = 3001});
  check_trust(run);
  const double stick = std::atan(6.0 / 13.0) + 7 * std::numbers::pi;
  CHECK(std::abs(stick - number(given["stick_time"])) < 1e-14 * stick);
  const std::vector<Instant> changes = mode_changes(run, {element_index(system, "floor")});
  REQUIRE(changes.size() == 8);
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const double expected = std::atan(6.0 / 13.0) + static_cast<double>(i) * std::numbers::pi;
    CHECK(std::abs(changes[i].time - expected) < 1e-10);
    CHECK(changes[i].modes[0] == (i == 7 ? 0 : i % 2 == 0 ? -1 : 1));
  }
  const double rest = number(given["x_inf"]);
  CHECK(std::abs(run.info.q[0] - rest) < 1e-9 * rest);
  CHECK(run.info.v[0] == 0.0);
}

TEST_CASE("the belt of the field keeps its period and its stretch") {
  const auto given = benchmark("belt");
  const std::string model = belt_model(1, 100, 0.1, 12, 8);
  check_belt(belt_changes(model, 12.0), 1.2, number(given["T_stick"]), number(given["T_slip"]));
  const luztar::System system = system_of(model);
  const Recorded run = record(system, {.duration = 12.0});
  REQUIRE(run.after.size() >= 10);
  for (std::size_t i = 0; i < run.after.size(); ++i) {
    CHECK(std::abs(run.after[i].q[0] - number(given["stretch"][i % 2 == 0 ? 1 : 0])) < 1e-9 * 0.12);
  }
}

TEST_CASE("the belt of stackexchange 141707 slips first at 0.73575 s and keeps its period") {
  const auto given = benchmark("belt_se141707");
  const double weight = 10 * 9.81;
  const std::string model = belt_model(10, 4000, 0.01, 0.3 * weight, 0.2 * weight);
  check_belt(belt_changes(model, 7.0), number(given["first_slip"]), number(given["T_stick"]),
             number(given["T_slip"]));
}

TEST_CASE("Den Hartog's oscillator settles at his amplitude") {
  // m x'' + F sgn x' + k x = P cos(Omega t), non-stop motion (Den Hartog 1931), beta = Omega/omega:
  // x0/(P/k) = sqrt(V^2 - (S U)^2), V = 1/(1 - beta^2), U = tan(pi/(2 beta))/beta, S = F/P.
  const auto given = benchmark("den_hartog");
  const double beta = given["params"]["Omega"], S = given["params"]["S"];
  const double V = 1 / (1 - beta * beta), U = std::tan(std::numbers::pi / (2 * beta)) / beta;
  const double amplitude = std::sqrt(V * V - S * S * U * U);
  REQUIRE(std::abs(amplitude - number(given["amplitude"])) < 1e-14);
  const luztar::System system = system_of(R"toml(
[bodies.mass]
mass = 1
[springs.spring]
between = ["mass", "ground"]
stiffness = 1
[frictions.floor]
between = ["mass", "ground"]
kinetic = 0.2
[forces.drive]
on = "mass"
value = "cos(0.7*t)"
)toml");
  const Recorded run = record(system, {.duration = 2000.0, .samples = 20001});
  check_trust(run);
  REQUIRE(run.after.size() > 400);
  for (std::size_t i = run.after.size() - 20; i < run.after.size(); ++i) {
    // In the steady state each event is a turning point, half a period after the one before.
    CHECK(std::abs(std::abs(run.after[i].q[0]) - amplitude) < 1e-9 * amplitude);
    CHECK(std::abs(run.after[i].time - run.after[i - 1].time - std::numbers::pi / 0.7) < 1e-9);
  }
}

TEST_CASE("a mass between freeplay springs oscillates with the closed form's period") {
  const auto given = benchmark("freeplay");
  const luztar::System system = system_of(R"toml(
[bodies.mass]
mass = 1
position = 0.03
[springs.spring]
between = ["mass", "ground"]
stiffness = 100
freeplay = 0.01
)toml");
  const Recorded run = record(system, {.duration = 8.0, .samples = 2001});
  check_trust(run);
  const std::vector<Instant> changes = mode_changes(run, {element_index(system, "spring")});
  REQUIRE(changes.size() >= 36);
  const double period = number(given["period"]);
  const int cycle[] = {0, -1, 0, 1};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    CHECK(changes[i].modes[0] == cycle[i % 4]);
    if (i >= 4) CHECK(std::abs(changes[i].time - changes[i - 4].time - period) < 1e-10);
  }
  // A quarter of the contact's own oscillation to the first edge, then 2a/(w (A - a)) across.
  CHECK(std::abs(changes[0].time - std::numbers::pi / 20) < 1e-10);
  CHECK(std::abs(changes[1].time - changes[0].time - 0.1) < 1e-10);
}

TEST_CASE("two and three blocks start with the accelerations that Gauss's principle gives") {
  for (const char* id : {"gauss_two_block", "gauss_three_block"}) {
    CAPTURE(std::string(id));
    const auto given = benchmark(id)["params"], exact = benchmark(id);
    std::string text;
    for (std::size_t i = 0; i < given["M"].size(); ++i) {
      const std::string name = "m" + std::to_string(i);
      text += "[bodies." + name + "]\nmass = " + given["M"][i].dump() + "\n[forces.F_" + name +
              "]\non = \"" + name + "\"\nvalue = " + given["F"][i].dump() + "\n";
    }
    const auto name = [](const nlohmann::json& body) {
      return body.is_string() ? std::string("ground") : "m" + body.dump();
    };
    for (const auto& pair : given["pairs"]) {
      text += "[frictions.f" + pair[0].dump() + "]\nbetween = [\"" + name(pair[0]) + "\", \"" +
              name(pair[1]) + "\"]\nkinetic = " + pair[2].dump() + "\n";
    }
    const luztar::System system = system_of(text);
    const Recorded run = record(system, {.duration = 0.125, .samples = 3});
    check_trust(run);
    REQUIRE(!run.samples.empty());
    const Snapshot& start = run.samples.front();
    double Q2 = 0.0;  // what the principle minimises, (F - D'T)' M^-1 (F - D'T) = sum M a^2
    for (std::size_t b = 0; b < given["M"].size(); ++b) {
      CHECK(start.a[b] == doctest::Approx(number(exact["a_exact"][b])).epsilon(1e-14));
      Q2 += number(given["M"][b]) * start.a[b] * start.a[b];
    }
    CHECK(Q2 == doctest::Approx(number(exact["Q2_exact"])).epsilon(1e-13));
    if (!exact.contains("lambda_exact")) continue;
    for (std::size_t p = 0; p < given["pairs"].size(); ++p) {
      const auto e = static_cast<std::size_t>(element_index(system, "f" + std::to_string(p)));
      CHECK(start.f[e] == doctest::Approx(number(exact["lambda_exact"][p])).epsilon(1e-14));
    }
  }
}
