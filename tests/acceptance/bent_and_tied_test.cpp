// Pairs along expressions beside links and frictions with constant arms: what was once wrong.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "simulate/whole_run.h"

using namespace luztar;

namespace {

constexpr SimulationSettings kFour{.duration = 4, .samples = 401};

/// Three bodies, b + a/2 - c = 0; at the start what bent holds leaves c next to no way.
std::string nearly_held(const std::string& floor) {
  return "bodies.a = { mass = 1 }\nbodies.b = { mass = 1 }\nbodies.c = { mass = 1 }\n"
         "frictions.f = { between = [\"a\", \"b\"], " +
         floor +
         " }\nlinks.l = { across = { b = 1, a = 0.5, c = -1 } }\n"
         "frictions.bent = { deflection = \"4*sin(q.b/2) + asinh(q.a)\", kinetic = 1.5 }\n"
         "forces.F = { on = \"a\", value = \"-4*sin(7*t + 3)\" }\nsimulation = { duration = 4 }\n";
}

}  // namespace

TEST_CASE("a body that hardly moves follows its link, not the curvature alone") {
  for (const char* floor : {"kinetic = 1.35", "kinetic = 1.35, static = 1.8"}) {
    const Trajectory r = testing::sound_run(nearly_held(floor), kFour);
    for (std::size_t k = 0; k < r.time.size(); ++k)
      CHECK(std::abs(r.v[1][k] + 0.5 * r.v[0][k] - r.v[2][k]) <= 1e-15);
  }
}

// A friction of a given motion turns round; the link goes on as it was.
TEST_CASE("velocities that a given motion asks for leave tied bodies alone") {
  const std::string bodies =
      "bodies.m = { motion = \"0.3*sin(3*t)\" }\nbodies.a = { mass = 2 }\nbodies.b = { mass = 3 }\n"
      "bodies.c = { mass = 2 }\n"
      "frictions.f = { deflection = \"2*sin(q.c/2) + 0.5*q.m\", kinetic = 0.3 }\n"
      "simulation = { duration = 4 }\n";
  const Trajectory tied =
      testing::sound_run(bodies + "links.l = { across = { a = 1, b = 0.5, c = -0.5 } }\n", kFour);
  const Trajectory beside = testing::sound_run(
      bodies + "links.l = { deflection = \"q.a + 0.5*q.b - 0.5*q.c\" }\n", kFour);
  for (std::size_t b = 0; b < tied.q.size(); ++b)
    for (std::size_t k = 0; k < tied.time.size(); ++k)
      CHECK(std::abs(tied.q[b][k] - beside.q[b][k]) <= 1e-12);
}

// Seed 1184 of straight_lines_test: where a given motion turns round its velocity is that of the
// motion, not one that was noted for it.
TEST_CASE("what rests at a stop stays there while a given motion turns round beside it") {
  const auto model = [](const std::string& one, const std::string& both) {
    return "bodies.b = { mass = 1.78362 }\nbodies.m = { motion = \"-0.23*sin(3.65*t)\" }\n"
           "frictions.f = { " +
           one + ", viscous = 0.13, table = [[0, 2.9], [0.03, 2], [0.4, 2.3]] }\nfrictions.g = { " +
           both +
           ", law = \"lugre\", sigma0 = 1122, sigma1 = 19, kinetic = 3.4, static = 4.5, stribeck = "
           "{ velocity = 0.15 } }\n"
           "stops.p = { deflection = \"q.b\", gap = [-0.032, inf] }\n"
           "forces.F = { on = \"b\", value = \"2.6*sin(3.9*t)\" }\nsimulation = { duration = 4 }\n";
  };
  const Trajectory along = testing::sound_run(
      model("deflection = \"q.b - q.m\"", "deflection = \"2*q.b - q.m\""), kFour);
  const Trajectory arms =
      testing::sound_run(model("between = [\"b\", \"m\"]", "across = { b = 2, m = -1 }"), kFour);
  for (std::size_t k = 0; k < along.time.size(); ++k)
    CHECK(std::abs(along.q[0][k] - arms.q[0][k]) <= 1e-10);
}
