// Which bodies translate and which turn, by the units that a model is written with.
#include <string>

#include <doctest/doctest.h>

#include "with_unit.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

Body named(const std::string& name, const Expression& mass) {
  Body body;
  body.name = name;
  body.mass = mass;
  return body;
}

}  // namespace

TEST_CASE("most of what is said of a body decides what it is") {
  Model model = with_unit("N/m");
  model.bodies[0].mass = Expression::number(1, {}, "kg m2");
  model.bodies[0].position = Expression::number(0.001, {}, "mm");
  CHECK(wrong(model) ==
        "mass is in kg, but '1 kg m2' is in kg m2; 'seat' translates: its position is in m");
}

TEST_CASE("an arm in m joins an angle to a length, an arm of 1 does not") {
  Model model = with_unit("N/m");
  model.bodies.push_back(named("drum", Expression::number(2, {}, "kg m2")));
  model.bodies[1].rotates = true;
  model.bodies[0].mass = Expression::number(1, {}, "kg");
  model.springs[0].deflection.terms = {{0, number(1)}, {1, number(-0.2)}};
  CHECK(wrong(model).empty());  // a plain arm is SI
  model.springs[0].deflection.terms[1].coefficient = Expression::number(-0.2, {}, "m");
  CHECK(wrong(model).empty());
  model.springs[0].deflection.terms[1].coefficient = Expression::number(-0.2, {}, "kg");
  CHECK(wrong(model) == "an arm is a number or in m, but '-0.2 kg' is in kg");
  model.springs[0].deflection.terms[1].coefficient = number(-1);
  CHECK(wrong(model) ==
        "the deflection of 'mount' is a length: 'seat' translates: its mass is in kg; but 'drum' "
        "turns: its inertia is in kg m2");
}

TEST_CASE("bodies of which nothing is said are as those that they are joined to") {
  Model model = with_unit("N m/rad");
  model.bodies.push_back(named("other", number(1)));
  model.springs[0].deflection.terms[1].body = 1;
  model.bodies[1].position = Expression::number(1, {}, "m");
  CHECK(wrong(model).find("turn") == std::string::npos);
  CHECK(wrong(model) ==
        "stiffness is in N/m, but 'k' is in N m/rad; 'other' translates: its position is in m");
}
