// Tables of friction: written out, by name, by the function of the library.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "import/refusals.h"

namespace luztar {
namespace {

std::string bearing(const std::string& table) {
  return test::with_wheel(
      "  Modelica.Mechanics.Rotational.Components.BearingFriction b(tau_pos = " + table + ");",
      "  connect(wheel.flange_b, b.flange_a);");
}

}  // namespace

TEST_CASE("a table of one row, of several and by the name of a parameter") {
  const std::string constant = import_model(bearing("[0, 3]"), "m");
  CHECK(test::has(constant, "kinetic = 3"));
  const std::string table = import_model(bearing("[0, 3; 10, 5]"), "m");
  CHECK(table != constant);
  const std::string by_name = import_model(
      test::with_wheel(
          "  parameter Real rows[:, :] = [0, 3; 10, 5];\n"
          "  Modelica.Mechanics.Rotational.Components.BearingFriction b(tau_pos = rows);",
          "  connect(wheel.flange_b, b.flange_a);"),
      "m");
  CHECK(by_name == table);
}

TEST_CASE("tables that are none are refused at their place") {
  CHECK(test::has(test::refusal(bearing("3")), "'tau_pos' is no table"));
  CHECK(test::has(test::refusal(bearing("[0, 3; 10]")), "rows of 'tau_pos' have several lengths"));
  CHECK(test::has(test::refusal(bearing("{1, 2}")), "'tau_pos' has a row that is none"));
  CHECK(test::has(test::refusal(bearing("3")), "m:4:"));
}

}  // namespace luztar
