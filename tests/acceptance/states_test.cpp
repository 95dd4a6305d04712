// States of the model file against closed forms.
#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "luztar/luztar.h"
#include "simulate/whole_run.h"

using namespace luztar;
using luztar::testing::sound_run;

namespace {

constexpr const char* kRun = "[simulation]\nduration = 3\n";

}  // namespace

TEST_CASE("a current rises and a position is integrated as in closed form") {
  const Trajectory r = sound_run(
      "[states.i]\nrate = \"(6 - 2*x.i)/0.5\"\nunit = \"A\"\n"
      "[states.sum]\nrate = \"q.a\"\nstart = 1\n[states.clock]\nrate = 2\n"
      "[states.time]\nrate = \"cos(t)\"\n"
      "[bodies.a]\nmass = 2\nvelocity = 3\n[dampers.c]\nbetween = [\"a\", \"ground\"]\n"
      "damping = 1\n" +
          std::string(kRun),
      {.duration = 3.0, .samples = 31});
  REQUIRE(r.internal.size() == 4);
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    const double t = r.time[k];
    CHECK(std::abs(r.internal[0][k] - 3.0 * (1.0 - std::exp(-4.0 * t))) < 1e-11);
    // q = 6 (1 - exp(-t/2)); its integral 6 t - 12 (1 - exp(-t/2))
    CHECK(std::abs(r.internal[1][k] - (1.0 + 6.0 * t - 12.0 * (1.0 - std::exp(-0.5 * t)))) < 1e-11);
    CHECK(std::abs(r.internal[2][k] - 2.0 * t) < 1e-13);
    CHECK(std::abs(r.internal[3][k] - std::sin(t)) < 1e-13);
  }
  CHECK(r.info.x.size() == 4);
  CHECK(r.info.x[2] == r.internal[2].back());
}

TEST_CASE("an integral controller winds up until static friction breaks, at the exact time") {
  // The force is 4 * 0.5 * t while the body is at rest at 0; F_S = 2.5.
  const std::string text =
      "[states.I]\nrate = \"0.5 - q.a\"\n[bodies.a]\nmass = 1\n"
      "[forces.control]\non = \"a\"\nvalue = \"4*x.I\"\n"
      "[frictions.guide]\nbetween = [\"a\", \"ground\"]\nkinetic = 2\nstatic = 2.5\n" +
      std::string(kRun);
  const Trajectory r = sound_run(text, {.duration = 3.0, .samples = 31});
  REQUIRE(!r.events.empty());
  CHECK(std::abs(r.events[0].time.value - 1.25) < 1e-14);
  CHECK(r.events[0].cause == Event::Cause::Break);
  for (std::size_t k = 0; k < r.time.size() && r.time[k] < 1.25; ++k) CHECK(r.q[0][k] == 0.0);
}

TEST_CASE("kinks and jumps of a rate are events") {
  const Trajectory r = sound_run(
      "[states.way]\nrate = \"abs(sin(t))\"\n[states.up]\nrate = \"if(t > 1, -1, 2)\"\n"
      "[states.slow]\nrate = \"min(1, 2 - x.slow)\"\n[bodies.a]\nmass = 1\n" +
          std::string(kRun),
      {.duration = 7.0, .samples = 71});
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    const double t = r.time[k];
    const double turns = std::floor(t / std::numbers::pi);
    const double rest = t - turns * std::numbers::pi;
    CHECK(std::abs(r.internal[0][k] - (2.0 * turns + 1.0 - std::cos(rest))) < 1e-12);
    CHECK(std::abs(r.internal[1][k] - (t < 1 ? 2.0 * t : 3.0 - t)) < 1e-12);
    CHECK(std::abs(r.internal[2][k] - (t < 1 ? t : 2.0 - std::exp(1.0 - t))) < 1e-12);
  }
}

TEST_CASE("a run with states goes on with the same bits, and other laws keep them") {
  const std::string text =
      "[parameters]\ng = 4\n[states.I]\nrate = \"0.5 - q.a - 0.1*x.I\"\n[bodies.a]\nmass = 1\n"
      "[forces.control]\non = \"a\"\nvalue = \"g*x.I - v.a\"\n"
      "[frictions.guide]\nbetween = [\"a\", \"ground\"]\nkinetic = 0.2\n" +
      std::string(kRun);
  const Model model = parse_model(text, "states.toml");
  const System system = compile(model);
  const Trajectory whole = simulate(system, initial_state(system), {.duration = 3.0});
  const Trajectory half = simulate(system, initial_state(system), {.duration = 1.3});
  const Trajectory rest = simulate(system, half.info.final_state, {.duration = 3.0});
  CHECK(rest.info.x == whole.info.x);
  CHECK(rest.info.q == whole.info.q);
  const System other = compile(model, {{"g", 5.0}}, StartOfFile::Unused);
  const Trajectory changed = simulate(other, half.info.final_state, {.duration = 3.0});
  CHECK(changed.info.status == Status::Finished);
  CHECK(changed.info.proofs.hold());
  CHECK(std::abs(changed.internal[0].front() - half.info.x[0]) < 1e-3);  // the next sample
}

TEST_CASE("a servo hunts: each hold lasts as long as its integral needs to pass static friction") {
  const Model model = load_model(LUZTAR_SOURCE_DIR "/examples/hunting_servo.toml");
  const System system = compile(model);
  Trajectory r = simulate(system, initial_state(system), {.duration = 20.0});
  CHECK(r.info.proofs.hold());
  constexpr double kSlope = 30000.0, kGain = 8000.0, kTarget = 0.01, kStatic = 12.0;
  int holds = 0;
  for (std::size_t i = 0; i + 1 < r.events.size(); ++i) {
    const Event &stop = r.events[i], &breaks = r.events[i + 1];
    if (stop.to != 0) continue;
    REQUIRE(breaks.cause == Event::Cause::Break);
    ++holds;
    const double error = kTarget - stop.deflection;
    const double hold = breaks.time - stop.time;
    // The force at the stop: what is left of kStatic after the hold, from a run that ends there.
    const Trajectory part =
        simulate(system, initial_state(system), {.duration = stop.time.value + 0.5 * hold});
    const double half = kGain * error + kSlope * part.info.x[0];
    const double force = half + 0.5 * hold * kSlope * error;
    CHECK(part.info.v[0] == 0.0);
    CHECK(std::abs(std::abs(force) - kStatic) < 1e-9);
    CHECK(breaks.to == (force > 0 ? 1 : -1));
  }
  CHECK(holds == 10);
}

TEST_CASE("a run that a state ends names it, at the time of the closed form") {
  const std::string rest = "[bodies.a]\nmass = 1\n[simulation]\nduration = 2\n";
  const auto end = [&](const std::string& state) {
    const System system = compile(parse_model("[states.s]\n" + state + rest, "m.toml"));
    return simulate(system, initial_state(system), {.duration = 2.0, .samples = 21}).info;
  };
  const RunInfo grown = end("rate = \"x.s^2\"\nstart = 1\n");  // 1/(1 - t)
  CHECK(grown.status == Status::NotFinite);
  CHECK(std::abs(grown.final_state.time - 1.0) < 1e-9);
  CHECK(grown.diagnosis.find("the state 's' may drive it") != std::string::npos);
  const RunInfo none = end("rate = \"log(x.s)\"\nstart = -1\n");
  CHECK(none.status == Status::NotFinite);
  CHECK(none.diagnosis ==
        "t = 0 s: the rate of 's' is not a finite number, has no power series here or grows "
        "without end");
  const RunInfo torn = end("rate = \"if(x.s > 0, -1, 1)\"\nstart = 0.3\n");
  CHECK(torn.status == Status::Accumulation);
  CHECK(std::abs(torn.final_state.time - 0.3) < 1e-12);
  CHECK(torn.diagnosis.find("'s'") != std::string::npos);
}

TEST_CASE("what has no states says so by name") {
  const std::string states =
      "[states.x1]\nrate = \"-x.x1\"\n[bodies.a]\nmass = 1\n[simulation]\nduration = 1\n";
  CHECK_THROWS_WITH_AS(
      compile(parse_model(states + "method = \"stepping\"\nstep = 0.1\n", "m.toml")),
      "m.toml:1:9: method = \"stepping\" has no steps for 'x1', which is a state with a rate; use "
      "method = \"events\"",
      ModelError);
  CHECK_THROWS_WITH_AS(
      compile(parse_model("[states.x1]\nrate = \"v.m - x.x1\"\n[bodies.m]\nmass = 0\n"
                          "[dampers.c]\nbetween = [\"m\", \"ground\"]\ndamping = 1\n"
                          "[simulation]\nduration = 1\n",
                          "m.toml")),
      "m.toml:1:9: the rate of 'x1' is of v.m, and 'm' is massless; give 'm' a mass, or write its "
      "velocity otherwise",
      ModelError);
}
