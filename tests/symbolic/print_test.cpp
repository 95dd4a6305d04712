#include <cmath>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/symbolic/functions.h"

using luztar::Expression;
using luztar::Op;
using luztar::parse_expression;

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

class RandomTree {
 public:
  explicit RandomTree(unsigned seed) : random_(seed) {}

  Expression make(int depth) {
    if (depth == 0 || below(6) == 0) return leaf();
    const int choice = below(3);
    if (choice == 0) return Expression::apply(Op::Negate, {make(depth - 1)});
    if (choice == 1) return function(depth);
    constexpr Op kBinary[] = {Op::Add, Op::Subtract, Op::Multiply, Op::Divide, Op::Power};
    return Expression::apply(kBinary[below(5)], {make(depth - 1), make(depth - 1)});
  }

 private:
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }

  Expression leaf() {
    if (below(2) == 0) return Expression::symbol(below(2) == 0 ? "ks" : "q.seat");
    return Expression::number(std::ldexp(below(1 << 20) - (1 << 19), below(60) - 40));
  }

  Expression function(int depth) {
    const auto functions = luztar::function_names();
    const auto& chosen = functions[static_cast<std::size_t>(below(int(functions.size())))];
    std::vector<Expression> operands;
    for (int i = 0; i < chosen.n_arguments; ++i) operands.push_back(make(depth - 1));
    if (chosen.op == Op::If) {
      constexpr Op kComparisons[] = {Op::Less, Op::LessEqual, Op::Greater, Op::GreaterEqual};
      operands[0] = Expression::apply(kComparisons[below(4)], {operands[0], make(depth - 1)});
    }
    return Expression::apply(chosen.op, std::move(operands));
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("text reads back to the same tree, for 20,000 random trees") {
  RandomTree trees(1);
  for (int i = 0; i < 20'000; ++i) {
    const Expression tree = trees.make(6);
    const std::string text = to_text(tree);
    const bool same = same_tree(parse_expression(text, {}), tree);
    if (!same) FAIL_CHECK(text);
  }
}

TEST_CASE("no parenthesis is superfluous: without any one of them the tree differs") {
  RandomTree trees(2);
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
