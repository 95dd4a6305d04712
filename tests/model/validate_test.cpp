// All mistakes of a model in one list.
#include <string>

#include <doctest/doctest.h>

#include "built_model.h"
#include "luztar/model/told_once.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

Diagnostic at(int line, int column, const char* what) {
  return {{"m.toml", line, column}, what, "x"};
}

Model with_template() {
  Model model = one_body();
  model.repeats.emplace_back();
  return model;
}

}  // namespace

TEST_CASE("independent mistakes are all told, in the order of the file") {
  Model model = one_body();
  model.bodies[0].mass = parse_expression("x", {"m.toml", 7, 3});
  model.simulation.duration = parse_expression("y", {"m.toml", 2, 4});
  model.bodies[0].position = parse_expression("1/0", {"m.toml", 7, 1});
  const Diagnostics mistakes = check_model(model);
  REQUIRE(mistakes.size() == 3);
  CHECK(mistakes[0].what == "no parameter 'y'");
  CHECK(mistakes[1].where.column == 1);
  CHECK(mistakes[2].what == "no parameter 'x'");
}

TEST_CASE("one expression that serves twice is told once") {
  Model model = one_body();
  Friction friction;
  friction.name = "guide";
  friction.deflection = of_the_seat();
  friction.forward.kinetic = parse_expression("-1", {"m.toml", 4, 2});
  friction.forward.breakaway = friction.forward.kinetic;
  friction.backward = friction.forward;
  model.frictions.push_back(friction);
  CHECK(check_model(model).size() == 1);
}

TEST_CASE("a mistake of a template is told of its first instance, with the number of the others") {
  Diagnostics mistakes{at(3, 1, "a_2"), at(3, 1, "a_1"), at(2, 9, "b"), at(3, 1, "a_3")};
  merge_instances(mistakes, with_template());
  REQUIRE(mistakes.size() == 2);
  CHECK(mistakes[0].what == "b");
  CHECK(mistakes[1].what == "a_2 (and so in 2 more)");
  Diagnostics two{at(3, 1, "a_1"), at(3, 1, "a_2")};
  merge_instances(two, with_template());
  CHECK(whats(two) == "a_1 (and so in 1 more)");
  Diagnostics others{at(3, 1, "a"), at(3, 1, "b")};
  merge_instances(others, one_body());  // no template: two mistakes
  CHECK(others.size() == 2);
}

TEST_CASE("of many mistakes a hundred are told and the others counted") {
  Diagnostics many;
  for (int i = 1; i <= 250; ++i) many.push_back(at(i, 1, "wrong"));
  try {
    throw_if_any(many, one_body());
    FAIL("nothing was thrown");
  } catch (const ModelError& error) {
    REQUIRE(error.diagnostics().size() == 100);
    CHECK(error.diagnostics().back().advice == "x (and 150 more mistakes)");
  }
  CHECK_NOTHROW(throw_if_any({}, one_body()));
}

TEST_CASE("mistakes at one place are counted while they are found, too") {
  Diagnostics mistakes{at(1, 1, "before")};
  {
    ToldOnce told(mistakes);
    for (int i = 0; i < 4; ++i) told.report({"m.toml", 5, 2}, "first " + std::to_string(i), "");
    told.report({"m.toml", 5, 3}, "beside", "");
    CHECK(told.knows({"m.toml", 5, 2}));
    CHECK(!told.knows({"m.toml", 5, 4}));
  }
  CHECK(whats(mistakes) == "before\nfirst 0 (and so in 3 more)\nbeside");
}
