// Matrices of formulas against their definition.
#include "luztar/derive/formula_matrix.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "random.h"

using namespace luztar;
using luztar::testing::Random;

namespace {

Formula formula(const char* text) { return to_formula(parse_expression(text, {})); }

FormulaMatrix times(const FormulaMatrix& a, const FormulaMatrix& b) {
  FormulaMatrix product(a.size(), std::vector<Formula>(b[0].size()));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b[0].size(); ++j)
      for (std::size_t k = 0; k < b.size(); ++k) product[i][j] = product[i][j] + a[i][k] * b[k][j];
  return product;
}

/// Rank of whole numbers by elimination of formulas that are numbers.
std::size_t rank(std::vector<std::vector<Formula>> m) {
  std::size_t found = 0;
  for (std::size_t column = 0; column < m[0].size(); ++column) {
    std::size_t pivot = found;
    while (pivot < m.size() && m[pivot][column].is_zero()) ++pivot;
    if (pivot == m.size()) continue;
    std::swap(m[found], m[pivot]);
    for (std::size_t i = found + 1; i < m.size(); ++i) {
      const Formula factor = m[i][column] / m[found][column];
      for (std::size_t j = column; j < m[i].size(); ++j) m[i][j] = m[i][j] - factor * m[found][j];
    }
    if (++found == m.size()) break;
  }
  return found;
}

struct Drawn {
  std::vector<FormulaRow> sparse;
  std::vector<std::vector<Formula>> full;
};

Drawn draw(Random& random) {
  Drawn drawn;
  const int rows = 1 + random.below(6);
  const int columns = 1 + random.below(6);
  for (int i = 0; i < rows; ++i) {
    FormulaRow row;
    std::vector<Formula> full;
    for (int j = 0; j < columns; ++j) {
      const int entry = random.below(3) == 0 ? random.below(5) - 2 : 0;
      full.emplace_back(entry);
      if (entry != 0) row[j] = Formula(entry);
    }
    drawn.sparse.push_back(row);
    drawn.full.push_back(full);
  }
  return drawn;
}

}  // namespace

TEST_CASE("the solution of symbols is put back and gives the right side") {
  const FormulaMatrix a{{formula("k1 + k2"), formula("-k2"), formula("0")},
                        {formula("-k2"), formula("k2 + k3"), formula("-k3")},
                        {formula("0"), formula("-k3"), formula("k3 + k4")}};
  const FormulaMatrix b{
      {formula("F1"), formula("1")}, {formula("F2"), formula("0")}, {formula("F3"), formula("x")}};
  const auto x = solve(a, b);
  REQUIRE(x.has_value());
  CHECK(times(a, *x) == b);
}

TEST_CASE("a pivot that is zero is looked for below, a matrix without one is singular") {
  const auto swapped = solve({{formula("0"), formula("a")}, {formula("b"), formula("c")}},
                             {{formula("1")}, {formula("0")}});
  REQUIRE(swapped.has_value());
  CHECK((*swapped)[1][0] == formula("1/a"));
  CHECK((*swapped)[0][0] == formula("-c/(a*b)"));
  CHECK(!solve({{formula("a"), formula("b")}, {formula("a*c"), formula("b*c")}},
               {{formula("1")}, {formula("0")}})
             .has_value());
}

TEST_CASE("the rank of sparse rows is that of elimination") {
  Random random{211};
  for (int i = 0; i < 600; ++i) {
    CAPTURE(i);
    const Drawn drawn = draw(random);
    CHECK(rank_of(drawn.sparse) == rank(drawn.full));
  }
}

TEST_CASE("a row is dependent exactly if the others have the rank of all") {
  Random random{212};
  int dependent = 0;
  for (int i = 0; i < 600; ++i) {
    CAPTURE(i);
    const Drawn drawn = draw(random);
    const auto found = dependent_rows(drawn.sparse);
    const std::size_t all = rank(drawn.full);
    for (std::size_t k = 0; k < drawn.full.size(); ++k) {
      auto others = drawn.full;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
      const bool expected = (others.empty() ? 0 : rank(others)) == all;
      CHECK(found[k] == expected);
      dependent += expected ? 1 : 0;
    }
  }
  CHECK(dependent > 200);
}

TEST_CASE("symbols that cancel for every value are dependent, others are not") {
  const std::vector<FormulaRow> ratios{{{0, formula("r")}, {1, formula("-1")}},
                                       {{0, formula("r*s")}, {1, formula("-s")}}};
  CHECK(rank_of(ratios) == 1);
  const std::vector<FormulaRow> others{{{0, formula("r")}, {1, formula("-1")}},
                                       {{0, formula("s")}, {1, formula("-1")}}};
  CHECK(rank_of(others) == 2);
}
