// Arithmetic of formulas against plain fractions, and what canonical form promises.
#include "luztar/algebra/formula.h"

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "exact_value.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

Formula formula(const std::string& text) { return to_formula(parsed(text)); }

constexpr std::array<const char*, 4> kNames{"M1", "M2", "F1", "F2"};

Expression random_leaf(Random& random) {
  if (random.below(3) == 0) return Expression::number(random.below(9) - 4);
  if (random.below(6) == 0) return Expression::number(0.25 * (random.below(9) - 4) + 0.1);
  return Expression::symbol(kNames[static_cast<std::size_t>(random.below(4))]);
}

Expression random_tree(Random& random, int depth, bool with_functions) {
  if (depth == 0 || random.below(7) == 0) return random_leaf(random);
  const Expression left = random_tree(random, depth - 1, with_functions);
  const Expression right = random_tree(random, depth - 1, with_functions);
  if (with_functions && random.below(4) == 0) {
    constexpr Op kFunctions[] = {Op::Luz, Op::Sat, Op::Abs, Op::Min, Op::Max};
    const Op op = kFunctions[random.below(5)];
    if (op == Op::Abs) return Expression::apply(op, {left});
    if (op == Op::Luz || op == Op::Sat) {
      return Expression::apply(op, {left, Expression::apply(Op::Abs, {right})});
    }
    return Expression::apply(op, {left, right});
  }
  constexpr Op kBinary[] = {Op::Add, Op::Subtract, Op::Multiply, Op::Divide};
  return Expression::apply(kBinary[random.below(4)], {left, right});
}

Point random_point(Random& random) {
  Point point;
  for (const char* name : kNames) point[name] = small_fraction(random);
  return point;
}

}  // namespace

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
      const Point point = random_point(random);
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

TEST_CASE("common factors of any shape cancel") {
  Random random{6};
  const auto polynomial = [&random](int n_terms, int degree) {
    Formula sum = 1 + random.below(3);
    for (int i = 0; i < n_terms; ++i) {
      Formula term = random.below(9) - 4;
      for (int k = random.below(degree + 1); k > 0; --k) {
        term = term * Formula::symbol(kNames[static_cast<std::size_t>(random.below(4))]);
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
    CHECK(to_text(quotient.denominator()).size() <= to_text(b).size() + 1);
  }
}

TEST_CASE("decimals are the fractions that were written") {
  CHECK(formula("0.1") == Formula::fraction(1, 10));
  CHECK(formula("0.1 + 0.2") == Formula::fraction(3, 10));
  CHECK(formula("1e-3*x") == Formula::symbol("x") / 1000);
  Random random{3};
  for (int i = 0; i < 2000; ++i) {
    const double value = random(-1, 1) * std::pow(10.0, random.below(40) - 20);
    CHECK(to_formula(Expression::number(value)).number() == value);
    CHECK(to_text(to_formula(Expression::number(value))) == to_text(Expression::number(value)));
  }
}

TEST_CASE("functions keep what holds for any argument") {
  CHECK(formula("luz(y - x, a)") == -formula("luz(x - y, a)"));
  CHECK(formula("sat(-x, a) + sat(x, a)").is_zero());
  CHECK(formula("tar(-x, a) + tar(x, a)").is_zero());
  CHECK(formula("sign(-x) + sign(x)").is_zero());
  CHECK(formula("luz(x, 0) - tar(x, 0)").is_zero());
  CHECK(formula("sat(x, 0)").is_zero());
  CHECK(formula("luz(3, 1)") == Formula(2));
  CHECK(formula("luz(1/2, 1)") == Formula(0));
  CHECK(formula("sat(-3, 1/3)") == -Formula::fraction(1, 3));
  CHECK(formula("tar(-3, 1)") == Formula(-4));
  CHECK(!formula("tar(0, a)").is_zero());
  CHECK(!formula("sign(0)").is_number());
  CHECK(formula("min(1, 2) + max(1, 2) + abs(-3) + step(0) + if(1 < 2, 4, 5)") == Formula(11));
  CHECK(formula("1/0 - 1/0").is_zero());  // it has no value, but it has a text
}

TEST_CASE("the order is that of the text with numbers as numbers") {
  CHECK(to_text(formula("F10 + F9 + F2 + E*F1")) == "E*F1 + F2 + F9 + F10");
  CHECK(Formula::symbol("F2") < Formula::symbol("F10"));
  const auto functions = formula("sat(x, b) + luz(x, F10) + luz(x, F2)").functions();
  REQUIRE(functions.size() == 3);
  CHECK(to_text(functions[0]) == "luz(x, F2)");
  CHECK(to_text(functions[1]) == "luz(x, F10)");
  CHECK(to_text(functions[2]) == "sat(x, b)");
}

TEST_CASE("linear coefficients and rests add up") {
  Formula rest;
  const Formula balance = formula("(M1*a + C*luz(v, g) - F)/(M1 + M2)");
  const auto c = balance.linear_coefficient(formula("luz(v, g)"), &rest);
  REQUIRE(c.has_value());
  CHECK(*c == formula("C/(M1 + M2)"));
  CHECK(rest == formula("(M1*a - F)/(M1 + M2)"));
  CHECK(!balance.linear_coefficient(formula("M1")).has_value());
  CHECK(!formula("a^2").linear_coefficient(formula("a")).has_value());
  CHECK(balance.linear_coefficient(formula("z"), &rest)->is_zero());
  CHECK(rest == balance);
}

TEST_CASE("symbols are replaced everywhere and all at once") {
  const std::map<std::string, Formula> swap{{"x", formula("y/2")}, {"y", formula("1/x")}};
  CHECK(substitute(formula("x*y + luz(x - luz(y, x), y)"), swap) ==
        formula("y/(2*x) + luz(y/2 - luz(1/x, y/2), 1/x)"));
  CHECK(substitute(formula("luz(x, a) - luz(y, a)"), {{"x", formula("y")}}).is_zero());
  Random random{4};
  for (int i = 0; i < 200; ++i) {
    const Expression tree = random_tree(random, 3, true);
    const Expression value = random_tree(random, 2, false);
    Point point = random_point(random);
    const auto inner = exact_value(value, point);
    if (!inner) continue;
    Point outer = point;
    outer["F1"] = *inner;
    const auto expected = exact_value(tree, outer);
    const Formula exact = to_formula(tree);
    if (!expected || substitute(exact.denominator(), {{"F1", to_formula(value)}}).is_zero()) {
      continue;
    }
    const Formula replaced = substitute(exact, {{"F1", to_formula(value)}});
    const auto found = exact_value(to_expression(replaced), point);
    INFO(to_text(tree), " with F1 = ", to_text(value), " -> ", to_text(replaced));
    if (found) CHECK(*found == *expected);
  }
}

TEST_CASE("functions are rewritten from the inside out") {
  const Formula nested = formula("luz(luz(x, a) + 1, b) - 2*luz(x, a)");
  const Formula opened =
      rewrite_functions(nested, [](Op op, const std::vector<Formula>& x) -> std::optional<Formula> {
        if (op != Op::Luz) return std::nullopt;
        return x[0] - Formula::apply(Op::Sat, x);
      });
  CHECK(opened == formula("x - sat(x, a) + 1 - sat(x - sat(x, a) + 1, b) - 2*x + 2*sat(x, a)"));
}

TEST_CASE("signs follow from coefficients, or are unknown") {
  const Assumptions known{{"M1", "M2", "k"}, {"a", "b"}};
  for (const char* text : {"M1", "M1 + a", "M1/(M1 + M2)", "1/(1 + k) + x^2", "-1/(-M1 - M2)",
                           "exp(x)", "sqrt(k)", "max(a, k)", "2"}) {
    CHECK_MESSAGE(is_known_positive(formula(text), known), text);
    CHECK_MESSAGE(is_known_nonnegative(formula(text), known), text);
  }
  for (const char* text : {"a", "a*b/k", "x^2*k", "abs(x)", "0", "luz(a, b)", "a + b"}) {
    CHECK_MESSAGE(is_known_nonnegative(formula(text), known), text);
    CHECK_MESSAGE(!is_known_positive(formula(text), known), text);
  }
  for (const char* text : {"x", "-a", "M1 - M2", "k*x", "x^3", "luz(x, a)", "1/(M1 - M2)"}) {
    CHECK_MESSAGE(!is_known_nonnegative(formula(text), known), text);
  }
}
