// Rules applied until none fits: the reductions of the papers.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/algebra/rules.h"
#include "written_formula.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

const Assumptions kKnown{{"C1", "C2", "C3", "k", "k1", "k2", "k3", "M"},
                         {"a", "b", "c", "F1", "F2", "F3"}};

std::vector<std::string> names(const std::vector<const Rule*>& used) {
  std::vector<std::string> result;
  for (const Rule* rule : used) result.emplace_back(rule->name);
  return result;
}

}  // namespace

TEST_CASE("formulas become short, and the rules that did it are told") {
  struct Row {
    const char* from;
    const char* to;
    std::vector<std::string> rules;
  };
  const Row rows[] = {
      // n parallel frictions; J. Theor. Appl. Mech. 44(2), 2006, p. 259
      {"C1*tar(v, F1/C1) + C2*tar(v, F2/C2) + C3*tar(v, F3/C3)",
       "(C1 + C2 + C3)*tar(v, (F1 + F2 + F3)/(C1 + C2 + C3))",
       {"sum of dry frictions", "sum of dry frictions"}},
      {"luz(luz(luz(x, a), b), c)",
       "luz(x, a + b + c)",
       {"nested dead zones", "nested dead zones"}},
      {"F - luz(F, a)", "sat(F, a)", {"saturation for dead zone"}},
      {"x - sat(x, a) - luz(x, a)", "0", {"saturation for dead zone"}},
      {"luz(F/C1, F1/C1)", "luz(F, F1)/C1", {"scaled dead zone"}},
      {"sin(sat(k*x, k*a) + sat(luz(k*x, k*a), k*b))",
       "sin(k*sat(x, a + b))",
       {"scaled dead zone", "scaled saturation", "scaled saturation", "saturations in a row"}},
      {"luz(x, y)", "luz(x, y)", {}},
  };
  for (const Row& row : rows) {
    std::vector<const Rule*> used;
    const Formula result = simplify(formula(row.from), kKnown, &used);
    CHECK_MESSAGE(result == formula(row.to), row.from, " -> ", to_text(result));
    CHECK_MESSAGE(names(used).size() == row.rules.size(), row.from);
  }
}

TEST_CASE("simplifying keeps the value of any formula") {
  Random random{21};
  const auto tree = [&random](const auto& self, int depth) -> Expression {
    if (depth == 0)
      return parsed(std::vector<std::string>{"x", "y", "k*x", "x - y",
                                             "0"}[static_cast<std::size_t>(random.below(5))]);
    const Expression inner = self(self, depth - 1);
    const Expression width = parsed(std::vector<std::string>{
        "a", "b", "k*a", "a + b", "1"}[static_cast<std::size_t>(random.below(5))]);
    switch (random.below(5)) {
      case 0:
        return Expression::apply(Op::Luz, {inner, width});
      case 1:
        return Expression::apply(Op::Sat, {inner, width});
      case 2:
        return Expression::apply(Op::Add, {inner, self(self, depth - 1)});
      case 3:
        return Expression::apply(Op::Subtract, {inner, self(self, depth - 1)});
      default:
        return Expression::apply(Op::Multiply, {parsed("k"), inner});
    }
  };
  int shorter = 0;
  for (int i = 0; i < 400; ++i) {
    const Expression from = tree(tree, 4);
    std::vector<const Rule*> used;
    const Expression to = to_expression(simplify(to_formula(from), kKnown, &used));
    shorter += used.empty() ? 0 : 1;
    for (int n = 0; n < 8; ++n) {
      const Point point{{"x", small_fraction(random)},
                        {"y", small_fraction(random)},
                        {"k", small_magnitude(random) + Fraction(1, 2)},
                        {"a", small_magnitude(random)},
                        {"b", small_magnitude(random)}};
      INFO(to_text(from), " -> ", to_text(to));
      REQUIRE(exact_value(from, point) == exact_value(to, point));
    }
  }
  CHECK(shorter > 130);
}

TEST_CASE("simplification 2 of the gear system comes out of two steps of one rule") {
  // J. Theor. Appl. Mech. 44(1), 2006, p. 199, corrected: k = 1/(1/k1 + 1/k2 + p^2/k3) and
  // g = a + b + p c
  const Assumptions known{{"k1", "k2", "k3", "p"}, {"a", "b", "c"}};
  const Rule& series = rule("dead zones in series");
  const auto first = series.solve(
      {formula("k1*luz(psi - delta, a)"), Relation::Equal, formula("k2*luz(delta - p*gamma, b)")},
      "delta", known);
  REQUIRE(first.has_value());
  CHECK(first->left == formula("luz(delta - psi, a)"));
  const Formula force = formula("k1") * -first->right;
  CHECK(force == formula("k1*k2/(k1 + k2)*luz(psi - p*gamma, a + b)"));
  const auto second = series.solve(
      {formula("p") * force, Relation::Equal, formula("k3*luz(gamma - phi, c)")}, "gamma", known);
  REQUIRE(second.has_value());
  CHECK(second->left == formula("luz(p*gamma - psi, a + b)"));
  const Formula reduced = -second->right * formula("k1*k2/(k1 + k2)");
  CHECK_MESSAGE(reduced == formula("1/(1/k1 + 1/k2 + p^2/k3)*luz(psi - p*phi, a + b + p*c)"),
                to_text(reduced));
}
