// A motion in given modes: an oscillator by hand.
#include "luztar/sensitivity/mode_motion.h"

#include <cmath>

#include <doctest/doctest.h>

#include "varied.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("an oscillator that slides") {
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
  const double w = 3.0, t = 0.25;
  const Dual<2> q = motion.at(motion.q(0), t);
  CHECK(q.value ==
        doctest::Approx((0.1 + 3.0 / 18) * std::cos(w * t) + 2 / w * std::sin(w * t) - 3.0 / 18));
  CHECK(q.slope[0] == doctest::Approx((std::cos(w * t) - 1.0) / 18));
  CHECK(q.slope[1] == doctest::Approx(std::sin(w * t) / w));
}
