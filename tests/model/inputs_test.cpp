// Parameters and signals that are given from outside, as states of the same model.
#include "luztar/model/inputs.h"

#include <stdexcept>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "built_model.h"
#include "luztar/core/error.h"

using namespace luztar;

namespace {

Expression formula(const std::string& text) { return parse_expression(text, {}); }

/// A block that is pushed by 2 F + s, s = 3 F t.
Model pushed() {
  Model model;
  model.parameters.push_back({.name = "F", .value = formula("5"), .unit = "kN"});
  model.parameters.push_back({.name = "twice", .value = formula("2*F")});
  model.parameters.push_back({.name = "m", .value = formula("4")});
  model.signals.push_back({.name = "s", .value = formula("3*F*t")});
  Body block;
  block.name = "block";
  block.mass = formula("m");
  block.position = formula("F/10");
  model.bodies.push_back(block);
  Force push;
  push.name = "push";
  push.deflection.terms.push_back({0, Expression::number(1.0)});
  push.value = formula("twice + s");
  model.forces.push_back(push);
  model.simulation.duration = formula("1");
  return model;
}

std::string refused(const Model& model, const std::string& input) {
  try {
    with_inputs(model, {{input}});
  } catch (const ModelError& error) {
    return error.diagnostics().front().what;
  }
  return "";
}

}  // namespace

TEST_CASE("laws read an input as a state, by all that is made of it") {
  const ModelWithInputs made = with_inputs(pushed(), {{"F", 2}});
  CHECK(to_text(made.model.forces[0].value) == "2*x.F + 3*x.F*t");
  CHECK(to_text(made.model.bodies[0].position) == "0.5");
  REQUIRE(made.model.states.size() == 3);
  CHECK(to_text(made.model.states[0].rate) == "x.F_1");
  CHECK(to_text(made.model.states[1].rate) == "x.F_2");
  CHECK(to_text(made.model.states[2].rate) == "0");
  CHECK(made.model.signals.empty());
  REQUIRE(made.model.parameters.size() == 1);
  CHECK(made.model.parameters[0].name == "m");
  REQUIRE(made.inputs.size() == 1);
  CHECK(made.inputs[0].start == 5.0);
  CHECK(made.inputs[0].unit == "N");
  validate(made.model);
}

TEST_CASE("other values of parameters, and names that are taken") {
  Model model = pushed();
  model.states.push_back({.name = "F"});
  const ModelWithInputs made = with_inputs(model, {{"F"}, {"s"}}, {{"F", 7.0}, {"twice", 1.0}});
  CHECK(to_text(made.model.forces[0].value) == "twice + x.s");
  CHECK(made.inputs[0].start == 7.0);
  CHECK(made.inputs[1].start == 0.0);
  CHECK(made.model.states[made.inputs[0].state].name == "F_input");
}

TEST_CASE("what reads an input and stays what it is") {
  CHECK(refused(pushed(), "m") ==
        "'mass' of 'block' reads 'm', which follows an input: it stays the same from step to step");
  Model model = pushed();
  Body given;
  given.name = "given";
  given.motion = formula("s");
  model.bodies.push_back(given);
  CHECK(refused(model, "F").starts_with("'motion' of 'given' reads 's'"));
  CHECK_THROWS_AS(with_inputs(pushed(), {{"G"}}), std::invalid_argument);
  CHECK_THROWS_AS(with_inputs(pushed(), {{"F"}, {"F"}}), std::invalid_argument);
  CHECK_THROWS_AS(with_inputs(pushed(), {{"F", -1}}), std::invalid_argument);
}
