#include <cmath>
#include <cstddef>
#include <string>

#include <doctest/doctest.h>

#include "random_tree.h"

using luztar::Expression;
using luztar::Op;
using luztar::parse_expression;
using luztar::testing::Random;
using luztar::testing::RandomTree;

namespace {

bool same_tree(const Expression& a, const Expression& b) {
  if (a.op() != b.op() || a.operands().size() != b.operands().size()) return false;
  if (a.op() == Op::Number) {
    return a.number() == b.number() && std::signbit(a.number()) == std::signbit(b.number());
  }
  if (a.op() == Op::Symbol) return a.symbol() == b.symbol();
  for (std::size_t i = 0; i < a.operands().size(); ++i) {
    if (!same_tree(a.operands()[i], b.operands()[i])) return false;
  }
  return true;
}

Expression leaf(Random& random) {
  if (random.below(2) == 0) return Expression::symbol(random.below(2) == 0 ? "ks" : "q.seat");
  return Expression::number(std::ldexp(random.below(1 << 20) - (1 << 19), random.below(60) - 40));
}

}  // namespace

TEST_CASE("text reads back to the same tree, for 20,000 random trees") {
  Random random{1};
  RandomTree trees(random, leaf);
  for (int i = 0; i < 20'000; ++i) {
    const Expression tree = trees.make(6);
    const std::string text = to_text(tree);
    const bool same = same_tree(parse_expression(text, {}), tree);
    if (!same) FAIL_CHECK(text);
  }
}

TEST_CASE("no parenthesis is superfluous: without any one of them the tree differs") {
  Random random{2};
  RandomTree trees(random, leaf);
  int pairs = 0;
  for (int i = 0; i < 3000; ++i) {
    const Expression tree = trees.make(4);
    const std::string text = to_text(tree);
    for (std::size_t open = 0; open < text.size(); ++open) {
      const bool call = open > 0 && (std::isalnum(static_cast<unsigned char>(text[open - 1])) != 0);
      if (text[open] != '(' || call) continue;
      std::size_t close = open;
      for (int depth = 0;; ++close) {
        depth += text[close] == '(' ? 1 : text[close] == ')' ? -1 : 0;
        if (depth == 0) break;
      }
      std::string without = text;
      without.erase(close, 1).erase(open, 1);
      ++pairs;
      try {
        if (same_tree(parse_expression(without, {}), tree)) FAIL_CHECK(text);
      } catch (const luztar::ModelError&) {  // not even an expression without them
      }
    }
  }
  CHECK(pairs > 1000);
}

TEST_CASE("expressions are printed as people write them") {
  struct Row {
    const char* text;
    const char* expected;
  };
  const Row rows[] = {
      {"m*(2*pi*fn)^2", "m*(2*3.141592653589793*fn)^2"},
      {"((a)+(b))-(c+d)", "a + b - (c + d)"},
      {"a/(b*c)", "a/(b*c)"},
      {"(a/b)*c", "a/b*c"},
      {"-a^2", "-a^2"},
      {"(-a)^2", "(-a)^2"},
      {"a^(b^c)", "a^b^c"},
      {"(a^b)^c", "(a^b)^c"},
      {"a^(-b)", "a^-b"},
      {"a*(-3)", "a*-3"},
      {"min(1,2,3)", "min(min(1, 2), 3)"},
      {"if(a<=b,1,2)", "if(a <= b, 1, 2)"},
      {"0.1 + 1e22 + 1e-7", "0.1 + 1e+22 + 1e-07"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(to_text(parse_expression(row.text, {})) == row.expected);
  }
}
