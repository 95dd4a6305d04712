#include "luztar/dynamics/system/normal_loads.h"

#include <doctest/doctest.h>

#include "luztar/dynamics/system/system.h"
#include "small_models.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("a normal load names the friction, the link and the sign that counts") {
  Model model = lasting(1);
  const int a = body(model, "a", 1), b = body(model, "b", 1);
  friction(model, "free", between(b, kGround), 1, 1);
  friction(model, "loss", between(a, kGround), 0.1, 0.1);
  model.frictions.back().normal = text("abs(f.mesh)");
  friction(model, "one", between(a, kGround), 1, 1);
  model.frictions.back().normal = text("max(-f.mesh, 0)");
  link(model, "mesh", between(a, b));
  const System system = compile(model);
  const auto& loads = system.impl().arms.normal_loads();
  REQUIRE(loads.size() == 2);
  CHECK(loads[0].pair == 1);
  CHECK(loads[0].by == 3);
  CHECK(loads[0].acts(Edge::Lower));
  CHECK(loads[1].pair == 2);
  CHECK(!loads[1].acts(Edge::Upper));
  CHECK(loads[1].acts(Edge::Lower));
  CHECK(system.impl().loads_friction(3));
  CHECK(!system.impl().loads_friction(0));
  std::vector<Mode> modes(4, Mode::Stuck);
  CHECK(!loads_sliding_friction(system.impl(), modes));
  modes[0] = Mode::Forward;
  CHECK(!loads_sliding_friction(system.impl(), modes));
  modes[1] = Mode::Backward;
  CHECK(loads_sliding_friction(system.impl(), modes));
}
