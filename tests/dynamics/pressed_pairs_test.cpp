#include "luztar/dynamics/system/pressed_pairs.h"

#include <doctest/doctest.h>

#include "luztar/dynamics/system/system.h"
#include "small_models.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("pairs know the links whose forces press them, and the signs that count") {
  Model model = lasting(1);
  const int a = body(model, "a", 1), b = body(model, "b", 1);
  friction(model, "free", between(b, kGround), 1, 1);
  friction(model, "loss", between(a, kGround), 0.1, 0.1);
  model.frictions.back().normal = text("abs(f.mesh)");
  friction(model, "one", between(a, kGround), 1, 1);
  model.frictions.back().normal = text("max(-f.mesh, 0)");
  link(model, "mesh", between(a, b));
  const System system = compile(model);
  const auto& pressed = system.impl().arms.pressed();
  REQUIRE(pressed.size() == 2);
  CHECK(pressed[0].pair == 1);
  CHECK(pressed[0].by == 3);
  CHECK(pressed[0].acts(Edge::Lower));
  CHECK(pressed[1].pair == 2);
  CHECK(!pressed[1].acts(Edge::Upper));
  CHECK(pressed[1].acts(Edge::Lower));
  CHECK(system.impl().presses_others(3));
  CHECK(!system.impl().presses_others(0));
  std::vector<Mode> modes(4, Mode::Stuck);
  CHECK(!presses_what_slides(system.impl(), modes));
  modes[0] = Mode::Forward;
  CHECK(!presses_what_slides(system.impl(), modes));
  modes[1] = Mode::Backward;
  CHECK(presses_what_slides(system.impl(), modes));
}
