// States at the start: what they hold before modes are decided.
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/dynamics/system/state.h"
#include "luztar/dynamics/system/system.h"
#include "small_models.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("positions and velocities are those of the file, of given motions their own") {
  Model model = lasting(1.0);
  body(model, "a", 1.0, 0.25, -2.0);
  moving_base(model, "base", "3*sin(2*t)");
  model.simulation.start = number(0.5);
  const State state = initial_state(compile(model));
  CHECK(state.time == 0.5);
  CHECK(state.position[0] == 0.25);
  CHECK(state.velocity[0] == -2.0);
  CHECK(state.position[1] == doctest::Approx(3 * std::sin(1.0)));
  CHECK(state.velocity[1] == doctest::Approx(6 * std::cos(1.0)));
  CHECK(!state.resolved);
}

TEST_CASE("a spring with a gap knows the edge that it is beyond, a stop the one that it is at") {
  for (const double x : {-1.0, 0.0, 1.5}) {
    CAPTURE(x);
    Model model = lasting(1.0);
    const int a = body(model, "a", 1.0, x);
    spring(model, "s", between(a, kGround), 10.0);
    model.springs[0].has_gap = true;
    model.springs[0].lower = number(-0.5);
    model.springs[0].upper = number(0.5);
    stop(model, "e", between(a, kGround), -1.0, 1.5, 0.0);
    const State state = initial_state(compile(model));
    const Edge expected = x < 0 ? Edge::Lower : x > 0 ? Edge::Upper : Edge::None;
    CHECK(state.contact[0] == expected);
    CHECK(state.side[0] == expected);
    CHECK((state.pair[0] == Mode::Stuck) == (expected != Edge::None));
  }
}

TEST_CASE("a friction slides in the direction of its rate, and rests where that is rounding") {
  const auto pair = [](double v) {
    Model model = lasting(1.0);
    const int a = body(model, "a", 1.0, 0.0, 3.0 + v);
    const int b = body(model, "b", 1.0, 0.0, 1.0);
    friction(model, "f", between(a, b, 1.0, 3.0), 1.0, 1.0);
    return int(initial_state(compile(model)).pair[0]);
  };
  CHECK(pair(0.5) == 1);
  CHECK(pair(-0.5) == -1);
  CHECK(pair(0.0) == 0);
  CHECK(pair(4e-16) == 0);
}

TEST_CASE("a state made by hand has the positions that are given and refuses torn links") {
  Model model = lasting(1.0);
  const int a = body(model, "a", 1.0);
  const int b = body(model, "b", 1.0);
  moving_base(model, "base", "7 + t");
  link(model, "rod", between(a, b));
  const System system = compile(model);
  const State state = initial_state(system, 2.0, {0.1, 0.2, 99.0}, {1.0, 1.0, 99.0}, {});
  CHECK(state.time == 2.0);
  CHECK(state.position == std::vector<double>{0.1, 0.2, 9.0});  // of the motion: not read
  CHECK(state.velocity[2] == 1.0);
  CHECK_THROWS_WITH_AS(
      initial_state(system, 2.0, {0.1, 0.2, 0.0}, {1.0, 2.0, 0.0}, {}),
      "the bodies of 'rod' have a relative velocity; give them velocities that fit "
      "its arms",
      ModelError);
}
