#include <algorithm>

#include "luztar/core/number_text.h"
#include "luztar/exchange/fmu/fmu_xml.h"
#include "luztar/version.h"

namespace luztar {
namespace {

/// Places in lists of 2.0 count from 1.
std::string index2(int place) { return std::to_string(place + 1); }

/// Co-Simulation of generated C: it holds inputs, and what it calculates has no derivatives.
void write_compiled2(XmlText& xml, const FmuDescription& description) {
  xml.open("CoSimulation", {{"modelIdentifier", description.identifier},
                            {"canHandleVariableCommunicationStepSize", "true"},
                            {"canGetAndSetFMUstate", "true"},
                            {"canSerializeFMUstate", "true"}});
  xml.open("SourceFiles");
  for (const std::string& name : description.sources) xml.element("File", {{"name", name}});
  xml.close();
  xml.close();
}

void write_kinds2(XmlText& xml, const FmuDescription& description) {
  if (description.for_equations)
    xml.element("ModelExchange", {{"modelIdentifier", description.identifier},
                                  {"canGetAndSetFMUstate", "true"},
                                  {"canSerializeFMUstate", "true"},
                                  {"providesDirectionalDerivative", "true"}});
  if (!description.sources.empty()) return write_compiled2(xml, description);
  if (description.for_steps)
    xml.element("CoSimulation", {{"modelIdentifier", description.identifier},
                                 {"canHandleVariableCommunicationStepSize", "true"},
                                 {"canInterpolateInputs", "true"},
                                 {"maxOutputDerivativeOrder",
                                  has_output_derivatives(description.variables) ? "2" : "0"},
                                 {"canGetAndSetFMUstate", "true"},
                                 {"canSerializeFMUstate", "true"}});
}

void write_types2(XmlText& xml, const FmuVariables& variables) {
  if (variables.enumerations.empty()) return;
  xml.open("TypeDefinitions");
  for (const FmuEnumeration& enumeration : variables.enumerations) {
    xml.open("SimpleType", {{"name", enumeration.name}});
    xml.open("Enumeration");
    for (int mode = -1; mode <= 1; ++mode)
      xml.element("Item", {{"name", enumeration.words[static_cast<std::size_t>(mode) + 1]},
                           {"value", std::to_string(mode)}});
    xml.close();
    xml.close();
  }
  xml.close();
}

void write_variable2(XmlText& xml, const FmuVariables& variables, std::size_t place) {
  const FmuVariable& variable = variables.list[place];
  const FmuWords words = words_of(variable);
  xml.open("ScalarVariable", {{"name", variable.name},
                              {"valueReference", std::to_string(place)},
                              {"description", variable.about},
                              {"causality", words.causality},
                              {"variability", words.variability},
                              {"initial", words.initial}});
  const bool is_state = std::ranges::any_of(
      variables.states, [&](const auto& state) { return state.first == static_cast<int>(place); });
  if (variable.role == FmuRole::Mode)
    xml.element("Enumeration",
                {{"declaredType",
                  variables.enumerations[static_cast<std::size_t>(variable.enumeration)].name}});
  else
    xml.element("Real",
                {{"unit", variable.unit},
                 {"nominal", is_state ? cell_text(variable.nominal) : ""},
                 {"start", start_text(variable)},
                 {"derivative", variable.derivative_of >= 0 ? index2(variable.derivative_of) : ""},
                 {"reinit", is_state ? "true" : ""}});
  xml.close();
}

void write_structure2(XmlText& xml, const FmuVariables& variables) {
  const auto write = [&xml](const char* tag, const std::vector<int>& places) {
    if (places.empty()) return;
    xml.open(tag);
    for (const int place : places) xml.element("Unknown", {{"index", index2(place)}});
    xml.close();
  };
  std::vector<int> outputs, slopes;
  for (std::size_t i = 0; i < variables.list.size(); ++i)
    if (variables.list[i].is_output) outputs.push_back(static_cast<int>(i));
  for (const auto& [state, slope] : variables.states) slopes.push_back(slope);
  xml.open("ModelStructure");
  write("Outputs", outputs);
  write("Derivatives", slopes);
  write("InitialUnknowns", initial_unknowns(variables));
  xml.close();
}

}  // namespace

std::string fmu_description2(const FmuDescription& description) {
  const FmuVariables& variables = description.variables;
  const auto indicators =
      std::ranges::count(variables.list, FmuRole::Indicator, &FmuVariable::role);
  XmlText xml;
  xml.open("fmiModelDescription", {{"fmiVersion", "2.0"},
                                   {"modelName", description.identifier},
                                   {"guid", description.token},
                                   {"description", description.title},
                                   {"generationTool", "luztar " LUZTAR_VERSION},
                                   {"variableNamingConvention", "structured"},
                                   {"numberOfEventIndicators",
                                    description.for_equations ? std::to_string(indicators) : ""}});
  write_kinds2(xml, description);
  write_units(xml, variables);
  write_types2(xml, variables);
  write_categories(xml);
  write_experiment(xml, description.settings);
  xml.open("ModelVariables");
  for (std::size_t i = 0; i < variables.list.size(); ++i) write_variable2(xml, variables, i);
  xml.close();
  write_structure2(xml, variables);
  xml.close();
  return xml.take();
}

}  // namespace luztar
