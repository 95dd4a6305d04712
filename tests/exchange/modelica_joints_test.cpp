// Rigid connections as Modelica.
#include "luztar/exchange/modelica/modelica_joints.h"

#include "modelica_back.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

std::string drive(const std::string& a, const std::string& b, const std::string& rest) {
  return "bodies.a = { " + a + " }\nbodies.b = { " + b + " }\n" +
         "springs.k = { between = [\"b\", \"ground\"], stiffness = 40 }\n"
         "frictions.f = { between = [\"a\", \"ground\"], kinetic = 0.5 }\n"
         "forces.F = { on = \"a\", value = \"6*sin(4*t)\" }\nsimulation.duration = 3\n" +
         rest;
}

}  // namespace

TEST_CASE("links are gears of the library, whose start values follow from one body") {
  const std::string gear = drive("inertia = 1, velocity = 2", "inertia = 2, velocity = 1",
                                 "links.l = { between = [\"a\", \"b\"], arms = [1, 2] }\n");
  CHECK(says(as_modelica(gear), "Rotational.Components.IdealGear l(ratio = 2);"));
  CHECK(says(as_modelica(gear),
             "a(J = 1, phi(start = 0, fixed = true), w(start = 2, fixed = true));"));
  CHECK(says(as_modelica(gear), "b(J = 2, phi(start = 0), w(start = 1));"));
  check_same(gear);
  check_same(drive("inertia = 1", "mass = 2",
                   "links.l = { between = [\"a\", \"b\"], arms = [0.1, 1] }\n"));
  check_same(drive("mass = 1", "inertia = 2",
                   "links.l = { between = [\"a\", \"b\"], arms = [1, -0.1] }\n"));
  const std::string lossy =
      drive("inertia = 1", "inertia = 2",
            "links.l = { between = [\"a\", \"b\"], arms = [1, 2], efficiency = [0.8, 0.7] }\n");
  CHECK(says(as_modelica(lossy), "LossyGear l(ratio = 2, lossTable = [0, 0.8, 0.7, 0, 0]);"));
  check_same(lossy);
}

TEST_CASE("other links are the condition itself") {
  const std::string apart = drive("mass = 1, position = 0.3", "mass = 2, position = 0.1",
                                  "links.l = { between = [\"a\", \"b\"] }\n");
  CHECK(says(as_modelica(apart), "a.s - b.s = 0.3 - 0.1;"));
  CHECK(says(as_modelica(apart), "l_on_a.f = -l_f;"));
  CHECK(says(as_modelica(apart), "l_on_b.f = l_f;"));
  const std::string rod = drive("mass = 1, position = 0.3", "mass = 2",
                                "links.l = { deflection = \"hypot(q.a, 1 + q.b)\" }\n");
  CHECK(says(as_modelica(rod), "sqrt((a.s)^2 + (1 + b.s)^2) = sqrt((0.3)^2 + (1 + 0)^2);"));
}

TEST_CASE("stops, one-way clutches and losses that lock are refused by name") {
  CHECK(says(refusal(drive("mass = 1", "mass = 2",
                           "stops.s = { between = [\"a\", \"b\"], gap = [-1, 1] }\n")),
             "the rigid stop 's' has no counterpart"));
  CHECK(
      says(refusal(drive("mass = 1", "mass = 2", "freewheels.w = { between = [\"a\", \"b\"] }\n")),
           "the one-way clutch 'w' has no counterpart"));
  CHECK(says(refusal(drive("inertia = 1", "inertia = 2",
                           "links.l = { between = [\"a\", \"b\"], efficiency = [0.8, -0.1] }\n")),
             "the losses of 'l' have no counterpart"));
}
