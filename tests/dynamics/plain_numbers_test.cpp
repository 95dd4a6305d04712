// What an element is called, and its numbers.
#include "luztar/dynamics/compile/plain_numbers.h"

#include <limits>

#include <doctest/doctest.h>

#include "luztar/model/fields.h"

using namespace luztar;

TEST_CASE("edges, rest and coefficients of elements are those of the file in numbers") {
  Model model;
  Body body;
  body.name = "x";
  body.mass = Expression::number(1.0);
  model.bodies.push_back(body);
  model.parameters.push_back({.name = "a", .value = Expression::number(0.5)});
  const auto expression = [](const char* text) {
    return parse_expression(text, {});
  };
  const Expression one = Expression::number(1.0);
  Spring written;
  written.name = "s";
  written.deflection.terms = {{0, expression("4*a")}, {kGround, Expression::number(-1.0)}};
  written.stiffness = Expression::number(3.0);
  set_freeplay(written, expression("a"));
  written.rest = Expression::number(7.0);
  model.springs.push_back(written);
  Stop wall;
  wall.name = "w";
  wall.deflection.terms = {{0, one}, {kGround, Expression::number(-1.0)}};
  wall.lower = Expression::number(-std::numeric_limits<double>::infinity());
  wall.upper = expression("2*a");
  model.stops.push_back(wall);
  const ParameterValues values = evaluate_parameters(model);
  const Network network = network_of(model, values);
  REQUIRE(network.elements.size() == 2);
  const auto told = [&values](const NetworkElement& element) {
    ElementInfo info = info_of(element);
    set_numbers(info, element, values);
    return info;
  };
  const ElementInfo spring = told(network.elements[0]);
  CHECK(spring.name == "s");
  CHECK(!spring.is_pair);
  CHECK(spring.has_modes);
  CHECK(spring.lower == -0.5);
  CHECK(spring.upper == 0.5);
  CHECK(spring.rest == 7.0);
  CHECK(spring.coefficients[0] == 2.0);
  const ElementInfo stop = told(network.elements[1]);
  CHECK(stop.is_pair);
  CHECK(stop.has_modes);
  CHECK(stop.upper == 1.0);
  CHECK(stop.lower == -std::numeric_limits<double>::infinity());
}
