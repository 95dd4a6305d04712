// modelDescription.xml of FMI 3.0: references, derivatives, units, structure.
#include <string>

#include <doctest/doctest.h>

#include "tests/exchange/exported.h"

using luztar::testing::Exported;
using luztar::testing::kAxis;
using luztar::testing::with_force;

namespace {

/// The element that has this name, "" if none.
std::string element3(const std::string& xml, const std::string& name) {
  const std::size_t at = xml.find("name=\"" + name + "\"");
  if (at == std::string::npos) return "";
  const std::size_t begin = xml.rfind('<', at);
  return xml.substr(begin, xml.find('>', at) - begin + 1);
}

bool has3(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a description of FMI 3.0 names each variable by its reference, and states by theirs") {
  const Exported fmu(kAxis, with_force(3));
  const std::string& xml = fmu.members.at("modelDescription.xml");
  const auto number = [&fmu](const char* name) {
    return "\"" + std::to_string(fmu.reference(name)) + "\"";
  };
  for (const char* name : {"F", "k", "q.block", "v.block", "a.block", "mode.guide"})
    CHECK_MESSAGE(has3(element3(xml, name), "valueReference=" + number(name)), name);
  CHECK(has3(element3(xml, "v.block"), " derivative=" + number("q.block")));
  CHECK(has3(element3(xml, "a.block"), " derivative=" + number("v.block")));
  CHECK(has3(element3(xml, "q.block"), "reinit=\"true\""));
  CHECK(has3(element3(xml, "q.block"), "unit=\"m\""));
  CHECK(has3(element3(xml, "F"), "causality=\"input\""));
  CHECK(has3(element3(xml, "F"), "start=\"3\""));
  CHECK(has3(element3(xml, "F"), "intermediateUpdate=\"true\""));
  CHECK(element3(xml, "mode.guide").starts_with("<Enumeration "));
  CHECK(has3(xml, "<ContinuousStateDerivative valueReference=" + number("v.block")));
  CHECK(has3(xml, "<ContinuousStateDerivative valueReference=" + number("a.block")));
  CHECK(has3(xml, "<EventIndicator valueReference=" + number("indicator[1]")));
  CHECK(has3(xml, "providesAdjointDerivatives=\"true\""));
}

TEST_CASE("a description of FMI 3.0 without Model Exchange has no states and no indicators") {
  luztar::FmuOptions options = with_force(3);
  options.for_equations = false;
  const Exported fmu(kAxis, options);
  const std::string& xml = fmu.members.at("modelDescription.xml");
  CHECK(has3(xml, "<CoSimulation "));
  for (const char* word : {"<ModelExchange", "ContinuousStateDerivative", "EventIndicator"})
    CHECK_FALSE_MESSAGE(has3(xml, word), word);
}
