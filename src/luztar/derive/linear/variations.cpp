#include "luztar/derive/linear/variations.h"

#include <algorithm>
#include <set>

#include "luztar/derive/linear/pieces_in_force.h"
#include "luztar/symbolic/differentiate.h"

namespace luztar {

void add_to(FormulaRow& row, const Formula& factor, const FormulaRow& other) {
  for (const auto& [column, entry] : other) {
    const Formula sum = row[column] + factor * entry;
    if (sum.is_zero())
      row.erase(column);
    else
      row[column] = sum;
  }
}

FormulaRow unit_row(int column) { return {{column, Formula(1)}}; }

Variations::Variations(const Model& model, const LinearRegime& regime, int first)
    : regime_(regime), inputs_(regime.inputs), first_(first) {
  for (const Parameter& parameter : model.parameters) parameters_[parameter.name] = &parameter;
  for (const Signal& signal : model.signals) signals_[signal.name] = &signal;
}

int Variations::column(std::size_t input, std::size_t rate) const {
  return first_ + static_cast<int>(rate * inputs_.size() + input);
}

Formula Variations::formula(const Expression& expression) const {
  return to_formula(piece_in_force(expression, regime_.values));
}

FormulaRow Variations::of(const Expression& expression) const {
  std::set<std::string> names;
  for (const Expression& symbol : symbols_of(expression)) names.insert(symbol.symbol());
  FormulaRow sum;
  for (const std::string& name : names) {
    const FormulaRow row = of_symbol(name);
    if (row.empty()) continue;
    const Expression by_symbol = differentiate(expression, [&](const std::string& other) {
      return Expression::number(other == name ? 1.0 : 0.0);
    });
    add_to(sum, formula(by_symbol), row);
  }
  return sum;
}

FormulaRow Variations::of_symbol(const std::string& symbol) const {
  if (const auto found = rows_.find(symbol); found != rows_.end()) return found->second;
  FormulaRow row;
  const auto input = std::ranges::find(inputs_, symbol);
  if (input != inputs_.end())
    row = unit_row(column(static_cast<std::size_t>(input - inputs_.begin()), 0));
  if (const auto signal = signals_.find(symbol); signal != signals_.end()) {
    if (const auto* expression = std::get_if<Expression>(&signal->second->value))
      add_to(row, Formula(1), of(*expression));
  } else if (const auto parameter = parameters_.find(symbol);
             parameter != parameters_.end() && row.empty()) {
    row = of(parameter->second->value);
  }
  return row;
}

/// Of what follows from parameters, signals and time.
Expression Variations::slope(const Expression& expression, const std::string& input) const {
  return differentiate(expression, [&](const std::string& name) {
    if (const auto signal = signals_.find(name); signal != signals_.end()) {
      const auto* own = std::get_if<Expression>(&signal->second->value);
      Expression other = own ? slope(*own, input) : Expression::number(0.0);
      if (name != input) return other;
      return Expression::apply(Op::Add, {Expression::number(1.0), other});
    }
    if (name == input) return Expression::number(1.0);
    const auto parameter = parameters_.find(name);
    return parameter == parameters_.end() ? Expression::number(0.0)
                                          : slope(parameter->second->value, input);
  });
}

Expression Variations::time_slope(const Expression& expression) const {
  return differentiate(expression, [&](const std::string& name) {
    if (name == "t") return Expression::number(1.0);
    const auto signal = signals_.find(name);
    if (signal == signals_.end()) return Expression::number(0.0);
    if (const auto* own = std::get_if<Expression>(&signal->second->value)) return time_slope(*own);
    throw ModelError(signal->second->where,
                     "the rate of the signal '" + name +
                         "' is part of the linear system, and data have no formula of theirs",
                     "luztar linearize gives A, B, C, D in numbers");
  });
}

MotionVariation Variations::of_motion(const Expression& motion) const {
  MotionVariation made;
  for (std::size_t input = 0; input < inputs_.size(); ++input) {
    const Expression by_input = slope(motion, inputs_[input]);
    const Formula value = formula(by_input);
    if (value.is_zero()) continue;
    const Expression rate = time_slope(by_input);
    const Formula first = formula(rate), second = formula(time_slope(rate));
    const auto put = [&](FormulaRow& row, std::size_t order, const Formula& factor) {
      add_to(row, factor, unit_row(column(input, order)));
    };
    put(made.q, 0, value);
    put(made.v, 0, first);
    put(made.v, 1, value);
    put(made.a, 0, second);
    put(made.a, 1, Formula(2) * first);
    put(made.a, 2, value);
  }
  return made;
}

}  // namespace luztar
