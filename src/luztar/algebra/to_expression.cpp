// Formulas as people write them.
//
// A formula is a sum of coefficient * carrier, carriers being products of what is no parameter
// (forces, velocities, luz, tar). Carriers with equal coefficients stand in one pair of
// parentheses, coefficients with equal denominators over one fraction bar.
#include <algorithm>
#include <map>
#include <utility>

#include "luztar/algebra/formula_access.h"
#include "luztar/algebra/written_sum.h"

namespace luztar {
namespace {

using IsCoefficient = std::function<bool(const std::string&)>;
// Up to here denominators of numbers are brought over one fraction bar: (3*F1 - 2*F2)/(6*(M1 +
// M2)).
constexpr int kLargestCommonNumber = 12;

// coefficient * sum of carriers, all with their signs
struct Group {
  Formula coefficient{};                               ///< with positive leading coefficient
  std::vector<std::pair<bool, Exponents>> carriers{};  ///< negative?, exponents
};

// Groups over one denominator.
struct Cluster {
  Polynomial denominator{};  ///< without its number
  std::vector<Group> groups{};
};

Polynomial without_number(const Polynomial& polynomial) {
  return exact(polynomial, integer_content(polynomial));
}

class Writer {
 public:
  explicit Writer(const IsCoefficient& is_coefficient) : is_coefficient_(is_coefficient) {}

  Expression write(const Formula& formula) {
    if (formula.is_zero()) return Expression::number(0);
    const Polynomial& denominator = denominator_of(formula);
    const bool split = std::ranges::none_of(
        denominator.atoms(), [this](const AtomPtr& atom) { return is_carrier(atom); });
    if (split) return write_sum(numerator_of(formula), denominator);
    WrittenTerm term;
    const Factors bottom = split_factors(denominator);
    term.number = Rational(1, bottom.number);
    term.bottom = write_factors(bottom);
    Expression numerator = write_sum(numerator_of(formula), Integer(1));
    if (numerator.op() != Op::Number || numerator.number() != 1) term.top.push_back(numerator);
    return written(term);
  }

 private:
  const IsCoefficient& is_coefficient_;
  std::map<AtomPtr, Expression> written_{};
  std::map<AtomPtr, bool> carriers_{};

  bool is_carrier(const AtomPtr& atom) {
    const auto known = carriers_.find(atom);
    if (known != carriers_.end()) return known->second;
    return carriers_[atom] = find_out_carrier(*atom);
  }

  bool find_out_carrier(const Atom& atom) const {
    if (atom.op == Op::Symbol) return !is_coefficient_(atom.name);
    if (atom.op == Op::Luz || atom.op == Op::Sat || atom.op == Op::Tar || atom.op == Op::Sign) {
      return true;
    }
    return std::ranges::any_of(atom.operands, [this](const Formula& operand) {
      return !std::ranges::all_of(operand.symbols(), is_coefficient_);
    });
  }

  const Expression& write_atom(const AtomPtr& atom) {
    const auto known = written_.find(atom);
    if (known != written_.end()) return known->second;
    if (atom->op == Op::Symbol) return written_[atom] = Expression::symbol(atom->name);
    std::vector<Expression> operands;
    for (const Formula& operand : atom->operands) operands.push_back(write(operand));
    if (atom->op == Op::Lookup)
      return written_[atom] = Expression::lookup(atom->table, std::move(operands));
    return written_[atom] = Expression::apply(atom->op, std::move(operands));
  }

  std::vector<Expression> write_monomial(const std::vector<AtomPtr>& atoms,
                                         const Exponents& exponents) {
    std::vector<Expression> factors;
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      if (exponents[i] > 0) factors.push_back(written_power(write_atom(atoms[i]), exponents[i]));
    }
    return factors;
  }

  // Term by term, in the polynomial's order.
  Expression write_expanded(const Polynomial& polynomial) {
    std::vector<SignedTerm> terms;
    append_expanded(polynomial, false, terms);
    return written_sum(std::move(terms));
  }

  void append_expanded(const Polynomial& polynomial, bool negative,
                       std::vector<SignedTerm>& terms) {
    for (const Monomial& term : polynomial.terms()) {
      WrittenTerm value;
      value.number = Rational(boost::multiprecision::abs(term.coefficient));
      value.top = write_monomial(polynomial.atoms(), term.exponents);
      terms.push_back({(term.coefficient < 0) != negative, written(value)});
    }
  }

  std::vector<Expression> write_factors(const Factors& factors) {
    std::vector<Expression> result;
    for (const auto& [polynomial, exponent] : factors.factors) {
      result.push_back(written_power(write_expanded(polynomial), exponent));
    }
    return result;
  }

  Expression write_sum(const Polynomial& numerator, const Polynomial& denominator) {
    // With decimals each term has a number of its own: 0.3*v + 0.2*w.
    const bool decimals = denominator.is_number() && denominator.number() > kLargestCommonNumber;
    std::vector<AtomPtr> carriers;
    for (const AtomPtr& atom : numerator.atoms()) {
      if (decimals || is_carrier(atom)) carriers.push_back(atom);
    }
    std::vector<SignedTerm> terms;
    for (const Cluster& cluster : clusters_of(groups_of(numerator, denominator, carriers))) {
      write_cluster(cluster, carriers, terms);
    }
    return written_sum(std::move(terms));
  }

  // Coefficients of the monomials in the carriers, in the order in which they are written: plain
  // symbols, what has no carrier, functions.
  std::vector<std::pair<Exponents, Polynomial>> parts_of(const Polynomial& numerator,
                                                         const std::vector<AtomPtr>& carriers) {
    std::vector<std::pair<Exponents, Polynomial>> parts{{{}, numerator}};
    for (const AtomPtr& carrier : carriers) {
      std::vector<std::pair<Exponents, Polynomial>> finer;
      for (const auto& [exponents, polynomial] : parts) {
        const std::vector<Polynomial> by_power = coefficients(polynomial, carrier);
        for (std::size_t power = by_power.size(); power-- > 0;) {
          if (by_power[power].is_zero()) continue;
          Exponents longer = exponents;
          longer.push_back(static_cast<std::uint32_t>(power));
          finer.emplace_back(std::move(longer), by_power[power]);
        }
      }
      parts = std::move(finer);
    }
    std::stable_sort(parts.begin(), parts.end(), [&](const auto& a, const auto& b) {
      return rank_of(a.first, carriers) < rank_of(b.first, carriers);
    });
    return parts;
  }

  static int rank_of(const Exponents& exponents, const std::vector<AtomPtr>& carriers) {
    bool any = false;
    for (std::size_t i = 0; i < exponents.size(); ++i) {
      if (exponents[i] == 0) continue;
      any = true;
      if (carriers[i]->op != Op::Symbol) return 2;
    }
    return any ? 0 : 1;
  }

  std::vector<Group> groups_of(const Polynomial& numerator, const Polynomial& denominator,
                               const std::vector<AtomPtr>& carriers) {
    std::vector<Group> groups;
    for (auto& [exponents, polynomial] : parts_of(numerator, carriers)) {
      Formula coefficient = formula_of(polynomial, denominator);
      const bool negative = numerator_of(coefficient).leading_coefficient() < 0;
      if (negative) coefficient = -coefficient;
      auto same = std::ranges::find(groups, coefficient, &Group::coefficient);
      if (same == groups.end() || coefficient == Formula(1)) {
        same = groups.insert(groups.end(), {coefficient, {}});
      }
      same->carriers.emplace_back(negative, std::move(exponents));
    }
    return groups;
  }

  static std::vector<Cluster> clusters_of(std::vector<Group> groups) {
    std::vector<Cluster> clusters;
    for (Group& group : groups) {
      const Polynomial denominator = without_number(denominator_of(group.coefficient));
      auto same = std::ranges::find(clusters, denominator, &Cluster::denominator);
      if (same == clusters.end()) same = clusters.insert(clusters.end(), {denominator, {}});
      same->groups.push_back(std::move(group));
    }
    return clusters;
  }

  // What all groups of a cluster have in common: a factor of the numerators, and a number.
  static Formula common_coefficient(const Cluster& cluster) {
    std::vector<Polynomial> numerators;
    Integer common = 1;
    for (const Group& group : cluster.groups) {
      numerators.push_back(numerator_of(group.coefficient));
      common =
          boost::multiprecision::lcm(common, integer_content(denominator_of(group.coefficient)));
    }
    Polynomial factor = gcd(std::move(numerators));
    if (common > kLargestCommonNumber) {  // decimals: they stay in the terms
      return formula_of(without_number(factor), cluster.denominator);
    }
    return formula_of(std::move(factor), cluster.denominator * Polynomial(common));
  }

  void write_cluster(const Cluster& cluster, const std::vector<AtomPtr>& carriers,
                     std::vector<SignedTerm>& terms) {
    if (cluster.groups.size() == 1) return write_single(cluster.groups[0], carriers, terms);
    const Formula common = common_coefficient(cluster);
    const bool single = numerator_of(common).is_number() && cluster.denominator.is_one();
    std::vector<SignedTerm> inner;
    for (Group group : cluster.groups) {
      if (!single) group.coefficient = group.coefficient / common;
      write_single(group, carriers, inner);
    }
    if (single) {
      terms.insert(terms.end(), inner.begin(), inner.end());
      return;
    }
    const bool negative = std::ranges::all_of(inner, &SignedTerm::negative);
    if (negative) {
      for (SignedTerm& term : inner) term.negative = false;
    }
    WrittenTerm term = coefficient_term(common);
    term.carrier = {written_sum(std::move(inner))};
    terms.push_back({negative, written(term)});
  }

  // A group, or the terms of a sum of parameters that stands alone.
  void write_single(const Group& group, const std::vector<AtomPtr>& carriers,
                    std::vector<SignedTerm>& terms) {
    const auto& [negative, exponents] = group.carriers[0];
    const bool alone = std::ranges::count(exponents, 0U) == std::ssize(exponents);
    if (!alone || group.carriers.size() > 1 || !denominator_of(group.coefficient).is_one()) {
      return terms.push_back(write_group(group, carriers));
    }
    const Factors factors = split_factors(numerator_of(group.coefficient));
    if (factors.number != 1 || factors.factors.size() != 1 || factors.factors[0].exponent != 1) {
      return terms.push_back(write_group(group, carriers));
    }
    append_expanded(factors.factors[0].polynomial, negative, terms);
  }

  WrittenTerm coefficient_term(const Formula& coefficient) {
    const Factors top = split_factors(numerator_of(coefficient));
    const Factors bottom = split_factors(denominator_of(coefficient));
    return {Rational(top.number, bottom.number), write_factors(top), write_factors(bottom), {}};
  }

  SignedTerm write_group(const Group& group, const std::vector<AtomPtr>& carriers) {
    WrittenTerm term = coefficient_term(group.coefficient);
    const bool negative = group.carriers[0].first;
    if (group.carriers.size() == 1) {
      term.carrier = write_monomial(carriers, group.carriers[0].second);
      return {negative, written(term)};
    }
    std::vector<SignedTerm> inner;
    for (const auto& [minus, exponents] : group.carriers) {
      inner.push_back({minus != negative, written_product(write_monomial(carriers, exponents))});
    }
    term.carrier = {written_sum(std::move(inner))};
    return {negative, written(term)};
  }
};

}  // namespace

Expression to_expression(const Formula& formula, const IsCoefficient& is_coefficient) {
  return Writer(is_coefficient).write(formula);
}

Expression to_expression(const Formula& formula) {
  return to_expression(formula, [](const std::string&) { return true; });
}

}  // namespace luztar
