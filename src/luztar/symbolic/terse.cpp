#include "luztar/symbolic/terse.h"

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace luztar::terse {
namespace {

Expression apply(Op op, const Expression& a, const Expression& b) {
  return Expression::apply(op, {a, b});
}

/// Whole numbers small enough that sums and products of two of them are exact.
std::optional<double> whole(const Expression& a) {
  constexpr double kLarge = 1e7;
  if (a.op() != Op::Number || std::abs(a.number()) > kLarge) return std::nullopt;
  return a.number() == std::floor(a.number()) ? std::optional(a.number()) : std::nullopt;
}

bool is_negative_number(const Expression& a) { return a.op() == Op::Number && a.number() < 0; }

/// The operand of a negation, or the opposite of a negative number.
std::optional<Expression> below_sign(const Expression& a) {
  if (a.op() == Op::Negate) return a.operands()[0];
  if (is_negative_number(a)) return number(-a.number());
  return std::nullopt;
}

bool same(const Expression& a, const Expression& b) {
  return a.identity() == b.identity() || to_text(a) == to_text(b);
}

/// a / b where b is a factor of a.
std::optional<Expression> cancelled(const Expression& a, const Expression& b) {
  if (same(a, b)) return number(1);
  if (a.op() == Op::Power && is_number(a.operands()[1], 2) && same(a.operands()[0], b)) return b;
  if (a.op() != Op::Multiply) return std::nullopt;
  if (auto left = cancelled(a.operands()[0], b)) return product(*left, a.operands()[1]);
  if (auto right = cancelled(a.operands()[1], b)) return product(a.operands()[0], *right);
  return std::nullopt;
}

/// A function that is odd in its first operand.
Expression odd(Op op, std::vector<Expression> operands) {
  if (operands[0].op() != Op::Negate) return Expression::apply(op, std::move(operands));
  operands[0] = Expression(operands[0].operands()[0]);
  return negated(odd(op, std::move(operands)));
}

}  // namespace

Expression number(double value) { return Expression::number(value); }

bool is_number(const Expression& expression, double value) {
  return expression.op() == Op::Number && expression.number() == value;
}

bool is_infinite(const Expression& expression) {
  return expression.op() == Op::Number && std::isinf(expression.number()) &&
         expression.number() > 0;
}

bool is_finite(const Expression& expression) {
  if (expression.op() == Op::Negate) return is_finite(expression.operands()[0]);
  return expression.op() != Op::Number || std::isfinite(expression.number());
}

Expression sum(const Expression& a, const Expression& b) {
  if (is_number(a, 0)) return b;
  if (is_number(b, 0)) return a;
  if (const auto m = whole(a), n = whole(b); m && n) return number(*m + *n);
  if (const auto opposite = below_sign(b)) return difference(a, *opposite);
  if (a.op() == Op::Negate) return difference(b, a.operands()[0]);
  if (b.op() == Op::Add) return sum(sum(a, b.operands()[0]), b.operands()[1]);
  if (b.op() == Op::Subtract) return difference(sum(a, b.operands()[0]), b.operands()[1]);
  return apply(Op::Add, a, b);
}

Expression difference(const Expression& a, const Expression& b) {
  if (is_number(b, 0)) return a;
  if (is_number(a, 0)) return negated(b);
  if (same(a, b)) return number(0);
  if (const auto m = whole(a), n = whole(b); m && n) return number(*m - *n);
  if (const auto opposite = below_sign(b)) return sum(a, *opposite);
  return apply(Op::Subtract, a, b);
}

Expression product(const Expression& a, const Expression& b) {
  if (is_number(a, 0) || is_number(b, 0)) return number(0);
  if (is_number(a, 1)) return b;
  if (is_number(b, 1)) return a;
  if (const auto m = whole(a), n = whole(b); m && n) return number(*m * *n);
  if (const auto opposite = below_sign(a)) return negated(product(*opposite, b));
  if (const auto opposite = below_sign(b)) return negated(product(a, *opposite));
  if (a.op() == Op::Divide && is_number(a.operands()[0], 1)) return quotient(b, a.operands()[1]);
  if (b.op() == Op::Divide && is_number(b.operands()[0], 1)) return quotient(a, b.operands()[1]);
  if (a.op() == Op::Symbol && b.op() == Op::Symbol && same(a, b)) return square(a);
  if (b.op() == Op::Multiply) return product(product(a, b.operands()[0]), b.operands()[1]);
  if (b.op() == Op::Divide) return quotient(product(a, b.operands()[0]), b.operands()[1]);
  return apply(Op::Multiply, a, b);
}

Expression quotient(const Expression& a, const Expression& b) {
  if (is_number(a, 0) || is_infinite(b)) return number(0);
  if (is_number(b, 1)) return a;
  if (const auto opposite = below_sign(b)) return quotient(negated(a), *opposite);
  if (const auto opposite = below_sign(a)) return negated(quotient(*opposite, b));
  if (const auto m = whole(a), n = whole(b); m && n && std::fmod(*m, *n) == 0) {
    return number(*m / *n);
  }
  if (auto rest = cancelled(a, b)) return *rest;
  if (b.op() == Op::Divide) return product(a, quotient(b.operands()[1], b.operands()[0]));
  return apply(Op::Divide, a, b);
}

Expression negated(const Expression& a) {
  if (is_number(a, 0)) return number(0);
  if (a.op() == Op::Number) return number(-a.number());
  if (a.op() == Op::Negate) return a.operands()[0];
  if (a.op() == Op::Subtract) return difference(a.operands()[1], a.operands()[0]);
  return Expression::apply(Op::Negate, {a});
}

Expression reciprocal(const Expression& a) { return quotient(number(1), a); }

Expression square(const Expression& a) {
  if (const auto opposite = below_sign(a)) return square(*opposite);
  if (whole(a)) return number(a.number() * a.number());
  if (a.op() == Op::Divide) return quotient(square(a.operands()[0]), square(a.operands()[1]));
  return apply(Op::Power, a, number(2));
}

Expression luz(const Expression& x, const Expression& a) {
  return is_number(a, 0) ? x : odd(Op::Luz, {x, a});
}

Expression sat(const Expression& x, const Expression& a) {
  return is_number(a, 0) ? number(0) : odd(Op::Sat, {x, a});
}

Expression tar(const Expression& x, const Expression& a) {
  return is_number(a, 0) ? x : odd(Op::Tar, {x, a});
}

Expression sign(const Expression& x) { return odd(Op::Sign, {x}); }

}  // namespace luztar::terse
