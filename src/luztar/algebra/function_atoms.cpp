// Functions of formulas: what their definitions give for any argument.
#include <algorithm>
#include <array>
#include <utility>

#include "luztar/algebra/formula_access.h"
#include "luztar/core/assert.h"

namespace luztar {
namespace {

using Operands = std::vector<Formula>;
constexpr std::int64_t kHighestPower = 64;  ///< beyond it a power of a sum stays as it is written
constexpr std::int64_t kHighestPowerOfNumber = 1024;

bool has_negative_lead(const Formula& formula) {
  const Polynomial& numerator = numerator_of(formula);
  return !numerator.is_zero() && numerator.leading_coefficient() < 0;
}

bool is_odd(Op op) {
  constexpr std::array kOdd = {Op::Luz,   Op::Sat,   Op::Tar,  Op::Sign, Op::Sin,
                               Op::Tan,   Op::Asin,  Op::Atan, Op::Sinh, Op::Tanh,
                               Op::Asinh, Op::Atanh, Op::Round};
  return std::ranges::find(kOdd, op) != kOdd.end();
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
  return rational_of(x) > 0 ? x + a : x - a;
}

std::optional<Formula> luz_sat_tar(Op op, const Formula& x, const Formula& a) {
  if (op == Op::Tar) return tar_of(x, a);
  auto luz = luz_of(x, a);
  if (op == Op::Luz || !luz) return luz;
  return x - *luz;
}

Rational floor_of(const Rational& x) {
  const Integer below = numerator(x) / denominator(x);  // towards zero
  return Rational(below) > x ? Rational(below - 1) : Rational(below);
}

Rational round_of(const Rational& x) {
  const Rational half(1, 2);
  return x < 0 ? Rational(-floor_of(half - x)) : floor_of(x + half);
}

// The value where the argument is a number.
std::optional<Formula> value_at(Op op, const Rational& x) {
  if (op == Op::Floor) return rational_formula(floor_of(x));
  if (op == Op::Ceil) return rational_formula(-floor_of(-x));
  if (op == Op::Round) return rational_formula(round_of(x));
  if (op == Op::Abs) return rational_formula(boost::multiprecision::abs(x));
  if (op == Op::Step) return Formula(x >= 0 ? 1 : 0);
  if (op == Op::Sign && x != 0) return Formula(x.sign());
  if (op == Op::Sqrt && (x == 0 || x == 1)) return rational_formula(x);
  if ((op == Op::Log || op == Op::Log10 || op == Op::Acosh) && x == 1) return Formula(0);
  if (x == 0 && (op == Op::Cos || op == Op::Cosh || op == Op::Exp)) return Formula(1);
  if (x == 0 && is_odd(op) && op != Op::Sign) return Formula(0);
  return std::nullopt;
}

std::optional<Formula> value_at(Op op, const Rational& x, const Rational& y) {
  switch (op) {
    case Op::Min:
      return rational_formula(std::min(x, y));
    case Op::Max:
      return rational_formula(std::max(x, y));
    case Op::Mod:
      if (y == 0) return std::nullopt;
      return rational_formula(x - y * floor_of(x / y));
    case Op::Less:
      return Formula(x < y ? 1 : 0);
    case Op::LessEqual:
      return Formula(x <= y ? 1 : 0);
    case Op::Greater:
      return Formula(x > y ? 1 : 0);
    case Op::GreaterEqual:
      return Formula(x >= y ? 1 : 0);
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
  if (op == Op::Hypot && (x[0].is_zero() || x[1].is_zero()))
    return Formula::apply(Op::Abs, {x[0].is_zero() ? x[1] : x[0]});
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

Formula Formula::lookup(std::shared_ptr<const TableFunction> table, std::vector<Formula> operands) {
  return atom_formula(make_table_atom(std::move(table), std::move(operands)));
}

Formula Formula::apply(Op op, std::vector<Formula> operands) {
  LUZTAR_ASSERT(op != Op::Number && op != Op::Symbol && op != Op::Lookup && !operands.empty());
  if (const auto value = known_value(op, operands)) return *value;
  const bool flip = (is_odd(op) || is_even(op)) && has_negative_lead(operands[0]);
  if (flip) operands[0] = -operands[0];
  const Formula atom = atom_formula(make_function_atom(op, std::move(operands)));
  return flip && is_odd(op) ? -atom : atom;
}

}  // namespace luztar
