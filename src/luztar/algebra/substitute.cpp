// Symbols replaced by formulas.
#include <algorithm>
#include <map>
#include <utility>

#include "luztar/algebra/formula_access.h"

namespace luztar {
namespace {

// sum of c_i (n/m)^i = (sum of c_i n^i m^(d-i)) / m^d, so that nothing has to be reduced on the
// way.
struct Homogeneous {
  Polynomial value{};
  std::uint32_t degree{};  ///< the power of the denominator that is still to divide
};

Homogeneous replace_one(const Polynomial& polynomial, const AtomPtr& atom, const Formula& by) {
  const std::vector<Polynomial> parts = coefficients(polynomial, atom);
  const Polynomial& n = numerator_of(by);
  const Polynomial& m = denominator_of(by);
  Polynomial value = parts.back();
  Polynomial m_power(Integer(1));
  for (std::size_t i = parts.size() - 1; i-- > 0;) {
    m_power = m_power * m;
    value = value * n + parts[i] * m_power;
  }
  return {std::move(value), static_cast<std::uint32_t>(parts.size() - 1)};
}

Formula replace_one(const Formula& formula, const AtomPtr& atom, const Formula& by) {
  const Homogeneous top = replace_one(numerator_of(formula), atom, by);
  const Homogeneous bottom = replace_one(denominator_of(formula), atom, by);
  const Polynomial& m = denominator_of(by);
  const std::uint32_t common = std::min(top.degree, bottom.degree);
  return formula_of(top.value * power(m, bottom.degree - common),
                    bottom.value * power(m, top.degree - common));
}

// True if a value contains an atom that is to be replaced itself.
bool share_atoms(const std::vector<std::pair<AtomPtr, Formula>>& values) {
  for (const auto& [atom, value] : values) {
    for (const auto& [other, unused] : values) {
      if (numerator_of(value).position(other) || denominator_of(value).position(other)) return true;
    }
  }
  return false;
}

// Rebuilds formulas with their symbols replaced, each atom once.
class Rebuilder {
 public:
  explicit Rebuilder(const std::map<std::string, Formula>& values) : values_(values) {}

  Formula rebuild(const Formula& formula) {
    std::vector<std::pair<AtomPtr, Formula>> values;
    for (const AtomPtr& atom : atoms_of(formula)) {
      Formula value = value_of(atom);
      if (value != atom_formula(atom)) values.emplace_back(atom, std::move(value));
    }
    return replace_atoms(formula, values);
  }

 private:
  const std::map<std::string, Formula>& values_;
  std::map<AtomPtr, Formula> known_{};

  Formula value_of(const AtomPtr& atom) {
    const auto known = known_.find(atom);
    if (known != known_.end()) return known->second;
    return known_.emplace(atom, new_value(atom)).first->second;
  }

  Formula new_value(const AtomPtr& atom) {
    if (atom->op == Op::Symbol) {
      const auto value = values_.find(atom->name);
      return value == values_.end() ? atom_formula(atom) : value->second;
    }
    std::vector<Formula> operands;
    for (const Formula& operand : atom->operands) operands.push_back(rebuild(operand));
    if (operands == atom->operands) return atom_formula(atom);
    if (atom->op == Op::Lookup) return Formula::lookup(atom->table, operands);
    return Formula::apply(atom->op, operands);
  }
};

}  // namespace

Formula replace_atoms(const Formula& formula,
                      const std::vector<std::pair<AtomPtr, Formula>>& values) {
  if (values.empty()) return formula;
  if (values.size() == 1) return replace_one(formula, values[0].first, values[0].second);
  Formula result = formula;
  if (!share_atoms(values)) {
    for (const auto& [atom, value] : values) result = replace_one(result, atom, value);
    return result;
  }
  // All at once: names that no model can have stand in between.
  std::vector<AtomPtr> fresh;
  for (std::size_t i = 0; i < values.size(); ++i) {
    fresh.push_back(make_symbol_atom("\x01" + std::to_string(i)));
    result = replace_one(result, values[i].first, atom_formula(fresh[i]));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    result = replace_one(result, fresh[i], values[i].second);
  }
  return result;
}

Formula substitute(const Formula& formula, const std::map<std::string, Formula>& values) {
  return Rebuilder(values).rebuild(formula);
}

}  // namespace luztar
