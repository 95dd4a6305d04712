// Guards with derivatives: the time at which a friction turns, by hand.
#include "luztar/sensitivity/guard_slopes.h"

#include <cmath>

#include <doctest/doctest.h>

#include "varied.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("the time at which an oscillator turns") {
  // m x'' = -k x - F while it slides forward: x = (x0 + F/k) cos w t + v0/w sin w t - F/k
  const System system = varied(R"(
[parameters]
F = 3
v0 = 2
[bodies.block]
mass = 2
position = 0.1
velocity = "v0"
[springs.spring]
between = ["block", "ground"]
stiffness = 18
[frictions.guide]
between = ["block", "ground"]
kinetic = "F"
)",
                               {"F", "v0"});
  const Numbers<Dual<2>> numbers = numbers_of(system);
  ModeMotion<Dual<2>> motion(numbers, 24);
  State state = initial_state(system);
  state.pair[0] = Mode::Forward;
  motion.set(state);
  motion.q(0)[0] = 0.1;
  motion.v(0)[0] = 2.0;
  motion.v(0)[0].slope[1] = 1.0;
  motion.start();
  motion.expand(24);
  const double w = 3.0;
  // It turns where tan w t = v0 w/(w^2 x0 + F/m).
  GuardSlopes<Dual<2>> guards(motion);
  const double turn = std::atan2(2.0 * w, w * w * 0.1 + 1.5) / w;
  const int guard = system.impl().pair_guard(0, 0);
  CHECK(guards.name_of(guard) == "guide");
  const auto slope = guards.at(guard, turn);
  REQUIRE(slope.has_value());
  CHECK(std::abs(slope->value.value) < 1e-12);
  const auto turns = [w](double F, double v0) {
    return std::atan2(v0 * w, w * w * 0.1 + F / 2) / w;
  };
  const double h = 1e-5;
  CHECK(-slope->value.slope[0] / slope->rate ==
        doctest::Approx((turns(3 + h, 2) - turns(3 - h, 2)) / (2 * h)).epsilon(1e-8));
  CHECK(-slope->value.slope[1] / slope->rate ==
        doctest::Approx((turns(3, 2 + h) - turns(3, 2 - h)) / (2 * h)).epsilon(1e-8));
}
