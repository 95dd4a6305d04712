// Units of parameters in the keys where they stand alone.
#include <string>

#include <doctest/doctest.h>

#include "with_unit.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("a stiffness is a force over a length, or a moment over an angle, in any unit") {
  for (const char* unit : {"N/m", "N/mm", "kg/s^2", "N m/rad", "N m", "kN m/deg", ""}) {
    CAPTURE(unit);
    CHECK(wrong(with_unit(unit)).empty());
  }
  CHECK(wrong(with_unit("N s/m")).find("but 'k' is in N s/m") != std::string::npos);
  CHECK(!wrong(with_unit("kg")).empty());
}

TEST_CASE("a body moves as the unit of its mass says, and what is joined to it alike") {
  Model model = with_unit("N m/rad");
  CHECK(wrong(model).empty());
  model.parameters.push_back({.name = "M", .value = number(1), .unit = "kg"});
  model.bodies[0].mass = text("M");
  CHECK(wrong(model) ==
        "stiffness is in N/m, but 'k' is in N m/rad; 'seat' translates: its mass is in kg");
  model.parameters.back().unit = "kg m2";
  CHECK(wrong(model).empty());
  model.bodies[0].position = Expression::number(0.1, {}, "deg");
  CHECK(wrong(model).empty());
  model.bodies[0].position = Expression::number(0.1, {}, "mm");
  CHECK(wrong(model).find("position is in rad, but '100 mm' is in mm") == 0);
}

TEST_CASE("one node in several keys is told once") {
  Model model = with_unit("kg");
  const Expression k = model.springs[0].stiffness;
  model.springs[0].rest = k;
  Diagnostics mistakes;
  check_units(model, mistakes);
  CHECK(mistakes.size() == 1);
}

TEST_CASE("start, duration and interval are seconds") {
  Model model = with_unit("ms");
  model.springs.clear();
  model.simulation.start = model.simulation.duration = text("k");
  CHECK(wrong(model).empty());
  model.parameters.back().unit = "mm";
  CHECK(wrong(model).find("'k' is in mm") != std::string::npos);
}

TEST_CASE("a unit that cannot be read is the only mistake that is told") {
  Model model = with_unit("furlong");
  CHECK(wrong(model) == "no unit 'furlong'");
}
