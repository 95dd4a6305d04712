// Ratchets against closed forms.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "luztar/core/error.h"
#include "simulate/stop_runs.h"

namespace luztar {
namespace {

using namespace testing;

void ratchet(Model& model, const std::string& name, Deflection deflection, double pitch) {
  freewheel(model, name, std::move(deflection));
  model.freewheels.back().pitch = number(pitch);
}

std::string mistake_of(const Model& model) {
  try {
    compile(model);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

int teeth_of(const Trajectory& out, int element) {
  int teeth = 0;
  for (const Event& event : out.events)
    if (event.name == element && event.cause == Event::Cause::Tooth) ++teeth;
  return teeth;
}

void check_whole(const Trajectory& out) {
  CHECK(out.info.status == Status::Finished);
  CHECK(balances(out.info));
  for (const Proof& proof : out.info.proofs.of) CHECK_MESSAGE(proof.holds(), proof.what);
}

/// A wheel thrown against a constant torque, at `position` with rate 1: parabola arcs.
Model thrown(double pitch, double position = 0.0, double start = 0.0) {
  Model model = lasting(3.0);
  model.simulation.start = number(start);
  const int wheel = body(model, "wheel", 1.0, position, 1.0);
  ratchet(model, "pawl", between(wheel, kGround), pitch);
  force(model, "torque", wheel, "-0.9");
  return model;
}

/// A mass that a base on a spring pulls forward and back.
Model pulled(double pitch) {
  Model model = lasting(20.0);
  const int mass = body(model, "mass", 1.0);
  const int base = moving_base(model, "base", "0.15*t + 1.05*sin(2*t)");
  spring(model, "k", between(mass, base), 90.0);
  friction(model, "guide", between(mass, kGround), 0.5, 0.6, 2.0);
  if (pitch > 0.0)
    ratchet(model, "pawl", between(mass, kGround), pitch);
  else
    freewheel(model, "pawl", between(mass, kGround));
  return model;
}

}  // namespace

TEST_CASE("a wheel thrown past a tooth falls back on it and holds: parabola arcs") {
  // 1 t - 0.45 t² passes 0.3 at (1 - w)/0.9 and is back at (1 + w)/0.9 with the rate -w, w² = 1 -
  // 0.54.
  const Trajectory out = run(thrown(0.3), 301);
  check_whole(out);
  const double w = std::sqrt(0.46);
  REQUIRE(out.events.size() == 2);
  CHECK(out.events[0].cause == Event::Cause::Tooth);
  CHECK(out.events[0].time.value == doctest::Approx((1 - w) / 0.9).epsilon(1e-14));
  CHECK(out.events[1].cause == Event::Cause::Impact);
  CHECK(out.events[1].time.value == doctest::Approx((1 + w) / 0.9).epsilon(1e-14));
  CHECK(out.events[1].impulse == doctest::Approx(-w).epsilon(1e-14));
  CHECK(out.events[1].from == 0);
  CHECK(out.events[1].to == -1);
  CHECK(out.info.energy.dissipated[0] == doctest::Approx(0.5 * w * w).epsilon(1e-14));
  for (std::size_t i = 0; i < out.time.size(); ++i) {
    const double t = out.time[i];
    const bool held = t > out.events[1].time.value;
    CHECK(out.q[0][i] == doctest::Approx(held ? 0.3 : t - 0.45 * t * t).epsilon(1e-13));
    if (held) CHECK(out.v[0][i] == 0.0);
    CHECK(out.f[0][i] == doctest::Approx(held ? -0.9 : 0.0));
  }
}

TEST_CASE("without a tooth in its way a wheel falls back to where it started, and no further") {
  const Trajectory out = run(thrown(0.6), 31);
  check_whole(out);
  CHECK(teeth_of(out, 0) == 0);
  CHECK(out.q[0].back() == 0.0);
  CHECK(out.info.energy.dissipated[0] == doctest::Approx(0.5).epsilon(1e-14));
}

TEST_CASE("teeth are at multiples of the pitch: a wheel between two falls back to the one before") {
  const Trajectory out = run(thrown(0.6, 0.25), 31);  // up to 0.25 + 0.5556, past 0.6
  check_whole(out);
  CHECK(teeth_of(out, 0) == 1);
  CHECK(out.q[0].back() == doctest::Approx(0.6).epsilon(1e-15));
  const Trajectory below = run(thrown(0.6, -1.0), 31);  // -1 to -0.4444, past -0.6
  check_whole(below);
  CHECK(teeth_of(below, 0) == 1);
  CHECK(below.q[0].back() == doctest::Approx(-0.6).epsilon(1e-15));
  // A third of a tenth is no double: three of them start at the tooth all the same.
  CHECK(run(thrown(0.1 / 3.0, 0.1), 31).events[0].time.value > 0.0);
}

TEST_CASE("the whole run may be later, and mirrored: the same teeth") {
  const Trajectory now = run(thrown(0.1), 31), later = run(thrown(0.1, 0.0, 1000.0), 31);
  REQUIRE(now.events.size() == later.events.size());
  CHECK(teeth_of(now, 0) == 5);
  for (std::size_t i = 0; i < now.events.size(); ++i)
    CHECK(std::abs(later.events[i].time.value - now.events[i].time.value - 1000.0) < 1e-12);
  Model turned = lasting(3.0);
  const int wheel = body(turned, "wheel", 1.0, 0.0, -1.0);
  ratchet(turned, "pawl", between(kGround, wheel), 0.1);
  force(turned, "torque", wheel, "0.9");
  const Trajectory mirror = run(turned, 31);
  REQUIRE(now.events.size() == mirror.events.size());
  for (std::size_t i = 0; i < now.time.size(); ++i) CHECK(now.q[0][i] == -mirror.q[0][i]);
  for (std::size_t i = 0; i < now.events.size(); ++i)
    CHECK(now.events[i].time == mirror.events[i].time);
}

TEST_CASE("a swinging drive winds a wheel through a friction: the teeth of its furthest way") {
  // Never back by a whole pitch, never below the largest multiple that was reached.
  for (const double pitch : {0.5, 0.2, 0.07, 0.01}) {
    const Trajectory out = run(pulled(pitch), 4001);
    check_whole(out);
    double furthest = 0.0;
    for (const double q : out.q[0]) {
      furthest = std::max(furthest, q);
      CHECK(q >= pitch * std::floor(furthest / pitch) - 1e-12);
      CHECK(q > furthest - pitch);
    }
    CHECK(teeth_of(out, 2) == static_cast<int>(std::floor(furthest / pitch + 1e-9)));
  }
}

TEST_CASE("finer and finer teeth: the ratchet tends to the freewheel") {
  const Trajectory limit = run(pulled(0.0), 201);
  check_whole(limit);
  double last = 1.0;
  for (const double pitch : {0.1, 0.01, 0.001}) {
    const Trajectory out = run(pulled(pitch), 201);
    check_whole(out);
    double apart = 0.0;
    for (std::size_t i = 0; i < out.time.size(); ++i)
      apart = std::max(apart, std::abs(out.q[0][i] - limit.q[0][i]));
    CHECK(apart < 2.0 * pitch);
    CHECK(apart < last);
    last = apart;
  }
}

TEST_CASE("a stop hit at the very place of a tooth: the pawl falls in and takes the rebound") {
  Model model = lasting(1.0);
  const int mass = body(model, "mass", 1.0, 0.0, 1.0);
  ratchet(model, "pawl", between(mass, kGround), 0.1);
  stop(model, "wall", between(mass, kGround), -1.0, 0.3, 0.5);
  const Trajectory out = run(model, 11);
  check_whole(out);
  CHECK(teeth_of(out, 0) == 3);
  CHECK(out.q[0].back() == doctest::Approx(0.3).epsilon(1e-15));
  CHECK(out.v[0].back() == 0.0);
}

TEST_CASE("a linked massless body, arms and two bodies: the pawl holds their difference") {
  // 2 a - b is stopped at multiples of 0.3; the shaft has no mass and turns with a.
  Model model = lasting(4.0);
  const int a = body(model, "a", 1.0, 0.0, 1.0);
  const int b = body(model, "b", 2.0);
  const int shaft = body(model, "shaft", 0.0, 0.0, 1.0);
  link(model, "tie", between(shaft, a));
  ratchet(model, "pawl", between(shaft, b, 2.0, 1.0), 0.3);
  force(model, "back", a, "-0.7");
  const Trajectory out = run(model, 401);
  check_whole(out);
  double d = 0.0;
  for (std::size_t i = 0; i < out.time.size(); ++i) d = 2.0 * out.q[0][i] - out.q[1][i];
  CHECK(d / 0.3 == doctest::Approx(std::round(d / 0.3)).epsilon(1e-12));
  CHECK(teeth_of(out, 0) == 4);  // 2 (t - 0.35 t²) up to 1.42857
}

TEST_CASE("a run in two parts passes the same teeth, to the bit; another pitch goes on from d") {
  const System system = compile(pulled(0.2));
  SimulationSettings settings = system.settings();
  const Trajectory whole = simulate(system, initial_state(system), settings);
  const System other = compile(pulled(0.07));
  for (const double cut : {3.3, 7.0, 12.345}) {
    CAPTURE(cut);
    SimulationSettings head = settings;
    head.duration = cut;
    const State middle = simulate(system, initial_state(system), head).info.final_state;
    CHECK(misfit(system, middle) == "");
    CHECK(simulate(system, middle, settings).info.final_state == whole.info.final_state);
    const Trajectory changed = simulate(other, middle, other.settings());
    CHECK(changed.info.status == Status::Finished);
    for (const Proof& proof : changed.info.proofs.of) CHECK_MESSAGE(proof.holds(), proof.what);
    for (const double q : changed.q[0])
      CHECK(q >= 0.07 * std::floor(changed.q[0].front() / 0.07) - 1e-12);
  }
}

TEST_CASE("what no ratchet can do is refused, with its name") {
  Model given = lasting(1.0);
  const int base = moving_base(given, "base", "t");
  ratchet(given, "pawl", between(base, kGround), 0.1);
  CHECK(contains(mistake_of(given), "the ratchet 'pawl' limits given motions only"));
  Model massless = lasting(1.0);
  const int shaft = body(massless, "shaft", 0.0);
  damper(massless, "bearing", between(shaft, kGround), 1.0);
  ratchet(massless, "pawl", between(shaft, kGround), 0.1);
  CHECK(contains(mistake_of(massless), "the ratchet 'pawl' acts on the massless body 'shaft'"));
  CHECK(contains(mistake_of(thrown(1e-12, 1.0)), "more than 2^32 teeth"));
  CHECK(contains(mistake_of(thrown(0.0)), "pitch"));
  CHECK(contains(mistake_of(thrown(-1.0)), "pitch"));
  Model steps = thrown(0.3);
  steps.simulation.method = Method::Stepping;
  steps.simulation.step = number(1e-3);
  CHECK(contains(mistake_of(steps), "no steps for 'pawl', which is a ratchet"));
}

}  // namespace luztar
