// modelDescription.xml of FMI 2.0: references count from 0, places in lists from 1.
#include <string>

#include <doctest/doctest.h>

#include "tests/exchange/exported.h"

using luztar::testing::Exported;
using luztar::testing::kAxis;
using luztar::testing::with_force;

namespace {

/// From the variable of this name to its end.
std::string variable2(const std::string& xml, const std::string& name) {
  const std::size_t at = xml.find("<ScalarVariable name=\"" + name + "\"");
  return at == std::string::npos ? "" : xml.substr(at, xml.find("</ScalarVariable>", at) - at);
}

bool has2(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a description of FMI 2.0 has references from 0 and places from 1") {
  const Exported fmu(kAxis, with_force(2));
  const std::string& xml = fmu.members.at("modelDescription.xml");
  const auto reference = [&fmu](const char* name, int more) {
    return "\"" + std::to_string(static_cast<int>(fmu.reference(name)) + more) + "\"";
  };
  for (const char* name : {"F", "k", "q.block", "v.block", "a.block", "mode.guide"})
    CHECK_MESSAGE(has2(variable2(xml, name), "valueReference=" + reference(name, 0)), name);
  CHECK(has2(variable2(xml, "v.block"), " derivative=" + reference("q.block", 1)));
  CHECK(has2(variable2(xml, "a.block"), " derivative=" + reference("v.block", 1)));
  CHECK(has2(variable2(xml, "q.block"), "unit=\"m\""));
  CHECK(has2(variable2(xml, "F"), "start=\"3\""));
  CHECK(has2(variable2(xml, "mode.guide"), "<Enumeration "));
  const std::string slopes =
      xml.substr(xml.find("<Derivatives>"), xml.find("</Derivatives>") - xml.find("<Derivatives>"));
  CHECK(has2(slopes, "<Unknown index=" + reference("v.block", 1)));
  CHECK(has2(slopes, "<Unknown index=" + reference("a.block", 1)));
  CHECK(has2(xml, "numberOfEventIndicators=\"" + std::to_string(fmu.report.indicators) + "\""));
}

TEST_CASE("a description of FMI 2.0 without Model Exchange has no states and no indicators") {
  luztar::FmuOptions options = with_force(2);
  options.for_equations = false;
  const Exported fmu(kAxis, options);
  const std::string& xml = fmu.members.at("modelDescription.xml");
  CHECK(has2(xml, "<CoSimulation "));
  for (const char* word : {"<ModelExchange", "<Derivatives>", "numberOfEventIndicators"})
    CHECK_FALSE_MESSAGE(has2(xml, word), word);
}
