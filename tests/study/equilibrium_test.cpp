// Places of rest beside hand calculation, and held still by the engine.
#include "luztar/study/rest/equilibrium.h"

#include <cmath>
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "dynamics/small_models.h"
#include "luztar/simulate/simulate.h"
#include "luztar/study/rest/modes.h"
#include "random.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void push(Model& model, int on, const std::string& value) {
  model.forces.push_back(
      {"push" + std::to_string(model.forces.size()), {{{on, number(1.0)}}}, text(value), {}});
}

void stop(Model& model, const std::string& name, Deflection deflection, double lower,
          double upper) {
  model.stops.push_back(
      {name, std::move(deflection), number(lower), number(upper), number(0.5), {}});
}

/// Largest distance of a body from the equilibrium in a run that starts there.
double drift(const Model& model, const Equilibrium& rest) {
  const System system = compile(model);
  const Trajectory run = simulate(system, rest_state(system, rest), system.settings());
  CHECK(run.info.status == Status::Finished);
  double worst = 0.0;
  for (std::size_t b = 0; b < rest.bodies.size(); ++b)
    for (const double q : run.q[b]) worst = std::fmax(worst, std::abs(q - rest.bodies[b].position));
  return worst;
}

}  // namespace

TEST_CASE("preload, freeplay, a stop and friction: by hand") {
  Model model = lasting(1.0);
  const int lever = body(model, "lever", 1.0), pad = body(model, "pad", 0.2);
  spring(model, "back", between(lever, kGround), 2000.0);
  model.springs[0].rest = number(-0.005);
  spring(model, "nose", between(lever, pad), 8000.0);
  model.springs[1].has_gap = true;
  model.springs[1].lower = number(-0.001);
  model.springs[1].upper = number(0.001);
  spring(model, "clip", between(pad, kGround), 500.0);
  friction(model, "guide", between(lever, kGround), 3.0, 5.0);
  stop(model, "disc", between(pad, kGround), -kInfinity, 0.004);
  push(model, lever, "30");
  const Equilibrium rest = equilibrium(model);
  REQUIRE(rest.found);
  CHECK(rest.kind == RestKind::Stable);
  CHECK(rest.bodies[0].position == doctest::Approx(0.006).epsilon(1e-13));
  CHECK(rest.bodies[1].position == 0.004);
  CHECK(rest.bodies[0].lower == doctest::Approx(0.0055).epsilon(1e-12));
  CHECK(rest.bodies[0].upper == doctest::Approx(0.0065).epsilon(1e-12));
  CHECK(rest.elements[4].force == doctest::Approx(6.0).epsilon(1e-12));
  CHECK(!rest.start_rests);
  CHECK(rest.proved < 1e-12);
  CHECK(drift(model, rest) == 0.0);
}

TEST_CASE("a force that reads that of a spring") {
  Model model = lasting(1.0);
  const int lever = body(model, "lever", 1.0), pad = body(model, "pad", 0.2);
  spring(model, "back", between(lever, kGround), 200.0);
  spring(model, "clip", between(pad, kGround), 50.0);
  push(model, lever, "3");
  push(model, pad, "0.5*f.back");
  const Equilibrium rest = equilibrium(model);
  REQUIRE(rest.found);
  CHECK(rest.bodies[0].position == doctest::Approx(0.015).epsilon(1e-13));
  CHECK(rest.bodies[1].position == doctest::Approx(0.03).epsilon(1e-13));
}

TEST_CASE("what nothing but friction holds stays where it is, and may be anywhere") {
  Model model = lasting(1.0);
  const int block = body(model, "block", 1.0, 0.25);
  friction(model, "floor", between(block, kGround), 2.0, 3.0);
  push(model, block, "2.5");
  const Equilibrium rest = equilibrium(model);
  REQUIRE(rest.found);
  CHECK(rest.by_friction);
  CHECK(rest.start_rests);
  CHECK(rest.bodies[0].position == 0.25);
  CHECK(rest.bodies[0].floats);
  CHECK(rest.bodies[0].lower == -kInfinity);
  CHECK(rest.bodies[0].upper == kInfinity);
  CHECK(drift(model, rest) == 0.0);
  push(model, block, "1");  // 3.5 against 3
  const Equilibrium none = equilibrium(model);
  CHECK(!none.found);
  CHECK(none.reason.find("'block' is left with a force of 0.5") != std::string::npos);
}

TEST_CASE("a snap-through: the hollow on the side of the start, the top is unstable") {
  for (const double start : {-0.1, 0.0, 0.1}) {
    Model model = lasting(1.0);
    const int a = body(model, "a", 1.0, start);
    spring(model, "s", between(a, kGround), 0.0);
    model.springs[0].force = text("-d + d^3");
    const Equilibrium rest = equilibrium(model);
    REQUIRE(rest.found);
    CHECK(rest.bodies[0].position ==
          doctest::Approx(start == 0.0 ? 0.0 : std::copysign(1.0, start)));
    CHECK(rest.kind == (start == 0.0 ? RestKind::Unstable : RestKind::Stable));
  }
}

TEST_CASE("springs on what moves are refused by name, and modes of states") {
  Model model = lasting(1.0);
  const int a = body(model, "a", 1.0);
  const int base = moving_base(model, "base", "0.1*t");
  spring(model, "s", between(a, base), 10.0);
  CHECK_THROWS_WITH_AS(equilibrium(model), doctest::Contains("'s' depends on the place of 'base'"),
                       ModelError);
  Model other = lasting(1.0);
  body(other, "a", 1.0);
  other.states.push_back({.name = "x", .rate = text("1")});
  CHECK_THROWS_WITH_AS(small_motions(other), doctest::Contains("the state 'x'"), ModelError);
}

TEST_CASE("50 random chains with stops, freeplay and friction rest where they are said to") {
  Random random{11};
  int found = 0, pressed = 0;
  for (int round = 0; round < 50; ++round) {
    CAPTURE(round);
    Model model = lasting(0.2);
    const int n = 2 + round % 5;
    for (int i = 0; i < n; ++i) body(model, "b" + std::to_string(i), random(0.5, 2.0));
    for (int i = 0; i < n; ++i) {
      spring(model, "k" + std::to_string(i), between(i, i > 0 ? i - 1 : kGround),
             random(50.0, 200.0));
      if (random(0.0, 1.0) < 0.4) {
        model.springs.back().has_gap = true;
        model.springs.back().lower = number(-random(0.0, 0.02));
        model.springs.back().upper = number(random(0.0, 0.02));
      }
      if (random(0.0, 1.0) < 0.5)
        friction(model, "f" + std::to_string(i), between(i, kGround), 1.0, random(1.0, 2.0));
      if (random(0.0, 1.0) < 0.4)
        stop(model, "s" + std::to_string(i), between(i, kGround), -random(0.0, 0.05),
             random(0.0, 0.05));
      push(model, i, std::to_string(random(-5.0, 5.0)));
    }
    const Equilibrium rest = equilibrium(model);
    REQUIRE(rest.found);
    ++found;
    CHECK(rest.proved < 1e-12);
    // Balance, written anew: q, springs, stops.
    std::vector<double> left(static_cast<std::size_t>(n), 0.0);
    std::size_t e = 0;
    const auto act = [&](const Deflection& deflection, double force) {
      for (const auto& term : deflection.terms)
        if (term.body != kGround)
          left[static_cast<std::size_t>(term.body)] += term.coefficient.number() * force;
    };
    const auto at = [&](const Deflection& deflection) {
      double d = 0.0;
      for (const auto& term : deflection.terms)
        if (term.body != kGround)
          d +=
              term.coefficient.number() * rest.bodies[static_cast<std::size_t>(term.body)].position;
      return d;
    };
    for (const Spring& s : model.springs) {
      const double d = at(s.deflection);
      const double lower = s.has_gap ? s.lower.number() : 0.0,
                   upper = s.has_gap ? s.upper.number() : 0.0;
      act(s.deflection, -s.stiffness.number() * (d - std::fmin(std::fmax(d, lower), upper)));
      ++e;
    }
    for (const Friction& f : model.frictions) {
      const double force = rest.elements[e++].force;
      CHECK(std::abs(force) <= f.forward.breakaway.number() * (1 + 1e-12));
      act(f.deflection, -force);
    }
    for (const Stop& s : model.stops) {
      const double d = at(s.deflection), force = rest.elements[e++].force;
      CHECK(d >= s.lower.number());
      CHECK(d <= s.upper.number());
      if (force > 0) CHECK(d == s.upper.number());
      if (force < 0) CHECK(d == s.lower.number());
      pressed += force != 0 ? 1 : 0;
      act(s.deflection, -force);
    }
    for (const Force& f : model.forces) act(f.deflection, evaluate(f.value, ParameterValues{}));
    for (const double force : left) CHECK(std::abs(force) < 1e-11);
    for (const RestBody& b : rest.bodies) {
      CHECK(b.lower <= b.position);
      CHECK(b.upper >= b.position);
    }
    CHECK(drift(model, rest) < 1e-13);
  }
  CHECK(found == 50);
  CHECK(pressed > 10);
}
