// Rules for sums of functions. Each joins two terms; what else stands in the sum stays.
#include <utility>

#include "luztar/algebra/formula_access.h"
#include "luztar/algebra/rules_code.h"

namespace luztar::rules_code {
namespace {

// A term coefficient * op(x, a) of a sum.
struct FunctionTerm {
  Formula atom{};
  Formula coefficient{};
  Formula x{};
  Formula a{};
};

std::vector<FunctionTerm> terms_with(const Formula& formula, Op op) {
  std::vector<FunctionTerm> found;
  for (const Formula& function : formula.functions()) {
    const auto [kind, operands] = *function.as_function();
    const auto coefficient = formula.linear_coefficient(function);
    if (kind != op || !coefficient) continue;
    found.push_back({function, *coefficient, operands[0], operands[1]});
  }
  return found;
}

bool have_one_sign(const Formula& a, const Formula& b, const Assumptions& known) {
  return (is_known_nonnegative(a, known) && is_known_nonnegative(b, known)) ||
         (is_known_nonnegative(-a, known) && is_known_nonnegative(-b, known));
}

std::size_t length(const Formula& formula) {
  return numerator_of(formula).terms().size() + denominator_of(formula).terms().size();
}

// c f(x, a) = c x - c g(x, a), if c x then cancels terms of the rest.
std::optional<Formula> complement(const Formula& formula, Op from, Op to,
                                  const Assumptions& known) {
  for (const auto& [atom, c, x, a] : terms_with(formula, from)) {
    if (!is_known_nonnegative(a, known)) continue;
    const Formula rest = formula - c * atom;
    const Formula left = rest + c * x;
    if (length(left) < length(rest)) return left - c * Formula::apply(to, {x, a});
  }
  return std::nullopt;
}

// width and factor of sat(factor * luz(x, a), width) for given x and a
std::optional<Formula> factor_of_dead_zone(const Formula& argument, const Formula& x,
                                           const Formula& a) {
  const Formula dead_zone = Formula::apply(Op::Luz, {x, a});
  const std::vector<Formula> functions = dead_zone.functions();
  if (functions.size() != 1) return std::nullopt;
  Formula rest;
  const auto factor = argument.linear_coefficient(functions[0], &rest);
  if (!factor || factor->is_zero() || !rest.is_zero()) return std::nullopt;
  return *factor / *dead_zone.linear_coefficient(functions[0]);
}

}  // namespace

std::optional<Formula> sum_of_frictions(const Formula& formula, const Assumptions& known) {
  const std::vector<FunctionTerm> terms = terms_with(formula, Op::Tar);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    for (std::size_t j = i + 1; j < terms.size(); ++j) {
      const auto& [first, k1, x, a1] = terms[i];
      const auto& [second, k2, other, a2] = terms[j];
      if (x != other || !have_one_sign(k1, k2, known)) continue;
      if (!is_known_nonnegative(a1, known) || !is_known_nonnegative(a2, known)) continue;
      const Formula k = k1 + k2;
      return formula - k1 * first - k2 * second +
             k * Formula::apply(Op::Tar, {x, (k1 * a1 + k2 * a2) / k});
    }
  }
  return std::nullopt;
}

std::optional<Formula> saturation_from_dead_zone(const Formula& formula, const Assumptions& known) {
  return complement(formula, Op::Luz, Op::Sat, known);
}

std::optional<Formula> dead_zone_from_saturation(const Formula& formula, const Assumptions& known) {
  return complement(formula, Op::Sat, Op::Luz, known);
}

std::optional<Formula> saturations_in_a_row(const Formula& formula, const Assumptions& known) {
  const std::vector<FunctionTerm> terms = terms_with(formula, Op::Sat);
  for (const auto& [inner, k, x, a] : terms) {
    for (const auto& [outer, c, argument, b] : terms) {
      const auto factor = factor_of_dead_zone(argument, x, a);
      if (!factor || !is_known_positive(*factor, known) || c * *factor != k) continue;
      if (!is_known_nonnegative(a, known) || !is_known_nonnegative(b, known)) continue;
      return formula - k * inner - c * outer + k * Formula::apply(Op::Sat, {x, a + b / *factor});
    }
  }
  return std::nullopt;
}

std::optional<Formula> friction_by_direction(const Formula& formula, const Assumptions&) {
  const std::vector<FunctionTerm> terms = terms_with(formula, Op::Tar);
  if (terms.empty()) return std::nullopt;
  Formula result = formula;
  for (const auto& [atom, c, x, a] : terms) {
    result = result - c * atom + c * (x + a * Formula::apply(Op::Sign, {x}));
  }
  return result;
}

}  // namespace luztar::rules_code
