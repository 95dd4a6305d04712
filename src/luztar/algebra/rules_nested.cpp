// Rules for one function whose argument is a function, or has a factor to take out.
//
// A factor before the inner function is taken along: f(k g(x, a), b) = k f(g(x, a), b/k) for k > 0,
// as luz, sat and tar are homogeneous.
#include <utility>

#include "luztar/algebra/formula_access.h"
#include "luztar/algebra/rules_code.h"

namespace luztar::rules_code {
namespace {

using Operands = std::vector<Formula>;

// outer(factor * inner(x, a), b), with the width b/factor that the inner function sees.
struct Nested {
  Formula factor{};
  Formula x{};
  Formula inner_width{};
  Formula outer_width{};
};

std::optional<Operands> operands_of(const Formula& formula, Op op) {
  auto function = formula.as_function();
  if (!function || function->first != op) return std::nullopt;
  return std::move(function->second);
}

std::optional<Nested> nested(const Formula& formula, Op outer, Op inner, const Assumptions& known) {
  const auto operands = operands_of(formula, outer);
  if (!operands) return std::nullopt;
  const std::vector<Formula> functions = (*operands)[0].functions();
  for (const Formula& function : functions) {
    const auto within = operands_of(function, inner);
    if (!within) continue;
    Formula rest;
    const auto factor = (*operands)[0].linear_coefficient(function, &rest);
    if (!factor || !rest.is_zero() || !is_known_positive(*factor, known)) continue;
    const Formula width = operands->size() > 1 ? (*operands)[1] / *factor : Formula(0);
    if (!is_known_nonnegative((*within)[1], known) || !is_known_nonnegative(width, known)) continue;
    return Nested{*factor, (*within)[0], (*within)[1], width};
  }
  return std::nullopt;
}

bool at_least(const Formula& a, const Formula& b, const Assumptions& known) {
  return is_known_nonnegative(a - b, known);
}

// The product of those factors of a polynomial whose sign is known; with its number if asked for.
Formula known_factors(const Polynomial& polynomial, bool with_number, bool positive,
                      const Assumptions& known) {
  const Factors split = split_factors(polynomial);
  Formula product =
      with_number ? formula_of(Integer(boost::multiprecision::abs(split.number))) : Formula(1);
  for (const auto& [factor, exponent] : split.factors) {
    const Formula candidate = formula_of(factor);
    if (positive ? is_known_positive(candidate, known) : is_known_nonnegative(candidate, known)) {
      product = product * whole_power(candidate, exponent);
    }
  }
  return product;
}

}  // namespace

std::optional<Formula> scaled(Op op, const Formula& formula, const Assumptions& known) {
  const auto operands = operands_of(formula, op);
  if (!operands) return std::nullopt;
  const Formula& x = (*operands)[0];
  const Formula& a = (*operands)[1];
  const Polynomial top = gcd(numerator_of(x), numerator_of(a));
  const Polynomial bottom = gcd(denominator_of(x), denominator_of(a));
  const Formula factor =
      known_factors(top, true, false, known) / known_factors(bottom, false, true, known);
  if (factor == Formula(1)) return std::nullopt;
  return factor * Formula::apply(op, {x / factor, a / factor});
}

std::optional<Formula> scaled_direction(const Formula& formula, const Assumptions& known) {
  const auto operands = operands_of(formula, Op::Sign);
  if (!operands || (*operands)[0].is_zero()) return std::nullopt;
  const Formula factor = known_factors(numerator_of((*operands)[0]), true, true, known) /
                         known_factors(denominator_of((*operands)[0]), true, true, known);
  if (factor == Formula(1)) return std::nullopt;
  return Formula::apply(Op::Sign, {(*operands)[0] / factor});
}

std::optional<Formula> nested_dead_zones(const Formula& formula, const Assumptions& known) {
  const auto found = nested(formula, Op::Luz, Op::Luz, known);
  if (!found) return std::nullopt;
  const auto& [k, x, a, b] = *found;
  return k * Formula::apply(Op::Luz, {x, a + b});
}

std::optional<Formula> nested_dry_frictions(const Formula& formula, const Assumptions& known) {
  const auto found = nested(formula, Op::Tar, Op::Tar, known);
  if (!found) return std::nullopt;
  const auto& [k, x, a, b] = *found;
  return k * Formula::apply(Op::Tar, {x, a + b});
}

std::optional<Formula> nested_saturations(const Formula& formula, const Assumptions& known) {
  const auto found = nested(formula, Op::Sat, Op::Sat, known);
  if (!found) return std::nullopt;
  const auto& [k, x, a, b] = *found;
  Formula least = Formula::apply(Op::Min, {a, b});
  if (at_least(b, a, known)) least = a;
  if (at_least(a, b, known)) least = b;
  return k * Formula::apply(Op::Sat, {x, least});
}

std::optional<Formula> dead_zone_of_wider_saturation(const Formula& formula,
                                                     const Assumptions& known) {
  const auto found = nested(formula, Op::Luz, Op::Sat, known);
  if (!found || !at_least(found->inner_width, found->outer_width, known)) return std::nullopt;
  const auto& [k, x, a, b] = *found;
  return k * Formula::apply(Op::Sat, {Formula::apply(Op::Luz, {x, b}), a - b});
}

std::optional<Formula> dead_zone_of_narrower_saturation(const Formula& formula,
                                                        const Assumptions& known) {
  const auto found = nested(formula, Op::Luz, Op::Sat, known);
  if (!found || !at_least(found->outer_width, found->inner_width, known)) return std::nullopt;
  return Formula(0);
}

std::optional<Formula> wider_dead_zone_of_friction(const Formula& formula,
                                                   const Assumptions& known) {
  const auto found = nested(formula, Op::Luz, Op::Tar, known);
  if (!found || !at_least(found->outer_width, found->inner_width, known)) return std::nullopt;
  const auto& [k, x, a, b] = *found;
  return k * Formula::apply(Op::Luz, {x, b - a});
}

std::optional<Formula> narrower_dead_zone_of_friction(const Formula& formula,
                                                      const Assumptions& known) {
  const auto found = nested(formula, Op::Luz, Op::Tar, known);
  if (!found || !at_least(found->inner_width, found->outer_width, known)) return std::nullopt;
  const auto& [k, x, a, b] = *found;
  return k * Formula::apply(Op::Tar, {x, a - b});
}

std::optional<Formula> saturation_of_friction(const Formula& formula, const Assumptions& known) {
  const auto found = nested(formula, Op::Sat, Op::Tar, known);
  if (!found || !at_least(found->inner_width, found->outer_width, known)) return std::nullopt;
  return found->factor * found->outer_width * Formula::apply(Op::Sign, {found->x});
}

std::optional<Formula> direction_of_friction(const Formula& formula, const Assumptions& known) {
  const auto found = nested(formula, Op::Sign, Op::Tar, known);
  if (!found) return std::nullopt;
  return Formula::apply(Op::Sign, {found->x});
}

std::optional<Formula> dead_zone_by_values(const Formula& formula, const Assumptions&) {
  const auto operands = operands_of(formula, Op::Luz);
  if (!operands) return std::nullopt;
  const auto& x = (*operands)[0];
  const auto& a = (*operands)[1];
  return x + (Formula::apply(Op::Abs, {x - a}) - Formula::apply(Op::Abs, {x + a})) / 2;
}

}  // namespace luztar::rules_code
