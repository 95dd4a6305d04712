// Classes and types of the Modelica Standard Library.
#include "luztar/import/modelica_library.h"

#include <doctest/doctest.h>

namespace luztar {

TEST_CASE("classes of the library are known by their whole names alone") {
  const auto* clutch = modelica::library_class("Modelica.Mechanics.Rotational.Components.Clutch");
  REQUIRE(clutch != nullptr);
  CHECK(clutch->turns());
  CHECK(modelica::has_word(clutch->flanges, "flange_b"));
  CHECK_FALSE(modelica::has_word(clutch->flanges, "flange"));
  CHECK(clutch->inputs == "f_normalized");
  const auto* mass = modelica::library_class("Modelica.Mechanics.Translational.Components.Mass");
  REQUIRE(mass != nullptr);
  CHECK(mass->moves());
  CHECK_FALSE(mass->turns());
  for (const char* name : {"", ".", "Mass", "Modelica.Mechanics.Rotational.Components.Mass",
                           "Other.Mechanics.Translational.Components.Mass"})
    CHECK_MESSAGE(modelica::library_class(name) == nullptr, name);
}

TEST_CASE("classes of mechanics are found by what they are") {
  CHECK(modelica::library_type("Spring", true) ==
        "Modelica.Mechanics.Rotational.Components.Spring");
  CHECK(modelica::library_type("Force2", false) ==
        "Modelica.Mechanics.Translational.Sources.Force2");
  CHECK(modelica::library_type("Clutch", false).empty());
  CHECK(modelica::library_type("Gain", false).empty());
}

TEST_CASE("types of the library have their units, of old and new names") {
  CHECK(modelica::unit_of_type("Modelica.Units.SI.Torque") == "N m");
  CHECK(modelica::unit_of_type("Modelica.SIunits.Inertia") == "kg m2");
  CHECK(modelica::unit_of_type("SI.TranslationalDampingConstant") == "N s/m");
  CHECK(modelica::unit_of_type("Torque").empty());
  CHECK(modelica::is_number_type("Real"));
  CHECK_FALSE(modelica::is_number_type("String"));
}

}  // namespace luztar
