#include "luztar/exchange/modelica/modelica_names.h"

#include <doctest/doctest.h>

using namespace luztar;

TEST_CASE("a name that Modelica has a word for, or cannot have, is quoted") {
  CHECK(modelica_identifier("seat_2") == "seat_2");
  CHECK(modelica_identifier("block") == "'block'");
  CHECK(modelica_identifier("time") == "'time'");
  CHECK(modelica_identifier("loop.force") == "'loop.force'");
  CHECK(modelica_identifier("2nd") == "'2nd'");
  CHECK(modelica_identifier("it's") == "'it\\'s'");
  CHECK(modelica_string("say \"a\\b\"") == "\"say \\\"a\\\\b\\\"\"");
}

TEST_CASE("parts of several spaces get names of their own in one space") {
  ModelicaNames names;
  names.reserve("Given");
  CHECK(names.add("", "kt", "") == "kt");
  CHECK(names.add("f", "kt", "spring") == "kt_spring");
  CHECK(names.add("q", "kt", "spring") == "kt_spring_2");
  CHECK(names.more("block") == "'block'");
  CHECK(names.more("block") == "block_2");
  CHECK(names.more("Given") == "Given_2");
  CHECK(names.of("f", "kt") == "kt_spring");
  CHECK(names.has("", "kt"));
  CHECK_FALSE(names.has("x", "kt"));
}
