// Sliding forces that change with the speed: Stribeck's law, tables, hysteresis.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "../dynamics/small_models.h"
#include "whole_run.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

Friction::Law stribeck(double kinetic, double breakaway, double velocity, double exponent,
                       double viscous = 0.0) {
  Friction::Law law{number(viscous), number(kinetic), number(breakaway)};
  law.stribeck = Friction::Stribeck{number(velocity), number(exponent)};
  return law;
}

Friction::Law table(double breakaway, std::initializer_list<std::pair<double, double>> rows) {
  Friction::Law law{number(0), number(rows.begin()->second), number(breakaway)};
  for (const auto& [speed, level] : rows) law.table.emplace_back(number(speed), number(level));
  return law;
}

/// A mass of 2 kg that slides on the ground from the speed v0.
Model slider(double v0, const Friction::Law& forward, const Friction::Law& backward) {
  Model model = lasting(10);
  const int a = body(model, "a", 2, 0, v0);
  friction(model, "f", between(a, kGround), 0, 0);
  model.frictions[0].forward = forward;
  model.frictions[0].backward = backward;
  return model;
}

/// Simpson's rule, far finer than the functions here need.
template <class Function>
double integral(const Function& f, double from, double to) {
  constexpr int n = 20000;
  const double h = (to - from) / n;
  double sum = f(from) + f(to);
  for (int i = 1; i < n; ++i) sum += (i % 2 == 1 ? 4.0 : 2.0) * f(from + i * h);
  return sum * h / 3.0;
}

/// When the slider stops: the only mode change of the run.
double stop_time(const Trajectory& r) {
  double time = -1.0;
  int changes = 0;
  for (const Event& event : r.events) {
    if (event.cause != Event::Cause::Stop) continue;
    time = event.time.value;
    ++changes;
  }
  CHECK(changes == 1);
  return time;
}

}  // namespace

TEST_CASE("a slider under Stribeck's law with n = 1 stops at the closed form's time") {
  // m v' = -(K + D exp(-v/w)): t = m w/K (log(K exp(v0/w) + D) - log(K + D))
  const auto closed = [](double v0, double K, double S, double w) {
    return 2.0 * w / K * (std::log(K * std::exp(v0 / w) + S - K) - std::log(S));
  };
  const Model forward = slider(0.7, stribeck(1.5, 4.0, 0.1, 1), stribeck(3.0, 5.0, 0.2, 1));
  const Model backward = slider(-0.7, stribeck(1.5, 4.0, 0.1, 1), stribeck(3.0, 5.0, 0.2, 1));
  const Trajectory f = run(forward, {.duration = 2});
  const Trajectory b = run(backward, {.duration = 2});
  check_ledger(f);
  check_ledger(b);
  CHECK(std::abs(stop_time(f) - closed(0.7, 1.5, 4.0, 0.1)) < 1e-12);
  CHECK(std::abs(stop_time(b) - closed(0.7, 3.0, 5.0, 0.2)) < 1e-12);
}

TEST_CASE("a slider under Stribeck's law with any n stops when m/g(v), integrated, says") {
  for (const double n : {2.0, 3.0, 4.0}) {
    CAPTURE(n);
    const auto g = [n](double v) {
      return 0.3 * v + 1.5 + 2.5 * std::exp(-std::pow(v / 0.1, n));
    };
    const Friction::Law law = stribeck(1.5, 4.0, 0.1, n, 0.3);
    const Trajectory r = run(slider(0.7, law, law), {.duration = 2});
    check_ledger(r);
    const double expected = integral([&](double v) { return 2.0 / g(v); }, 0.0, 0.7);
    CHECK(std::abs(stop_time(r) - expected) < 1e-12);
    const double way = integral([&](double v) { return 2.0 * v / g(v); }, 0.0, 0.7);
    CHECK(std::abs(r.info.q[0] - way) < 1e-12);
  }
}

TEST_CASE(
    "an exponent that is not whole has no series at rest: the slider stops in time all the same") {
  constexpr double p = 10.0;  // v = w^p makes the integrals smooth
  for (const double n : {0.3, 0.5, 0.7, 0.9, 1.2, 1.5, 2.5}) {
    CAPTURE(n);
    const auto g = [n](double v) {
      return 0.3 * v + 1.5 + 2.5 * std::exp(-std::pow(v / 0.1, n));
    };
    const auto over_speed = [&](const auto& f) {
      return integral([&](double w) { return p * std::pow(w, p - 1.0) * f(std::pow(w, p)); }, 0.0,
                      std::pow(0.7, 1.0 / p));
    };
    const Friction::Law law = stribeck(1.5, 4.0, 0.1, n, 0.3);
    const Trajectory r = run(slider(0.7, law, law), {.duration = 2});
    check_ledger(r);
    CHECK(r.info.proofs.hold());
    const double expected = over_speed([&](double v) { return 2.0 / g(v); });
    CHECK(std::abs(stop_time(r) - expected) < 1e-11);
    const double way = over_speed([&](double v) { return 2.0 * v / g(v); });
    CHECK(std::abs(r.info.q[0] - way) < 1e-12);
  }
}

TEST_CASE("it breaks away from rest, where its level falls without a slope, as scipy finds") {
  // A rope of 50 N/m pulls a block of 1 kg at 0.1 m/s; F_S = 3 N, F_K = 2 N, v_s = 0.05 m/s. The
  // times of breaks and stops are of DOP853 to 2e-14, from the leading terms of the motion behind a
  // break; below n = 1/2 the fall of the level alone starts it, v ~ t^(1/(1 - n)).
  const std::pair<double, std::vector<double>> cases[] = {
      {0.3, {0.6, 1.247943844321555, 1.599030666148616, 2.246974510470171, 2.59806133229723}},
      {0.5, {0.6, 1.241882695342987, 1.64768312030123, 2.289565815644196, 2.695366240602461}},
      {0.7, {0.6, 1.241403413902901, 1.685504086653153, 2.326907500556052, 2.771008173306306}}};
  for (const auto& [n, times] : cases) {
    CAPTURE(n);
    Model model = lasting(3);
    const int block = body(model, "block", 1);
    const int puller = moving_base(model, "puller", "0.1*t");
    spring(model, "rope", between(puller, block), 50);
    friction(model, "floor", between(block, kGround), 0, 0);
    model.frictions[0].forward = model.frictions[0].backward = stribeck(2, 3, 0.05, n);
    const Trajectory r = run(model, {.duration = 3});
    check_ledger(r);
    CHECK(r.info.proofs.hold());
    REQUIRE(r.events.size() == times.size());
    for (std::size_t i = 0; i < times.size(); ++i)
      CHECK(std::abs(r.events[i].time.value - times[i]) < (n < 0.5 ? 1e-10 : 1e-12));
  }
}

TEST_CASE("with Stribeck's law a belt releases a block at F_S and takes it again") {
  Model model = lasting(30);
  const int a = body(model, "a", 1);
  const int belt = moving_base(model, "belt", "0.05*t");
  spring(model, "k", between(a, kGround), 10);
  friction(model, "f", between(a, belt), 0, 0);
  model.frictions[0].forward = model.frictions[0].backward = stribeck(1, 2, 0.02, 2);

  struct Watch : Observer {
    std::vector<double> stretch;
    bool wants_samples_around_events() const override { return true; }
    void around_event(const Sample& before, const Sample& after) override {
      if (before.mode[1] == 0) stretch.push_back(after.d[0]);
    }
  } watch;
  const System system = compile(model);
  const RunInfo info = simulate(system, initial_state(system), {.duration = 30}, watch);
  CHECK(info.status == Status::Finished);
  REQUIRE(watch.stretch.size() > 3);
  for (const double stretch : watch.stretch) CHECK(std::abs(10 * stretch - 2) < 1e-12);

  const Trajectory r = run(model, {.duration = 30});
  check_ledger(r);
  const Trajectory fine = run(model, {.duration = 30, .tolerance = 1e-14});
  REQUIRE(fine.events.size() == r.events.size());
  for (std::size_t i = 0; i < r.events.size(); ++i)
    CHECK(std::abs(fine.events[i].time.value - r.events[i].time.value) < 1e-10);
}

TEST_CASE("a table of three rows is two lines and a constant") {
  // From 0.9 at 4 N down to 0.5; then v' = -(5 v + 1.5)/2 down to 0.2; then -(2 + 2.5 v)/2 ...
  const Friction::Law law = table(2, {{0, 2}, {0.2, 2.5}, {0.5, 4}});
  const Friction::Law other = table(7, {{0, 5}});
  const Trajectory f = run(slider(0.9, law, other), {.duration = 3});
  check_ledger(f);
  const double t1 = 2 * 0.4 / 4;
  const double t2 = t1 + 2 / 5.0 * std::log(4.0 / 2.5);
  const double t3 = t2 + 2 / 2.5 * std::log(2.5 / 2.0);
  CHECK(std::abs(stop_time(f) - t3) < 1e-13);
  const Trajectory b = run(slider(-0.9, law, other), {.duration = 3});
  CHECK(std::abs(stop_time(b) - 2 * 0.9 / 5) < 1e-13);
}

TEST_CASE("a table with static above its first level breaks at F_S and slides on the first level") {
  Model model = slider(0, table(3, {{0, 1}, {1, 2}}), table(3, {{0, 1}, {1, 2}}));
  force(model, "pull", 0, "t");
  const Trajectory r = run(model, {.duration = 4, .samples = 2});
  check_ledger(r);
  REQUIRE(!r.events.empty());
  CHECK(std::abs(r.events[0].time.value - 3) < 1e-14);
  // 2 v' = t - 1 - v from v(3) = 0 has the solution v = t - 3.
  CHECK(r.info.v[0] == doctest::Approx(1.0).epsilon(1e-13));
}

TEST_CASE("a table of one row is the law with that level, on massless bodies too") {
  const auto pulled = [](const Friction::Law& law) {
    Model model = lasting(4);
    const int wall = body(model, "wall", 1e9, 0, 0);
    const int handle = body(model, "handle", 0, 0, 0);
    spring(model, "s", between(handle, wall), 10);
    friction(model, "f", between(handle, kGround), 0, 0);
    model.frictions[0].forward = model.frictions[0].backward = law;
    force(model, "pull", handle, "5*sin(2*t)");
    return model;
  };
  const Friction::Law constant{number(0), number(2), number(2)};
  SimulationSettings settings;
  settings.duration = 4;
  const Trajectory one = run(pulled(table(2, {{0, 2}})), settings);
  const Trajectory other = run(pulled(constant), settings);
  check_ledger(one);
  CHECK(one.q == other.q);
  CHECK(one.f == other.f);
  CHECK(one.events.size() == other.events.size());
  CHECK(one.events.size() >= 4);
}

TEST_CASE("many knots passed in one run are all seen") {
  // level = 1 + u/10 in 100 pieces with a saw of +-0.01 on top; time to stop = sum of closed forms
  Friction::Law law{number(0), number(1), number(1)};
  double expected = 0.0;
  double level = 1.0;
  for (int i = 0; i <= 100; ++i) {
    const double next = 1.0 + 0.001 * i + (i % 2 == 0 ? 0.0 : 0.01);
    law.table.emplace_back(number(0.01 * i), number(next));
    const double slope = (next - level) / 0.01;
    if (i > 0) expected += 2.0 / slope * std::log(next / level);
    level = next;
  }
  const Trajectory r = run(slider(1.0, law, law), {.duration = 3});
  check_ledger(r);
  CHECK(std::abs(stop_time(r) - expected) < 1e-12);
}

TEST_CASE("a hysteresis changes branch at its two speeds") {
  // K = 2 below, 1 above 0.6 rising, until 0.2 falling. Mirrored for v < 0 with other numbers.
  Friction::Law law{number(0), number(2), number(2)};
  law.hysteresis = Friction::Hysteresis{number(0.6), number(0.2), number(1), number(0)};
  Friction::Law other{number(0), number(4), number(4)};
  other.hysteresis = Friction::Hysteresis{number(0.3), number(0.1), number(3), number(0)};
  Model model = slider(0, law, other);
  force(model, "push", 0, "if(t < 1, 3, if(t < 3, 0, if(t < 4, -5, 0)))");
  const Trajectory r = run(model, {.duration = 6});
  check_ledger(r);
  std::vector<double> jumps, stops;
  for (const Event& event : r.events) {
    if (event.name == 0 && event.cause == Event::Cause::Jump) jumps.push_back(event.time.value);
    if (event.cause == Event::Cause::Stop) stops.push_back(event.time.value);
  }
  // 2 v' = 3 - 2 to 0.6 would need 1.2 s: the force ends at 1 s with v = 0.5, so nothing changes;
  // then -1 per second to 0 at 1.5 s.
  REQUIRE(stops.size() == 2);
  CHECK(std::abs(stops[0] - 1.5) < 1e-14);
  // From 3 s backwards: 2 v' = -(5 - 4) to -0.3 at 3.6; then -(5 - 3)/2 to -0.7 at 4; then
  // 3/2 up to -0.1 at 4.4; 4/2 up to 0 at 4.45.
  REQUIRE(jumps.size() == 2);
  CHECK(std::abs(jumps[0] - 3.6) < 1e-13);
  CHECK(std::abs(jumps[1] - 4.4) < 1e-13);
  CHECK(std::abs(stops[1] - 4.45) < 1e-13);
}

TEST_CASE("on the branch for falling speed the level is its own, without Stribeck's curve") {
  // 2 v' = -1 from 1 to 0.2; then the curve, 2 + 2 exp(-v/0.3), whose stop time is an integral:
  // with x = v/0.3 and y = exp(x), dt = -0.6 dx/(2 + 2/y), t = 0.3 ln((1 + y(0.2))/2).
  Friction::Law law = stribeck(2, 4, 0.3, 1);
  law.hysteresis = Friction::Hysteresis{number(0.6), number(0.2), number(1), number(0)};
  const Trajectory r = run(slider(1.0, law, law), {.duration = 3});
  check_ledger(r);
  REQUIRE(r.events.size() == 2);
  CHECK(std::abs(r.events[0].time.value - 1.6) < 1e-13);
  const double curve = 0.3 * std::log(0.5 * (1.0 + std::exp(0.2 / 0.3)));
  CHECK(std::abs(stop_time(r) - (1.6 + curve)) < 1e-12);
}

TEST_CASE("both branches of a hysteresis may be viscous, and sliding may start above its edges") {
  Friction::Law law{number(1), number(2), number(2)};
  law.hysteresis = Friction::Hysteresis{number(0.6), number(0.2), number(1), number(3)};
  const Trajectory r = run(slider(1.0, law, law), {.duration = 6});
  check_ledger(r);
  // 2 v' = -(1 + 3 v) from 1 to 0.2, then -(2 + v)
  const double t1 = 2 / 3.0 * std::log(4.0 / 1.6);
  const double t2 = t1 + 2 * std::log(2.2 / 2.0);
  CHECK(std::abs(stop_time(r) - t2) < 1e-13);
  CHECK(r.events.size() == 2);  // one change of branch
}

TEST_CASE("a run with levels in parts has the same bits as the whole") {
  Friction::Law law = stribeck(1, 2, 0.05, 2);
  law.hysteresis = Friction::Hysteresis{number(0.3), number(0.1), number(0.8), number(0.2)};
  Model model = slider(0, law, table(2.5, {{0, 1}, {0.1, 2}, {0.3, 1.5}}));
  spring(model, "k", between(0, kGround), 20);
  force(model, "push", 0, "5*sin(3*t)");
  const System system = compile(model);
  const SimulationSettings whole{.duration = 8, .samples = 0};
  const Trajectory one = simulate(system, initial_state(system), whole);
  check_ledger(one);
  CHECK(one.events.size() > 12);
  for (const double part : {0.9, 2.345, 7.1}) {
    const Trajectory head =
        simulate(system, initial_state(system), {.duration = part, .samples = 0});
    CHECK(simulate(system, head.info.final_state, whole).info.final_state == one.info.final_state);
  }
}
