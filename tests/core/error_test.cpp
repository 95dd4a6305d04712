#include "luztar/core/error.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using luztar::closest_name;
using luztar::ModelError;

TEST_CASE("a mistake is one line: file, line, column, what is wrong and what to do") {
  const luztar::Diagnostic full{{"guide.toml", 17, 13}, "no body 'seet'", "did you mean 'seat'?"};
  CHECK(to_text(full) == "guide.toml:17:13: no body 'seet'; did you mean 'seat'?");
  CHECK(
      luztar::to_text(luztar::Diagnostic{{"guide.toml", 0, 0}, "no such file", "check the path"}) ==
      "guide.toml: no such file; check the path");
  CHECK(luztar::to_text(luztar::Diagnostic{{}, "wrong", ""}) == "wrong");
  CHECK(luztar::to_text(luztar::Diagnostic{{"a\nb", 1, 2}, "key 'x\ty\x7f'", ""}) ==
        "a?b:1:2: key 'x?y?'");
}

TEST_CASE("names are quoted and shortened") {
  CHECK(luztar::quote("seat") == "'seat'");
  CHECK(luztar::quote(std::string(61, 'x')) == "'" + std::string(60, 'x') + "...'");
  CHECK(luztar::quote("12345", 4) == "'1234...'");
}

TEST_CASE("a message is short, and cut between characters") {
  const std::string text = luztar::to_text(luztar::Diagnostic{{},
                                                              "a" +
                                                                  []() {
                                                                    std::string accents;
                                                                    for (int i = 0; i < 1000; ++i)
                                                                      accents += "\u00e9";
                                                                    return accents;
                                                                  }(),
                                                              ""});
  CHECK(text.size() == 402);  // 1 + 2 * 199 + "..."
  CHECK(text.ends_with("\u00e9..."));
}

TEST_CASE("what() has a line for each mistake") {
  const ModelError error({{{"f", 1, 2}, "one", ""}, {{"f", 3, 4}, "two", "mend it"}});
  CHECK(std::string(error.what()) == "f:1:2: one\nf:3:4: two; mend it");
  CHECK(error.diagnostics().size() == 2);
}

TEST_CASE("the closest name is at most a third of its letters away") {
  const std::vector<std::string> known{"seat", "base", "FS", "suspension"};
  struct Row {
    const char* name;
    const char* expected;
  };
  const Row rows[] = {
      {"seet", "seat"},              // one letter of four
      {"saet", "seat"},              // a transposition is one edit
      {"seats", "seat"},             // one too many
      {"sxxt", ""},                  // two of four: more than a third
      {"suspnesoin", "suspension"},  // two transpositions of ten letters
      {"fs", "FS"},                  // only the case differs
      {"ft", ""},                    // no guessing at two letters
      {"", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(closest_name(row.name, known) == row.expected);
  }
  CHECK(closest_name(std::string(100'000, 'a'), {std::string(100'000, 'b')}).empty());
}
