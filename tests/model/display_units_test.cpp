// Units in which pages and summaries show results.
#include "luztar/model/display_units.h"

#include <string>

#include <doctest/doctest.h>

#include "built_model.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

OutputTable shown_in(const std::vector<std::string>& units) {
  OutputTable output;
  for (const std::string& unit : units) output.units.push_back({unit, {"m.toml", 1, 1}});
  return output;
}

std::string shown(const OutputTable& output, const char* si) {
  return display_unit(output, si).unit;
}

}  // namespace

TEST_CASE("each unit stands for all of its kind, angles apart from numbers and rates") {
  const OutputTable output = shown_in({"mm", "deg", "km/h", "rpm", "kN", "Nmm"});
  CHECK(check_display_units(output).empty());
  CHECK(shown(output, "m") == "mm");
  CHECK(display_unit(output, "m").factor == 1000.0);
  CHECK(shown(output, "rad") == "deg");
  CHECK(display_unit(output, "rad").factor == doctest::Approx(57.29577951308232));
  CHECK(shown(output, "m/s") == "km/h");
  CHECK(shown(output, "rad/s") == "rpm");
  CHECK(shown(output, "N") == "kN");
  CHECK(shown(output, "N m") == "Nmm");
  CHECK(shown(output, "rad/s2") == "rad/s2");
  CHECK(shown(output, "") == "");
  CHECK(display_unit(output, "J").factor == 1.0);
}

TEST_CASE("units of what no page shows, and two of one kind, are mistakes") {
  const auto whats_of = [](const std::vector<std::string>& units) {
    return whats(check_display_units(shown_in(units)));
  };
  CHECK(whats_of({"kg"}) == "nothing is shown in 'kg'");
  CHECK(whats_of({"kJ"}) == "nothing is shown in 'kJ'");
  CHECK(whats_of({"Hz"}) == "nothing is shown in 'Hz'");
  CHECK(whats_of({"%"}) == "nothing is shown in '%'");
  CHECK(whats_of({"mm", "rpm", "in"}) == "two units for what is in m");
  CHECK(whats_of({"furlong"}) == "no unit 'furlong'");
}
