// Dimensions of parameters in the keys where they stand alone.
#include <string>

#include <doctest/doctest.h>

#include "built_model.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

// A spring between seat and ground whose stiffness is the parameter k.
Model with_unit(const std::string& unit) {
  Model model = one_body();
  model.parameters.push_back({.name = "k", .value = number(1), .unit = unit});
  Spring spring;
  spring.name = "mount";
  spring.deflection = of_the_seat();
  spring.stiffness = text("k");
  model.springs.push_back(spring);
  return model;
}

std::string wrong(const Model& model) {
  Diagnostics mistakes;
  check_units(model, mistakes);
  return whats(mistakes);
}

}  // namespace

TEST_CASE("a stiffness is a force over a length, or a moment over an angle, in any unit") {
  for (const char* unit : {"N/m", "N/mm", "kg/s^2", "N m/rad", "N m", "kN m/deg", ""}) {
    CAPTURE(unit);
    CHECK(wrong(with_unit(unit)).empty());
  }
  CHECK(wrong(with_unit("N s/m")).find("but 'k' is in N s/m") != std::string::npos);
  CHECK(!wrong(with_unit("kg")).empty());
}

TEST_CASE("only a whole value is looked at: what is computed has no unit to check") {
  Model model = with_unit("kg");
  model.springs[0].stiffness = text("2*k");
  CHECK(wrong(model).empty());
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
