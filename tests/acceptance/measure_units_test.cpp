// Units of measures, by hand from what their symbols are.
#include "luztar/study/sweep/measure_units.h"

#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/io/angles.h"
#include "luztar/io/load_model.h"

using namespace luztar;

namespace {

/// A wheel of radius r that pulls a cart, each held by an element.
const char* const kModel = R"(
[parameters]
r = { value = 200, unit = "mm" }
k = { value = 100, unit = "N/m" }
kt = { value = 30, unit = "N m/rad" }
w = { value = 60, unit = "rpm" }
n = { value = 2, unit = "1" }
g = 9.81
[bodies]
cart = { mass = 1.0 }
wheel = { inertia = 1.0 }
[springs]
rope = { between = ["cart", "wheel"], arms = [1, 0.2], stiffness = "k" }
coil = { between = ["wheel", "ground"], stiffness = "kt" }
[frictions.slide]
between = ["cart", "ground"]
kinetic = 1.0
[states.x]
start = 0.0
unit = "K"
rate = "1"
[simulation]
duration = 1.0
)";

std::vector<std::string> units(const std::vector<std::string>& texts) {
  const Model model = parse_model(kModel, "m.toml");
  const System system = compile(model);
  std::vector<Measure> measures;
  for (const std::string& text : texts) measures.push_back(parse_measure(text, {}));
  check_measures(system, measures);
  return measure_units(model, system, result_coordinates(model, system), measures);
}

void check_units(const std::vector<std::pair<std::string, std::string>>& expected) {
  for (const auto& [text, unit] : expected) {
    CAPTURE(text);
    CHECK(units({text}) == std::vector<std::string>{unit});
  }
}

}  // namespace

TEST_CASE("channels have the units of their body or element") {
  check_units({{"max(q.cart)", "m"},
               {"min(v.cart)", "m/s"},
               {"rms(a.cart)", "m/s2"},
               {"last(q.wheel)", "rad"},
               {"mean(v.wheel)", "rad/s"},
               {"range(a.wheel)", "rad/s2"},
               {"max(d.rope)", "m"},
               {"max(f.rope)", "N"},
               {"max(rate.coil)", "rad/s"},
               {"max(f.coil)", "N m"},
               {"last(x.x)", "K"},
               {"last(t)", "s"},
               {"amplitude(q.wheel, 1)", "rad"},
               {"at_event(f.slide, slide, 1)", "N"}});
}

TEST_CASE("measures of their own have their own unit") {
  check_units({{"phase(q.cart, 1)", "rad"},
               {"period(slide)", "s"},
               {"stick_time(slide)", "s"},
               {"stick_share(slide)", ""},
               {"events()", ""},
               {"dissipated(slide)", "J"}});
}

TEST_CASE("sums have the unit of their terms, whatever is unknown or a bare number") {
  check_units({{"max(abs(q.cart - 0.3))", "m"},
               {"max(q.cart - g)", "m"},
               {"max(q.cart - r*q.wheel)", "m"},
               {"max(sat(v.cart, 0.1))", "m/s"},
               {"max(if(t > 0.5, q.cart, 0))", "m"},
               {"max(q.cart + v.cart)", ""},
               {"max(q.cart + q.wheel)", ""},
               {"max(3)", ""},
               {"max(g)", ""}});
}

TEST_CASE("products, powers and arithmetic of measures") {
  check_units({{"max(f.rope*v.cart)", "W"},
               {"max(f.coil*v.wheel)", "W"},
               {"max(k*q.cart)", "N"},
               {"max(kt*q.wheel)", "N m"},
               {"max(2*q.cart/n)", "m"},
               {"max(q.cart/r)", ""},
               {"max(v.wheel/w)", ""},
               {"max(v.cart^2)", "m2/s2"},
               {"max(v.wheel^2)", "rad2/s2"},
               {"max(sqrt(v.cart^2 + 1e-6))", "m/s"},
               {"max(sin(q.wheel))", ""},
               {"max(g*q.cart)", ""},
               {"max(f.rope)/max(f.slide)", ""},
               {"max(f.coil)/max(f.rope)", "m"},
               {"max(q.cart)/period(slide)", "m/s"},
               {"events(slide) + impacts()", ""}});
}

TEST_CASE("each column of a measure of many has its unit") {
  CHECK(units({"strobe(q.wheel, 1, 3)", "max(f.rope)"}) ==
        std::vector<std::string>{"rad", "rad", "rad", "N"});
}
