// Forces that are powers of something that passes zero, read by others: normal forces in closed
// form, and normal forces that begin beyond every order of a series.
#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/core/number_text.h"
#include "luztar/luztar.h"
#include "simulate/whole_run.h"

using namespace luztar;

namespace {

constexpr SimulationSettings kThirtyOne{.duration = 3.0, .samples = 31};

/// A spring of a power p between the ground and a slide at t - 1.2, which presses a sliding mass.
std::string pressed(double power, const std::string& normal) {
  return "bodies.slide = { motion = \"t - 1.2\" }\nbodies.m = { mass = 1.3, velocity = 9 }\n"
         "springs.s = { between = [\"slide\", \"ground\"], force = \"7*sign(d)*abs(d)^" +
         std::to_string(power) +
         "\" }\nfrictions.f = { between = [\"m\", \"ground\"], kinetic = 0.2, normal = \"" +
         normal + "\" }\nforces.F = { on = \"m\", value = \"0.3*t\" }\n" +
         "simulation = { duration = 3 }\n";
}

}  // namespace

TEST_CASE("a friction that is pressed by a power slows a body as the integral of the power says") {
  for (const double power : {1.5, 0.6, 0.5, 2.3}) {
    CAPTURE(power);
    const double whole = 1.4 / (power + 1);
    const auto lost = [&](double t) {  // mu times the integral of N = 7 |t - 1.2|^p
      const auto from_zero = [&](double x) {
        return std::copysign(std::pow(std::abs(x), power + 1), x);
      };
      return whole * (from_zero(t - 1.2) + from_zero(1.2));
    };
    const Trajectory r = testing::sound_run(pressed(power, "abs(f.s)"), kThirtyOne);
    const Trajectory upper = testing::sound_run(pressed(power, "max(f.s, 0)"), kThirtyOne);
    for (std::size_t k = 0; k < r.time.size(); ++k) {
      const double t = r.time[k];
      CAPTURE(t);
      CHECK(std::abs(r.v[1][k] - (9 + (0.15 * t * t - lost(t)) / 1.3)) <= 1e-11 * 9);
      const double later = t < 1.2 ? 0.0 : lost(t) - whole * std::pow(1.2, power + 1);
      CHECK(std::abs(upper.v[1][k] - (9 + (0.15 * t * t - later) / 1.3)) <= 1e-11 * 9);
    }
  }
}

TEST_CASE("a body at rest is held by a normal force that begins beyond the order of its series") {
  for (const std::string normal : {"t^40", "sin(t)^40", "97*abs(q.a)^1.5", "abs(q.a)^40"}) {
    CAPTURE(normal);
    const Trajectory r = testing::sound_run(
        "bodies.a = { mass = 1.5 }\nbodies.b = { mass = 0.7 }\n"
        "forces.F = { on = \"a\", value = \"1.3*cos(6.8*t)\" }\n"
        "frictions.f = { between = [\"b\", \"ground\"], kinetic = 0.09, normal = \"" +
            normal + "\" }\nsimulation = { duration = 3 }\n",
        kThirtyOne);
    CHECK(std::all_of(r.f[0].begin(), r.f[0].end(), [](double x) { return x == 0.0; }));
    CHECK(std::all_of(r.q[1].begin(), r.q[1].end(), [](double x) { return x == 0.0; }));
  }
}

TEST_CASE("a normal force that begins beyond its series breaks what is pulled only after a time") {
  // b is pulled by 1e-3 t^2 and held by 0.4 t^40: it slides until that holds it.
  const Trajectory r = testing::sound_run(
      "bodies.b = { mass = 1 }\nforces.F = { on = \"b\", value = \"1e-3*t^2\" }\n"
      "frictions.f = { between = [\"b\", \"ground\"], kinetic = 0.4, normal = \"t^40\" }\n"
      "simulation = { duration = 3 }\n",
      kThirtyOne);
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    const double t = r.time[k];
    const double free = 1e-3 * std::pow(t, 3) / 3 - 0.4 * std::pow(t, 41) / 41;
    CAPTURE(t);
    CHECK(std::abs(r.v[0][k] - std::max(0.0, t < 1 ? free : 0.0)) <= (t < 1 ? 1e-14 : 1e-15));
  }
}

TEST_CASE("a friction without a limit yet ties nothing to a body that a power begins to pull") {
  // c is pulled by 0.8 t^1.5, which no series of t has; b hangs on c by 0.1 t^40 alone.
  const Trajectory r = testing::sound_run(
      "bodies.slide = { motion = \"t\" }\nbodies.c = { mass = 0.4 }\nbodies.b = { mass = 0.7 }\n"
      "forces.F = { on = \"c\", value = \"0.8*abs(q.slide)^1.5\" }\n"
      "frictions.g = { between = [\"b\", \"c\"], kinetic = 0.1, normal = \"t^40\" }\n"
      "simulation = { duration = 1 }\n",
      {.duration = 1.0, .samples = 21});
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    const double t = r.time[k];
    const double passed_on = 0.1 * std::pow(t, 41) / 41;
    CAPTURE(t);
    CHECK(std::abs(r.v[1][k] - (0.8 * std::pow(t, 2.5) / 2.5 - passed_on) / 0.4) <= 1e-12);
    CHECK(std::abs(r.v[2][k] - passed_on / 0.7) <= 1e-12);
  }
}

TEST_CASE("random masses between powers and frictions that powers press prove their runs") {
  std::mt19937 random(41);
  const auto draw = [&](double low, double high) {
    return std::to_string(std::uniform_real_distribution(low, high)(random));
  };
  const auto one_of = [&](const std::vector<std::string>& list) {
    return list[random() % list.size()];
  };
  for (int k = 0; k < 30; ++k) {
    const std::string text =
        "bodies.a = { mass = " + draw(0.3, 3) + " }\nbodies.b = { mass = " + draw(0.3, 3) +
        ", velocity = " + one_of({"0", draw(-1, 1)}) + " }\nbodies.c = { mass = " + draw(0.3, 3) +
        " }\nforces.F = { on = \"a\", value = \"" + draw(0.5, 4) + "*cos(" + draw(2, 9) +
        "*t)\" }\nsprings.s = { between = [\"a\", \"ground\"], force = \"" + draw(20, 150) +
        "*sign(d)*abs(d)^" + one_of({"1.5", "2.5", "1.2"}) +
        "\" }\ndampers.p = { between = [\"a\", \"c\"], force = \"" + draw(0.1, 1) +
        "*sign(v)*abs(v)^" + one_of({"0.6", "0.8", "1.3"}) +
        "\" }\nfrictions.f = { between = [\"b\", \"ground\"], kinetic = " + draw(0.02, 0.3) +
        ", normal = \"" + one_of({"abs(f.s)", "max(f.s, 0)", "max(-f.s, 0)"}) +
        "\" }\nfrictions.g = { between = [\"b\", \"c\"], kinetic = " + draw(0.02, 0.4) +
        one_of({"", ", normal = \"abs(f.p)\""}) + " }\nsimulation = { duration = 2 }\n";
    CAPTURE(text);
    testing::sound_run(text, {.duration = 2.0, .samples = 2});
  }
}

TEST_CASE("a switch whose argument is a power that passes zero turns where the power says") {
  for (const std::string argument : {"abs(q.a)^1.5 - 0.1", "abs(q.a)^1.5 - abs(q.a)^2.5*10^(2/3)",
                                     "0.1*abs(q.a) - abs(q.a)^2.5"}) {
    CAPTURE(argument);
    const Trajectory r = testing::sound_run(
        "bodies.a = { mass = 1, position = -0.5, velocity = 1 }\nbodies.b = { mass = 1 }\n"
        "forces.F = { on = \"b\", value = \"step(" +
            argument + ")\" }\nsimulation = { duration = 2 }\n",
        kThirtyOne);
    const double edge = std::pow(0.1, 2.0 / 3.0);  // |q.a| there
    const double far = r.v[1].back(), near = 2 * edge;
    const bool inside = argument.find("- 0.1") == std::string::npos;
    CHECK(std::abs(far - (inside ? near : 3.0 - near)) <= 1e-12);
  }
}

namespace {

/// Two swinging masses, a damper of a power between them that a force reads, in any unit of its
/// rate.
struct Damped {
  explicit Damped(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto from = [&](double low, double high) {
      return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
    };
    mass[0] = from(1, 3), mass[1] = from(1, 3);
    stiffness[0] = from(5, 30), stiffness[1] = from(5, 30);
    strength = from(0.5, 2), gain = from(0.5, 5), push = from(1, 5), frequency = from(1, 6);
  }
  std::string text(double unit, bool along) const {
    const auto number = [](double x) {
      return cell_text(x);
    };
    std::string text;
    for (int i : {0, 1}) {
      const std::string name = i == 0 ? "a" : "b";
      text += "bodies." + name + " = { mass = " + number(mass[i]) +
              (i == 0 ? ", velocity = 0.5" : "") + " }\nsprings.k" + name + " = { between = [\"" +
              name + "\", \"ground\"], stiffness = " + number(stiffness[i]) + " }\n";
    }
    const std::string rate = "(" + number(unit) + "*v)";
    return text + "dampers.e = { " +
           (along ? "deflection = \"0.7*q.a - 1.3*q.b\""
                  : "between = [\"a\", \"b\"], arms = [0.7, 1.3]") +
           ", force = \"0.8*sign" + rate + "*abs" + rate + "^0.6/" + number(std::pow(unit, 0.6)) +
           "\" }\nforces.R = { on = \"b\", value = \"-" + number(strength) + "*tanh(" +
           number(gain) + "*f.e)\" }\nforces.F = { on = \"a\", value = \"" + number(push) +
           "*sin(" + number(frequency) + "*t)\" }\nsimulation = { duration = 3 }\n";
  }
  std::array<double, 4> rates(double t, const std::array<double, 4>& y) const {
    const double rate = 0.7 * y[2] - 1.3 * y[3];
    const double force = std::copysign(0.8 * std::pow(std::abs(rate), 0.6), rate);
    return {y[2], y[3],
            (-stiffness[0] * y[0] - 0.7 * force + push * std::sin(frequency * t)) / mass[0],
            (-stiffness[1] * y[1] + 1.3 * force - strength * std::tanh(gain * force)) / mass[1]};
  }
  /// By the midpoint rule of Runge, with steps of h.
  std::array<double, 4> end(double h) const {
    std::array<double, 4> y{0, 0, 0.5, 0};
    for (int i = 0; i * h < 3 - h / 2; ++i) {
      std::array<double, 4> middle = y;
      const auto first = rates(i * h, y);
      for (std::size_t j = 0; j < 4; ++j) middle[j] += h / 2 * first[j];
      const auto second = rates(i * h + h / 2, middle);
      for (std::size_t j = 0; j < 4; ++j) y[j] += h * second[j];
    }
    return y;
  }
  double mass[2], stiffness[2], strength, gain, push, frequency;
};

}  // namespace

TEST_CASE("a power of a rate in any unit passes its zero where a force reads it") {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    CAPTURE(seed);
    const Damped model(seed);
    const Trajectory r = testing::sound_run(model.text(1, false), kThirtyOne);
    for (const double unit : {60.0, 7350.0, 1.3e6})
      for (const bool along : {false, true}) {
        CAPTURE(unit);
        CAPTURE(along);
        const Trajectory other = testing::sound_run(model.text(unit, along), kThirtyOne);
        for (const int b : {0, 1})
          for (std::size_t k = 0; k < r.time.size(); ++k)
            CHECK(std::abs(other.q[b][k] - r.q[b][k]) <= 1e-11);
      }
    const std::array<double, 4> y = model.end(1e-4);
    CHECK(std::abs(r.q[0].back() - y[0]) <= 1e-6);
    CHECK(std::abs(r.q[1].back() - y[1]) <= 1e-6);
  }
}

TEST_CASE("the absolute value and the sign of a power of what passes zero are those behind it") {
  const auto model = [](const std::string& normal) {
    return "bodies.b = { mass = 0.8, velocity = -0.7 }\n"
           "springs.g = { between = [\"b\", \"ground\"], stiffness = 4.3 }\n"
           "frictions.f = { between = [\"b\", \"ground\"], arms = [1.1, 0.7], kinetic = 0.5, "
           "normal = "
           "\"" +
           normal +
           "\" }\nforces.F = { on = \"b\", value = \"7*sin(3*t)\" }\nsimulation = { duration = 3 "
           "}\n";
  };
  const std::string power = "max(v.b, 0)^(1/3)";
  const Trajectory plain = testing::sound_run(model("0.2 + 0.54*" + power), kThirtyOne);
  for (const std::string& same :
       {"0.2 + abs(0.54*" + power + ")", "0.2 + abs(0 - 0.54*" + power + ")",
        "0.2 + 0.54*" + power + "*sign(3*" + power + ")"}) {
    CAPTURE(same);
    const Trajectory r = testing::sound_run(model(same), kThirtyOne);
    for (std::size_t k = 0; k < r.time.size(); ++k)
      CHECK(std::abs(r.v[0][k] - plain.v[0][k]) <= 1e-11);
  }
}

TEST_CASE("an absolute value of a power with a sign of its own, where a friction turns") {
  const auto model = [](const std::string& normal) {
    return "bodies.b = { mass = 2.3, velocity = -0.92 }\n"
           "springs.g = { between = [\"b\", \"ground\"], stiffness = 18.5 }\n"
           "frictions.f = { between = [\"b\", \"ground\"], kinetic = 0.18, normal = \"" +
           normal + "\" }\nforces.F = { on = \"b\", value = 7.6 }\nsimulation = { duration = 3 }\n";
  };
  const Trajectory plain = testing::sound_run(model("0.2 + 0.5*abs(v.b)^0.6"), kThirtyOne);
  for (const char* same : {"0.2 + abs(0.5*sign(v.b)*abs(v.b)^0.6)",
                           "0.2 + abs(0.5*sign(90*v.b)*abs(90*v.b)^0.6/90^0.6)",
                           "0.2 + max(0.5*sign(v.b)*abs(v.b)^0.6, -0.5*sign(v.b)*abs(v.b)^0.6)"}) {
    CAPTURE(same);
    const Trajectory r = testing::sound_run(model(same), {.duration = 3, .samples = 3001});
    for (std::size_t k = 0; k < plain.time.size(); ++k)
      CHECK(std::abs(r.v[0][100 * k] - plain.v[0][k]) <= 1e-11);
  }
}

TEST_CASE("what a spring of a power begins to push is moved as it says") {
  const Trajectory r = testing::sound_run(
      "bodies.a = { mass = 1.6 }\nbodies.b = { mass = 2.1 }\n"
      "springs.s = { between = [\"b\", \"a\"], force = \"3*abs(0.05*d)^2.5\" }\n"
      "forces.F = { on = \"a\", value = \"7.6*sin(3*t)\" }\nsimulation = { duration = 3 }\n",
      {.duration = 3, .samples = 3001});
  CHECK(std::abs(r.v[1].back()) > 1e-4);
}

// Beside a large speed the rounding of a rate is large, and a rate that hardly changes is as small
// as that for long, but for its curvature.
TEST_CASE("a damper of a power on what moves fast acts as on what does not") {
  const auto model = [](double speed) {
    const std::string v = cell_text(speed);
    return "bodies.a = { motion = \"" + v +
           "*t + 0.3*(t - 1)^3 + 0.3\" }\nbodies.b = { mass = 1.7, " + "velocity = " + v +
           " }\ndampers.c = { between = [\"a\", \"b\"], force = " +
           "\"2*sign(v)*abs(v)^0.6\" }\nforces.F = { on = \"b\", value = \"1.1*sin(4*t)\" }\n" +
           "simulation = { duration = 3 }\n";
  };
  const Trajectory slow = testing::sound_run(model(0), kThirtyOne);
  for (const double speed : {1.0, 100.0, 1e4}) {
    const Trajectory fast = testing::sound_run(model(speed), kThirtyOne);
    for (std::size_t k = 0; k < slow.time.size(); ++k)
      CHECK(std::abs(fast.v[1][k] - speed - slow.v[1][k]) <= 1e-11 + 1e-13 * speed);
  }
}
