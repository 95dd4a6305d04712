// What follows from the signs of coefficients.
#include "luztar/algebra/formula_access.h"

namespace luztar {
namespace {

enum class Known { Nothing, NonNegative, Positive };

Known known_of(const AtomPtr& atom, const Assumptions& assumptions);

Known weaker(Known a, Known b) { return a < b ? a : b; }

// A product is as good as the worst of its factors; an even power at least not negative.
Known known_of(const Polynomial& polynomial, const Monomial& term, const Assumptions& assumptions) {
  Known product = Known::Positive;
  for (std::size_t i = 0; i < term.exponents.size(); ++i) {
    if (term.exponents[i] == 0) continue;
    Known factor = known_of(polynomial.atoms()[i], assumptions);
    if (factor == Known::Nothing && term.exponents[i] % 2 == 0) factor = Known::NonNegative;
    product = weaker(product, factor);
  }
  return product;
}

// Of `sign` times the polynomial. A sum of non-negative terms is positive if one of them is.
Known known_of(const Polynomial& polynomial, int sign, const Assumptions& assumptions) {
  Known sum = Known::NonNegative;
  for (const Monomial& term : polynomial.terms()) {
    const Known known = known_of(polynomial, term, assumptions);
    if (known == Known::Nothing || term.coefficient.sign() != sign) return Known::Nothing;
    if (known == Known::Positive) sum = Known::Positive;
  }
  return sum;
}

Known known_of(const Formula& formula, const Assumptions& assumptions) {
  for (const int sign : {1, -1}) {
    const Known top = known_of(numerator_of(formula), sign, assumptions);
    const Known bottom = known_of(denominator_of(formula), sign, assumptions);
    // Where the quotient has a value its denominator is not 0.
    if (top != Known::Nothing && bottom != Known::Nothing) return top;
  }
  return Known::Nothing;
}

Known known_of(const AtomPtr& atom, const Assumptions& assumptions) {
  switch (atom->op) {
    case Op::Symbol:
      if (assumptions.positive.contains(atom->name)) return Known::Positive;
      if (assumptions.nonnegative.contains(atom->name)) return Known::NonNegative;
      return Known::Nothing;
    case Op::Exp:
    case Op::Cosh:
      return Known::Positive;
    case Op::Abs:
    case Op::Step:
      return Known::NonNegative;
    case Op::Sqrt:
      return known_of(atom->operands[0], assumptions) == Known::Positive ? Known::Positive
                                                                         : Known::NonNegative;
    case Op::Min:
      return weaker(known_of(atom->operands[0], assumptions),
                    known_of(atom->operands[1], assumptions));
    case Op::Max: {
      const Known a = known_of(atom->operands[0], assumptions);
      const Known b = known_of(atom->operands[1], assumptions);
      return a < b ? b : a;
    }
    case Op::Luz:
    case Op::Sat:  // with a >= 0 they have the sign of x, or are 0
      return weaker(weaker(known_of(atom->operands[0], assumptions),
                           known_of(atom->operands[1], assumptions)),
                    Known::NonNegative);
    default:
      return Known::Nothing;
  }
}

}  // namespace

bool is_known_nonnegative(const Formula& formula, const Assumptions& assumptions) {
  return known_of(formula, assumptions) != Known::Nothing;
}

bool is_known_positive(const Formula& formula, const Assumptions& assumptions) {
  return known_of(formula, assumptions) == Known::Positive;
}

}  // namespace luztar
