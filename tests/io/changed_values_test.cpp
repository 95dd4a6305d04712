// Parameters on the page of a run: their values in their units, and those of the file.
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "luztar/io/load_model.h"
#include "luztar/io/report.h"
#include "luztar/model/changes.h"

namespace luztar {
namespace {

constexpr const char* kSled = R"(
[parameters]
FS = { value = 26, unit = "N", about = "static friction" }
FK = { value = "FS/2", unit = "N" }
v0 = { value = 300, unit = "mm/s" }
[bodies.sled]
mass = 2
velocity = "v0"
[frictions.runner]
between = ["sled", "ground"]
kinetic = "FK"
static = "FS"
[simulation]
duration = 9.5
interval = 0.01
)";

nlohmann::json page_of(const Model& model) {
  const System system = compile(model);
  return nlohmann::json::parse(ReportBuilder(model, system, system.settings()).data(RunInfo{}));
}

}  // namespace

TEST_CASE("a page has the parameters in their units, and nothing changed of an unchanged model") {
  const nlohmann::json page = page_of(parse_model(kSled, "sled.toml"));
  REQUIRE(page["parameters"].size() == 3);
  CHECK(page["parameterCount"] == 3);
  const nlohmann::json& strength = page["parameters"][0];
  CHECK(strength["name"] == "FS");
  CHECK(strength["unit"] == "N");
  CHECK(strength["about"] == "static friction");
  CHECK(strength["value"] == 26.0);
  CHECK(page["parameters"][2]["value"].get<double>() == doctest::Approx(300.0));  // mm/s
  for (const nlohmann::json& parameter : page["parameters"]) CHECK(!parameter.contains("inFile"));
  CHECK(page["changedSettings"].empty());
}

TEST_CASE("what was changed, and what follows from it, has the value of the file beside it") {
  Model model = parse_model(kSled, "sled.toml");
  set_parameter(model, "FS", "30 N", "--set FS");
  set_parameter(model, "FS", "40 N", "--set FS");
  set_parameter(model, "v0", "300 mm/s", "--set v0");  // as it is
  set_setting(model, "duration", "4 s", "--duration");
  set_setting(model, "samples", "401", "--samples");
  set_setting(model, "tolerance", "1e-12", "--tolerance");  // as it is
  const nlohmann::json page = page_of(model);
  CHECK(page["parameters"][0]["value"] == 40.0);
  CHECK(page["parameters"][0]["inFile"] == 26.0);
  CHECK(page["parameters"][1]["value"] == 20.0);
  CHECK(page["parameters"][1]["inFile"] == 13.0);
  CHECK(!page["parameters"][2].contains("inFile"));
  const nlohmann::json settings = page["changedSettings"];
  REQUIRE(settings.size() == 2);
  CHECK(settings[0] ==
        nlohmann::json{{"name", "duration"}, {"unit", "s"}, {"value", "4"}, {"inFile", "9.5"}});
  CHECK(settings[1]["name"] == "output samples");
  CHECK(settings[1]["value"] == "401");
  CHECK(settings[1]["inFile"] == "every 0.01 s");
}

TEST_CASE("of more than a thousand parameters the changed ones are on the page") {
  std::string text = kSled;
  std::string more;
  for (int i = 0; i < 1000; ++i)
    more += "more" + std::to_string(i) + " = " + std::to_string(i) + "\n";
  text.insert(text.find("[bodies.sled]"), more);
  Model model = parse_model(text, "sled.toml");
  set_parameter(model, "more7", "8", "--set more7");
  const nlohmann::json page = page_of(model);
  CHECK(page["parameterCount"] == 1003);
  REQUIRE(page["parameters"].size() == 1);
  CHECK(page["parameters"][0]["name"] == "more7");
  CHECK(page["parameters"][0]["inFile"] == 7.0);
}

}  // namespace luztar
