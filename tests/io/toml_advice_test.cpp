#include "luztar/io/mistakes/toml_advice.h"

#include <string>

#include <doctest/doctest.h>

#include "io/mistakes.h"

using luztar::test::mistakes_in;

namespace {

/// What is said of one line.
std::string said(const std::string& line) {
  const std::string text = mistakes_in(line + "\n");
  const std::string place = "m.toml:1:";
  REQUIRE(text.starts_with(place));
  return text.substr(text.find(": ") + 2);
}

}  // namespace

TEST_CASE("lines that are no TOML are told with what was meant") {
  const struct {
    const char* line;
    const char* said;
  } rows[] = {
      {"mass = 10,5", "a comma in a number; decimals have a point: mass = 10.5"},
      {"mass = 10,5  # kg", "a comma in a number; decimals have a point: mass = 10.5"},
      {"mass = 1 kg",
       "text without quotes; a number with a unit, or an expression, stands between quotes: mass = "
       "\"1 kg\""},
      {"k = m*2", "text without quotes; names and expressions stand between quotes: k = \"m*2\""},
      {"k = 2*m", "an expression without quotes; write k = \"2*m\""},
      {"k = (1 + 2)",
       "text without quotes; names and expressions stand between quotes: k = \"(1 + 2)\""},
      {"k = .5", "TOML has no such number; write k = 0.5"},
      {"k = 5.", "TOML has no such number; write k = 5.0"},
      {"k = -.5", "TOML has no such number; write k = -0.5"},
      {"k = 1.e3", "TOML has no such number; write k = 1.0e3"},
      {"k = 007", "TOML has no such number; write k = 7"},
      {"pull = True", "no value 'True'; write pull = true"},
      {"pull = FALSE", "no value 'False'; write pull = false"},
      {"mass =", "`mass` has no value; give it one, or remove the line"},
      {"mass: 1", "a key without =; write mass = 1"},
      {"between = [a, ground]", "text without quotes; write between = [\"a\", \"ground\"]"},
      {"between = (a, ground)", "a list in parentheses; write between = [\"a\", \"ground\"]"},
      {"title = \u201cx\u201d", "a typographic quote; TOML has the straight one: \""},
      {"[bodies.a", "this header is not closed; write [bodies.a]"},
      {"[bodies.a b]", "a blank in a name; names have letters, digits and _"},
      {"% comment", "a comment begins with #; write # in place of %"},
      {"// comment", "a comment begins with #; write # in place of //"},
      {"{ \"a\": 1 }",
       "this is no model file; a model file is TOML: tables [bodies.NAME] with KEY = VALUE"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.line);
    CHECK(said(row.line) == row.said);
  }
}

TEST_CASE("what is not recognised is told in the words of the syntax") {
  CHECK(said("mass = 1 2 3").find("see toml.io") != std::string::npos);
  CHECK(luztar::toml_advice("", 0).what.empty());
  CHECK(luztar::toml_advice("   # 1,5", 3).what.empty());
}

TEST_CASE("a table that is written twice is told with both places") {
  CHECK(mistakes_in("[bodies.a]\nmass = 1\n[bodies.a]\nvelocity = 1\n")
            .find("use each name once, its keys together; it is in line 1 too") !=
        std::string::npos);
}

TEST_CASE("a file in another encoding is told so") {
  CHECK(luztar::foreign_encoding("\xff\xfe[") == "UTF-16");
  CHECK(luztar::foreign_encoding("PK\x03") == "a zip archive");
  CHECK(luztar::foreign_encoding("[bodies.a]") == "");
  CHECK(mistakes_in(std::string("\xff\xfe[\0", 4)) ==
        "m.toml:1:1: this file is UTF-16, not text in UTF-8; save the model as UTF-8");
}
