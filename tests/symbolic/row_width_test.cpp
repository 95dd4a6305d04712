// Widths of printed formulas: how those of parts make that of the whole.
#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "luztar/symbolic/notation_row.h"

using luztar::Notation;
using luztar::parse_expression;

namespace {

double width(const std::string& text) {
  return width_in_points(row_of(parse_expression(text, {}), true), Notation{});
}

}  // namespace

TEST_CASE("terms of a sum stand beside each other, with the same sign between any two") {
  const double sign = width("x + y") - width("x") - width("y");
  CHECK(sign > 10);  // Computer Modern: 7.8 pt and two spaces of 2.2 pt
  CHECK(sign < 15);
  CHECK(width("x + y - z") == doctest::Approx(3 * width("x") + 2 * sign));
  CHECK(width("y") == width("x"));
}

TEST_CASE("digits are half an em each") {
  CHECK(width("7") == 5.0);
  CHECK(width("12345") == 25.0);
}

TEST_CASE("a fraction is as wide as its wider part, and a little") {
  const double bar = width("x/y") - width("x");
  CHECK(bar > 0);
  CHECK(width("(a + b + c)/d") == doctest::Approx(width("a + b + c") + bar));
  CHECK(width("d/(a + b + c)") == doctest::Approx(width("a + b + c") + bar));
}

TEST_CASE("indices and exponents are small, and one stands above the other") {
  const double index = width("x12") - width("x");
  CHECK(index > 0);
  CHECK(index < width("12"));
  CHECK(width("x^12") == doctest::Approx(width("x12")));
  CHECK(width("x12^34") == doctest::Approx(width("x12")).epsilon(0.05));
  CHECK(width("x12^3456") > width("x12^34") + 5);
}

TEST_CASE("an entry of the notation counts with its look, capitals are wider than small letters") {
  const Notation notation{{{"long_name", "a"}}};
  const auto row = row_of(parse_expression("long_name", {}), true);
  CHECK(width_in_points(row, notation) == width("a"));
  CHECK(width_in_points(row, Notation{}) > 3 * width("a"));
  CHECK(width("M") > width("m"));
}

TEST_CASE("cases are as wide as their widest value and their widest condition") {
  const double base = width("if(x < y, a, b)");
  CHECK(width("if(x < y, a, b + c)") == doctest::Approx(base + width("b + c") - width("b")));
  const double longer = width("if(x + y + z + u + v < w, a, b)");
  CHECK(longer > base);
  CHECK(width("if(x + y + z + u + v < w, a, if(x < 1, a, b))") == doctest::Approx(longer));
}
