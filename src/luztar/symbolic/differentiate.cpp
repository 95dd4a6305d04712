#include "luztar/symbolic/differentiate.h"

#include <numbers>
#include <utility>
#include <vector>

#include "luztar/symbolic/table_function.h"

namespace luztar {
namespace {

bool is_number(const Expression& e, double value) {
  return e.op() == Op::Number && e.number() == value;
}
bool is_zero(const Expression& e) { return is_number(e, 0.0); }
Expression number(double value) { return Expression::number(value); }
Expression call(Op op, Expression x) { return Expression::apply(op, {std::move(x)}); }
Expression call(Op op, Expression x, Expression y) {
  return Expression::apply(op, {std::move(x), std::move(y)});
}

Expression negative(const Expression& x) {
  if (x.op() == Op::Number) return number(x.number() == 0.0 ? 0.0 : -x.number());
  if (x.op() == Op::Negate) return x.operands()[0];
  return call(Op::Negate, x);
}

Expression sum(const Expression& x, const Expression& y) {
  if (is_zero(x)) return y;
  if (is_zero(y)) return x;
  return call(Op::Add, x, y);
}

Expression difference(const Expression& x, const Expression& y) {
  if (is_zero(y)) return x;
  if (is_zero(x)) return negative(y);
  return call(Op::Subtract, x, y);
}

Expression product(const Expression& x, const Expression& y) {
  if (is_zero(x) || is_zero(y)) return number(0.0);
  if (is_number(x, 1.0)) return y;
  if (is_number(y, 1.0)) return x;
  if (is_number(x, -1.0)) return negative(y);
  if (is_number(y, -1.0)) return negative(x);
  return call(Op::Multiply, x, y);
}

Expression quotient(const Expression& x, const Expression& y) {
  if (is_zero(x) || is_number(y, 1.0)) return x;
  return call(Op::Divide, x, y);
}

Expression power(const Expression& x, double exponent) {
  if (exponent == 0.0) return number(1.0);
  return exponent == 1.0 ? x : call(Op::Power, x, number(exponent));
}

Expression choose(Op comparison, const Expression& a, const Expression& b, const Expression& x,
                  const Expression& y) {
  if (is_zero(x) && is_zero(y)) return x;
  return Expression::apply(Op::If, {call(comparison, a, b), x, y});
}

/// What holds where x is above `a`, below -a, between them, and where there is nothing between, as
/// a is negative.
struct Sides {
  Expression above, below, between, none;
};

Expression around(const Expression& x, const Expression& a, const Sides& value) {
  const Expression around = choose(Op::Greater, x, a, value.above,
                                   choose(Op::Less, x, negative(a), value.below, value.between));
  return a.op() == Op::Number ? around : choose(Op::Less, a, number(0.0), value.none, around);
}

/// 1 - x^2, 1 + x^2
Expression one_and_square(Op op, const Expression& x) {
  return call(op, number(1.0), power(x, 2.0));
}

class Derivative {
 public:
  explicit Derivative(const std::function<Expression(const std::string&)>& of_symbol)
      : of_symbol_(of_symbol) {}

  Expression of(const Expression& e) const {
    if (e.op() == Op::Number) return number(0.0);
    if (e.op() == Op::Symbol) return of_symbol_(e.symbol());
    const std::vector<Expression>& x = e.operands();
    if (x.size() == 1) {
      const Expression inner = of(x[0]);
      return is_zero(inner) ? inner : of_function(e, x[0], inner);
    }
    if (e.op() == Op::If) {
      const Expression then = of(x[1]), otherwise = of(x[2]);
      return is_zero(then) && is_zero(otherwise)
                 ? then
                 : Expression::apply(Op::If, {x[0], then, otherwise});
    }
    if (x.size() > 2) return number(0.0);  // pulse
    return of_two(e, x[0], x[1], of(x[0]), of(x[1]));
  }

 private:
  static Expression of_function(const Expression& e, const Expression& x, const Expression& inner) {
    switch (e.op()) {
      case Op::Lookup:
        if (e.table()->derivative == nullptr) return number(0.0);
        return product(Expression::lookup(e.table()->derivative, {x}), inner);
      case Op::Negate:
        return negative(inner);
      case Op::Sin:
        return product(call(Op::Cos, x), inner);
      case Op::Cos:
        return negative(product(call(Op::Sin, x), inner));
      case Op::Tan:
        return product(one_and_square(Op::Add, e), inner);
      case Op::Asin:
        return quotient(inner, call(Op::Sqrt, one_and_square(Op::Subtract, x)));
      case Op::Acos:
        return negative(quotient(inner, call(Op::Sqrt, one_and_square(Op::Subtract, x))));
      case Op::Atan:
        return quotient(inner, one_and_square(Op::Add, x));
      case Op::Sinh:
        return product(call(Op::Cosh, x), inner);
      case Op::Cosh:
        return product(call(Op::Sinh, x), inner);
      case Op::Tanh:
        return product(one_and_square(Op::Subtract, e), inner);
      case Op::Asinh:
        return quotient(inner, call(Op::Sqrt, one_and_square(Op::Add, x)));
      case Op::Acosh:
        return quotient(inner, call(Op::Sqrt, difference(power(x, 2.0), number(1.0))));
      case Op::Atanh:
        return quotient(inner, one_and_square(Op::Subtract, x));
      case Op::Exp:
        return product(e, inner);
      case Op::Log:
        return quotient(inner, x);
      case Op::Log10:
        return quotient(inner, product(number(std::numbers::ln10), x));
      case Op::Sqrt:
        return quotient(inner, product(number(2.0), e));
      case Op::Abs:
        return product(call(Op::Sign, x), inner);
      case Op::Saw:
        return quotient(inner, number(std::numbers::pi));
      default:
        return number(0.0);  // sign, step, square, floor, ceil, round
    }
  }

  /// What a table of two inputs changes by one of them.
  static Expression along(const Expression& call, std::size_t input, const Expression& inner) {
    const TablePtr& partial = call.table()->partial[input];
    if (partial == nullptr || is_zero(inner)) return number(0.0);
    return product(Expression::lookup(partial, call.operands()), inner);
  }

  static Expression of_two(const Expression& e, const Expression& x, const Expression& y,
                           const Expression& dx, const Expression& dy) {
    switch (e.op()) {
      case Op::Lookup:
        return sum(along(e, 0, dx), along(e, 1, dy));
      case Op::Add:
        return sum(dx, dy);
      case Op::Subtract:
        return difference(dx, dy);
      case Op::Multiply:
        return sum(product(dx, y), product(x, dy));
      case Op::Divide:
        if (is_zero(dy)) return quotient(dx, y);
        return quotient(difference(product(dx, y), product(x, dy)), power(y, 2.0));
      case Op::Power:
        return of_power(e, x, y, dx, dy);
      case Op::Atan2:
        return quotient(difference(product(dx, y), product(x, dy)),
                        sum(power(x, 2.0), power(y, 2.0)));
      case Op::Min:
        return choose(Op::LessEqual, x, y, dx, dy);
      case Op::Max:
        return choose(Op::GreaterEqual, x, y, dx, dy);
      case Op::Luz:
        return around(x, y, {difference(dx, dy), sum(dx, dy), number(0.0), dx});
      case Op::Sat:
        return around(x, y, {dy, negative(dy), dx, number(0.0)});
      case Op::Tar:
        return sum(dx, product(call(Op::Sign, x), dy));
      case Op::Hypot:
        return quotient(sum(product(x, dx), product(y, dy)), e);
      case Op::Mod:
        return difference(dx, product(call(Op::Floor, quotient(x, y)), dy));
      default:
        return number(0.0);  // comparisons
    }
  }

  static Expression of_power(const Expression& e, const Expression& x, const Expression& y,
                             const Expression& dx, const Expression& dy) {
    const Expression lower = y.op() == Op::Number ? power(x, y.number() - 1.0)
                                                  : call(Op::Power, x, difference(y, number(1.0)));
    const Expression by_base = is_zero(dx) ? dx : product(product(y, lower), dx);
    const Expression by_exponent = is_zero(dy) ? dy : product(product(e, call(Op::Log, x)), dy);
    return sum(by_base, by_exponent);
  }

  const std::function<Expression(const std::string&)>& of_symbol_;
};

}  // namespace

Expression differentiate(const Expression& expression,
                         const std::function<Expression(const std::string&)>& derivative_of) {
  return Derivative(derivative_of).of(expression);
}

}  // namespace luztar
