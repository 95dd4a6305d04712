#include "luztar/stepping/given_bodies.h"

#include <doctest/doctest.h>

using namespace luztar;

TEST_CASE("given bodies: ties see their velocities scaled, edges between them their rates") {
  // Body 0 is free, 1 and 2 are given; w = 2 v_0 - 3 v_1, w = v_1 - 0.5 v_2, w = 4 v_2.
  StepNetwork network;
  network.mass = {1.0, 0.0, 0.0};
  network.given = {0, 1, 1};
  network.edges = {{0, 1, 2.0, -3.0}, {1, 2, 1.0, -0.5}, {2, kTreeGround, 4.0, 0.0}};
  network.stiffness = network.viscous = network.kinetic = {0.0, 0.0, 0.0};
  StepArrays x = step_arrays(network);
  x.h = 0.5;
  GivenBodies given(network, x);
  REQUIRE_FALSE(given.empty());
  given.place({{0.0, 10.0, 20.0}, {0.0, 1.0, 2.0}, {0.0, 0.0, 0.0}, {}});
  given.take(std::vector{9.0, 5.0, 8.0});  // 9 is no given body's
  const auto rates = [&](bool at_end) {
    std::vector<double> w;
    for (int e = 0; e < 3; ++e) {
      const int s = x.forest.slot_at(e);
      w.push_back((at_end ? x.end_rate(s) : x.start_rate(s)) * x.forest.slot_scale_at(s));
    }
    return w;
  };
  CHECK(rates(false) == std::vector{-3.0, 0.0, 8.0});
  CHECK(rates(true) == std::vector{-15.0, 1.0, 32.0});
  given.accept();
  CHECK(given.body(1).q == 10.0 + 0.5 * (1.0 + 5.0) / 2.0);
  CHECK(given.body(2).q == 20.0 + 0.5 * (2.0 + 8.0) / 2.0);
  CHECK(rates(false) == std::vector{-15.0, 1.0, 32.0});
}

TEST_CASE("given bodies: they move where no element of the network is") {
  StepNetwork network;
  network.mass = {0.0, 2.0};
  network.given = {1, 0};
  StepArrays x = step_arrays(network);
  x.h = 0.5;
  GivenBodies given(network, x);
  given.place({{1.0, 0.0}, {3.0, 0.0}, {}, {}});
  given.take(std::vector{5.0, 0.0});
  given.accept();
  CHECK(given.body(0).q == 1.0 + 0.5 * (3.0 + 5.0) / 2.0);
  CHECK(given.body(0).v == 5.0);
}
