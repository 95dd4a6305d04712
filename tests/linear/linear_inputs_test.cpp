// Inputs that given motions follow, and parameters.
#include "luztar/study/linear/linear_inputs.h"

#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"
#include "luztar/study/linear/linearize.h"
#include "luztar/study/linear/transfer.h"

using namespace luztar;
using About = LinearSettings::About;

TEST_CASE("a given motion is an input with its rate: (c s + k)/(m s² + c s + k)") {
  const Model model = parse_model(R"~(
[parameters]
y0 = 0.1
[signals.y]
value = "y0*sin(3*t)"
[bodies.base]
motion = "y"
[bodies.seat]
mass = 3
[springs.s]
between = ["seat", "base"]
stiffness = 300
damping = 2
[simulation]
duration = 1
)~",
                                  "model");
  const LinearSettings settings{
      .inputs = {"y"}, .outputs = {"q.seat"}, .about = About::Time, .time = 0.3};
  const TransferFunction made = transfer_function(linearize(model, settings), 0, 0);
  REQUIRE(made.numerator.size() == 2);
  CHECK(made.numerator[0] == doctest::Approx(2.0 / 3).epsilon(1e-12));
  CHECK(made.numerator[1] == doctest::Approx(100).epsilon(1e-12));
  CHECK(made.denominator[1] == doctest::Approx(2.0 / 3).epsilon(1e-12));
  CHECK(made.denominator[2] == doctest::Approx(100).epsilon(1e-12));
  LinearSettings rate = settings;
  rate.outputs = {"v.seat"};
  CHECK(linearize(model, rate).d[0][0] == doctest::Approx(2.0 / 3).epsilon(1e-12));
  for (const char* improper : {"v.base", "f.s"}) {
    LinearSettings other = settings;
    other.outputs = {improper};
    CHECK_THROWS_AS(linearize(model, other), ModelError);
  }
}

TEST_CASE("a body that a link ties to a given motion has its acceleration: m s² is no D") {
  const std::string text = R"~(
[signals.y]
value = "0.1*sin(3*t)"
[bodies.base]
motion = "y"
[bodies.lever]
mass = 2
velocity = 0.6
[bodies.tail]
mass = 1
[links.arm]
between = ["lever", "base"]
arms = [1, 2]
[springs.s]
between = ["tail", "lever"]
stiffness = 40
[simulation]
duration = 1
)~";
  const Model model = parse_model(text, "model");
  LinearSettings settings{
      .inputs = {"y"}, .outputs = {"q.tail"}, .about = About::Time, .time = 0.2};
  const LinearSystem system = linearize(model, settings);
  CHECK(system.states.size() == 2);
  const TransferFunction made = transfer_function(system, 0, 0);  // 2 k/(m s² + k)
  CHECK(made.static_gain == doctest::Approx(2).epsilon(1e-12));
  CHECK(made.numerator.size() == 1);
  settings.outputs = {"f.arm"};
  CHECK_THROWS_AS(linearize(model, settings), ModelError);
}

TEST_CASE("a parameter that moves what holds is no input") {
  const Model model = parse_model(R"~(
[parameters]
edge = -0.1
[bodies.a]
mass = 1
position = "edge"
[stops.wall]
between = ["a", "ground"]
gap = ["edge", inf]
[forces.weight]
on = "a"
value = "-10"
[simulation]
duration = 1
)~",
                                  "model");
  CHECK(linearize(model, {.about = About::Start}).states.empty());
  CHECK_THROWS_AS(linearize(model, {.inputs = {"edge"}, .about = About::Start}), ModelError);
}
