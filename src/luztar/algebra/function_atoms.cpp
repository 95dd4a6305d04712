// Functions of formulas: what their definitions give for any argument.
#include <algorithm>
#include <utility>

#include "luztar/algebra/formula_access.h"
#include "luztar/core/assert.h"

namespace luztar {
namespace {

using Operands = std::vector<Formula>;
constexpr std::int64_t kHighestPower = 64;  ///< beyond it a power of a sum stays as it is written
constexpr std::int64_t kHighestPowerOfNumber = 1024;

int sign_of(const Rational& x) { return x.sign(); }

bool has_negative_lead(const Formula& formula) {
  const Polynomial& numerator = numerator_of(formula);
  return !numerator.is_zero() && numerator.leading_coefficient() < 0;
}

bool is_odd(Op op) {
  switch (op) {
    case Op::Luz:
    case Op::Sat:
    case Op::Tar:
    case Op::Sign:
    case Op::Sin:
    case Op::Tan:
    case Op::Asin:
    case Op::Atan:
    case Op::Sinh:
    case Op::Tanh:
      return true;
    default:
      return false;
  }
}

bool is_even(Op op) { return op == Op::Abs || op == Op::Cos || op == Op::Cosh; }

std::optional<Formula> luz_of(const Formula& x, const Formula& a) {
  if (a.is_zero()) return x;
  if (x.is_zero()) return Formula(0);
  if (!x.is_number() || !a.is_number()) return std::nullopt;
  const Rational value = rational_of(x);
  const Rational width = rational_of(a);
  using boost::multiprecision::abs;
  const Rational result = value + (abs(Rational(value - width)) - abs(Rational(value + width))) / 2;
  return rational_formula(result);
}

std::optional<Formula> tar_of(const Formula& x, const Formula& a) {
  if (a.is_zero()) return x;
  if (!x.is_number() || x.is_zero()) return std::nullopt;
  return sign_of(rational_of(x)) > 0 ? x + a : x - a;
}

std::optional<Formula> luz_sat_tar(Op op, const Formula& x, const Formula& a) {
  if (op == Op::Tar) return tar_of(x, a);
  const auto luz = luz_of(x, a);
  if (op == Op::Luz || !luz) return luz;
  return x - *luz;
}

bool holds(Op comparison, const Rational& x, const Rational& y) {
  switch (comparison) {
    case Op::Less:
      return x < y;
    case Op::LessEqual:
      return x <= y;
    case Op::Greater:
      return x > y;
    default:
      return x >= y;
  }
}

// The value where the argument is a number.
std::optional<Formula> value_at(Op op, const Rational& x) {
  switch (op) {
    case Op::Abs:
      return rational_formula(boost::multiprecision::abs(x));
    case Op::Sign:
      if (x == 0) return std::nullopt;
      return Formula(sign_of(x));
    case Op::Step:
      return Formula(x >= 0 ? 1 : 0);
    case Op::Sin:
    case Op::Tan:
    case Op::Asin:
    case Op::Atan:
    case Op::Sinh:
    case Op::Tanh:
      if (x == 0) return Formula(0);
      return std::nullopt;
    case Op::Cos:
    case Op::Cosh:
    case Op::Exp:
      if (x == 0) return Formula(1);
      return std::nullopt;
    case Op::Log:
      if (x == 1) return Formula(0);
      return std::nullopt;
    case Op::Sqrt:
      if (x == 0 || x == 1) return rational_formula(x);
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

std::optional<Formula> value_at(Op op, const Rational& x, const Rational& y) {
  switch (op) {
    case Op::Min:
      return rational_formula(std::min(x, y));
    case Op::Max:
      return rational_formula(std::max(x, y));
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual:
      return Formula(holds(op, x, y) ? 1 : 0);
    default:
      return std::nullopt;
  }
}

std::optional<Formula> power_of(const Formula& base, const Formula& exponent) {
  if (!exponent.is_number() || !denominator_of(exponent).is_one()) return std::nullopt;
  const Integer n = numerator_of(exponent).number();
  if (n < 0 && base.is_zero()) return std::nullopt;
  const std::int64_t limit = base.is_number() ? kHighestPowerOfNumber : kHighestPower;
  if (boost::multiprecision::abs(n) > limit) return std::nullopt;
  return whole_power(base, n.convert_to<long long>());
}

std::optional<Formula> arithmetic(Op op, const Operands& x) {
  switch (op) {
    case Op::Negate:
      return -x[0];
    case Op::Add:
      return x[0] + x[1];
    case Op::Subtract:
      return x[0] - x[1];
    case Op::Multiply:
      return x[0] * x[1];
    case Op::Divide:
      if (x[1].is_zero()) return std::nullopt;
      return x[0] / x[1];
    case Op::Power:
      return power_of(x[0], x[1]);
    default:
      return std::nullopt;
  }
}

std::optional<Formula> known_value(Op op, const Operands& x) {
  if (auto value = arithmetic(op, x)) return value;
  if (op == Op::Luz || op == Op::Sat || op == Op::Tar) return luz_sat_tar(op, x[0], x[1]);
  if (op == Op::If) {
    if (x[1] == x[2]) return x[1];
    if (x[0].is_number()) return x[0].is_zero() ? x[2] : x[1];
    return std::nullopt;
  }
  if ((op == Op::Min || op == Op::Max) && x[0] == x[1]) return x[0];
  if (x.size() == 1 && x[0].is_number()) return value_at(op, rational_of(x[0]));
  if (x.size() == 2 && x[0].is_number() && x[1].is_number()) {
    return value_at(op, rational_of(x[0]), rational_of(x[1]));
  }
  return std::nullopt;
}

}  // namespace

Formula Formula::apply(Op op, std::vector<Formula> operands) {
  LUZTAR_ASSERT(op != Op::Number && op != Op::Symbol && !operands.empty());
  if (const auto value = known_value(op, operands)) return *value;
  const bool flip = (is_odd(op) || is_even(op)) && has_negative_lead(operands[0]);
  if (flip) operands[0] = -operands[0];
  const Formula atom = atom_formula(make_function_atom(op, std::move(operands)));
  return flip && is_odd(op) ? -atom : atom;
}

}  // namespace luztar
