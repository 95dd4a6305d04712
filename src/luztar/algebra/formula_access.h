// What the files of this layer know of a formula.
#pragma once

#include <utility>

#include "luztar/algebra/formula.h"
#include "luztar/algebra/polynomial.h"

namespace luztar {

/// In lowest terms; the denominator's leading coefficient is positive.
struct Formula::Quotient {
  Polynomial numerator{};
  Polynomial denominator{Integer(1)};
};

struct FormulaAccess {
  static const Polynomial& numerator(const Formula& formula) { return formula.value_->numerator; }
  static const Polynomial& denominator(const Formula& formula) {
    return formula.value_->denominator;
  }
  /// numerator/denominator in lowest terms. @pre !denominator.is_zero()
  static Formula make(Polynomial numerator, Polynomial denominator);
  /// The same, known to be in lowest terms up to the sign.
  static Formula make_reduced(Polynomial numerator, Polynomial denominator);
};

inline const Polynomial& numerator_of(const Formula& f) { return FormulaAccess::numerator(f); }
inline const Polynomial& denominator_of(const Formula& f) { return FormulaAccess::denominator(f); }
inline Formula formula_of(Polynomial numerator, Polynomial denominator = Integer(1)) {
  return FormulaAccess::make(std::move(numerator), std::move(denominator));
}

/// Atoms at the top level (not inside functions), in their order.
std::vector<AtomPtr> atoms_of(const Formula& formula);
Formula atom_formula(const AtomPtr& atom);
/// The value of a number. @pre formula.is_number()
Rational rational_of(const Formula& formula);
Formula rational_formula(const Rational& value);
/// base^exponent. @pre exponent >= 0 or base is not 0
Formula whole_power(const Formula& base, long long exponent);

/// Value of polynomial and of formula with atoms replaced; atoms that are not in `values` stay.
Formula replace_atoms(const Formula& formula,
                      const std::vector<std::pair<AtomPtr, Formula>>& values);

/// True if the atom occurs in the formula at any depth.
bool contains_symbol(const Formula& formula, const std::string& symbol);

}  // namespace luztar
