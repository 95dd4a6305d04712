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
  CHECK(mistakes_in(model, {{"m", 0}}) == "none");
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

namespace {

luztar::Friction guide() {
  luztar::Friction friction;
  friction.name = "guide";
  friction.deflection.terms = {{0, number(1)}, {luztar::kGround, number(-1)}};
  friction.forward.kinetic = number(2);
  friction.forward.breakaway = number(3);
  friction.backward = friction.forward;
  return friction;
}

std::string mistakes_in(const luztar::Friction& friction) {
  Model model = one_body();
  model.frictions.push_back(friction);
  return mistakes_in(model);
}

}  // namespace

TEST_CASE("the laws of a friction built in code are checked like those of a file") {
  using luztar::Friction;
  CHECK(mistakes_in(guide()) == "none");
  Friction friction = guide();
  friction.forward.stribeck = Friction::Stribeck{number(1), {}};
  CHECK(mistakes_in(friction) ==
        "the exponent of the stribeck of 'guide' is 0; give a whole number from 1 to 100");
  friction.forward.stribeck->exponent = number(2);
  friction.backward.stribeck = Friction::Stribeck{number(-1), number(2)};
  CHECK(mistakes_in(friction) ==
        "the velocity of the stribeck of 'guide' for negative rates is not positive (-1); it must "
        "be greater than 0");
  friction = guide();
  friction.forward.table = {{number(0), number(2)}, {number(1), number(1)}};
  CHECK(mistakes_in(friction) == "none");
  friction.forward.table[0].second = number(1);
  CHECK(mistakes_in(friction) ==
        "the kinetic friction of 'guide' is not the first level of its table; make them equal");
  friction.forward.table[0].second = number(2);
  friction.forward.hysteresis = Friction::Hysteresis{number(2), number(1), number(1), number(0)};
  CHECK(mistakes_in(friction) ==
        "there is a stribeck or hysteresis beside the table of 'guide'; remove one of them");
  friction = guide();
  friction.normal = text("q.seat + t");
  CHECK(mistakes_in(friction) == "none");
  friction.bristles = Friction::Bristles{Friction::Bristles::Kind::Dahl, number(1), {}, number(1)};
  CHECK(mistakes_in(friction) ==
        "the bristles of 'guide' have a normal force, a hysteresis or a table; those belong to law "
        "= \"coulomb\"");
}

TEST_CASE("links and stops built in code are checked like those of a file") {
  Model model = one_body();
  luztar::Link link;
  link.name = "shaft";
  model.links.push_back(link);
  CHECK(mistakes_in(model).starts_with("'shaft' acts on no body"));
  model.links[0].deflection.terms = {{0, number(1)}};
  luztar::Stop stop;
  stop.name = "buffer";
  stop.deflection = model.links[0].deflection;
  stop.lower = number(-kInfinity);
  stop.upper = number(1);
  model.stops.push_back(stop);
  CHECK(mistakes_in(model) == "none");
  model.stops[0].upper = number(kInfinity);
  CHECK(mistakes_in(model) ==
        "the gap of 'buffer' has no edge; give one of them a number, or remove 'buffer'");
  model.stops[0].upper = number(1);
  model.stops[0].restitution = number(2);
  CHECK(mistakes_in(model).starts_with("the restitution of 'buffer' is 2"));
  model.stops[0].name = "shaft";
  CHECK(mistakes_in(model).starts_with("the name 'shaft' is taken by an element"));
}
