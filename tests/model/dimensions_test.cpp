// Dimensions of expressions.
#include <string>

#include <doctest/doctest.h>

#include "with_unit.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("a plain number in a product may have any unit, in a sum that of the others") {
  Model model = with_unit("kg");
  for (const char* fine : {"2*k", "9.81*k", "k/3", "2*k + 1"}) {
    model.springs[0].stiffness = text(fine);
    CAPTURE(fine);
    CHECK(wrong(model).empty());
  }
  for (const char* other : {"k + 1", "-k", "min(k, 3)", "k*cos(pi/3)", "2*pi*k", "k^2/k"}) {
    model.springs[0].stiffness = text(other);
    CAPTURE(other);
    CHECK(!wrong(model).empty());
  }
}

TEST_CASE("time, positions and velocities alone are no units that are written") {
  Model model = with_unit("N/m");
  model.bodies[0].mass = Expression::number(1, {}, "kg");
  Force force;
  force.name = "push";
  force.deflection = {{{0, number(1)}}};
  model.forces.push_back(force);
  for (const char* fine : {"sin(t)", "3*t", "-v.seat", "q.seat^3", "k*q.seat", "min(t, 1)*k*q.seat",
                           "k*(q.seat - 0.1)", "-3*v.seat + k*q.seat", "k*q.seat*(1 - t)",
                           "k*q.seat/(1 + abs(v.seat))", "k*q.seat*(1 + q.seat^2)"}) {
    model.forces[0].value = text(fine);
    CAPTURE(fine);
    CHECK(wrong(model).empty());
  }
  for (const char* other : {"k*v.seat", "k", "k*t", "k*q.seat + v.seat", "if(t < k, 1, 2)",
                            "sin(k)", "2^k", "k*q.seat^2", "sqrt(k*k)", "f.mount*k"}) {
    model.forces[0].value = text(other);
    CAPTURE(other);
    CHECK(!wrong(model).empty());
  }
}

TEST_CASE("a parameter has the dimension of its expression, which must be that of its unit") {
  Model model = with_unit("N/m");
  model.bodies[0].mass = text("M");
  model.parameters.push_back({.name = "M", .value = text("k/w^2")});
  model.parameters.push_back({.name = "w", .value = number(1), .unit = "rad/s"});
  CHECK(wrong(model).empty());
  model.parameters.back().unit = "rad";
  CHECK(wrong(model) ==
        "mass is in kg, but 'M' is in N/m; 'seat' translates: `stiffness` of "
        "'mount' is in N/m");
  model.parameters[3].unit = "kg";
  CHECK(wrong(model) == "'M' is in kg, but 'k/w^2' is in N/m");
}
