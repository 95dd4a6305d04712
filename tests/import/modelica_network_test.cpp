// Gears and start values.
#include "luztar/import/modelica_network.h"

#include <string>

#include <doctest/doctest.h>

#include "import/refusals.h"

namespace luztar {
namespace {

using test::has;
using test::refusal;
using test::with_wheel;

}  // namespace

TEST_CASE("start values that contradict gears are refused, those that follow are computed") {
  const auto geared = [](const std::string& start) {
    return with_wheel(
        "  Modelica.Mechanics.Rotational.Components.Inertia other(J = 1" + start +
            ");\n  Modelica.Mechanics.Rotational.Components.IdealGear gear(ratio = 2);",
        "  connect(wheel.flange_b, gear.flange_a);\n"
        "  connect(gear.flange_b, other.flange_a);");
  };
  CHECK(has(import_model(geared(", w(start = 3, fixed = true)"), "m"), "velocity = 6"));
  const std::string twice = geared(", w(start = 3, fixed = true)");
  std::string wrong = twice;
  wrong.replace(wrong.find("(J = 2"), 6, "(J = 2, w(start = 1, fixed = true)");
  CHECK(has(refusal(wrong), "this start value contradicts"));
}

}  // namespace luztar
