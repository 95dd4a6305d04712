// Small motions beside closed forms.
#include "luztar/study/rest/modes.h"

#include <cmath>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "dynamics/small_models.h"
#include "luztar/simulate/simulate.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// m x'' + c x' + k x = 0
Model oscillator(double m, double c, double k) {
  Model model = lasting(1.0);
  const int a = body(model, "a", m);
  spring(model, "k", between(a, kGround), k);
  damper(model, "c", between(a, kGround), c);
  return model;
}

/// A block on a belt of speed v0 whose friction has the level `kinetic` and Stribeck's curve.
Model on_belt(double m, double k, double v0) {
  Model model = lasting(1.0);
  const int block = body(model, "block", m);
  const int belt = moving_base(model, "belt", std::to_string(v0) + "*t");
  spring(model, "k", between(block, kGround), k);
  friction(model, "f", between(block, belt), 2.0, 3.0, 0.25);
  for (Friction::Law* law : {&model.frictions[0].forward, &model.frictions[0].backward})
    law->stribeck = Friction::Stribeck{number(0.5), number(2.0)};
  return model;
}

double mechanism(double mu) {  // largest real part of Hoffmann's pad
  Model model = lasting(1.0);
  const int x = body(model, "x", 1.0);
  const int y = body(model, "y", 1.0);
  const int disc = moving_base(model, "disc", "5*t");
  spring(model, "kx", between(x, kGround), 20.0);
  spring(model, "ky", between(y, kGround), 16.0);
  spring(model, "kd", {{{x, number(1.0)}, {y, number(1.0)}}}, 1.0);
  friction(model, "f", between(x, disc), mu, mu);
  model.frictions[0].normal = text("20 + 10*q.y");
  const SmallMotions motions = small_motions(model);
  CHECK(!motions.symmetric);
  return motions.motions.back().value.real();
}

}  // namespace

TEST_CASE("a damped oscillator has the roots of its characteristic equation") {
  const SmallMotions swings = small_motions(oscillator(2.0, 0.6, 50.0));
  REQUIRE(swings.motions.size() == 1);
  CHECK(swings.motions[0].value.real() == doctest::Approx(-0.15).epsilon(1e-13));
  CHECK(swings.motions[0].value.imag() == doctest::Approx(std::sqrt(25 - 0.0225)).epsilon(1e-13));
  CHECK(swings.motions[0].frequency == doctest::Approx(5 / (2 * std::numbers::pi)).epsilon(1e-13));
  CHECK(swings.motions[0].damping == doctest::Approx(0.03).epsilon(1e-12));
  CHECK(swings.stability == Stability::Stable);
  const SmallMotions creeps = small_motions(oscillator(1.0, 101.0, 100.0));  // (s + 1)(s + 100)
  REQUIRE(creeps.motions.size() == 2);
  CHECK(creeps.motions[0].value.real() == doctest::Approx(-1.0).epsilon(1e-12));
  CHECK(creeps.motions[1].value.real() == doctest::Approx(-100.0).epsilon(1e-12));
  CHECK(small_motions(oscillator(1.0, 0.0, -4.0)).stability == Stability::Unstable);
}

TEST_CASE("a chain between walls has frequencies 2 sqrt(k/m) sin(j pi/(2n + 2))") {
  constexpr int n = 12;
  Model model = lasting(1.0);
  for (int i = 0; i < n; ++i) body(model, "b" + std::to_string(i), 0.5);
  for (int i = 0; i <= n; ++i)
    spring(model, "k" + std::to_string(i), between(i < n ? i : kGround, i > 0 ? i - 1 : kGround),
           800.0);
  const SmallMotions motions = small_motions(model);
  REQUIRE(motions.motions.size() == n);
  for (int j = 1; j <= n; ++j) {
    const double expected = 2 * 40.0 * std::sin(j * std::numbers::pi / (2 * n + 2));
    CHECK(motions.motions[j - 1].value.imag() == doctest::Approx(expected).epsilon(1e-12));
    CHECK(motions.motions[j - 1].value.real() == 0.0);
  }
  // The lowest shape is half a sine.
  const double middle = std::sin(6 * std::numbers::pi / (n + 1));
  const auto& shape = motions.motions[0].shape;
  CHECK(std::abs(shape[0] / shape[5] - std::sin(std::numbers::pi / (n + 1)) / middle) < 1e-11);
}

TEST_CASE("a free pair floats with values that are 0 and swings with sqrt(k/m1 + k/m2)") {
  Model model = lasting(1.0);
  const int a = body(model, "a", 2.0), b = body(model, "b", 3.0);
  spring(model, "k", between(a, b), 60.0);
  const SmallMotions motions = small_motions(model);
  REQUIRE(motions.motions.size() == 3);
  CHECK(motions.motions[0].value == 0.0);
  CHECK(motions.motions[1].value == 0.0);
  CHECK(motions.motions[2].value.imag() == doctest::Approx(std::sqrt(50.0)).epsilon(1e-13));
  CHECK(motions.equilibrium.kind == RestKind::Indifferent);
}

TEST_CASE("friction whose level falls with the speed drives: Re = -(dF/dv)/(2m)") {
  const double u = 0.3, m = 4.0;
  const SmallMotions motions = small_motions(on_belt(m, 100.0, u));
  REQUIRE(motions.motions.size() == 1);
  const double slope = 0.25 - (3.0 - 2.0) * 2 * u / 0.25 * std::exp(-u * u / 0.25);
  CHECK(motions.motions[0].value.real() == doctest::Approx(-slope / (2 * m)).epsilon(1e-12));
  CHECK(motions.stability == Stability::Unstable);
  CHECK(motions.pattern[0].damping == doctest::Approx(slope).epsilon(1e-13));
  // Held up by the friction of the belt.
  const double level = 2.0 + std::exp(-u * u / 0.25) + 0.25 * u;
  CHECK(motions.equilibrium.bodies[0].position == doctest::Approx(level / 100).epsilon(1e-13));
}

TEST_CASE("two modes flutter from the critical friction of Hoffmann et al. 2002 on") {
  // (k11 - k22)^2 = 4 kd (mu kn - kd): mu = 1/2
  CHECK(mechanism(0.49999) < 1e-9);
  CHECK(mechanism(0.50001) > 1e-3);
  // Above it value^2 = -19 +- sqrt(4 - (10 mu - 1)).
  const std::complex<double> square{-19.0, std::sqrt(10 * 0.8 - 1 - 4.0)};
  CHECK(mechanism(0.8) == doctest::Approx(std::sqrt(square).real()).epsilon(1e-12));
}

TEST_CASE("stick and slip, contact and freeplay make the pattern") {
  Model model = lasting(1.0);
  const int a = body(model, "a", 1.0), b = body(model, "b", 3.0);
  spring(model, "k", between(a, kGround), 100.0);
  spring(model, "gap", between(b, kGround), 300.0);
  model.springs[1].has_gap = true;
  model.springs[1].lower = number(-0.1);
  model.springs[1].upper = number(0.1);
  friction(model, "f", between(a, b), 1.0, 1.0);
  CHECK(small_motions(model).motions.at(0).value.imag() == doctest::Approx(5.0));
  CHECK(small_motions(model, {.contact = {"gap"}}).motions.at(0).value.imag() ==
        doctest::Approx(10.0));
  const SmallMotions slips = small_motions(model, {.at_start = true, .slip = {{"f", 0.1}}});
  CHECK(slips.motions.size() == 3);  // b floats: 0 twice
  CHECK(slips.motions[2].value.imag() == doctest::Approx(10.0));
  CHECK_THROWS_WITH_AS(small_motions(model, {.stuck = {"g"}}),
                       doctest::Contains("--stuck g: no friction 'g'"), ModelError);
  CHECK_THROWS_WITH_AS(small_motions(model, {.free = {"f"}}), doctest::Contains("gap"), ModelError);
}

TEST_CASE("massless bodies are eliminated, or have one value where they are damped") {
  // a spring k1, a massless joint, a spring k2: k1 k2/(k1 + k2)
  Model model = lasting(1.0);
  const int a = body(model, "a", 2.0), joint = body(model, "joint", 0.0);
  spring(model, "k1", between(a, joint), 30.0);
  spring(model, "k2", between(joint, kGround), 60.0);
  const SmallMotions plain = small_motions(model);
  REQUIRE(plain.motions.size() == 1);
  CHECK(plain.motions[0].value.imag() == doctest::Approx(std::sqrt(10.0)).epsilon(1e-13));
  CHECK(std::abs(plain.motions[0].shape[1] - 1.0 / 3) < 1e-13);
  // With a damper on the joint: 2 c s^3 + 2 (k1 + k2) s^2 + k1 c s + k1 k2 = 0.
  damper(model, "c", between(joint, kGround), 5.0);
  const SmallMotions damped = small_motions(model);
  REQUIRE(damped.motions.size() == 2);
  for (const SmallMotion& motion : damped.motions) {
    const auto s = motion.value;
    CHECK(std::abs(10.0 * s * s * s + 180.0 * s * s + 150.0 * s + 1800.0) <
          1e-10 * (1800 + 10 * std::pow(std::abs(s), 3)));
  }
}

TEST_CASE("a run that starts in a shape decays and swings as its value says") {
  Model model = lasting(3.0);
  for (int i = 0; i < 3; ++i) body(model, "b" + std::to_string(i), 1.0 + 0.3 * i);
  spring(model, "k0", between(0, kGround), 70.0);
  spring(model, "k1", between(1, 0), 40.0);
  spring(model, "k2", between(2, 1), 90.0);
  damper(model, "c0", between(0, kGround), 0.5);
  damper(model, "c1", between(2, 1), 0.3);
  Model nonlinear = model;  // the same to first order
  nonlinear.springs[1].force = text("40*sinh(d)");
  for (const Model& each : {model, nonlinear}) {
    const SmallMotions motions = small_motions(each);
    REQUIRE(motions.motions.size() == 3);
    for (const SmallMotion& motion : motions.motions) {
      const System system = compile(each);
      std::vector<double> q, v;
      for (const auto& shape : motion.shape) {
        q.push_back(1e-5 * shape.real());
        v.push_back(1e-5 * (shape * motion.value).real());
      }
      const Trajectory run =
          simulate(system, initial_state(system, 0.0, q, v, {}), system.settings());
      const std::complex<double> grown = std::exp(motion.value * 3.0);
      for (int b = 0; b < 3; ++b)
        CHECK(std::abs(run.q[b].back() - 1e-5 * (motion.shape[b] * grown).real()) < 1e-11);
    }
  }
}
