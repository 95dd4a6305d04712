// What an FMU has in it. Schemas, and other programs that run it: tests/python/fmu_test.py.
#include "luztar/exchange/fmu/export_fmu.h"

#include <stdexcept>

#include <doctest/doctest.h>

#include "luztar/core/error.h"
#include "tests/exchange/exported.h"

using luztar::testing::Exported;
using luztar::testing::kAxis;
using luztar::testing::with_force;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("an FMU has a description, the library, the model as it is") {
  for (const int version : {2, 3}) {
    const Exported fmu(kAxis, with_force(version));
    const std::string& xml = fmu.members.at("modelDescription.xml");
    CHECK(has(xml, version == 2 ? "fmiVersion=\"2.0\"" : "fmiVersion=\"3.0\""));
    CHECK(has(xml, "Axis &amp; co."));
    CHECK(has(xml, "of the &lt;motor&gt;"));
    CHECK(has(xml, "<BaseUnit kg=\"1\" s=\"-2\"/>"));  // N/m
    CHECK(has(xml, "<Item name=\"stuck\" value=\"0\"/>"));
    CHECK(has(xml, fmu.content.token));
    CHECK(fmu.members.at("resources/model.toml") == kAxis);
    int libraries = 0;
    for (const auto& [name, bytes] : fmu.members)
      if (name.starts_with("binaries/")) libraries += bytes == "a library" ? 1 : 100;
    CHECK(libraries == 1);
    const std::string& licenses = fmu.members.at("documentation/licenses/license.txt");
    CHECK(has(licenses, "Apache License"));
    CHECK(has(licenses, "\nFiles: toml++\n"));  // which the library reads models with
    CHECK(fmu.report.identifier == "axis");
    CHECK(fmu.report.inputs == 1);
    CHECK(fmu.report.parameters == 1);  // k; c is made of it
    CHECK(fmu.report.tunable == 1);
    CHECK(fmu.report.states == 2);
    CHECK(fmu.report.outputs == 6);  // q, v, three forces, the mode
    CHECK(fmu.report.indicators >= 1);
  }
}

TEST_CASE("the same model makes the same FMU, another one another token") {
  const Exported one(kAxis, with_force(2)), same(kAxis, with_force(2)), other(kAxis);
  CHECK(one.members == same.members);
  CHECK(one.content.token != other.content.token);
}

TEST_CASE("what cannot be exported is told in words") {
  luztar::FmuOptions options = with_force(4);
  CHECK_THROWS_WITH_AS(Exported(kAxis, options), "FMI has the versions 2 and 3, not 4",
                       std::invalid_argument);
  options = with_force(2);
  options.outputs = {"q.blok"};
  CHECK_THROWS_WITH_AS(Exported(kAxis, options), "no output 'q.blok'; did you mean 'q.block'?",
                       std::invalid_argument);
  options.outputs = {"energy.stored"};
  CHECK_THROWS_AS(Exported(kAxis, options), std::invalid_argument);
  options.for_equations = false;
  CHECK(Exported(kAxis, options).report.outputs == 1);
  options.for_steps = false;
  CHECK_THROWS_AS(Exported(kAxis, options), std::invalid_argument);
  options = {};
  options.inputs = {"k"};
  CHECK_THROWS_AS(Exported(kAxis, options), luztar::ModelError);  // a stiffness reads it
}

TEST_CASE("a model that no other integrator can run has Co-Simulation alone, and says why") {
  const std::string text =
      std::string(kAxis) + "forces.back = { on = \"block\", value = \"-9*delay(q.block, 0.1)\" }\n";
  const Exported fmu(text);
  CHECK(fmu.report.for_steps);
  CHECK_FALSE(fmu.report.for_equations);
  REQUIRE(fmu.report.notes.size() == 1);
  CHECK(has(fmu.report.notes[0], "axis.toml:"));
  luztar::FmuOptions options;
  options.must_have_equations = true;
  CHECK_THROWS_AS(Exported(text, options), luztar::ModelError);
}

TEST_CASE("parameters that say how many parts there are are constants") {
  const std::string text =
      "parameters.n = 3\nparameters.m = 2\nsimulation.duration = 1\n"
      "[repeat.chain]\nindex = \"i\"\ncount = \"n\"\nbodies.block.mass = \"m\"\n";
  const Exported fmu(text);
  CHECK(fmu.content.variables[fmu.reference("n")].role == luztar::FmuRole::Constant);
  CHECK(fmu.content.variables[fmu.reference("m")].role == luztar::FmuRole::Parameter);
}
