// What a program in C refuses, and the names that it has.
#include "luztar/derive/export_c.h"

#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"

using namespace luztar;

namespace {

const std::string kBlock =
    "parameters.F = { value = 3, unit = \"N\" }\n"
    "bodies.block = { mass = 2, position = 0.5 }\n"
    "frictions.guide = { between = [\"block\", \"ground\"], static = 2, kinetic = 1 }\n"
    "forces.pull = { on = \"block\", value = \"F*sin(t)\" }\n";
const std::string kRun = "simulation.duration = 1\n";

std::string refused(const std::string& text) {
  try {
    export_c(parse_model(text, "block.toml"));
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a program in C refuses by name and place what it cannot express") {
  CHECK(has(refused(kBlock + kRun + "simulation.start = \"equilibrium\"\n"), "equilibrium"));
  CHECK(has(refused(kBlock + kRun + "simulation.method = \"stepping\"\nsimulation.step = 1e-3\n"),
            "by events only"));
  const std::string jumps =
      refused(kBlock + kRun +
              "states.gear = { start = 1, jumps = [{ when = \"v.block > 0.1\", to = 2 }] "
              "}\n");
  CHECK(has(jumps, "block.toml:"));
  CHECK(has(jumps, "gear"));
  CHECK(refused(kBlock + kRun).empty());
}

TEST_CASE("names in C begin with that of the model, whatever it is") {
  const Model model = parse_model(kBlock + kRun, "block.toml");
  const ExportedC made = export_c(model, {.name = "memory", .inputs = {"F"}, .shows = false});
  CHECK(has(made.header, "struct memory {"));
  CHECK(has(made.header, "struct memory_memory {"));
  CHECK(has(made.header, "memory_INPUT_F"));
  CHECK(has(made.header, "int memory_set_input("));
  CHECK_FALSE(has(made.header, "NAME"));
  CHECK_FALSE(has(made.source, "NAME_"));
  CHECK_THROWS_AS(export_c(model, {.name = "int", .inputs = {}, .shows = false}),
                  std::invalid_argument);
  CHECK_THROWS_AS(export_c(model, {.name = "a-b", .inputs = {}, .shows = false}),
                  std::invalid_argument);
  CHECK_THROWS_AS(export_c(model, {.name = "block", .inputs = {"G"}, .shows = false}),
                  std::invalid_argument);
}
