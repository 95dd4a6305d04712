// Rules that solve equations with luz, sat, tar and sgn of the unknown.
#include <utility>

#include "luztar/algebra/formula_access.h"
#include "luztar/algebra/rules_code.h"

namespace luztar::rules_code {
namespace {

// coefficient * op(slope * unknown + offset, width), with positive slope if its sign is known.
struct UnknownTerm {
  Formula function{};
  Op op{};
  Formula coefficient{};
  Formula slope{};
  Formula offset{};
  Formula width{};
  bool has_known_slope{true};
};

// sum of terms + linear * unknown + rest = 0
struct Balance {
  std::vector<UnknownTerm> terms{};
  Formula linear{};
  Formula rest{};
};

// slope and offset if the formula is linear in the symbol, functions included
std::optional<std::pair<Formula, Formula>> line(const Formula& formula, const std::string& symbol) {
  Formula offset;
  const auto slope = formula.linear_coefficient(Formula::symbol(symbol), &offset);
  if (!slope || contains_symbol(*slope, symbol) || contains_symbol(offset, symbol)) {
    return std::nullopt;
  }
  return std::pair(*slope, offset);
}

std::optional<UnknownTerm> unknown_term(const Formula& function, const Formula& coefficient,
                                        const std::string& unknown, const Assumptions& known) {
  const auto [op, operands] = *function.as_function();
  if (op != Op::Luz && op != Op::Sat && op != Op::Tar && op != Op::Sign) return std::nullopt;
  const auto argument = line(operands[0], unknown);
  if (!argument) return std::nullopt;
  const Formula width = op == Op::Sign ? Formula(1) : operands[1];
  if (contains_symbol(width, unknown) || !is_known_nonnegative(width, known)) return std::nullopt;
  const auto& [slope, offset] = *argument;
  if (is_known_positive(slope, known)) {
    return UnknownTerm{function, op, coefficient, slope, offset, width};
  }
  if (is_known_positive(-slope, known)) {  // odd functions
    return UnknownTerm{function, op, -coefficient, -slope, -offset, width};
  }
  return UnknownTerm{function, op, coefficient, slope, offset, width, false};
}

std::optional<Balance> any_balance_of(const Equation& equation, const std::string& unknown,
                                      const Assumptions& known) {
  if (equation.relation != Relation::Equal && equation.relation != Relation::In) {
    return std::nullopt;
  }
  Balance balance;
  Formula sum = equation.left - equation.right;
  for (const Formula& function : sum.functions()) {
    if (!contains_symbol(function, unknown)) continue;
    Formula rest;
    const auto coefficient = sum.linear_coefficient(function, &rest);
    if (!coefficient || contains_symbol(*coefficient, unknown)) return std::nullopt;
    const auto term = unknown_term(function, *coefficient, unknown, known);
    if (!term) return std::nullopt;
    balance.terms.push_back(*term);
    sum = rest;
  }
  const auto linear = line(sum, unknown);
  if (!linear) return std::nullopt;
  balance.linear = linear->first;
  balance.rest = linear->second;
  return balance;
}

std::optional<Balance> balance_of(const Equation& equation, const std::string& unknown,
                                  const Assumptions& known) {
  auto balance = any_balance_of(equation, unknown, known);
  if (!balance) return std::nullopt;
  for (const UnknownTerm& term : balance->terms) {
    if (!term.has_known_slope) return std::nullopt;
  }
  return balance;
}

bool is_known_not_zero(const Formula& formula, const Assumptions& known) {
  return is_known_positive(formula, known) || is_known_positive(-formula, known);
}

bool is_one_term(const std::optional<Balance>& balance, Op op) {
  return balance && balance->terms.size() == 1 && balance->terms[0].op == op;
}

Equation equals(const std::string& unknown, const Formula& value) {
  return {Formula::symbol(unknown), Relation::Equal, value};
}

// f(y, b) = k f(x - y, a), where y = slope * unknown + offset.
struct Pair {
  UnknownTerm first{};
  Formula k{};
  Formula x{};
  Formula a{};
};

std::optional<Pair> pair_of(const Equation& equation, const std::string& unknown, Op op,
                            const Assumptions& known) {
  const auto balance = balance_of(equation, unknown, known);
  if (!balance || balance->terms.size() != 2 || !balance->linear.is_zero() ||
      !balance->rest.is_zero() || balance->terms[0].op != op || balance->terms[1].op != op) {
    return std::nullopt;
  }
  // The side that the equation is written for, if its factor allows it.
  const std::vector<Formula> left = equation.left.functions();
  const bool swap = left.size() == 1 ? left[0] == balance->terms[1].function
                                     : !is_known_not_zero(balance->terms[0].coefficient, known);
  const UnknownTerm& first = balance->terms[swap ? 1 : 0];
  const UnknownTerm& second = balance->terms[swap ? 0 : 1];
  if (!is_known_not_zero(first.coefficient, known)) return std::nullopt;
  const Formula ratio = second.slope / first.slope;
  // The second argument is ratio * (y - x).
  return Pair{first, second.coefficient * ratio / first.coefficient,
              first.offset - second.offset / ratio, second.width / ratio};
}

// u = unknown + shift is the argument of every term, up to a factor; then
// stiffness * u + height * sgn(u) = force.
struct Friction {
  Formula shift{};
  Formula stiffness{};
  Formula height{};
  Formula force{};
};

std::optional<Friction> friction_of(const Balance& balance, int sign, const Assumptions& known) {
  Friction sum;
  sum.shift = balance.terms[0].offset / balance.terms[0].slope;
  sum.stiffness = Formula(sign) * balance.linear;
  if (!is_known_nonnegative(sum.stiffness, known)) return std::nullopt;
  sum.force = sum.stiffness * sum.shift - Formula(sign) * balance.rest;
  for (const UnknownTerm& term : balance.terms) {
    const Formula coefficient = Formula(sign) * term.coefficient;
    if (term.offset / term.slope != sum.shift) return std::nullopt;
    if (term.op != Op::Tar && term.op != Op::Sign) return std::nullopt;
    if (!is_known_nonnegative(coefficient, known)) return std::nullopt;
    if (term.op == Op::Tar) sum.stiffness = sum.stiffness + coefficient * term.slope;
    sum.height = sum.height + coefficient * term.width;
  }
  if (!is_known_positive(sum.stiffness, known)) return std::nullopt;
  return sum;
}

// y + k f(y, g) = r, where y = slope * unknown + offset.
struct Feedback {
  UnknownTerm term{};
  Formula k{};
  Formula r{};
};

std::optional<Feedback> feedback_of(const Equation& equation, const std::string& unknown, Op op,
                                    const Assumptions& known) {
  const auto balance = balance_of(equation, unknown, known);
  if (!is_one_term(balance, op) || balance->linear.is_zero()) return std::nullopt;
  const UnknownTerm& term = balance->terms[0];
  const Formula scale = term.slope / balance->linear;
  Feedback result{term, term.coefficient * scale, term.offset - balance->rest * scale};
  if (!is_known_nonnegative(result.k, known)) return std::nullopt;
  return result;
}

Equation unknown_from_argument(const std::string& unknown, const UnknownTerm& term,
                               const Formula& argument) {
  return equals(unknown, (argument - term.offset) / term.slope);
}

}  // namespace

std::optional<Equation> dead_zones_in_series(const Equation& equation, const std::string& unknown,
                                             const Assumptions& known) {
  const auto pair = pair_of(equation, unknown, Op::Luz, known);
  if (!pair || !is_known_nonnegative(pair->k, known)) return std::nullopt;
  const auto& [first, k, x, a] = *pair;
  const Formula argument = first.slope * Formula::symbol(unknown) + first.offset;
  const Formula left = Formula::apply(Op::Luz, {argument, first.width});
  const Formula right = k / (k + 1) * Formula::apply(Op::Luz, {x, a + first.width});
  // The function as it stands in the equation, or its negative.
  const bool negative = left != first.function;
  return Equation{negative ? -left : left, Relation::Equal, negative ? -right : right};
}

std::optional<Equation> inverse_of_friction(const Equation& equation, const std::string& unknown,
                                            const Assumptions& known) {
  const auto balance = balance_of(equation, unknown, known);
  if (!is_one_term(balance, Op::Tar) || !balance->linear.is_zero()) return std::nullopt;
  const UnknownTerm& term = balance->terms[0];
  if (!is_known_not_zero(term.coefficient, known)) return std::nullopt;
  const Formula argument = Formula::apply(Op::Luz, {-balance->rest / term.coefficient, term.width});
  return unknown_from_argument(unknown, term, argument);
}

std::optional<Equation> inverse_of_frictions(const Equation& equation, const std::string& unknown,
                                             const Assumptions& known) {
  const auto balance = balance_of(equation, unknown, known);
  if (!balance || balance->terms.empty()) return std::nullopt;
  auto sum = friction_of(*balance, 1, known);
  if (!sum) sum = friction_of(*balance, -1, known);
  if (!sum) return std::nullopt;
  const Formula u = Formula::apply(Op::Luz, {sum->force, sum->height}) / sum->stiffness;
  return equals(unknown, u - sum->shift);
}

std::optional<Equation> shared_slip_first(const Equation& equation, const std::string& unknown,
                                          const Assumptions& known) {
  const auto pair = pair_of(equation, unknown, Op::Tar, known);
  if (!pair || !is_known_positive(pair->k, known)) return std::nullopt;
  const auto& [first, k, x, a] = *pair;
  const Formula width = k * a - first.width;
  if (!is_known_nonnegative(width, known)) return std::nullopt;
  const Formula y = x - Formula::apply(Op::Luz, {x, width}) / (k + 1);
  return unknown_from_argument(unknown, first, y);
}

std::optional<Equation> shared_slip_second(const Equation& equation, const std::string& unknown,
                                           const Assumptions& known) {
  const auto pair = pair_of(equation, unknown, Op::Tar, known);
  if (!pair || !is_known_positive(pair->k, known)) return std::nullopt;
  const auto& [first, k, x, a] = *pair;
  const Formula width = (first.width - k * a) / k;
  if (!is_known_nonnegative(width, known)) return std::nullopt;
  const Formula y = k / (k + 1) * Formula::apply(Op::Luz, {x, width});
  return unknown_from_argument(unknown, first, y);
}

std::optional<Equation> dead_zone_in_balance(const Equation& equation, const std::string& unknown,
                                             const Assumptions& known) {
  const auto feedback = feedback_of(equation, unknown, Op::Luz, known);
  if (!feedback) return std::nullopt;
  const auto& [term, k, r] = *feedback;
  const Formula y = r - k / (k + 1) * Formula::apply(Op::Luz, {r, term.width});
  return unknown_from_argument(unknown, term, y);
}

std::optional<Equation> saturation_in_balance(const Equation& equation, const std::string& unknown,
                                              const Assumptions& known) {
  const auto feedback = feedback_of(equation, unknown, Op::Sat, known);
  if (!feedback) return std::nullopt;
  const auto& [term, k, r] = *feedback;
  const Formula y = r - k / (k + 1) * Formula::apply(Op::Sat, {r, (k + 1) * term.width});
  return unknown_from_argument(unknown, term, y);
}

std::optional<Equation> saturation_of_itself(const Equation& equation, const std::string& unknown,
                                             const Assumptions& known) {
  const auto balance = any_balance_of(equation, unknown, known);
  if (!is_one_term(balance, Op::Sat) || balance->linear.is_zero() || !balance->rest.is_zero()) {
    return std::nullopt;
  }
  // unknown = factor * s with s = sat(slope * factor * s + offset, width)
  const UnknownTerm& term = balance->terms[0];
  const Formula factor = -term.coefficient / balance->linear;
  const Formula steepness = Formula(1) - term.slope * factor;
  if (!is_known_positive(steepness, known)) return std::nullopt;
  return equals(unknown, factor * Formula::apply(Op::Sat, {term.offset / steepness, term.width}));
}

}  // namespace luztar::rules_code
