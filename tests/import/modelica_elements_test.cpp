// Components of Modelica as elements.
#include "luztar/import/modelica_elements.h"

#include <string>

#include <doctest/doctest.h>

#include "import/refusals.h"

namespace luztar {
namespace {

using test::has;

}  // namespace

TEST_CASE("lengths of masses and rods are in the rest of a spring") {
  const std::string model = import_model(
      "model M\n"
      "  import Modelica.Mechanics.Translational.Components;\n"
      "  Components.Fixed wall(s0 = -1);\n  Components.Spring spring(c = 10, s_rel0 = 0.5);\n"
      "  Components.Mass mass(m = 1, L = 0.4, s(start = 0.3, fixed = true));\n"
      "equation\n  connect(wall.flange, spring.flange_a);\n  connect(spring.flange_b, "
      "mass.flange_a);\n"
      "end M;",
      "m.mo");
  CHECK(has(model, "rest = \"0.5 - 0.8\""));  // d = q - 0.2 + 1
  CHECK(has(model, "position = 0.3"));
}

}  // namespace luztar
