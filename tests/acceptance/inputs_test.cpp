// Given motions and forces with kinks and jumps, and forces that feel the motion: closed forms.
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/edge_runs.h"

using namespace acceptance;

namespace {

int rows_of(const Recorded& run, int name) {
  int rows = 0;
  for (const luztar::Event& event : run.events) rows += event.name == name;
  return rows;
}

}  // namespace

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
  const Recorded run = run_text(system, 3.0, 3001);
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
  const Recorded run = run_text(system, 2 * kPi);
  CHECK(close(run.info.energy.dissipated[0], 4.0));
  CHECK(close(run.info.energy.motion_work[0], 4.0));
  for (const Snapshot& s : run.samples) {
    if (std::abs(std::cos(s.time)) > 1e-9) CHECK(s.f[0] == (std::cos(s.time) > 0 ? 1.0 : -1.0));
  }
}

TEST_CASE("a block that stops at the instant of a force step starts again at that instant") {
  const luztar::System system = system_of(
      "[bodies.m]\nmass = 1\nvelocity = 1\n[frictions.floor]\nbetween = [\"m\", \"ground\"]\n"
      "kinetic = 1\n[forces.F]\non = \"m\"\nvalue = \"5*step(t - 1)\"\n");
  const Recorded run = run_text(system, 2.0);
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
    const Recorded run = run_text(system, row.t);
    CHECK(close(run.info.v[0], row.v));
    CHECK(close(run.info.q[0], row.q));
  }
}

TEST_CASE("a jump of a force is an event of its own, a smooth force has none") {
  const auto rows = [](const std::string& value) {
    const luztar::System system =
        system_of("[bodies.m]\nmass = 1\n[forces.F]\non = \"m\"\nvalue = \"" + value + "\"\n");
    const Recorded run = run_text(system, 4.0);
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
  const Recorded run = run_text(system, 5 * period);
  CHECK(std::abs(run.info.q[0] - 0.03) < 1e-12);
  CHECK(std::abs(run.info.v[0]) < 1e-12 * 0.2);
}

TEST_CASE("a feedback force acts in time while its body is stuck") {
  // Stuck under F_S = 2 until 3 cos t = -2: v and q are identically zero, the force is not.
  for (const char* force : {"3*cos(t) - 0.1*v.m - 1", "3*cos(t) - 0.1*q.m - 1"}) {
    CAPTURE(std::string(force));
    const luztar::System system = system_of(block("2", "2", force));
    const Recorded run = run_text(system, 1.9);
    const double broken = std::acos(-1.0 / 3);  // 3 cos t - 1 = -2
    REQUIRE(run.after.size() == 0);
    CHECK(broken > 1.9);
    for (const Snapshot& s : run.samples) CHECK(close(s.f[1], 3 * std::cos(s.time) - 1, 3));
    const Recorded longer = run_text(system, 2.5);
    REQUIRE(longer.after.size() == 1);
    CHECK(std::abs(longer.after[0].time - broken) < 1e-12);
  }
}
