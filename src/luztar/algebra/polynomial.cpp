// Arithmetic of sparse polynomials.
#include "luztar/algebra/polynomial.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "luztar/core/assert.h"

namespace luztar {
namespace {

using TermMap = std::map<Exponents, Integer, std::greater<>>;

bool before(const AtomPtr& a, const AtomPtr& b) { return a != b && compare_atoms(a, b) < 0; }

// Where each atom of `from` stands in `all`.
std::vector<std::size_t> places(const std::vector<AtomPtr>& from, const std::vector<AtomPtr>& all) {
  std::vector<std::size_t> found;
  std::size_t i = 0;
  for (const AtomPtr& atom : from) {
    while (all[i] != atom) ++i;
    found.push_back(i);
  }
  return found;
}

std::vector<Monomial> moved(const std::vector<Monomial>& terms, const std::vector<std::size_t>& to,
                            std::size_t size) {
  std::vector<Monomial> result;
  result.reserve(terms.size());
  for (const Monomial& term : terms) {
    Exponents exponents(size, 0);
    for (std::size_t i = 0; i < to.size(); ++i) exponents[to[i]] = term.exponents[i];
    result.push_back({std::move(exponents), term.coefficient});
  }
  return result;
}

std::vector<Monomial> terms_of(TermMap& map) {
  std::vector<Monomial> terms;
  terms.reserve(map.size());
  while (!map.empty()) {
    auto node = map.extract(map.begin());
    if (node.mapped() != 0) terms.push_back({std::move(node.key()), std::move(node.mapped())});
  }
  return terms;
}

// a + b, both in falling order over the same atoms.
std::vector<Monomial> merged(const std::vector<Monomial>& a, const std::vector<Monomial>& b) {
  std::vector<Monomial> sum;
  sum.reserve(a.size() + b.size());
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    const auto order = i == a.size()   ? std::strong_ordering::less
                       : j == b.size() ? std::strong_ordering::greater
                                       : order_of(a[i].exponents, b[j].exponents);
    if (order > 0) {
      sum.push_back(a[i++]);
    } else if (order < 0) {
      sum.push_back(b[j++]);
    } else {
      Integer coefficient = a[i].coefficient + b[j].coefficient;
      if (coefficient != 0) sum.push_back({a[i].exponents, std::move(coefficient)});
      ++i;
      ++j;
    }
  }
  return sum;
}

Exponents sum_of(const Exponents& a, const Exponents& b) {
  Exponents sum(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) sum[i] = a[i] + b[i];
  return sum;
}

std::optional<Exponents> difference_of(const Exponents& a, const Exponents& b) {
  Exponents difference(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] < b[i]) return std::nullopt;
    difference[i] = a[i] - b[i];
  }
  return difference;
}

}  // namespace

Polynomial::Polynomial(Integer whole) {
  if (whole != 0) terms_.push_back({{}, std::move(whole)});
}

Polynomial::Polynomial(const AtomPtr& atom) : atoms_{atom}, terms_{Monomial{{1}, 1}} {}

Polynomial::Polynomial(std::vector<AtomPtr> atoms, std::vector<Monomial> terms)
    : atoms_(std::move(atoms)), terms_(std::move(terms)) {
  std::erase_if(terms_, [](const Monomial& term) { return term.coefficient == 0; });
  const auto falling = [](const Monomial& a, const Monomial& b) {
    return a.exponents > b.exponents;
  };
  if (!std::is_sorted(terms_.begin(), terms_.end(), falling)) {
    std::sort(terms_.begin(), terms_.end(), falling);
  }
  drop_unused_atoms();
}

void Polynomial::drop_unused_atoms() {
  std::vector<bool> used(atoms_.size(), false);
  for (const Monomial& term : terms_) {
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (term.exponents[i] != 0) used[i] = true;
    }
  }
  if (std::find(used.begin(), used.end(), false) == used.end()) return;
  std::vector<AtomPtr> atoms;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i]) atoms.push_back(atoms_[i]);
  }
  for (Monomial& term : terms_) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (used[i]) term.exponents[kept++] = term.exponents[i];
    }
    term.exponents.resize(kept);
  }
  atoms_ = std::move(atoms);
}

Integer Polynomial::number() const {
  LUZTAR_ASSERT(is_number());
  return is_zero() ? Integer(0) : terms_[0].coefficient;
}

std::optional<std::size_t> Polynomial::position(const AtomPtr& atom) const {
  const auto found = std::find(atoms_.begin(), atoms_.end(), atom);
  if (found == atoms_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - atoms_.begin());
}

std::uint32_t Polynomial::degree(const AtomPtr& atom) const {
  const auto place = position(atom);
  if (!place) return 0;
  std::uint32_t highest = 0;
  for (const Monomial& term : terms_) highest = std::max(highest, term.exponents[*place]);
  return highest;
}

Spread spread(const Polynomial& a, const Polynomial& b) {
  if (a.atoms() == b.atoms()) return {a.atoms(), a.terms(), b.terms()};
  Spread result;
  std::set_union(a.atoms().begin(), a.atoms().end(), b.atoms().begin(), b.atoms().end(),
                 std::back_inserter(result.atoms), before);
  result.a = moved(a.terms(), places(a.atoms(), result.atoms), result.atoms.size());
  result.b = moved(b.terms(), places(b.atoms(), result.atoms), result.atoms.size());
  return result;
}

Polynomial Polynomial::operator-() const {
  Polynomial result = *this;
  for (Monomial& term : result.terms_) term.coefficient = -term.coefficient;
  return result;
}

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  Spread both = spread(a, b);
  return {std::move(both.atoms), merged(both.a, both.b)};
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) { return a + -b; }

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  if (a.is_zero() || b.is_zero()) return {};
  if (a.is_one()) return b;
  if (b.is_one()) return a;
  Spread both = spread(a, b);
  TermMap product;
  for (const Monomial& left : both.a) {
    for (const Monomial& right : both.b) {
      product[sum_of(left.exponents, right.exponents)] += left.coefficient * right.coefficient;
    }
  }
  return {std::move(both.atoms), terms_of(product)};
}

bool operator==(const Polynomial& a, const Polynomial& b) {
  return a.atoms_ == b.atoms_ && a.terms_ == b.terms_;
}

std::strong_ordering operator<=>(const Polynomial& a, const Polynomial& b) {
  const std::size_t n_atoms = std::min(a.atoms_.size(), b.atoms_.size());
  for (std::size_t i = 0; i < n_atoms; ++i) {
    const auto order = compare_atoms(a.atoms_[i], b.atoms_[i]);
    if (order != 0) return order;
  }
  if (a.atoms_.size() != b.atoms_.size()) return a.atoms_.size() <=> b.atoms_.size();
  const std::size_t n_terms = std::min(a.terms_.size(), b.terms_.size());
  for (std::size_t i = 0; i < n_terms; ++i) {
    // The higher power first, as in the polynomial itself.
    const auto order = order_of(b.terms_[i].exponents, a.terms_[i].exponents);
    if (order != 0) return order;
    const int sign = a.terms_[i].coefficient.compare(b.terms_[i].coefficient);
    if (sign != 0) return sign <=> 0;
  }
  return a.terms_.size() <=> b.terms_.size();
}

Polynomial power(const Polynomial& base, std::uint32_t exponent) {
  Polynomial result(Integer(1));
  Polynomial square = base;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = result * square;
    if (exponent > 1) square = square * square;
  }
  return result;
}

std::vector<Polynomial> coefficients(const Polynomial& polynomial, const AtomPtr& atom) {
  const auto place = polynomial.position(atom);
  if (!place) return {polynomial};
  const auto position = static_cast<std::ptrdiff_t>(*place);
  std::vector<std::vector<Monomial>> terms(polynomial.degree(atom) + 1);
  for (Monomial term : polynomial.terms()) {  // without the atom they are in falling order again
    const std::uint32_t exponent = term.exponents[*place];
    term.exponents.erase(term.exponents.begin() + position);
    terms[exponent].push_back(std::move(term));
  }
  std::vector<AtomPtr> atoms = polynomial.atoms();
  atoms.erase(atoms.begin() + position);
  std::vector<Polynomial> result;
  for (std::vector<Monomial>& some : terms) result.emplace_back(atoms, std::move(some));
  return result;
}

Polynomial from_coefficients(const std::vector<Polynomial>& coefficients, const AtomPtr& atom) {
  Polynomial sum;
  Polynomial atom_power(Integer(1));
  for (const Polynomial& coefficient : coefficients) {
    sum = sum + coefficient * atom_power;
    atom_power = atom_power * Polynomial(atom);
  }
  return sum;
}

Polynomial derivative(const Polynomial& polynomial, const AtomPtr& atom) {
  const auto place = polynomial.position(atom);
  if (!place) return {};
  std::vector<Monomial> terms;
  for (Monomial term : polynomial.terms()) {
    std::uint32_t& exponent = term.exponents[*place];
    if (exponent == 0) continue;
    term.coefficient *= exponent;
    --exponent;
    terms.push_back(std::move(term));
  }
  return {polynomial.atoms(), std::move(terms)};
}

std::optional<Polynomial> divide_exactly(const Polynomial& a, const Polynomial& b) {
  LUZTAR_ASSERT(!b.is_zero());
  if (a.is_zero() || b.is_one()) return a;
  for (const AtomPtr& atom : b.atoms()) {
    if (a.degree(atom) < b.degree(atom)) return std::nullopt;
  }
  Spread both = spread(a, b);
  const Monomial& divisor = both.b.front();
  TermMap rest;
  for (Monomial& term : both.a)
    rest.emplace(std::move(term.exponents), std::move(term.coefficient));
  std::vector<Monomial> quotient;
  while (!rest.empty()) {
    const auto [exponents, coefficient] = *rest.begin();
    auto shift = difference_of(exponents, divisor.exponents);
    if (!shift || coefficient % divisor.coefficient != 0) return std::nullopt;
    const Integer factor = coefficient / divisor.coefficient;
    for (const Monomial& term : both.b) {
      const auto place = rest.try_emplace(sum_of(term.exponents, *shift)).first;
      place->second -= term.coefficient * factor;
      if (place->second == 0) rest.erase(place);
    }
    quotient.push_back({std::move(*shift), factor});
  }
  return Polynomial(std::move(both.atoms), std::move(quotient));
}

Integer integer_content(const Polynomial& polynomial) {
  Integer content = 0;
  for (const Monomial& term : polynomial.terms()) {
    content = boost::multiprecision::gcd(content, term.coefficient);
    if (content == 1) break;
  }
  return boost::multiprecision::abs(content);
}

}  // namespace luztar
