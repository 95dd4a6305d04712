#include "luztar/io/linear_files.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/number_text.h"
#include "luztar/core/quantity.h"
#include "luztar/dynamics/system/system.h"
#include "luztar/io/angles.h"
#include "luztar/io/channels.h"
#include "luztar/simulate/channel.h"

namespace luztar {
namespace {

class UnitsByName {
 public:
  explicit UnitsByName(const Model& model)
      : model_(model),
        system_(compile(model, {}, StartOfFile::Unused)),
        coordinates_(result_coordinates(model, system_)),
        dimensions_(model, coordinates_) {}

  std::string of(const std::string& name) const {
    const ChannelOwners owners{system_.bodies(), system_.elements(), system_.states()};
    const std::string channel = name.starts_with("next.") ? "x." + name.substr(5) : name;
    for (const Channel& item : all_channels(owners))
      if (name_of(owners, item) == channel) return unit_of(owners, item, coordinates_);
    const auto parameter = std::ranges::find(model_.parameters, name, &Parameter::name);
    if (parameter != model_.parameters.end() && !parameter->unit.empty()) {
      const std::string unit = si_unit(parameter->unit, parameter->where);
      return unit == "1" ? "" : unit;
    }
    const DimensionOf found = dimensions_.of_symbol(name);
    if (!found.is_sure() && found.certainty != DimensionOf::Certainty::Bare) return "";
    const std::string unit = to_text(found.dimension);
    return unit == "1" ? "" : unit;
  }

 private:
  const Model& model_;
  System system_;
  CoordinateKinds coordinates_;
  ModelDimensions dimensions_;
};

std::string matrix_lines(const char* name, const LinearSystem::Rows& rows, std::size_t columns,
                         bool python) {
  const std::string begin = std::string(name) + " = ";
  if (rows.empty() || columns == 0)
    return begin + (python ? "np.zeros((" : "zeros(") + std::to_string(rows.size()) + ", " +
           std::to_string(columns) + (python ? "))\n" : ");\n");
  std::string text = begin + (python ? "np.array([\n" : "[\n");
  for (const auto& row : rows) {
    text += python ? "    [" : "  ";
    for (std::size_t j = 0; j < row.size(); ++j)
      text += (j == 0 ? "" : python ? ", " : " ") + cell_text(row[j]);
    text += python ? "],\n" : "\n";
  }
  return text + (python ? "])\n" : "];\n");
}

/// Signals of python-control may have no dots.
std::string without_dots(std::string name) {
  std::ranges::replace(name, '.', '_');
  return name;
}

std::string name_list(const std::vector<LinearVariable>& variables, bool python) {
  std::string text = python ? "[" : "{";
  for (std::size_t i = 0; i < variables.size(); ++i)
    text += std::string(i == 0 ? "" : ", ") + "'" +
            (python ? without_dots(variables[i].name) : variables[i].name) + "'";
  return text + (python ? "]" : "}");
}

std::string unit_list(const std::vector<std::string>& units) {
  std::string text = "{";
  for (std::size_t i = 0; i < units.size(); ++i)
    text += std::string(i == 0 ? "" : ", ") + "'" + units[i] + "'";
  return text + "}";
}

/// What it is about, each line behind a sign of comments.
std::string head(const LinearSystem& system, const LinearUnits& units, const std::string& title,
                 const std::string& sign) {
  std::string text = sign + " " + title + "\n" + sign + " linearised about " +
                     (system.at_rest ? "the equilibrium" : "a run") +
                     ", t = " + cell_text(system.time) + " s\n";
  const auto list = [&](const char* what, const std::vector<LinearVariable>& variables,
                        const std::vector<std::string>& of) {
    for (std::size_t i = 0; i < variables.size(); ++i)
      text += sign + " " + what + " " + variables[i].name +
              (of[i].empty() ? "" : " [" + of[i] + "]") + " about " +
              cell_text(variables[i].value) + "\n";
  };
  list("state", system.states, units.states);
  list("input", system.inputs, units.inputs);
  list("output", system.outputs, units.outputs);
  for (const LinearElement& element : system.modes)
    text += sign + " " + element.name + " " + element.state + "\n";
  for (const auto& [body, others] : system.followers)
    text += sign + " " + body + " = " + others + "\n";
  for (const std::string& note : system.notes) text += sign + " " + note + "\n";
  return text;
}

std::string matrices(const LinearSystem& system, bool python) {
  const std::size_t n = system.states.size(), m = system.inputs.size();
  return matrix_lines("A", system.a, n, python) + matrix_lines("B", system.b, m, python) +
         matrix_lines("C", system.c, n, python) + matrix_lines("D", system.d, m, python);
}

}  // namespace

LinearUnits linear_units(const Model& model, const LinearSystem& system) {
  const UnitsByName units(model);
  LinearUnits made;
  for (const LinearVariable& item : system.states) made.states.push_back(units.of(item.name));
  for (const LinearVariable& item : system.inputs) made.inputs.push_back(units.of(item.name));
  for (const LinearVariable& item : system.outputs) made.outputs.push_back(units.of(item.name));
  return made;
}

std::string matlab_text(const LinearSystem& system, const LinearUnits& units,
                        const std::string& title) {
  std::string text = head(system, units, title, "%") + matrices(system, false);
  text += "sys = ss(A, B, C, D";
  if (system.period > 0.0) text += ", " + cell_text(system.period);
  text += ");\n";
  if (!system.states.empty())
    text += "sys.StateName = " + name_list(system.states, false) +
            ";\nsys.StateUnit = " + unit_list(units.states) + ";\n";
  text += "sys.InputName = " + name_list(system.inputs, false) +
          ";\nsys.InputUnit = " + unit_list(units.inputs) + ";\n";
  text += "sys.OutputName = " + name_list(system.outputs, false) +
          ";\nsys.OutputUnit = " + unit_list(units.outputs) + ";\n";
  return text;
}

std::string control_text(const LinearSystem& system, const LinearUnits& units,
                         const std::string& title) {
  std::string text = head(system, units, title, "#") + "import control\nimport numpy as np\n\n" +
                     matrices(system, true);
  text += "system = control.ss(\n    A, B, C, D,";
  if (system.period > 0.0) text += " " + cell_text(system.period) + ",";
  return text + "\n    inputs=" + name_list(system.inputs, true) +
         ",\n    outputs=" + name_list(system.outputs, true) +
         ",\n    states=" + name_list(system.states, true) + ")\n";
}

}  // namespace luztar
