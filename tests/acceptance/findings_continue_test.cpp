// Runs that go on with other parameters, another method or other settings.
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/continued.h"
#include "acceptance/network.h"

using namespace acceptance;
using luztar::Method;
using luztar::ParameterValues;
using luztar::RunInfo;
using luztar::SimulationSettings;
using luztar::State;
using luztar::System;

namespace {

luztar::Model finding() {
  return luztar::load_model(std::string(LUZTAR_SOURCE_DIR) +
                            "/tests/acceptance/findings/continue_changed.toml");
}

struct Phase {
  double q{}, v{};
};

/// m q'' = F - k q over a time, in closed form.
Phase swing(Phase at, double k, double m, double force, double time) {
  const double w = std::sqrt(k / m);
  const double x = at.q - force / k;
  const double c = std::cos(w * time);
  const double s = std::sin(w * time);
  return {x * c + at.v / w * s + force / k, -x * w * s + at.v * c};
}

}  // namespace

TEST_CASE("finding: a stiffness changed on the way starts where the body is") {
  const luztar::Model model = finding();
  for (const Method method : {Method::Events, Method::Stepping}) {
    const SimulationSettings settings = settings_of(method);
    const RunInfo first =
        go_on(luztar::compile(model), initial_state(luztar::compile(model)), 1.0, settings);
    const System stiff = luztar::compile(model, {{"k", 40.0}});
    const double tolerance = method == Method::Events ? 1e-12 : 1e-6;
    const double q1 = std::cos(std::sqrt(10.0));
    const double v1 = -std::sqrt(10.0) * std::sin(std::sqrt(10.0));
    const RunInfo soon = go_on(stiff, first.final_state, 1.0 + 1e-6, settings);
    CHECK(std::abs(soon.q[0] - q1 - 1e-6 * v1) < tolerance + 1e-10);
    const RunInfo second = go_on(stiff, first.final_state, 2.0, settings);
    const Phase right = swing({q1, v1}, 40.0, 1.0, 0.0, 1.0);
    CHECK(std::abs(second.q[0] - right.q) < 10 * tolerance);
    CHECK(std::abs(second.v[0] - right.v) < 100 * tolerance);
    CHECK(second.energy.changes == doctest::Approx(15.0 * q1 * q1).epsilon(10 * tolerance));
    check_ledger(second);
  }
}

TEST_CASE("finding: a block that was pushed coasts when it is let go") {
  const luztar::Model model = model_of(
      "[parameters]\nF = 1\n[bodies.block]\nmass = 1\n[forces.push]\non = \"block\"\n"
      "value = \"F\"\n[simulation]\nduration = 1\n");
  for (const Method method : {Method::Events, Method::Stepping}) {
    const SimulationSettings settings = settings_of(method, 1e-3);
    const RunInfo first =
        go_on(luztar::compile(model), initial_state(luztar::compile(model)), 1.0, settings);
    const RunInfo second =
        go_on(luztar::compile(model, {{"F", 0.0}}), first.final_state, 2.0, settings);
    CHECK(second.q[0] == doctest::Approx(1.5).epsilon(1e-13));
    CHECK(second.v[0] == doctest::Approx(1.0).epsilon(1e-13));
    CHECK(second.energy.changes == 0.0);
    check_ledger(second);
  }
}

TEST_CASE("finding: stiffness, mass and force changed forty times give the closed form") {
  const luztar::Model model = finding();
  for (const Method method : {Method::Events, Method::Stepping}) {
    const SimulationSettings settings = settings_of(method);
    const double tolerance = method == Method::Events ? 1e-12 : 3e-6;
    Random random(7);
    State state = initial_state(luztar::compile(model));
    Phase right{1.0, 0.0};
    double changes = 0.0;
    double k = 10.0;
    double m = 1.0;
    double time = 0.0;
    for (int i = 0; i < 40; ++i) {
      CAPTURE(i);
      const double force = random.uniform(-3, 3);
      // Steps end at whole numbers of steps; events take any time.
      const double length =
          method == Method::Events ? random.uniform(0.01, 0.3) : 1e-3 * (10 + random.below(290));
      const RunInfo info = go_on(luztar::compile(model, {{"k", k}, {"m", m}, {"F", force}}), state,
                                 time + length, settings);
      time = info.final_state.time;
      right = swing(right, k, m, force, length);
      CHECK(std::abs(info.q[0] - right.q) < 100 * tolerance);
      CHECK(std::abs(info.v[0] - right.v) < 1000 * tolerance);
      CHECK(info.energy.changes == doctest::Approx(changes).epsilon(1000 * tolerance));
      check_ledger(info);
      state = info.final_state;
      const double k_next = random.uniform(5, 50);
      const double m_next = random.uniform(0.5, 3);
      changes += 0.5 * (k_next - k) * right.q * right.q + 0.5 * (m_next - m) * right.v * right.v;
      k = k_next;
      m = m_next;
    }
  }
}

TEST_CASE("finding: a run may change between events and steps and back") {
  const luztar::Model model = finding();
  const System system = luztar::compile(model);
  State state = initial_state(system);
  for (int i = 0; i < 8; ++i) {
    const Method method = i % 2 == 0 ? Method::Events : Method::Stepping;
    // An end within a step, too.
    const double end = 0.25 * (i + 1) + (i % 3 == 0 ? 3.3e-5 : 0.0);
    const RunInfo info = go_on(system, state, end, settings_of(method));
    CAPTURE(i);
    const Phase right = swing({1.0, 0.0}, 10.0, 1.0, 0.0, end);
    CHECK(std::abs(info.q[0] - right.q) < 1e-6);
    CHECK(std::abs(info.v[0] - right.v) < 1e-6);
    CHECK(std::abs(info.energy.changes) < 1e-14);
    check_ledger(info);
    state = info.final_state;
  }
}

TEST_CASE(
    "finding: a stuck pair, a hysteresis and a bristle keep their memory when a force changes") {
  const std::string text =
      "[parameters]\nF = 0.7\n[bodies.b]\nmass = 1\n[frictions.f]\nbetween = [\"b\", "
      "\"ground\"]\nkinetic = 0.5\n"
      "static = 1\n[forces.push]\non = \"b\"\nvalue = \"F\"\n[simulation]\nduration = 1\n";
  const luztar::Model model = model_of(text);
  for (const Method method : {Method::Events, Method::Stepping}) {
    const SimulationSettings settings = settings_of(method, 1e-3);
    // Stuck between F_K and F_S stays stuck; above F_S it breaks; below F_K it comes to rest.
    State state = initial_state(luztar::compile(model));
    const auto piece = [&](double force, double until) {
      const RunInfo info = go_on(luztar::compile(model, {{"F", force}}), state, until, settings);
      state = info.final_state;
      check_ledger(info);
      return info;
    };
    CHECK(piece(0.7, 1.0).q[0] == 0.0);
    CHECK(piece(0.9, 2.0).q[0] == 0.0);
    CHECK(piece(1.5, 3.0).v[0] == doctest::Approx(1.0).epsilon(1e-12));
    CHECK(piece(0.9, 4.0).v[0] == doctest::Approx(1.4).epsilon(1e-12));  // it slides on F_K
    const RunInfo rest = piece(-0.2, 8.0);
    CHECK(rest.v[0] == 0.0);
    CHECK(rest.q[0] == doctest::Approx(0.5 + 1.2 + 1.4 * 1.4 / 2 / 0.7).epsilon(1e-12));
    CHECK(piece(0.9, 9.0).v[0] == 0.0);
  }
}

TEST_CASE("finding: what a change cannot do is refused and names the culprit") {
  const luztar::Model model = model_of(
      "[parameters]\nroom = 1\nw = 1\n[bodies.b]\nmass = 1\nvelocity = 0.5\n[bodies.belt]\n"
      "motion = \"0.1*sin(w*t)\"\n[stops.wall]\nbetween = [\"b\", \"ground\"]\ngap = [-1, "
      "\"room\"]\n"
      "[springs.s]\nbetween = [\"b\", \"belt\"]\nstiffness = 0.001\n[simulation]\nduration = 1\n");
  const System system = luztar::compile(model);
  const RunInfo half = go_on(system, initial_state(system), 1.0, settings_of(Method::Events));
  const auto refusal = [&](const ParameterValues& values) {
    return luztar::misfit(luztar::compile(model, values, luztar::StartOfFile::Unused),
                          half.final_state);
  };
  CHECK(refusal({{"room", 0.7}}) == "");
  CHECK(refusal({{"room", 0.3}}).starts_with("the stop 'wall' is at 0.499"));
  CHECK(refusal({{"w", 2.0}})
            .starts_with("the prescribed motion of 'belt' would jump from 0.0841471 to 0.0909297"));
  // The bodies of the file may start beyond a stop that the state is inside of.
  const luztar::Model other = model_of(
      "[parameters]\nroom = 2\n[bodies.b]\nmass = 1\nposition = 1\nvelocity = -1\n[stops.wall]\n"
      "between = [\"b\", \"ground\"]\ngap = [-9, \"room\"]\n[simulation]\nduration = 1\n");
  const System wide = luztar::compile(other);
  const RunInfo back = go_on(wide, initial_state(wide), 1.0, settings_of(Method::Events));
  const RunInfo narrow = luztar::advance(
      luztar::compile(other, {{"room", 0.5}}, luztar::StartOfFile::Unused), back.final_state, 2.0);
  CHECK(narrow.q[0] == doctest::Approx(-1.0));
  const System renamed =
      luztar::compile(model_of("[bodies.c]\nmass = 1\nposition = 1\nvelocity = "
                               "-1\n[stops.wall]\nbetween = [\"c\", \"ground\"]\n"
                               "gap = [-9, 2]\n[simulation]\nduration = 1\n"));
  CHECK(luztar::misfit(renamed, back.final_state) ==
        "its bodies, elements and states are others than those of this model, or in another order");
}
