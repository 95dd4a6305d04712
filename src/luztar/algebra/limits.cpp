// Limits of formulas by orders of growth.
//
// With S = s (s to inf) or S = 1/s (s to +0), every part is written as S^n (L + what tends to 0).
// luz and sat are homogeneous, luz(S x, S a) = S luz(x, a), and continuous; tar and sgn jump, so
// their argument must be S^n L with nothing added.
#include <algorithm>
#include <array>
#include <utility>

#include "luztar/algebra/formula_access.h"

namespace luztar {
namespace {

struct Growth {
  int order{};
  Formula value{};  ///< L
};

class Limit {
 public:
  Limit(const std::string& symbol, LimitKind kind)
      : symbol_(symbol), atom_(make_symbol_atom(symbol)), kind_(kind) {}

  std::optional<Growth> growth(const Formula& formula) {
    std::vector<std::pair<AtomPtr, Formula>> stand_ins;
    std::vector<std::pair<AtomPtr, Formula>> limits;
    for (const AtomPtr& atom : atoms_of(formula)) {
      if (atom->op == Op::Symbol || !contains_symbol(atom_formula(atom), symbol_)) continue;
      const auto found = function_growth(atom->op, atom->operands);
      if (!found) return std::nullopt;
      // A name that no model can have.
      const AtomPtr fresh = make_symbol_atom("\x02" + std::to_string(stand_ins.size()));
      stand_ins.emplace_back(atom, scaled(atom_formula(fresh), found->order));
      limits.emplace_back(fresh, found->value);
    }
    return growth_of_quotient(replace_atoms(formula, stand_ins), limits);
  }

 private:
  std::string symbol_;
  AtomPtr atom_;
  LimitKind kind_;

  // S^order * formula
  Formula scaled(const Formula& formula, int order) const {
    const int power = kind_ == LimitKind::Infinity ? order : -order;
    return formula * whole_power(atom_formula(atom_), power);
  }

  struct Lead {
    int order{};
    Polynomial coefficient{};
  };

  Lead lead(const Polynomial& polynomial) const {
    const std::vector<Polynomial> parts = coefficients(polynomial, atom_);
    const int last = static_cast<int>(parts.size()) - 1;
    if (kind_ == LimitKind::Infinity) return {last, parts.back()};
    int first = 0;
    while (first < last && parts[static_cast<std::size_t>(first)].is_zero()) ++first;
    return {-first, parts[static_cast<std::size_t>(first)]};
  }

  std::optional<Growth> growth_of_quotient(
      const Formula& formula, const std::vector<std::pair<AtomPtr, Formula>>& limits) const {
    const Lead top = lead(numerator_of(formula));
    const Lead bottom = lead(denominator_of(formula));
    const Formula divisor = replace_atoms(formula_of(bottom.coefficient), limits);
    if (divisor.is_zero()) return std::nullopt;
    const Formula dividend = replace_atoms(formula_of(top.coefficient), limits);
    return Growth{top.order - bottom.order, dividend / divisor};
  }

  bool is_exactly(const Formula& formula, const Growth& growth) const {
    return formula == scaled(growth.value, growth.order);
  }

  std::optional<Growth> function_growth(Op op, const std::vector<Formula>& operands) {
    std::vector<Growth> growths;
    for (const Formula& operand : operands) {
      const auto found = growth(operand);
      if (!found) return std::nullopt;
      growths.push_back(*found);
    }
    switch (op) {
      case Op::Luz:
      case Op::Sat:
        return dead_zone_growth(op, growths);
      case Op::Tar:
      case Op::Sign:
        if (!is_exactly(operands[0], growths[0])) return std::nullopt;
        if (op == Op::Tar) return tar_growth(growths);
        return Growth{0, Formula::apply(op, {growths[0].value})};
      default:
        return continuous_growth(op, growths);
    }
  }

  static std::optional<Growth> dead_zone_growth(Op op, const std::vector<Growth>& x) {
    // The width is not negative; once it has outgrown the argument nothing passes a dead zone.
    if (x[1].order > x[0].order && !x[1].value.is_zero()) {
      return op == Op::Luz ? Growth{0, Formula(0)} : x[0];
    }
    const Formula width = x[1].order == x[0].order ? x[1].value : Formula(0);
    return Growth{x[0].order, Formula::apply(op, {x[0].value, width})};
  }

  static std::optional<Growth> tar_growth(const std::vector<Growth>& x) {
    if (x[1].order > x[0].order) {
      return Growth{x[1].order, x[1].value * Formula::apply(Op::Sign, {x[0].value})};
    }
    const Formula height = x[1].order == x[0].order ? x[1].value : Formula(0);
    return Growth{x[0].order, Formula::apply(Op::Tar, {x[0].value, height})};
  }

  static bool is_continuous(Op op) {
    constexpr std::array kContinuous = {Op::Sin,  Op::Cos,   Op::Atan, Op::Sinh, Op::Cosh,
                                        Op::Tanh, Op::Exp,   Op::Sqrt, Op::Abs,  Op::Min,
                                        Op::Max,  Op::Asinh, Op::Hypot};
    return std::ranges::find(kContinuous, op) != kContinuous.end();
  }

  static std::optional<Growth> continuous_growth(Op op, const std::vector<Growth>& growths) {
    if (!is_continuous(op)) return std::nullopt;
    std::vector<Formula> limits;
    for (const Growth& growth : growths) {
      if (growth.order > 0) return std::nullopt;
      limits.push_back(growth.order < 0 ? Formula(0) : growth.value);
    }
    return Growth{0, Formula::apply(op, std::move(limits))};
  }
};

}  // namespace

std::optional<Formula> limit(const Formula& formula, const std::string& symbol, LimitKind kind) {
  if (!contains_symbol(formula, symbol)) return formula;
  const auto growth = Limit(symbol, kind).growth(formula);
  if (!growth || growth->order > 0) return std::nullopt;
  return growth->order < 0 ? Formula(0) : growth->value;
}

}  // namespace luztar
