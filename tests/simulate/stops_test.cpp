// Stops of one body against closed forms: bounces, contact, rest.
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "stop_runs.h"

namespace luztar {
namespace {

using namespace testing;

Model ball(double restitution, double duration) {
  Model model = lasting(duration);
  const int ball = body(model, "ball", 0.5, 1.0);
  force(model, "weight", ball, "-0.5*9.81");
  stop(model, "floor", between(ball, kGround), 0.0, kInfinity, restitution);
  return model;
}

}  // namespace

TEST_CASE("a ball bounces at the times of the closed form and rests where their series ends") {
  for (const double e : {0.0, 0.3, 0.7, 0.9}) {
    CAPTURE(e);
    const Trajectory out = run(ball(e, 10.0));
    REQUIRE(out.info.status == Status::Finished);
    const double fall = std::sqrt(2.0 / 9.81);
    double time = fall;
    double speed = 9.81 * fall;
    for (const Event& event : impacts_of(out)) {
      CHECK(event.time.value == doctest::Approx(time).epsilon(1e-12));
      const bool last = event.to != 0;
      CHECK(event.impulse == doctest::Approx(-0.5 * (last ? 1.0 : 1.0 + e) * speed).epsilon(1e-7));
      speed *= e;
      time += 2.0 * speed / 9.81;
    }
    REQUIRE(!out.events.empty());
    const Event& rest = out.events.back();
    CHECK(rest.to == -1);
    CHECK(rest.time.value == doctest::Approx(fall * (1.0 + e) / (1.0 - e)).epsilon(1e-11));
    CHECK(out.info.v[0] == 0.0);
    CHECK(out.d[0].back() == 0.0);
    CHECK(out.mode[0].back() == -1);
    CHECK(out.f[0].back() == doctest::Approx(-0.5 * 9.81).epsilon(1e-15));
    CHECK(out.info.energy.dissipated[0] == doctest::Approx(0.5 * 9.81).epsilon(1e-13));
    CHECK(balances(out.info));
  }
}

TEST_CASE("a ball on a shaken table: every impact against bisection in long double") {
  using Real = long double;
  const Real amplitude = 0.03L, w = 20.0L, g = 9.81L, e = 0.6L;
  Model model = lasting(4.0);
  const int table = moving_base(model, "table", "0.03*sin(20*t)");
  const int ball = body(model, "ball", 0.25, 0.4);
  force(model, "weight", ball, "-0.25*9.81");
  stop(model, "plate", between(ball, table), 0.0, kInfinity, 0.6);
  const Trajectory out = run(model);
  REQUIRE(out.info.status == Status::Finished);
  const auto impacts = impacts_of(out);
  REQUIRE(impacts.size() >= 10);
  Real t0 = 0, z0 = 0.4L, v0 = 0;
  Real growth = 1;  // of errors, by the product of Jacobians
  for (const Event& event : impacts) {
    const auto height = [&](Real t) {
      return z0 + v0 * (t - t0) - g / 2 * (t - t0) * (t - t0) - amplitude * std::sin(w * t);
    };
    Real low = t0 + 1e-6L;
    while (height(low + 1e-4L) > 0) low += 1e-4L;
    Real high = low + 1e-4L;
    for (int i = 0; i < 70; ++i) (height((low + high) / 2) > 0 ? low : high) = (low + high) / 2;
    const Real before = v0 - g * (low - t0);
    const Real plate = amplitude * w * std::cos(w * low);
    growth = std::max<Real>(1, growth * 3);
    CHECK(std::abs(event.time.value - static_cast<double>(low)) <
          1e-15 * static_cast<double>(growth) + 1e-13);
    CHECK(event.impulse == doctest::Approx(static_cast<double>(0.25L * (1 + e) * (before - plate)))
                               .epsilon(1e-13 + 1e-14 * static_cast<double>(growth)));
    v0 = plate + e * (plate - before);
    z0 = amplitude * std::sin(w * low);
    t0 = low;
    if (growth > 1e4L) break;
  }
  CHECK(balances(out.info));
}

TEST_CASE("a block slides to and fro between two walls until dry friction stops it") {
  // Between impacts v² falls by 2 (F/M) L, at each wall by e².
  Model model = lasting(20.0);
  const int block = body(model, "block", 2.0, 0.5, 3.0);
  friction(model, "floor", between(block, kGround), 1.0, 1.5);
  stop(model, "walls", between(block, kGround), -1.0, 1.0, 0.75);
  const Trajectory out = run(model);
  REQUIRE(out.info.status == Status::Finished);
  double square = 9.0;
  double room = 0.5;
  double side = 1.0;
  double time = 0.0;
  std::size_t i = 0;
  while (square > room) {  // a = F/M = 1/2
    const double arrival = std::sqrt(square - room);
    time += 2.0 * (std::sqrt(square) - arrival);
    REQUIRE(i + 1 < out.events.size());
    const Event& impact = out.events[i + 1];
    CHECK(out.events[i].cause == Event::Cause::Follow);  // the friction turns round
    CHECK(impact.time.value == doctest::Approx(time).epsilon(1e-13));
    CHECK(impact.impulse == doctest::Approx(side * 2.0 * 1.75 * arrival).epsilon(1e-13));
    i += 2;
    square = 0.5625 * (square - room);
    room = 2.0;
    side = -side;
  }
  REQUIRE(out.events.size() == i + 1);
  CHECK(out.events[i].time.value == doctest::Approx(time + 2.0 * std::sqrt(square)).epsilon(1e-13));
  CHECK(out.info.q[0] == doctest::Approx(-side * (1.0 - square)).epsilon(1e-13));
  CHECK(out.info.v[0] == 0.0);
  CHECK(balances(out.info));
}

TEST_CASE("a block leaves its stop when the force on it turns round") {
  Model model = lasting(3.0);
  const int block = body(model, "block", 1.0);
  force(model, "push", block, "5*cos(t)");
  stop(model, "wall", between(block, kGround), -kInfinity, 0.0, 0.5);
  const Trajectory out = run(model);
  REQUIRE(out.info.status == Status::Finished);
  REQUIRE(out.events.size() == 1);
  CHECK(out.events[0].cause == Event::Cause::Leave);
  CHECK(out.events[0].from == 1);
  const double quarter = std::acos(0.0);
  CHECK(out.events[0].time.value == doctest::Approx(quarter).epsilon(1e-14));
  CHECK(out.info.v[0] == doctest::Approx(5.0 * (std::sin(3.0) - 1.0)).epsilon(1e-13));
  CHECK(out.info.q[0] == doctest::Approx(5.0 * (-std::cos(3.0) - (3.0 - quarter))).epsilon(1e-13));
  CHECK(out.f[0].front() == doctest::Approx(5.0).epsilon(1e-15));
  CHECK(balances(out.info));
}

TEST_CASE("a block at its stop without force stays until a force that grows from zero comes") {
  Model model = lasting(1.0);
  const int block = body(model, "block", 1.0);
  force(model, "push", block, "-6*t");
  stop(model, "wall", between(block, kGround), -kInfinity, 0.0, 0.5);
  const Trajectory away = run(model);
  CHECK(away.info.q[0] == doctest::Approx(-1.0).epsilon(1e-14));
  CHECK(away.events.empty());
  model.forces[0].value = text("6*t^3");
  const Trajectory against = run(model);
  CHECK(against.info.q[0] == 0.0);
  CHECK(against.mode[0].back() == 1);
  CHECK(against.f[0].back() == doctest::Approx(6.0).epsilon(1e-14));
}

TEST_CASE("a body that starts at its edge with a rate into it is hit at the start") {
  Model model = lasting(1.0);
  const int a = body(model, "a", 2.0, 1.0, 3.0);
  stop(model, "wall", between(a, kGround), -kInfinity, 1.0, 0.5);
  const Trajectory out = run(model);
  REQUIRE(out.events.size() == 1);
  CHECK(out.events[0].cause == Event::Cause::Impact);
  CHECK(out.events[0].impulse == 9.0);
  CHECK(out.info.v[0] == -1.5);
  CHECK(out.info.energy.initial == 9.0);
  CHECK(balances(out.info));
}

TEST_CASE("a bouncing run in two halves has the bits of the whole") {
  const Model model = ball(0.8, 6.0);
  const System system = compile(model);
  const SimulationSettings whole{.duration = 6.0, .samples = 61};
  const Trajectory once = simulate(system, initial_state(system), whole);
  for (const double cut : {0.3, 1.7, 3.95, 5.0}) {
    struct StopAt : Observer {
      double time;
      bool progress(double now) override { return now < time; }
    } observer;
    observer.time = cut;
    const RunInfo half = simulate(system, initial_state(system), whole, observer);
    const Trajectory rest = simulate(system, half.final_state, whole);
    CHECK(rest.info.final_state == once.info.final_state);
  }
}

TEST_CASE("after an impact a law of abs(v) is on its other piece") {
  Model model = lasting(2.0);
  const int ball = body(model, "ball", 1.0, 0.0, 1.0);
  damper(model, "drag", between(ball, kGround), "0.5*v*(1 + abs(v))");
  Stop wall;
  wall.name = "wall";
  wall.deflection = between(ball, kGround);
  wall.lower = Expression::number(-std::numeric_limits<double>::infinity());
  wall.upper = number(0.5);
  wall.restitution = number(0.5);
  model.stops.push_back(wall);
  const System system = compile(model);
  const Trajectory out = simulate(system, initial_state(system), system.settings());
  REQUIRE(out.info.status == Status::Finished);
  CHECK(out.v[0].back() < 0.0);
  for (std::size_t i = 0; i < out.time.size(); ++i) {
    const double v = out.v[0][i];
    CHECK(out.f[0][i] == doctest::Approx(0.5 * v * (1.0 + std::abs(v))).epsilon(1e-13));
  }
}

TEST_CASE("stops that cannot work are refused by name") {
  Model beyond = lasting(1.0);
  stop(beyond, "wall", between(body(beyond, "a", 1.0, 2.0), kGround), -1.0, 1.0, 0.5);
  CHECK_THROWS_WITH_AS(compile(beyond), doctest::Contains("'wall' starts at 2"), ModelError);
  Model given = lasting(1.0);
  stop(given, "wall", between(moving_base(given, "base", "sin(t)"), kGround), -2.0, 2.0, 0.5);
  CHECK_THROWS_WITH_AS(compile(given), doctest::Contains("'wall' limits given motions"),
                       ModelError);
  Model massless = lasting(1.0);
  const int tip = body(massless, "tip", 0.0);
  friction(massless, "drag", between(tip, kGround), 1.0, 1.0, 1.0);
  stop(massless, "wall", between(tip, kGround), -2.0, 2.0, 0.5);
  CHECK_THROWS_WITH_AS(compile(massless), doctest::Contains("massless body 'tip'"), ModelError);
}

TEST_CASE("a stop without room is a link") {
  Model model = lasting(1.0);
  const int a = body(model, "a", 1.0, 0.5, 2.0);
  const int b = body(model, "b", 3.0, 0.0, 2.0);
  stop(model, "bolt", between(a, b), 0.5, 0.5, 0.5);
  force(model, "push", a, "8");
  const Trajectory out = run(model);
  CHECK(out.info.v[0] == out.info.v[1]);
  CHECK(out.info.v[0] == doctest::Approx(4.0).epsilon(1e-15));
  CHECK(out.f[0].back() == doctest::Approx(6.0).epsilon(1e-15));
  model.bodies[0].velocity = number(1.0);
  CHECK_THROWS_WITH_AS(compile(model), doctest::Contains("'bolt' leaves no room"), ModelError);
}

TEST_CASE("a block held by friction at its stop shares with it and comes off when pulled harder") {
  // The wall takes what pushes; pulled, friction holds up to its limit.
  Model model = lasting(4.0);
  const int block = body(model, "block", 1.0);
  force(model, "push", block, "4 - 4*t");
  friction(model, "floor", between(block, kGround), 3.0, 3.0);
  stop(model, "wall", between(block, kGround), -kInfinity, 0.0, 0.5);
  const Trajectory out = run(model, 401);
  REQUIRE(out.info.status == Status::Finished);
  for (std::size_t i = 0; i < out.time.size(); ++i) {
    if (out.time[i] >= 1.75) continue;
    CHECK(out.q[0][i] == 0.0);
    CHECK(out.f[0][i] + out.f[1][i] == doctest::Approx(4.0 - 4.0 * out.time[i]));
    CHECK(out.f[1][i] >= 0.0);
    CHECK(std::abs(out.f[0][i]) <= 3.0);
  }
  // From 7/4 on: v' = -(4 s), s = t - 7/4.
  CHECK(out.info.v[0] == doctest::Approx(-2.0 * 2.25 * 2.25).epsilon(1e-13));
  CHECK(balances(out.info));
}

TEST_CASE("a block pushed at a wall against dry friction bounces ever less and rests there") {
  // From a rebound u: it turns after u/(f + F), is back with u sqrt((f - F)/(f + F)).
  Model model = lasting(5.0);
  const int block = body(model, "block", 1.0, 0.0, 0.0);
  force(model, "push", block, "2");
  friction(model, "floor", between(block, kGround), 0.5, 0.5);
  stop(model, "wall", between(block, kGround), -kInfinity, 0.75, 0.8);
  const Trajectory out = run(model);
  REQUIRE(out.info.status == Status::Finished);
  double time = 1.0;  // 1.5 t²/2 = 0.75
  double speed = 1.5;
  for (const Event& event : impacts_of(out)) {
    CHECK(event.time.value == doctest::Approx(time).epsilon(1e-12));
    const double e = event.to == 0 ? 0.8 : 0.0;
    CHECK(event.impulse == doctest::Approx((1.0 + e) * speed).epsilon(1e-6));
    const double rebound = 0.8 * speed;
    speed = rebound * std::sqrt(1.5 / 2.5);
    time += rebound / 2.5 + speed / 1.5;
  }
  const double ratio = 0.8 * std::sqrt(0.6);
  const double rest = 1.0 + 0.8 * 1.5 * (1.0 / 2.5 + std::sqrt(0.6) / 1.5) / (1.0 - ratio);
  CHECK(out.events.back().time.value == doctest::Approx(rest).epsilon(1e-11));
  CHECK(out.info.v[0] == 0.0);
  CHECK(out.info.q[0] == doctest::Approx(0.75).epsilon(1e-15));
  CHECK(out.f[1].back() + out.f[0].back() == doctest::Approx(2.0).epsilon(1e-15));
  CHECK(balances(out.info));
}

TEST_CASE("a bouncing run that starts later bounces as much later") {
  const auto make = [](double start) {
    Model model = lasting(2.0);
    model.simulation.start = number(start);
    const std::string t = "(t - " + std::to_string(start) + ")";
    const int table = moving_base(model, "table", "0.02*sin(9*" + t + ")");
    const int ball = body(model, "ball", 0.5, 0.3);
    force(model, "weight", ball, "-5");
    stop(model, "plate", between(ball, table), 0.0, kInfinity, 0.6);
    return model;
  };
  const auto early = impacts_of(run(make(0.0)));
  const auto late = impacts_of(run(make(64.0)));
  REQUIRE(early.size() > 10);
  for (std::size_t i = 0; i < 10; ++i) {
    CHECK(late[i].time.value - 64.0 == doctest::Approx(early[i].time.value).epsilon(1e-10));
    CHECK(late[i].impulse == doctest::Approx(early[i].impulse).epsilon(1e-8));
  }
}

}  // namespace luztar
