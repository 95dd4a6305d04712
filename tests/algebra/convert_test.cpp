// Expressions as formulas, and their decimals as fractions.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "luztar/algebra/formula.h"
#include "luztar/algebra/formula_access.h"
#include "written_formula.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("decimals are the fractions that were written") {
  CHECK(formula("0.1") == Formula(1) / 10);
  CHECK(formula("0.1 + 0.2") == Formula(3) / 10);
  CHECK(formula("1e-3*x") == Formula::symbol("x") / 1000);
  Random random{3};
  for (int i = 0; i < 2000; ++i) {
    const double value = random(-1, 1) * std::pow(10.0, random.below(40) - 20);
    CHECK(to_formula(Expression::number(value)).number() == value);
    CHECK(to_text(to_formula(Expression::number(value))) == to_text(Expression::number(value)));
  }
}

TEST_CASE("whole powers are multiplied out up to 64, numbers to 1024, others stay as written") {
  CHECK(formula("(x + 1)^3") == formula("x*x*x + 3*x*x + 3*x + 1"));
  CHECK(formula("(x + 1)^-2 * (x^2 + 2*x + 1)") == Formula(1));
  CHECK(formula("x^64/x^63") == formula("x"));
  CHECK(formula("x^65/x^64") != formula("x"));  // atoms of their own
  CHECK(formula("2^1024/2^1023") == Formula(2));
  CHECK(formula("x^0.5*x^0.5") != formula("x"));  // no root is taken
  CHECK(atoms_of(formula("0^-1")).size() == 1);
}
