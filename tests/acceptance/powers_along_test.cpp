// Powers, roots and cancelling sums along expressions of positions: as along constant arms.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "simulate/whole_run.h"

using namespace luztar;

namespace {

constexpr SimulationSettings kTwenty{.duration = 20, .samples = 41};

void check_alike(const std::string& along, const std::string& arms) {
  const Trajectory bent = testing::sound_run(along, kTwenty);
  const Trajectory straight = testing::sound_run(arms, kTwenty);
  for (std::size_t b = 0; b < bent.q.size(); ++b)
    for (std::size_t k = 0; k < bent.time.size(); ++k)
      CHECK(std::abs(bent.q[b][k] - straight.q[b][k]) <= 1e-10);
}

std::string driven(const std::string& element) {
  return "bodies.b = { mass = 1 }\nforces.F = { on = \"b\", value = \"-6*sin(2*t)\" }\n" + element +
         "simulation = { duration = 20 }\n";
}

}  // namespace

TEST_CASE("a spring of a power passes zero along an expression as along an arm") {
  const std::string law = "force = \"20*sign(d)*abs(d)^1.5\" }\n";
  check_alike(driven("springs.s = { deflection = \"2*q.b\", " + law),
              driven("springs.s = { across = { b = 2 }, " + law));
  const Trajectory curved = testing::sound_run(
      driven("springs.s = { deflection = \"q.b + 0.2*sin(q.b)\", " + law), kTwenty);
  CHECK(curved.time.back() == 20.0);
}

TEST_CASE("a damper of a root brings its bodies to rest along an expression as along arms") {
  const auto two = [](const std::string& damper) {
    return "bodies.a = { mass = 2.3, velocity = 0.19 }\nbodies.b = { mass = 1 }\n"
           "dampers.c = { " +
           damper + ", force = \"0.8*sign(v)*abs(v)^0.6\" }\nsimulation = { duration = 20 }\n";
  };
  check_alike(two("deflection = \"q.b - 1.5*q.a\""), two("across = { b = 1, a = -1.5 }"));
  const Trajectory alone = testing::sound_run(
      "bodies.b = { mass = 2.3, velocity = 0.19 }\ndampers.c = { deflection = \"-3*sin(q.b/2)\", "
      "force = \"0.8*sign(v)*abs(v)^0.6\" }\nsimulation = { duration = 20 }\n",
      kTwenty);
  CHECK(alone.v[0].back() == 0.0);
}

TEST_CASE("a damper of a root passes the place where the gradient of its deflection is zero") {
  // There it acts on nothing.
  const Trajectory r = testing::sound_run(
      "bodies.b = { mass = 1.77, position = -0.164, velocity = 0.988 }\n"
      "dampers.c = { deflection = \"sqrt(1 + (q.b - 0.3)^2)\", "
      "force = \"0.767*sign(v)*abs(v)^0.6\" }\nsimulation = { duration = 2 }\n",
      {.duration = 2.0, .samples = 21});
  CHECK(r.q[0].front() < 0.3);
  CHECK(r.q[0].back() > 0.3);
}

TEST_CASE("a deflection in which large numbers cancel is no jump") {
  const std::string rest =
      ", stiffness = 100 }\nforces.F = { on = \"a\", value = \"sin(t) + step(t "
      "- 1e-4)\" }\nsimulation = { duration = 20 }\n";
  check_alike("bodies.a = { mass = 1 }\nsprings.s = { deflection = \"3*(q.a + 0.7) - 2.1\"" + rest,
              "bodies.a = { mass = 1 }\nsprings.s = { across = { a = 3 }" + rest);
}

// Its length is a root of 2.25: where it moves by 1e-16 of that, rounding is all that there is.
TEST_CASE("a band that starts at its own length, and is pulled from the side") {
  const Trajectory r = testing::sound_run(
      "bodies.x = { mass = 1.2 }\nbodies.y = { mass = 1.9 }\n"
      "links.l = { across = { x = 1, y = 3 } }\n"
      "springs.bent = { deflection = \"hypot(1.5 + q.x, q.y) - 1.5\", stiffness = 97 }\n"
      "forces.F = { on = \"y\", value = \"8.6*sin(1.8*t)\" }\nsimulation = { duration = 20 }\n",
      kTwenty);
  CHECK(r.time.back() == 20.0);
}
