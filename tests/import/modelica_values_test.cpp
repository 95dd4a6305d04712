// Parameters, units and start values of Modelica.
#include "luztar/import/modelica_values.h"

#include <string>

#include <doctest/doctest.h>

#include "import/refusals.h"

namespace luztar {
namespace {

using test::has;

}  // namespace

TEST_CASE("parameters keep their names, units and words; start values theirs") {
  const std::string model = import_model(
      "model M \"A wheel\"\n"
      "  parameter Modelica.Units.SI.Inertia J = 2 \"Inertia\";\n"
      "  parameter Real w0(unit = \"rad/s\") = 3;\n"
      "  Modelica.Mechanics.Rotational.Components.Inertia wheel(J = J, w(fixed = true, start = "
      "w0));\n"
      "  annotation(experiment(StartTime = 1, StopTime = 4));\nend M;",
      "m.mo");
  CHECK(has(model, "title = \"A wheel\""));
  CHECK(has(model, "J = { value = 2, unit = \"kg m2\", about = \"Inertia\" }"));
  CHECK(has(model, "w0 = { value = 3, unit = \"rad/s\" }"));
  CHECK(has(model, "[bodies.wheel]\ninertia = \"J\"\nvelocity = \"w0\""));
  CHECK(has(model, "start = 1\nduration = 3"));
}

TEST_CASE("a variable of the model is the formula of its equation") {
  const std::string model = import_model(
      "model M\n"
      "  import Modelica.Mechanics.Translational;\n"
      "  Translational.Components.Mass 'block'(m = 2);\n"
      "  Translational.Sources.Force pull;\n"
      "  Modelica.Units.SI.Force f \"of the spring\";\n"
      "  Real s;\n"
      "equation\n"
      "  connect(pull.flange, 'block'.flange_a);\n"
      "  f = 3*s - 'block'.v;\n"
      "  s = sin(time);\n"
      "  pull.f = 2*f;\n"
      "end M;",
      "m.mo");
  CHECK(has(model, "[bodies.block]"));
  CHECK(has(model, "value = \"2*(3*sin(t) - v.block)\""));
}

}  // namespace luztar
