// Frictions whose normal force changes with time and state.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "../dynamics/small_models.h"
#include "whole_run.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// A block of 2 kg on the ground, pressed by `normal`.
Model brake(const std::string& normal, double kinetic, double breakaway, double velocity = 0.0) {
  Model model = lasting(10);
  const int block = body(model, "block", 2, 0, velocity);
  friction(model, "brake", between(block, kGround), kinetic, breakaway);
  model.frictions[0].normal = text(normal);
  return model;
}

std::vector<double> times(const Trajectory& r, Event::Cause cause) {
  std::vector<double> found;
  for (const Event& event : r.events)
    if (event.cause == cause) found.push_back(event.time.value);
  return found;
}

}  // namespace

TEST_CASE("a constant normal force is a factor of both levels") {
  Model pressed = brake("9.81*2", 0.3, 0.4, 3);
  Model plain = lasting(10);
  const int block = body(plain, "block", 2, 0, 3);
  friction(plain, "brake", between(block, kGround), 0.3 * 9.81 * 2, 0.4 * 9.81 * 2);
  for (Model* model : {&pressed, &plain}) force(*model, "pull", 0, "2*t");
  const Trajectory a = run(pressed, {.duration = 9, .samples = 0});
  const Trajectory b = run(plain, {.duration = 9, .samples = 0});
  REQUIRE(a.events.size() == 2);
  CHECK(a.info.q[0] == b.info.q[0]);
  CHECK(a.info.final_state.steps == b.info.final_state.steps);
}

TEST_CASE("a brake that opens holds until mu_s N falls to the force, then slides with mu_k N") {
  for (const double sign : {1.0, -1.0}) {
    CAPTURE(sign);
    Model model = brake("max(0, 10 - 2*t)", 0.4, 0.6);
    force(model, "pull", 0, sign > 0 ? "3" : "0 - 3");
    const Trajectory r = run(model, {.duration = 7, .samples = 71});
    check_ledger(r);
    REQUIRE(r.events.size() == 1);
    CHECK(std::abs(r.events[0].time.value - 2.5) < 1e-14);  // 0.6 (10 - 2 t) = 3
    // 2 v' = 3 - 0.4 (10 - 2 t) until t = 5, then 3
    const auto v5 = -0.5 * 2.5 + 0.2 * (25 - 6.25);
    CHECK(r.info.v[0] == doctest::Approx(sign * (v5 + 1.5 * 2)).epsilon(1e-14));
    for (std::size_t i = 0; i < 25; ++i) CHECK(r.q[0][i] == 0.0);
    const Sum lost = r.info.final_state.dissipated[0];
    CHECK(lost.total() > 1.0);
  }
}

TEST_CASE("a block under a growing normal force stops at the root of a parabola") {
  // 2 v' = -0.5 (4 + 3 t), v = 3 - t - 3/8 t²
  const Trajectory r = run(brake("4 + 3*t", 0.5, 0.7, 3), {.duration = 4, .samples = 0});
  check_ledger(r);
  REQUIRE(r.events.size() == 1);
  const double stop = (-1 + std::sqrt(1 + 4.5)) / 0.75;
  CHECK(std::abs(r.events[0].time.value - stop) < 1e-14);
  CHECK(r.info.v[0] == 0.0);
}

TEST_CASE("a block slides freely while N = 0 and is caught when N rises again") {
  // N = 10 max(0, sin t), 2 v' = -N/2: v loses 5 in a half wave, nothing in the next.
  const Trajectory r =
      run(brake("10*max(0, sin(t))", 0.5, 0.6, 6), {.duration = 20, .samples = 201});
  check_ledger(r);
  const double pi = std::numbers::pi;
  for (std::size_t i = 0; i < r.time.size(); ++i)
    if (r.time[i] > pi && r.time[i] < 2 * pi) CHECK(std::abs(r.v[0][i] - 1.0) < 1e-13);
  const auto stops = times(r, Event::Cause::Stop);
  REQUIRE(stops.size() == 1);
  CHECK(std::abs(stops[0] - (2 * pi + std::acos(1 - 1 / 2.5))) < 1e-13);
  CHECK(r.events.size() == 1);  // at rest without a force it stays, pressed or not
}

TEST_CASE("a pulled block sticks in every wave of N that is strong enough") {
  // Held while 6 max(0, sin t) > 1.5 and v = 0; each cycle repeats the one before.
  Model model = brake("10*max(0, sin(t))", 0.5, 0.6);
  force(model, "pull", 0, "1.5");
  const Trajectory r = run(model, {.duration = 40, .samples = 0});
  check_ledger(r);
  const auto breaks = times(r, Event::Cause::Break);
  const auto stops = times(r, Event::Cause::Stop);
  const double pi = std::numbers::pi;
  REQUIRE(breaks.size() == 6);
  REQUIRE(stops.size() == 6);
  for (std::size_t i = 0; i < 6; ++i)
    CHECK(std::abs(breaks[i] - (pi - std::asin(0.25) + 2 * pi * static_cast<double>(i))) < 1e-12);
  // from break at b: 2 v = 1.5 (t - b) - 5 (cos b - cos t) to pi, on to 2 pi, ... = 0 at the stop
  for (std::size_t i = 1; i < 6; ++i) {
    const double b = breaks[i - 1];
    const double s = stops[i];
    CHECK(std::abs(1.5 * (s - b) - 5 * (std::cos(b) + 1) - 5 * (1 - std::cos(s))) < 1e-11);
  }
}

TEST_CASE("a normal force of the position gives the oscillator's closed form") {
  // 2 q'' = -0.5 * 16 q from q = 0, q' = 3: q = 1.5 sin(2 t), at rest at pi/4
  const Trajectory r = run(brake("16*q.block", 0.5, 0.5, 3), {.duration = 2, .samples = 0});
  check_ledger(r);
  REQUIRE(r.events.size() == 1);
  CHECK(std::abs(r.events[0].time.value - std::numbers::pi / 4) < 1e-14);
  CHECK(r.info.q[0] == doctest::Approx(1.5).epsilon(1e-14));
}

TEST_CASE("a normal force of the velocity gives the exponential's closed form") {
  // 2 v' = -0.5 (4 + 2 v): v = (v0 + 2) exp(-t/2) - 2
  const Trajectory r = run(brake("4 + 2*v.block", 0.5, 0.5, 3), {.duration = 4, .samples = 0});
  check_ledger(r);
  REQUIRE(r.events.size() == 1);
  CHECK(std::abs(r.events[0].time.value - 2 * std::log(2.5)) < 1e-14);
}

TEST_CASE("a stuck block is released by a normal force that depends on another body") {
  // The other body goes up and takes the load off: 0.5 (8 - 4 x) = 2 at x = 1.
  Model model = brake("8 - 4*q.lift", 0.5, 0.5);
  moving_base(model, "lift", "0.5*t^2");
  force(model, "pull", 0, "2");
  const Trajectory r = run(model, {.duration = 1.6, .samples = 0});
  check_ledger(r);
  REQUIRE(r.events.size() == 1);
  CHECK(std::abs(r.events[0].time.value - std::sqrt(2.0)) < 1e-14);
  // 2 v' = 2 - 4 + t²
  const auto w = [](double t) {
    return -t + t * t * t / 6;
  };
  CHECK(r.info.v[0] == doctest::Approx(w(1.6) - w(std::sqrt(2.0))).epsilon(1e-12));
}

TEST_CASE("a normal force that starts at zero is compared with a pull that starts at zero") {
  // mu_s N = t against a pull of c t: held for c < 1, else off at once with mu_k N = t/2
  for (const auto& [pull, moves] : {std::pair{"0.8*t", false}, std::pair{"1.2*t", true},
                                    std::pair{"-1.2*t", true}, std::pair{"0.8*t^2", false}}) {
    CAPTURE(std::string(pull));
    Model model = brake("t", 0.5, 1.0);
    force(model, "pull", 0, pull);
    const Trajectory r = run(model, {.duration = 1, .samples = 0});
    check_ledger(r);
    CHECK(r.events.empty());
    const double v = !moves ? 0.0 : (pull[0] == '-' ? -1 : 1) * 0.7 / 4;
    CHECK(r.info.v[0] == doctest::Approx(v).epsilon(1e-14));
  }
}

TEST_CASE(
    "without mass forces a pair at rest stays at rest while its normal force comes and goes") {
  const Trajectory r = run(brake("max(0, sin(5*t))", 0.5, 0.6), {.duration = 5, .samples = 51});
  check_ledger(r);
  CHECK(r.events.empty());
  for (const double q : r.q[0]) CHECK(q == 0.0);
}

TEST_CASE("a normal force that rises from zero at the first event is none below zero") {
  // 100 starts; x at the event is zero up to rounding of either sign.
  for (int i = 1; i <= 100; ++i) {
    CAPTURE(i);
    const std::string x = std::to_string(0.0123 * i);
    const Trajectory r = run(brake("max(0, 3*sin(7*(t - " + x + ")))", 0.5, 0.6, 1),
                             {.duration = 1.4, .samples = 0});
    CHECK(r.info.diagnosis == "");
  }
}

TEST_CASE("a normal force that only touches zero is no trouble, one that goes below is named") {
  const Trajectory touches = run(brake("(1 - t)^2", 0.5, 0.6, 3), {.duration = 3, .samples = 0});
  check_ledger(touches);
  const double v = 3 - 0.25 * (1.0 / 3 + 8.0 / 3);
  CHECK(touches.info.v[0] == doctest::Approx(v).epsilon(1e-14));
  for (const double velocity : {0.0, 3.0}) {
    const Trajectory r = run(brake("1 - t^3", 0.5, 0.6, velocity), {.duration = 3, .samples = 0});
    CHECK(r.info.status == Status::NegativeNormal);
    CHECK(r.info.diagnosis ==
          "t = 1 s: the normal force of 'brake' becomes negative; it presses or it is 0: write "
          "max(0, ...)");
    CHECK(r.info.final_state.time == doctest::Approx(1).epsilon(1e-11));
  }
  const Trajectory jumps = run(brake("if(t < 1, 2, -2)", 0.5, 0.6), {.duration = 3, .samples = 0});
  CHECK(jumps.info.status == Status::NegativeNormal);
  const Trajectory at_start = run(brake("t - 1", 0.5, 0.6), {.duration = 3, .samples = 0});
  CHECK(at_start.info.diagnosis.substr(0, 7) == "t = 0 s");
  // A dip between two samples of anything: below zero for 2e-5 s.
  const Trajectory dip =
      run(brake("(t - 1)^2 - 1e-10", 0.5, 0.6, 3), {.duration = 3, .samples = 2});
  CHECK(dip.info.status == Status::NegativeNormal);
}

TEST_CASE("a normal force without a value is named") {
  const Trajectory r = run(brake("1/(t - 1)^2", 0.5, 0.6), {.duration = 3, .samples = 0});
  CHECK(r.info.status == Status::NotFinite);
  CHECK(r.info.diagnosis.find("normal force of 'brake'") != std::string::npos);
}

TEST_CASE("the limits of a sample follow the normal force") {
  struct Watch : Observer {
    double worst{};
    int seen{};
    void sample(const Sample& s) override {
      const double normal = 10 + 5 * std::sin(3 * s.time);
      worst = std::max(
          {worst, std::abs(s.upper[0] - 0.6 * normal), std::abs(s.lower[0] + 0.6 * normal)});
      worst = std::max(worst, s.mode[0] == 0 ? std::abs(s.f[0]) - s.upper[0] : 0.0);
      ++seen;
    }
  } watch;
  Model model = brake("10 + 5*sin(3*t)", 0.4, 0.6);
  force(model, "pull", 0, "9*sin(t)");
  const System system = compile(model);
  const RunInfo info =
      simulate(system, initial_state(system), {.duration = 20, .samples = 2001}, watch);
  CHECK(info.status == Status::Finished);
  CHECK(info.final_state.mode_changes > 8);
  CHECK(watch.seen == 2001);
  CHECK(watch.worst < 1e-12);
}

TEST_CASE("load-dependent Stribeck levels, tables and hystereses are N times the level") {
  // N is 2 at all times, but not in form; beside it all levels doubled and no normal force.
  const auto laws = [](double factor) {
    Friction::Law law{number(0.3), number(factor * 1), number(factor * 2)};
    law.stribeck = Friction::Stribeck{number(0.05), number(2)};
    law.hysteresis =
        Friction::Hysteresis{number(0.3), number(0.1), number(factor * 0.7), number(0.1)};
    return law;
  };
  Friction::Law rows[2];
  for (const int i : {0, 1}) {
    rows[i] = {number(0), number(1 + i), number(1.5 * (1 + i))};
    for (const auto& [u, level] : {std::pair{0.0, 1.0}, {0.1, 2.0}, {0.4, 0.5}})
      rows[i].table.emplace_back(number(u), number((1 + i) * level));
  }
  Model pressed = brake("2*(sin(t)^2 + cos(t)^2)", 1, 1);
  pressed.frictions[0].forward = laws(1);
  pressed.frictions[0].backward = rows[0];
  Model plain = lasting(10);
  body(plain, "block", 2);
  friction(plain, "brake", between(0, kGround), 1, 1);
  plain.frictions[0].forward = laws(2);
  plain.frictions[0].backward = rows[1];
  for (Model* model : {&pressed, &plain}) force(*model, "pull", 0, "8*sin(2*t)");
  const Trajectory a = run(pressed, {.duration = 10, .samples = 0});
  const Trajectory b = run(plain, {.duration = 10, .samples = 0});
  check_ledger(a);
  REQUIRE(a.events.size() == b.events.size());
  CHECK(a.events.size() > 10);
  for (std::size_t i = 0; i < a.events.size(); ++i)
    CHECK(std::abs(a.events[i].time.value - b.events[i].time.value) < 1e-11);
}

TEST_CASE("parallel pairs hold together what their changing limits add up to") {
  // 0.5 (10 - t) + 2 = t/2 at t = 7, wherever the forces are shared before
  Model model = brake("max(0, 10 - t)", 0.5, 0.5);
  friction(model, "pad", between(0, kGround), 2, 2);
  friction(model, "shoe", between(0, kGround), 0.25, 0.25);
  model.frictions[0].forward.kinetic = model.frictions[0].forward.breakaway = number(0.25);
  model.frictions[2].normal = text("max(0, 10 - t)");
  force(model, "pull", 0, "t/2");
  const Trajectory r = run(model, {.duration = 9, .samples = 91});
  check_ledger(r);
  REQUIRE(times(r, Event::Cause::Break).size() + times(r, Event::Cause::Follow).size() == 3);
  for (const Event& event : r.events)
    if (event.to != 0) CHECK(std::abs(event.time.value - 7) < 1e-12);
  for (std::size_t i = 0; i < 70; ++i) CHECK(r.q[0][i] == 0.0);
  CHECK(r.info.v[0] == doctest::Approx(0.5 * 0.5 * 2 * 2).epsilon(1e-13));  // 2 v' = t - 7
}

TEST_CASE("a massless body creeps by what the force is beyond mu N") {
  // C v = F - mu N while F is larger: 4 v = 3 - 0.5 (10 - 4 t) from t = 1 to 2.5, then v = 3/4
  Model model = lasting(10);
  const int a = body(model, "a", 0);
  friction(model, "f", between(a, kGround), 0.5, 0.5, 4.0);
  model.frictions[0].normal = text("max(0, 10 - 4*t)");
  force(model, "pull", a, "3");
  const Trajectory r = run(model, {.duration = 4, .samples = 0});
  check_ledger(r);
  const auto breaks = times(r, Event::Cause::Break);
  REQUIRE(breaks.size() == 1);
  CHECK(std::abs(breaks[0] - 1) < 1e-14);
  CHECK(r.info.q[0] == doctest::Approx(0.5 * 1.5 * 0.75 + 1.5 * 0.75).epsilon(1e-13));

  model.frictions[0].forward.stribeck = Friction::Stribeck{number(0.1), number(2)};
  model.frictions[0].forward.breakaway = number(0.7);
  CHECK_THROWS_AS(compile(model), ModelError);
}

// The block comes back to its stop where the normal force is zero; rounding leaves it there with
// one of -1e-17 N.
TEST_CASE("a block rests on a stop where nothing presses its brake") {
  for (int i = 0; i < 20; ++i) {
    CAPTURE(i);
    Model model = brake("abs(60*q.block)", 0.1, 0.1);
    stop(model, "end", between(0, kGround), 0, HUGE_VAL, 0.0);
    spring(model, "spring", between(0, kGround), 60);
    force(model, "push", 0, std::to_string(4 + 0.2 * i) + "*sin(3*t)");
    const Trajectory r = run(model, {.duration = 5, .samples = 101});
    CHECK(r.info.diagnosis == "");
    check_ledger(r);
    CHECK(std::count(r.mode[2].begin(), r.mode[2].end(), -1) > 5);
  }
}
