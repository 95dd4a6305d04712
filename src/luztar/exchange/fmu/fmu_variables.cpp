#include "luztar/exchange/fmu/fmu_variables.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string_view>
#include <unordered_map>

#include "luztar/core/error.h"
#include "luztar/io/results.h"
#include "luztar/symbolic/expression.h"

namespace luztar {
namespace {

struct OutputWords {
  std::string_view prefix;  ///< of names of outputs
  const char* about;
  bool is_default;  ///< an output where none are named
};
constexpr std::array kOutputWords{
    OutputWords{"q", "position", true},
    OutputWords{"v", "velocity", true},
    OutputWords{"a", "acceleration", false},
    OutputWords{"d", "deflection", false},
    OutputWords{"rate", "rate of the deflection", false},
    OutputWords{"f", "force", true},
    OutputWords{"mode", "mode", true},
    OutputWords{"margin", "distance of the force from its limit", false},
    OutputWords{"z", "inner deflection", false},
    OutputWords{"x", "state", false},
    OutputWords{"energy", "sum of the energy ledger", false}};

const OutputWords& words_of_output(std::string_view name) {
  const std::string_view prefix = name.substr(0, name.find('.'));
  return *std::ranges::find(kOutputWords, prefix, &OutputWords::prefix);
}

FmuRole role_of(std::string_view name) {
  const std::string_view prefix = words_of_output(name).prefix;
  return prefix == "energy" ? FmuRole::Energy
         : prefix == "mode" ? FmuRole::Mode
                            : FmuRole::Quantity;
}

class Collector {
 public:
  Collector(const Model& model, const Stepper& run) : model_(model), run_(run) {}

  FmuVariables take() { return std::move(made_); }
  int add(FmuVariable variable);
  void add_given();
  void add_outputs(const std::vector<std::string>& wanted);
  void add_equations(const ModelExchange& equations);

 private:
  void add_parameters();
  int enumeration_of(const std::string& element);
  int place_of(const std::string& name) const;

  const Model& model_;
  const Stepper& run_;
  FmuVariables made_;
  std::unordered_map<std::string, int> places_;
};

int Collector::add(FmuVariable variable) {
  const int place = static_cast<int>(made_.list.size());
  places_.emplace(variable.name, place);
  made_.list.push_back(std::move(variable));
  return place;
}

/// Throws where two models of luztar do not agree on the names.
int Collector::place_of(const std::string& name) const {
  const auto found = places_.find(name);
  if (found == places_.end())
    throw std::logic_error("no variable of an FMU is called " + quote(name));
  return found->second;
}

/// Time, inputs and parameters.
void Collector::add_given() {
  const auto is_time = [](const auto& named) {
    return named.name == "time";
  };
  const bool taken = std::ranges::any_of(model_.parameters, is_time) ||
                     std::ranges::any_of(model_.signals, is_time);
  add({.role = FmuRole::Time,
       .name = taken ? "independent.time" : "time",
       .unit = "s",
       .about = "time"});
  for (const Stepper::Input& input : run_.inputs()) {
    const auto own = std::ranges::find(model_.parameters, input.name, &Parameter::name);
    add({.role = FmuRole::Input,
         .name = input.name,
         .unit = input.unit,
         .about = own != model_.parameters.end() ? own->about : "",
         .start = input.start});
  }
  add_parameters();
}

void Collector::add_parameters() {
  const std::vector<std::string> fixed = structural_parameters(model_);
  const auto list = run_.parameter_list();
  for (const Stepper::Variable& named : list) {
    const auto parameter = std::ranges::find(model_.parameters, named.name, &Parameter::name);
    if (parameter == model_.parameters.end()) continue;
    const bool is_made = !symbols_of(parameter->value).empty();
    const bool is_constant = std::ranges::find(fixed, named.name) != fixed.end();
    const FmuRole role = is_constant ? FmuRole::Constant
                         : is_made   ? FmuRole::Derived
                                     : FmuRole::Parameter;
    FmuVariable variable{
        .role = role, .name = named.name, .unit = named.unit, .about = parameter->about};
    if (role != FmuRole::Derived) variable.start = run_.parameters().at(named.name);
    add(std::move(variable));
  }
}

int Collector::enumeration_of(const std::string& element) {
  const auto& elements = run_.system().elements();
  const auto found = std::ranges::find(elements, element, &ElementInfo::name);
  const int index = static_cast<int>(found - elements.begin());
  FmuEnumeration made{"Mode", {}};
  for (const int mode : {0, 1, -1}) {
    std::string word = mode_word(run_.system(), index, mode);
    if (std::ranges::find(made.words, word) != made.words.end()) word += "_2";
    made.words[static_cast<std::size_t>(mode) + 1] = word;
  }
  for (const std::string& word : made.words) made.name += "_" + word;
  auto& list = made_.enumerations;
  const auto same = std::ranges::find(list, made.name, &FmuEnumeration::name);
  if (same != list.end()) return static_cast<int>(same - list.begin());
  list.push_back(std::move(made));
  return static_cast<int>(list.size()) - 1;
}

void Collector::add_outputs(const std::vector<std::string>& wanted) {
  for (const std::string& name : wanted) run_.output(name);
  const std::set<std::string> named(wanted.begin(), wanted.end());
  for (const Stepper::Variable& output : run_.outputs()) {
    const FmuRole role = role_of(output.name);
    FmuVariable variable{.role = role, .name = output.name, .unit = output.unit};
    variable.is_output =
        named.empty() ? words_of_output(output.name).is_default : named.contains(output.name);
    variable.about = words_of_output(output.name).about;
    if (role == FmuRole::Mode)
      variable.enumeration = enumeration_of(output.name.substr(output.name.find('.') + 1));
    add(std::move(variable));
  }
}

void Collector::add_equations(const ModelExchange& equations) {
  for (const ModelExchange::StateVariable& state : equations.state_list()) {
    const int own = place_of(state.name);
    const auto found = places_.find(state.derivative);
    const int slope = found != places_.end() ? found->second
                                             : add({.role = FmuRole::Slope,
                                                    .name = state.derivative,
                                                    .unit = state.derivative_unit,
                                                    .about = "its derivative by time"});
    made_.list[static_cast<std::size_t>(slope)].derivative_of = own;
    made_.states.emplace_back(own, slope);
  }
  for (std::size_t i = 0; i < equations.n_indicators(); ++i)
    add({.role = FmuRole::Indicator,
         .name = "indicator[" + std::to_string(i + 1) + "]",
         .about = equations.indicator_name(i)});
}

void collect(std::set<std::string>& names, const Expression& expression) {
  for (const Expression& symbol : symbols_of(expression)) names.insert(symbol.symbol());
}

}  // namespace

FmuVariables fmu_variables(const Model& model, const Stepper& run, const ModelExchange* equations,
                           const std::vector<std::string>& outputs) {
  Collector collector(model, run);
  collector.add_given();
  collector.add_outputs(outputs);
  if (equations != nullptr) collector.add_equations(*equations);
  return collector.take();
}

/// And those that they are made of.
std::vector<std::string> structural_parameters(const Model& model) {
  std::set<std::string> names;
  for (const Repeat& repeat : model.repeats) {
    for (const Repeat::Index& index : repeat.indices) collect(names, index.count);
    for (const Repeat::Local& local : repeat.parameters)
      if (local.random) collect(names, local.random->seed);
    for (const auto& kind : repeat.conditions)
      for (const Repeat::Conditions& conditions : kind)
        for (const Expression& condition : conditions) collect(names, condition);
  }
  for (std::size_t size = 0; size != names.size();) {
    size = names.size();
    for (const Parameter& parameter : model.parameters)
      if (names.contains(parameter.name)) collect(names, parameter.value);
  }
  std::vector<std::string> list;
  for (const Parameter& parameter : model.parameters)
    if (names.contains(parameter.name)) list.push_back(parameter.name);
  return list;
}

}  // namespace luztar
