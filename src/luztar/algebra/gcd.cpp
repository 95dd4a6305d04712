// Greatest common divisors: contents first, then remainders in one main atom.
//
// Most pairs have nothing in common but numbers and single atoms. Values at one point modulo a
// prime show that, for a common factor of positive degree would survive there.
#include <algorithm>
#include <utility>

#include "luztar/algebra/polynomial.h"

namespace luztar {
namespace {

constexpr std::uint64_t kPrime = (std::uint64_t(1) << 61) - 1;

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(a) * b % kPrime);
}

std::uint64_t plus(std::uint64_t a, std::uint64_t b) { return (a + b) % kPrime; }
std::uint64_t minus(std::uint64_t a, std::uint64_t b) { return (a + kPrime - b) % kPrime; }

std::uint64_t to_power(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t result = 1;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = times(result, base);
    base = times(base, base);
  }
  return result;
}

std::uint64_t residue(const Integer& number) {
  Integer rest = number % Integer(kPrime);
  if (rest < 0) rest += Integer(kPrime);
  return rest.convert_to<std::uint64_t>();
}

// A fixed value for each atom by its place: any numbers will do, these have no pattern.
std::uint64_t value_at(std::size_t place) {
  std::uint64_t z = (place + 1) * 0x9e3779b97f4a7c15U;  // splitmix64
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return (z ^ (z >> 31)) % kPrime;
}

using Image = std::vector<std::uint64_t>;  // coefficients from the lowest; no zero at the top

void trim(Image& image) {
  while (!image.empty() && image.back() == 0) image.pop_back();
}

// The polynomial in the atom at `main`, with numbers for all other atoms.
Image image_of(const Polynomial& polynomial, std::size_t main) {
  Image image;
  for (const Monomial& term : polynomial.terms()) {
    std::uint64_t value = residue(term.coefficient);
    for (std::size_t i = 0; i < term.exponents.size(); ++i) {
      if (i != main && term.exponents[i] != 0) {
        value = times(value, to_power(value_at(i), term.exponents[i]));
      }
    }
    const std::size_t degree = term.exponents[main];
    if (image.size() <= degree) image.resize(degree + 1, 0);
    image[degree] = plus(image[degree], value);
  }
  trim(image);
  return image;
}

Image remainder(Image a, const Image& b) {
  const std::uint64_t inverse = to_power(b.back(), kPrime - 2);
  while (a.size() >= b.size()) {
    const std::uint64_t factor = times(a.back(), inverse);
    const std::size_t shift = a.size() - b.size();
    for (std::size_t i = 0; i < b.size(); ++i) {
      a[i + shift] = minus(a[i + shift], times(factor, b[i]));
    }
    a.pop_back();
    trim(a);
  }
  return a;
}

// Upper bound of the degree of the common divisor in the atom at `main`. Both have the same atoms.
std::uint32_t bound_of_degree(const Polynomial& a, const Polynomial& b, std::size_t main) {
  const AtomPtr& atom = a.atoms()[main];
  const std::uint32_t lower = std::min(a.degree(atom), b.degree(atom));
  Image left = image_of(a, main);
  Image right = image_of(b, main);
  // A leading coefficient that vanishes at the point tells nothing.
  if (left.size() != a.degree(atom) + 1U || right.size() != b.degree(atom) + 1U) return lower;
  while (!right.empty()) {
    Image rest = remainder(std::move(left), right);
    left = std::move(right);
    right = std::move(rest);
  }
  return static_cast<std::uint32_t>(left.size() - 1);
}

Polynomial with_positive_lead(Polynomial polynomial) {
  if (!polynomial.is_zero() && polynomial.leading_coefficient() < 0) return -polynomial;
  return polynomial;
}

// lead(b)^n a modulo b, as polynomials in `atom`.
Polynomial pseudo_remainder(const Polynomial& a, const Polynomial& b, const AtomPtr& atom) {
  std::vector<Polynomial> rest = coefficients(a, atom);
  const std::vector<Polynomial> divisor = coefficients(b, atom);
  while (rest.size() >= divisor.size()) {
    const Polynomial top = rest.back();
    const std::size_t shift = rest.size() - divisor.size();
    for (Polynomial& coefficient : rest) coefficient = coefficient * divisor.back();
    for (std::size_t i = 0; i < divisor.size(); ++i) {
      rest[i + shift] = rest[i + shift] - top * divisor[i];
    }
    while (!rest.empty() && rest.back().is_zero()) rest.pop_back();
  }
  return from_coefficients(rest, atom);
}

// Both primitive in `atom`, of positive degree there; `bound` is not below the degree of the gcd.
Polynomial gcd_of_primitive(Polynomial a, Polynomial b, const AtomPtr& atom, std::uint32_t bound) {
  if (a.degree(atom) < b.degree(atom)) std::swap(a, b);
  if (bound == b.degree(atom) && divide_exactly(a, b)) return b;
  while (true) {
    const Polynomial rest = pseudo_remainder(a, b, atom);
    if (rest.is_zero()) return b;
    if (rest.degree(atom) == 0) return Integer(1);
    a = std::move(b);
    b = exact(rest, gcd(coefficients(rest, atom)));
  }
}

// Atoms that only one of two polynomials has cannot occur in a divisor of both: then the divisor
// divides every coefficient with respect to them.
std::vector<Polynomial> coefficients_in_common(const Polynomial& a, const Polynomial& b) {
  std::vector<AtomPtr> only;
  for (const AtomPtr& atom : a.atoms()) {
    if (!b.position(atom)) only.push_back(atom);
  }
  std::vector<Polynomial> parts{a};
  for (const AtomPtr& atom : only) {
    std::vector<Polynomial> finer;
    for (const Polynomial& part : parts) {
      for (Polynomial& coefficient : coefficients(part, atom)) {
        if (!coefficient.is_zero()) finer.push_back(std::move(coefficient));
      }
    }
    parts = std::move(finer);
  }
  return parts;
}

// The atom with the lowest degrees: the fewest steps.
std::size_t main_atom(const Polynomial& a, const Polynomial& b) {
  const auto height = [&](const AtomPtr& atom) {
    return std::max(a.degree(atom), b.degree(atom));
  };
  const auto best = std::ranges::min_element(a.atoms(), {}, height);
  return static_cast<std::size_t>(best - a.atoms().begin());
}

Polynomial gcd_same_atoms(const Polynomial& a, const Polynomial& b) {
  const std::size_t main = main_atom(a, b);
  const AtomPtr atom = a.atoms()[main];
  const std::uint32_t bound = bound_of_degree(a, b, main);
  if (bound == 0) {
    std::vector<Polynomial> all = coefficients(a, atom);
    for (Polynomial& coefficient : coefficients(b, atom)) all.push_back(std::move(coefficient));
    return gcd(std::move(all));
  }
  const Polynomial content_a = gcd(coefficients(a, atom));
  const Polynomial content_b = gcd(coefficients(b, atom));
  const Polynomial common = gcd_of_primitive(exact(a, content_a), exact(b, content_b), atom, bound);
  return with_positive_lead(gcd(content_a, content_b) * common);
}

}  // namespace

Polynomial gcd(std::vector<Polynomial> polynomials) {
  std::stable_sort(
      polynomials.begin(), polynomials.end(),
      [](const Polynomial& a, const Polynomial& b) { return a.terms().size() < b.terms().size(); });
  Polynomial common;
  for (const Polynomial& polynomial : polynomials) {
    common = gcd(common, polynomial);
    if (common.is_one()) break;
  }
  return common;
}

Polynomial gcd(const Polynomial& a, const Polynomial& b) {
  if (a.is_zero()) return with_positive_lead(b);
  if (b.is_zero() || a == b) return with_positive_lead(a);
  if (a.is_number() || b.is_number()) {
    return boost::multiprecision::gcd(integer_content(a), integer_content(b));
  }
  std::vector<Polynomial> parts = coefficients_in_common(a, b);
  std::vector<Polynomial> others = coefficients_in_common(b, a);
  if (parts.size() == 1 && others.size() == 1 && !parts[0].is_number()) {
    return gcd_same_atoms(parts[0], others[0]);
  }
  for (Polynomial& other : others) parts.push_back(std::move(other));
  return gcd(std::move(parts));
}

}  // namespace luztar
