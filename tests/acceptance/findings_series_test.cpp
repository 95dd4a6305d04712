// Terms beyond the order of the series: laws that begin, or go on, where no coefficient shows it.
#include <cmath>
#include <cstdio>
#include <functional>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "acceptance/recording.h"
#include "random.h"

using namespace luztar;
using namespace acceptance;
using testing::Random;

namespace {

Recorded run(const Model& model, double tolerance = 1e-12) {
  const System system = compile(model);
  SimulationSettings settings = system.settings();
  settings.tolerance = tolerance;
  Recorded r = record(system, settings);
  REQUIRE_MESSAGE(r.info.status == Status::Finished, r.info.diagnosis);
  return r;
}

Recorded stepped(const Model& model, double step) {
  const System system = compile(model);
  SimulationSettings settings = system.settings();
  settings.method = Method::Stepping;
  settings.step = step;
  return record(system, settings);
}

Model finding(const std::string& name) {
  return load_model(LUZTAR_SOURCE_DIR "/tests/acceptance/findings/" + name + ".toml");
}

std::string text(double x) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "%.17g", x);
  return digits;
}

/// A block of mass m with the velocity v, one element and perhaps a constant force.
Model block(double m, double v, const std::string& element, double load = 0.0) {
  std::string model = "[bodies]\nb = { mass = " + text(m) + ", velocity = " + text(v) + " }\n" +
                      element + "\n[simulation]\nduration = 3\nsamples = 31\n";
  if (load != 0.0) model += "[forces]\nF = { on = \"b\", value = " + text(load) + " }\n";
  return parse_model(model, "block.toml");
}

/// Largest |law - force| of element 0 over all rows, relative to the largest force, at least
/// `least`.
double law_error(const Recorded& r, double least,
                 const std::function<double(const Snapshot&)>& law) {
  double error = 0.0;
  double largest = least;
  for (const Snapshot& row : r.samples) {
    error = std::max(error, std::abs(law(row) - row.f[0]));
    largest = std::max(largest, std::abs(law(row)));
  }
  return error / largest;
}

}  // namespace

TEST_CASE("finding: a power of the deflection acts that begins beyond the order of the series") {
  const Model model = finding("power_spring_from_rest");
  for (const double tolerance : {1e-12, 1e-8, 1e-5}) {
    CAPTURE(tolerance);
    const Recorded r = run(model, tolerance);
    CHECK(std::abs(r.info.q[0] - 0.56930612) <= 1e-8 + 10 * tolerance);
    CHECK(std::abs(r.info.v[0] - 0.89285934) <= 1e-8 + 10 * tolerance);
    const auto law = [](const Snapshot& row) {
      return std::pow(row.d[0] / 0.5, 7);
    };
    CHECK(law_error(r, 0.0, law) <= 10 * tolerance);
  }
  CHECK(stepped(model, 1e-3).info.q[0] == doctest::Approx(0.56930612).epsilon(1e-5));
}

TEST_CASE("finding: a power of the deflection stops a thrown block, at every tolerance") {
  const Model model = finding("power_spring_thrown");
  for (const double tolerance : {1e-12, 1e-8, 1e-4}) {
    CAPTURE(tolerance);
    const Recorded r = run(model, tolerance);
    CHECK(std::abs(r.info.q[0] + 0.60234165) <= 1e-8 + 100 * tolerance);
    CHECK(std::abs(r.info.v[0] - 0.1775275) <= 1e-7 + 1000 * tolerance);
  }
  CHECK(stepped(model, 1e-4).info.q[0] == doctest::Approx(-0.60234165).epsilon(1e-3));
}

TEST_CASE("finding: a sharp Stribeck curve falls where the block slides faster") {
  const Model model = finding("stribeck_exponent_30");
  for (const double tolerance : {1e-12, 1e-6, 1e-4}) {
    CAPTURE(tolerance);
    const Recorded r = run(model, tolerance);
    CHECK(std::abs(r.info.q[0] - 1.90578078) <= 1e-8 + 10 * tolerance);
    CHECK(r.samples.back().f[0] == doctest::Approx(1.0).epsilon(1e-12));
  }
  CHECK(stepped(model, 1e-4).info.q[0] == doctest::Approx(1.90578078).epsilon(1e-3));
}

TEST_CASE("springs of any power keep the energy of what they stop") {
  // m v^2/2 + c a/(n + 1) (d/a)^(n + 1) - F d is what it is at the start.
  Random random{101};
  for (int round = 0; round < 60; ++round) {
    const int n = 2 * static_cast<int>(random(1, 30)) + 1;
    const double m = std::exp(random(-2, 2));
    const double a = std::exp(random(-2, 1));
    const double c = std::exp(random(-1, 2));
    const bool thrown = random(0, 1) < 0.5;
    const double v = thrown ? random(-3, 3) : 0.0;
    const double load = thrown ? 0.0 : random(-3, 3);
    const double tolerance = std::pow(10.0, -random(5, 12));
    CAPTURE(round);
    CAPTURE(n);
    CAPTURE(tolerance);
    const std::string law = text(c) + "*(d/" + text(a) + ")^" + std::to_string(n);
    const Recorded r =
        run(block(m, v, "[springs]\ns = { between = [\"b\", \"ground\"], force = \"" + law + "\" }",
                  load),
            tolerance);
    double scale = 0.5 * m * v * v;
    for (const Snapshot& row : r.samples)
      scale = std::max(scale, 0.5 * m * row.v[0] * row.v[0] + std::abs(load * row.q[0]));
    double largest = 0.0;
    for (const Snapshot& row : r.samples) {
      const double stored = c * a / (n + 1) * std::pow(row.q[0] / a, n + 1);
      const double energy = 0.5 * m * row.v[0] * row.v[0] + stored - load * row.q[0];
      largest = std::max(largest, std::abs(energy - 0.5 * m * v * v));
    }
    CHECK(largest <= 100 * tolerance * scale + 1e-13 * scale);
    const double other = thrown ? m * std::abs(v) : std::abs(load);  // stops it in a second
    CHECK(law_error(r, other, [&](const Snapshot& row) { return c * std::pow(row.d[0] / a, n); }) <=
          100 * tolerance + 1e-13 * n);
  }
}

TEST_CASE("dampers of any power slow a block as their closed form says") {
  // m v' = -c (v/a)^n: v^(1-n) = v0^(1-n) + (n - 1) c/(m a^n) t
  Random random{102};
  for (int round = 0; round < 30; ++round) {
    const int n = 2 * static_cast<int>(random(1, 15)) + 1;
    const double a = std::exp(random(0, 1));
    const double c = std::exp(random(-1, 2));
    const double v0 = random(0.1, 2.0);
    const double tolerance = std::pow(10.0, -random(5, 12));
    CAPTURE(n);
    CAPTURE(tolerance);
    const Recorded r =
        run(block(1.0, v0,
                  "[dampers]\ns = { between = [\"b\", \"ground\"], force = \"" + text(c) + "*(v/" +
                      text(a) + ")^" + std::to_string(n) + "\" }"),
            tolerance);
    for (const Snapshot& row : r.samples) {
      const double u = std::pow(v0, 1 - n) + (n - 1) * c / std::pow(a, n) * row.time;
      CHECK(row.v[0] == doctest::Approx(std::pow(u, 1.0 / (1 - n))).epsilon(100 * tolerance));
    }
  }
}

TEST_CASE("a power of time beyond the order acts beside functions that show all their terms") {
  // q'' = cos t + sin t + (t/0.9)^60
  const Recorded r = run(parse_model(R"(
[bodies]
b = { mass = 1 }
[forces]
F = { on = "b", value = "cos(t) + sin(t) + (t/0.9)^60" }
[simulation]
duration = 1
samples = 11
)",
                                     "power.toml"));
  const double q = 1.0 - std::cos(1.0) + 1.0 - std::sin(1.0) + std::pow(0.9, -60) / (61 * 62);
  CHECK(r.info.q[0] == doctest::Approx(q).epsilon(1e-11));
}

TEST_CASE("a block passes through the zero of a power at every tolerance, and comes back") {
  // v^2 + (d/0.5)^(n + 1)/(n + 1) = 1
  for (const int n : {11, 27, 59})
    for (const double tolerance : {1e-12, 1e-8, 1e-4}) {
      CAPTURE(n);
      CAPTURE(tolerance);
      const Recorded r =
          run(block(1.0, 1.0,
                    "[springs]\ns = { between = [\"b\", \"ground\"], force = \"(d/0.5)^" +
                        std::to_string(n) + "\" }"),
              tolerance);
      bool came_back = false;
      bool went_again = false;
      for (const Snapshot& row : r.samples) {
        const double stored = std::pow(row.q[0] / 0.5, n + 1) / (n + 1);
        CHECK(std::abs(row.v[0] * row.v[0] + stored - 1.0) <= 100 * tolerance);
        came_back = came_back || row.v[0] < -0.9;
        went_again = went_again || (came_back && row.v[0] > 0.9);
      }
      CHECK(went_again);
    }
}

TEST_CASE("a run over hidden terms goes on from any instant with the bits of the whole") {
  const System system = compile(finding("power_spring_from_rest"));
  const SimulationSettings whole{.duration = 2, .samples = 201};
  const Trajectory one = simulate(system, initial_state(system), whole);
  for (const double part : {0.13, 0.4, 0.77, 1.2, 1.99}) {
    CAPTURE(part);
    SimulationSettings first = whole;
    first.duration = part;
    first.samples = 0;
    const Trajectory head = simulate(system, initial_state(system), first);
    CHECK(simulate(system, head.info.final_state, whole).info.final_state == one.info.final_state);
  }
}

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string touching(const std::string& load) {
  return "[bodies]\nb = { mass = 1 }\n[frictions]\n"
         "f = { between = [\"b\", \"ground\"], kinetic = 1, static = 3 }\n"
         "[forces]\nF = { on = \"b\", value = \"" +
         load + "\" }\n[simulation]\nduration = 30\nsamples = 4\n";
}

/// A motion a, a body c and one more motion or the ground at the far ends of two links.
std::string linked(const std::string& first, const std::string& second) {
  return "[bodies]\na = { motion = \"" + first + "\" }\nb = { motion = \"" + second +
         "\" }\nc = { mass = 1 }\n[links]\n"
         "l = { across = { a = 1, c = -2 } }\nm = { across = { c = 3, b = -1 } }\n"
         "[simulation]\nduration = 3\nsamples = 4\n";
}

Recorded recorded(const std::string& text) {
  const System system = compile(parse_model(text, "text.toml"));
  return record(system, system.settings());
}

}  // namespace

TEST_CASE("every crest of a load that only touches the static limit holds, with a warning") {
  // 3 sin(w t) = F_S at every crest, whatever rounding makes of it.
  for (const char* load : {"3*sin(t)", "-3*sin(0.7*t)", "3*cos(t + 1)", "1 + 2*sin(3*t)"}) {
    CAPTURE(load);
    const Recorded r = recorded(touching(load));
    CHECK(r.info.status == Status::Finished);
    CHECK(r.events.empty());
    REQUIRE(!r.info.warnings.empty());
    CHECK(has(r.info.warnings[0], "'f' grazes its limit"));
  }
}

TEST_CASE("a crest above the static limit breaks, also in the step in which another one touches") {
  const Recorded more = recorded(touching("3*(1 + 1e-9)*sin(t)"));
  REQUIRE(!more.events.empty());
  CHECK(more.events[0].time.value == doctest::Approx(std::asin(1 / (1 + 1e-9))).epsilon(1e-12));
  const Recorded later = recorded(touching("3*sin(t) + max(0, 0.01*(t - 5))"));
  REQUIRE(!later.events.empty());
  CHECK(later.events[0].time.value > 7.5);
  CHECK(later.events[0].time.value < 7.86);
}

TEST_CASE("finding: links that tie a motion to the ground end the run when it moves") {
  const System system = compile(finding("links_to_two_motions"));
  const Recorded r = record(system, system.settings());
  CHECK(r.info.status == Status::Unsolved);
  CHECK(r.info.final_state.time == doctest::Approx(1.0));
  CHECK(has(r.info.diagnosis, "the links 'l', 'm' cannot all hold"));
}

TEST_CASE("links between two motions hold as long as the motions fit their ratios") {
  // l: v_a = 2 v_c, m: 3 v_c = v_b, so v_b = 1.5 v_a
  CHECK(recorded(linked("1 - cos(2*t)", "1.5 - 1.5*cos(2*t)")).info.status == Status::Finished);
  CHECK(recorded(linked("sin(t)^2", "0.75*(1 - cos(2*t))")).info.status == Status::Finished);
  for (const char* second : {"1.5*t^3 + 0.1*t^4", "if(t < 1, 1.5*t^3, 1.5 + 4.6*(t - 1))",
                             "if(t < 1, 1.5*t^3, 1.5*t^3 + (t - 1)^2)"}) {
    CAPTURE(second);
    const Recorded r = recorded(linked("t^3", second));
    CHECK(r.info.status == Status::Unsolved);
    CHECK(has(r.info.diagnosis, "the links 'l', 'm' cannot all hold"));
    CHECK(has(r.info.diagnosis, "'a', 'b'"));
    const bool late = has(second, "if");
    CHECK(r.info.final_state.time == doctest::Approx(late ? 1.0 : 0.0));
  }
}

TEST_CASE("finding: edges ahead are met however long a step the laws allow") {
  SUBCASE("powers of the step leave the numbers") {
    const Recorded r = run(finding("step_beyond_powers"));
    REQUIRE(r.events.size() == 2);
    CHECK(std::abs(r.events[0].time.value - 0.5) < 1e-13);
    CHECK(std::abs(r.events[1].time.value - (0.5 + 0.1 * std::numbers::pi)) < 1e-13);
    CHECK(std::abs(r.info.v[0] + 2.0) < 1e-12);
  }
  SUBCASE("the edge is nearer than the resolution of the step") {
    const Recorded r = run(finding("near_edge_in_endless_step"), 1e-10);
    REQUIRE(r.events.size() > 1);
    CHECK(std::abs(r.events[1].time.value - 0.005) < 1e-9);
  }
  SUBCASE("by steps") {
    const Recorded r = stepped(finding("step_beyond_powers"), 1e-4);
    CHECK(std::abs(r.info.v[0] + 2.0) < 1e-6);
  }
}

TEST_CASE("finding: a step does not leap over a pole behind which the law is small again") {
  const Recorded r = run(finding("pole_behind_a_long_step"), 1e-10);
  // Energy of the law: -pa S d + p0 S h0 / 999 (h0 / (h0 + d))^999, and m g d of the weight.
  const double m = 100.0, g = 9.81, s = 6.4e-3, h = 0.1, pa = 101325.0, p = pa + m * g / s;
  for (const Snapshot& row : r.samples) {
    const double d = row.q[0];
    CHECK(d > -0.01 * h);
    const double energy = 0.5 * m * row.v[0] * row.v[0] + (m * g + pa * s) * d +
                          p * s * h / 999.0 * std::pow(h / (h + d), 999.0);
    CHECK(std::abs(energy - (m * g + pa * s) * 0.03) < 1e-6);
  }
}
