// Units of results: metres, radians, or none.
#include "luztar/io/angles.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"

namespace luztar {
namespace {

constexpr Coordinate kLength = Coordinate::Length, kAngle = Coordinate::Angle;

CoordinateKinds coordinates(const std::string& text) {
  const Model model = parse_model(text + "[simulation]\nduration = 1\n", "angles.toml");
  return result_coordinates(model, compile(model));
}

TEST_CASE("a given motion is an angle where an element compares it with one") {
  const CoordinateKinds found = coordinates(R"toml(
[bodies]
drive = { motion = "sin(t)" }
wheel = { inertia = 1 }
rack  = { motion = "t" }
table = { motion = "2*t" }
block = { mass = 1 }
[stops.flanks]
between = ["drive", "wheel"]
gap = [-1, 1]
[springs.pinion]
between = ["rack", "wheel"]
arms = [1, 0.2]
stiffness = 3
[springs.slide]
between = ["table", "block"]
stiffness = 3
)toml");
  CHECK(found.bodies == std::vector{kAngle, kAngle, kLength, kLength, kLength});
}

/// What d of an element between two wheels, a block and a rack is.
Coordinate deflection(const std::string& keys, const std::string& parameters = "r = 0.1\n") {
  return coordinates("[parameters]\n" + parameters + R"toml(
[bodies]
wheel = { inertia = 1, position = 0.3 }
other = { inertia = 1 }
block = { mass = 1, position = 0.4 }
rack = { mass = 1 }
[frictions.pair]
kinetic = 1
)toml" + keys + "\n")
      .elements.at(0);
}

TEST_CASE("a deflection by arms is an angle where every arm is a plain one") {
  CHECK(deflection("between = ['wheel', 'other']") == kAngle);
  CHECK(deflection("between = ['wheel', 'ground']") == kAngle);
  CHECK(deflection("between = ['block', 'rack']") == kLength);
  CHECK(deflection("between = ['rack', 'wheel']\narms = [1, 0.3]") == kLength);
  CHECK(deflection("between = ['wheel', 'other']\narms = [0.3, -0.1]") == kLength);
  // An arm of one metre.
  const std::string metre = "r = { value = 1, unit = 'm' }\n";
  CHECK(deflection("between = ['wheel', 'other']\narms = ['r', '-r']", metre) == kLength);
}

TEST_CASE("a deflection that is an expression has the dimension of the expression") {
  const auto formula = [](const std::string& text) {
    return deflection("deflection = '" + text + "'");
  };
  CHECK(formula("q.wheel + asin(r*sin(q.wheel)/r)") == kAngle);  // a pin of a crank
  CHECK(formula("asin(r*sin(q.wheel)/r)") == kAngle);
  CHECK(formula("q.wheel - 0.1") == kAngle);
  CHECK(formula("hypot(q.block - r*cos(q.wheel), r*sin(q.wheel)) - r") == kLength);
  CHECK(formula("0.1 + q.block - q.rack") == kLength);
  CHECK(formula("q.block/r") == Coordinate::Unknown);  // r is a plain number
  CHECK(formula("r*sin(q.wheel)") == Coordinate::Unknown);
  CHECK(formula("q.block*q.rack") == Coordinate::Unknown);  // m2
  const std::string metre = "r = { value = 100, unit = 'mm' }\n";
  CHECK(deflection("deflection = 'q.block/r'", metre) == kAngle);
  CHECK(deflection("deflection = 'r*sin(q.wheel)'", metre) == kLength);
}

}  // namespace
}  // namespace luztar
