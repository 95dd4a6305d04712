// Links against the equations of motion that eliminate them by hand.
#include <cmath>

#include <doctest/doctest.h>

#include "dynamics/small_models.h"
#include "luztar/simulate/simulate.h"

namespace luztar {
namespace {

using namespace testing;

SimulationSettings settings_of(const System& system) { return system.settings(); }

Trajectory run(const Model& model) {
  const System system = compile(model);
  return simulate(system, initial_state(system), settings_of(system));
}

double last(const std::vector<double>& row) { return row.back(); }

}  // namespace

TEST_CASE("a gear drives a wheel: one equation with the reduced inertia") {
  Model model = lasting(2.0);
  const int motor = body(model, "motor", 0.3);
  const int wheel = body(model, "wheel", 2.0);
  link(model, "gear", between(motor, wheel, 0.05, 0.2));  // radii
  friction(model, "bearing", between(wheel, kGround), 0.7, 0.7, 0.1);
  force(model, "torque", motor, "1.5");
  const Trajectory out = run(model);
  REQUIRE(out.info.status == Status::Finished);
  // (I1 n² + I2) w' = n M - 0.7 - 0.1 w, n = 4
  const double inertia = 0.3 * 16.0 + 2.0;
  const double drive = 4.0 * 1.5 - 0.7;
  const double speed = drive / 0.1 * (1.0 - std::exp(-0.1 / inertia * 2.0));
  CHECK(last(out.v[1]) == doctest::Approx(speed).epsilon(1e-13));
  CHECK(last(out.v[0]) == doctest::Approx(4.0 * speed).epsilon(1e-13));
  // The tooth force accelerates the wheel and turns its bearing.
  const double tooth = (inertia - 0.3 * 16.0) * last(out.a[1]) + 0.7 + 0.1 * speed;
  CHECK(last(out.f[1]) == doctest::Approx(-tooth / -0.2).epsilon(1e-12));
  for (const double d : out.d[1]) CHECK(d == out.d[1].front());
  CHECK(std::abs(out.info.energy.residual) <= 1e-13 * out.info.energy.moved);
}

TEST_CASE("a planetary set: the carrier turns with the mean of sun and ring") {
  Model model = lasting(1.0);
  const int sun = body(model, "sun", 0.1);
  const int ring = body(model, "ring", 0.4);
  const int carrier = body(model, "carrier", 0.2);
  link(model, "planets", {{{sun, number(1)}, {ring, number(2)}, {carrier, number(-3)}}});
  friction(model, "brake", between(ring, kGround), 5.0, 5.0);
  force(model, "torque", sun, "1.2");
  const Trajectory out = run(model);
  REQUIRE(out.info.status == Status::Finished);
  // The brake holds the ring: w_s = 3 w_c, tooth force T: I_s a_s = M - T, I_c a_c = 3 T.
  const double a_carrier = 3.0 * 1.2 / (0.2 + 9.0 * 0.1);
  CHECK(last(out.a[2]) == doctest::Approx(a_carrier).epsilon(1e-13));
  CHECK(last(out.v[1]) == 0.0);
  const double tooth = 1.2 - 0.1 * 3.0 * a_carrier;
  CHECK(last(out.f[1]) == doctest::Approx(tooth).epsilon(1e-12));
  CHECK(last(out.f[0]) == doctest::Approx(-2.0 * tooth).epsilon(1e-12));
}

TEST_CASE("a friction beside a link carries nothing") {
  Model model = lasting(0.5);
  const int a = body(model, "a", 1.0);
  const int b = body(model, "b", 3.0);
  friction(model, "pad", between(a, b), 2.0, 4.0);
  link(model, "bolt", between(a, b));
  force(model, "push", a, "8");
  const Trajectory out = run(model);
  REQUIRE(out.info.status == Status::Finished);
  CHECK(last(out.f[0]) == 0.0);
  CHECK(last(out.f[1]) == doctest::Approx(6.0).epsilon(1e-14));
  CHECK(out.events.empty());
}

TEST_CASE("velocities that do not fit a link are refused by its name") {
  Model model = lasting(1.0);
  const int a = body(model, "a", 1.0, 0.0, 2.0);
  const int b = body(model, "b", 3.0);
  link(model, "rod", between(a, b));
  CHECK_THROWS_WITH_AS(compile(model), doctest::Contains("'rod'"), ModelError);
}

TEST_CASE("a link holds where frictions close a cycle with it, through bodies that part") {
  // At first all of them are at rest. The strong pair keeps a on the base and the link turns b the
  // other way, so the weak pair between a and b has to slide, also beside massless bodies.
  for (const bool massless : {false, true}) {
    CAPTURE(massless);
    Model model = lasting(3.0);
    const int a = body(model, "a", 1.0, 0.5);
    const int b = body(model, "b", 2.0);
    const int base = moving_base(model, "base", "0.1*(1 - cos(3*t))");
    if (massless) {
      const int joint = body(model, "joint", 0.0);
      spring(model, "s1", between(a, joint), 30.0);
      spring(model, "s2", between(joint, kGround), 20.0);
    }
    friction(model, "weak", between(b, a), 0.4, 0.4);
    friction(model, "strong", between(a, base), 50.0, 50.0);
    link(model, "lever", between(a, b, 1.0, -1.0));
    const Trajectory out = run(model);
    REQUIRE_MESSAGE(out.info.status == Status::Finished, out.info.diagnosis);
    CHECK(std::abs(out.info.energy.residual) <= 1e-12 * out.info.energy.moved);
    const auto& lever = out.d.back();
    for (std::size_t i = 0; i < out.time.size(); ++i) {
      const double q = 0.1 * (1.0 - std::cos(3.0 * out.time[i]));
      CHECK(std::abs(out.q[0][i] - 0.5 - q) < 1e-14);
      CHECK(std::abs(out.q[1][i] + q) < 1e-14);
      CHECK(lever[i] == lever.front());
    }
  }
}

}  // namespace luztar
