// Polynomials with whole coefficients of any size in atoms: symbols and functions of formulas.
// Of this layer only: Boost's numbers stay behind formula.h.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>

#include "luztar/algebra/formula.h"

namespace luztar {

using Integer = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

/// Lists by their first different items, the shorter one first; not every standard library has it
/// yet.
template <class Item>
std::strong_ordering order_of(const std::vector<Item>& a, const std::vector<Item>& b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    if (const auto order = a[i] <=> b[i]; order != 0) return order;
  return a.size() <=> b.size();
}

/// A symbol (op is Op::Symbol) or a function of formulas. There is one object for each, so that
/// equal atoms have equal addresses (`make_atom`).
struct Atom {
  Op op{Op::Symbol};
  std::string name{};  ///< of the symbol, or of the function
  std::vector<Formula> operands{};
  std::size_t hash{};
  std::shared_ptr<const TableFunction> table{};  ///< of Op::Lookup
};
using AtomPtr = std::shared_ptr<const Atom>;

AtomPtr make_symbol_atom(const std::string& name);
AtomPtr make_function_atom(Op op, std::vector<Formula> operands);
AtomPtr make_table_atom(std::shared_ptr<const TableFunction> table, std::vector<Formula> operands);

/// Order of the text, numbers in names counting as numbers: F2 before F10, "luz(" before "M".
std::strong_ordering compare_atoms(const AtomPtr& a, const AtomPtr& b);
std::strong_ordering compare_names(const std::string& a, const std::string& b);

/// Exponents of a monomial, one for each atom of the polynomial.
using Exponents = std::vector<std::uint32_t>;

/// Coefficient times powers of the atoms.
struct Monomial {
  Exponents exponents{};
  Integer coefficient{};
  friend bool operator==(const Monomial&, const Monomial&) = default;
};

/// Terms in falling lexicographic order without zeros; atoms in rising order, each one occurs.
class Polynomial {
 public:
  Polynomial() = default;     ///< 0
  Polynomial(Integer whole);  // NOLINT: whole numbers are polynomials
  explicit Polynomial(const AtomPtr& atom);
  /// Terms in any order, each exponent vector once; zeros and unused atoms are dropped.
  Polynomial(std::vector<AtomPtr> atoms, std::vector<Monomial> terms);

  const std::vector<AtomPtr>& atoms() const { return atoms_; }
  const std::vector<Monomial>& terms() const { return terms_; }
  bool is_zero() const { return terms_.empty(); }
  bool is_number() const { return atoms_.empty(); }
  bool is_one() const { return is_number() && !is_zero() && terms_[0].coefficient == 1; }
  Integer number() const;  ///< @pre is_number()
  const Integer& leading_coefficient() const { return terms_.front().coefficient; }
  std::optional<std::size_t> position(const AtomPtr& atom) const;
  std::uint32_t degree(const AtomPtr& atom) const;

  Polynomial operator-() const;
  friend Polynomial operator+(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
  friend bool operator==(const Polynomial& a, const Polynomial& b);
  friend std::strong_ordering operator<=>(const Polynomial& a, const Polynomial& b);

 private:
  std::vector<AtomPtr> atoms_{};
  std::vector<Monomial> terms_{};
  void drop_unused_atoms();
};

/// The same polynomial over more atoms, in their order. Not normalized: for work inside the layer.
struct Spread {
  std::vector<AtomPtr> atoms{};
  std::vector<Monomial> a{};
  std::vector<Monomial> b{};
};
Spread spread(const Polynomial& a, const Polynomial& b);

Polynomial power(const Polynomial& base, std::uint32_t exponent);
/// Coefficients of atom^0, atom^1, ..., atom^degree.
std::vector<Polynomial> coefficients(const Polynomial& polynomial, const AtomPtr& atom);
/// sum of coefficients[i] * atom^i
Polynomial from_coefficients(const std::vector<Polynomial>& coefficients, const AtomPtr& atom);
Polynomial derivative(const Polynomial& polynomial, const AtomPtr& atom);
/// a / b if b divides a. @pre !b.is_zero()
std::optional<Polynomial> divide_exactly(const Polynomial& a, const Polynomial& b);
/// a / b @pre b divides a
inline Polynomial exact(const Polynomial& a, const Polynomial& b) {
  return divide_exactly(a, b).value();
}
/// Greatest common divisor with positive leading coefficient; gcd(0, 0) = 0.
Polynomial gcd(const Polynomial& a, const Polynomial& b);
/// Greatest common divisor of all, starting with the shortest.
Polynomial gcd(std::vector<Polynomial> polynomials);
/// Positive greatest common divisor of the coefficients; 0 for 0.
Integer integer_content(const Polynomial& polynomial);

struct Factor {
  Polynomial polynomial{};
  std::uint32_t exponent{1};
};
/// number * product of factors: atoms, and what comes out by contents in single atoms and by
/// repeated factors. Sums that only a full factorization would split stay whole.
struct Factors {
  Integer number{1};
  std::vector<Factor> factors{};
};
Factors split_factors(const Polynomial& polynomial);

}  // namespace luztar
