// Which bodies follow, by hand.
#include "luztar/derive/linear/held_coordinates.h"

#include <string>

#include <doctest/doctest.h>

#include "luztar/derive/linear/variations.h"

using namespace luztar;

namespace {

Formula formula(const char* text) { return to_formula(parse_expression(text, {})); }

}  // namespace

TEST_CASE("the last bodies follow, by leaders and given bodies") {
  // r q0 - q1 + q3 = 0 and q1 - 2 q2 = 0; body 3 is given.
  const std::vector<FormulaRow> held{{{0, formula("r")}, {1, Formula(-1)}, {3, Formula(1)}},
                                     {{1, Formula(1)}, {2, Formula(-2)}}};
  const HeldCoordinates found = held_coordinates(held, {0, 1, 2});
  CHECK(found.leaders == std::vector<int>{0});
  CHECK(found.followers == std::vector<int>{2, 1});
  CHECK(!found.redundant);
  CHECK(found.follower_rows[0] == FormulaRow{{0, formula("r/2")}, {3, formula("1/2")}});
  CHECK(found.follower_rows[1] == FormulaRow{{0, formula("r")}, {3, Formula(1)}});
}

TEST_CASE("what is held twice is said, and nothing held leaves all bodies") {
  const FormulaRow row{{0, Formula(1)}, {1, formula("-r")}};
  const HeldCoordinates twice = held_coordinates({row, row}, {0, 1});
  CHECK(twice.redundant);
  CHECK(twice.followers == std::vector<int>{1});
  CHECK(held_coordinates({}, {2, 5}).leaders == std::vector<int>{2, 5});
}

TEST_CASE("rows are solved column by column") {
  const FormulaMatrix matrix{{formula("a"), Formula(1)}, {Formula(0), formula("b")}};
  const auto rows = solve_rows(matrix, {unit_row(4), unit_row(7)});
  REQUIRE(rows);
  CHECK((*rows)[0] == FormulaRow{{4, formula("1/a")}, {7, formula("-1/(a*b)")}});
  CHECK((*rows)[1] == FormulaRow{{7, formula("1/b")}});
  CHECK(!solve_rows({{Formula(0)}}, {unit_row(1)}));
}
