// Names of a model: how they are made, taken and guessed.
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "built_model.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

std::string mistake_in(const std::string& name, NameKind kind = NameKind::Signal) {
  const SourceLocation where{"m.toml", 3, 7};
  Diagnostics mistakes;
  check_name({name, kind, &where}, mistakes);
  return mistakes.empty() ? "none" : to_text(mistakes[0]);
}

}  // namespace

TEST_CASE("a name is a letter, then letters, digits and _, at most 200") {
  for (const char* name : {"a", "F1", "k_dg", "Z9_", "luzern", "time"})
    CHECK(mistake_in(name) == "none");
  for (const char* name : {"", "1a", "_a", "a b", "a.b", "a-b", "\xc3\xa4"})
    CHECK(mistake_in(name).find("is not a name") != std::string::npos);
  CHECK(mistake_in(std::string(200, 'x')) == "none");
  const std::string told = mistake_in(std::string(201, 'x'));
  CHECK(told.find("is not a name") != std::string::npos);
  CHECK(told.find(std::string(61, 'x')) == std::string::npos);  // shortened
}

TEST_CASE("words of the language are reserved, functions too, and the message says what they are") {
  const std::pair<const char*, const char*> words[] = {
      {"t", "in formulas it is the time"}, {"d", "in formulas it is a deflection"},
      {"v", "in formulas it is a rate"},   {"pi", "in formulas it is a number"},
      {"inf", "it is infinity"},           {"sin", "it is a function"},
      {"luz", "it is a function"},         {"if", "it is a function"}};
  for (const auto& [name, why] : words)
    CHECK(mistake_in(name) == "m.toml:3:7: the name '" + std::string(name) +
                                  "' is reserved: " + why + "; give the signal another name");
  for (const char* name : {"q", "x", "f", "ground"}) CHECK(mistake_in(name) == "none");
}

TEST_CASE(
    "what never stands alone in an expression may have the name of a function, or one letter") {
  for (const NameKind kind :
       {NameKind::Body, NameKind::Element, NameKind::State, NameKind::Controller})
    for (const char* name : {"round", "d", "t", "v", "q", "pi", "inf"})
      CHECK(mistake_in(name, kind) == "none");
  CHECK(mistake_in("ground", NameKind::Element) == "none");
  CHECK(mistake_in("ground", NameKind::Body) ==
        "m.toml:3:7: the name 'ground' is reserved: it is the body that does not move; give the "
        "body another name");
  CHECK(mistake_in("round", NameKind::Memory) == "none");
  CHECK(mistake_in("t", NameKind::Memory).find("it is the time") != std::string::npos);
}

TEST_CASE("a name twice in one space is told where it comes second") {
  Model model = one_body();
  model.file = "m.toml";
  model.parameters[0].where = {"m.toml", 9, 1};
  model.signals.push_back({.name = "m", .value = text("t"), .where = {"m.toml", 2, 1}});
  const Names names(model);
  CHECK(names.any_twice());
  Diagnostics mistakes;
  check_names(names, mistakes);
  REQUIRE(mistakes.size() == 1);
  CHECK(mistakes[0].where.line == 9);
  CHECK(mistakes[0].what == "the name 'm' is taken by a signal in line 2");
  CHECK(mistakes[0].advice == "parameters, signals and tables need different names");
}

TEST_CASE("one name may be a parameter, a state, a body and an element") {
  Model model = one_body();
  model.parameters.push_back({.name = "seat", .value = number(1)});
  model.states.push_back({.name = "seat"});
  Spring spring;
  spring.name = "seat";
  model.springs.push_back(spring);
  const Names names(model);
  CHECK(!names.any_twice());
  Diagnostics mistakes;
  check_names(names, mistakes);
  CHECK(mistakes.empty());
  CHECK(names.what_is("seat") == "'seat' is a parameter and a state and a body and an element");
  CHECK(names.what_is("seats").empty());
  model.controllers.emplace_back().name = "seat";  // x.seat is a state, x.seat.u what it holds
  CHECK(Names(model).any_twice());
}

TEST_CASE("names are found by kind, in the order of the file") {
  const Model model = one_body();
  const Names names(model);
  CHECK(names.has("seat", NameKind::Body));
  CHECK(!names.has("seat", NameKind::Parameter));
  CHECK(names.has("rho", NameKind::Parameter));
  CHECK(!names.has("roh", NameKind::Parameter));
  CHECK(names.find("rho", NameSpace::Formula)->kind == NameKind::Parameter);
  CHECK(names.of({NameKind::Parameter}) == std::vector<std::string>{"m", "rho"});
  CHECK(names.of({NameKind::Parameter, NameKind::Body}) ==
        std::vector<std::string>{"m", "rho", "seat"});
}

TEST_CASE("a close name is suggested, a few are listed, many are not") {
  CHECK(suggest("roh", {"m", "rho"}, "x") == "did you mean 'rho'?");
  CHECK(suggest("zzz", {"m", "rho", "F"}, "x") == "there is m, rho and F");
  CHECK(suggest("zzz", {"m"}, "x") == "there is m");
  CHECK(suggest("zzz", {}, "x") == "x");
  CHECK(suggest("zzz", {"a", "b", "c", "d", "e", "f", "g", "h", "i"}, "x") == "x");
}
