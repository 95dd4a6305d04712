// What is refused, and what is said of the place.
#include "luztar/study/linear/linear_point.h"

#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"
#include "luztar/study/linear/linearize.h"

using namespace luztar;
using About = LinearSettings::About;

TEST_CASE("controllers without a common period, delays and unknown names are refused in words") {
  const std::string loop = R"~(
[bodies.cart]
mass = 2
[controllers.a]
period = 0.001
memory = { u = 0 }
update = ["u = -q.cart"]
[controllers.b]
period = "0.001*sqrt(2)"
memory = { u = 0 }
update = ["u = -v.cart"]
[forces.motor]
on = "cart"
value = "x.a.u + x.b.u"
[simulation]
duration = 1
)~";
  const auto words = [](const std::string& text, const LinearSettings& settings) {
    try {
      linearize(parse_model(text, "model"), settings);
    } catch (const ModelError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const LinearSettings start{.about = About::Start};
  CHECK(words(loop, start).find("no common period (0.001 s, 0.0014142135623730952 s)") !=
        std::string::npos);
  CHECK(words(loop, {}).find("no common period") != std::string::npos);
  const std::string late =
      "[bodies.a]\nmass = 1\n[forces.f]\non = \"a\"\nvalue = "
      "\"-delay(q.a, 0.1)\"\n[simulation]\nduration = 1\n";
  CHECK(words(late, start).find("'delay(q.a, 0.1)'") != std::string::npos);
  const std::string free =
      "[parameters]\nm = 1\n[bodies.a]\nmass = \"m\"\n[simulation]\nduration = 1\n";
  CHECK(words(free, {.inputs = {"mm"}}).find("no parameter or signal 'mm'") != std::string::npos);
  CHECK(words(free, {.outputs = {"q.b"}}).find("did you mean 'q.a'?") != std::string::npos);
  CHECK(words(free, {.about = About::Time, .time = -1.0}).find("begins later") !=
        std::string::npos);
}

TEST_CASE("what is just at a limit has two linear systems, which is said") {
  const Model model = parse_model(R"~(
[bodies.a]
mass = 1
[springs.s]
between = ["a", "ground"]
stiffness = 10
gap = [-0.1, 0.1]
[forces.push]
on = "a"
value = "0"
[simulation]
duration = 1
)~",
                                  "model");
  CHECK(linearize(model, {.about = About::Start}).notes.empty());
  Model at_edge = model;
  at_edge.bodies[0].position = Expression::number(0.1);
  const LinearSystem system = linearize(at_edge, {.about = About::Start});
  REQUIRE(system.notes.size() == 1);
  CHECK(system.notes[0].starts_with("'s' is just at its limit"));
}
