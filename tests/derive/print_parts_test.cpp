// What the printers share: inline formulas, relations, and how displays are laid out.
#include "luztar/derive/print_parts.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/symbolic/notation_row.h"

using namespace luztar;

namespace {

std::string parts(const char* text) {
  std::string found;
  for (const Inline& part : inlines_of(text))
    found += std::string(1, "wfc"[static_cast<int>(part.kind)]) + "[" + part.text + "]";
  return found;
}

std::string written(const Row& row) { return to_unicode(row, Notation{}); }

Line line(const char* left, const std::vector<const char*>& right) {
  Line made{parse_expression(left, {}), {}, {}, {}};
  for (const char* text : right)
    made.parts.push_back({Line::Sign::Equal, parse_expression(text, {})});
  return made;
}

// Width in characters, a page of `width` of them.
DisplaySize size(double width) {
  return {width, 3, 4, [](const Row& row) {
            return static_cast<double>(columns(written(row)));
          }};
}

}  // namespace

TEST_CASE("words, formulas and code are told apart; a sign without a second one is a word") {
  CHECK(parts("the $F1 + 2$ of `seat` is") == "w[the ]f[F1 + 2]w[ of ]c[seat]w[ is]");
  CHECK(parts("$a$`b`") == "f[a]c[b]");
  CHECK(parts("5 $ and `x") == "w[5 $ and `x]");
  CHECK(parts("") == "");
}

TEST_CASE("inline formulas are expressions joined by relations, other names are symbols") {
  CHECK(written(inline_row("v.block1 != 0", false)) == "block1' ≠ 0");
  CHECK(written(inline_row("map(a, luz(b, c)) = 2*map(c)", false)) ==
        "map(a, luz(b, c)) = 2·map(c)");
  CHECK(written(inline_row("a <= b < c", false)) == "a ≤ b < c");
  CHECK(written(inline_row("x in sign(y)", false)) == "x ∈ sgn(y)");
  CHECK(written(inline_row("M1 => inf", false)) == "M1 ⇒ ∞");
}

TEST_CASE("a line is left, relations, conditions and words in a row") {
  Line whole = line("y", {"x", "z"});
  whole.conditions = {line("a", {"1"}), line("b", {"2"})};
  whole.words = "(own)";
  CHECK(written(row_of_line(whole, false)) == "y = x = z   if a = 1 and b = 2   (own)");
  CHECK(relation_text(Line::Sign::LessEqual) == "<=");
  CHECK(relation_text(Line::Sign::In) == "in");
}

TEST_CASE("lines that fit are aligned at their relations in one block") {
  const auto blocks = lay_out({{line("y", {"a + b"}), line("long", {"c"})}}, false, size(40));
  REQUIRE(blocks.size() == 1);
  CHECK(blocks[0].aligned);
  REQUIRE(blocks[0].rows.size() == 2);
  CHECK(written(blocks[0].rows[0].left) == "y");
  CHECK(blocks[0].rows[1].relation == "=");
  CHECK(written(blocks[0].rows[1].right) == "c");
}

TEST_CASE("a right side that is too wide is broken, and lines that continue have no relation") {
  const auto blocks = lay_out({{line("y", {"aaaa + bbbb + cccc + dddd + eeee"})}}, false, size(24));
  REQUIRE(blocks.size() == 1);
  REQUIRE(blocks[0].rows.size() > 1);
  std::string joined;
  for (const DisplayRow& row : blocks[0].rows) {
    CHECK(row.relation.empty() == (&row != &blocks[0].rows.front()));
    joined += written(row.right);
  }
  CHECK(joined == "aaaa + bbbb + cccc + dddd + eeee");
}

TEST_CASE("a left side that leaves no room stands in a block of its own") {
  const auto blocks =
      lay_out({{line("aaaa + bbbb + cccc + dddd", {"x"}), line("y", {"zzzz + wwww + vvvv"})}},
              false, size(24));
  REQUIRE(blocks.size() == 2);
  CHECK(!blocks[0].aligned);
  CHECK(blocks[1].aligned);
}

TEST_CASE("a second part goes on in its line where it fits, else in a line with its relation") {
  const auto wide = lay_out({{line("y", {"aaaa", "bbbb"})}}, false, size(30));
  REQUIRE(wide[0].rows.size() == 1);
  CHECK(written(wide[0].rows[0].right) == "aaaa = bbbb");
  const auto narrow = lay_out({{line("y", {"aaaa + cccc", "bbbb + dddd"})}}, false, size(18));
  REQUIRE(narrow[0].rows.size() == 2);
  CHECK(narrow[0].rows[1].left.empty());
  CHECK(narrow[0].rows[1].relation == "=");
}
