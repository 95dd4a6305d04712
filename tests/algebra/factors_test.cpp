// Factors of polynomials that are products by construction.
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/algebra/formula_access.h"
#include "written_formula.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

Polynomial polynomial(const std::string& text) { return numerator_of(formula(text)); }

using Expected = std::vector<std::pair<std::string, std::uint32_t>>;

Polynomial product(const Factors& factors) {
  Polynomial all(factors.number);
  for (const Factor& factor : factors.factors)
    all = all * power(factor.polynomial, factor.exponent);
  return all;
}

}  // namespace

TEST_CASE("atoms, contents and repeated factors come out, atoms first") {
  struct Row {
    const char* text;
    int number;
    Expected factors;
  };
  for (const Row& row : {
           Row{"6*x^2*y", 6, {{"x", 2}, {"y", 1}}},
           Row{"-4*x*(x + y)^3", -4, {{"x", 1}, {"x + y", 3}}},
           Row{"(x + y)*(u + v)", 1, {{"u + v", 1}, {"x + y", 1}}},
           Row{"x^2 - y^2", 1, {{"x^2 - y^2", 1}}},  // only a full factorization would split it
           Row{"luz(x, a)^2*(2*x + 2*a)", 2, {{"luz(x, a)", 2}, {"a + x", 1}}},
           Row{"15", 15, {}},
       }) {
    CAPTURE(row.text);
    const Factors found = split_factors(polynomial(row.text));
    CHECK(found.number == row.number);
    CHECK(product(found) == polynomial(row.text));
    REQUIRE(found.factors.size() == row.factors.size());
    for (std::size_t i = 0; i < found.factors.size(); ++i) {
      CHECK(found.factors[i].polynomial == polynomial(row.factors[i].first));
      CHECK(found.factors[i].exponent == row.factors[i].second);
    }
  }
}

TEST_CASE("a square of a product of sums is not left as one factor") {
  const Factors found = split_factors(polynomial("(x + 1)^2*(x + 2)^2*z"));
  REQUIRE(found.factors.size() >= 2);
  CHECK(found.factors[0].polynomial == polynomial("z"));
  for (std::size_t i = 1; i < found.factors.size(); ++i) CHECK(found.factors[i].exponent == 2);
}

TEST_CASE("0 is the number 0 without factors") {
  const Factors found = split_factors(Polynomial());
  CHECK(found.number == 0);
  CHECK(found.factors.empty());
}
