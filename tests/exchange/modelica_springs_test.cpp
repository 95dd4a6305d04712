// Springs, dampers and written laws as Modelica.
#include "luztar/exchange/modelica/modelica_springs.h"

#include "modelica_back.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

const std::string kTwo =
    "bodies.a = { inertia = 1, position = 0.3, velocity = -2 }\n"
    "bodies.b = { inertia = 2, velocity = 1 }\nsimulation.duration = 2\n";
const std::string kMoving =
    "bodies.a = { mass = 1, position = 0.3, velocity = -2 }\n"
    "bodies.b = { mass = 2, velocity = 1 }\nsimulation.duration = 2\n";

}  // namespace

TEST_CASE("springs and dampers are those of the library, with their rest") {
  const std::string toml =
      kMoving +
      "springs.k = { between = [\"a\", \"b\"], stiffness = 40, damping = 0.5, rest = 0.1 }\n"
      "springs.g = { between = [\"a\", \"ground\"], stiffness = 10 }\n"
      "dampers.c = { between = [\"ground\", \"b\"], damping = 0.2 }\n";
  const std::string text = as_modelica(toml);
  CHECK(says(text, "Translational.Components.SpringDamper k(c = 40, d = 0.5, s_rel0 = 0.1);"));
  CHECK(says(text, "Translational.Components.Spring g(c = 10);"));
  CHECK(says(text, "Translational.Components.Damper c(d = 0.2);"));
  CHECK(says(text, "connect(k.flange_b, a.flange_b);"));
  check_same(toml);
}

TEST_CASE("freeplay that turns and only pushes is ElastoBacklash2, with its modes") {
  for (const std::string gap :
       {"freeplay = 0.05", "gap = [-0.02, 0.1]", "freeplay = 0.05, rest = 0.2"})
    for (const std::string more : {"", ", damping = 0.8, pull = false"}) {
      const std::string toml =
          kTwo + "springs.k = { between = [\"a\", \"b\"], stiffness = 300, " + gap + more +
          " }\nsprings.g = { between = [\"a\", \"ground\"], stiffness = 10 }\n";
      CHECK(says(as_modelica(toml), "Rotational.Components.ElastoBacklash2 k("));
      check_same(toml);
    }
}

TEST_CASE("an edge on one side is ElastoGap; what the library has not is an equation") {
  for (const std::string gap : {"[0, \"inf\"]", "[\"-inf\", 0.1]"}) {
    const std::string toml =
        kMoving +
        "springs.k = { between = [\"a\", \"b\"], stiffness = 300, rest = 0.05, gap = " + gap +
        " }\n";
    CHECK(says(as_modelica(toml), "Translational.Components.ElastoGap k("));
    check_same(toml, false);
  }
  const std::string glued = kMoving +
                            "springs.k = { between = [\"a\", \"b\"], stiffness = 300, "
                            "freeplay = 0.05, damping = 2 }\n";
  CHECK(says(as_modelica(glued), "SI.Force k_f"));
  check_same(glued, false);
}

TEST_CASE("arms are gears, wheels or equations") {
  const std::string spring =
      "springs.k = { between = [\"a\", \"b\"], arms = [0.5, -2], stiffness = 30 }\n";
  CHECK(says(as_modelica(kTwo + spring), "Rotational.Components.IdealGear k_gear_a(ratio = 0.5);"));
  check_same(kTwo + spring);
  CHECK(says(as_modelica(kMoving + spring), "k_on_a.f = -0.5*k_f;"));
  check_same(kMoving + spring);
  const std::string rack =
      "bodies.a = { inertia = 1, velocity = 2 }\nbodies.b = { mass = 3 }\nsimulation.duration = "
      "2\n";
  for (const std::string arms : {"[0.2, 1]", "[-0.2, 1]", "[1, 5]"}) {
    const std::string unit = arms == "[1, 5]" ? "N m/rad" : "N/m";
    const std::string toml = rack + "springs.k = { between = [\"a\", \"b\"], arms = " + arms +
                             ", stiffness = \"30 " + unit + "\" }\n";
    CHECK_FALSE(says(as_modelica(toml), "k_f"));
    check_same(toml);
  }
}

TEST_CASE("laws and deflections that are written, and bristles, are equations of sources") {
  check_same(
      kMoving + "springs.k = { between = [\"a\", \"b\"], force = \"30*d + 5*d^3 + 0.2*v\" }\n",
      false);
  check_same(kMoving + "springs.k = { across = { a = 1, b = -3 }, stiffness = 20 }\n");
  check_same(kMoving +
             "springs.k = { deflection = \"hypot(1, q.a) - q.b\", stiffness = 20, damping = 1 }\n");
  check_same(
      kMoving +
          "frictions.f = { between = [\"a\", \"b\"], law = \"dahl\", sigma0 = 500, kinetic = 2 }\n",
      false);
  check_same(kMoving +
                 "frictions.f = { between = [\"a\", \"ground\"], law = \"lugre\", sigma0 = 800, "
                 "sigma1 = 3, "
                 "kinetic = 1, static = 1.5, stribeck = { velocity = 0.1 }, viscous = 0.2 }\n",
             false);
}

TEST_CASE("forces push by their arms, and read others") {
  check_same(kMoving + "forces.f = { between = [\"a\", \"b\"], value = \"3*sin(5*t) - v.a\" }\n");
  check_same(kMoving +
             "forces.f = { between = [\"a\", \"b\"], arms = [2, 3], value = \"sin(5*t)\" }\n");
  check_same(kMoving +
             "springs.k = { between = [\"a\", \"ground\"], stiffness = 50 }\n"
             "forces.f = { on = \"b\", value = \"0.5*f.k\" }\n");
}
