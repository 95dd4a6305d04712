// Exact formulas: rational functions of named quantities and of luz, tar, sat, sgn of formulas.
#pragma once

#include <compare>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "luztar/symbolic/expression.h"

namespace luztar {

/// A quotient of two polynomials with whole coefficients, in lowest terms, of *atoms*: symbols
/// ("M1", "v.block", "t") and functions of formulas (luz(x, a), sin(x), ...). Two formulas that are
/// equal as rational functions of their atoms compare equal; what holds only by a property of a
/// function, as luz(luz(x, a), b) = luz(x, a + b), is not looked for.
///
/// Exact: coefficients are whole numbers of any size; a decimal of a model is the fraction written
/// (0.1 is 1/10). Deterministic: the order of atoms is that of their text, numbers in names
/// counting as numbers, so that the same model always prints the same text.
class Formula {
 public:
  Formula();                 ///< 0
  Formula(long long whole);  // NOLINT: whole numbers are formulas
  static Formula symbol(const std::string& name);
  /// A function of formulas. Simplified by what its definition gives for any argument only: luz,
  /// sat, tar, sgn are odd in the first argument, luz(x, 0) = x, sat(x, 0) = 0, f(number) of
  /// numbers. tar(0, a) and sgn(0) stay as they are: they are sets.
  static Formula apply(Op op, std::vector<Formula> operands);
  /// A table of the model at a formula, which stays as it is written.
  static Formula lookup(std::shared_ptr<const TableFunction> table, std::vector<Formula> operands);

  bool is_zero() const;
  bool is_number() const;
  double number() const;  ///< nearest double @pre is_number()

  Formula operator-() const;
  friend Formula operator+(const Formula& a, const Formula& b);
  friend Formula operator-(const Formula& a, const Formula& b);
  friend Formula operator*(const Formula& a, const Formula& b);
  friend Formula operator/(const Formula& a, const Formula& b);  ///< @pre !b.is_zero()
  friend bool operator==(const Formula& a, const Formula& b);
  friend std::strong_ordering operator<=>(const Formula& a, const Formula& b);  ///< any fixed order

  /// Names of all symbols, inside functions too.
  std::set<std::string> symbols() const;

 private:
  struct Quotient;
  std::shared_ptr<const Quotient> value_;
  friend struct FormulaAccess;  ///< the files of this layer
};

/// The same with symbols replaced everywhere at once, inside functions too.
/// @pre no denominator becomes 0; `limit` is for that
Formula substitute(const Formula& formula, const std::map<std::string, Formula>& values);

enum class LimitKind { Zero, Infinity };
/// The limit as a symbol tends to +0 or +inf, inside functions too; nothing if it is not finite.
std::optional<Formula> limit(const Formula& formula, const std::string& symbol, LimitKind kind);

/// True if it follows from the signs of the coefficients, where none of these symbols is negative;
/// false: unknown.
bool is_known_nonnegative(const Formula& formula, const std::set<std::string>& nonnegative);

/// An expression of a model as a formula: exact decimals; what is no rational function, luz, tar,
/// sat or sign becomes a function atom (sin, if, min, ...); x^n with a whole n is expanded.
Formula to_formula(const Expression& expression);

/// The formula to be read by people: a sum of terms `coefficient * atoms`, where symbols for which
/// `is_coefficient` holds (masses, stiffnesses) go into the coefficients and these are printed in
/// lowest terms each: F1 - M1/(M1 + M2)*luz(F1 + F2, FT20). Evaluates to the same value.
Expression to_expression(const Formula& formula,
                         const std::function<bool(const std::string&)>& is_coefficient);
/// Every symbol is a coefficient.
Expression to_expression(const Formula& formula);

std::string to_text(const Formula& formula);  ///< to_text(to_expression(formula)), for messages

}  // namespace luztar
