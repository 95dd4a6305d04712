// Dahl's and LuGre's friction: laws with a state of their own.
#include <array>
#include <cmath>
#include <functional>
#include <string>

#include <doctest/doctest.h>

#include "../dynamics/small_models.h"
#include "environment.h"
#include "whole_run.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

struct Numbers {
  double sigma0{}, sigma1{}, kinetic{}, breakaway{}, velocity{}, viscous{};
  int exponent{1};
  double level(double u) const {  // n = 2
    return kinetic + (breakaway - kinetic) * std::exp(-(u / velocity) * (u / velocity));
  }
};

void bristles(Model& model, Deflection deflection, Friction::Bristles::Kind kind,
              const Numbers& n) {
  Friction friction;
  friction.name = "floor";
  friction.deflection = std::move(deflection);
  friction.forward = {number(n.viscous), number(n.kinetic), number(n.breakaway)};
  if (n.velocity > 0) friction.forward.stribeck = {{number(n.velocity), number(2)}};
  friction.backward = friction.forward;
  friction.bristles = {kind, number(n.sigma0), number(n.sigma1), number(n.exponent)};
  model.frictions.push_back(friction);
}

constexpr auto kDahl = Friction::Bristles::Kind::Dahl;
constexpr auto kLuGre = Friction::Bristles::Kind::LuGre;

/// A block of `mass` on the floor, drawn by a spring whose end moves as `end` says.
Model drawn_block(Friction::Bristles::Kind kind, const Numbers& n, const std::string& end,
                  double mass = 1, double stiffness = 100) {
  Model model = lasting(10);
  const int block = body(model, "block", mass);
  const int hand = moving_base(model, "hand", end);
  spring(model, "rope", between(hand, block), stiffness);
  bristles(model, between(block, kGround), kind, n);
  return model;
}

using State3 = std::array<double, 3>;  // q, v, z

/// The classical method of Runge and Kutta in small steps: another integrator.
State3 runge_kutta(const std::function<State3(double, const State3&)>& f, double duration,
                   int steps) {
  State3 y{};
  const double h = duration / steps;
  const auto ahead = [](const State3& from, double step, const State3& slope) {
    return State3{from[0] + step * slope[0], from[1] + step * slope[1], from[2] + step * slope[2]};
  };
  for (int i = 0; i < steps; ++i) {
    const double t = duration * i / steps;
    const State3 a = f(t, y);
    const State3 b = f(t + h / 2, ahead(y, h / 2, a));
    const State3 c = f(t + h / 2, ahead(y, h / 2, b));
    const State3 d = f(t + h, ahead(y, h, c));
    for (std::size_t j = 0; j < 3; ++j) y[j] += h / 6 * (a[j] + 2 * b[j] + 2 * c[j] + d[j]);
  }
  return y;
}

}  // namespace

TEST_CASE("Dahl's force over the way is F (1 - exp(-s x/F)), and its mirror after a reversal") {
  const double F = 3, s = 1e4, A = 0.002;
  Model model = lasting(10);
  const int slide = moving_base(model, "slide", "0.002*sin(t)^2");
  bristles(model, between(slide, kGround), kDahl, {.sigma0 = s, .kinetic = F, .breakaway = F});
  const Trajectory r = run(model, {.duration = 3, .samples = 301});
  check_ledger(r);
  const double top = F * (1 - std::exp(-s * A / F));
  for (std::size_t i = 0; i < r.time.size(); ++i) {
    CAPTURE(r.time[i]);
    const double x = A * std::sin(r.time[i]) * std::sin(r.time[i]);
    const bool back = r.time[i] > std::acos(0.0);
    const double f =
        back ? (top + F) * std::exp(s * (x - A) / F) - F : F * (1 - std::exp(-s * x / F));
    CHECK(std::abs(r.f[0][i] - f) < 1e-11 * F);
    CHECK(r.internal[0][i] == doctest::Approx(f / s).epsilon(1e-10));
  }
  CHECK(std::abs(r.info.energy.stored[0] - 0.5 * s * std::pow(r.internal[0].back(), 2)) < 1e-16);
  CHECK(r.info.energy.dissipated[0] > 0.0);
  CHECK(r.events.empty());  // bristles have no modes
}

TEST_CASE("Dahl's law with larger exponents has the closed forms of a power") {
  // y = s z/F: y' = (1 - y)^n going up, y = 1 - (1 + (n - 1) x)^(-1/(n - 1)), x in units of F/s
  const double F = 3, s = 1e4, A = 0.002;
  for (const int n : {2, 3, 4, 7}) {
    CAPTURE(n);
    Model model = lasting(10);
    const int slide = moving_base(model, "slide", "0.002*sin(t)^2");
    bristles(model, between(slide, kGround), kDahl,
             {.sigma0 = s, .kinetic = F, .breakaway = F, .exponent = n});
    const Trajectory r = run(model, {.duration = 3, .samples = 301});
    check_ledger(r);
    const double m = n - 1;
    const double top = 1 - std::pow(1 + m * s * A / F, -1 / m);
    for (std::size_t i = 0; i < r.time.size(); ++i) {
      CAPTURE(r.time[i]);
      const double x = A * std::sin(r.time[i]) * std::sin(r.time[i]);
      const bool back = r.time[i] > std::acos(0.0);
      const double y = back ? std::pow(std::pow(1 + top, -m) + m * s * (A - x) / F, -1 / m) - 1
                            : 1 - std::pow(1 + m * s * x / F, -1 / m);
      CHECK(std::abs(r.f[0][i] - F * y) < 1e-11 * F);
    }
  }
}

TEST_CASE("LuGre's force at a constant speed settles exponentially on Stribeck's curve") {
  // z = L/s (1 - exp(-s v t/L)), f = s z + s1 z' + C v
  const Numbers n{
      .sigma0 = 1e5, .sigma1 = 300, .kinetic = 2, .breakaway = 3, .velocity = 0.01, .viscous = 0.4};
  for (const double v : {0.001, 0.01, -0.01, 0.05}) {
    CAPTURE(v);
    Model model = lasting(10);
    model.parameters.push_back({"V", number(v)});
    const int slide = moving_base(model, "slide", "V*t");
    bristles(model, between(slide, kGround), kLuGre, n);
    const Trajectory r = run(model, {.duration = 0.5, .samples = 501});
    check_ledger(r);
    const double L = n.level(std::abs(v));
    const double sign = v > 0 ? 1 : -1;
    for (std::size_t i = 0; i < r.time.size(); ++i) {
      const double fading = std::exp(-n.sigma0 * std::abs(v) * r.time[i] / L);
      const double f = sign * L * (1 - fading) + n.sigma1 * v * fading + n.viscous * v;
      CHECK(std::abs(r.f[0][i] - f) < 1e-11);
    }
    CHECK(std::abs(r.f[0].back() - (sign * L + n.viscous * v)) < 1e-6);
  }
}

TEST_CASE("a block that sticks and slips by LuGre's law goes as Runge and Kutta say") {
  const Numbers n{.sigma0 = 1e5,
                  .sigma1 = 316,
                  .kinetic = 1,
                  .breakaway = 1.5,
                  .velocity = 0.001,
                  .viscous = 0.4};
  const Model model =
      drawn_block(kLuGre, n, "0.1*t", 1, 2);  // Canudas de Wit et al. 1995, figure 5
  const auto f = [&](double t, const State3& y) {
    const double zdot = y[1] - n.sigma0 * std::abs(y[1]) * y[2] / n.level(std::abs(y[1]));
    const double friction = n.sigma0 * y[2] + n.sigma1 * zdot + n.viscous * y[1];
    return State3{y[1], 2 * (0.1 * t - y[0]) - friction, zdot};
  };
  for (const double duration : {5.0, 9.0}) {  // before the first slip, in it
    CAPTURE(duration);
    const Trajectory r = run(model, {.duration = duration, .samples = 2});
    check_ledger(r);
    const State3 y = runge_kutta(f, duration, static_cast<int>(duration * 200000));
    CHECK(std::abs(r.info.q[0] - y[0]) < 1e-8);
    CHECK(std::abs(r.info.v[0] - y[1]) < 1e-8);
    CHECK(std::abs(r.internal[0].back() - y[2]) < 1e-8 * 1e-5);
  }
}

TEST_CASE("a block shaken on Dahl's bristles goes as Runge and Kutta say") {
  for (const int exponent : {1, 2, 3}) {
    CAPTURE(exponent);
    const Numbers n{
        .sigma0 = 2e4, .kinetic = 1, .breakaway = 1, .viscous = 0.2, .exponent = exponent};
    const Model model = drawn_block(kDahl, n, "0.1*sin(3*t)");
    const auto f = [&](double t, const State3& y) {
      const double x = 1 - n.sigma0 * y[2] / n.kinetic * (y[1] < 0 ? -1 : 1);
      const double zdot = y[1] * std::pow(std::abs(x), exponent) * (x < 0 ? -1 : 1);
      const double friction = n.sigma0 * y[2] + n.viscous * y[1];
      return State3{y[1], 100 * (0.1 * std::sin(3 * t) - y[0]) - friction, zdot};
    };
    const Trajectory r = run(model, {.duration = 3, .samples = 2});
    check_ledger(r);
    const State3 y = runge_kutta(f, 3.0, 1500000);
    CHECK(std::abs(r.info.q[0] - y[0]) < 1e-9);
    CHECK(std::abs(r.info.v[0] - y[1]) < 1e-8);
    CHECK(std::abs(r.internal[0].back() - y[2]) < 1e-8 / 2e4);
  }
}

TEST_CASE("the tolerance of a run with bristles holds what it says") {
  const Numbers n{.sigma0 = 1e6, .sigma1 = 316, .kinetic = 10, .breakaway = 15, .velocity = 0.01};
  const Model model = drawn_block(kLuGre, n, "0.1*t", 1, 1000);
  const Trajectory coarse = run(model, {.duration = 1, .samples = 2, .tolerance = 1e-10});
  const Trajectory fine = run(model, {.duration = 1, .samples = 2, .tolerance = 1e-12});
  const Trajectory finest = run(model, {.duration = 1, .samples = 2, .tolerance = 1e-14});
  for (const auto* r : {&coarse, &fine, &finest}) check_ledger(*r);
  CHECK(std::abs(coarse.info.v[0] - finest.info.v[0]) < 1e-7);
  CHECK(std::abs(fine.info.v[0] - finest.info.v[0]) < 1e-9);
}

TEST_CASE("bristles that have settled cost no small steps") {
  // z settles with s v/F_K, up to 1e6 per second; explicit steps would be about ten of its times.
  for (const auto& [speed, kinetic] :
       {std::pair{0.01, 1.0}, {0.01, 100.0}, {0.1, 10.0}, {1.0, 10.0}, {1.0, 1.0}}) {
    CAPTURE(speed);
    CAPTURE(kinetic);
    const Numbers n{.sigma0 = 1e6,
                    .sigma1 = std::sqrt(1e5),
                    .kinetic = kinetic,
                    .breakaway = 1.5 * kinetic,
                    .velocity = 0.01};
    for (const auto kind : {kLuGre, kDahl}) {
      Model model = drawn_block(kind, n, "V*t", 1, 1000);
      model.parameters.push_back({"V", number(speed)});
      const Trajectory r = run(model, {.duration = 1, .samples = 2});
      check_ledger(r);
      CHECK(r.info.final_state.steps < 1000);
    }
  }
}

TEST_CASE("a wheel on stiff bristles slows down as the closed form of a constant level says") {
  // Far above Stribeck's speed, from settled bristles: J w' = -F - C w.
  const double J = 0.1, F = 0.5, C = 0.01, w0 = 40;
  for (const double s : {1e4, 1e6, 1e8}) {
    CAPTURE(s);
    Model model = lasting(1);
    body(model, "wheel", J, 0, w0);
    bristles(
        model, between(0, kGround), kLuGre,
        {.sigma0 = s, .sigma1 = 10, .kinetic = F, .breakaway = 0.8, .velocity = 0.5, .viscous = C});
    const System system = compile(model);
    State start = initial_state(system);
    start.internal[0] = F / s;
    const Trajectory r = simulate(system, start, {.duration = 1, .samples = 2});
    check_ledger(r);
    CHECK(r.info.v[0] == doctest::Approx((w0 + F / C) * std::exp(-C / J) - F / C).epsilon(1e-12));
    CHECK(r.info.final_state.steps < 30);
  }
}

TEST_CASE("settled bristles follow Stribeck's curve and lag as Runge and Kutta say") {
  const Numbers n{.sigma0 = 1e5, .sigma1 = 20, .kinetic = 1, .breakaway = 2, .velocity = 0.3};
  Model model = lasting(1);
  const int slide = moving_base(model, "slide", "t - 0.18*(cos(5*t) - 1)");  // v = 1 + 0.9 sin(5 t)
  bristles(model, between(slide, kGround), kLuGre, n);
  const auto rate = [&](double v, double z) {
    return v - n.sigma0 * v * z / n.level(v);
  };
  const auto speed = [](double t) {
    return 1 + 0.9 * std::sin(5 * t);
  };
  for (const double duration : {0.8, 0.94}) {  // at 0.32 and at the least speed, 0.1 m/s
    CAPTURE(duration);
    const Trajectory r = run(model, {.duration = duration, .samples = 2});
    check_ledger(r);
    CHECK(r.info.final_state.steps < 200);
    const State3 y = runge_kutta(
        [&](double t, const State3& at) {
          return State3{0, 0, rate(speed(t), at[2])};
        },
        duration, static_cast<int>(duration * 2000000));
    const double v = speed(duration);
    const double f = n.sigma0 * y[2] + n.sigma1 * rate(v, y[2]);
    CHECK(std::abs(r.f[0].back() - f) < 1e-10);
    CHECK(std::abs(f - n.level(v)) > 1e-8);  // the lag is there to be seen
  }
}

TEST_CASE("a run with bristles in parts has the same bits as the whole") {
  const Numbers n{.sigma0 = 1e5, .sigma1 = 300, .kinetic = 1, .breakaway = 1.5, .velocity = 0.01};
  Model model = drawn_block(kLuGre, n, "0.1*sin(4*t)");
  const int second = body(model, "second", 0.5);
  friction(model, "dry", between(second, 0), 0.3, 0.5);  // behind the bristles in the order
  bristles(model, between(second, kGround), kDahl,
           {.sigma0 = 1e4, .kinetic = 0.3, .breakaway = 0.3});
  model.frictions.back().name = "second_floor";
  const System system = compile(model);
  REQUIRE(system.elements()[1].internal == 0);
  REQUIRE(system.elements()[2].internal == 1);
  REQUIRE(system.elements()[3].name == "dry");
  CHECK_FALSE(system.elements()[1].has_modes);
  const SimulationSettings whole{.duration = 2, .samples = 0};
  const Trajectory one = simulate(system, initial_state(system), whole);
  check_ledger(one);
  CHECK(one.events.size() > 3);  // of the dry pair
  for (const double part : {0.4, 1.234}) {
    const Trajectory head =
        simulate(system, initial_state(system), {.duration = part, .samples = 0});
    CHECK(simulate(system, head.info.final_state, whole).info.final_state == one.info.final_state);
  }
}

TEST_CASE("bristles beside dry friction that sticks and slips: every release goes one way") {
  // The first acceleration of a release is rounding, and with it the first sign of the bristles'
  // rate: where it was the wrong one, every third of these runs ended without a way on.
  for (int i = 0; i < test::some_of(100); ++i) {
    CAPTURE(i);
    const double x = 0.0411 * i;
    Model model = lasting(60);
    const int a = body(model, "a", 1 + x);
    const int b = body(model, "b", 2);
    spring(model, "s", between(a, b), 7 + 3 * x);
    friction(model, "dry", between(a, kGround), 0.7 + 0.3 * x, 0.7 + 0.3 * x, 0.3);
    bristles(model, between(a, kGround), kLuGre,
             {.sigma0 = 500, .sigma1 = 20, .kinetic = 2, .breakaway = 3, .velocity = 0.1});
    force(model, "p", b, std::to_string(5 + x) + "*sin(" + std::to_string(0.3 + 0.1 * x) + "*t)");
    check_ledger(run(model, {.duration = 60, .samples = 2}));
  }
}
