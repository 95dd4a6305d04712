// What follows from the signs of coefficients.
#include <algorithm>
#include <array>

#include "luztar/algebra/formula_access.h"

namespace luztar {
namespace {

using Symbols = std::set<std::string>;  // that are not negative

bool is_nonnegative(const Atom& atom, const Symbols& symbols) {
  const auto operand = [&](std::size_t i) {
    return is_known_nonnegative(atom.operands[i], symbols);
  };
  switch (atom.op) {
    case Op::Symbol:
      return symbols.contains(atom.name);
    case Op::Exp:
    case Op::Cosh:
    case Op::Abs:
    case Op::Step:
    case Op::Sqrt:
    case Op::Acosh:
    case Op::Hypot:
      return true;
    case Op::Asinh:
    case Op::Atanh:
    case Op::Floor:
    case Op::Ceil:
    case Op::Round:
      return operand(0);
    case Op::Mod:
      return operand(1);
    case Op::Max:
      return operand(0) || operand(1);
    case Op::Min:
    case Op::Luz:
    case Op::Sat:  // with a >= 0 they have the sign of x, or are 0
      return operand(0) && operand(1);
    default:
      return false;
  }
}

// Of `sign` times the polynomial: each term is, whose factors are, or stand in an even power.
bool is_nonnegative(const Polynomial& polynomial, int sign, const Symbols& symbols) {
  return std::ranges::all_of(polynomial.terms(), [&](const Monomial& term) {
    for (std::size_t i = 0; i < term.exponents.size(); ++i) {
      if (term.exponents[i] % 2 != 0 && !is_nonnegative(*polynomial.atoms()[i], symbols)) {
        return false;
      }
    }
    return term.coefficient.sign() == sign;
  });
}

}  // namespace

// Where the quotient has a value its denominator is not 0.
bool is_known_nonnegative(const Formula& formula, const Symbols& nonnegative) {
  return std::ranges::any_of(std::array{1, -1}, [&](int sign) {
    return is_nonnegative(numerator_of(formula), sign, nonnegative) &&
           is_nonnegative(denominator_of(formula), sign, nonnegative);
  });
}

}  // namespace luztar
