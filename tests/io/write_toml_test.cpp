// Pieces of TOML text, read back by the parser.
#include "luztar/io/write_toml.h"

#include <cmath>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "luztar/core/number_text.h"
#include "luztar/io/toml_document.h"
#include "random.h"

using namespace luztar;

namespace {

TomlValue read_back(const std::string& text) {
  return parse_toml("x = " + text, "m.toml").entries.at(0).value;
}

}  // namespace

TEST_CASE("any text reads back from its string") {
  std::string all;
  for (int c = 0; c < 128; ++c) all += static_cast<char>(c);
  for (const std::string& text : {all, std::string("\xc3\xa9 \"q\" \\"), std::string()}) {
    const TomlValue value = read_back(toml_string(text));
    CHECK(value.kind == TomlValue::Kind::Text);
    CHECK(value.text == text);
  }
}

TEST_CASE("numbers read back to the same bits, never as integers that do not fit") {
  testing::Random random{5};
  for (int i = 0; i < 1000; ++i) {
    const double value = random(-1, 1) * std::pow(10.0, random.below(600) - 300);
    CHECK(read_back(toml_text(Expression::number(value))).number == value);
  }
  for (const double value : {0.0, 3.0, 1e15, -1e19, 1e300, HUGE_VAL, -HUGE_VAL})
    CHECK(read_back(toml_text(Expression::number(value))).number == value);
  CHECK(std::signbit(read_back(toml_text(Expression::number(-0.0))).number));
  CHECK(toml_text(Expression::number(3)) == "3");
}

TEST_CASE("expressions are strings, pi has its name in them") {
  const Expression tau = Expression::apply(
      Op::Multiply, {Expression::number(2), Expression::number(std::numbers::pi)});
  CHECK(toml_text(tau) == "\"2*pi\"");
  CHECK(toml_text(Expression::number(std::numbers::pi)) == "\"pi\"");
  CHECK(toml_text(parse_expression("k*(a + b)", {})) == "\"k*(a + b)\"");
}

TEST_CASE("rounded numbers have as many digits as asked for") {
  CHECK(rounded_text(1.0 / 3.0, 3) == "0.333");
  CHECK(rounded_text(123456.0, 3) == "1.23e+05");
}

TEST_CASE("keys go into one pair of braces, or a line each") {
  TomlInline braces;
  TomlLines lines;
  for (TomlKeys* keys : {static_cast<TomlKeys*>(&braces), static_cast<TomlKeys*>(&lines)}) {
    keys->add("a", "1");
    keys->add("b", "\"x\"");
  }
  CHECK(braces.text() == "{ a = 1, b = \"x\" }");
  CHECK(lines.text() == "a = 1\nb = \"x\"\n");
}
