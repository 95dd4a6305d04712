// Factors that cost little: single atoms, contents, repeated factors.
#include <algorithm>
#include <utility>

#include "luztar/algebra/polynomial.h"

namespace luztar {
namespace {

void add_factor(std::vector<Factor>& factors, const Polynomial& polynomial,
                std::uint32_t exponent) {
  const auto same = std::ranges::find(factors, polynomial, &Factor::polynomial);
  if (same != factors.end()) {
    same->exponent += exponent;
  } else {
    factors.push_back({polynomial, exponent});
  }
}

// Takes out the powers of single atoms that divide every term.
Polynomial take_atoms(const Polynomial& polynomial, std::vector<Factor>& factors) {
  Exponents least = polynomial.terms()[0].exponents;
  for (const Monomial& term : polynomial.terms()) {
    for (std::size_t i = 0; i < least.size(); ++i) {
      least[i] = std::min(least[i], term.exponents[i]);
    }
  }
  std::vector<Monomial> rest = polynomial.terms();
  for (Monomial& term : rest) {
    for (std::size_t i = 0; i < least.size(); ++i) term.exponents[i] -= least[i];
  }
  for (std::size_t i = 0; i < least.size(); ++i) {
    if (least[i] > 0) add_factor(factors, Polynomial(polynomial.atoms()[i]), least[i]);
  }
  return {polynomial.atoms(), std::move(rest)};
}

// A proper divisor that is a content in one atom or belongs to a repeated factor; else a number.
Polynomial cheap_divisor(const Polynomial& polynomial) {
  for (const AtomPtr& atom : polynomial.atoms()) {
    Polynomial content = gcd(coefficients(polynomial, atom));
    if (!content.is_number()) return content;
  }
  for (const AtomPtr& atom : polynomial.atoms()) {
    if (polynomial.degree(atom) < 2) return Integer(1);  // every factor has every atom by now
  }
  const AtomPtr& atom = polynomial.atoms()[0];
  return gcd(polynomial, derivative(polynomial, atom));
}

// @pre the coefficients have no common factor, the first is positive
void split(const Polynomial& polynomial, std::vector<Factor>& factors) {
  const Polynomial rest = take_atoms(polynomial, factors);
  if (rest.is_number()) return;
  const Polynomial divisor = cheap_divisor(rest);
  if (divisor.is_number()) return add_factor(factors, rest, 1);
  split(divisor, factors);
  split(exact(rest, divisor), factors);
}

}  // namespace

Factors split_factors(const Polynomial& polynomial) {
  if (polynomial.is_zero()) return {Integer(0), {}};
  Factors result;
  result.number = integer_content(polynomial);
  if (polynomial.leading_coefficient() < 0) result.number = -result.number;
  split(exact(polynomial, result.number), result.factors);
  std::sort(result.factors.begin(), result.factors.end(), [](const Factor& a, const Factor& b) {
    const bool a_sum = a.polynomial.terms().size() > 1;
    const bool b_sum = b.polynomial.terms().size() > 1;
    return a_sum != b_sum ? b_sum : a.polynomial < b.polynomial;
  });
  return result;
}

}  // namespace luztar
