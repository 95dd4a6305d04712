#include "luztar/derive/limit_of.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "luztar/symbolic/table_function.h"
#include "luztar/symbolic/terse.h"

namespace luztar {
namespace {

using Result = std::optional<LimitValue>;

class LimitEvaluator {
 public:
  explicit LimitEvaluator(const LimitRules& rules) : rules_(rules) {}

  Result find(const Expression& expression) const {
    if (expression.op() == Op::Number) return LimitValue::finite(expression);
    if (expression.op() == Op::Symbol) {
      if (auto limit = rules_.symbol(expression.symbol())) return limit;
      return LimitValue::finite(expression);
    }
    std::vector<LimitValue> operands;
    bool changed = false;
    for (const Expression& operand : expression.operands()) {
      auto limit = find(operand);
      if (!limit) return std::nullopt;
      changed = changed || !limit->is_finite() || limit->value.identity() != operand.identity();
      operands.push_back(*std::move(limit));
    }
    if (!changed) return LimitValue::finite(expression);
    if (expression.op() == Op::Lookup) return lookup(expression, operands);
    return combine(expression.op(), operands);
  }

 private:
  /// Of a table without jumps.
  static Result lookup(const Expression& call, const std::vector<LimitValue>& x) {
    std::vector<Expression> inputs;
    for (const LimitValue& input : x) {
      if (!input.is_finite() || call.table()->jumps()) return std::nullopt;
      inputs.push_back(input.value);
    }
    return LimitValue::finite(call.with(std::move(inputs)));
  }

  static int sign_of_infinity(const LimitValue& x) {
    return x.kind == LimitValue::Kind::PlusInfinity ? 1 : -1;
  }
  static bool is_zero(const LimitValue& x) {
    if (!x.is_finite() || !symbols_of(x.value).empty()) return false;
    return evaluate(x.value, [](const std::string&) { return 0.0; }) == 0.0;
  }
  /// Of the value on the way to the limit; 0: not known.
  int sign(const LimitValue& x) const {
    if (!x.is_finite()) return sign_of_infinity(x);
    return is_zero(x) ? x.side : rules_.sign(x.value);
  }
  static LimitValue opposite(const LimitValue& x) {
    if (!x.is_finite()) return LimitValue::infinite(-sign_of_infinity(x));
    return LimitValue::finite(terse::negated(x.value), -x.side);
  }

  Result combine(Op op, const std::vector<LimitValue>& x) const {
    switch (op) {
      case Op::Negate:
        return opposite(x[0]);
      case Op::Add:
        return add(x[0], x[1]);
      case Op::Subtract:
        return add(x[0], opposite(x[1]));
      case Op::Multiply:
        return multiply(x[0], x[1]);
      case Op::Divide:
        if (auto inverse = invert(x[1])) return divide(x[0], x[1], *inverse);
        return std::nullopt;
      case Op::Power:
        return power(x[0], x[1]);
      default:
        return function(op, x);
    }
  }

  static Result add(const LimitValue& a, const LimitValue& b) {
    if (a.is_finite() && b.is_finite()) {
      const bool zeros = is_zero(a) && is_zero(b);
      const int side = zeros && a.side == b.side ? a.side : 0;
      return LimitValue::finite(terse::sum(a.value, b.value), side);
    }
    if (a.is_finite()) return b;
    if (b.is_finite() || a.kind == b.kind) return a;
    return std::nullopt;
  }

  Result multiply(const LimitValue& a, const LimitValue& b) const {
    if (a.is_finite() && b.is_finite()) {
      const bool zero = is_zero(a) || is_zero(b);
      return LimitValue::finite(terse::product(a.value, b.value), zero ? sign(a) * sign(b) : 0);
    }
    const int both = is_zero(a) || is_zero(b) ? 0 : sign(a) * sign(b);
    if (both == 0) return std::nullopt;
    return LimitValue::infinite(both);
  }

  /// 1/x, of which only the kind matters.
  Result invert(const LimitValue& x) const {
    if (!x.is_finite()) return LimitValue::finite(Expression(), sign_of_infinity(x));
    if (!is_zero(x)) return LimitValue::finite(terse::reciprocal(x.value));
    if (x.side == 0) return std::nullopt;
    return LimitValue::infinite(x.side);
  }

  Result divide(const LimitValue& a, const LimitValue& b, const LimitValue& inverse) const {
    const bool plain = a.is_finite() && b.is_finite() && !is_zero(b);
    if (!plain) return multiply(a, inverse);
    return LimitValue::finite(terse::quotient(a.value, b.value), is_zero(a) ? a.side * sign(b) : 0);
  }

  Result power(const LimitValue& base, const LimitValue& exponent) const {
    if (!exponent.is_finite()) return std::nullopt;
    const int up = sign(exponent);
    if (base.is_finite() && (!is_zero(base) || up > 0)) {
      if (is_zero(base)) return LimitValue::finite(Expression(), base.side > 0 ? 1 : 0);
      return LimitValue::finite(Expression::apply(Op::Power, {base.value, exponent.value}));
    }
    if (up == 0 || sign(base) <= 0) return std::nullopt;
    const bool grows = base.is_finite() == (up < 0);
    return grows ? LimitValue::infinite(1) : LimitValue::finite(Expression(), 1);
  }

  Result function(Op op, const std::vector<LimitValue>& x) const {
    const bool finite =
        std::all_of(x.begin(), x.end(), [](const LimitValue& one) { return one.is_finite(); });
    if (!finite) return of_infinity(op, x);
    std::vector<Expression> values;
    for (const LimitValue& one : x) values.push_back(one.value);
    switch (op) {
      case Op::Sqrt:
      case Op::Abs:
        if (is_zero(x[0])) return LimitValue::finite(Expression(), x[0].side != 0 ? 1 : 0);
        break;
      case Op::Sin:
      case Op::Tan:
      case Op::Asin:
      case Op::Atan:
      case Op::Sinh:
      case Op::Tanh:
      case Op::Asinh:
      case Op::Atanh:
        if (is_zero(x[0])) return x[0];
        break;
      case Op::Hypot:
        return hypot(x);
      case Op::Floor:
      case Op::Ceil:
      case Op::Round:
      case Op::Mod:
        return whole(op, x);
      case Op::Log:
      case Op::Log10:
        if (is_zero(x[0])) return x[0].side > 0 ? Result(LimitValue::infinite(-1)) : std::nullopt;
        break;
      case Op::Cos:
      case Op::Exp:
        if (is_zero(x[0])) return LimitValue::finite(terse::number(1));
        break;
      case Op::Sign:
        if (is_zero(x[0])) return at_jump(x[0], -1);
        break;
      case Op::Step:
        if (is_zero(x[0])) return at_jump(x[0], 0);
        break;
      case Op::Min:
      case Op::Max:
        if (is_zero(x[0]) || is_zero(x[1])) return extreme_of_zero(x, op == Op::Max ? 1 : -1);
        break;
      case Op::Luz:
        if (is_zero(x[0])) return LimitValue::finite(Expression());
        return LimitValue::finite(terse::luz(values[0], values[1]));
      case Op::Sat:
        if (is_zero(x[0])) return LimitValue::finite(Expression(), sign(x[1]) > 0 ? x[0].side : 0);
        return LimitValue::finite(terse::sat(values[0], values[1]));
      case Op::Tar:
        if (is_zero(x[1])) return x[0];
        break;
      default:
        break;
    }
    return LimitValue::finite(Expression::apply(op, std::move(values)));
  }

  static Result hypot(const std::vector<LimitValue>& x) {
    const LimitValue& other = is_zero(x[0]) ? x[1] : x[0];
    if (!is_zero(x[0]) && !is_zero(x[1]))
      return LimitValue::finite(Expression::apply(Op::Hypot, {x[0].value, x[1].value}));
    if (is_zero(other))
      return LimitValue::finite(Expression(), x[0].side != 0 || x[1].side != 0 ? 1 : 0);
    return LimitValue::finite(Expression::apply(Op::Abs, {other.value}));
  }

  /// floor, ceil, round and mod jump: at a number where they do, a limit has two sides, of which
  /// only those of 0 are known.
  /// What a symbol stands for may be such a number.
  Result whole(Op op, const std::vector<LimitValue>& x) const {
    if (op == Op::Mod && is_zero(x[1])) return std::nullopt;
    if (is_zero(x[0])) return whole_of_zero(op, x);
    Expression turns = x[0].value;
    if (op == Op::Mod) turns = Expression::apply(Op::Divide, {turns, x[1].value});
    if (!symbols_of(turns).empty()) return std::nullopt;
    const auto nothing = [](const std::string&) {
      return 0.0;
    };
    const double value = evaluate(turns, nothing);
    const double edge = op == Op::Round ? value + 0.5 : value;
    if (!(std::abs(edge - std::round(edge)) > 1e-9)) return std::nullopt;
    std::vector<Expression> values;
    for (const LimitValue& one : x) values.push_back(one.value);
    return LimitValue::finite(
        terse::number(evaluate(Expression::apply(op, std::move(values)), nothing)));
  }

  Result whole_of_zero(Op op, const std::vector<LimitValue>& x) const {
    const int side = x[0].side;
    if (op == Op::Round) return LimitValue::finite(Expression());
    if (side == 0) return std::nullopt;
    if (op == Op::Floor) return LimitValue::finite(terse::number(side > 0 ? 0 : -1));
    if (op == Op::Ceil) return LimitValue::finite(terse::number(side > 0 ? 1 : 0));
    const int of_period = sign(x[1]);
    if (of_period == 0) return std::nullopt;
    return side == of_period ? x[0] : x[1];
  }

  static Result at_jump(const LimitValue& zero, double below) {
    if (zero.side == 0) return std::nullopt;
    return LimitValue::finite(terse::number(zero.side > 0 ? 1 : below));
  }

  static Result of_infinity(Op op, const std::vector<LimitValue>& x) {
    const int sign = x[0].is_finite() ? 0 : sign_of_infinity(x[0]);
    switch (op) {
      case Op::Sqrt:
      case Op::Log:
      case Op::Log10:
      case Op::Acosh:
        return sign > 0 ? Result(x[0]) : std::nullopt;
      case Op::Abs:
      case Op::Hypot:
        return LimitValue::infinite(1);
      case Op::Exp:
        return sign > 0 ? x[0] : LimitValue::finite(Expression(), 1);
      case Op::Sinh:
      case Op::Asinh:
      case Op::Floor:
      case Op::Ceil:
      case Op::Round:
        return x[0];
      case Op::Cosh:
        return LimitValue::infinite(1);
      case Op::Tanh:
      case Op::Sign:
        return LimitValue::finite(terse::number(sign));
      case Op::Atan:
        return LimitValue::finite(terse::number(sign * std::numbers::pi / 2));
      case Op::Min:
      case Op::Max:
        return extreme(x, op == Op::Max ? 1 : -1);
      case Op::Luz:
        if (sign == 0) return LimitValue::finite(Expression());  // the gap never closes
        return x[1].is_finite() ? Result(x[0]) : std::nullopt;
      case Op::Sat:
        if (sign == 0) return x[0];
        if (!x[1].is_finite()) return std::nullopt;
        return sign > 0 ? x[1] : opposite(x[1]);
      default:
        return std::nullopt;
    }
  }

  /// max (`direction` 1) or min (-1) with an infinite operand.
  static Result extreme(const std::vector<LimitValue>& x, int direction) {
    for (std::size_t i = 0; i < 2; ++i) {
      if (x[i].is_finite()) continue;
      return sign_of_infinity(x[i]) == direction ? x[i] : x[1 - i];
    }
    return std::nullopt;
  }

  /// The same where an operand is 0: what is not written as 0 would be divided by. Nothing if the
  /// sign of the other one is not known.
  Result extreme_of_zero(const std::vector<LimitValue>& x, int direction) const {
    const LimitValue& zero = is_zero(x[0]) ? x[0] : x[1];
    const LimitValue& other = is_zero(x[0]) ? x[1] : x[0];
    if (is_zero(other))
      return LimitValue::finite(Expression(), x[0].side == x[1].side ? zero.side : 0);
    const int of_other = sign(other);
    if (of_other == 0) return std::nullopt;
    return of_other == direction ? other : zero;
  }

  const LimitRules& rules_;
};

}  // namespace

std::optional<LimitValue> limit_of(const Expression& expression, const LimitRules& rules) {
  return LimitEvaluator(rules).find(expression);
}

}  // namespace luztar
