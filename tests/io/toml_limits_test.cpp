#include "luztar/io/toml_limits.h"

#include <cstddef>
#include <string>

#include <doctest/doctest.h>

#include "luztar/core/error.h"

namespace {

std::string mistake_in(const std::string& text) {
  try {
    luztar::check_toml_limits(text, "m.toml");
  } catch (const luztar::ModelError& error) {
    return error.what();
  }
  return "no mistake";
}

std::string repeated(const std::string& part, int n) {
  std::string text;
  for (int i = 0; i < n; ++i) text += part;
  return text;
}

}  // namespace

TEST_CASE("nesting is bounded before a tree is built") {
  constexpr int kMany = 100'000;
  CHECK(mistake_in("a = " + repeated("[", kMany)) ==
        "m.toml:1:21: nested deeper than 16 levels; a model needs no more than three");
  CHECK(mistake_in("a = " + repeated("{b=", kMany)).find("16 levels") != std::string::npos);
  CHECK(mistake_in(repeated("a.", kMany) + "b = 1").find("16 levels") != std::string::npos);
  CHECK(mistake_in("[" + repeated("a . ", kMany) + "b]").find("16 levels") != std::string::npos);
  CHECK(mistake_in("[" + repeated("'a'.", kMany) + "b]").find("16 levels") != std::string::npos);
  // Points and brackets in strings and comments do not nest.
  const std::string many = repeated("[.", 1000);
  CHECK(mistake_in("a = \"" + many + "\" # " + many + "\nb = '''" + many + "\n''' ") ==
        "no mistake");
  CHECK(mistake_in("a = \"\\\"" + many + "\"") == "no mistake");
}

TEST_CASE("sixteen levels are allowed, and brackets that are closed do not count") {
  CHECK(mistake_in("a = " + repeated("[", 16) + repeated("]", 16)) == "no mistake");
  CHECK(mistake_in("a = " + repeated("[", 17)).find("16 levels") != std::string::npos);
  CHECK(mistake_in("a = [" + repeated("[],", 1000) + "]") == "no mistake");
  CHECK(mistake_in(repeated("a = 1.5\n", 100)) == "no mistake");  // a dot a line
}

TEST_CASE("a string that is not closed is told at its first quote, in characters") {
  CHECK(mistake_in("a = 1\nb = '\u00e9\n").starts_with("m.toml:2:5: this string is not closed"));
  CHECK(mistake_in("\u00e9 = \"x").starts_with("m.toml:1:5: this string is not closed"));
  CHECK(mistake_in("a = \"\"\"x\n\ny\"\"\"\"\"\nb = 1") == "no mistake");  // five quotes end it
}

TEST_CASE("a file above 64 MB is refused before it is read") {
  const std::size_t limit = std::size_t{64} << 20U;
  CHECK(mistake_in(std::string(limit, ' ')) == "no mistake");
  CHECK(
      mistake_in(std::string(limit + 1, ' ')).starts_with("m.toml:1:1: the model file is larger"));
}
