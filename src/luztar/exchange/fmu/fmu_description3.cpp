#include <algorithm>

#include "luztar/core/number_text.h"
#include "luztar/exchange/fmu/fmu_xml.h"
#include "luztar/version.h"

namespace luztar {
namespace {

void write_kinds3(XmlText& xml, const FmuDescription& description) {
  if (description.for_equations)
    xml.element("ModelExchange", {{"modelIdentifier", description.identifier},
                                  {"canGetAndSetFMUState", "true"},
                                  {"canSerializeFMUState", "true"},
                                  {"providesDirectionalDerivatives", "true"},
                                  {"providesAdjointDerivatives", "true"}});
  if (description.for_steps)
    xml.element("CoSimulation", {{"modelIdentifier", description.identifier},
                                 {"canGetAndSetFMUState", "true"},
                                 {"canSerializeFMUState", "true"},
                                 {"canHandleVariableCommunicationStepSize", "true"},
                                 {"maxOutputDerivativeOrder",
                                  has_output_derivatives(description.variables) ? "2" : "0"},
                                 {"providesIntermediateUpdate", "true"},
                                 {"mightReturnEarlyFromDoStep", "true"},
                                 {"canReturnEarlyAfterIntermediateUpdate", "true"},
                                 {"hasEventMode", "true"}});
}

void write_types3(XmlText& xml, const FmuVariables& variables) {
  if (variables.enumerations.empty()) return;
  xml.open("TypeDefinitions");
  for (const FmuEnumeration& enumeration : variables.enumerations) {
    xml.open("EnumerationType", {{"name", enumeration.name}});
    for (int mode = -1; mode <= 1; ++mode)
      xml.element("Item", {{"name", enumeration.words[static_cast<std::size_t>(mode) + 1]},
                           {"value", std::to_string(mode)}});
    xml.close();
  }
  xml.close();
}

void write_variable3(XmlText& xml, const FmuVariables& variables, std::size_t place) {
  const FmuVariable& variable = variables.list[place];
  const FmuWords words = words_of(variable);
  const bool is_mode = variable.role == FmuRole::Mode;
  const bool is_state = std::ranges::any_of(
      variables.states, [&](const auto& state) { return state.first == static_cast<int>(place); });
  const bool in_between = !is_mode && (variable.is_output || variable.role == FmuRole::Input);
  const std::string type =
      is_mode ? variables.enumerations[static_cast<std::size_t>(variable.enumeration)].name : "";
  xml.element(
      is_mode ? "Enumeration" : "Float64",
      {{"name", variable.name},
       {"valueReference", std::to_string(place)},
       {"description", variable.about},
       {"causality", words.causality},
       {"variability", words.variability},
       {"intermediateUpdate", in_between ? "true" : ""},
       {"declaredType", type},
       {"initial", words.initial},
       {"unit", variable.unit},
       {"nominal", is_state ? cell_text(variable.nominal) : ""},
       {"derivative", variable.derivative_of >= 0 ? std::to_string(variable.derivative_of) : ""},
       {"reinit", is_state ? "true" : ""},
       {"start", start_text(variable)}});
}

void write_structure3(XmlText& xml, const FmuVariables& variables) {
  const auto write = [&xml](const char* tag, int place) {
    xml.element(tag, {{"valueReference", std::to_string(place)}});
  };
  const auto write_if = [&](const char* tag, auto&& is_one) {
    for (std::size_t i = 0; i < variables.list.size(); ++i)
      if (is_one(variables.list[i])) write(tag, static_cast<int>(i));
  };
  xml.open("ModelStructure");
  write_if("Output", [](const FmuVariable& variable) { return variable.is_output; });
  for (const auto& [state, slope] : variables.states) write("ContinuousStateDerivative", slope);
  for (const int place : initial_unknowns(variables)) write("InitialUnknown", place);
  write_if("EventIndicator",
           [](const FmuVariable& variable) { return variable.role == FmuRole::Indicator; });
  xml.close();
}

}  // namespace

std::string fmu_description3(const FmuDescription& description) {
  const FmuVariables& variables = description.variables;
  XmlText xml;
  xml.open("fmiModelDescription", {{"fmiVersion", "3.0"},
                                   {"modelName", description.identifier},
                                   {"instantiationToken", description.token},
                                   {"description", description.title},
                                   {"generationTool", "luztar " LUZTAR_VERSION},
                                   {"variableNamingConvention", "structured"}});
  write_kinds3(xml, description);
  write_units(xml, variables);
  write_types3(xml, variables);
  write_categories(xml);
  write_experiment(xml, description.settings);
  xml.open("ModelVariables");
  for (std::size_t i = 0; i < variables.list.size(); ++i) write_variable3(xml, variables, i);
  xml.close();
  write_structure3(xml, variables);
  xml.close();
  return xml.take();
}

}  // namespace luztar
