#include "luztar/simulate/simulate.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "../dynamics/small_models.h"
#include "whole_run.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// With jumps of an input.
Model shaken_blocks() { return testing::shaken_blocks(4, "3*sin(5*t) + square(3*t)"); }

}  // namespace

TEST_CASE("a sliding block stops after v²M/2F and stays there exactly") {
  Model model = lasting(2);
  const int block = body(model, "block", 2, 0, 3);
  friction(model, "floor", between(block, kGround), 6, 6);
  const Trajectory r = run(model, {.duration = 2, .samples = 5});
  REQUIRE(r.events.size() == 1);
  CHECK(r.events[0].time.value == 1.0);
  CHECK(r.info.q[0] == 1.5);
  CHECK(r.info.v[0] == 0.0);
  CHECK(r.info.energy.dissipated[0] == doctest::Approx(9.0).epsilon(1e-15));
  CHECK(std::abs(r.info.energy.residual) < 1e-14);
}

TEST_CASE("a force exactly at the limit moves nothing, a growing one from there does") {
  Model model = lasting(1);
  const int block = body(model, "block", 1);
  friction(model, "floor", between(block, kGround), 5, 5);
  Model growing = model;
  force(model, "push", block, "5");
  force(growing, "push", block, "5 + 2*t");
  CHECK(run(model, {.duration = 1}).info.q[0] == 0.0);
  // z'' = 2 t
  CHECK(run(growing, {.duration = 1}).info.q[0] == doctest::Approx(1.0 / 3.0).epsilon(1e-14));
}

TEST_CASE("two pairs that reach their limits together are released together, rightly") {
  // Chain a-b-ground; the force on a grows through both limits at t = 1 (3 t = 3).
  Model model = lasting(2);
  const int a = body(model, "a", 1);
  const int b = body(model, "b", 1);
  friction(model, "ab", between(a, b), 3, 3);
  friction(model, "b0", between(b, kGround), 3, 3);
  force(model, "pull", a, "3*t");
  const Trajectory r = run(model, {.duration = 2, .samples = 3});
  // After t = 1: pair ab carries 3, so b is in balance at its limit and does not move.
  CHECK(r.info.q[1] == 0.0);
  CHECK(r.info.q[0] == doctest::Approx(3.0 / 6.0).epsilon(1e-13));  // a'' = 3 (t - 1)
}

TEST_CASE("a lacunary input is not stepped over") {
  // All derivatives of sin(t^30) up to order 29 vanish at 0.
  Model model = lasting(1.2);
  const int block = body(model, "block", 1);
  force(model, "push", block, "sin(t^30)");
  const Trajectory r = run(model, {.duration = 1.2});
  const Trajectory fine = run(model, {.duration = 1.2, .tolerance = 1e-14});
  CHECK(r.info.v[0] == doctest::Approx(fine.info.v[0]).epsilon(1e-10));
  CHECK(r.info.v[0] > 0.01);
}

TEST_CASE("a run in parts has the same bits as the whole") {
  const System system = compile(shaken_blocks());
  const SimulationSettings whole{.duration = 4, .samples = 401};
  const Trajectory one = simulate(system, initial_state(system), whole);
  CHECK(one.events.size() > 10);
  for (const double part : {0.7, 1.0, 2.345, 3.999}) {
    CAPTURE(part);
    SimulationSettings first = whole;
    first.duration = part;
    first.samples = 0;
    const Trajectory head = simulate(system, initial_state(system), first);
    const Trajectory tail = simulate(system, head.info.final_state, whole);
    CHECK(tail.info.final_state == one.info.final_state);
    CHECK(head.events.size() + tail.events.size() == one.events.size());
    const std::size_t shift = one.q[1].size() - tail.q[1].size();
    for (std::size_t i = 0; i < tail.q[1].size(); ++i) CHECK(tail.q[1][i] == one.q[1][i + shift]);
  }
}

TEST_CASE("runs on several threads have the bits of a run on one") {
  const System system = compile(shaken_blocks());
  const SimulationSettings settings{.duration = 4, .samples = 0};
  const Trajectory alone = simulate(system, initial_state(system), settings);
  std::vector<Trajectory> runs(4);
  {
    std::vector<std::jthread> threads;
    for (Trajectory& result : runs)
      threads.emplace_back([&] { result = simulate(system, initial_state(system), settings); });
  }
  for (const Trajectory& result : runs) CHECK(result.info.final_state == alone.info.final_state);
}

TEST_CASE("an oscillator keeps its phase over a thousand periods") {
  Model model = lasting(1000);
  const int mass = body(model, "mass", 1, 1);
  spring(model, "k", between(mass, kGround), 4 * std::numbers::pi * std::numbers::pi);
  const Trajectory r = run(model, {.duration = 1000, .samples = 0});
  CHECK(r.info.q[0] == doctest::Approx(1.0).epsilon(1e-11));
  CHECK(std::abs(r.info.v[0]) < 1e-9);
  CHECK(std::abs(r.info.energy.residual) < 1e-11 * r.info.energy.moved);
}

TEST_CASE("trouble has a status and words, and what was computed is kept") {
  Model model = lasting(3);
  const int block = body(model, "block", 1, 0, 1);
  Model singular = model;
  force(singular, "pole", block, "1/(t-1)^2");
  const Trajectory s = run(singular, {.duration = 3, .samples = 31});
  CHECK(s.info.status == Status::NotFinite);
  CHECK(s.info.diagnosis.find("'pole'") != std::string::npos);
  CHECK(s.time.size() >= 10);

  Model chatter = model;
  force(chatter, "relay", block, "0-2*sign(v.block)");
  const Trajectory c = run(chatter, {.duration = 3});
  CHECK(c.info.status == Status::Accumulation);
  CHECK(c.info.diagnosis.find("'relay'") != std::string::npos);

  Model busy = model;
  force(busy, "steps", block, "square(1000*t)");
  const Trajectory b = run(busy, {.duration = 3, .max_events = 50});
  CHECK(b.info.status == Status::TooManyEvents);
  CHECK(b.events.size() == 50);
  CHECK(b.info.diagnosis.find("'steps'") != std::string::npos);
}

TEST_CASE("a base whose velocity jumps leaves a stuck body behind") {
  // The base stands, then moves at 2 m/s from t = 1; the block slides until it has 2 m/s too.
  Model model = lasting(3);
  const int base = moving_base(model, "base", "2*max(t-1, 0)");
  const int block = body(model, "block", 1);
  friction(model, "belt", between(block, base), 4, 4);
  const Trajectory r = run(model, {.duration = 3, .samples = 31});
  REQUIRE(r.info.status == Status::Finished);
  // a = 4 for half a second: q = 0.5, then along with the base
  CHECK(r.info.q[block] == doctest::Approx(0.5 + 2.0 * 1.5).epsilon(1e-14));
  CHECK(r.info.v[block] == 2.0);
  CHECK(r.events.size() == 3);  // the jump, released, stuck again
  CHECK(std::abs(r.info.energy.residual) < 1e-13);
}

TEST_CASE("a base whose position jumps is refused in words") {
  Model model = lasting(3);
  const int base = moving_base(model, "base", "0.1*step(t-1)");
  const int block = body(model, "block", 1);
  spring(model, "k", between(block, base), 4);
  const Trajectory r = run(model, {.duration = 3, .samples = 31});
  CHECK(r.info.status == Status::NotFinite);
  CHECK(r.info.diagnosis.find("'base' jumps") != std::string::npos);
}

TEST_CASE("functions that look constant far from where they change are not stepped over") {
  // The integral of 10 exp(-((t-5)/0.1)²) over all time is sqrt(pi).
  Model bell = lasting(10);
  force(bell, "push", body(bell, "a", 1), "10*exp(-((t-5)/0.1)^2)");
  CHECK(run(bell, {.duration = 10}).info.v[0] ==
        doctest::Approx(std::sqrt(std::numbers::pi)).epsilon(1e-12));
  // tanh(20 (t-1)) - tanh(20 (t-2)) is a pulse of area 2.
  Model pulse = lasting(10);
  force(pulse, "push", body(pulse, "a", 1), "tanh(20*(t-1)) - tanh(20*(t-2))");
  CHECK(run(pulse, {.duration = 10}).info.v[0] == doctest::Approx(2.0).epsilon(1e-12));
  // v' = -5 tanh(v / w): sinh(v / w) = sinh(1 / w) exp(-5 t / w); it creeps to a stop.
  Model smooth = lasting(1);
  const int a = body(smooth, "a", 1, 0, 1);
  damper(smooth, "f", between(a, kGround), "5*tanh(v/0.01)");
  const Trajectory r = run(smooth, {.duration = 0.19, .samples = 2});
  const double w = 0.01;
  CHECK(r.info.v[0] ==
        doctest::Approx(w * std::asinh(std::sinh(1 / w) * std::exp(-5 * 0.19 / w))).epsilon(1e-10));
}

TEST_CASE("a cycle of stuck pairs through a given body breaks when all its pairs do") {
  Model model = lasting(40);
  const int wall = body(model, "wall", std::numeric_limits<double>::infinity());
  const int a = body(model, "a", 1);
  friction(model, "f1", between(a, wall, 2.0, 1.0), 5, 5);
  friction(model, "f2", between(a, kGround), 10, 10);
  force(model, "pull", a, "t");
  const Trajectory r = run(model, {.duration = 40, .samples = 2});
  REQUIRE(!r.events.empty());
  CHECK(r.events[0].time.value == doctest::Approx(20.0).epsilon(1e-14));  // 2 * 5 + 10
}

TEST_CASE("a motion that starts in a kink takes no free body along") {
  Model model = lasting(5);
  const int base = moving_base(model, "base", "0.2*abs(t)");
  const int a = body(model, "a", 1);
  friction(model, "f", between(a, base), 0.05, 0.05);
  const Trajectory r = run(model, {.duration = 5, .samples = 2});
  CHECK(r.info.q[a] == doctest::Approx(0.6).epsilon(1e-14));  // 4 s at 0.05 m/s², then 0.2 m/s
}

TEST_CASE("a motion that passes zero at rest is not taken for a jump") {
  Model model = lasting(14);
  const int base = moving_base(model, "base", "0.1*max(0, sin(t))");
  spring(model, "k", between(body(model, "a", 1), base), 5);
  CHECK(run(model, {.duration = 14}).info.status == Status::Finished);
}

TEST_CASE("a light body between two pairs slides instead of chattering") {
  Model model = lasting(10);
  const int a = body(model, "a", 1);
  const int b = body(model, "b", 1e-6);
  spring(model, "s", between(a, b), 100);
  friction(model, "f", between(a, b), 1, 1);
  friction(model, "g", between(b, kGround), 1.5, 1.5);
  force(model, "u", a, "4*sin(t)");
  const Trajectory r = run(model, {.duration = 10});
  CHECK(r.info.status == Status::Finished);
  CHECK(std::abs(r.info.energy.residual) < 1e-11 * r.info.energy.moved);
}

TEST_CASE("an input that changes within the smallest numbers there are ends no run") {
  Model model = lasting(1);
  const int block = body(model, "block", 1);
  spring(model, "k", between(block, kGround), 4);
  force(model, "push", block, "2*sin(pi*t)*step(1e-320 - t)");
  const Trajectory r = run(model, {.duration = 1});
  CHECK(r.info.diagnosis == "");
  CHECK(std::abs(r.info.q[0]) < 1e-300);
}

TEST_CASE("a friction that is released moves the way its force rises, also in laws with abs(v)") {
  // v' = r (t - F/r) - |v| from the release at F/r on. The first acceleration is rounding.
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    const double r = 0.7 + 0.0031 * i;
    const double friction_force = 1.0 + 0.0137 * i;
    Model model = lasting(7);
    const int a = body(model, "a", 1);
    damper(model, "drag", between(a, kGround), "abs(v)");
    friction(model, "f", between(a, kGround), friction_force, friction_force);
    force(model, "pull", a, "t*" + std::to_string(r));
    const Trajectory out = run(model, {.duration = 7});
    REQUIRE_MESSAGE(out.info.status == Status::Finished, out.info.diagnosis);
    const double tau = 7.0 - friction_force / r;
    CHECK(std::abs(out.info.v[a] - r * (tau - 1.0 + std::exp(-tau))) < 1e-12);
    for (const Event& event : out.events)
      CHECK(std::abs(event.time.value - friction_force / r) < 1e-14);
  }
}

TEST_CASE("the sign of a velocity at the start waits for the signs of its forces") {
  // v' = 2 |sin t| - t³ - |v|: positive at once, though -t³ alone would pull the other way.
  Model model = lasting(1);
  const int a = body(model, "a", 1);
  damper(model, "drag", between(a, kGround), "abs(v)");
  force(model, "push", a, "2*abs(sin(t)) - t^3");
  const Trajectory out = run(model, {.duration = 1});
  REQUIRE(out.info.status == Status::Finished);
  CHECK(std::abs(out.info.v[a] - (std::sin(1.0) - std::cos(1.0) + 2.0 - 5.0 * std::exp(-1.0))) <
        1e-13);
}
