// Starts, limits and coincidences, against closed forms.
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/edge_runs.h"

using namespace acceptance;

namespace {

std::int8_t mode_of(const luztar::System& system, const Snapshot& s, const std::string& name) {
  return s.mode[static_cast<std::size_t>(element_index(system, name))];
}

}  // namespace

TEST_CASE("a force over the static limit moves a block at once, with the kinetic force") {
  const luztar::System system = system_of(block("3", "2", "5"));
  const Recorded run = run_text(system, 2.0);
  CHECK(mode_of(system, run.samples.front(), "floor") == 1);
  CHECK(run.samples.front().a[0] == 3.0);
  for (const Snapshot& s : run.samples) CHECK(close(s.q[0], 1.5 * s.time * s.time));
}

TEST_CASE("a constant force at or below the static limit never moves a block") {
  for (const char* force : {"3", "-3", "2.5", "0"}) {
    CAPTURE(std::string(force));
    const luztar::System system = system_of(block("3", "2", force));
    const Recorded run = run_text(system, 5.0);
    CHECK(run.events.empty());
    for (const Snapshot& s : run.samples) {
      CHECK(mode_of(system, s, "floor") == 0);
      CHECK(s.q[0] == 0.0);
      CHECK(s.v[0] == 0.0);
      CHECK(s.f[0] == std::stod(force));
    }
  }
}

TEST_CASE("a force that leaves the limit outward at the start moves the block from the start") {
  struct Row {
    const char* force;
    double power, factor;  // q = factor t^power
  };
  // F_S = F_K = 1 and F = 1 + t^n: q'' = t^n.
  for (const Row& row :
       {Row{"1 + t", 3, 1.0 / 6}, Row{"1 + t^2", 4, 1.0 / 12}, Row{"1 + t^3", 5, 1.0 / 20},
        Row{"-1 - t", 3, -1.0 / 6}, Row{"2 - cos(t) - t^2/2 + t^4/24", 8, 0.0}}) {
    CAPTURE(std::string(row.force));
    const luztar::System system = system_of(block("1", "1", row.force));
    const Recorded run = run_text(system, 1.0);
    for (const Snapshot& s : run.samples) {
      if (row.factor != 0.0) CHECK(close(s.q[0], row.factor * std::pow(s.time, row.power)));
    }
    CHECK(mode_of(system, run.samples.back(), "floor") == (row.force[0] == '-' ? -1 : 1));
  }
}

TEST_CASE("a force that leaves the limit inward at the start leaves the block at rest") {
  const luztar::System system = system_of(block("1", "1", "1 - t"));
  const Recorded run = run_text(system, 3.0);
  REQUIRE(run.after.size() == 1);
  CHECK(close(run.after[0].time, 2.0));
  CHECK(close(run.samples.back().q[0], -1.0 / 6));  // -1 s under -(t - 2)
}

TEST_CASE("friction that differs by direction breaks at the limit of its side") {
  const luztar::System system = system_of(
      "[bodies.m]\nmass = 1\n[frictions.floor]\nbetween = [\"m\", \"ground\"]\nkinetic = 3\n"
      "negative = { kinetic = 1, static = 1.5 }\n[forces.F]\non = \"m\"\nvalue = -2\n");
  const Recorded run = run_text(system, 1.0);
  CHECK(mode_of(system, run.samples.front(), "floor") == -1);
  CHECK(close(run.info.q[0], -0.5));
}

TEST_CASE("two equal blocks side by side break at the same instant, to the last bit") {
  std::string text;
  for (const std::string name : {"a", "b"}) {
    text += "[bodies." + name + "]\nmass = 2\n[frictions.floor_" + name + "]\nbetween = [\"" +
            name + "\", \"ground\"]\nkinetic = 2\nstatic = 3\n[forces.F_" + name + "]\non = \"" +
            name + "\"\nvalue = \"4*sin(t)\"\n";
  }
  const luztar::System system = system_of(text);
  const Recorded run = run_text(system, 20.0);
  REQUIRE(run.events.size() >= 4);
  REQUIRE(run.events.size() % 2 == 0);
  CHECK(close(run.events[0].time.value, std::asin(0.75)));
  for (std::size_t i = 0; i < run.events.size(); i += 2) {
    CHECK(run.events[i].time == run.events[i + 1].time);
    CHECK(run.events[i].to == run.events[i + 1].to);
    CHECK(run.events[i].name != run.events[i + 1].name);
  }
  for (const Snapshot& s : run.samples) CHECK(s.q[0] == s.q[1]);
}

TEST_CASE("two blocks that hold each other break from the ground together and stay together") {
  const luztar::System system = system_of(R"toml(
[bodies]
a.mass = 1
b.mass = 1
[frictions]
ab.between = ["a", "b"]
ab.kinetic = 10
floor_a.between = ["a", "ground"]
floor_a.kinetic = 1
floor_b.between = ["b", "ground"]
floor_b.kinetic = 1
[forces.F]
on = "a"
value = "2*t"
)toml");
  const Recorded run = run_text(system, 3.0);
  const std::vector<Instant> changes =
      mode_changes(run, {element_index(system, "ab"), element_index(system, "floor_a"),
                         element_index(system, "floor_b")});
  REQUIRE(changes.size() == 1);
  CHECK(close(changes[0].time, 1.0));
  CHECK(changes[0].modes == std::vector<int>{0, 1, 1});
  CHECK(close(run.info.q[0], 8.0 / 6));
  CHECK(run.info.q[0] == run.info.q[1]);
}

TEST_CASE("a block pushed through a partner with the same limit leaves the partner at rest") {
  // F1 = t: at t = 1 both pairs are at their limit 1. The partner then feels exactly its limit.
  const luztar::System system = system_of(R"toml(
[bodies]
a.mass = 1
b.mass = 1
[frictions]
ab.between = ["a", "b"]
ab.kinetic = 1
floor.between = ["b", "ground"]
floor.kinetic = 1
[forces.F]
on = "a"
value = "t"
)toml");
  const Recorded run = run_text(system, 4.0);
  CHECK(close(run.info.q[0], 27.0 / 6));
  CHECK(run.info.q[1] == 0.0);
  const std::vector<Instant> changes = mode_changes(run, {element_index(system, "ab")});
  REQUIRE(changes.size() == 1);
  CHECK(close(changes[0].time, 1.0));
}

TEST_CASE("a mass between two stops of spring bounces with the closed form's period") {
  const luztar::System system = system_of(R"toml(
[bodies.m]
mass = 1
velocity = 2
[springs.wall]
between = ["m", "ground"]
stiffness = 100
gap = [-1, 1]
)toml");
  const Recorded run = run_text(system, 50.0);
  REQUIRE(run.events.size() > 70);
  for (std::size_t i = 0; i < run.events.size(); ++i) {
    const double cycles = static_cast<double>(i / 2);
    const double expected = 0.5 + cycles * (1.0 + kPi / 10) + (i % 2 == 1 ? kPi / 10 : 0.0);
    CHECK(std::abs(run.events[i].time.value - expected) < 1e-10);
    CHECK(std::abs(run.after[i].v[0]) == doctest::Approx(2.0).epsilon(1e-12));
  }
}

TEST_CASE("a ball that bounces on a damped spring ends lying on it") {
  const luztar::System system = system_of(R"toml(
[bodies.ball]
mass = 1
position = 0.5
[springs.floor]
between = ["ball", "ground"]
stiffness = 1000
gap = [0, 1e9]
damping = 10
[forces.weight]
on = "ball"
value = -10
)toml");
  const Recorded run = run_text(system, 20.0);
  CHECK(run.events.size() > 4);
  CHECK(run.samples.back().mode[0] == -1);
  CHECK(std::abs(run.info.q[0] + 0.01) < 1e-12);
  CHECK(std::abs(run.info.v[0]) < 1e-12);
}

TEST_CASE("an oscillation that grazes the edge of a gap stays what it is") {
  const luztar::System system = system_of(R"toml(
[bodies.m]
mass = 1
position = 1
[springs.spring]
between = ["m", "ground"]
stiffness = 1
[springs.wall]
between = ["m", "ground"]
stiffness = 1000
gap = [-1, 1]
)toml");
  const Recorded run = run_text(system, 40.0);
  for (const Snapshot& s : run.samples) CHECK(std::abs(s.q[0] - std::cos(s.time)) < 1e-11);
}

TEST_CASE("friction without force leaves an oscillator alone") {
  const luztar::System system = system_of(R"toml(
[bodies.m]
mass = 1
position = 1
[springs.spring]
between = ["m", "ground"]
stiffness = 1
[frictions.floor]
between = ["m", "ground"]
kinetic = 0
)toml");
  const Recorded run = run_text(system, 40.0);
  for (const Snapshot& s : run.samples) CHECK(std::abs(s.q[0] - std::cos(s.time)) < 1e-11);
}

TEST_CASE("a run of no duration gives its start") {
  const luztar::System system = system_of(block("3", "2", "5"));
  const Recorded run = run_text(system, 0.0, 1);
  CHECK(run.info.q[0] == 0.0);
  CHECK(run.info.v[0] == 0.0);
  CHECK(run.samples.size() == 1);
}

TEST_CASE("parallel pairs with unequal limits hold until the sum of their limits is reached") {
  // Backwards 3 + 2, though the share of the first is 3 at a load of 4.71 already.
  const luztar::System system = system_of(R"toml(
[bodies.m]
mass = 1
[frictions.one]
between = ["m", "ground"]
kinetic = 2
static = 4
[frictions.one.negative]
kinetic = 2
static = 3
[frictions.two]
between = ["m", "ground"]
kinetic = 2
[forces.F]
on = "m"
value = "-t"
)toml");
  const Recorded run = run_text(system, 6.0);
  REQUIRE(run.events.size() == 2);
  for (const luztar::Event& event : run.events) {
    CHECK(close(event.time.value, 5.0));
    CHECK(event.to == -1);
  }
  // a = -t + 4 from then on.
  CHECK(close(run.info.v[0], -1.5));
}
