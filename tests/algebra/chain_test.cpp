// Static friction of a chain of pairs by nested clipping (docs/theory.md), symbolic: the largest
// formulas that a derivation makes. Oracle: the same recursion in fractions, on plain numbers.
#include <ctime>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "exact_value.h"
#include "luztar/algebra/formula.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

Formula sat_of(const Formula& x, const Formula& a) { return Formula::apply(Op::Sat, {x, a}); }
Fraction sat_of(const Fraction& x, const Fraction& a) {
  const Fraction minus = -a;
  return x > a ? a : x < minus ? minus : x;
}

template <class Number>
struct Chain {
  std::vector<Number> mass, force, limit;
};

// First unknown of the linear chain i..j between known forces of its neighbours.
template <class Number>
Number first_unknown(const Chain<Number>& c, std::size_t i, std::size_t j, const Number& left,
                     const Number& right) {
  const auto row = [&c](std::size_t m) {
    const Number w = Number(1) / c.mass[m] + Number(1) / c.mass[m + 1];
    const Number a = (c.force[m] / c.mass[m] - c.force[m + 1] / c.mass[m + 1]) / w;
    return std::vector<Number>{a, Number(1) / c.mass[m + 1] / w, Number(1) / c.mass[m] / w};
  };
  Number p = right;  // T_{m + 1} = p + q T_m
  Number q = Number(0);
  for (std::size_t m = j; m > i; --m) {
    const std::vector<Number> abg = row(m);
    const Number d = Number(1) - abg[1] * q;
    p = (abg[0] + abg[1] * p) / d;
    q = abg[2] / d;
  }
  const std::vector<Number> abg = row(i);
  return (abg[0] + abg[1] * p + abg[2] * left) / (Number(1) - abg[1] * q);
}

template <class Number>
Number last_force(const Chain<Number>& c, std::size_t j, const Number& right) {
  Number clipped = Number(0);
  for (std::size_t i = 0; i <= j; ++i) {
    clipped = sat_of(first_unknown(c, i, j, clipped, right), c.limit[i]);
  }
  return clipped;
}

Chain<Formula> symbolic_chain(std::size_t n_pairs) {
  Chain<Formula> chain;
  for (std::size_t i = 0; i <= n_pairs; ++i) {
    chain.mass.push_back(Formula::symbol("M" + std::to_string(i)));
    chain.force.push_back(Formula::symbol("F" + std::to_string(i)));
    if (i < n_pairs) chain.limit.push_back(Formula::symbol("L" + std::to_string(i)));
  }
  return chain;
}

bool is_mass(const std::string& name) { return name[0] == 'M'; }

}  // namespace

TEST_CASE("chains of one to eight pairs in closed form have the values of the recursion") {
  Random random{31};
  for (std::size_t n = 1; n <= 8; ++n) {
    const Expression closed =
        to_expression(last_force(symbolic_chain(n), n - 1, Formula(0)), is_mass);
    for (int k = 0; k < 50; ++k) {
      Chain<Fraction> chain;
      Point point;
      for (std::size_t i = 0; i <= n; ++i) {
        chain.mass.push_back(small_magnitude(random) + Fraction(1, 3));
        chain.force.push_back(small_fraction(random) * 3);
        chain.limit.push_back(small_magnitude(random));
        point["M" + std::to_string(i)] = chain.mass[i];
        point["F" + std::to_string(i)] = chain.force[i];
        point["L" + std::to_string(i)] = chain.limit[i];
      }
      CHECK(exact_value(closed, point) == last_force(chain, n - 1, Fraction(0)));
    }
  }
}

TEST_CASE("the closed form of two pairs is the one of the papers, corrected") {
  const std::string text =
      to_text(to_expression(last_force(symbolic_chain(2), 1, Formula(0)), is_mass));
  CHECK(text ==
        "sat((M2*(F1 + sat(((M1 + M2)*F0 - M0*(F1 + F2))/(M0 + M1 + M2), L0)) - M1*F2)/(M1 + M2), "
        "L1)");
}

TEST_CASE("eight pairs take a fraction of a tenth of a second") {
  const std::clock_t start = std::clock();
  const Chain<Formula> chain = symbolic_chain(8);
  std::size_t length = 0;
  for (std::size_t j = 8; j-- > 0;) {
    const Formula right = j == 7 ? Formula(0) : Formula::symbol("T" + std::to_string(j + 1));
    length += to_text(to_expression(last_force(chain, j, right), is_mass)).size();
  }
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  CHECK(length > 1000);
  MESSAGE("all eight forces of the chain: ", seconds, " s");
#ifdef NDEBUG
  CHECK(seconds < 0.1);
#endif
}
