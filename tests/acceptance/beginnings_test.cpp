// What begins to move, or to fill, against a power of itself: closed forms.
#include <algorithm>
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "luztar/core/number_text.h"
#include "simulate/whole_run.h"

using namespace luztar;

namespace {

constexpr SimulationSettings kThirtyOne{.duration = 3.0, .samples = 31};

}  // namespace

// x' = n k t^(n-1) + c k^p t^(p n) - c x^p from x = 0: x = k t^n.
TEST_CASE("a state that begins at zero under a power of itself, as slowly as it may") {
  struct {
    int n;
    double p;
    const char* power;
  } const cases[]{{2, 0.5, "0.5"}, {4, 0.5, "0.5"},         {6, 0.5, "0.5"},
                  {5, 0.6, "0.6"}, {3, 1.0 / 3.0, "(1/3)"}, {6, 1.0 / 3.0, "(1/3)"}};
  for (const auto& [n, p, power] : cases)
    for (const double c : {0.3, 2.0, 50.0})
      for (const double begin : {0.0, 1.0}) {
        CAPTURE(n);
        CAPTURE(c);
        CAPTURE(begin);
        const std::string t = begin == 0.0 ? "t" : "max(t - 1, 0)";
        const int inflow = static_cast<int>(std::lround(p * n));
        const Trajectory r = testing::sound_run(
            "bodies.b = { mass = 1 }\nforces.F = { on = \"b\", value = \"x.x\" }\nstates.x = { "
            "rate = "
            "\"" +
                cell_text(n * 0.7) + "*(" + t + ")^" + std::to_string(n - 1) + " + " +
                cell_text(c * std::pow(0.7, p)) + "*(" + t + ")^" + std::to_string(inflow) + " - " +
                cell_text(c) + "*max(x.x, 0)^" + power +
                "\", start = 0 }\nsimulation = { duration = 3 }\n",
            kThirtyOne);
        CHECK(r.info.final_state.steps < 20000);
        const double most = 0.7 * std::pow(3 - begin, n);
        for (std::size_t k = 0; k < r.time.size(); ++k)
          CHECK(std::abs(r.internal[0][k] - 0.7 * std::pow(std::max(r.time[k] - begin, 0.0), n)) <=
                1e-11 * most);
      }
}

// What drives x has begun before the power of x is more than rounding.
TEST_CASE("a state under a power follows a body that a force begins to move") {
  for (const char* power : {"(1/3)", "0.5", "0.6"}) {
    CAPTURE(power);
    const Trajectory r = testing::sound_run(
        std::string(
            "bodies.a = { mass = 2.9 }\nforces.F = { on = \"a\", value = \"4*t\" }\n"
            "dampers.c = { between = [\"a\", \"ground\"], force = \"0.6*sign(v)*abs(v)^1.2\" }\n"
            "states.x = { rate = \"q.a - sign(x.x)*abs(x.x)^") +
            power + "\" }\nsimulation = { duration = 3 }\n",
        kThirtyOne);
    CHECK(r.info.final_state.steps < 2000);
    CHECK(r.internal[0].back() > 0.1);
  }
}

// m n k t^(n-1) + c k^p t^(p n) on a mass m from rest against c v^p: v = k t^n.
TEST_CASE("a mass that begins to move against a power of its speed, as slowly as it may") {
  struct {
    int n;
    double p;
    const char* power;
  } const cases[]{{2, 0.5, "0.5"}, {5, 0.6, "0.6"}, {6, 0.5, "0.5"}, {3, 1.0 / 3.0, "(1/3)"}};
  for (const auto& [n, p, power] : cases)
    for (const double c : {0.3, 2.0, 50.0})
      for (const double begin : {0.0, 1.0}) {
        if (n == 3 && begin > 0.0) continue;  // t - 1 has not the digits
        CAPTURE(n);
        CAPTURE(c);
        CAPTURE(begin);
        const std::string t = begin == 0.0 ? "t" : "max(t - 1, 0)";
        const int push = static_cast<int>(std::lround(p * n));
        const Trajectory r = testing::sound_run(
            "bodies.b = { mass = 1.3 }\ndampers.c = { between = [\"b\", \"ground\"], force = \"" +
                cell_text(c) + "*sign(v)*abs(v)^" + power +
                "\" }\nforces.F = { on = \"b\", value = \"" + cell_text(1.3 * n * 0.7) + "*(" + t +
                ")^" + std::to_string(n - 1) + " + " + cell_text(c * std::pow(0.7, p)) + "*(" + t +
                ")^" + std::to_string(push) + "\" }\nsimulation = { duration = 3 }\n",
            kThirtyOne);
        const double most = 0.7 * std::pow(3 - begin, n);
        for (std::size_t k = 0; k < r.time.size(); ++k)
          CHECK(std::abs(r.v[0][k] - 0.7 * std::pow(std::max(r.time[k] - begin, 0.0), n)) <=
                1e-11 * most);
      }
}

TEST_CASE("a damper of a power whose arm passes zero acts behind it") {
  const auto model = [](const std::string& element) {
    return "bodies.b = { mass = 1.3, velocity = 2 }\n" + element +
           "forces.F = { on = \"b\", value = \"0.3*sin(3*t)\" }\nsimulation = { duration = 3 }\n";
  };
  // The rate of sin(q) is cos(q) v, which is zero at q = pi/2.
  const Trajectory along = testing::sound_run(
      model("dampers.c = { deflection = \"sin(q.b)\", force = \"0.25*abs(v)^(1/3)*sign(v)\" }\n"),
      kThirtyOne);
  const Trajectory force = testing::sound_run(
      model("forces.C = { on = \"b\", value = \"-0.25*abs(cos(q.b)*v.b)^(1/3)*sign(cos(q.b)*v.b)*"
            "cos(q.b)\" }\n"),
      kThirtyOne);
  CHECK(along.q[0].back() > 2.5);
  for (std::size_t k = 0; k < along.time.size(); ++k)
    CHECK(std::abs(along.v[0][k] - force.v[0][k]) <= 1e-10);
}
