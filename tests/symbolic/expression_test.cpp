#include "luztar/symbolic/expression.h"

#include <string>
#include <utility>

#include <doctest/doctest.h>

using luztar::Expression;
using luztar::Op;
using luztar::parse_expression;

TEST_CASE("substitution replaces symbols and shares what stays") {
  const auto expression = parse_expression("a*sin(t) + b^2", {});
  const auto two = luztar::Expression::number(2);
  const auto replaced =
      substitute(expression, [&](const std::string& name) { return name == "b" ? &two : nullptr; });
  CHECK(to_text(replaced) == "a*sin(t) + 2^2");
  CHECK(replaced.operands()[0].identity() == expression.operands()[0].identity());
  std::string names;
  for (const auto& symbol : symbols_of(expression)) names += symbol.symbol();
  CHECK(names == "atb");
}

TEST_CASE("an empty expression is the number 0, a copy is the same node") {
  const Expression nothing;
  CHECK(nothing.op() == Op::Number);
  CHECK(nothing.number() == 0.0);
  const Expression x = Expression::symbol("x", {"m.toml", 3, 7});
  const Expression copy = x;  // NOLINT: that is the claim
  CHECK(copy.identity() == x.identity());
  CHECK(copy.where() == luztar::SourceLocation{"m.toml", 3, 7});
  CHECK(Expression::symbol("x").identity() != x.identity());
}

TEST_CASE("the depth is that of the longest path, however often a part is shared") {
  Expression e = Expression::symbol("x");
  CHECK(e.depth() == 1);
  for (int i = 0; i < 60; ++i) e = Expression::apply(Op::Add, {e, e});  // 2^60 leaves if unshared
  CHECK(e.depth() == 61);
  CHECK(parse_expression("a + sin(b*c)", {}).depth() == 4);
  CHECK(parse_expression("sin(b*c) + a", {}).depth() == 4);
}

TEST_CASE("substitution is not repeated inside of what it put in") {
  const Expression swap_a = Expression::symbol("b");
  const Expression swap_b = parse_expression("a + b", {});
  const Expression replaced = substitute(
      parse_expression("a*b - c", {}), [&](const std::string& name) -> const Expression* {
        return name == "a" ? &swap_a : name == "b" ? &swap_b : nullptr;
      });
  CHECK(to_text(replaced) == "b*(a + b) - c");
  CHECK(to_text(substitute(parse_expression("a*b - c", {}), {{"a", swap_a}, {"b", swap_b}})) ==
        "b*(a + b) - c");
}
