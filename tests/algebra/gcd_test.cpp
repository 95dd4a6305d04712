// Common divisors against polynomials that are products by construction.
#include <string>

#include <doctest/doctest.h>

#include "luztar/algebra/formula.h"
#include "luztar/algebra/formula_access.h"
#include "random_tree.h"
#include "written_formula.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

Polynomial polynomial(const std::string& text) { return numerator_of(formula(text)); }

}  // namespace

TEST_CASE("common factors of any shape cancel") {
  Random random{6};
  const auto polynomial = [&random](int n_terms, int degree) {
    Formula sum = 1 + random.below(3);
    for (int i = 0; i < n_terms; ++i) {
      Formula term = random.below(9) - 4;
      for (int k = random.below(degree + 1); k > 0; --k) {
        term = term * Formula::symbol(symbol_of_tree(random));
      }
      sum = sum + term;
    }
    return sum;
  };
  for (int i = 0; i < 150; ++i) {
    const Formula a = polynomial(4, 3);
    const Formula b = polynomial(4, 3);
    const Formula g = polynomial(5, 3) * polynomial(3, 2);
    if (b.is_zero() || g.is_zero()) continue;
    const Formula quotient = (a * g) / (b * g);
    CHECK(quotient == a / b);
    CHECK(to_text(formula_of(denominator_of(quotient))).size() <= to_text(b).size() + 1);
  }
}

TEST_CASE("the divisor of products is what they were made of") {
  struct Row {
    const char* a;
    const char* b;
    const char* common;
  };
  for (const Row& row : {
           Row{"(x + 1)^2*(y - 2)", "(x + 1)*(y - 2)^3", "(x + 1)*(y - 2)"},
           Row{"6*x^2*y", "4*x*y^2", "2*x*y"},
           Row{"(x + y)*(x - y)", "(x + y)*z", "x + y"},
           Row{"3*x*(u + v)", "5*y*(u + v)", "u + v"},  // x and y each in one of them only
           Row{"x^2 + 1", "x^2 + 2", "1"},
           Row{"luz(x, a)*(x + a)", "luz(x, a)^2*x", "luz(x, a)"},
           Row{"-2*x - 2", "-4*x - 4", "2*x + 2"},  // the first coefficient is positive
           Row{"12", "18*x + 30", "6"},
           Row{"(x^2 + x*y + y^2)^3", "(x^2 + x*y + y^2)^2*(x - y)", "(x^2 + x*y + y^2)^2"},
       }) {
    CAPTURE(row.a);
    CAPTURE(row.b);
    CHECK(gcd(polynomial(row.a), polynomial(row.b)) == polynomial(row.common));
    CHECK(gcd(polynomial(row.b), polynomial(row.a)) == polynomial(row.common));
  }
  CHECK(gcd(Polynomial(), polynomial("-x + 1")) == polynomial("x - 1"));
  CHECK(gcd(Polynomial(), Polynomial()).is_zero());
}

TEST_CASE("coefficients of hundreds of digits and of a multiple of the prime are no trouble") {
  // 2^61 - 1 is the prime of the values by which gcd guesses degrees: this one is 0 there.
  const Polynomial lead = polynomial("(2^61 - 1)*x + 1");
  CHECK(gcd(lead * polynomial("x + 3"), lead * polynomial("x + 5")) == lead);
  const Polynomial large = polynomial("7^300*x + 11^250");
  CHECK(gcd(large * polynomial("x - y"), large * polynomial("x + y")) == large);
}

TEST_CASE("of many polynomials the divisor of all is found") {
  CHECK(gcd({polynomial("x*y*z"), polynomial("x*y*(x + z)"), polynomial("y*z*x^2")}) ==
        polynomial("x*y"));
  CHECK(gcd({polynomial("x*y"), polynomial("y*z"), polynomial("z*x")}).is_one());
  CHECK(gcd(std::vector<Polynomial>{}).is_zero());
}
