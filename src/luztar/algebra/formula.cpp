#include "luztar/algebra/formula.h"

#include <cmath>
#include <utility>

#include "luztar/algebra/formula_access.h"
#include "luztar/algebra/numbers.h"
#include "luztar/core/assert.h"

namespace luztar {

Formula FormulaAccess::make_reduced(Polynomial numerator, Polynomial denominator) {
  LUZTAR_ASSERT(!denominator.is_zero());
  if (denominator.leading_coefficient() < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  Formula result;
  result.value_ = std::make_shared<const Formula::Quotient>(
      Formula::Quotient{std::move(numerator), std::move(denominator)});
  return result;
}

Formula FormulaAccess::make(Polynomial numerator, Polynomial denominator) {
  if (denominator.is_one()) return make_reduced(std::move(numerator), std::move(denominator));
  const Polynomial common = gcd(numerator, denominator);
  return make_reduced(exact(numerator, common), exact(denominator, common));
}

Formula::Formula() {
  static const auto kZero = std::make_shared<const Quotient>();
  value_ = kZero;
}

Formula::Formula(long long whole)
    : value_(std::make_shared<const Quotient>(Quotient{Integer(whole), Integer(1)})) {}

Formula Formula::symbol(const std::string& name) { return atom_formula(make_symbol_atom(name)); }

bool Formula::is_zero() const { return value_->numerator.is_zero(); }

bool Formula::is_number() const {
  return value_->numerator.is_number() && value_->denominator.is_number();
}

double Formula::number() const {
  LUZTAR_ASSERT(is_number());
  return rational_of(*this).convert_to<double>();
}

Formula Formula::operator-() const {
  return FormulaAccess::make_reduced(-value_->numerator, value_->denominator);
}

// Henrici: with g = gcd(b, d), only divisors of g can cancel in a/b + c/d.
Formula operator+(const Formula& left, const Formula& right) {
  if (left.is_zero()) return right;
  if (right.is_zero()) return left;
  const auto& [a, b] = *left.value_;
  const auto& [c, d] = *right.value_;
  if (b == d) return FormulaAccess::make(a + c, b);
  const Polynomial g = gcd(b, d);
  const Polynomial b_rest = exact(b, g);
  const Polynomial d_rest = exact(d, g);
  const Polynomial sum = a * d_rest + c * b_rest;
  const Polynomial common = g.is_one() ? g : gcd(sum, g);
  return FormulaAccess::make_reduced(exact(sum, common), b_rest * exact(d, common));
}

Formula operator-(const Formula& left, const Formula& right) { return left + -right; }

Formula operator*(const Formula& left, const Formula& right) {
  const auto& [a, b] = *left.value_;
  const auto& [c, d] = *right.value_;
  if (a.is_zero() || c.is_zero()) return {};
  const Polynomial first = d.is_one() ? d : gcd(a, d);
  const Polynomial second = b.is_one() ? b : gcd(c, b);
  return FormulaAccess::make_reduced(exact(a, first) * exact(c, second),
                                     exact(b, second) * exact(d, first));
}

Formula operator/(const Formula& a, const Formula& b) {
  LUZTAR_ASSERT(!b.is_zero());
  return a * FormulaAccess::make_reduced(b.value_->denominator, b.value_->numerator);
}

bool operator==(const Formula& a, const Formula& b) {
  return a.value_ == b.value_ || (a.value_->numerator == b.value_->numerator &&
                                  a.value_->denominator == b.value_->denominator);
}

std::strong_ordering operator<=>(const Formula& a, const Formula& b) {
  if (a.value_ == b.value_) return std::strong_ordering::equal;
  const auto order = a.value_->numerator <=> b.value_->numerator;
  return order != 0 ? order : a.value_->denominator <=> b.value_->denominator;
}

namespace {

// Of all atoms of the formula, inside functions too, each one once.
void collect_symbols(const Formula& formula, std::set<const Atom*>& seen,
                     std::set<std::string>& names) {
  for (const AtomPtr& atom : atoms_of(formula)) {
    if (!seen.insert(atom.get()).second) continue;
    if (atom->op == Op::Symbol) names.insert(atom->name);
    for (const Formula& operand : atom->operands) collect_symbols(operand, seen, names);
  }
}

}  // namespace

std::set<std::string> Formula::symbols() const {
  std::set<std::string> names;
  std::set<const Atom*> seen;
  collect_symbols(*this, seen, names);
  return names;
}

bool contains_symbol(const Formula& formula, const std::string& symbol) {
  return formula.symbols().contains(symbol);
}

std::vector<AtomPtr> atoms_of(const Formula& formula) {
  return spread(numerator_of(formula), denominator_of(formula)).atoms;
}

Formula atom_formula(const AtomPtr& atom) {
  return FormulaAccess::make_reduced(Polynomial(atom), Integer(1));
}

Rational rational_of(const Formula& formula) {
  return Rational(numerator_of(formula).number(), denominator_of(formula).number());
}

Formula rational_formula(const Rational& value) {
  return FormulaAccess::make_reduced(Integer(boost::multiprecision::numerator(value)),
                                     Integer(boost::multiprecision::denominator(value)));
}

Formula whole_power(const Formula& base, long long exponent) {
  const auto n = static_cast<std::uint32_t>(exponent < 0 ? -exponent : exponent);
  Polynomial top = power(numerator_of(base), n);
  Polynomial bottom = power(denominator_of(base), n);
  if (exponent < 0) std::swap(top, bottom);
  return FormulaAccess::make_reduced(std::move(top), std::move(bottom));
}

Formula to_formula(const Expression& expression) {
  if (expression.op() == Op::Number) {
    LUZTAR_ASSERT(std::isfinite(expression.number()));
    return rational_formula(fraction_written(expression.number()));
  }
  if (expression.op() == Op::Symbol) return Formula::symbol(expression.symbol());
  std::vector<Formula> operands;
  for (const Expression& operand : expression.operands()) operands.push_back(to_formula(operand));
  if (expression.op() == Op::Lookup)
    return Formula::lookup(expression.table(), std::move(operands));
  return Formula::apply(expression.op(), std::move(operands));
}

std::string to_text(const Formula& formula) { return to_text(to_expression(formula)); }

}  // namespace luztar
