#include "luztar/model/inputs.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>

#include "luztar/core/quantity.h"
#include "luztar/model/check.h"
#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"
#include "luztar/symbolic/piecewise_cubic.h"

namespace luztar {
namespace {

class InputWriter {
 public:
  InputWriter(const Model& model, const ParameterValues& overrides)
      : file_(model), values_(evaluate_parameters(model, overrides)), result_{model, {}} {
    for (const Parameter& parameter : model.parameters)
      if (!overrides.contains(parameter.name)) written_[parameter.name] = &parameter.value;
    for (const Signal& signal : model.signals)
      if (const auto* formula = std::get_if<Expression>(&signal.value))
        written_[signal.name] = formula;
    for (const StateVariable& state : model.states) taken_.insert(state.name);
    for (const Controller& controller : model.controllers) taken_.insert(controller.name);
  }

  void add(const ModelInput& input) {
    if (input.degree < 0)
      throw std::invalid_argument("the input " + quote(input.name) + " has a negative degree");
    if (meanings_.contains(input.name))
      throw std::invalid_argument("the input " + quote(input.name) + " is named twice");
    const double start = start_of(input.name);
    const std::string unit = unit_of(input.name);
    result_.inputs.push_back({result_.model.states.size(), start, unit});
    std::vector<std::string> names{free_name(input.name)};
    for (int n = 1; n <= input.degree; ++n)
      names.push_back(free_name(input.name + "_" + std::to_string(n)));
    for (std::size_t n = 0; n < names.size(); ++n)
      result_.model.states.push_back(
          {.name = names[n],
           .rate = n + 1 < names.size() ? Expression::symbol("x." + names[n + 1]) : Expression(),
           .start = Expression::number(n == 0 ? start : 0.0),
           .unit = n == 0 ? unit : ""});
    meanings_[input.name] = Expression::symbol("x." + names[0]);
  }

  ModelWithInputs write() {
    Model& model = result_.model;
    each(model.states);
    each(model.controllers);
    each(model.bodies);
    for_each_element_list(model, [this](PartKind, auto& list) { each(list); });
    for (const Inertia& inertia : model.inertias)
      for (const Inertia::Entry& entry : inertia.entries())
        if (reads(entry.value)) refuse(entry.value, inertia.name, "an inertia", inertia.where);
    write_run();
    drop_what_is_read();
    throw_if_any(std::move(mistakes_), file_);
    return std::move(result_);
  }

 private:
  /// What a name stands for now; nothing: what it did in the file.
  const Expression* meaning(const std::string& name) {
    if (const auto known = meanings_.find(name); known != meanings_.end())
      return known->second ? &*known->second : nullptr;
    const auto written = written_.find(name);
    if (written == written_.end()) return nullptr;
    auto& own = meanings_[name];  // a cycle ends here
    if (reads(*written->second)) own = replaced(*written->second);
    return own ? &*own : nullptr;
  }

  bool reads(const Expression& expression) {
    const std::vector<Expression> symbols = symbols_of(expression);
    return std::ranges::any_of(
        symbols, [this](const Expression& symbol) { return meaning(symbol.symbol()) != nullptr; });
  }

  Expression replaced(const Expression& expression) {
    return substitute(expression, [this](const std::string& name) { return meaning(name); });
  }

  double value_at_start(const Expression& expression) {
    return evaluate(expression, [this](const std::string& name) {
      if (name == "t") return evaluate(file_.simulation.start, values_);
      const auto parameter = values_.find(name);
      return parameter != values_.end() ? parameter->second : start_of(name);
    });
  }

  /// Of a parameter or a signal.
  double start_of(const std::string& name) {
    if (const auto value = values_.find(name); value != values_.end()) return value->second;
    for (const Signal& signal : file_.signals) {
      if (signal.name != name) continue;
      if (const auto* formula = std::get_if<Expression>(&signal.value))
        return value_at_start(*formula);
      const Table& table = std::get<Table>(signal.value);
      return luztar::evaluate(interpolate(table.time, table.value, table.interpolation),
                              evaluate(file_.simulation.start, values_));
    }
    fail_unknown(name);
  }

  [[noreturn]] void fail_unknown(const std::string& name) const {
    const std::vector<std::string> known = Names(file_).of({NameKind::Parameter, NameKind::Signal});
    throw std::invalid_argument("no parameter or signal " + quote(name) + "; " +
                                suggest(name, known,
                                        "an input is a name of [parameters] or "
                                        "[signals]"));
  }

  std::string unit_of(const std::string& name) const {
    for (const Parameter& parameter : file_.parameters)
      if (parameter.name == name && !parameter.unit.empty())
        return si_unit(parameter.unit, parameter.where);
    return "";
  }

  /// Of a state.
  std::string free_name(std::string name) {
    while (!taken_.insert(name).second) name += "_input";
    return name;
  }

  template <class Item>
  void each(std::vector<Item>& list) {
    for (Item& item : list) {
      if constexpr (requires { item.deflection; }) write_deflection(item);
      for_each_field(item, [&](const Field& field, Expression& value) {
        if (reads(value)) write(item, field, value);
      });
    }
  }

  template <class Item>
  void write(const Item& item, const Field& field, Expression& value) {
    const std::string_view key = field.key;
    if (field.place == Place::Law || field.place == Place::Feedback ||
        field.place == Place::Sampled)
      value = replaced(value);
    else if (key == "position" || key == "velocity" || key == "start" || key == "memory")
      value = Expression::number(value_at_start(value), value.where());
    else
      refuse(value, item.name, "'" + std::string(key) + "'", item.where);
  }

  template <class Item>
  void write_deflection(const Item& item) {
    const auto look = [&](const Expression& value) {
      if (reads(value)) refuse(value, item.name, "a deflection", item.where);
    };
    if (item.deflection.formula)
      look(*item.deflection.formula);
    else
      describe_arms(item.deflection, look);
  }

  void refuse(const Expression& value, const std::string& owner, const std::string& what,
              const SourceLocation& where) {
    std::string input;
    for (const Expression& symbol : symbols_of(value))
      if (input.empty() && meaning(symbol.symbol()) != nullptr) input = symbol.symbol();
    mistakes_.push_back({known_place(value.where(), where),
                         what + " of " + quote(owner) + " reads " + quote(input) +
                             ", which follows an input: it stays the same from step to step",
                         "leave it out of the inputs and give the stepper other parameters"});
  }

  void write_run() {
    SimulationTable& run = result_.model.simulation;
    const auto number = [this](Expression& value) {
      if (reads(value)) value = Expression::number(value_at_start(value), value.where());
    };
    for_each_field(run, [&](const Field&, Expression& value) { number(value); });
    for (auto* value : {&run.step, &run.span, &result_.model.output.checkpoint})
      if (*value) number(**value);
  }

  void drop_what_is_read() {
    Model& model = result_.model;
    const auto follows = [this](const auto& item) {
      return meaning(item.name) != nullptr;
    };
    std::erase_if(model.parameters, follows);
    std::erase_if(model.signals, follows);
    model.sweep = {};
    model.fit = {};
    model.repeats.clear();
  }

  const Model& file_;
  ParameterValues values_;
  ModelWithInputs result_;
  std::map<std::string, const Expression*> written_;  ///< of parameters and signals
  std::map<std::string, std::optional<Expression>> meanings_;
  std::set<std::string> taken_;  ///< names of states and controllers
  Diagnostics mistakes_;
};

}  // namespace

ModelWithInputs with_inputs(const Model& model, const std::vector<ModelInput>& inputs,
                            const ParameterValues& overrides) {
  validate(model, overrides);
  InputWriter writer(model, overrides);
  for (const ModelInput& input : inputs) writer.add(input);
  return writer.write();
}

}  // namespace luztar
