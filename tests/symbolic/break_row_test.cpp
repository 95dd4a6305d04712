// Where long rows are cut into lines.
#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "luztar/symbolic/notation_row.h"

using luztar::Notation;
using luztar::parse_expression;

TEST_CASE("long rows are cut at the outermost signs first") {
  const Notation none;
  const auto lines = [&](const char* text, double width) {
    std::string result;
    for (const luztar::Row& line :
         break_row(luztar::row_of(parse_expression(text, {}), false), width, width,
                   [&](const luztar::Row& row) {
                     return static_cast<double>(luztar::columns(to_unicode(row, none)));
                   })) {
      result += (result.empty() ? "" : "|") + to_unicode(line, none);
    }
    return result;
  };
  CHECK(lines("a + b + c", 9) == "a + b + c");
  CHECK(lines("a + b + c", 8) == "a + b| + c");
  CHECK(lines("a + luz(b - c, d)", 16) == "a| + luz(b - c, d)");
  CHECK(lines("a + luz(b - c, d)", 14) == "a| + luz(b - c, |d)");
  CHECK(lines("a + luz(b - c, d)", 13) == "a + luz(b| - c, d)");
  CHECK(lines("a/(b + c + d)*luz(e, f)", 20) == "a/(b + c + d)|·luz(e, f)");
  CHECK(lines("abcdefghijkl", 5) == "abcdefghijkl");
}

TEST_CASE("a fraction that is wider than a line becomes a product, and then a quotient in a line") {
  const Notation none;
  const auto lines = [&](const char* text, double width) {
    std::string result;
    for (const luztar::Row& line :
         break_row(luztar::row_of(parse_expression(text, {}), true), width, width,
                   [&](const luztar::Row& row) { return width_in_points(row, none); })) {
      result += (result.empty() ? "" : " | ") + to_latex(line, none);
    }
    return result;
  };
  CHECK(lines("(a + b + c + d)/e", 60) == "\\frac{1}{e} \\bigl(a + b + c | {} + d\\bigr)");
  CHECK(lines("2*(a + b + c + d)/e", 60) == "\\frac{2}{e} \\bigl(a + b + c | {} + d\\bigr)");
  CHECK(lines("(a + b)/(c + d + e + f)", 60) == "(a + b)/\\bigl(c | {} + d + e + f\\bigr)");
  CHECK(lines("(a + b + c + d)/(e + f + g + h)", 60).find("frac") == std::string::npos);
}

TEST_CASE("cutting keeps every sign in its order, whatever the width") {
  const Notation none;
  const luztar::Row whole = luztar::row_of(
      parse_expression("a*(b + c*luz(d - e, f)) - min(g, h, i)/(j + k) + if(x < 0, l, m)", {}),
      false);
  for (int width = 1; width < 80; ++width) {
    CAPTURE(width);
    std::string joined;
    for (const luztar::Row& line : break_row(whole, width, width, [&](const luztar::Row& row) {
           return static_cast<double>(luztar::columns(to_unicode(row, none)));
         })) {
      joined += to_unicode(line, none);
    }
    CHECK(joined == to_unicode(whole, none));
  }
}

TEST_CASE("parentheses with a line break between them are marked, others are not") {
  const Notation none;
  const auto lines =
      break_row(luztar::row_of(parse_expression("aa*(b + luz(c, d) + eeeeeeee)", {}), false), 12,
                12, [&](const luztar::Row& row) {
                  return static_cast<double>(luztar::columns(to_unicode(row, none)));
                });
  REQUIRE(lines.size() >= 2);
  int broken = 0;
  int whole = 0;
  for (const luztar::Row& line : lines) {
    for (const luztar::RowItem& item : line) {
      const bool bracket =
          item.kind == luztar::RowItem::Kind::Open || item.kind == luztar::RowItem::Kind::Close;
      if (!bracket) continue;
      (item.broken != 0 ? broken : whole) += 1;
    }
  }
  CHECK(broken == 2);
  CHECK(whole == 2);
}

TEST_CASE("parentheses with a break and something tall between them are marked as tall") {
  const Notation none;
  const auto mark = [&](const char* text) {
    int largest = 0;
    for (const luztar::Row& line :
         break_row(luztar::row_of(parse_expression(text, {}), true), 60, 60,
                   [&](const luztar::Row& row) { return width_in_points(row, none); })) {
      for (const luztar::RowItem& item : line) largest = std::max(largest, item.broken);
    }
    return largest;
  };
  CHECK(mark("k*(a + b + c + d + e)") == 1);
  CHECK(mark("k*(a + b/f + c + d + e)") == 2);
  CHECK(mark("k*(a + b)") == 0);
}
