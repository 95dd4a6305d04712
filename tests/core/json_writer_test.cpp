#include "luztar/core/json_writer.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace luztar {
namespace {

// Oracle: nlohmann's parser, which is strict about JSON, UTF-8 included.
using Json = nlohmann::json;

Json written_and_read(double value) {
  JsonWriter json;
  json.open_array();
  json.item(value);
  json.close();
  return Json::parse(json.text()).at(0);
}

TEST_CASE("numbers read back to the same bits, the sign of zero included") {
  using Limits = std::numeric_limits<double>;
  for (const double value : {0.1, -0.0, 0.0, 5e-324, Limits::max(), 18446744073709551616.0,
                             9223372036854775808.0, 12345678901234567168.0, -1e300, 1.0 / 3}) {
    const double back = written_and_read(value).get<double>();
    CAPTURE(value);
    CHECK(std::bit_cast<std::uint64_t>(back) == std::bit_cast<std::uint64_t>(value));
  }
}

TEST_CASE("what is not finite becomes null, and the writer says so") {
  JsonWriter json;
  json.open_array();
  json.item(1.0);
  CHECK_FALSE(json.replaced_numbers());
  json.item(std::nan(""));
  json.item(std::numeric_limits<double>::infinity());
  json.close();
  CHECK(json.replaced_numbers());
  CHECK(json.text() == "[1, null, null]\n");
}

std::string read_back(const std::string& text) {
  JsonWriter json;
  json.open_object();
  json.field("key", text);
  json.close();
  return Json::parse(json.text()).at("key").get<std::string>();
}

TEST_CASE("any text reads back") {
  for (const std::string text : {"", "seat", "a \"b\" \\ c", "line\nbreak\ttab", "\x01\x1f",
                                 "Žardecki, 1 µm, \xF0\x9F\x98\x80", "</script>"}) {
    CHECK(read_back(text) == text);
  }
  CHECK(read_back(std::string("a\0b", 3)) == std::string("a\0b", 3));
}

TEST_CASE("bytes that are not UTF-8 become the replacement character") {
  CHECK(read_back("a\xFF"
                  "b") == "a\uFFFDb");
  CHECK(read_back("\xC3") == "\uFFFD");                                // cut off
  CHECK(read_back("\xC0\xAF") == "\uFFFD\uFFFD");                      // overlong
  CHECK(read_back("\xED\xA0\x80") == "\uFFFD\uFFFD\uFFFD");            // a surrogate
  CHECK(read_back("\xF4\x90\x80\x80") == "\uFFFD\uFFFD\uFFFD\uFFFD");  // beyond U+10FFFF
}

TEST_CASE("objects take a line for each entry, arrays and line objects one line") {
  JsonWriter json;
  json.open_object();
  json.field("a", std::int64_t{1});
  json.open_object("empty");
  json.close();
  json.open_object("line", JsonWriter::Layout::Line);
  json.field("x", 0.5);
  json.field("y", true);
  json.close();
  json.open_array("list");
  json.item(std::int64_t{-3});
  json.item("b");
  json.open_array();
  json.item(1.0);
  json.close();
  json.close();
  json.close();
  CHECK(json.text() ==
        "{\n  \"a\": 1,\n  \"empty\": {},\n  \"line\": {\"x\": 0.5, \"y\": true},\n"
        "  \"list\": [-3, \"b\", [1]]\n}\n");
}

TEST_CASE("lines inside of one line are indented by the lines around them") {
  JsonWriter json;
  json.open_object();
  json.open_array("rows", JsonWriter::Layout::Lines);
  json.open_object({}, JsonWriter::Layout::Line);
  json.field("title", "a");
  json.open_array("items", JsonWriter::Layout::Lines);
  json.item(1);
  json.item(2);
  json.close();
  json.close();
  json.close();
  json.close();
  CHECK(
      json.text() ==
      "{\n  \"rows\": [\n    {\"title\": \"a\", \"items\": [\n      1,\n      2\n    ]}\n  ]\n}\n");
}

TEST_CASE("lists, whole numbers of any width, and values that are JSON already") {
  JsonWriter json;
  json.open_object({}, JsonWriter::Layout::Line);
  json.list("names", std::vector<std::string>{"a", "b"});
  json.list("none", std::vector<double>{});
  json.field("rows", std::size_t{7});
  json.field("far", JsonToken{"\"inf\""});
  json.close();
  CHECK(json.text() ==
        "{\"names\": [\"a\", \"b\"], \"none\": [], \"rows\": 7, \"far\": \"inf\"}\n");
}

TEST_CASE("no text can end the script element of a page") {
  std::string text;
  append_json(text, "</script> & \"x\"\n", JsonEscapes::Script);
  CHECK(text == "\"\\u003c/script\\u003e \\u0026 \\\"x\\\"\\n\"");
  CHECK(Json::parse(text) == "</script> & \"x\"\n");
}

}  // namespace
}  // namespace luztar
