// Which bodies are states, and which follow.
#include "luztar/study/linear/linear_coordinates.h"

#include <cmath>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"
#include "luztar/study/linear/linearize.h"

using namespace luztar;
using About = LinearSettings::About;

TEST_CASE("a swinging mass on a rigid rod in x and y: a link whose arms turn") {
  // x'' = -g s sqrt(1 - s²) - s v²/(l (1 - s²)), s = x/l; y follows.
  const double l = 0.8, g = 9.81, x = 0.3, v = 0.9, s = x / l, c2 = 1 - s * s;
  Model model = parse_model(R"~(
[bodies.x]
mass = 2
position = 0.3
velocity = 0.9
[bodies.y]
mass = 2
position = "-sqrt(0.8^2 - 0.3^2)"
velocity = "0.3*0.9/sqrt(0.8^2 - 0.3^2)"
[links.rod]
deflection = "hypot(q.x, q.y) - 0.8"
[forces.weight]
on = "y"
value = "-2*9.81"
[simulation]
duration = 1
)~",
                            "model");
  const LinearSystem system =
      linearize(model, {.outputs = {"q.y", "v.y", "a.x"}, .about = About::Start});
  REQUIRE(system.states.size() == 2);
  CHECK(system.states[0].name == "q.x");
  const double by_x =
      (-g * (1 - 2 * s * s) / std::sqrt(c2) - v * v / l * (1 + s * s) / (c2 * c2)) / l;
  const double by_v = -2 * s * v / (l * c2);
  CHECK(system.a[1][0] == doctest::Approx(by_x).epsilon(1e-12));
  CHECK(system.a[1][1] == doctest::Approx(by_v).epsilon(1e-12));
  CHECK(system.c[0][0] == doctest::Approx(s / std::sqrt(c2)).epsilon(1e-12));
  CHECK(system.c[1][0] == doctest::Approx(v / (l * std::pow(c2, 1.5))).epsilon(1e-12));
  CHECK(system.c[1][1] == doctest::Approx(s / std::sqrt(c2)).epsilon(1e-12));
}

TEST_CASE("a massless body between two springs follows, one at a damper is a state") {
  const Model model = parse_model(R"~(
[parameters]
F = 1
[bodies.block]
mass = 2
[bodies.oil]
mass = 0
[bodies.tip]
mass = 0
[springs.first]
between = ["block", "tip"]
stiffness = 30
[springs.second]
between = ["tip", "ground"]
stiffness = 60
[springs.third]
between = ["block", "oil"]
stiffness = 10
[dampers.pot]
between = ["oil", "ground"]
damping = 4
[forces.push]
on = "tip"
value = "F"
[simulation]
duration = 1
)~",
                                  "model");
  const LinearSystem system = linearize(model, {.inputs = {"F"}, .outputs = {"q.tip"}});
  REQUIRE(system.states.size() == 3);
  CHECK(system.states[1].name == "q.oil");
  CHECK(system.states[2].name == "v.block");
  CHECK(system.a[1][0] == doctest::Approx(10.0 / 4).epsilon(1e-13));
  CHECK(system.a[1][1] == doctest::Approx(-10.0 / 4).epsilon(1e-13));
  CHECK(system.a[2][0] ==
        doctest::Approx(-(20.0 + 10.0) / 2).epsilon(1e-13));  // 30 and 60 in series
  CHECK(system.b[2][0] == doctest::Approx(30.0 / 90 / 2).epsilon(1e-13));
  CHECK(system.c[0][0] == doctest::Approx(30.0 / 90).epsilon(1e-13));
  CHECK(system.d[0][0] == doctest::Approx(1.0 / 90).epsilon(1e-13));
}
