// Models built in code, without a file.
#include "luztar/model/model.h"

#include <limits>
#include <string>
#include <utility>

#include <doctest/doctest.h>

using luztar::Expression;
using luztar::Model;
using luztar::ModelError;
using luztar::ParameterValues;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Expression number(double value) { return Expression::number(value); }
Expression text(const char* expression) { return luztar::parse_expression(expression, {}); }

Model one_body() {
  Model model;
  luztar::Body body;
  body.name = "seat";
  body.mass = text("m");
  model.bodies.push_back(body);
  model.parameters.push_back({.name = "m", .value = text("2*rho")});
  model.parameters.push_back({.name = "rho", .value = number(3)});
  model.simulation.duration = number(1);
  return model;
}

std::string mistakes_in(const Model& model, const ParameterValues& overrides = {}) {
  try {
    validate(model, overrides);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

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
    model.parameters.insert(
        model.parameters.end(),
        {.name = "p" + std::to_string(i), .value = luztar::parse_expression(before + "+1", {})});
  }
  CHECK(evaluate_parameters(model).at("p99999") == 100'003);
}

TEST_CASE("wrong overrides and values are told by name") {
  const Model model = one_body();
  CHECK_THROWS_WITH_AS(evaluate_parameters(model, {{"roh", 1}}),
                       "no parameter 'roh' to give a value to; did you mean 'rho'?", ModelError);
  CHECK_THROWS_AS(evaluate_parameters(model, {{"rho", kInfinity}}), ModelError);
  CHECK_THROWS_AS(evaluate(text("sqrt(-1)"), ParameterValues{}), ModelError);
  CHECK_THROWS_AS(evaluate(text("x"), ParameterValues{}), ModelError);
  CHECK(mistakes_in(model) == "none");
  CHECK(mistakes_in(model, {{"m", -1}}) ==
        "the mass of 'seat' is negative (-1); it must be 0 or more");
  CHECK(mistakes_in(model, {{"m", 0}}) ==
        "mass = 0 (a massless body) is not supported yet; give "
        "'seat' a small mass");
}

TEST_CASE("an override breaks a cycle, because its expression no longer counts") {
  Model model = one_body();
  model.parameters[1].value = text("m/2");
  CHECK_THROWS_AS(evaluate_parameters(model), ModelError);
  CHECK(evaluate_parameters(model, {{"rho", 4}}).at("m") == 8);
}

TEST_CASE("a model built in code is checked like a file") {
  Model model = one_body();
  luztar::Friction friction{.name = "guide", .deflection = {}, .forward = {}, .backward = {}};
  friction.deflection.terms = {{0, number(1)}, {luztar::kGround, number(-1)}};
  friction.forward = {number(0), number(2), number(1)};
  friction.backward = friction.forward;
  model.frictions.push_back(friction);
  CHECK(mistakes_in(model) ==
        "the static friction of 'guide' (1) is less than the kinetic one (2); "
        "raise static or lower kinetic");
  model.frictions[0].forward.breakaway = model.frictions[0].backward.breakaway = number(2);
  CHECK(mistakes_in(model) == "none");
  model.frictions[0].deflection.terms[0].body = 1;
  CHECK(mistakes_in(model).starts_with("'guide' acts on a body that the model does not have"));
  model.frictions[0].deflection.terms.clear();
  CHECK(mistakes_in(model).starts_with("'guide' acts on no body"));
  model.frictions.clear();
  model.bodies[0].name = "m";
  CHECK(mistakes_in(model).starts_with("the name 'm' is taken by a parameter"));
  model.bodies[0].name = "seat";
  model.bodies[0].mass.reset();
  CHECK(mistakes_in(model).starts_with("'seat' has neither a mass nor a motion"));
  CHECK(mistakes_in(Model{}) == "the model has no bodies; add at least one [bodies.NAME]");
}
