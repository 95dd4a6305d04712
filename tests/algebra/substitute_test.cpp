// Symbols replaced, against the same values put in before.
#include <map>
#include <optional>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/algebra/formula.h"
#include "luztar/algebra/formula_access.h"
#include "random_tree.h"
#include "written_formula.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("symbols are replaced everywhere and all at once") {
  const std::map<std::string, Formula> swap{{"x", formula("y/2")}, {"y", formula("1/x")}};
  CHECK(substitute(formula("x*y + luz(x - luz(y, x), y)"), swap) ==
        formula("y/(2*x) + luz(y/2 - luz(1/x, y/2), 1/x)"));
  CHECK(substitute(formula("luz(x, a) - luz(y, a)"), {{"x", formula("y")}}).is_zero());
  Random random{4};
  for (int i = 0; i < 200; ++i) {
    const Expression tree = random_tree(random, 3, true);
    const Expression value = random_tree(random, 2, false);
    Point point = point_of_tree(random);
    const auto inner = exact_value(value, point);
    if (!inner) continue;
    Point outer = point;
    outer["F1"] = *inner;
    const auto expected = exact_value(tree, outer);
    const Formula exact = to_formula(tree);
    if (!expected ||
        substitute(formula_of(denominator_of(exact)), {{"F1", to_formula(value)}}).is_zero()) {
      continue;
    }
    const Formula replaced = substitute(exact, {{"F1", to_formula(value)}});
    const auto found = exact_value(to_expression(replaced), point);
    INFO(to_text(tree), " with F1 = ", to_text(value), " -> ", to_text(replaced));
    if (found) CHECK(*found == *expected);
  }
}
