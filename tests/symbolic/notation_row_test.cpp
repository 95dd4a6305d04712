// The row of signs that all notations are written from.
#include "luztar/symbolic/notation_row.h"

#include <string>

#include <doctest/doctest.h>

using luztar::Notation;
using luztar::Row;
using luztar::row_of;
using luztar::RowItem;
using Kind = luztar::RowItem::Kind;

namespace {

// A letter for each kind, in the order of the enumeration; parts in brackets.
std::string shape(const Row& row) {
  std::string text;
  for (const RowItem& item : row) {
    text += "xnf+-~*/,r()w_FPRMC"[static_cast<int>(item.kind)];
    for (const Row& part : item.parts) text += "[" + shape(part) + "]";
  }
  return text;
}

std::string shape(const char* text, bool stacked) {
  return shape(row_of(luztar::parse_expression(text, {}), stacked));
}

}  // namespace

TEST_CASE("quotients, roots and choices are pictures in a stacked row and signs in a line") {
  CHECK(shape("x/(y + 1)", true) == "F[x][x+n]");
  CHECK(shape("x/(y + 1)", false) == "x/(x+n)");
  CHECK(shape("sqrt(x)", true) == "R[x]");
  CHECK(shape("sqrt(x)", false) == "f(x)");
  CHECK(shape("x^(y - 1)", true) == "P[x][x-n]");
  CHECK(shape("abs(x - y)", false) == "M[x-x]");
  CHECK(shape("if(x < 0, 1, y)", true) == "C[n][xrn][x]");
  CHECK(shape("if(x < 0, 1, if(x > 2, 3, y))", true) == "C[n][xrn][n][xrn][x]");
  CHECK(shape("if(x < 0, 1, y)", false) == "(nwxrnwx)");
}

TEST_CASE("signs of factors move to the front, and minus minus is plus") {
  CHECK(shape("x*(-3)", false) == "~x*n");
  CHECK(shape("x - (-y)", false) == "x+x");
  CHECK(shape("-(-x)", false) == "x");
  CHECK(shape("(-x)*(-y)", false) == "(~x)*(~x)");
  CHECK(shape("-((-x)*y)", false) == "x*x");
  CHECK(shape("2*(-(-(x + y)))", false) == "n*(x+x)");
  CHECK(shape("x + (y - z)", false) == "x+x-x");
  CHECK(shape("x - (y - z)", false) == "x-(x-x)");
}

TEST_CASE("quotients of quotients are one fraction, folded min and max one call") {
  CHECK(shape("x/y/z", true) == "F[x][x*x]");
  CHECK(shape("min(min(x, y), z)", false) == "f(x,x,x)");
  CHECK(shape("min(x, min(y, z))", false) == "f(x,f(x,x))");
  CHECK(shape("max(min(x, y), z)", false) == "f(f(x,x),x)");
}

TEST_CASE("the close of a bracket is that of its own level") {
  const Row row = row_of(luztar::parse_expression("f1*((x + y)*z - (u - v))", {}), false);
  CHECK(shape(row) == "x*((x+x)*x-(x-x))");
  CHECK(closing(row, 2) == row.size() - 1);
  CHECK(closing(row, 3) == 7);
  const Row open{row.begin(), row.begin() + 5};
  CHECK(closing(open, 2) == open.size());
}

TEST_CASE("a row is tall where a fraction or cases stand in it at any depth") {
  const Row row = row_of(luztar::parse_expression("x + abs(y/z) + w", {}), true);
  CHECK(shape(row) == "x+M[F[x][x]]+x");
  CHECK(is_tall(row, 0, row.size()));
  CHECK(!is_tall(row, 0, 2));
  CHECK(is_tall(row, 2, 3));
  CHECK(!is_tall(row, 3, row.size()));
}

TEST_CASE("a product sign is seen before numbers and beside words only") {
  const auto shows = [](const char* text) {
    const Row row = row_of(luztar::parse_expression(text, {}), true);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i].kind == Kind::Times) return shows_times(row, i, Notation{});
    }
    return false;
  };
  CHECK(!shows("2*x"));
  CHECK(!shows("x*y"));
  CHECK(shows("x*2"));
  CHECK(shows("x*2^y"));
  CHECK(!shows("x*y^2"));
  CHECK(!shows("2*pi"));
  CHECK(shows("rise*x"));
  CHECK(shows("x*rise"));
}
