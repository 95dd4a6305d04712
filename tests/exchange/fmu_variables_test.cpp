// The list of the variables of an FMU.
#include "luztar/exchange/fmu/fmu_variables.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/exchange/stepped.h"

namespace {

const luztar::FmuVariable& named(const luztar::FmuVariables& variables, const std::string& name) {
  for (const luztar::FmuVariable& variable : variables.list)
    if (variable.name == name) return variable;
  FAIL("no variable " << name);
  return variables.list.front();
}

}  // namespace

TEST_CASE("an FMU has time, inputs, parameters, outputs, then what equations need") {
  using luztar::FmuRole;
  const luztar::Model model = luztar::parse_model(luztar::testing::kPushed, "pushed.toml");
  const luztar::Stepper run(model, {{"F"}});
  const luztar::ModelExchange equations(model, {"F"}, {}, 0.0);
  const auto own = luztar::fmu_variables(model, run, &equations, {});
  CHECK(own.list[0].role == FmuRole::Time);
  CHECK(own.list[1].name == "F");
  CHECK(own.list[1].role == FmuRole::Input);
  CHECK(own.list[1].start == 3.0);
  CHECK(own.list[1].unit == "N");
  CHECK(named(own, "k").role == FmuRole::Parameter);
  CHECK(named(own, "q.block").is_output);
  CHECK_FALSE(named(own, "a.block").is_output);
  CHECK(named(own, "a.block").unit == "m/s2");
  REQUIRE(own.states.size() == 2);
  for (const auto& [state, slope] : own.states)
    CHECK(own.list[static_cast<std::size_t>(slope)].derivative_of == state);
  const auto few = luztar::fmu_variables(model, run, nullptr, {"a.block"});
  CHECK(few.states.empty());
  CHECK(named(few, "a.block").is_output);
  CHECK_FALSE(named(few, "q.block").is_output);
  CHECK(few.list.size() + equations.n_indicators() == own.list.size());
}

TEST_CASE("what a count of parts is made of cannot change") {
  const luztar::Model model = luztar::parse_model(
      "parameters.n = \"half*2\"\nparameters.half = 2\nparameters.m = 2\n"
      "simulation.duration = 1\n[repeat.chain]\nindex = \"i\"\ncount = \"n\"\n"
      "bodies.block.mass = \"m\"\n",
      "chain.toml");
  CHECK(luztar::structural_parameters(model) == std::vector<std::string>{"n", "half"});
}
