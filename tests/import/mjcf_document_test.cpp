// MJCF with its defaults.
#include "luztar/import/mjcf_document.h"

#include <string>

#include <doctest/doctest.h>

#include "import/refusals.h"

namespace luztar {
namespace {

using test::has;

}  // namespace

TEST_CASE("MJCF: classes of defaults, degrees, gravity of a pendulum as a formula") {
  const std::string model = import_model(
      "<mujoco><compiler angle=\"degree\"/><option gravity=\"0 0 -10\"/>"
      "<default><joint damping=\"0.1\"/><default class=\"dry\"><joint "
      "frictionloss=\"0.5\"/></default></default>"
      "<worldbody><body name=\"arm\"><joint class=\"dry\" axis=\"0 1 0\" range=\"-90 90\"/>"
      "<inertial pos=\"0 0 -2\" mass=\"3\" diaginertia=\"1 1 1\"/></body></worldbody></mujoco>",
      "m.xml", {.model = "", .key = "", .duration = "7"});
  CHECK(has(model, "[bodies.arm]\ninertia = 13"));
  CHECK(has(model, "damping = 0.1"));
  CHECK(has(model, "kinetic = 0.5"));
  CHECK(has(model, "gap = [-1.5707963267948966, 1.5707963267948966]"));
  CHECK(has(model, "value = \"-60*sin(q.arm)\""));
  CHECK(has(model, "duration = 7"));
}

}  // namespace luztar
