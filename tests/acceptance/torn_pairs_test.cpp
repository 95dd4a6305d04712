// Frictions that hold one body along the same line at the start, one of them along an expression
// whose gradient turns: they cannot all hold it. Held against reduced equations of motion, and
// against the same bodies a little off, where the gradients differ and nothing is left to choose.
#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include "luztar/core/number_text.h"
#include "simulate/whole_run.h"

using namespace luztar;

namespace {

using Pair = std::array<double, 2>;

/// y'' = f(t, y, y') by Runge and Kutta's fourth order.
template <class Rate>
Pair integrated(const Rate& rate, double start, double end, Pair y, int steps = 4000) {
  const double h = (end - start) / steps;
  for (int i = 0; i < steps; ++i) {
    const double t = start + i * h;
    const double a1 = rate(t, y[0], y[1]);
    const double v2 = y[1] + h / 2 * a1, a2 = rate(t + h / 2, y[0] + h / 2 * y[1], v2);
    const double v3 = y[1] + h / 2 * a2, a3 = rate(t + h / 2, y[0] + h / 2 * v2, v3);
    const double v4 = y[1] + h * a3, a4 = rate(t + h, y[0] + h * v3, v4);
    y = {y[0] + h / 6 * (y[1] + 2 * v2 + 2 * v3 + v4), y[1] + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)};
  }
  return y;
}

/// Two bodies: a is pulled, b rests on a floor, and a friction holds the length of a bar that turns
/// with a about b, 1.5 m long and along b's way at first.
std::string bar(const std::string& force, const std::string& floor, const std::string& joint) {
  return "bodies.a = { mass = 1 }\nbodies.b = { mass = 2 }\nforces.F = { on = \"a\", value = \"" +
         force + "\" }\nfrictions.floor = { between = [\"b\", \"ground\"], " + floor +
         " }\nfrictions.joint = { deflection = \"hypot(1.5 + q.b, q.a)\", " + joint +
         " }\nsimulation = { duration = 2 }\n";
}

constexpr SimulationSettings kTwo{.duration = 2, .samples = 201};

}  // namespace

TEST_CASE("of two frictions that hold a body the weaker one lets go as the other's arm turns") {
  struct {
    const char *force, *floor, *joint;
    double carries;  // [N]
    double power;    // of time in the force
  } const cases[]{{"t", "kinetic = 1", "kinetic = 0.5", 0.5, 1},
                  {"1", "kinetic = 1", "kinetic = 0.5", 0.5, 0},
                  {"t^3", "kinetic = 0.6, static = 1", "kinetic = 0.5, static = 0.8", 0.5, 3},
                  {"t^2", "kinetic = 0.4, static = 0.9", "kinetic = 0.3, static = 0.8", 0.3, 2}};
  for (const auto& c : cases) {
    CAPTURE(c.force);
    const Trajectory r = testing::sound_run(bar(c.force, c.floor, c.joint), kTwo);
    const auto rate = [&](double t, double q, double) {
      return std::pow(t, c.power) - c.carries * q / std::hypot(1.5, q);
    };
    const Pair end = integrated(rate, 0, 2, {0, 0});
    CHECK(r.q[0].back() == doctest::Approx(end[0]).epsilon(1e-11));
    CHECK(r.v[0].back() == doctest::Approx(end[1]).epsilon(1e-11));
    CHECK(std::ranges::all_of(r.q[1], [](double q) { return q == 0.0; }));
  }
}

TEST_CASE("a floor that is weaker than the joint lets the body go, which moves on a circle") {
  const Trajectory r = testing::sound_run(bar("t", "kinetic = 0.5", "kinetic = 1"), kTwo);
  // a = 1.5 sin(phi), b = 1.5 cos(phi) - 1.5
  const auto turn = [](double t, double phi, double omega) {
    const double s = std::sin(phi), c = std::cos(phi);
    const double force = 1.5 * (t * c - 0.5 * s);
    return (force - 2.25 * s * c * omega * omega) / (2.25 * (2 * s * s + c * c));
  };
  const Pair there = integrated(turn, 0, 0.99, {0, 0});
  CHECK(r.time[99] == 0.99);
  CHECK(r.q[0][99] == doctest::Approx(1.5 * std::sin(there[0])).epsilon(1e-11));
  CHECK(r.q[1][99] == doctest::Approx(1.5 * std::cos(there[0]) - 1.5).epsilon(1e-11));
  CHECK(r.events.size() == 1);  // the joint slides at last
}

namespace {

/// Two or three bodies, floors and several frictions along expressions that are parallel where the
/// first body is at 0.
std::string drawn(std::uint64_t seed, double off) {
  std::mt19937_64 random(seed);
  const auto from = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  const auto one_of = [&](std::initializer_list<const char*> words) {
    return std::string(words.begin()[random() % words.size()]);
  };
  const int n = 2 + static_cast<int>(random() % 2);
  std::string text;
  for (int i = 0; i < n; ++i)
    text += "bodies.b" + std::to_string(i) + " = { mass = " + cell_text(from(0.5, 3)) +
            ", position = " + (i == 0 ? cell_text(off) : "0") + " }\n";
  const auto friction = [&](const std::string& name, const std::string& where) {
    const double strength = from(0.3, 2);
    text += "frictions." + name + " = { " + where + ", kinetic = " + cell_text(strength);
    if (random() % 2 == 0) text += ", static = " + cell_text(strength * from(1.05, 1.6));
    text += " }\n";
  };
  text += "forces.F = { on = \"b0\", value = \"" + cell_text(from(1, 8)) +
          one_of({"", "*t", "*t^2", "*sin(3*t)", "*t*exp(-t)", "*max(t - 0.5, 0)"}) + "\" }\n";
  for (int i = 1; i < n; ++i)
    friction("f" + std::to_string(i), "between = [\"b" + std::to_string(i) + "\", \"ground\"]");
  const std::string held = std::to_string(1 + random() % (n - 1));
  friction("e", "deflection = \"" + one_of({"", "2*", "-"}) + "hypot(" +
                    one_of({"1.5 + ", "1.2 - ", "-2 + "}) + "q.b" + held + ", q.b0)\"");
  if (random() % 2 == 0)
    friction("c", "deflection = \"q.b" + held + one_of({" + 0.5*q.b0^2", " - q.b0^2"}) + "\"");
  return text + "simulation = { duration = 1.5 }\n";
}

}  // namespace

TEST_CASE("bodies whose frictions are parallel move as those that are a little off") {
  constexpr double kOff = 1e-4;
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    const SimulationSettings settings{.duration = 1.5, .samples = 31};
    const Trajectory there = testing::sound_run(drawn(seed, 0), settings);
    const Trajectory off = testing::run(parse_model(drawn(seed, kOff), "off.toml"), settings);
    if (off.info.status != Status::Finished) continue;  // rounding over the small angle
    ++compared;
    for (std::size_t b = 0; b < there.q.size(); ++b)
      for (std::size_t k = 0; k < there.time.size(); ++k)
        CHECK(std::abs(there.q[b][k] - off.q[b][k]) <= 30 * kOff);
  }
  MESSAGE("compared: " << compared);
  CHECK(compared >= 30);
}

TEST_CASE("links that hold the same and part as they turn end the run with their names") {
  // The second one lets q.c go as the root of what the first one moves: to either side.
  const std::string text =
      "bodies.a = { mass = 2 }\nbodies.b = { mass = 1 }\nbodies.c = { mass = 1.5 }\n"
      "links.one = { deflection = \"cos(q.b) - q.a\" }\n"
      "links.two = { deflection = \"q.a + 0.3*q.c^2\" }\n"
      "forces.F = { on = \"b\", value = \"t\" }\nsimulation = { duration = 1 }\n";
  const Trajectory r = testing::run(parse_model(text, "parting.toml"), kTwo);
  CHECK(r.info.status == Status::Unsolved);
  CHECK(r.info.diagnosis.find("'one', 'two' are at a dead point") != std::string::npos);
}

TEST_CASE("links that hold the same and turn together hold their bodies") {
  // A parallelogram with three cranks.
  const std::string text =
      "bodies.a = { mass = 2 }\nbodies.b = { mass = 1 }\n"
      "links.one = { deflection = \"sin(q.a) - sin(q.b)\" }\n"
      "links.two = { deflection = \"2*sin(q.a) - 2*sin(q.b)\" }\n"
      "frictions.f = { deflection = \"sin(q.b)\", kinetic = 0.1 }\n"
      "forces.F = { on = \"b\", value = \"t\" }\nsimulation = { duration = 1 }\n";
  const Trajectory r = testing::sound_run(text, {.duration = 1, .samples = 101});
  CHECK(r.q[0].back() > 0.02);
  CHECK(std::abs(r.q[0].back() - r.q[1].back()) <= 1e-15);
}

// What cannot move: its load is a product that turns twice as fast as what makes it.
TEST_CASE("forces of links on a body that they lock follow its load") {
  const std::string text =
      "bodies.a = { mass = 1.9 }\nbodies.b = { mass = 2.3 }\nbodies.c = { mass = 1.5 }\n"
      "links.one = { deflection = \"0.7*sin(q.b) + 0.3*sin(q.b - q.c)\" }\n"
      "links.two = { deflection = \"sqrt(3 - (0.8*sin(q.b))^2) - q.c\" }\n"
      "springs.s = { deflection = \"q.a*q.b + 0.94*q.a\", stiffness = 59 }\n"
      "forces.F = { on = \"a\", value = \"2.2*t^2\" }\nsimulation = { duration = 3 }\n";
  const Trajectory r = testing::sound_run(text, {.duration = 3, .samples = 3001});
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    CHECK(r.q[1][k] == 0.0);
    const double load = 59 * 0.94 * r.q[0][k] * r.q[0][k];
    CHECK(std::abs(r.f[r.f.size() - 3][k] + load) <= 1e-9 * load + 1e-15);
  }
}
