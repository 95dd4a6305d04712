// Limits of the papers (papers by Zardecki, see CITATION.cff): a full model with a small parameter
// tends to the reduced one, at the order that the reduction states.
#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "acceptance/convergence.h"
#include "acceptance/example.h"

using namespace acceptance;

namespace {

Positions run_of(const std::string& text, const std::vector<std::string>& bodies) {
  return positions(luztar::compile(text_model(text)), bodies, 2.0, 401);
}

/// A block on a plate on the ground, both pulled.
std::string plate_model(double mass) {
  return "[bodies.block]\nmass = 1\n[bodies.plate]\nmass = " + digits(mass) +
         "\n[frictions.upper]\nbetween = [\"block\", \"plate\"]\nkinetic = 2\nviscous = 1\n"
         "[frictions.lower]\nbetween = [\"plate\", \"ground\"]\nkinetic = 1.5\nviscous = 2\n"
         "[forces.F1]\non = \"block\"\nvalue = \"6*sin(4*t)\"\n"
         "[forces.F2]\non = \"plate\"\nvalue = \"2*sin(7*t)\"\n";
}

/// A spring of stiffness 1/x with the damper that keeps its oscillations short.
std::string stiff_spring(const std::string& between, double x) {
  return "[springs.s]\n" + between + "stiffness = " + digits(1 / x) + "\n[dampers.c]\n" + between +
         "damping = " + digits(1 / std::sqrt(x)) + "\n";
}

}  // namespace

TEST_CASE("a massless plate under a block, with a force on it: the series law, first order in M2") {
  const auto found =
      converge({0.02, 0.005, 0.00125, 0.0003125}, run_of(plate_model(0.0), {"block"}),
               [](double M2) { return run_of(plate_model(M2), {"block"}); });
  CHECK(found.order() == doctest::Approx(1.0).epsilon(0.2));
}

TEST_CASE("a light plate obeys the series law up to its inertia") {
  // z1' = luz(f, F_T012)/C12 + luz(f + F2, F_T020)/C20 with f = F1 - M1 z1'', for any F2.
  std::vector<double> residuals;
  for (const double M2 : {0.03, 0.003, 0.0003}) {
    const luztar::System system = luztar::compile(text_model(plate_model(M2)));
    const Recorded run = record(system, {.duration = 2.0, .samples = 2001});
    check_trust(run);
    double worst = 0.0;
    for (const Snapshot& s : run.samples) {
      const double f = 6.0 * std::sin(4.0 * s.time) - s.a[0], F2 = 2.0 * std::sin(7.0 * s.time);
      worst = std::max(worst, std::abs(s.v[0] - luz(f, 2.0) / 1.0 - luz(f + F2, 1.5) / 2.0));
    }
    residuals.push_back(worst);
  }
  CHECK(residuals[0] < 0.5);  // speeds go up to 2 m/s
  CHECK(residuals[0] / residuals[1] == doctest::Approx(10.0).epsilon(0.3));
  CHECK(residuals[1] / residuals[2] == doctest::Approx(10.0).epsilon(0.3));
}

TEST_CASE("a stiff spring becomes a link, first order in 1/k") {
  const std::string bodies =
      "[bodies.one]\nmass = 1\n[bodies.two]\nmass = 2\n"
      "[frictions.floor]\nbetween = [\"two\", \"ground\"]\nkinetic = 1\nviscous = 0.4\n"
      "[forces.F]\non = \"one\"\nvalue = \"4*sin(3*t)\"\n";
  const std::string between = "between = [\"one\", \"two\"]\narms = [1, 0.5]\n";
  const auto found = converge(
      {1e-3, 2.5e-4, 6.25e-5, 1.5625e-5}, run_of(bodies + "[links.l]\n" + between, {"one"}),
      [&](double x) { return run_of(bodies + stiff_spring(between, x), {"one"}); });
  CHECK(found.order() == doctest::Approx(1.0).epsilon(0.2));
}

namespace {

/// Paper 000's decomposition of block 2: M21 carries friction 12, M20 friction 20.
std::string decomposed(const std::string& F1, const std::string& F2, const std::string& pairs,
                       double x) {
  return "[bodies.block1]\nmass = 1\n[bodies.upper]\nmass = 0.5\n[bodies.lower]\nmass = 1.5\n" +
         stiff_spring("between = [\"upper\", \"lower\"]\n", x) + pairs +
         "[forces.F1]\non = \"block1\"\nvalue = \"" + F1 +
         "\"\n[forces.F2]\non = \"upper\"\nvalue = \"" + F2 + "\"\n";
}

}  // namespace

TEST_CASE("a block cut in two parts with a stiff spring between them is one block, first order") {
  const std::string F1 = "8*sin(2*t)", F2 = "6*sin(3.3*t + 0.5)";
  const std::string upper = "kinetic = 3\nviscous = 1\n", lower = "kinetic = 4\nviscous = 2\n";
  const auto pairs = [&](const std::string& above, const std::string& below) {
    return "[frictions.pair12]\nbetween = [\"block1\", \"" + above + "\"]\n" + upper +
           "[frictions.pair20]\nbetween = [\"" + below + "\", \"ground\"]\n" + lower;
  };
  const std::string whole = "[bodies.block1]\nmass = 1\n[bodies.block2]\nmass = 2\n" +
                            pairs("block2", "block2") + "[forces.F1]\non = \"block1\"\nvalue = \"" +
                            F1 + "\"\n[forces.F2]\non = \"block2\"\nvalue = \"" + F2 + "\"\n";
  const auto limit = run_of(whole, {"block1", "block2", "block2"});
  check_order(converge({1e-3, 2.5e-4, 6.25e-5, 1.5625e-5}, limit,
                       [&](double x) {
                         return run_of(decomposed(F1, F2, pairs("upper", "lower"), x),
                                       {"block1", "upper", "lower"});
                       }),
              1.0);
}

TEST_CASE("the force between the parts is what gives them one acceleration, not F1 + F2") {
  // papers-checked 2.4, 10: F = (10, 0), F_T0 = (1, 5): block 1 slides, its friction of 1 N goes
  // through the spring to the ground. The printed force is 10 N.
  const std::string pairs =
      "[frictions.pair12]\nbetween = [\"block1\", \"upper\"]\nkinetic = 1\n"
      "[frictions.pair20]\nbetween = [\"lower\", \"ground\"]\nkinetic = 5\n";
  const luztar::System system = luztar::compile(text_model(decomposed("10", "0", pairs, 1e-5)));
  const Recorded run = record(system, {.duration = 1.0, .samples = 3});
  check_trust(run);
  const Snapshot& end = run.samples.back();
  CHECK(std::abs(end.f[static_cast<std::size_t>(element_index(system, "s"))] - 1.0) < 1e-9);
  CHECK(std::abs(end.a[0] - 9.0) < 1e-12);
  CHECK(end.a[2] == 0.0);
}

TEST_CASE("a massless plate without a force: B1 and B2 of paper 000, corrected where it sticks") {
  // papers-checked 1.4, limit (4), and erratum 13: where one side of the plate slides, M1 z1'' is
  // F1 less that side's friction; the plate sticks to the side that is stronger.
  for (const double F12 : {3.0, 4.0}) {
    CAPTURE(F12);
    const double F20 = 7.0 - F12;
    const Example e("two_blocks_m2_zero", {{"FT12", F12}, {"FT20", F20}, {"M1", 1.0}});
    const double C12 = e["C12"], C20 = e["C20"], sum = C12 + C20;
    int sliding = 0, glued = 0, resting = 0;
    for (const Snapshot& s : e.run.samples) {
      CAPTURE(s.time);
      const double F1 = e["A1"] * std::sin(2.0 * s.time), v = s.v[0];
      const bool upper_stronger = F12 >= F20;
      const double plate = upper_stronger ? v - C20 / sum * luz(v, (F12 - F20) / C20)
                                          : C12 / sum * luz(v, (F20 - F12) / C12);
      CHECK(std::abs(s.v[1] - plate) < 1e-11);
      // The friction's argument in B1 and B2: the rate between block and plate.
      const double rate = upper_stronger ? C20 / sum * luz(v, (F12 - F20) / C20)
                                         : v - C12 / sum * luz(v, (F20 - F12) / C12);
      double friction = sat(F1, std::min(F12, F20));
      if (rate != 0.0) {
        friction = C12 * rate + std::copysign(F12, rate);
        ++sliding;
      } else if (v != 0.0) {
        friction = C20 * v + std::copysign(F20, v);
        ++glued;
      } else {
        ++resting;
      }
      CHECK(std::abs(s.a[0] - (F1 - friction)) < 1e-10);
    }
    CHECK(sliding > 100);
    CHECK(resting >= 20);
    CHECK((glued > 20) == (F12 > F20));
  }
}
