// method = "stepping" where elements close cycles of bodies.
#include <cmath>

#include <doctest/doctest.h>

#include "../dynamics/small_models.h"
#include "whole_run.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

Trajectory stepped(const Model& model, double step) {
  SimulationSettings settings;
  settings.duration = 1.0;
  settings.samples = 11;
  settings.method = Method::Stepping;
  settings.step = step;
  const System system = compile(model);
  return simulate(system, initial_state(system), settings);
}

/// A block on two others, which rub on each other.
Model ring(const std::string& push) {
  Model model = lasting(1.0);
  const int a = body(model, "a", 1.0);
  const int b = body(model, "b", 1.0);
  const int c = body(model, "c", 1.0);
  friction(model, "ab", between(a, b), 1.0, 1.0);
  friction(model, "ac", between(a, c), 2.0, 2.0);
  friction(model, "bc", between(b, c), 5.0, 5.0);
  force(model, "push", a, push);
  return model;
}

}  // namespace

TEST_CASE("stepping: blocks that rub in a ring move as one until the whole box is full") {
  // Both frictions of a carry at most 3 N, which is all that b and c need at F = 4.5 N.
  const Trajectory held = stepped(ring("4.4"), 0.1);
  check_sound(held);
  for (const double q : held.info.q) CHECK(q == doctest::Approx(4.4 / 3.0 / 2.0).epsilon(1e-13));
  const Trajectory slips = stepped(ring("6"), 0.1);
  check_sound(slips);
  CHECK(slips.info.q[0] == doctest::Approx((6.0 - 3.0) / 2.0).epsilon(1e-13));
  CHECK(slips.info.q[1] == doctest::Approx(3.0 / 2.0 / 2.0).epsilon(1e-13));
  CHECK(slips.info.q[2] == slips.info.q[1]);
}

TEST_CASE("stepping: two equal paths of a load are one of twice the strength") {
  // Oracle: the motion of b and c is the same, so the square is a chain, solved from event to
  // event.
  Model square = lasting(1.0);
  Model chain = lasting(1.0);
  const std::string push = "9*sin(12*t)";
  const int a = body(square, "first", 1.0);
  const int b = body(square, "left", 0.5);
  const int c = body(square, "right", 0.5);
  const int d = body(square, "end", 2.0);
  for (const int middle : {b, c}) {
    const std::string name = middle == b ? "b" : "c";
    friction(square, "a" + name, between(a, middle), 1.5, 1.5, 0.2);
    spring(square, "ka" + name, between(a, middle), 100.0);
    friction(square, name + "d", between(middle, d), 1.0, 1.0);
    spring(square, "kd" + name, between(middle, d), 50.0);
  }
  friction(square, "floor", between(d, kGround), 0.5, 0.5);
  force(square, "push", a, push);
  const int one = body(chain, "first", 1.0);
  const int two = body(chain, "both", 1.0);
  const int three = body(chain, "end", 2.0);
  friction(chain, "ab", between(one, two), 3.0, 3.0, 0.4);
  spring(chain, "kab", between(one, two), 200.0);
  friction(chain, "bd", between(two, three), 2.0, 2.0);
  spring(chain, "kbd", between(two, three), 100.0);
  friction(chain, "floor", between(three, kGround), 0.5, 0.5);
  force(chain, "push", one, push);
  const System system = compile(chain);
  SimulationSettings settings;
  settings.duration = 1.0;
  const Trajectory exact = simulate(system, initial_state(system), settings);
  REQUIRE(exact.info.status == Status::Finished);
  REQUIRE(exact.events.size() > 5);
  const Trajectory run = stepped(square, 1e-4);
  check_sound(run);
  CHECK(run.info.q[1] == doctest::Approx(run.info.q[2]).epsilon(1e-12));
  CHECK(std::abs(run.info.q[0] - exact.info.q[0]) < 1e-5);
  CHECK(std::abs(run.info.q[1] - exact.info.q[1]) < 1e-5);
  CHECK(std::abs(run.info.q[3] - exact.info.q[2]) < 1e-5);
}
