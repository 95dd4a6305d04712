// report.html of models: runs, closed forms, the derived equations.
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "io/page_reader.h"
#include "luztar/io/load_model.h"
#include "luztar/io/report.h"

namespace luztar {
namespace {

using nlohmann::json;

TEST_CASE("a report made during a run shows what the closed form says") {
  class Reporter : public Observer {
   public:
    explicit Reporter(ReportBuilder& report) : report_(report) {}
    void sample(const Sample& sample) override { report_.sample(sample); }

   private:
    ReportBuilder& report_;
  };
  const Model model = parse_model(R"(
title = "swing"
[bodies.block]
mass = 2
position = 0.5
[bodies.wheel]
inertia = 3
velocity = 0.25
[springs.anchor]
between = ["block", "ground"]
stiffness = 8
[simulation]
duration = 3
samples = 31
)",
                                  "swing.toml");
  const System system = compile(model);
  ReportBuilder report(model, system, system.settings());
  Reporter reporter(report);
  const RunInfo info = simulate(system, initial_state(system), system.settings(), reporter);
  const json data = test::data_of(report.render(info));
  CHECK(data["title"] == "swing");
  CHECK(data["file"] == "swing.toml");
  CHECK(data["bodies"][0]["angle"] == false);
  CHECK(data["bodies"][1]["angle"] == true);
  CHECK(data["bodies"][1]["mass"] == 3.0);
  REQUIRE(data["rows"]["n"] == 31);
  const json& rows = data["rows"];
  const std::vector<double> block = test::column_of(rows["bodies"][0][0], 31);
  const std::vector<double> wheel = test::column_of(rows["bodies"][1][0], 31);
  const std::vector<double> force = test::column_of(rows["elements"][0][2], 31);
  for (std::size_t i = 0; i <= 30; ++i) {
    const double t = 0.1 * static_cast<double>(i);
    const auto near = [](double x) {
      return doctest::Approx(x).epsilon(1e-6);
    };
    CHECK(block.at(i) == near(0.5 * std::cos(2.0 * t)));
    CHECK(wheel.at(i) == near(0.25 * t));
    CHECK(force.at(i) == near(4.0 * std::cos(2.0 * t)));
  }
  CHECK(data["rows"]["bodies"][1][1] == 0.25);
}

TEST_CASE("the derived equations are on the page of a model that people can read") {
  const auto page = [](const Model& model) {
    const System system = compile(model);
    return ReportBuilder(model, system, system.settings()).render(RunInfo{});
  };
  Model model = load_model(std::string(LUZTAR_SOURCE_DIR) + "/examples/two_blocks_on_ground.toml");
  const std::string text = page(model);
  const std::size_t begin = text.find("<template id=\"derivation\">");
  REQUIRE(begin != std::string::npos);
  const std::string equations = text.substr(begin, text.find("</template>", begin) - begin);
  CHECK(equations.find("<h3>Static friction</h3>") != std::string::npos);
  CHECK(equations.find("<math") != std::string::npos);
  CHECK(equations.find("<h3>Notation</h3>") != std::string::npos);
  // Thirty pairs more are for `luztar derive`.
  for (int k = 0; k < 30; ++k) {
    model.frictions.push_back(model.frictions.back());
    model.frictions.back().name = "more" + std::to_string(k);
  }
  const std::string many = page(model);
  CHECK(many.find("The model has 2 bodies and 32 pairs.") != std::string::npos);
  CHECK(many.find("<code>luztar derive " + model.file + "</code>") != std::string::npos);
  CHECK(many.find("<h3>Static friction</h3>") == std::string::npos);
}

}  // namespace
}  // namespace luztar
