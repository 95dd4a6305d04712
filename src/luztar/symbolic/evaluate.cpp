// Expressions in plain doubles. Conventions at kinks and jumps are those of
// docs/model-expressions.md.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "luztar/core/assert.h"
#include "luztar/symbolic/functions.h"
#include "luztar/symbolic/table_function.h"

namespace luztar {
namespace {

using ValueOf = std::function<double(const std::string&)>;

constexpr double kTurn = 2 * std::numbers::pi;

double sign(double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : x; }  // NaN stays NaN
double step(double x) { return std::isnan(x) ? x : x >= 0 ? 1.0 : 0.0; }

// Position within the period [0, 2 pi), as a fraction of it.
double phase(double x) {
  const double turns = x / kTurn;
  return turns - std::floor(turns);
}

double square(double x) {
  const double part = phase(x);
  return std::isnan(part) ? part : part < 0.5 ? 1.0 : -1.0;
}

double saw(double x) { return 2 * phase(x) - 1; }

double checked_sat(double x, double a) {
  if (std::isnan(x) || std::isnan(a)) return x + a;
  const double limit = a > 0.0 ? a : 0.0;
  return x > limit ? limit : x < -limit ? -limit : x;
}

double single_tar(double x, double a) {  // the middle of the vertical step at 0
  return x > 0 ? x + a : x < 0 ? x - a : x * a;
}

/// One zero: what is divided by ceil(-0.5) does not ask for a sign.
double one_zero(double x) { return x + 0.0; }

/// Exact where x / y is not.
double mod(double x, double y) {
  const double rest = std::fmod(x, y);
  return rest != 0.0 && (rest < 0.0) != (y < 0.0) ? rest + y : one_zero(rest);
}

double compare(Op op, double x, double y) {
  if (std::isnan(x) || std::isnan(y)) return x + y;
  const bool holds = op == Op::Less        ? x < y
                     : op == Op::LessEqual ? x <= y
                     : op == Op::Greater   ? x > y
                                           : x >= y;
  return holds ? 1.0 : 0.0;
}

}  // namespace

double apply_pulse(double x, double start, double width) {
  if (std::isnan(x + start + width)) return x + start + width;
  return x >= start && x < start + width ? 1.0 : 0.0;
}

double apply(Op op, double x) {
  switch (op) {
    case Op::Negate:
      return -x;
    case Op::Sin:
      return std::sin(x);
    case Op::Cos:
      return std::cos(x);
    case Op::Tan:
      return std::tan(x);
    case Op::Asin:
      return std::asin(x);
    case Op::Acos:
      return std::acos(x);
    case Op::Atan:
      return std::atan(x);
    case Op::Sinh:
      return std::sinh(x);
    case Op::Cosh:
      return std::cosh(x);
    case Op::Tanh:
      return std::tanh(x);
    case Op::Asinh:
      return std::asinh(x);
    case Op::Acosh:
      return std::acosh(x);
    case Op::Atanh:
      return std::atanh(x);
    case Op::Exp:
      return std::exp(x);
    case Op::Log:
      return std::log(x);
    case Op::Log10:
      return std::log10(x);
    case Op::Sqrt:
      return std::sqrt(x);
    case Op::Abs:
      return std::abs(x);
    case Op::Sign:
      return sign(x);
    case Op::Step:
      return step(x);
    case Op::Square:
      return square(x);
    case Op::Floor:
      return one_zero(std::floor(x));
    case Op::Ceil:
      return one_zero(std::ceil(x));
    case Op::Round:
      return one_zero(std::round(x));
    default:
      return saw(x);
  }
}

double apply(Op op, double x, double y) {
  switch (op) {
    case Op::Add:
      return x + y;
    case Op::Subtract:
      return x - y;
    case Op::Multiply:
      return x * y;
    case Op::Divide:
      return x / y;
    case Op::Power:
      return std::pow(x, y);
    case Op::Atan2:
      return std::atan2(x, y);
    case Op::Min:
      return std::isnan(y) ? y : std::min(x, y);
    case Op::Max:
      return std::isnan(y) ? y : std::max(x, y);
    case Op::Luz:
      return x - checked_sat(x, y);
    case Op::Tar:
      return single_tar(x, y);
    case Op::Sat:
      return checked_sat(x, y);
    case Op::Hypot:
      return std::hypot(x, y);
    case Op::Mod:
      return mod(x, y);
    case Op::Delay:
      return std::nan("");
    default:
      return compare(op, x, y);
  }
}

double evaluate(const Expression& expression, const ValueOf& value_of) {
  if (expression.op() == Op::Number) return expression.number();
  if (expression.op() == Op::Symbol) return value_of(expression.symbol());
  const std::vector<Expression>& operands = expression.operands();
  const double x = evaluate(operands[0], value_of);
  if (expression.op() == Op::Delay) return std::nan("");  // it does not follow from present values
  // Only the branch in force counts: the other may be undefined, as in if(x > 0, log(x), 0).
  if (expression.op() == Op::If) {
    return std::isnan(x) ? x : evaluate(operands[x != 0.0 ? 1 : 2], value_of);
  }
  const bool lookup = expression.op() == Op::Lookup;
  if (operands.size() == 1)
    return lookup ? (*expression.table())(x, 0.0) : apply(expression.op(), x);
  const double y = evaluate(operands[1], value_of);
  if (lookup) return (*expression.table())(x, y);
  if (operands.size() == 2) return apply(expression.op(), x, y);
  return apply_pulse(x, y, evaluate(operands[2], value_of));
}

}  // namespace luztar
