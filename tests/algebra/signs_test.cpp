// Signs that follow from those of symbols.
#include <string>

#include <doctest/doctest.h>

#include "exact_value.h"
#include "luztar/algebra/formula.h"
#include "written_formula.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("signs follow from coefficients, or are unknown") {
  const std::set<std::string> known{"M1", "M2", "k", "a", "b"};
  for (const char* text :
       {"M1", "M1 + a", "M1/(M1 + M2)", "1/(1 + k) + x^2", "-1/(-M1 - M2)", "exp(x)", "sqrt(k)",
        "max(a, k)", "2", "a", "a*b/k", "x^2*k", "abs(x)", "0", "luz(a, b)", "a + b"}) {
    CHECK_MESSAGE(is_known_nonnegative(formula(text), known), text);
  }
  for (const char* text : {"x", "-a", "M1 - M2", "k*x", "x^3", "luz(x, a)", "1/(M1 - M2)"}) {
    CHECK_MESSAGE(!is_known_nonnegative(formula(text), known), text);
  }
}

TEST_CASE("a sign that is said to be known is the sign at every point") {
  // Products and sums of what has a sign and what has none, at random points of the assumptions.
  const char* pieces[] = {"p",         "n",       "x",         "1",         "-1",  "luz(x, n)",
                          "sat(p, n)", "abs(x)",  "min(p, n)", "max(x, n)", "x^2", "step(x)",
                          "1/p",       "(p + n)", "1/(x - p)", "p^2"};
  const std::set<std::string> known{"p", "n"};
  Random random{22};
  const auto piece = [&] {
    return std::string(pieces[random.below(16)]);
  };
  int nonnegative = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::string text =
        piece() + "*" + piece() + (random.below(2) == 0 ? " + " : " - ") + piece() + "*" + piece();
    const bool is_nonnegative = is_known_nonnegative(formula(text), known);
    nonnegative += is_nonnegative ? 1 : 0;
    for (int k = 0; is_nonnegative && k < 10; ++k) {
      const Point point{{"p", small_magnitude(random) + Fraction(1, 7)},
                        {"n", small_magnitude(random)},
                        {"x", small_fraction(random)}};
      const auto value = exact_value(parsed(text), point);
      INFO(text);
      if (value) REQUIRE(*value >= 0);
    }
  }
  CHECK(nonnegative > 200);
}
