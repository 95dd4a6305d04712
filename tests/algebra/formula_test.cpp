// Arithmetic of formulas against plain fractions, and what canonical form promises.
#include "luztar/algebra/formula.h"

#include <doctest/doctest.h>

#include "random_tree.h"
#include "written_formula.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("a formula has the value of its expression at random fractions") {
  Random random{1};
  int compared = 0;
  for (int i = 0; i < 800; ++i) {
    const Expression tree = random_tree(random, 4, i % 2 == 0);
    const Formula exact = to_formula(tree);
    const Expression all = to_expression(exact);
    const Expression grouped =
        to_expression(exact, [](const std::string& name) { return name[0] == 'M'; });
    for (int k = 0; k < 5; ++k) {
      const Point point = point_of_tree(random);
      const auto expected = exact_value(tree, point);
      if (!expected) continue;
      const auto value = exact_value(all, point);
      const auto other = exact_value(grouped, point);
      // The expression divides by no zero, so the reduced one must not either.
      INFO(to_text(tree), " -> ", to_text(all), " -> ", to_text(grouped));
      REQUIRE(value.has_value());
      REQUIRE(other.has_value());
      CHECK(*value == *expected);
      CHECK(*other == *expected);
      ++compared;
    }
  }
  CHECK(compared > 1000);
}

TEST_CASE("equal rational functions are one formula and have one text") {
  Random random{2};
  for (int i = 0; i < 200; ++i) {
    const Formula a = to_formula(random_tree(random, 3, true));
    const Formula b = to_formula(random_tree(random, 3, true));
    const Formula c = to_formula(random_tree(random, 2, true));
    CHECK((a - a).is_zero());
    CHECK(a + b == b + a);
    CHECK((a + b) * c == a * c + b * c);
    CHECK((a * b) * c == a * (b * c));
    CHECK(to_text((a + b) * c) == to_text(c * b + c * a));
    if (!b.is_zero()) CHECK(a / b * b == a);
    if (!(a - b).is_zero()) CHECK((a * a - b * b) / (a - b) == a + b);
    CHECK(formula(to_text(c)) == c);
  }
  CHECK(formula("(x^2 - y^2)/(x - y)") == formula("x + y"));
  CHECK(formula("1/(1/k1 + 1/k2)") == formula("k1*k2/(k1 + k2)"));
  CHECK(formula("(x^3 + y^3)/((x + y)*(x^2 - z))") == formula("(x^2 - x*y + y^2)/(x^2 - z)"));
}
