#include "luztar/exchange/fmu/fmu_xml.h"

#include <doctest/doctest.h>

TEST_CASE("XML has a line for each element, escaped, without empty attributes") {
  luztar::XmlText xml;
  xml.open("a", {{"x", "1 < 2"}, {"y", ""}});
  xml.element("b");
  xml.close();
  CHECK(xml.take() ==
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a x=\"1 &lt; 2\">\n  <b/>\n</a>\n");
}

TEST_CASE("units of FMI have exponents, of angles too") {
  luztar::FmuVariables variables;
  variables.list = {{.name = "k", .unit = "N m/rad"}, {.name = "w", .unit = "rad/s"}};
  luztar::XmlText xml;
  luztar::write_units(xml, variables);
  const std::string text = xml.take();
  CHECK(text.find("<BaseUnit kg=\"1\" m=\"2\" s=\"-2\" rad=\"-1\"/>") != std::string::npos);
  CHECK(text.find("<BaseUnit s=\"-1\" rad=\"1\"/>") != std::string::npos);
}
