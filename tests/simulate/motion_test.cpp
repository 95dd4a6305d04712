// A state and the series from it, beside closed forms.
#include "luztar/simulate/motion.h"

#include <cmath>

#include <doctest/doctest.h>

#include "../dynamics/small_models.h"
#include "luztar/dynamics/system/system_impl.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// 2 kg on a spring of 8 N/m, let go at 1 m: x = cos 2t, 4 J.
Model oscillator() {
  Model model = lasting(10);
  const int mass = body(model, "mass", 2, 1);
  spring(model, "spring", between(mass, kGround), 8);
  return model;
}

void expand(Motion& motion) {
  motion.start();
  motion.present().use(motion.state());
  REQUIRE(motion.expand());
}

}  // namespace

TEST_CASE("a motion goes from step to step along its closed form, and its work is booked") {
  const System system = compile(oscillator());
  Motion motion(system.impl(), initial_state(system), system.settings());
  expand(motion);
  CHECK(motion.mechanical_energy() == doctest::Approx(4.0).epsilon(1e-15));
  while (motion.state().time < 9.0) {
    const double step = motion.natural_step();
    REQUIRE(motion.look_ahead(step));
    motion.move_to(step);
    expand(motion);
    const double t = motion.state().time;
    CHECK(std::abs(motion.state().position[0] - std::cos(2 * t)) < 1e-11);
    CHECK(std::abs(motion.state().velocity[0] + 2 * std::sin(2 * t)) < 1e-11);
    CHECK(motion.mechanical_energy() == doctest::Approx(4.0).epsilon(1e-12));
  }
}

TEST_CASE("looking ahead writes the left limit and leaves the state where it is") {
  const System system = compile(oscillator());
  Motion motion(system.impl(), initial_state(system), system.settings());
  expand(motion);
  const State before = motion.state();
  REQUIRE(motion.look_ahead(0.1));
  CHECK((motion.state() == before));
  CHECK(motion.left().position[0] == doctest::Approx(std::cos(0.2)).epsilon(1e-12));
  motion.move_to(0.1);
  CHECK(motion.state().position == motion.left().position);
  CHECK(motion.state().anchor.value == 0.1);
  CHECK(motion.state().steps == before.steps + 1);
}

TEST_CASE("a coefficient that rules for less time than the clock knows is rounding") {
  Model model = oscillator();
  const System system = compile(model);
  Motion motion(system.impl(), initial_state(system), system.settings());
  expand(motion);
  std::vector<double> x(static_cast<std::size_t>(motion.series().order()) + 1, 0.0);
  CHECK(motion.leading_order(x.data()) == motion.series().order() + 1);
  x[1] = 1e-9;  // beside 1 at the next order it rules for 1e-9 s, of a run of 10 s
  x[2] = 1.0;
  CHECK(motion.leading_order(x.data()) == 1);
  x[1] = 1e-16;
  CHECK(motion.leading_order(x.data()) == 2);
}
