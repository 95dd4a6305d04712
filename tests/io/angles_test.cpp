// Units of results: metres or radians.
#include "luztar/io/angles.h"

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"

namespace luztar {
namespace {

std::vector<bool> rotating(const char* text) {
  const Model model = parse_model(text, "angles.toml");
  return rotating_bodies(model, compile(model));
}

TEST_CASE("a given motion is an angle where an element compares it with one") {
  const auto rotates = rotating(R"toml(
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
[simulation]
duration = 1
)toml");
  CHECK(rotates == std::vector<bool>{true, true, false, false, false});
}

}  // namespace
}  // namespace luztar
