#include "luztar/model/delays.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "luztar/model/element_forces.h"
#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"
#include "luztar/symbolic/functions.h"

namespace luztar {
namespace {

Expression pair_of(Op op, const Expression& a, const Expression& b) {
  return Expression::apply(op, {a, b});
}

/// Calls visit(place, expression, element) for all laws that may say delay; `element` is that whose
/// deflection is d, or nullptr.
template <class AnyModel, class Visit>
void for_each_law(AnyModel& model, const Visit& visit) {
  const auto look = [&](auto& item, const Deflection* deflection) {
    for_each_field(item, [&](const Field& field, auto& expression) {
      visit(field.place, expression, deflection);
    });
  };
  for (auto& signal : model.signals)
    if (auto* value = std::get_if<Expression>(&signal.value)) visit(Place::Time, *value, nullptr);
  for (auto& state : model.states) look(state, nullptr);
  for (auto& controller : model.controllers) look(controller, nullptr);
  for (auto& body : model.bodies) look(body, nullptr);
  for_each_element(model, [&](auto& element) {
    const Deflection* own = &element.deflection;
    look(element, own);
  });
}

/// The symbols follow from the time and parameters.
bool follows_from_time(const Expression& expression) {
  return std::ranges::none_of(symbols_of(expression), [](const Expression& symbol) {
    const std::string& name = symbol.symbol();
    return name == "d" || name == "v" || name.find('.') != std::string::npos;
  });
}

/// Rewrites expressions operand by operand; what holds no delay stays as it is.
template <class Rewrite>
Expression rewritten(const Expression& expression, const Rewrite& rewrite) {
  if (find_delay(expression) == nullptr) return expression;
  std::vector<Expression> operands;
  for (const Expression& operand : expression.operands())
    operands.push_back(rewritten(operand, rewrite));
  return expression.op() == Op::Delay ? rewrite(expression, operands)
                                      : expression.with(std::move(operands));
}

/// Puts the delays of a model beside its laws.
class Beside {
 public:
  explicit Beside(Model& model)
      : model_(model), start_(model.simulation.at_rest ? Expression() : model.simulation.start) {}

  void run() {
    for_each_law(model_, [&](Place, Expression& law, const Deflection* own) {
      law = rewritten(law, [&](const Expression& whole, const std::vector<Expression>& operands) {
        return delayed(whole, operands, own);
      });
    });
  }

 private:
  Expression delayed(const Expression& whole, const std::vector<Expression>& operands,
                     const Deflection* own) {
    const Expression& time = operands[1];
    const Expression ago = pair_of(Op::Subtract, Expression::symbol("t"), time);
    const bool of_time = follows_from_time(operands[0]);
    Expression value = of_time ? at(operands[0], ago)
                               : beside({without_deflection(operands[0], own), time,
                                         operands.size() > 2, to_text(whole), whole.where()});
    if (!of_time && operands.size() < 3) return value;
    const Expression before = operands.size() > 2 ? at(operands[2], ago) : at(operands[0], start_);
    const Expression begins =
        pair_of(Op::Less, Expression::symbol("t"), pair_of(Op::Add, start_, time));
    return Expression::apply(Op::If, {begins, before, value}, whole.where());
  }

  Expression without_deflection(const Expression& x, const Deflection* own) const {
    if (own == nullptr) return x;
    return substitute(
        x, {{"d", deflection_sum(model_, *own, "q")}, {"v", deflection_sum(model_, *own, "v")}});
  }

  /// What follows from the time, at another one.
  Expression at(const Expression& x, const Expression& time) {
    std::map<std::string, Expression> values{{"t", time}};
    for (const Expression& symbol : symbols_of(x))
      for (const Signal& signal : model_.signals)
        if (signal.name == symbol.symbol()) values.emplace(signal.name, at(signal, time));
    return substitute(x, values);
  }

  Expression at(const Signal& signal, const Expression& time) {
    if (const auto* value = std::get_if<Expression>(&signal.value)) return at(*value, time);
    TablePtr& rows = rows_[signal.name];
    if (!rows) {
      const Table& data = std::get<Table>(signal.value);
      rows = make_table_function(signal.name, data.time, data.value, data.interpolation,
                                 Beyond::Extend);
    }
    return Expression::lookup(rows, {time});
  }

  Expression beside(Delay delay) {
    const auto same = std::ranges::find_if(model_.delays, [&](const Delay& other) {
      return other.has_history == delay.has_history &&
             to_text(other.argument) == to_text(delay.argument) &&
             to_text(other.time) == to_text(delay.time);
    });
    const auto place = static_cast<std::size_t>(same - model_.delays.begin());
    const SourceLocation where = delay.where;
    if (same == model_.delays.end()) model_.delays.push_back(std::move(delay));
    return Expression::symbol("x.delay." + std::to_string(place), where);
  }

  Model& model_;
  Expression start_;  ///< of the run [s]
  std::map<std::string, TablePtr> rows_;
};

void check_delay(const Expression& delay, Place place, const SourceLocation& fallback,
                 Diagnostics& mistakes) {
  const auto report = [&](const Expression& at, std::string what, std::string advice) {
    mistakes.push_back({known_place(at.where(), known_place(delay.where(), fallback)),
                        std::move(what), std::move(advice)});
  };
  const auto& operands = delay.operands();
  if (place == Place::Constant || place == Place::Geometry)
    return report(delay,
                  place == Place::Constant
                      ? "delay() is not allowed here: this value is a constant"
                      : "delay() is not allowed here: a deflection follows from positions",
                  "it belongs in motion, forces, force laws, signals, the rates and jumps of "
                  "states and the updates of controllers");
  for (const Expression& symbol : symbols_of(operands[1]))
    if (symbol.symbol() == "t" || symbol.symbol() == "d" || symbol.symbol() == "v" ||
        symbol.symbol().find('.') != std::string::npos)
      return report(symbol,
                    "the time of delay() is a constant, and '" + symbol.symbol() + "' changes",
                    "write delay(x, T) with parameters in T");
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (const Expression* inner = find_delay(operands[i]))
      return report(*inner, "a delay() stands in another one",
                    i == 0 ? "add their times: delay(x, T1 + T2)" : "write it without");
  if (operands.size() > 2 && !follows_from_time(operands[2]))
    report(operands[2], "the history of delay() follows from the time alone",
           "write delay(x, T, history) with t, signals and parameters in it");
}

}  // namespace

const Expression* find_delay(const Expression& expression) {
  if (expression.op() == Op::Delay) return &expression;
  if (expression.op() == Op::Number || expression.op() == Op::Symbol) return nullptr;
  for (const Expression& operand : expression.operands())
    if (const Expression* found = find_delay(operand)) return found;
  return nullptr;
}

const Expression* find_delay(const Model& model) {
  const Expression* found = nullptr;
  for_each_law(model, [&](Place, const Expression& law, const Deflection*) {
    if (found == nullptr) found = find_delay(law);
  });
  return found;
}

std::optional<Model> with_delays_beside(const Model& model) {
  if (find_delay(model) == nullptr) return std::nullopt;
  Model beside = model;
  Beside(beside).run();
  return beside;
}

std::optional<Model> without_delays(const Model& model) {
  if (find_delay(model) == nullptr) return std::nullopt;
  Model still = model;
  for_each_law(still, [](Place, Expression& law, const Deflection*) {
    law = rewritten(law, [](const Expression&, const std::vector<Expression>& operands) {
      return operands[0];
    });
  });
  return still;
}

void refuse_delays(const Model& model, const std::string& who, const std::string& advice) {
  if (const Expression* delay = find_delay(model))
    throw ModelError(delay->where(), who + " '" + to_text(*delay) + "'", advice);
}

void check_delays(const Model& model, Diagnostics& mistakes) {
  const auto check = [&](const Expression& law, Place place) {
    const auto all = [&](const auto& self, const Expression& e) -> void {
      if (e.op() == Op::Number || e.op() == Op::Symbol) return;
      if (e.op() == Op::Delay) return check_delay(e, place, law.where(), mistakes);
      for (const Expression& operand : e.operands()) self(self, operand);
    };
    if (find_delay(law) != nullptr) all(all, law);
  };
  for_each_law(model,
               [&](Place place, const Expression& law, const Deflection*) { check(law, place); });
  for (const Parameter& parameter : model.parameters) check(parameter.value, Place::Constant);
  for_each_element(model, [&](const auto& element) {
    if (element.deflection.formula) check(*element.deflection.formula, Place::Geometry);
    describe_arms(element.deflection, [&](const Expression& arm) { check(arm, Place::Constant); });
  });
}

}  // namespace luztar
