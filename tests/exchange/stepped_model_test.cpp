// Models whose inputs a program gives: their start, and what they refuse.
#include "luztar/exchange/stepped_model.h"

#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "luztar/core/error.h"
#include "tests/exchange/stepped.h"

TEST_CASE("a start at rest is that of the file's value of an input; another one moves from there") {
  const std::string text =
      std::string("simulation.start = \"equilibrium\"\n") +
      "parameters.F = { value = 30, unit = \"N\" }\nbodies.block.mass = 2\n"
      "springs.spring = { between = [\"block\", \"ground\"], stiffness = 100 }\n"
      "forces.push = { on = \"block\", value = \"F\" }\n"
      "simulation.duration = 2\n";
  luztar::Stepper stepper(luztar::parse_model(text, "rest.toml"), {{"F"}});
  CHECK(stepper.value(stepper.output("q.block")) == doctest::Approx(0.3));
  CHECK(stepper.value(stepper.output("a.block")) == doctest::Approx(0.0));
  stepper.set(0, 50.0);
  stepper.apply_inputs();
  CHECK(stepper.value(stepper.output("q.block")) == doctest::Approx(0.3));
  CHECK(stepper.value(stepper.output("a.block")) == doctest::Approx(10.0));
}

TEST_CASE("a stepper refuses steps of a model's own, and unknown inputs, with what to do") {
  const std::string text = luztar::testing::kPushed;
  const luztar::Model stepping = luztar::parse_model(
      text + "simulation.method = \"stepping\"\nsimulation.step = 0.001\n", "own.toml");
  CHECK_THROWS_WITH_AS(luztar::Stepper{stepping}, doctest::Contains("method = \"events\""),
                       luztar::ModelError);
  CHECK_THROWS_WITH_AS(luztar::refuse_unknown("output", "q.blok", {"q.block", "v.block"}, ""),
                       "no output 'q.blok'; did you mean 'q.block'?", std::invalid_argument);
}
