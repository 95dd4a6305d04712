// The page of a fit: what is in it, and that no text leaves its place. Numbers beside other runs:
// tests/python/fit_page_test.py; what people see: tests/browser/fit_test.py.
#include "luztar/io/fit_page.h"

#include <cmath>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "io/page_reader.h"
#include "luztar/core/nearness.h"
#include "luztar/io/load_model.h"

using namespace luztar;
using nlohmann::json;

TEST_CASE("a page of two runs, one for validation; a run that ends early says so") {
  const Model model = parse_model(
      "[parameters]\nF = { value = 3, unit = \"N\" }\n[bodies.block]\nmass = 2\nvelocity = 2\n"
      "[frictions.guide]\nbetween = [\"block\", \"ground\"]\nkinetic = \"F\"\n"
      "[simulation]\nduration = 1\nmax_events = 1\n",
      "model");
  const auto way = [](double t) {
    return 2.0 * t - t * t;
  };  // 4 N on 2 kg
  Experiment one{.name = "one", .time = {}, .channels = {{.name = "q.block", .values = {}}}};
  for (int i = 1; i < 10; ++i) {
    one.time.push_back(0.1 * i);
    one.channels[0].values.push_back(way(0.1 * i) + 1e-3 * std::sin(5.0 * i));
  }
  Experiment two = one;
  two.name = "</script>";
  two.fitted_until = -kInfinity;
  Residuals residuals(model, {one, two}, {{.name = "F", .lower = 0.0}});
  const Fit found = fit(residuals);
  REQUIRE(found.found);
  const std::string page =
      fit_page(model, residuals, found, {.title = "<b>", .file = "m.toml", .doubts = {"a & b"}});
  CHECK(page.find("<title>&lt;b&gt;") != std::string::npos);
  const json data = test::data_of(page);
  CHECK(data["found"] == true);
  CHECK(data["doubts"] == json::array({"a & b"}));
  CHECK(data["values"][0]["unit"] == "N");
  CHECK(data["values"][0]["value"].get<double>() == found.x[0]);
  CHECK(data["channels"].size() == 1);
  CHECK(data["validation"].size() == 1);
  REQUIRE(data["experiments"].size() == 2);
  CHECK(data["experiments"][0]["fittedUntil"].is_null());
  CHECK(data["experiments"][1]["fittedUntil"] == 0.0);
  CHECK(data["experiments"][1]["name"] == "</script>");
  CHECK(data["experiments"][0]["words"] == "");
  CHECK(data["laws"].size() == 1);

  Model growing = model;  // its force leaves the finite numbers on the way
  growing.forces.push_back({.name = "push",
                            .deflection = model.frictions[0].deflection,
                            .value = parse_expression("exp(3000*t)", {})});
  const Residuals early(growing, {one}, {{.name = "F"}});
  const json ended = test::data_of(fit_page(growing, early, found, {}));
  CHECK(ended["experiments"][0]["words"].get<std::string>().starts_with("not finite"));
}
