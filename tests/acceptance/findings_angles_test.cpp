// Angles by atan2 that go over the top, beside the same pendulum with its angle as a coordinate.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "acceptance/continued.h"
#include "acceptance/network.h"
#include "acceptance/recording.h"
#include "environment.h"

using namespace acceptance;
using luztar::System;

namespace {

constexpr double kPi = std::numbers::pi;

std::string digits(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

/// A pendulum of a mass on a rod, in SI; torques of its pivot.
struct Pendulum {
  double mass = 1.0, length = 0.5, weight = 9.81;
  double start = 0.0, speed = 6.0;  ///< [rad], [rad/s] of the angle
  double kinetic = 0.0, breakaway = 0.0;
  double stiffness = 0.0, rest = 0.0, damping = 0.0;
  double lower = -INFINITY, upper = INFINITY, restitution = 0.5;  ///< of a stop
  double duration = 2.0;

  std::string pivot(const std::string& where) const {
    std::string text;
    const auto add = [&](const std::string& name, const std::string& keys) {
      text += "[" + name + "]\n" + where + "\n" + keys + "\n";
    };
    const auto number = [](double x) {
      return std::isinf(x) ? std::string(x > 0 ? "inf" : "-inf") : "\"" + digits(x) + "\"";
    };
    if (kinetic > 0)
      add("frictions.rub", "kinetic = " + number(kinetic) + "\nstatic = " + number(breakaway));
    if (stiffness > 0)
      add("springs.coil", "stiffness = " + number(stiffness) + "\nrest = " + number(rest) +
                              "\ndamping = " + number(damping));
    if (std::isfinite(lower) || std::isfinite(upper))
      add("stops.edge", "gap = [" + number(lower) + ", " + number(upper) +
                            "]\nrestitution = " + number(restitution));
    return text;
  }
  std::string parameters() const {
    std::string text = "[parameters]\n";
    for (const auto& [name, value] :
         {std::pair{"m", mass}, {"l", length}, {"g", weight}, {"a", start}, {"w", speed}})
      text += std::string(name) + " = \"" + digits(value) + "\"\n";
    return text;
  }
  std::string end() const {
    return "[simulation]\nsamples = 200\nduration = " + digits(duration) + "\n";
  }
  /// In the plane: the angle is an expression.
  std::string in_the_plane() const {
    return parameters() +
           "[bodies.x]\nmass = \"m\"\nposition = \"l*sin(a)\"\nvelocity = \"l*w*cos(a)\"\n"
           "[bodies.y]\nmass = \"m\"\nposition = \"-l*cos(a)\"\nvelocity = \"l*w*sin(a)\"\n"
           "[links.rod]\ndeflection = \"hypot(q.x, q.y)\"\n" +
           pivot("deflection = \"atan2(q.x, -q.y)\"") +
           "[forces.fall]\non = \"y\"\nvalue = \"-m*g\"\n" + end();
  }
  /// The angle is the coordinate.
  std::string by_angle() const {
    return parameters() + "[bodies.phi]\nmass = \"m*l^2\"\nposition = \"a\"\nvelocity = \"w\"\n" +
           pivot("between = [\"phi\", \"ground\"]") +
           "[forces.fall]\non = \"phi\"\nvalue = \"-m*g*l*sin(q.phi)\"\n" + end();
  }
};

struct Compared {
  double worst{};  ///< of lengths and angles, over their sizes
  double turns{};  ///< the most on the way
};

/// Both finish, with the same positions and deflections.
Compared compare(const Pendulum& pendulum) {
  const System plane = luztar::compile(model_of(pendulum.in_the_plane()));
  const System angle = luztar::compile(model_of(pendulum.by_angle()));
  const Recorded a = record(plane, plane.settings());
  const Recorded b = record(angle, angle.settings());
  INFO(pendulum.in_the_plane());
  INFO(a.info.diagnosis);
  REQUIRE(a.info.status == luztar::Status::Finished);
  REQUIRE(b.info.status == luztar::Status::Finished);
  CHECK(a.info.proofs.hold());
  REQUIRE(a.samples.size() == b.samples.size());
  Compared found;
  const int n = static_cast<int>(angle.elements().size()) - 1;  // all but the weight
  for (std::size_t i = 0; i < a.samples.size(); ++i) {
    const double phi = b.samples[i].q[0];
    found.turns = std::max(found.turns, std::abs(phi) / (2.0 * kPi));
    const double l = pendulum.length;
    found.worst = std::max({found.worst, std::abs(a.samples[i].q[0] / l - std::sin(phi)),
                            std::abs(a.samples[i].q[1] / l + std::cos(phi))});
    for (int e = 0; e < n; ++e) {
      const std::string& name = angle.elements()[static_cast<std::size_t>(e)].name;
      const double d = a.samples[i].d[static_cast<std::size_t>(element_index(plane, name))];
      found.worst = std::max(found.worst, std::abs(d - phi));
    }
  }
  return found;
}

luztar::Model finding(const std::string& name) {
  return luztar::load_model(std::string(LUZTAR_SOURCE_DIR) + "/tests/acceptance/findings/" + name +
                            ".toml");
}

}  // namespace

TEST_CASE("an angle by atan2 goes on over the top: springs, frictions and stops of a pendulum") {
  CHECK(compare({.kinetic = 0.1, .breakaway = 0.15}).worst < 1e-8);
  for (const double speed : {-14.0, 14.0, 40.0}) {
    CHECK(compare({.speed = speed,
                   .kinetic = 0.02,
                   .breakaway = 0.1,
                   .stiffness = 0.03,
                   .rest = 0.5,
                   .duration = 20})
              .worst < 1e-8);
    const Compared stopped = compare({.speed = speed, .lower = -7.0, .upper = 9.0, .duration = 5});
    CHECK(stopped.worst < 1e-8);
    CHECK(stopped.turns > 1.0);
  }
  for (const char* name : {"atan2_spring_wraps", "pendulum_over_top"}) {
    const System system = luztar::compile(finding(name));
    check_trust(record(system, system.settings()));
  }
}

TEST_CASE("random pendulums that go over the top move as those whose angle is a coordinate") {
  const int members = luztar::test::count_of(luztar::test::some_of(20));
  double worst = 0.0, turns = 0.0;
  for (int seed = luztar::test::first_seed(0), n = 0; n < members; ++n, ++seed) {
    CAPTURE(seed);
    Random random(static_cast<unsigned>(seed));
    Pendulum pendulum{.mass = random.uniform(0.2, 3), .length = random.uniform(0.1, 2)};
    const double top = std::sqrt(4.0 * pendulum.weight / pendulum.length);  // just over the top
    pendulum.start = random.uniform(-3, 3);
    pendulum.speed = (random.chance(0.5) ? 1 : -1) * random.uniform(0.8, 4) * top;
    const double torque = pendulum.mass * pendulum.weight * pendulum.length;
    if (random.chance(0.7)) {
      pendulum.kinetic = random.uniform(0.01, 0.2) * torque;
      pendulum.breakaway = pendulum.kinetic * random.uniform(1, 2);
    }
    if (random.chance(0.7)) {
      pendulum.stiffness = random.uniform(0.005, 0.1) * torque;
      pendulum.rest = random.chance(0.5) ? 0 : random.uniform(-4, 4);
      pendulum.damping = random.chance(0.5) ? 0 : random.uniform(0, 0.02) * torque / top;
    }
    if (random.chance(0.3)) pendulum.upper = random.uniform(4, 20);
    if (random.chance(0.3)) pendulum.lower = -random.uniform(4, 20);
    pendulum.duration = 20.0 / top;
    const Compared found = compare(pendulum);
    CHECK(found.worst < 1e-8);
    worst = std::max(worst, found.worst);
    turns = std::max(turns, found.turns);
  }
  MESSAGE(members, " pendulums, up to ", turns, " turns, differ by ", worst);
}

TEST_CASE("a pendulum that has gone over the top goes on with its turns, with the same bits") {
  const System system = luztar::compile(model_of(
      Pendulum{.speed = 14, .kinetic = 0.02, .breakaway = 0.1, .stiffness = 0.03, .rest = 0.5}
          .in_the_plane()));
  luztar::SimulationSettings settings = system.settings();
  const luztar::RunInfo whole = go_on(system, luztar::initial_state(system), 6.0, settings);
  const luztar::RunInfo part = go_on(system, luztar::initial_state(system), 2.7, settings);
  const luztar::State kept =
      luztar::state_from_json(system, luztar::state_to_json(part.final_state), "state");
  settings.start = 2.7;
  const luztar::RunInfo rest = go_on(system, kept, 6.0, settings);
  check_ledger(whole);
  CHECK(rest.q == whole.q);
  CHECK(rest.v == whole.v);

  // A state of before angles went on knows no turns: they begin at 0.
  luztar::State before = part.final_state;
  before.reached.laws = 1;
  before.reached.switches.clear();
  before.branch.clear();
  before.roots.clear();
  settings.duration = 0.1;
  const auto coil = static_cast<std::size_t>(element_index(system, "coil"));
  const double known = record(system, part.final_state, settings).samples.front().d[coil];
  const double anew = record(system, before, settings).samples.front().d[coil];
  CHECK(std::abs(known) > 2.0 * kPi);
  CHECK(std::abs(anew - std::remainder(known, 2.0 * kPi)) < 1e-9);
}

TEST_CASE("in a force atan2 is in (-pi, pi] and jumps at its cut as an event") {
  const char* turning = R"(
[bodies.theta]
mass = inf
velocity = 2
[bodies.pushed]
mass = 1
[forces.push]
on = "pushed"
value = "%s"
[simulation]
duration = 20
samples = 100
)";
  const auto run_with = [&](const std::string& value, const std::string& method = "") {
    std::string text = turning + method;
    const System system = luztar::compile(model_of(text.replace(text.find("%s"), 2, value)));
    return record(system, system.settings());
  };
  const Recorded angle = run_with("atan2(sin(q.theta), cos(q.theta))");
  const Recorded whole = run_with("pi - mod(pi - q.theta, 2*pi)");
  check_trust(angle);
  CHECK(angle.events.size() == whole.events.size());
  CHECK(angle.events.size() >= 6);
  for (std::size_t i = 0; i < angle.samples.size(); ++i)
    CHECK(std::abs(angle.samples[i].q[1] - whole.samples[i].q[1]) < 1e-9);
  // By steps: jumps of signals of time are events there, too.
  const std::string steps = "method = \"stepping\"\nstep = 1e-3\n";
  const Recorded stepped = run_with("atan2(sin(2*t), cos(2*t))", steps);
  const Recorded sawed = run_with("pi - mod(pi - 2*t, 2*pi)", steps);
  CHECK(stepped.events.size() == sawed.events.size());
  CHECK(std::abs(stepped.samples.back().q[1] - sawed.samples.back().q[1]) < 1e-9);
}
