// method = "stepping" on systems whose motion has a closed form.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "../dynamics/small_models.h"
#include "../friction/allocations.h"
#include "whole_run.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

constexpr double kPi = std::numbers::pi;

/// p in error ~ h^p, from the position of body 0 at the end.
double order_of(const Model& model, double step, double duration, double exact) {
  const double coarse = std::abs(run(model, steps_of(step, duration)).info.q[0] - exact);
  const double fine = std::abs(run(model, steps_of(step / 8, duration)).info.q[0] - exact);
  return std::log(coarse / fine) / std::log(8.0);
}

}  // namespace

TEST_CASE("stepping: a sliding block stops after v²M/2F, exactly where the grid holds the stop") {
  Model model = lasting(2);
  const int block = body(model, "block", 2, 0, 3);
  friction(model, "floor", between(block, kGround), 6, 6);
  const Trajectory r = run(model, steps_of(0.25, 2.0, 5));
  check_sound(r);
  REQUIRE(r.events.size() == 1);
  CHECK(r.events[0].time.value == 1.0);
  CHECK(r.events[0].cause == Event::Cause::Stop);
  CHECK(std::abs(r.info.q[0] - 1.5) < 1e-15);
  CHECK(r.info.v[0] == 0.0);
  CHECK(std::abs(r.info.energy.dissipated[0] - 9.0) < 1e-14);
  CHECK(r.info.energy.numerical == 0.0);
  // v is linear, q a parabola
  REQUIRE(r.time.size() == 5);
  CHECK(std::abs(r.q[0][1] - (1.5 - 3 * 0.125)) < 1e-15);
  CHECK(r.f[0][1] == 6.0);
  CHECK(r.a[0][1] == doctest::Approx(-3.0));
  CHECK(r.mode[0][1] == 1);
  CHECK(r.mode[0][4] == 0);
}

TEST_CASE("stepping: a step that is cut by the output's end is whole when the run goes on") {
  const System system = compile(shaken_blocks(10, "3*sin(5*t) + square(3*t) - 0.2*v.a"));
  for (const bool adaptive : {false, true}) {
    SimulationSettings whole = steps_of(0.013, 6.0, 121);
    whole.adaptive = adaptive;
    whole.tolerance = 1e-5;
    const Trajectory once = simulate(system, initial_state(system), whole);
    check_sound(once);
    SimulationSettings first = whole;
    first.samples = 0;
    first.duration = 2.6172;
    const Trajectory half = simulate(system, initial_state(system), first);
    CHECK(half.info.final_state.time == 2.6172);
    const Trajectory rest = simulate(system, half.info.final_state, whole);
    CHECK(rest.info.final_state == once.info.final_state);
    CHECK(rest.info.q == once.info.q);
    CHECK(rest.info.energy.residual == once.info.energy.residual);
    CHECK(rest.info.energy.dissipated == once.info.energy.dissipated);
    REQUIRE(rest.time.size() < once.time.size());
    for (std::size_t i = 0; i < rest.time.size(); ++i)
      CHECK(rest.q[1][i] == once.q[1][once.time.size() - rest.time.size() + i]);
    CHECK(half.events.size() + rest.events.size() == once.events.size());
  }
}

TEST_CASE("stepping: a run in two parts gives each row once, however its times round") {
  Model model = lasting(2);
  const int block = body(model, "block", 1, 0, 1);
  spring(model, "spring", between(block, kGround), 40);
  const System system = compile(model);
  SimulationSettings settings = steps_of(1e-3, 2.0);
  settings.interval = 0.05;
  const std::size_t rows = simulate(system, initial_state(system), settings).time.size();
  CHECK(rows == 41);
  for (int k = 1; k < 40; ++k) {
    CAPTURE(k);
    for (const double end : {k * 0.05, k / 20.0, std::nextafter(k * 0.05, 0.0)}) {
      settings.duration = end;
      const Trajectory first = simulate(system, initial_state(system), settings);
      settings.duration = 2.0;
      const Trajectory second = simulate(system, first.info.final_state, settings);
      CHECK(first.time.size() == static_cast<std::size_t>(k) + 1);
      CHECK(first.time.size() + second.time.size() == rows);
    }
  }
}

TEST_CASE("stepping: a linear network without friction keeps its energy to rounding") {
  Model model = lasting(50);
  int before = kGround;
  for (int i = 0; i < 6; ++i) {
    const int b = body(model, "b" + std::to_string(i), 1.0 + 0.3 * i, 0.01 * i, i == 2 ? 1.0 : 0.0);
    spring(model, "k" + std::to_string(i), between(b, before), 100.0 + 20 * i);
    before = b;
  }
  const Trajectory r = run(model, steps_of(0.02, 50, 101));
  check_sound(r);
  CHECK(r.info.energy.numerical == 0.0);
  double energy = 0.0;
  for (const double part : r.info.energy.kinetic) energy += part;
  for (const double part : r.info.energy.stored) energy += part;
  CHECK(std::abs(energy - r.info.energy.initial) < 1e-12 * r.info.energy.initial);
}

TEST_CASE("stepping: smooth motions are of second order") {
  SUBCASE("an oscillator") {
    Model model = lasting(3);
    const int block = body(model, "block", 2, 1.0);
    spring(model, "k", between(block, kGround), 18);
    CHECK(order_of(model, 0.02, 3, std::cos(9.0)) == doctest::Approx(2).epsilon(0.03));
  }
  SUBCASE("a damper that is a law of the speed: v = v0/(1 + c v0 t)") {
    Model model = lasting(2);
    body(model, "block", 1, 0.0, 3.0);
    force(model, "drag", 0, "-0.7*abs(v.block)*v.block");
    CHECK(order_of(model, 0.1, 2, std::log(1 + 0.7 * 3 * 2) / 0.7) ==
          doctest::Approx(2).epsilon(0.15));
  }
  SUBCASE("a force of time") {
    Model model = lasting(2);
    body(model, "block", 1);
    force(model, "push", 0, "sin(3*t)");
    CHECK(order_of(model, 0.1, 2, 2.0 / 3 - std::sin(6.0) / 9) == doctest::Approx(2).epsilon(0.1));
  }
  SUBCASE("a given motion drags a block along, which slides all the time") {
    Model model = lasting(1);
    const int block = body(model, "block", 1);
    const int base = moving_base(model, "base", "5*t + 0.1*sin(7*t)");
    friction(model, "pair", between(block, base), 2, 2, 0.5);
    // v' = 2 + (w - v)/2, w = 5 + 0.7 cos 7t; z(1) of the linear equation
    const double c = 0.5;
    const double x = 9.0 * (1 - (1 - std::exp(-c)) / c);
    const auto forced = [&](double w) {  // response to c A cos(w t), at rest before
      const double n = c * c + w * w;
      return c / n * ((c / w) * std::sin(w) + (1 - std::cos(w)) - (1 - std::exp(-c)));
    };
    CHECK(order_of(model, 0.05, 1, x + 0.7 * forced(7)) == doctest::Approx(2).epsilon(0.1));
  }
  SUBCASE("a normal force that grows with time: v' = -mu (1 + t)") {
    Model model = lasting(1);
    const int block = body(model, "block", 1, 0.0, 3.0);
    friction(model, "floor", between(block, kGround), 0.5, 0.5);
    model.frictions[0].normal = text("1 + t + q.block^2*0");
    CHECK(run(model, steps_of(0.1, 1)).info.q[0] ==
          doctest::Approx(3 - 0.25 - 0.5 / 6).epsilon(1e-3));
    CHECK(order_of(model, 0.1, 1, 3 - 0.25 - 0.5 / 6) == doctest::Approx(2).epsilon(0.1));
  }
}

TEST_CASE("stepping: jumps of inputs are ends of steps") {
  Model model = lasting(3);
  const int block = body(model, "block", 2, 0.0, 0.0);
  force(model, "push", block, "4*pulse(t, 0.3, 1) - 2*step(t - pi/2)");
  // a = 2 on (0.3, 1.3), -1 from pi/2 on
  const double rest = 3 - kPi / 2;
  const double exact = 1.0 + 2.0 * 1.7 - rest * rest / 2;
  const Trajectory r = run(model, steps_of(0.19, 3.0));
  check_sound(r);
  CHECK(std::abs(r.info.q[0] - exact) < 1e-8);
  REQUIRE(r.events.size() == 3);
  CHECK(r.events[0].cause == Event::Cause::Jump);
  CHECK(std::abs(r.events[0].time.value - 0.3) < 1e-9);
  CHECK(std::abs(r.events[2].time.value - kPi / 2) < 1e-9);

  SUBCASE("and so are those of velocities, which tear dry friction loose") {
    Model moved = lasting(1);
    const int base = moving_base(moved, "base", "abs(t - 0.43)");
    const int rider = body(moved, "rider", 1, 0.0, -1.0);
    friction(moved, "pair", between(rider, base), 2, 2);
    const Trajectory b = run(moved, steps_of(0.1, 1.0));
    check_sound(b);
    CHECK(std::abs(b.info.q[0] - 0.57) < 1e-8);
    CHECK(std::abs(b.info.v[1] - (-1 + 2 * 0.57)) < 1e-8);
    CHECK(std::abs(b.info.q[1] - (-1 + 0.57 * 0.57)) < 1e-8);
  }
}

TEST_CASE("stepping: elements side by side are one edge and share its force by strength") {
  Model model = lasting(1);
  const int a = body(model, "a", 1);
  const int b = body(model, "b", 2);
  friction(model, "one", between(a, b, 1, 2), 1, 1);
  friction(model, "two", between(b, a, 4, 2), 3, 3);  // -2 times the deflection of `one`
  friction(model, "base", between(b, kGround), 100, 100);
  force(model, "push", a, "3.5");
  const Trajectory r = run(model, steps_of(0.01, 1.0));
  check_sound(r);
  // least sum T²/F_S with T1 - 2 T2 = 3.5: T1 = 3.5*1/(1 + 4*3), T2 = -2*3*T1; here by strength
  CHECK(r.info.v[0] == 0.0);
  CHECK(r.info.q[0] == 0.0);
  CHECK(r.f[0].back() - 2 * r.f[1].back() == doctest::Approx(3.5).epsilon(1e-14));
  CHECK(std::abs(r.f[0].back()) <= 1.0);
  CHECK(std::abs(r.f[1].back()) <= 3.0);
  CHECK(r.f[2].back() == doctest::Approx(7.0).epsilon(1e-14));
}

TEST_CASE("stepping: what it has no steps for is refused by name") {
  Model model = lasting(1);
  const int a = body(model, "a", 1);
  body(model, "ghost", 0);
  spring(model, "k", between(a, 1), 1);
  spring(model, "k0", between(1, kGround), 1);
  const System system = compile(model);
  CHECK_THROWS_WITH_AS(simulate(system, initial_state(system), steps_of(0.1, 1)),
                       "simulate: Method::Stepping has no steps for 'ghost', which has no mass",
                       std::invalid_argument);
  Model plain = lasting(1);
  body(plain, "a", 1);
  const System fine = compile(plain);
  CHECK_THROWS_AS(simulate(fine, initial_state(fine), steps_of(0.0, 1)), std::invalid_argument);
  CHECK(run(plain, steps_of(0.1, 0.0)).time.size() == 1);
}

TEST_CASE("stepping: a run that cannot go on says so and keeps what it has") {
  Model model = lasting(2);
  const int block = body(model, "block", 1, 0.0, 1.0);
  friction(model, "floor", between(block, kGround), 0.1, 0.1);
  SUBCASE("a normal force below zero") {
    model.frictions[0].normal = text("1 - t");
    const Trajectory r = run(model, steps_of(0.1, 2));
    CHECK(r.info.status == Status::NegativeNormal);
    CHECK(r.info.diagnosis.find("'floor'") != std::string::npos);
    CHECK(std::abs(r.info.final_state.time - 1.0) < 0.11);
  }
  SUBCASE("a force without end") {
    force(model, "blow", block, "exp(1000*t)");
    const Trajectory r = run(model, steps_of(0.1, 2));
    CHECK(r.info.status == Status::NotFinite);
    CHECK(r.info.final_state.time > 0.0);
    CHECK(std::isfinite(r.info.q[0]));
  }
  SUBCASE("too many events") {
    force(model, "shake", block, "300*cos(40*t)");
    SimulationSettings settings = steps_of(0.01, 2);
    settings.max_events = 5;
    const Trajectory r = run(model, settings);
    CHECK(r.info.status == Status::TooManyEvents);
    CHECK(r.info.diagnosis.find("'floor'") != std::string::npos);
  }
}

TEST_CASE("stepping: adaptive steps keep the tolerance and find the events") {
  // Stop and reversal: z'' = -w² z - F sgn v from z0: turning points fall by 2F/k
  Model model = lasting(2);
  const int block = body(model, "block", 1, 1.0);
  spring(model, "k", between(block, kGround), kPi * kPi);
  friction(model, "floor", between(block, kGround), 0.1 * kPi * kPi, 0.1 * kPi * kPi);
  const double exact = 1.0 - 4 * 0.1;  // after two half swings
  double before = 1.0;
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    SimulationSettings settings = steps_of(0.1, 2.0);
    settings.adaptive = true;
    settings.tolerance = tolerance;
    const Trajectory r = run(model, settings);
    check_sound(r);
    const double error = std::abs(r.info.q[0] - exact);
    CHECK(error < 100 * tolerance);
    CHECK(error < before);
    before = error;
  }
}

TEST_CASE("stepping: adaptive steps find the break of static > kinetic friction") {
  // Belt: it breaks at F_S/(k v0), slips for (2 pi - 2 atan(w D/v0))/w, D = (F_S - F_K)/k, and
  // sticks for 2 D/v0.
  Model model = lasting(6);
  const int block = body(model, "block", 1, 0.0, 0.2);
  const int belt = body(model, "belt", std::numeric_limits<double>::infinity(), 0.0, 0.2);
  spring(model, "k", between(block, kGround), 25);
  friction(model, "contact", between(block, belt), 6, 10);
  SimulationSettings settings = steps_of(0.1, 6.0);
  settings.adaptive = true;
  settings.tolerance = 1e-7;
  const Trajectory r = run(model, settings);
  check_sound(r);
  REQUIRE(r.events.size() >= 3);
  const double slip = (2 * kPi - 2 * std::atan(5 * (4.0 / 25) / 0.2)) / 5;
  CHECK(std::abs(r.events[0].time.value - 2.0) < 1e-5);
  CHECK(std::abs(r.events[1].time.value - 2.0 - slip) < 1e-5);
  CHECK(std::abs(r.events[2].time.value - 2.0 - slip - 2 * (4.0 / 25) / 0.2) < 1e-5);
}

TEST_CASE("stepping: gears that stick go on stuck") {
  Model model = lasting(4);
  const int a = body(model, "a", 1, 0.0, 0.7);
  const int b = body(model, "b", 2, 0.0, 0.3);
  const int c = body(model, "c", 0.5, 0.0, 0.9);
  friction(model, "ab", between(a, b, 3, 7), 50, 50);
  friction(model, "bc", between(b, c, 0.3, 0.1), 50, 60);
  spring(model, "k", between(a, kGround), 10);
  force(model, "push", b, "5*sin(3*t)");
  const System system = compile(model);
  const SimulationSettings whole = steps_of(0.01, 4.0, 0);
  SimulationSettings half = whole;
  half.duration = 1.777;
  const Trajectory once = simulate(system, initial_state(system), whole);
  check_sound(once);
  const Trajectory first = simulate(system, initial_state(system), half);
  const Trajectory rest = simulate(system, first.info.final_state, whole);
  // To the bit but for what a ratio rounds when a velocity is written down.
  const State& x = rest.info.final_state;
  const State& y = once.info.final_state;
  CHECK(x.pair == y.pair);
  CHECK(x.steps == y.steps);
  CHECK(x.mode_changes == y.mode_changes);
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(x.position[i] == doctest::Approx(y.position[i]).epsilon(1e-14));
}

TEST_CASE("stepping: a step allocates nothing") {
  struct Counter : Observer {
    bool progress(double /*time*/) override {
      if (++steps == 100) before = allocations();  // an exact recursion makes memory at first use
      after = allocations();
      return true;
    }
    int steps{};
    long before{}, after{};
  };
  Model model = shaken_blocks(2, "6*sin(5*t) - 0.2*v.a");
  model.frictions[1].normal = text("1 + 0.2*sin(5*t)");
  const System system = compile(model);
  for (const bool adaptive : {false, true}) {
    SimulationSettings settings = steps_of(0.01, 2.0);
    settings.adaptive = adaptive;
    settings.tolerance = 1e-4;
    Counter counter;
    const RunInfo info = simulate(system, initial_state(system), settings, counter);
    CHECK(info.status == Status::Finished);
    CHECK(info.final_state.events > 3);
    CHECK(counter.steps > 150);
    CHECK(counter.after == counter.before);
  }
}
