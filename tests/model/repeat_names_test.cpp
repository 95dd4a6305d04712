// Indexed names, and names that templates may not have.
#include <string>

#include <doctest/doctest.h>

#include "built_model.h"
#include "luztar/model/repeat.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("indices are cut at their own commas, not at those of functions") {
  const auto indices = parse_indices("block[i + 1, min(i, 2), (j)]", {"m.toml", 3, 10});
  REQUIRE(indices.size() == 3);
  CHECK(to_text(indices[0]) == "i + 1");
  CHECK(to_text(indices[1]) == "min(i, 2)");
  CHECK(to_text(indices[2]) == "j");
  CHECK(indices[0].operands()[0].where().column == 11);  // behind the bracket
  CHECK(parse_indices("block", {}).empty());
  CHECK(parse_indices("block]1[", {}).empty());
}

TEST_CASE("a coordinate with indices is taken apart") {
  const auto found = indexed_symbol(Expression::symbol("v.block[i+1]"));
  REQUIRE(found.has_value());
  CHECK(found->prefix == "v.");
  CHECK(found->reference.name == "block");
  REQUIRE(found->reference.indices.size() == 1);
  CHECK(!indexed_symbol(Expression::symbol("v.block")).has_value());
}

TEST_CASE("indices are told by name") {
  Repeat repeat;
  repeat.indices = {{"i", number(3), 3}, {"j", number(4), 4}};
  CHECK(text_of_indices(repeat, {3, 2}) == " (i = 3, j = 2)");
  CHECK(instances(repeat) == 12);
  repeat.indices[0].size = 0;
  CHECK(instances(repeat) == 0);
}

TEST_CASE("bodies of templates need names of their own, indices and locals within their table") {
  const auto wrong = [](const char* index, const char* local, const char* body) {
    Model model = one_body();
    Repeat repeat;
    repeat.name = "row";
    repeat.indices.push_back({index, number(3), 3});
    repeat.parameters.push_back({.name = local, .value = number(1)});
    Body block;
    block.name = body;
    repeat.items.bodies.push_back(block);
    model.repeats.push_back(repeat);
    Diagnostics mistakes;
    check_repeat_names(model, Names(model), mistakes);
    return whats(mistakes);
  };
  CHECK(wrong("i", "a", "block").empty());
  CHECK(wrong("i", "i", "block") == "the name 'i' is taken");
  CHECK(wrong("i", "count", "block") == "the name 'count' is taken");
  CHECK(wrong("i", "a", "seat") == "the name 'seat' is taken");
  CHECK(wrong("i", "a", "a").empty());  // a parameter and a body
  CHECK(wrong("i", "m", "block") == "the name 'm' is taken");
  CHECK(wrong("rho", "a", "block") == "the name 'rho' is taken");
  CHECK(wrong("t", "a", "block") == "the name 't' is reserved: in formulas it is the time");
}
