// Impacts of one instant beside Newton's law.
#include "luztar/dynamics/impacts/impacts.h"

#include <cmath>

#include <doctest/doctest.h>

#include "luztar/dynamics/system/system.h"
#include "small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// A system whose stops are all at the edge that they are to be hit at.
struct Hit {
  explicit Hit(const Model& model)
      : system(compile(model)),
        impacts(system.impl()),
        series(system.impl(), 4),
        state(initial_state(system)) {
    series.start(state);
    impacts.begin(state);
    now.resize(state.pair.size());
    REQUIRE(impacts.resolve(state, series, true, 0.0, now) == ImpactStatus::Done);
  }

  System system;
  Impacts impacts;
  Expansion series;
  State state;
  PairsNow now;
};

}  // namespace

TEST_CASE("a block that hits its upper edge turns with e times its velocity") {
  Model model = lasting(1.0);
  const int block = body(model, "block", 2.0, 1.0, 3.0);
  stop(model, "wall", {{{block, number(1.0)}}}, 0.0, 1.0, 0.5);
  Hit hit(model);
  CHECK(hit.state.velocity[0] == -1.5);
  CHECK(hit.series.v(0)[0] == -1.5);
  CHECK(hit.impacts.hit(0));
  CHECK(hit.impacts.impulse(0) == doctest::Approx(9.0).epsilon(1e-15));  // (1 + e) m v
  CHECK(hit.impacts.leaves(0) == Edge::Upper);
  CHECK_FALSE(hit.now[0].at_rest);
  CHECK(hit.impacts.energy_change() == doctest::Approx(-6.75).epsilon(1e-15));  // (e² - 1) m v²/2
  hit.impacts.record(hit.state);
  CHECK(hit.state.dissipated[0].total() == doctest::Approx(6.75).epsilon(1e-15));
}

TEST_CASE("without restitution a block stays at its lower edge") {
  Model model = lasting(1.0);
  const int block = body(model, "block", 2.0, 0.0, -3.0);
  stop(model, "wall", {{{block, number(1.0)}}}, 0.0, 1.0, 0.0);
  const Hit hit(model);
  CHECK(hit.state.velocity[0] == 0.0);
  CHECK(hit.impacts.edge(0) == Edge::Lower);
  CHECK(hit.impacts.leaves(0) == Edge::None);
  CHECK(hit.now[0].at_rest);
  CHECK(hit.state.side[0] == Edge::Lower);
}

TEST_CASE("an impact passes through links and leaves friction as it is") {
  Model model = lasting(1.0);
  const int one = body(model, "one", 1.0, 1.0, 4.0);
  const int two = body(model, "two", 3.0, 0.0, 4.0);
  const int free = body(model, "free", 5.0, 0.0, 4.0);
  friction(model, "floor", between(two, free), 1.0, 1.0);
  link(model, "rod", between(one, two));
  stop(model, "wall", {{{one, number(1.0)}}}, 0.0, 1.0, 0.25);
  const Hit hit(model);
  CHECK(hit.state.velocity[0] == doctest::Approx(-1.0).epsilon(1e-15));
  CHECK(hit.state.velocity[1] == hit.state.velocity[0]);
  CHECK(hit.state.velocity[2] == 4.0);
  CHECK(hit.impacts.impulse(2) == doctest::Approx(1.25 * 4.0 * 4.0).epsilon(1e-15));
  CHECK(hit.state.pair[0] == Mode::Backward);  // two - free: -5 m/s
  CHECK(hit.impacts.edge(0) == Edge::None);    // no stop
  CHECK_FALSE(hit.impacts.hit(1));
}

TEST_CASE("what one round of impacts found is forgotten by undo, what is closed is not") {
  Model model = lasting(1.0);
  const int block = body(model, "block", 2.0, 1.0, 3.0);
  stop(model, "wall", {{{block, number(1.0)}}}, 0.0, 1.0, 0.5);
  Hit hit(model);
  hit.impacts.calm(0);
  hit.impacts.undo();
  CHECK_FALSE(hit.impacts.happened());
  CHECK_FALSE(hit.impacts.hit(0));
  CHECK(hit.impacts.energy_change() == 0.0);
  CHECK(hit.impacts.edge(0) == Edge::Upper);
}
