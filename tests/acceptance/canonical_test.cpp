// Forces that the balance leaves free: cycles of stuck pairs take least sum T²/F_S inside the box.
#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "acceptance/network.h"
#include "acceptance/recording.h"
#include "acceptance/reference_case.h"

using namespace acceptance;

namespace {

/// Two blocks on each other and on the ground: pairs 12, 10, 20.
struct Triangle {
  double F1, F2;
  double S12, S10, S20;

  /// T12 = t leaves T10 = F1 - t and T20 = F2 + t: one number is free, in this interval.
  double low() const { return std::max({-S12, F1 - S10, -S20 - F2}); }
  double high() const { return std::min({S12, F1 + S10, S20 - F2}); }
  /// Where t²/S12 + (F1 - t)²/S10 + (F2 + t)²/S20 is least in it.
  double best() const {
    const double free = (F1 / S10 - F2 / S20) / (1.0 / S12 + 1.0 / S10 + 1.0 / S20);
    return std::clamp(free, low(), high());
  }
};

/// Forces of the pairs at the start of a run.
std::vector<double> forces_of(const Triangle& triangle) {
  const auto digits = [](double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", x);
    return std::string(text);
  };
  std::string text = "[bodies.m1]\nmass = 2\n[bodies.m2]\nmass = 3\n";
  const auto pair = [&](const char* name, const char* a, const char* b, double strength) {
    text += std::string("[frictions.") + name + "]\nbetween = [\"" + a + "\", \"" + b +
            "\"]\nkinetic = " + digits(strength) + "\n";
  };
  pair("p12", "m1", "m2", triangle.S12);
  pair("p10", "m1", "ground", triangle.S10);
  pair("p20", "m2", "ground", triangle.S20);
  text += "[forces.F1]\non = \"m1\"\nvalue = " + digits(triangle.F1) +
          "\n[forces.F2]\non = \"m2\"\nvalue = " + digits(triangle.F2) +
          "\n[simulation]\nduration = 1e-3\n";
  const luztar::System system = luztar::compile(luztar::parse_model(text, "triangle.toml"));
  const Recorded run = record(system, {.duration = 1e-3, .samples = 2});
  check_trust(run);
  REQUIRE(!run.samples.empty());
  std::vector<double> forces;
  for (const char* name : {"p12", "p10", "p20"})
    forces.push_back(run.samples[0].f[static_cast<std::size_t>(element_index(system, name))]);
  return forces;
}

void check_canonical(const Triangle& triangle) {
  const auto T = forces_of(triangle);
  const double t = triangle.best();
  CHECK(T[0] == doctest::Approx(t).epsilon(1e-12).scale(10.0));
  CHECK(T[1] == doctest::Approx(triangle.F1 - t).epsilon(1e-12).scale(10.0));
  CHECK(T[2] == doctest::Approx(triangle.F2 + t).epsilon(1e-12).scale(10.0));
}

}  // namespace

TEST_CASE(
    "the papers' example of a cycle at rest: T10, T20, T12 = 2, 1, 0 is not the choice, 1 is") {
  // papers-checked 4, example B: F = (3, -1), F_S(12, 10, 20) = (2, 4, 4), least for t = 1.
  CHECK(Triangle{3, -1, 2, 4, 4}.best() == 1.0);
  check_canonical({3, -1, 2, 4, 4});
}

TEST_CASE("every cycle of the exact tables that rests holds the forces of least sum T²/F_S") {
  const auto tables = load_reference("static_tables");
  int resting = 0;
  for (const auto& row : tables["cycles_accelerations_only"]) {
    const Triangle triangle{number(row["F"][0]), number(row["F"][1]), number(row["pairs"][0][2]),
                            number(row["pairs"][1][2]), number(row["pairs"][2][2])};
    if (number(row["a"][0]) != 0.0 || number(row["a"][1]) != 0.0) continue;
    CAPTURE(row.dump());
    check_canonical(triangle);
    ++resting;
  }
  CHECK(resting == 5);
}

TEST_CASE("cycles at rest share by strength, also when a pair of them is at its limit") {
  Random random(7);
  int resting = 0;
  int limited = 0;
  for (int i = 0; i < 1000; ++i) {
    const Triangle triangle{random.uniform(-8, 8), random.uniform(-8, 8), random.uniform(0.5, 6),
                            random.uniform(0.5, 6), random.uniform(0.5, 6)};
    if (triangle.low() > triangle.high() - 1e-6) continue;  // cannot rest
    CAPTURE(i);
    check_canonical(triangle);
    ++resting;
    const double t = triangle.best();
    limited += t == triangle.low() || t == triangle.high() ? 1 : 0;
  }
  CHECK(resting > 100);
  CHECK(limited > 5);
}
