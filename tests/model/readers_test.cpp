// What of a model reads some of its parameters.
#include "luztar/model/readers.h"

#include <doctest/doctest.h>

using namespace luztar;

namespace {

Expression text(const char* expression) { return parse_expression(expression, {}); }

Model block_on_belt() {
  Model model;
  for (const auto& [name, value] : {std::pair{"k", "4"}, {"twice", "2*k"}, {"more", "twice + 1"}})
    model.parameters.push_back({.name = name, .value = text(value)});
  Body block;
  block.name = "block";
  block.mass = text("more");
  Body belt;
  belt.name = "belt";
  belt.motion = text("0.1*t");
  model.bodies = {block, belt};
  Spring spring;
  spring.name = "spring";
  spring.deflection.terms = {{0, text("1")}};
  spring.stiffness = text("k");
  Spring other = spring;
  other.name = "other";
  other.stiffness = text("3");
  model.springs = {spring, other};
  model.simulation.duration = text("1");
  return model;
}

}  // namespace

TEST_CASE("readers of a parameter are found through others that are worked out from it") {
  const Readers readers = readers_of(block_on_belt(), {{"k", 0.0}});
  CHECK(readers.of(PartKind::Body) == std::vector<char>{1, 0});
  CHECK(readers.of(PartKind::Spring) == std::vector<char>{1, 0});
  CHECK(!readers.run);
  CHECK(!readers.others);
  const Readers of_more = readers_of(block_on_belt(), {{"more", 0.0}});
  CHECK(of_more.of(PartKind::Body) == std::vector<char>{1, 0});
  CHECK(of_more.of(PartKind::Spring) == std::vector<char>{0, 0});
}

TEST_CASE("arms, motions, deflections, the run and signals are readers too") {
  Model model = block_on_belt();
  model.bodies[1].motion = text("sin(k*t)");
  model.springs[1].deflection.terms[0].coefficient = text("k");
  CHECK(readers_of(model, {{"k", 0.0}}).of(PartKind::Body) == std::vector<char>{1, 1});
  CHECK(readers_of(model, {{"k", 0.0}}).of(PartKind::Spring) == std::vector<char>{1, 1});
  model.springs[1].deflection.terms[0].coefficient = text("1");
  model.springs[1].deflection.formula = text("sin(k*q.block)");
  CHECK(readers_of(model, {{"k", 0.0}}).of(PartKind::Spring) == std::vector<char>{1, 1});
  model.simulation.step = text("twice");
  CHECK(readers_of(model, {{"k", 0.0}}).run);
  model.signals.push_back({.name = "pull", .value = text("more*t")});
  CHECK(readers_of(model, {{"twice", 0.0}}).others);
  CHECK(!readers_of(model, {}).others);
}
