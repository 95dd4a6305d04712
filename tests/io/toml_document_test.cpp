#include "luztar/io/toml_document.h"

#include <string>

#include <doctest/doctest.h>

using luztar::ModelError;
using luztar::parse_toml;
using luztar::TomlValue;

namespace {

std::string mistake_in(const std::string& text) {
  try {
    parse_toml(text, "m.toml");
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no mistake";
}

}  // namespace

TEST_CASE("tables keep the order of the file") {
  const TomlValue root = parse_toml("z = 1\n[m.q]\n[b]\ny = 1\nc = 2\n[m.a]\n", "m.toml");
  std::string order;
  for (const auto& entry : root.entries) {
    order += entry.key;
    for (const auto& child : entry.value.entries) order += child.key;
  }
  CHECK(order == "zmqabyc");
}

TEST_CASE("every key, value and string content knows its place") {
  const TomlValue root = parse_toml(
      "a = 'x'\n"
      "'\u00e9' = [ '\u00e9', \"y\" ]\n"  // columns are characters
      "c = \"\"\"\nz\"\"\"\n"
      "d = \"\"\"w\"\"\"\n",
      "m.toml");
  REQUIRE(root.entries.size() == 4);
  using Place = luztar::SourceLocation;
  CHECK(root.entries[0].where == Place{"m.toml", 1, 1});
  CHECK(root.entries[0].value.where == Place{"m.toml", 1, 5});
  CHECK(root.entries[0].value.content == Place{"m.toml", 1, 6});
  CHECK(root.entries[1].value.items[1].content == Place{"m.toml", 2, 15});
  CHECK(root.entries[2].value.content == Place{"m.toml", 4, 1});
  CHECK(root.entries[3].where == Place{"m.toml", 5, 1});
  CHECK(root.entries[3].value.content == Place{"m.toml", 5, 8});
}

TEST_CASE("a syntax error has its place") {
  CHECK(mistake_in("a = 1\nb = \"abc\nc = 1") ==
        "m.toml:2:5: this string is not closed; write its second quote on this line");
  CHECK(mistake_in("a = 1\n[b\n").starts_with("m.toml:2:3: this header is not closed"));
  CHECK(mistake_in("a = 1\na = 2\n") ==
        "m.toml:2:5: not TOML, in key-value pair: cannot redefine existing integer 'a'; use each "
        "name once, its keys together");
  // Undefined behaviour in toml++ 3.3, see toml_document.cpp.
  CHECK(mistake_in("a = 1\n [=]\n") ==
        "m.toml:2:3: not TOML: a name is expected here; see toml.io for how to write TOML");
  CHECK(mistake_in("[a.=]").starts_with("m.toml:1:4: not TOML"));
  CHECK(mistake_in("a = 1\n\u00e9 = 3\n").starts_with("m.toml:2:1: not TOML, in root table"));
  CHECK(mistake_in("a = \u00e9\n").starts_with("m.toml:1:5: not TOML"));
  CHECK(mistake_in("a = \"\"\"\\\u00e9\"\"\"\n").starts_with("m.toml:1:9: not TOML"));
  CHECK(mistake_in(std::string("\xff\xfe", 2)).starts_with("m.toml:1:1: this file is UTF-16"));
  CHECK(mistake_in(std::string("\xff\xff", 2)).starts_with("m.toml:1:1: not TOML"));
  CHECK(mistake_in(std::string("a\0b", 3)).starts_with("m.toml:1:"));
}
