#include "luztar/study/linear/linear_inputs.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "luztar/dynamics/system/tables.h"
#include "luztar/model/check.h"
#include "luztar/symbolic/differentiate.h"

namespace luztar {
namespace {

const Signal* signal_named(const Model& model, const std::string& name) {
  const auto found = std::ranges::find(model.signals, name, &Signal::name);
  return found == model.signals.end() ? nullptr : &*found;
}

bool has_parameter(const Model& model, const std::string& name) {
  return std::ranges::find(model.parameters, name, &Parameter::name) != model.parameters.end();
}

/// A name that nothing in formulas has.
std::string free_name(const Model& model, std::string name) {
  const auto is_taken = [&] {
    return has_parameter(model, name) || signal_named(model, name) != nullptr ||
           std::ranges::find(model.tables, name, &FunctionTable::name) != model.tables.end();
  };
  while (is_taken()) name += "_";
  return name;
}

void check_inputs(const Model& model, const std::vector<std::string>& inputs) {
  std::vector<std::string> known;
  for (const Signal& signal : model.signals) known.push_back(signal.name);
  for (const Parameter& parameter : model.parameters) known.push_back(parameter.name);
  std::set<std::string> seen;
  for (const std::string& name : inputs) {
    if (std::ranges::find(known, name) == known.end())
      throw ModelError({"input " + name, 0, 0}, "no parameter or signal '" + name + "'",
                       suggest(name, known, "inputs are parameters and signals: add one"));
    if (!seen.insert(name).second)
      throw ModelError({"input " + name, 0, 0}, "this input is named twice", "name it once");
  }
}

Expression sum(Expression a, Expression b) {
  return Expression::apply(Op::Add, {std::move(a), std::move(b)});
}
Expression times(Expression a, Expression b) {
  return Expression::apply(Op::Multiply, {std::move(a), std::move(b)});
}

class InputVariation {
 public:
  InputVariation(const Model& model, double time)
      : made_{model, {}},
        since_(
            Expression::apply(Op::Subtract, {Expression::symbol("t"), Expression::number(time)})) {}

  void add(const std::string& input) {
    std::array<std::string, 3> names{input, add_parameter(input + "_rate"),
                                     add_parameter(input + "_second_rate")};
    const Expression moves = sum(
        times(Expression::symbol(names[1]), since_),
        times(Expression::symbol(names[2]), times(Expression::number(0.5), times(since_, since_))));
    if (has_parameter(made_.model, input)) {
      moving_[input] = sum(Expression::symbol(input), moves);
    } else {
      names[0] = add_parameter(input + "_value");
      signals_[input] = sum(Expression::symbol(names[0]), moves);
    }
    made_.parameters.push_back(names);
  }

  VariedInputs take() {
    for (const Parameter& parameter : made_.model.parameters) follow(parameter);
    for (Body& body : made_.model.bodies)
      if (body.motion) body.motion = substitute(*body.motion, moving_);
    for (Signal& signal : made_.model.signals)
      if (auto* expression = std::get_if<Expression>(&signal.value))
        *expression = substitute(*expression, moving_);
    for (const auto& [name, moves] : signals_) move(name, moves);
    return std::move(made_);
  }

 private:
  std::string add_parameter(const std::string& name) {
    Parameter parameter;
    parameter.name = free_name(made_.model, name);
    parameter.value = Expression::number(0.0);
    made_.model.parameters.push_back(parameter);
    return parameter.name;
  }

  /// What a parameter is where inputs that it depends on move.
  bool follow(const Parameter& parameter) {
    if (moving_.contains(parameter.name)) return true;
    bool moves = false;
    for (const Expression& symbol : symbols_of(parameter.value)) {
      const auto read =
          std::ranges::find(made_.model.parameters, symbol.symbol(), &Parameter::name);
      if (read != made_.model.parameters.end() && follow(*read)) moves = true;
    }
    if (moves) moving_[parameter.name] = substitute(parameter.value, moving_);
    return moves;
  }

  void move(const std::string& name, const Expression& moves) {
    auto signal = std::ranges::find(made_.model.signals, name, &Signal::name);
    if (auto* expression = std::get_if<Expression>(&signal->value)) {
      *expression = sum(*expression, moves);
      return;
    }
    Signal data = *signal;
    data.name = free_name(made_.model, name + "_data");
    signal->value = sum(Expression::symbol(data.name), moves);
    made_.model.signals.push_back(std::move(data));
  }

  VariedInputs made_;
  Expression since_;
  std::map<std::string, Expression> moving_, signals_;
};

}  // namespace

VariedInputs with_varied_inputs(const Model& model, const std::vector<std::string>& inputs,
                                double time) {
  check_inputs(model, inputs);
  InputVariation variation(model, time);
  for (const std::string& name : inputs) variation.add(name);
  return variation.take();
}

double input_value(const Model& model, const ParameterValues& values, const std::string& name,
                   double time) {
  if (name == "t") return time;
  if (const auto found = values.find(name); found != values.end()) return found->second;
  const Signal& signal = *signal_named(model, name);
  if (const auto* table = std::get_if<Table>(&signal.value))
    return evaluate(interpolate(*table), time);
  return evaluate(std::get<Expression>(signal.value),
                  [&](const std::string& read) { return input_value(model, values, read, time); });
}

double signal_slope(const Model& model, const ParameterValues& values, const std::string& signal,
                    const std::string& parameter, double time) {
  const std::function<Expression(const std::string&)> slope_of =
      [&](const std::string& name) -> Expression {
    if (name == parameter) return Expression::number(1.0);
    const auto read = std::ranges::find(model.parameters, name, &Parameter::name);
    if (read != model.parameters.end()) return differentiate(read->value, slope_of);
    const Signal* found = signal_named(model, name);
    const auto* expression = found ? std::get_if<Expression>(&found->value) : nullptr;
    return expression ? differentiate(*expression, slope_of) : Expression::number(0.0);
  };
  return evaluate(slope_of(signal),
                  [&](const std::string& read) { return input_value(model, values, read, time); });
}

}  // namespace luztar
