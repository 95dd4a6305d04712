// The pages docs/model*.md and docs/units.md say what the program does.
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "io/model_text.h"
#include "io/temporary_folder.h"
#include "luztar/core/quantity.h"
#include "luztar/io/load_model.h"
#include "luztar/model/display_units.h"
#include "luztar/symbolic/functions.h"

namespace {

const std::string kRoot = LUZTAR_SOURCE_DIR;

std::string page(const char* name) { return luztar::test::text_of(kRoot + "/docs/" + name); }

std::vector<std::string> toml_blocks(const std::string& text) {
  std::vector<std::string> blocks;
  const std::string open = "```toml\n";
  for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
    at += open.size();
    blocks.push_back(text.substr(at, text.find("```", at) - at));
  }
  return blocks;
}

}  // namespace

TEST_CASE("the model of docs/model.md is examples/janecek_guide.toml") {
  const auto blocks = toml_blocks(luztar::test::model_pages());
  REQUIRE(!blocks.empty());
  const luztar::Model shown = luztar::parse_model(blocks[0], "docs");
  const luztar::Model example = luztar::load_model(kRoot + "/examples/janecek_guide.toml");
  CHECK(evaluate_parameters(shown) == evaluate_parameters(example));
  CHECK(shown.title == example.title);
  CHECK(to_text(*shown.bodies[0].motion) == to_text(*example.bodies[0].motion));
  CHECK(to_text(shown.frictions[0].forward.breakaway) ==
        to_text(example.frictions[0].forward.breakaway));
}

TEST_CASE("every model of docs/model*.md loads, and together they use every new table") {
  const auto blocks = toml_blocks(luztar::test::model_pages());
  std::size_t links = 0, stops = 0, massless = 0;
  std::set<std::string> laws;
  for (const std::string& block : blocks) {
    CAPTURE(block);
    const luztar::Model model = luztar::parse_model(block, "docs");
    CHECK(!model.title.empty());
    links += model.links.size();
    stops += model.stops.size();
    for (const auto& body : model.bodies) {
      if (body.mass && evaluate(*body.mass, evaluate_parameters(model)) == 0) ++massless;
    }
    for (const auto& friction : model.frictions) {
      if (friction.normal) laws.insert("normal");
      if (friction.forward.stribeck) laws.insert("stribeck");
      if (friction.forward.hysteresis) laws.insert("hysteresis");
      if (!friction.forward.table.empty()) laws.insert("table");
      if (friction.bristles) laws.insert("bristles");
    }
  }
  CHECK(links > 0);
  CHECK(stops > 0);
  CHECK(massless > 0);
  CHECK(laws.size() == 5);
}

TEST_CASE("docs/model-expressions.md names every function") {
  const std::string text = luztar::test::model_pages();
  for (const luztar::FunctionName& function : luztar::function_names()) {
    CAPTURE(function.name);
    CHECK(std::regex_search(text, std::regex("[` ]" + std::string(function.name) + "[(` ]")));
  }
}

TEST_CASE("the models of docs/units.md load") {
  const auto blocks = toml_blocks(page("units.md"));
  REQUIRE(blocks.size() == 2);
  const auto model = luztar::parse_model(blocks[0], "docs");
  CHECK(evaluate_parameters(model).at("a") == 0.0002);
  CHECK(evaluate_parameters(model).at("k") == 25000);
  CHECK(model.bodies[0].position.number() == -0.005);
  const auto shown = luztar::parse_model(blocks[1], "docs");
  CHECK(display_unit(shown.output, "rad/s").unit == "rpm");
}

TEST_CASE("the table of docs/units.md is what the program converts by") {
  std::istringstream lines(page("units.md"));
  const std::regex row("\\| `([^`]+)` \\| [^|]+ \\| ([0-9.]+) `([^`]+)` \\|");
  int rows = 0;
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, row)) continue;
    CAPTURE(line);
    ++rows;
    const luztar::Unit unit = luztar::parse_unit(match[1].str(), {});
    const luztar::Unit si = luztar::parse_unit(match[3].str(), {});
    CHECK(unit.factor() == doctest::Approx(std::stod(match[2].str())).epsilon(1e-15));
    CHECK(si.factor() == 1);
    CHECK(unit.dimension == si.dimension);
  }
  CHECK(rows == 27);
}
