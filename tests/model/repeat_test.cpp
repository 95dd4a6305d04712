// Templates as instances. Files with templates: io/load_repeat_test, networks/repeat_test.py.
#include "luztar/model/repeat.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "built_model.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

constexpr auto kBody = static_cast<std::size_t>(PartKind::Body);
constexpr auto kDamper = static_cast<std::size_t>(PartKind::Damper);

// block[i], i = 1 ... count, of mass m*i; a damper from each to the next one.
Model chain(const std::string& count, const std::string& where) {
  Model model = one_body();
  Repeat repeat;
  repeat.name = "row";
  repeat.indices.push_back({"i", text(count), 0});
  Body block;
  block.name = "block";
  block.mass = text("m*i");
  repeat.items.bodies.push_back(block);
  repeat.conditions[kBody].emplace_back();
  Damper oil;
  oil.name = "oil";
  oil.damping = text("if(i < 2, rho, 7)");
  oil.deflection.terms = {{Repeat::kFirstReference, number(1)},
                          {Repeat::kFirstReference - 1, number(-1)}};
  repeat.items.dampers.push_back(oil);
  repeat.conditions[kDamper].push_back({text("if(" + where + ", 1, 0)")});
  repeat.references.push_back({"block", {}, {}});
  repeat.references.push_back({"block", {text("i + 1")}, {}});
  model.repeats.push_back(repeat);
  return model;
}

std::string expand(Model& model, std::size_t most = 1000) {
  Diagnostics mistakes;
  const ParameterValues values = evaluate_parameters(model);
  RepeatExpansion expansion(model, values, most, mistakes);
  expansion.add_bodies();
  expansion.add_elements();
  return whats(mistakes);
}

}  // namespace

TEST_CASE("instances follow what is written, each with its index, in numbers where it can be") {
  Model model = chain("rho", "i < count");
  CHECK(expand(model).empty());
  REQUIRE(model.bodies.size() == 4);
  CHECK(model.bodies[3].name == "block_3");
  CHECK(to_text(*model.bodies[3].mass) == "m*3");
  REQUIRE(model.dampers.size() == 2);
  CHECK(model.dampers[1].name == "oil_2");
  CHECK(model.dampers[1].deflection.terms[0].body == 2);
  CHECK(model.dampers[1].deflection.terms[1].body == 3);
  CHECK(to_text(model.dampers[0].damping) == "rho");  // the branch that it takes
  CHECK(to_text(model.dampers[1].damping) == "7");
  CHECK(model.repeats[0].made[kBody][0] == 3);
  CHECK(model.repeats[0].made[kDamper][0] == 2);
}

TEST_CASE("an element of a body that is not there is told once, with a count") {
  Model model = chain("4", "i > 0");
  const std::string told = expand(model);
  CHECK(told == "oil_4: there is no block[5], the last one is block[4]");
  CHECK(model.dampers.size() == 4);
}

TEST_CASE("more instances than allowed are a mistake, and none is made") {
  Model model = chain("3", "i < count");
  CHECK(expand(model, 5) == "[repeat] makes more than 5 bodies and elements");
  CHECK(model.bodies.size() == 1);
  Model enough = chain("3", "i < count");
  CHECK(expand(enough, 6).empty());  // three blocks and three dampers, conditions not counted
  Model fraction = chain("5/2", "i < count");
  CHECK(expand(fraction) == "count = 2.5");
  Model negative = chain("-1", "i < count");
  CHECK(expand(negative) == "count = -1");
}

TEST_CASE("elements outside of templates name instances by index or by name") {
  Model model = chain("3", "i < count");
  Diagnostics mistakes;
  const ParameterValues values = evaluate_parameters(model);
  RepeatExpansion expansion(model, values, 1000, mistakes);
  expansion.add_bodies();
  CHECK(expansion.find({"seat", {}, {}}) == 0);
  CHECK(expansion.find({"ground", {}, {}}) == kGround);
  CHECK(expansion.find({"block", {text("rho - 1")}, {}}) == 2);
  CHECK(expansion.find({"block_3", {}, {}}) == 3);
  CHECK(!expansion.find({"bloc", {}, {}}).has_value());
  CHECK(mistakes.empty());
  expansion.find({"block", {text("4")}, {}});
  expansion.find({"block", {}, {}});
  expansion.find({"seat", {text("1")}, {}});
  CHECK(whats(mistakes) ==
        "there is no block[4], the last one is block[3]\n'block' stands for many bodies\nthis body "
        "is not repeated");
  CHECK(to_text(expansion.resolved(Expression::apply(
            Op::Add, {Expression::symbol("q.block[2]"), Expression::symbol("t")}))) ==
        "q.block_2 + t");
}
