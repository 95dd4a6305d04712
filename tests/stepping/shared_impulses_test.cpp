#include "luztar/stepping/shared_impulses.h"

#include <doctest/doctest.h>

#include "luztar/stepping/forest_step.h"

using namespace luztar;

TEST_CASE("shared impulses: frictions side by side at rest carry by F_S, if they are asked") {
  // 3 N on one body over two frictions of F_S = 2 and 4, F_K = 1 each.
  StepNetwork network;
  network.mass = {1.0};
  network.edges = {{0, kTreeGround, 1.0, 0.0}, {0, kTreeGround, 1.0, 0.0}};
  network.stiffness = network.viscous = {0.0, 0.0};
  network.kinetic = {1.0, 1.0};
  network.breakaway = {2.0, 4.0};
  StepArrays x = step_arrays(network);
  const std::vector<double> force{3.0};
  x.h = 0.5;
  x.force = force.data();
  StepLimits limits(network, x, nullptr);
  limits.place();
  limits.begin();
  ForestStep step(x);
  REQUIRE(step.solve(24).settled);
  SharedImpulses shared;
  CHECK_FALSE(shared.has_impulse(x, 0));
  shared.find(x, limits);
  REQUIRE(shared.has_impulse(x, 0));
  CHECK(shared.impulse(0) == doctest::Approx(0.5).epsilon(1e-14));
  CHECK(shared.impulse(1) == doctest::Approx(1.0).epsilon(1e-14));
  shared.forget();
  CHECK_FALSE(shared.has_impulse(x, 0));
}
