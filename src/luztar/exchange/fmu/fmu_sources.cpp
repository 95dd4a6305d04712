#include "luztar/exchange/fmu/fmu_sources.h"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "luztar/core/error.h"
#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"
#include "luztar/derive/embedded.h"
#include "luztar/derive/export_c.h"
#include "luztar/derive/functions_source.h"
#include "luztar/network/network.h"

namespace luztar {
namespace {

/// What generated C has, by how names begin.
struct ShownKind {
  std::string_view prefix;
  const char* role;   ///< in runtime/fmu.c
  const char* place;  ///< how the enumerations of the header begin; nullptr: places are counted
};
constexpr std::array kShownKinds{
    ShownKind{"q", "Q", "BODY_"},          ShownKind{"v", "V", "BODY_"},
    ShownKind{"a", "A", "BODY_"},          ShownKind{"f", "F", "ELEMENT_"},
    ShownKind{"mode", "MODE", "ELEMENT_"}, ShownKind{"z", "Z", nullptr},
    ShownKind{"x", "X", nullptr}};

const ShownKind* shown_kind(const FmuVariable& variable) {
  if (variable.role != FmuRole::Quantity && variable.role != FmuRole::Mode) return nullptr;
  const std::string prefix = variable.name.substr(0, variable.name.find('.'));
  const auto* const found = std::ranges::find(kShownKinds, prefix, &ShownKind::prefix);
  return found == kShownKinds.end() ? nullptr : found;
}

/// "guide" of "q.guide".
std::string part_of(const FmuVariable& variable) {
  return variable.name.substr(variable.name.find('.') + 1);
}

/// A state's place in the list of the model; its length: it is a memory of a controller.
std::size_t place_of_state(const Model& model, const std::string& name) {
  const auto found = std::ranges::find(model.states, name, &StateVariable::name);
  return static_cast<std::size_t>(found - model.states.begin());
}

/// Its velocity follows from the balance of forces, and its acceleration is not computed.
bool is_massless(const Model& model, const std::string& name) {
  const ParameterValues values = evaluate_parameters(model);
  return std::ranges::any_of(model.bodies, [&](const Body& body) {
    return body.name == name && role_of(body, values) == BodyRole::Massless;
  });
}

bool is_compiled(const Model& model, const FmuVariable& variable) {
  const ShownKind* const kind = shown_kind(variable);
  if (kind == nullptr) return variable.role <= FmuRole::Constant;
  if (kind->prefix == "a") return !is_massless(model, part_of(variable));
  return kind->prefix != "x" || place_of_state(model, part_of(variable)) < model.states.size();
}

std::string in_c(const std::string& text) {
  std::string made = "\"";
  for (const char c : text)
    made += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return made + "\"";
}

/// Role, place and whether it is tunable, of one variable after the other.
class VariableTable {
 public:
  VariableTable(const Model& model, const std::string& identifier)
      : model_(model), identifier_(identifier) {}

  std::string line(const FmuVariable& variable) {
    const auto [role, place] = where(variable);
    return "  {" + in_c(variable.name) + ", LUZTAR_" + role + ", " + place + ", " +
           (variable.is_tunable ? "1" : "0") + "},\n";
  }

 private:
  std::pair<std::string, std::string> where(const FmuVariable& variable) {
    const std::string member =
        "offsetof(struct " + identifier_ + "_parameters, " + safe_name(variable.name) + ")";
    switch (variable.role) {
      case FmuRole::Time:
        return {"TIME", "0"};
      case FmuRole::Input:
        return {"INPUT", std::to_string(inputs_++)};
      case FmuRole::Parameter:
        return {"PARAMETER", member};
      case FmuRole::Derived:
      case FmuRole::Constant:
        return {"CALCULATED", member};
      default:
        break;
    }
    const ShownKind& kind = *shown_kind(variable);
    const std::string part = part_of(variable);
    if (kind.place != nullptr) return {kind.role, identifier_ + "_" + kind.place + part};
    return {kind.role,
            std::to_string(kind.prefix == "z" ? inner_++ : place_of_state(model_, part))};
  }

  const Model& model_;
  const std::string& identifier_;
  std::size_t inputs_{}, inner_{};
};

/// The table of variables, and the numbers that runtime/fmu.c reads.
std::string tables_of_fmu(const Model& model, const FmuVariables& variables,
                          const FmuSourceOptions& options) {
  VariableTable table(model, options.identifier);
  std::string lines, starts;
  for (const FmuVariable& variable : variables.list) {
    lines += table.line(variable);
    if (variable.role == FmuRole::Input)
      starts += (starts.empty() ? "" : ", ") + cell_text(*variable.start);
  }
  const std::string n_inputs = std::to_string(std::max<std::size_t>(options.inputs.size(), 1));
  return "enum { LUZTAR_VARIABLES = " + std::to_string(variables.list.size()) +
         ", LUZTAR_INPUTS = " + n_inputs +
         " };\nstatic const struct luztar_variable luztar_variable[LUZTAR_VARIABLES] = {\n" +
         lines + "};\nstatic const double luztar_input_start[LUZTAR_INPUTS] = {" +
         (starts.empty() ? "0" : starts) +
         "};\nstatic const char luztar_token[] = " + in_c(options.token) +
         ";\nstatic const double luztar_start = " + cell_text(options.start) +
         ";\nstatic const double luztar_same_time = " + cell_text(kNoise) +
         ", luztar_half_digits = " + cell_text(kHalfDigits) + ";\n\n";
}

/// C has no function for the inputs of a model without some.
std::string giver_of_inputs(const FmuSourceOptions& options) {
  const std::string& name = options.identifier;
  return "static int give_input(struct " + name + " *r, int input, double value)\n{\n" +
         (options.inputs.empty() ? "  (void)r;\n  (void)input;\n  (void)value;\n  return 0;\n"
                                 : "  return " + name + "_set_input(r, input, value);\n") +
         "}\n\n";
}

/// Of a file of runtime/, without what it needs to stand by itself.
std::string part_of_fmu(std::string_view file, const std::string& name) {
  constexpr std::string_view kGuard = "#if !GENERATED\n", kEnd = "#endif\n";
  if (file.starts_with(kGuard)) file.remove_prefix(file.find(kEnd) + kEnd.size());
  std::string text(file);
  for (std::size_t at = text.find("NAME"); at != std::string::npos;
       at = text.find("NAME", at + name.size()))
    text.replace(at, 4, name);
  return text + "\n";
}

/// Whether a value reads an input, or a parameter or a signal that is made of one.
class InputReaders {
 public:
  InputReaders(const Model& model, const std::vector<std::string>& inputs)
      : names_(inputs.begin(), inputs.end()) {
    for (std::size_t size = 0; size != names_.size();) {
      size = names_.size();
      for (const Parameter& parameter : model.parameters)
        if (reads(parameter.value)) names_.insert(parameter.name);
      for (const Signal& signal : model.signals)
        if (const auto* value = std::get_if<Expression>(&signal.value); value && reads(*value))
          names_.insert(signal.name);
    }
  }
  bool reads(const Expression& expression) const {
    const auto symbols = symbols_of(expression);
    return std::ranges::any_of(
        symbols, [this](const Expression& symbol) { return names_.contains(symbol.symbol()); });
  }

 private:
  std::set<std::string> names_;
};

}  // namespace

std::string compiled_identifier(const std::string& identifier) {
  const std::string name = safe_name(identifier);
  return name.starts_with('_') ? "m" + name : name;  // export_c() begins names with a letter
}

FmuVariables compiled_variables(const Model& model, FmuVariables all,
                                const std::vector<std::string>& wanted) {
  for (const FmuVariable& variable : all.list)
    if (!is_compiled(model, variable) && std::ranges::find(wanted, variable.name) != wanted.end())
      throw std::invalid_argument(
          "a compiled FMU has no " + quote(variable.name) +
          ": its variables are q, v, a, f, mode, z and x of [states]; leave it out, or "
          "export without --compiled");
  std::erase_if(all.list,
                [&](const FmuVariable& variable) { return !is_compiled(model, variable); });
  for (FmuVariable& variable : all.list) variable.derivative_of = -1;  // of places in the old list
  all.states.clear();
  return all;
}

std::vector<std::string> kept_start_values(const Model& model,
                                           const std::vector<std::string>& inputs) {
  const InputReaders readers(model, inputs);
  std::vector<std::string> notes;
  const auto look = [&](const Expression& value, const std::string& of) {
    if (readers.reads(value))
      notes.push_back("the start value of " + quote(of) +
                      " reads an input: it keeps what the file says");
  };
  for (const Body& body : model.bodies) {
    look(body.position, "q." + body.name);
    look(body.velocity, "v." + body.name);
  }
  for (const StateVariable& state : model.states) look(state.start, "x." + state.name);
  for (const Controller& controller : model.controllers)
    for (const Controller::Memory& memory : controller.memory)
      look(memory.start, "x." + controller.name + "." + memory.name);
  return notes;
}

std::map<std::string, std::string> fmu_sources(const Model& model, const FmuVariables& variables,
                                               const FmuSourceOptions& options) {
  const std::string& name = options.identifier;
  const ExportedC run = export_c(model, {.name = name, .inputs = options.inputs, .shows = true});
  std::string text = "/* " + name + "_fmu.c: the functions of FMI 2.0 for " + name +
                     ".c. Made by luztar. */\n\n#include \"" + name + ".h\"\n\n";
  for (const std::string_view file : {fmi2_types_h, fmu_types_h}) text += part_of_fmu(file, name);
  text += tables_of_fmu(model, variables, options) + giver_of_inputs(options);
  for (const std::string_view file : {fmu_c, fmi2_c, fmi2_solving_c})
    text += part_of_fmu(file, name);
  return {{name + ".h", run.header}, {name + ".c", run.source}, {name + "_fmu.c", text}};
}

}  // namespace luztar
