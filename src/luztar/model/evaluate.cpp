// Parameters and constant expressions in numbers.
#include <cmath>
#include <cstddef>
#include <utility>

#include "luztar/core/number_text.h"
#include "luztar/model/check.h"
#include "luztar/model/dependencies.h"

namespace luztar {
namespace {

constexpr const char* kNotANumber = "check divisions by zero, roots and logarithms";

std::map<std::string, std::size_t> index_of(const Model& model) {
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < model.parameters.size(); ++i) {
    index.emplace(model.parameters[i].name, i);
  }
  return index;
}

void check_names_of(const ParameterValues& overrides, const Model& model, const Names& names,
                    Diagnostics& mistakes) {
  for (const auto& [name, value] : overrides) {
    if (names.has(name, NameKind::Parameter)) continue;
    const std::string other = names.what_is(name);
    mistakes.push_back(
        {SourceLocation{model.file, 0, 0}, "no parameter '" + name + "' to give a value to",
         !other.empty() ? other
                        : suggest(name, names.of({NameKind::Parameter}), "check its name")});
  }
}

void check_values_of(const ParameterValues& overrides, const Model& model, Diagnostics& mistakes) {
  for (const auto& [name, value] : overrides) {
    if (std::isfinite(value)) continue;
    mistakes.push_back({SourceLocation{model.file, 0, 0},
                        "the value given to '" + name + "' is not a finite number",
                        "give it a finite number"});
  }
}

void report_cycles(const Model& model, const Dependencies& dependencies, Diagnostics& mistakes) {
  for (const std::vector<std::size_t>& cycle : dependencies.cycles) {
    constexpr std::size_t kShown = 6;
    std::string path;
    for (std::size_t i = 0; i < cycle.size() && i < kShown; ++i) {
      path += model.parameters[cycle[i]].name + " -> ";
    }
    path += cycle.size() > kShown ? "..." : model.parameters[cycle.front()].name;
    mistakes.push_back({model.parameters[cycle.front()].where,
                        "these parameters need each other: " + path,
                        "give one of them a value of its own"});
  }
}

void report_value(const Parameter& parameter, Diagnostics& mistakes) {
  mistakes.push_back({known_place(parameter.value.where(), parameter.where),
                      "the parameter '" + parameter.name + "' is not a finite number",
                      kNotANumber});
}

/// What a table says of an argument that it does not cover, where it is why there is no value.
void check_reach(const Expression& expression, const ParameterValues& values) {
  for (const Expression& operand : expression.operands()) check_reach(operand, values);
  if (expression.op() != Op::Lookup) return;
  const auto x = value_of(expression.operands().front(), values);
  const auto y = value_of(expression.operands().back(), values);
  if (!x || !y || !std::isfinite(*x) || !std::isfinite(*y)) return;
  const PiecewiseCubic* ended = ended_before(*expression.table(), *x, *y);
  if (ended == nullptr) return;
  throw ModelError(
      expression.where(),
      reach_words(*ended) + ", its argument is " + rounded_text(ended->input == 2 ? *y : *x, 6),
      reach_advice(*ended));
}

}  // namespace

std::optional<double> value_of(const Expression& expression, const ParameterValues& values) {
  if (expression.op() == Op::Number) return expression.number();  // as most are
  if (expression.op() == Op::Symbol) {
    const auto found = values.find(expression.symbol());
    return found != values.end() ? std::optional(found->second) : std::nullopt;
  }
  bool known = true;
  const double value = evaluate(expression, [&](const std::string& name) {
    const auto found = values.find(name);
    if (found != values.end()) return found->second;
    known = false;
    return 0.0;
  });
  if (!known) return std::nullopt;
  if (std::isnan(value)) check_reach(expression, values);
  return value;
}

ParameterOrder::ParameterOrder(const Model& model, const Names& names,
                               const ParameterValues& overrides)
    : model_(model) {
  check_names_of(overrides, model, names, mistakes_);
  const auto index = index_of(model);
  std::vector<std::vector<std::size_t>> uses(model.parameters.size());
  for (std::size_t i = 0; i < model.parameters.size(); ++i) {
    const Parameter& parameter = model.parameters[i];
    check_symbols(parameter.value, Place::Constant, names, parameter.where, mistakes_);
    if (overrides.contains(parameter.name)) continue;  // its expression does not matter
    for (const Expression& symbol : symbols_of(parameter.value)) {
      const auto used = index.find(symbol.symbol());
      if (used != index.end()) uses[i].push_back(used->second);
    }
  }
  Dependencies dependencies = sort_dependencies(uses);
  report_cycles(model, dependencies, mistakes_);
  order_ = std::move(dependencies.order);
}

void ParameterOrder::evaluate(const ParameterValues& overrides, EvaluatedParameters& result) const {
  auto& [values, mistakes] = result;
  check_values_of(overrides, model_, mistakes);
  for (const std::size_t i : order_) {
    const Parameter& parameter = model_.parameters[i];
    const auto override_ = overrides.find(parameter.name);
    std::optional<double> value;
    try {
      value = override_ != overrides.end() ? std::optional<double>(override_->second)
                                           : value_of(parameter.value, values);
    } catch (const ModelError& error) {
      const auto& found = error.diagnostics();
      mistakes.insert(mistakes.end(), found.begin(), found.end());
    }
    if (value && std::isfinite(*value)) {
      values.insert_or_assign(parameter.name, *value);
      continue;
    }
    values.erase(parameter.name);
    if (value && override_ == overrides.end()) report_value(parameter, mistakes);
  }
}

EvaluatedParameters evaluate_what_can_be(const Model& model, const Names& names,
                                         const ParameterValues& overrides) {
  const ParameterOrder order(model, names, overrides);
  EvaluatedParameters result{{}, order.mistakes()};
  order.evaluate(overrides, result);
  return result;
}

ParameterValues evaluate_parameters(const Model& model, const ParameterValues& overrides) {
  EvaluatedParameters result = evaluate_what_can_be(model, Names(model), overrides);
  if (!result.mistakes.empty()) throw ModelError(std::move(result.mistakes));
  return std::move(result.values);
}

double evaluate(const Expression& expression, const ParameterValues& parameters) {
  const bool is_leaf = expression.op() == Op::Number || expression.op() == Op::Symbol;
  if (is_leaf)
    if (const auto value = value_of(expression, parameters); value && !std::isnan(*value))
      return *value;
  for (const Expression& symbol : symbols_of(expression)) {
    if (!parameters.contains(symbol.symbol())) {
      throw ModelError(symbol.where(), "no parameter '" + symbol.symbol() + "'",
                       "define it under [parameters]");
    }
  }
  const double value = *value_of(expression, parameters);
  if (std::isnan(value)) {
    throw ModelError(expression.where(), "the value is not a number", kNotANumber);
  }
  return value;
}

}  // namespace luztar
