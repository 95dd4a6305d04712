// Masses of geoms.
#include <string>

#include <doctest/doctest.h>

#include "import/refusals.h"
#include "luztar/import/mjcf_tree.h"

namespace luztar {
namespace {

using test::has;

}  // namespace

TEST_CASE("a ball, a box and a cylinder have the masses and inertias of textbooks") {
  const auto turning = [](const std::string& geom) {
    return import_model(
        "<mujoco><option><flag contact=\"disable\"/></option><worldbody><body><joint name=\"j\" "
        "axis=\"0 0 1\"/><geom " +
            geom + "/></body></worldbody></mujoco>",
        "m");
  };
  CHECK(has(turning("size=\"0.5\" mass=\"10\""), "inertia = 1\n"));  // 2/5 m r^2
  CHECK(
      has(turning("type=\"box\" size=\"1 2 3\" mass=\"3\""), "inertia = 5\n"));  // m (a^2 + b^2)/3
  CHECK(has(turning("type=\"cylinder\" size=\"2 1\" mass=\"3\" pos=\"1 0 0\""),
            "inertia = 9\n"));  // m r^2/2 + m
}

}  // namespace luztar
