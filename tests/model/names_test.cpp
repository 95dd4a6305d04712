// Names of a model: how they are made, taken and guessed.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "built_model.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

std::string mistake_in(const std::string& name) {
  const SourceLocation where{"m.toml", 3, 7};
  Diagnostics mistakes;
  check_name({name, NameKind::Signal, &where}, mistakes);
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

TEST_CASE("words of the language are reserved, functions too") {
  for (const char* name : {"ground", "t", "d", "v", "q", "pi", "inf", "sin", "luz", "if"})
    CHECK(mistake_in(name) == "m.toml:3:7: the name '" + std::string(name) +
                                  "' is reserved; give the signal another name");
}

TEST_CASE("what never stands alone in an expression may have the name of a function") {
  Model model = one_body();
  model.bodies[0].name = "round";
  const Names names(model);
  Diagnostics mistakes;
  check_names(names, mistakes);
  CHECK(mistakes.empty());
}

TEST_CASE("a name twice is told where it comes second, whatever the kinds are") {
  Model model = one_body();
  model.file = "m.toml";
  model.bodies[0].where = {"m.toml", 9, 1};
  model.signals.push_back({.name = "seat", .value = text("t"), .where = {"m.toml", 2, 1}});
  const Names names(model);
  CHECK(names.any_twice());
  Diagnostics mistakes;
  check_names(names, mistakes);
  REQUIRE(mistakes.size() == 1);
  CHECK(mistakes[0].where.line == 9);
  CHECK(mistakes[0].what == "the name 'seat' is taken by a signal in line 2");
}

TEST_CASE("names are found by kind, in the order of the file") {
  const Model model = one_body();
  const Names names(model);
  CHECK(names.kind_of("seat") == NameKind::Body);
  CHECK(names.kind_of("rho") == NameKind::Parameter);
  CHECK(!names.kind_of("roh").has_value());
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
