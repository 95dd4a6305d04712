// Parameters in numbers.
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "built_model.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("parameters are worked out in any order, and overrides reach what depends on them") {
  const Model model = one_body();
  CHECK(evaluate_parameters(model) == ParameterValues{{"m", 6}, {"rho", 3}});
  CHECK(evaluate_parameters(model, {{"rho", 5}}) == ParameterValues{{"m", 10}, {"rho", 5}});
  CHECK(evaluate_parameters(model, {{"m", 1}}) == ParameterValues{{"m", 1}, {"rho", 3}});
  CHECK(evaluate(text("m^2 + rho"), {{"m", 6}, {"rho", 3}}) == 39);
}

TEST_CASE("a chain of 100,000 parameters is worked out") {
  Model model = one_body();
  for (int i = 0; i < 100'000; ++i) {
    const std::string before = i == 0 ? "rho" : "p" + std::to_string(i - 1);
    model.parameters.insert(model.parameters.end(), {.name = "p" + std::to_string(i),
                                                     .value = parse_expression(before + "+1", {})});
  }
  CHECK(evaluate_parameters(model).at("p99999") == 100'003);
}

TEST_CASE("wrong overrides and values are told by name") {
  const Model model = one_body();
  CHECK_THROWS_WITH_AS(evaluate_parameters(model, {{"roh", 1}}),
                       "no parameter 'roh' to give a value to; did you mean 'rho'?", ModelError);
  CHECK_THROWS_AS(evaluate_parameters(model, {{"rho", std::numeric_limits<double>::infinity()}}),
                  ModelError);
  CHECK_THROWS_AS(evaluate(text("sqrt(-1)"), ParameterValues{}), ModelError);
  CHECK_THROWS_AS(evaluate(text("x"), ParameterValues{}), ModelError);
  CHECK(mistakes_in(model) == "none");
  CHECK(mistakes_in(model, {{"m", -1}}) ==
        "the mass of 'seat' is negative (-1); it must be 0 or more");
  CHECK(mistakes_in(model, {{"m", 0}}) == "none");
}

TEST_CASE("an override breaks a cycle, because its expression no longer counts") {
  Model model = one_body();
  model.parameters[1].value = text("m/2");
  CHECK_THROWS_AS(evaluate_parameters(model), ModelError);
  CHECK(evaluate_parameters(model, {{"rho", 4}}).at("m") == 8);
}
