// Gradients of deflections that are expressions.
#include "luztar/model/geometry.h"

#include <cmath>
#include <map>
#include <string>

#include <doctest/doctest.h>

using namespace luztar;

namespace {

Model two_bodies() {
  Model model;
  for (const char* name : {"a", "b"}) {
    model.bodies.emplace_back();
    model.bodies.back().name = name;
    model.bodies.back().mass = Expression::number(1);
  }
  return model;
}

double value(const Expression& expression, double a, double b) {
  return evaluate(expression, ParameterValues{{"q.a", a}, {"q.b", b}, {"L", 0.3}});
}

}  // namespace

TEST_CASE("the coefficients along an expression are its slopes") {
  const Model model = two_bodies();
  for (const char* text : {"hypot(q.a + 1, q.b) - L", "L*sin(q.b)", "atan2(q.b, q.a + 2)*q.a",
                           "abs(q.a - 2) + max(q.b, L)", "exp(-q.a^2)/(1 + q.b^2)"}) {
    CAPTURE(text);
    const Deflection deflection = along(model, parse_expression(text, {}));
    constexpr double kA = 0.4, kB = -0.7, kStep = 1e-5;
    double by_a = 0.0, by_b = 0.0;
    for (const Deflection::Term& term : deflection.terms)
      (term.body == 0 ? by_a : by_b) = value(term.coefficient, kA, kB);
    const Expression& d = *deflection.formula;
    const double slope_a = (value(d, kA + kStep, kB) - value(d, kA - kStep, kB)) / (2 * kStep);
    const double slope_b = (value(d, kA, kB + kStep) - value(d, kA, kB - kStep)) / (2 * kStep);
    CHECK(std::abs(by_a - slope_a) < 1e-9);
    CHECK(std::abs(by_b - slope_b) < 1e-9);
  }
}

TEST_CASE("bodies that an expression does not read have no coefficient") {
  const Deflection deflection = along(two_bodies(), parse_expression("2*q.b + L", {}));
  REQUIRE(deflection.terms.size() == 1);
  CHECK(deflection.terms[0].body == 1);
  CHECK(to_text(deflection.terms[0].coefficient) == "2");
}

TEST_CASE("functions whose value jumps are found anywhere in a deflection") {
  CHECK(jump_in(parse_expression("2*sin(floor(q.a))", {})) == "floor");
  CHECK(jump_in(parse_expression("q.a + sign(q.b)*q.b", {})) == "sign");
  CHECK(jump_in(parse_expression("abs(q.a) + mod(q.b, 2)", {})).empty());
}
