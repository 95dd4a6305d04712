// What is refused, by small texts.
#include "luztar/import/import_model.h"

#include <string>

#include <doctest/doctest.h>

#include "import/refusals.h"

namespace luztar {
namespace {

using test::has;
using test::refusal;
using test::with_wheel;

}  // namespace

TEST_CASE("what has no counterpart is named with its place") {
  CHECK(has(refusal(with_wheel("  Modelica.Thermal.HeatTransfer.Components.Convection c;", "")),
            "m:4:55: 'Modelica.Thermal.HeatTransfer.Components.Convection' has no counterpart"));
  CHECK(has(refusal(with_wheel("", "  connect(wheel.flange_a, wheel.heatPort);")),
            "m:6:27: 'wheel.heatPort' is no flange"));
  CHECK(has(refusal(with_wheel("", "  when time > 1 then\n    reinit(wheel.w, 0);\n  end when;")),
            "m:6:3: 'when' in the equations is not imported"));
  CHECK(has(refusal(with_wheel("  Modelica.Mechanics.Rotational.Sources.Torque torque;",
                               "  connect(torque.flange, wheel.flange_a);")),
            "m:4:48: nothing gives 'torque.tau' a value"));
  CHECK(has(refusal(with_wheel("  Modelica.Mechanics.Rotational.Sources.Position p;\n"
                               "  Modelica.Blocks.Sources.Sine s(f = 1);",
                               "  connect(s.y, p.phi_ref); connect(p.flange, wheel.flange_a);")),
            "filters its signal (exact = false)"));
  CHECK(has(refusal("model M\n  Real x\nend M;"), "m:3:1: unexpected 'end'"));
  CHECK(has(refusal("model A end A; model B end B;"), "several models: A, B"));
  CHECK(
      has(refusal("model A end A;", {.model = "AA", .key = "", .duration = ""}), "no model 'AA'"));
  CHECK(has(refusal("model A A a; end A;", {.model = "A", .key = "", .duration = ""}),
            "'A' is part of itself"));
  CHECK(has(refusal("model M parameter Real a = b; parameter Real b = a;\n"
                    "Modelica.Mechanics.Rotational.Components.Inertia w(J = a); end M;"),
            "this value depends on itself"));
}

}  // namespace luztar
