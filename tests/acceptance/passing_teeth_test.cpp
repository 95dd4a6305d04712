// Stops that move to their next tooth: a wheel that turns under a torque, a pallet on a spring.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "environment.h"
#include "luztar/luztar.h"
#include "random.h"
#include "simulate/whole_run.h"

using namespace luztar;
using luztar::testing::Random;

namespace {

std::string text_of(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

/// The pallet is free while mod(wheel, pitch) - height + pallet < 0.
struct Escapement {
  double wheel, pallet, stiffness, torque, pitch, height, restitution;
  double q[2], v[2];

  static Escapement draw(int seed) {
    Random random{static_cast<std::uint64_t>(seed)};
    Escapement e{};
    e.wheel = random(0.5, 3.0);
    e.pallet = random(0.1, 1.0);
    e.stiffness = random(5.0, 60.0);
    e.torque = random(0.2, 3.0);
    e.pitch = random(0.2, 0.8);
    e.height = random(0.5, 1.4) * e.pitch;
    e.restitution = random(0.2, 1.0);
    e.q[0] = random(0.01, 0.3) * e.pitch;
    e.v[0] = random(0.0, 0.5);
    e.q[1] = -random(0.0, 0.5) * e.pitch;
    e.v[1] = random(-0.5, 0.5);
    return e;
  }

  std::string model() const {
    return "[bodies.wheel]\ninertia = " + text_of(wheel) + "\nposition = " + text_of(q[0]) +
           "\nvelocity = " + text_of(v[0]) + "\n[bodies.pallet]\ninertia = " + text_of(pallet) +
           "\nposition = " + text_of(q[1]) + "\nvelocity = " + text_of(v[1]) +
           "\n[forces.drive]\non = \"wheel\"\nvalue = " + text_of(torque) +
           "\n[springs.away]\nbetween = [\"pallet\", \"ground\"]\nstiffness = " +
           text_of(stiffness) + "\n[stops.face]\ndeflection = \"mod(q.wheel, " + text_of(pitch) +
           ") - " + text_of(height) +
           " + q.pallet\"\ngap = [-inf, 0]\nrestitution = " + text_of(restitution) +
           "\n[simulation]\nduration = 1\nsamples = 0\n";
  }
};

struct Motion {
  std::vector<double> impacts;  ///< [s]
  double end{};
  double q[2]{}, v[2]{};
  int jumps{};
};

/// From impact to impact, as long as the stop is free for a while after each.
Motion motion_of(const Escapement& e, double duration) {
  Motion m;
  double q[2] = {e.q[0], e.q[1]}, v[2] = {e.v[0], e.v[1]};
  const double a = e.torque / e.wheel, omega = std::sqrt(e.stiffness / e.pallet);
  const auto at = [&](double t, double* x, double* w) {
    x[0] = q[0] + v[0] * t + 0.5 * a * t * t;
    w[0] = v[0] + a * t;
    x[1] = q[1] * std::cos(omega * t) + v[1] / omega * std::sin(omega * t);
    w[1] = v[1] * std::cos(omega * t) - q[1] * omega * std::sin(omega * t);
  };
  double x[2], w[2];
  double time = 0.0;
  const double h = 1e-4;
  const auto tooth_at = [&](double t) {
    at(t, x, w);
    return std::floor(x[0] / e.pitch);
  };
  /// With the tooth that is there, also where the next one is.
  const auto open_at = [&](double t, double tooth) {
    at(t, x, w);
    return -(x[0] - tooth * e.pitch - e.height + x[1]);
  };
  for (double t = 0.0; time + t < duration; t += h) {
    const double tooth = tooth_at(t);
    double end = t + h;
    const bool passes = tooth_at(end) != tooth;
    if (passes) {  // the place of the jump
      double low = t, high = end;
      for (int k = 0; k < 100; ++k) {
        const double middle = 0.5 * (low + high);
        (tooth_at(middle) == tooth ? low : high) = middle;
      }
      end = low;
    }
    if (open_at(t, tooth) > 0.0 && open_at(end, tooth) <= 0.0) {
      double low = t, high = end;
      for (int k = 0; k < 100; ++k) {
        const double middle = 0.5 * (low + high);
        (open_at(middle, tooth) > 0.0 ? low : high) = middle;
      }
      if (time + low > duration) break;
      at(low, x, w);
      const double rate = w[0] + w[1];
      const double impulse = (1.0 + e.restitution) * rate / (1.0 / e.wheel + 1.0 / e.pallet);
      q[0] = x[0];
      q[1] = x[1];
      v[0] = w[0] - impulse / e.wheel;
      v[1] = w[1] - impulse / e.pallet;
      time += low;
      // Free for a millisecond afterwards, or the comparison ends before it.
      const double first = tooth_at(0.0);
      bool free = rate > 1e-3;
      for (int k = 1; k <= 10; ++k) free = free && open_at(k * h, first) > 0.0;
      if (!free || tooth_at(10 * h) != first) {
        m.end = time - 5e-4;
        return m;
      }
      m.impacts.push_back(time);
      t = 10 * h - h;
    } else if (passes) {
      if (tooth_at(t + h) < tooth || open_at(t + h, tooth + 1) <= 0.0) {  // it turns back
        m.end = time + t - 5e-4;
        return m;
      }
      ++m.jumps;
    }
  }
  m.end = duration;
  return m;
}

}  // namespace

TEST_CASE("random teeth pass a pallet") {
  int impacts = 0, jumps = 0;
  const int first = luztar::test::first_seed(1);
  for (int seed = first; seed < first + luztar::test::count_of(luztar::test::some_of(300));
       ++seed) {
    CAPTURE(seed);
    const Escapement drawn = Escapement::draw(seed);
    const Motion expected = motion_of(drawn, 3.0);
    if (expected.end <= 0.0) continue;
    const std::string text = drawn.model();
    INFO(text);
    const System system = compile(parse_model(text, "teeth.toml"));
    const Trajectory r =
        simulate(system, initial_state(system), {.duration = expected.end, .samples = 2});
    luztar::testing::check_ledger(r);
    CHECK(r.info.proofs.hold());
    std::size_t next = 0;
    for (const Event& event : r.events) {
      if (event.cause == Event::Cause::Jump) ++jumps;
      if (event.cause != Event::Cause::Impact) continue;
      REQUIRE(next < expected.impacts.size());
      CHECK(std::abs(event.time.value - expected.impacts[next++]) < 1e-9);
    }
    CHECK(next == expected.impacts.size());
    impacts += static_cast<int>(next);
  }
  CHECK(impacts > luztar::test::count_of(luztar::test::some_of(300)));
  CHECK(jumps > luztar::test::count_of(luztar::test::some_of(300)) / 2);
}

TEST_CASE("finding: teeth pass a pallet that is held away") {
  const System system = compile(
      load_model(LUZTAR_SOURCE_DIR "/tests/acceptance/findings/stop_of_a_passing_tooth.toml"));
  const Trajectory r = simulate(system, initial_state(system), {.duration = 2, .samples = 11});
  luztar::testing::check_ledger(r);
  for (std::size_t k = 0; k < r.time.size(); ++k)
    CHECK(std::abs(r.q[0][k] - 0.5 * r.time[k] * r.time[k]) < 1e-15);
  REQUIRE(r.events.size() == 5);  // the row of each jump, 24 degrees apart
  for (int k = 0; k < 5; ++k)
    CHECK(std::abs(r.events[static_cast<std::size_t>(k)].time.value -
                   std::sqrt(2.0 * (2 * k + 1) * 3.14159265358979323846 / 15)) < 2e-15);
}

TEST_CASE("a tooth drops off a pallet that it pushes") {
  const std::string text =
      "[bodies.wheel]\ninertia = 1\n[bodies.pallet]\ninertia = 1\n"
      "[forces.drive]\non = \"wheel\"\nvalue = 1\n"
      "[stops.face]\ndeflection = \"mod(q.wheel, 0.4) - 0.2 - q.pallet\"\ngap = [-inf, 0]\n"
      "[simulation]\nduration = 3\n";
  const System system = compile(parse_model(text, "drop.toml"));
  const Trajectory r = simulate(system, initial_state(system), {.duration = 1.2, .samples = 2});
  luztar::testing::check_ledger(r);
  CHECK(r.info.proofs.hold());
  // To 0.2 alone, on with half of the speed and half of the acceleration, to 0.4.
  const double touch = std::sqrt(0.4), speed = touch / 2;
  const double drop = touch + (-speed + std::sqrt(speed * speed + 2 * 0.5 * 0.2)) / 0.5;
  std::vector<double> leaves;
  for (const Event& event : r.events)
    if (event.cause == Event::Cause::Leave) leaves.push_back(event.time.value);
  REQUIRE(leaves.size() == 1);
  CHECK(std::abs(leaves[0] - drop) < 1e-14);
  const double left = 1.2 - drop, at_drop = std::sqrt(speed * speed + 0.2);
  CHECK(std::abs(r.v[1].back() - at_drop) < 1e-14);
  CHECK(std::abs(r.v[0].back() - (at_drop + left)) < 1e-14);
}

TEST_CASE("a tooth that jumps into a pallet is refused with words") {
  const std::string text =
      "[bodies.wheel]\ninertia = 1\nvelocity = -1\nposition = 0.1\n"
      "[bodies.pallet]\ninertia = 1\n"
      "[stops.face]\ndeflection = \"mod(q.wheel, 0.4) - 0.2 - q.pallet\"\ngap = [-inf, 0]\n"
      "[simulation]\nduration = 1\n";
  const System system = compile(parse_model(text, "into.toml"));
  const Trajectory r = simulate(system, initial_state(system), {.duration = 1, .samples = 2});
  CHECK(r.info.status == Status::NotFinite);
  CHECK(r.info.diagnosis.find("it must be free before and after such a jump") != std::string::npos);
}
