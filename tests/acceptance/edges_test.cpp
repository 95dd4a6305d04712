// Starts, jumps and coincidences, against closed forms.
#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "acceptance/recording.h"

using namespace acceptance;

namespace {

constexpr double kPi = std::numbers::pi;

luztar::System system_of(const std::string& text, double duration = 1.0) {
  return luztar::compile(luztar::parse_model(
      text + "\n[simulation]\nduration = \"" + std::to_string(duration) + "\"\n", "edge.toml"));
}

Recording run_text(const luztar::System& system, double duration, int samples = 401) {
  Recording run = record(system, {.duration = duration, .samples = samples});
  check_trust(run);
  return run;
}

/// A mass of 1 kg on the ground: F_S, F_K and a force.
std::string block(const std::string& limit, const std::string& kinetic, const std::string& force) {
  return "[bodies.m]\nmass = 1\n[frictions.floor]\nbetween = [\"m\", \"ground\"]\nkinetic = " +
         kinetic + "\nstatic = " + limit + "\n[forces.F]\non = \"m\"\nvalue = \"" + force + "\"\n";
}

std::int8_t mode_of(const luztar::System& system, const Snapshot& s, const std::string& name) {
  return s.mode[static_cast<std::size_t>(element_index(system, name))];
}

int rows_of(const Recording& run, int name) {
  int rows = 0;
  for (const luztar::Event& event : run.events) rows += event.name == name;
  return rows;
}

bool close(double found, double expected, double scale = 1.0) {
  return std::abs(found - expected) <= 1e-12 * std::max(scale, std::abs(expected));
}

}  // namespace

TEST_CASE("a force over the static limit moves a block at once, with the kinetic force") {
  const luztar::System system = system_of(block("3", "2", "5"));
  const Recording run = run_text(system, 2.0);
  CHECK(mode_of(system, run.samples.front(), "floor") == 1);
  CHECK(run.samples.front().a[0] == 3.0);
  for (const Snapshot& s : run.samples) CHECK(close(s.q[0], 1.5 * s.time * s.time));
}

TEST_CASE("a constant force at or below the static limit never moves a block") {
  for (const char* force : {"3", "-3", "2.5", "0"}) {
    CAPTURE(std::string(force));
    const luztar::System system = system_of(block("3", "2", force));
    const Recording run = run_text(system, 5.0);
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
    const Recording run = run_text(system, 1.0);
    for (const Snapshot& s : run.samples) {
      if (row.factor != 0.0) CHECK(close(s.q[0], row.factor * std::pow(s.time, row.power)));
    }
    CHECK(mode_of(system, run.samples.back(), "floor") == (row.force[0] == '-' ? -1 : 1));
  }
}

TEST_CASE("a force that leaves the limit inward at the start leaves the block at rest") {
  const luztar::System system = system_of(block("1", "1", "1 - t"));
  const Recording run = run_text(system, 3.0);
  REQUIRE(run.after.size() == 1);
  CHECK(close(run.after[0].time, 2.0));
  CHECK(close(run.samples.back().q[0], -1.0 / 6));  // -1 s under -(t - 2)
}

TEST_CASE("friction that differs by direction breaks at the limit of its side") {
  const luztar::System system = system_of(
      "[bodies.m]\nmass = 1\n[frictions.floor]\nbetween = [\"m\", \"ground\"]\nkinetic = 3\n"
      "negative = { kinetic = 1, static = 1.5 }\n[forces.F]\non = \"m\"\nvalue = -2\n");
  const Recording run = run_text(system, 1.0);
  CHECK(mode_of(system, run.samples.front(), "floor") == -1);
  CHECK(close(run.info.q[0], -0.5));
}

TEST_CASE("prescribed motion with jumps in its acceleration carries a block as it should") {
  // The base rests, accelerates with 2 from t = 1 to 2 and goes on at 2 m/s. Friction gives the
  // block 1.5 at most: it slips from t = 1 until 1.5 (t - 1) = 2.
  const luztar::System system = system_of(R"toml(
[bodies.base]
motion = "if(t < 1, 0, if(t < 2, (t - 1)^2, 1 + 2*(t - 2)))"
[bodies.block]
mass = 1
[frictions.contact]
between = ["block", "base"]
kinetic = 1.5
)toml");
  const Recording run = run_text(system, 3.0, 3001);
  const int contact = element_index(system, "contact");
  const std::vector<Instant> changes = mode_changes(run, {contact});
  REQUIRE(changes.size() == 2);
  CHECK(changes[0].time == 1.0);
  CHECK(changes[0].modes[0] == -1);
  CHECK(close(changes[1].time, 7.0 / 3));
  CHECK(changes[1].modes[0] == 0);
  const auto block = static_cast<std::size_t>(body_index(system, "block"));
  CHECK(close(run.info.q[block], 8.0 / 3));
  CHECK(run.info.v[block] == 2.0);
  int jumps = 0;
  for (const luztar::Event& event : run.events) {
    if (event.cause != luztar::Event::Cause::Jump) continue;
    CHECK(system.event_names()[static_cast<std::size_t>(event.name)] == "base");
    CHECK(event.time.value == 1.0 + jumps);
    ++jumps;
  }
  CHECK(jumps == 2);
}

TEST_CASE("friction between a prescribed body and the ground turns its work into heat") {
  const luztar::System system = system_of(
      "[bodies.slide]\nmotion = \"sin(t)\"\n[frictions.floor]\nbetween = [\"slide\", \"ground\"]\n"
      "kinetic = 1\nstatic = 2\n");
  const Recording run = run_text(system, 2 * kPi);
  CHECK(close(run.info.energy.dissipated[0], 4.0));
  CHECK(close(run.info.energy.motion_work[0], 4.0));
  for (const Snapshot& s : run.samples) {
    if (std::abs(std::cos(s.time)) > 1e-9) CHECK(s.f[0] == (std::cos(s.time) > 0 ? 1.0 : -1.0));
  }
}

TEST_CASE("two equal blocks side by side break at the same instant, to the last bit") {
  std::string text;
  for (const std::string name : {"a", "b"}) {
    text += "[bodies." + name + "]\nmass = 2\n[frictions.floor_" + name + "]\nbetween = [\"" +
            name + "\", \"ground\"]\nkinetic = 2\nstatic = 3\n[forces.F_" + name + "]\non = \"" +
            name + "\"\nvalue = \"4*sin(t)\"\n";
  }
  const luztar::System system = system_of(text);
  const Recording run = run_text(system, 20.0);
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
  const Recording run = run_text(system, 3.0);
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
  const Recording run = run_text(system, 4.0);
  CHECK(close(run.info.q[0], 27.0 / 6));
  CHECK(run.info.q[1] == 0.0);
  const std::vector<Instant> changes = mode_changes(run, {element_index(system, "ab")});
  REQUIRE(changes.size() == 1);
  CHECK(close(changes[0].time, 1.0));
}

TEST_CASE("a block that stops at the instant of a force step starts again at that instant") {
  const luztar::System system = system_of(
      "[bodies.m]\nmass = 1\nvelocity = 1\n[frictions.floor]\nbetween = [\"m\", \"ground\"]\n"
      "kinetic = 1\n[forces.F]\non = \"m\"\nvalue = \"5*step(t - 1)\"\n");
  const Recording run = run_text(system, 2.0);
  CHECK(close(run.info.v[0], 4.0));
  CHECK(close(run.info.q[0], 2.5));
}

TEST_CASE("inputs with kinks and jumps push a free mass as their integrals say") {
  struct Row {
    const char* value;
    double t, v, q;
  };
  const Row rows[] = {{"square(pi*t)", 2.5, 0.5, 1.125},
                      {"saw(2*pi*t)", 1.5, -0.25, -0.25},
                      {"pulse(t, 0.5, 1)", 2, 1, 1},
                      {"step(t - 1)", 3, 2, 2},
                      {"if(t < 1, t, if(t <= 2, 2 - t, 0))", 3, 1, 2},
                      {"if(t >= 1, 1, 0) - if(t > 2, 1, 0)", 3, 1, 1.5},
                      {"luz(t - 2, 1)", 4, 0, -5.0 / 3},
                      {"sat(t - 2, 1)", 4, 0, -11.0 / 3},
                      {"tar(t - 1, 2)", 2, 0, -8.0 / 3},
                      {"min(t, 1)", 3, 2.5, 19.0 / 6},
                      {"max(t, 1)", 3, 5, 35.0 / 6},
                      {"abs(t - 1)", 3, 2.5, 8.0 / 3},
                      {"abs(sin(pi*t))", 2, 4 / kPi, 4 / kPi},
                      {"sign(sin(pi*t))", 2.5, 0.5, 1.125},
                      {"3*t^2", 2, 8, 4},
                      {"exp(t)", 1, std::numbers::e - 1, std::numbers::e - 2}};
  for (const Row& row : rows) {
    CAPTURE(std::string(row.value));
    const luztar::System system =
        system_of("[bodies.m]\nmass = 1\n[forces.F]\non = \"m\"\nvalue = \"" +
                  std::string(row.value) + "\"\n");
    const Recording run = run_text(system, row.t);
    CHECK(close(run.info.v[0], row.v));
    CHECK(close(run.info.q[0], row.q));
  }
}

TEST_CASE("a jump of a force is an event of its own, a smooth force has none") {
  const auto rows = [](const std::string& value) {
    const luztar::System system =
        system_of("[bodies.m]\nmass = 1\n[forces.F]\non = \"m\"\nvalue = \"" + value + "\"\n");
    const Recording run = run_text(system, 4.0);
    for (const luztar::Event& event : run.events) {
      CHECK(event.cause == luztar::Event::Cause::Jump);
      CHECK(event.from == 0);
      CHECK(event.to == 0);
    }
    return rows_of(run, element_index(system, "F"));
  };
  CHECK(rows("step(t - 1)") == 1);
  CHECK(rows("pulse(t, 1, 1)") == 2);
  CHECK(rows("square(pi*t + 0.5)") == 4);
  CHECK(rows("sin(t)") == 0);
}

TEST_CASE("a feedback force luz(q) swings a mass like a spring with freeplay") {
  const luztar::System system = system_of(
      "[bodies.m]\nmass = 1\nposition = 0.03\n[forces.F]\non = \"m\"\n"
      "value = \"-100*luz(q.m, 0.01)\"\n");
  const double period = 2 * kPi / 10 + 4 * 0.01 / (10 * 0.02);
  const Recording run = run_text(system, 5 * period);
  CHECK(std::abs(run.info.q[0] - 0.03) < 1e-12);
  CHECK(std::abs(run.info.v[0]) < 1e-12 * 0.2);
}

TEST_CASE("a feedback force acts in time while its body is stuck") {
  // Stuck under F_S = 2 until 3 cos t = -2: v and q are identically zero, the force is not.
  for (const char* force : {"3*cos(t) - 0.1*v.m - 1", "3*cos(t) - 0.1*q.m - 1"}) {
    CAPTURE(std::string(force));
    const luztar::System system = system_of(block("2", "2", force));
    const Recording run = run_text(system, 1.9);
    const double broken = std::acos(-1.0 / 3);  // 3 cos t - 1 = -2
    REQUIRE(run.after.size() == 0);
    CHECK(broken > 1.9);
    for (const Snapshot& s : run.samples) CHECK(close(s.f[1], 3 * std::cos(s.time) - 1, 3));
    const Recording longer = run_text(system, 2.5);
    REQUIRE(longer.after.size() == 1);
    CHECK(std::abs(longer.after[0].time - broken) < 1e-12);
  }
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
  const Recording run = run_text(system, 50.0);
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
  const Recording run = run_text(system, 20.0);
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
  const Recording run = run_text(system, 40.0);
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
  const Recording run = run_text(system, 40.0);
  for (const Snapshot& s : run.samples) CHECK(std::abs(s.q[0] - std::cos(s.time)) < 1e-11);
}

TEST_CASE("a run of no duration gives its start") {
  const luztar::System system = system_of(block("3", "2", "5"));
  const Recording run = run_text(system, 0.0, 1);
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
  const Recording run = run_text(system, 6.0);
  REQUIRE(run.events.size() == 2);
  for (const luztar::Event& event : run.events) {
    CHECK(close(event.time.value, 5.0));
    CHECK(event.to == -1);
  }
  // a = -t + 4 from then on.
  CHECK(close(run.info.v[0], -1.5));
}
