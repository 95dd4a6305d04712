// Freewheels against closed forms.
#include <cmath>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "luztar/core/error.h"
#include "simulate/stop_runs.h"

namespace luztar {
namespace {

using namespace testing;
using std::numbers::pi;

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

/// Every proof, every sample: no rate back, no force forward.
void check_one_way(const Trajectory& out, std::size_t freewheel, std::size_t a) {
  REQUIRE(out.info.status == Status::Finished);
  for (const double f : out.f[freewheel]) CHECK(f <= 0.0);
  for (const double v : out.v[a]) CHECK(v >= 0.0);
}

}  // namespace

TEST_CASE("a driver that swings lets a flywheel overrun: it engages where the driver is as fast") {
  // The driver goes at cos(2t), the wheel with it until its bearing alone slows it less:
  // 6 sin(2t) = 0.6. From there it coasts, until the driver catches it.
  Model model = lasting(8.0);
  const int driver = moving_base(model, "driver", "0.5*sin(2*t)");
  const int wheel = body(model, "wheel", 3.0, 0.0, 1.0);
  friction(model, "bearing", between(wheel, kGround), 0.6, 0.6);
  freewheel(model, "clutch", between(wheel, driver));
  const Trajectory out = run(model, 801);
  REQUIRE(out.info.status == Status::Finished);
  CHECK(balances(out.info));
  const double freed = 0.5 * std::asin(0.1);
  double caught = pi - 0.5;  // Newton's method
  for (int i = 0; i < 50; ++i)
    caught -= (std::cos(2 * caught) - std::cos(2 * freed) + 0.2 * (caught - freed)) /
              (-2.0 * std::sin(2 * caught) + 0.2);
  std::vector<Event> changes;
  for (const Event& event : out.events)
    if (event.name == 1) changes.push_back(event);
  REQUIRE(changes.size() >= 3);
  CHECK(changes[0].time.value == doctest::Approx(freed).epsilon(1e-13));
  CHECK(changes[0].cause == Event::Cause::Break);
  CHECK(changes[1].time.value == doctest::Approx(caught).epsilon(1e-13));
  CHECK(changes[1].cause == Event::Cause::Stop);
  CHECK(changes[2].time.value == doctest::Approx(pi + freed).epsilon(1e-13));
  for (std::size_t i = 0; i < out.time.size(); ++i) {
    const double t = out.time[i];
    const bool engaged = t < freed || (t > caught && t < pi + freed);
    if (!engaged && (t <= freed || t >= caught)) continue;
    const double coasting = std::cos(2 * freed) - 0.2 * (t - freed);
    CHECK(out.v[1][i] == doctest::Approx(engaged ? std::cos(2 * t) : coasting).epsilon(1e-12));
    const double force = engaged ? 6.0 * std::sin(2 * t) - 0.6 : 0.0;
    CHECK(std::abs(out.f[1][i] - force) <= 1e-10);
  }
}

TEST_CASE("a hoist holds its load exactly: no drift at all, and the whole weight as force") {
  Model model = lasting(30.0);
  const int load = body(model, "load", 5.0);
  freewheel(model, "backstop", between(load, kGround));
  force(model, "weight", load, "-5*9.81");
  force(model, "pull", load, "if(t < 1, 60, 0)");
  const Trajectory out = run(model, 301);
  check_one_way(out, 0, 0);
  CHECK(balances(out.info));
  // (60 - 49.05)/5 for 1 s, then down to rest under its weight: h = a/2 + a²/(2 g).
  const double a = 10.95 / 5.0;
  const double stop = 1.0 + a / 9.81, height = 0.5 * a + 0.5 * a * a / 9.81;
  for (std::size_t i = 0; i < out.time.size(); ++i)
    if (out.time[i] > stop) {
      CHECK(out.q[0][i] == out.q[0].back());
      CHECK(out.v[0][i] == 0.0);
      CHECK(out.f[0][i] == doctest::Approx(-49.05).epsilon(1e-15));
    }
  CHECK(out.q[0].back() == doctest::Approx(height).epsilon(1e-14));
  CHECK(out.info.energy.dissipated[0] == 0.0);
}

TEST_CASE("an impact through a freewheel: both bodies go on together, by balance of momentum") {
  // A block runs into a stop at its partner's front: it is thrown back and takes the partner along.
  Model model = lasting(1.0);
  const int hammer = body(model, "hammer", 2.0, 0.0, -3.0);
  const int shaft = body(model, "shaft", 1.0, -1.0, 0.0);
  const int wheel = body(model, "wheel", 4.0);
  stop(model, "face", between(hammer, shaft), 0.0, kInfinity, 0.5);  // hit at t = 1/3
  freewheel(model, "clutch", between(shaft, wheel));
  const Trajectory out = run(model);
  REQUIRE(out.info.status == Status::Finished);
  CHECK(balances(out.info));
  // Shaft and wheel are 5 kg while they are pushed back: 2 u + 5 w = -6, u - w = 1.5.
  const double w = (-6.0 - 3.0) / 7.0, u = w + 1.5;
  CHECK(out.info.v[0] == doctest::Approx(u).epsilon(1e-15));
  CHECK(out.info.v[1] == doctest::Approx(w).epsilon(1e-15));
  CHECK(out.info.v[2] == doctest::Approx(w).epsilon(1e-15));
  // clutch, then stop
  const auto impacts = impacts_of(out);
  REQUIRE(impacts.size() == 2);
  CHECK(impacts[0].impulse == doctest::Approx(4.0 * w).epsilon(1e-15));  // the clutch
  CHECK(impacts[0].from == 0);
  CHECK(impacts[0].to == 0);
  CHECK(impacts[1].impulse == doctest::Approx(-2.0 * (u + 3.0)).epsilon(1e-15));
  CHECK(out.info.energy.dissipated[0] == 0.0);  // it was engaged before
}

TEST_CASE("a freewheel that overruns is caught by an impact: what the bodies lose is inelastic") {
  Model model = lasting(1.0);
  const int hammer = body(model, "hammer", 2.0, 0.0, -3.0);
  const int shaft = body(model, "shaft", 1.0, -1.0, 0.5);
  const int wheel = body(model, "wheel", 4.0, 0.0, 0.0);
  stop(model, "face", between(hammer, shaft), 0.0, kInfinity, 0.0);
  freewheel(model, "clutch", between(shaft, wheel));
  const Trajectory out = run(model);
  REQUIRE(out.info.status == Status::Finished);
  CHECK(balances(out.info));
  const double together = (-6.0 + 0.5) / 7.0;
  for (const double v : out.info.v) CHECK(v == doctest::Approx(together).epsilon(1e-15));
  const double lost = 9.0 + 0.125 - 3.5 * together * together;
  CHECK(out.info.energy.dissipated[0] + out.info.energy.dissipated[1] ==
        doctest::Approx(lost).epsilon(1e-14));
  // Hammer and shaft meet first: the clutch is hit at the speed that they have then.
  CHECK(out.info.energy.dissipated[0] ==
        doctest::Approx(0.5 * (4.0 * together) * (-5.5 / 3.0)).epsilon(1e-14));
}

TEST_CASE("a given motion whose speed jumps takes its body along by an impulse, forward only") {
  Model model = lasting(3.0);
  const int driver =
      moving_base(model, "driver", "if(t < 1, 0, if(t < 2, 2*(t - 1), 2 + (t - 2)))");
  const int wheel = body(model, "wheel", 3.0);
  freewheel(model, "clutch", between(wheel, driver));
  const Trajectory out = run(model);
  REQUIRE(out.info.status == Status::Finished);
  CHECK(balances(out.info));
  // 0 -> 2 m/s at once: half of the work of the motion is lost. Then the wheel overruns.
  CHECK(out.info.v[1] == 2.0);
  CHECK(out.info.energy.dissipated[0] == doctest::Approx(0.5 * 3.0 * 4.0).epsilon(1e-14));
  CHECK(out.info.energy.motion_work[0] == doctest::Approx(3.0 * 4.0).epsilon(1e-14));
  const auto impacts = impacts_of(out);
  REQUIRE(impacts.size() == 1);
  CHECK(impacts[0].impulse == doctest::Approx(-6.0).epsilon(1e-15));
}

TEST_CASE("two freewheels against each other are a rigid shaft, with or without mass between") {
  for (const double mass : {1.0, 0.0}) {
    CAPTURE(mass);
    Model model = lasting(5.0);
    const int a = body(model, "a", 2.0);
    const int b = body(model, "b", mass);
    freewheel(model, "one", between(a, b));
    freewheel(model, "other", between(b, a));
    spring(model, "k", between(b, kGround), 8.0);
    force(model, "push", a, "3*sin(t)");
    const Trajectory out = run(model, 501);
    REQUIRE(out.info.status == Status::Finished);
    CHECK(balances(out.info));
    for (std::size_t i = 0; i < out.time.size(); ++i) {
      const double m = 2.0 + mass, w = std::sqrt(8.0 / m), t = out.time[i];
      const double q = 3.0 / (8.0 - m) * (std::sin(t) - std::sin(w * t) / w);
      CHECK(std::abs(out.q[0][i] - q) <= 1e-11);
      CHECK(out.d[1][i] == out.d[1][0]);
      CHECK(out.d[2][i] == out.d[2][0]);
      CHECK(out.f[1][i] <= 0.0);
      CHECK(out.f[2][i] <= 0.0);
      CHECK(out.f[1][i] * out.f[2][i] == 0.0);
    }
  }
}

TEST_CASE(
    "beside a friction with F_S > F_K: it breaks forward only, backward the freewheel holds") {
  Model model = lasting(20.0);
  const int a = body(model, "a", 1.0);
  friction(model, "grip", between(a, kGround), 1.0, 2.0);
  freewheel(model, "pawl", between(a, kGround));
  force(model, "push", a, "t*cos(t)");
  const Trajectory out = run(model, 2001);
  check_one_way(out, 1, 0);
  CHECK(balances(out.info));
  // The first break: t cos t = 2 first at 2 pi - x.
  double t = 5.2;
  for (int i = 0; i < 60; ++i) t -= (t * std::cos(t) - 2.0) / (std::cos(t) - t * std::sin(t));
  REQUIRE(!out.events.empty());
  CHECK(out.events[0].time.value == doctest::Approx(t).epsilon(1e-13));
  // At rest the load is theirs together: the friction within 2, and the rest in the freewheel.
  for (std::size_t i = 0; i < out.time.size(); ++i) {
    if (out.v[0][i] != 0.0) continue;
    const double load = out.time[i] * std::cos(out.time[i]);
    CHECK(out.f[0][i] + out.f[1][i] == doctest::Approx(load).epsilon(1e-12));
    CHECK(std::abs(out.f[0][i]) <= 2.0 + 1e-12);
  }
}

TEST_CASE("in series with a friction: forward nothing is passed on, backward as much as F_K") {
  // a <-> m <-> ground: the freewheel lets a overrun m; m is held by the friction.
  for (const double mass : {0.5, 0.0}) {
    CAPTURE(mass);
    Model model = lasting(2.0 * pi);
    const int a = body(model, "a", 1.0);
    const int m = body(model, "m", mass);
    freewheel(model, "clutch", between(a, m));
    friction(model, "brake", between(m, kGround), 1.5, 1.5, mass == 0.0 ? 1e-3 : 0.0);
    force(model, "push", a, "-2*sin(t)");
    const Trajectory out = run(model, 201);
    REQUIRE(out.info.status == Status::Finished);
    CHECK(balances(out.info));
    if (mass == 0.0) continue;
    // Held until 2 sin t = 1.5, then (1 + m) v' = -2 sin t + 1.5 until v = 0 ...
    const double t0 = std::asin(0.75), t1 = pi;
    for (std::size_t i = 0; i < out.time.size(); ++i) {
      const double t = out.time[i];
      if (t <= t0) CHECK(out.q[0][i] == 0.0);
      if (t <= t0 || t > 0.9 * t1) continue;
      const double v = (2.0 * (std::cos(t) - std::cos(t0)) + 1.5 * (t - t0)) / (1.0 + mass);
      CHECK(out.v[0][i] == doctest::Approx(v).epsilon(1e-11));
      CHECK(out.v[1][i] == out.v[0][i]);
    }
  }
}

TEST_CASE("between a massless shaft and a wheel: the spring turns it one way, a pump of rotation") {
  // A given swing winds a spring at a massless body; a freewheel passes the torque on forward only.
  Model model = lasting(40.0);
  const int driver = moving_base(model, "driver", "sin(t)");
  const int shaft = body(model, "shaft", 0.0);
  const int wheel = body(model, "wheel", 2.0);
  spring(model, "k", between(driver, shaft), 10.0);
  freewheel(model, "clutch", between(wheel, shaft));
  friction(model, "load", between(wheel, kGround), 1.0, 1.0);
  const Trajectory out = run(model, 4001);
  REQUIRE(out.info.status == Status::Finished);
  CHECK(balances(out.info));
  for (std::size_t i = 0; i < out.time.size(); ++i) {
    CHECK(out.f[2][i] <= 0.0);
    // Without mass the spring and the clutch carry the same; free, neither carries anything.
    CHECK(std::abs(out.f[0][i] + out.f[2][i]) <= 1e-11);
    CHECK(out.v[2][i] >= 0.0);
  }
  CHECK(out.q[2].back() > 1.5 * 6);
}

TEST_CASE("a massless shaft that two drives turn through freewheels goes with the faster one") {
  Model model = lasting(10.0);
  const int one = moving_base(model, "one", "t + sin(2*t)/2");
  const int other = moving_base(model, "other", "t - sin(2*t)/2");
  const int shaft = body(model, "shaft", 0.0);
  freewheel(model, "first", between(shaft, one));
  freewheel(model, "second", between(shaft, other));
  friction(model, "load", between(shaft, kGround), 1.0, 1.0, 0.5);
  const Trajectory out = run(model, 1001);
  REQUIRE(out.info.status == Status::Finished);
  CHECK(balances(out.info));
  for (std::size_t i = 0; i < out.time.size(); ++i) {
    const double speed = 1.0 + std::abs(std::cos(2.0 * out.time[i]));
    CHECK(out.v[2][i] == doctest::Approx(speed).epsilon(1e-11));
  }
}

TEST_CASE("a freewheel with arms is free where the sum of its arms grows") {
  Model model = lasting(1.0);
  const int a = body(model, "a", 1.0);
  const int b = body(model, "b", 2.0);
  freewheel(model, "clutch", between(a, b, 3.0, 2.0));  // 3 va >= 2 vb
  force(model, "push", b, "1");
  const Trajectory out = run(model);
  // 1 a = -3 f, 2 b = 1 + 2 f, 3 a = 2 b: f = -1/11
  CHECK(out.f[0][0] == doctest::Approx(-1.0 / 11.0).epsilon(1e-15));
  CHECK(out.a[0][0] == doctest::Approx(3.0 / 11.0).epsilon(1e-15));
}

TEST_CASE("the same freewheel turned round is the mirror image, to the bit") {
  const auto made = [](double sign) {
    Model model = lasting(20.0);
    const int a = body(model, "a", 1.0), b = body(model, "b", 2.0);
    const bool ahead = sign > 0.0;
    freewheel(model, "clutch", ahead ? between(a, b) : between(b, a));
    friction(model, "load", between(b, kGround), 0.5, 0.7);
    spring(model, "k", between(a, kGround), 5.0);
    force(model, "push", b, sign > 0.0 ? "3*sin(1.3*t)" : "-3*sin(1.3*t)");
    return run(model, 501);
  };
  const Trajectory one = made(1.0), other = made(-1.0);
  REQUIRE(one.info.status == Status::Finished);
  REQUIRE(one.events.size() == other.events.size());
  CHECK(one.events.size() > 4);
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t i = 0; i < one.time.size(); ++i) CHECK(one.q[b][i] == -other.q[b][i]);
}

TEST_CASE("a wheel at rest beside a lever that moves is taken along at the start") {
  // The lever goes at cos(2t) at once. Behind the clutch a gear of ratio 2 turns a drum.
  Model model = lasting(2.0);
  const int lever = moving_base(model, "lever", "0.5*sin(2*t)");
  const int wheel = body(model, "wheel", 3.0);
  const int drum = body(model, "drum", 4.0);
  friction(model, "bearing", between(wheel, kGround), 0.6, 0.6);
  freewheel(model, "clutch", between(wheel, lever));
  link(model, "gear", between(wheel, drum, 1.0, 2.0));
  const Trajectory out = run(model, 801);
  REQUIRE(out.info.status == Status::Finished);
  CHECK(balances(out.info));
  CHECK(out.info.proofs.hold());
  CHECK(out.v[wheel][0] == 1.0);
  CHECK(out.v[drum][0] == 0.5);
  REQUIRE(out.events.size() >= 2);
  CHECK(out.events[0].time.value == 0.0);
  CHECK(out.events[0].cause == Event::Cause::Impact);
  CHECK(out.events[0].impulse == -4.0);  // 3 + 4/2^2 kg m2 at 1 rad/s
  // 4 * 2 sin(2t) = 0.6: the bearing slows it no more than the lever does.
  CHECK(out.events[1].time.value == doctest::Approx(0.5 * std::asin(0.6 / 8.0)).epsilon(1e-13));
  // The other way round nothing is hit.
  Model ahead = lasting(2.0);
  const int back = moving_base(ahead, "lever", "-0.5*sin(2*t)");
  const int free = body(ahead, "wheel", 3.0);
  freewheel(ahead, "clutch", between(free, back));
  const Trajectory none = run(ahead, 11);
  CHECK(none.v[free][0] == 0.0);
  CHECK(none.events.front().time.value > 0.0);
}

TEST_CASE("what no freewheel can do is refused, with its name") {
  Model back = lasting(1.0);
  const int a = body(back, "a", 1.0, 0.0, -2.0);
  freewheel(back, "clutch", between(a, kGround));
  CHECK(contains(mistake_of(back), "the freewheel 'clutch' starts turning back at -2"));
  Model given = lasting(1.0);
  const int base = moving_base(given, "base", "t");
  body(given, "a", 1.0);
  freewheel(given, "clutch", between(base, kGround));
  CHECK(contains(mistake_of(given), "'clutch' acts on given motions only"));
  Model through = lasting(1.0);
  const int one = body(through, "one", 1.0), shaft = body(through, "shaft", 0.0),
            two = body(through, "two", 1.0);
  freewheel(through, "first", between(one, shaft));
  freewheel(through, "second", between(shaft, two));
  CHECK(contains(mistake_of(through),
                 "the massless body 'shaft' lies between the freewheels 'first' and 'second'"));
}

}  // namespace luztar
