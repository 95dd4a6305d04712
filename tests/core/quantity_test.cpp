#include "luztar/core/quantity.h"

#include <numbers>
#include <string>

#include <doctest/doctest.h>

using luztar::Dimension;
using luztar::ModelError;
using luztar::parse_unit;

namespace {

constexpr double kPi = std::numbers::pi;
constexpr Dimension kForce{1, 1, -2};

std::string mistake_in(const char* unit) {
  try {
    parse_unit(unit, {"m.toml", 3, 10});
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no mistake";
}

}  // namespace

TEST_CASE("every listed unit has its SI factor and dimension") {
  struct Row {
    const char* unit;
    double factor;  // BIPM, NIST SP 811
    Dimension dimension;
  };
  const Row rows[] = {
      {"1", 1, {}},
      {"%", 0.01, {}},
      {"m", 1, {0, 1, 0}},
      {"mm", 0.001, {0, 1, 0}},
      {"cm", 0.01, {0, 1, 0}},
      {"um", 1e-6, {0, 1, 0}},
      {"\u00b5m", 1e-6, {0, 1, 0}},
      {"km", 1000, {0, 1, 0}},
      {"in", 0.0254, {0, 1, 0}},
      {"ft", 0.3048, {0, 1, 0}},
      {"kg", 1, {1, 0, 0}},
      {"g", 0.001, {1, 0, 0}},
      {"t", 1000, {1, 0, 0}},
      {"lb", 0.45359237, {1, 0, 0}},
      {"s", 1, {0, 0, 1}},
      {"ms", 0.001, {0, 0, 1}},
      {"us", 1e-6, {0, 0, 1}},
      {"min", 60, {0, 0, 1}},
      {"h", 3600, {0, 0, 1}},
      {"Hz", 1, {0, 0, -1}},
      {"kHz", 1000, {0, 0, -1}},
      {"rad", 1, {}},
      {"mrad", 0.001, {}},
      {"deg", kPi / 180, {}},
      {"rev", 2 * kPi, {}},
      {"rpm", kPi / 30, {0, 0, -1}},
      {"mA", 0.001, {0, 0, 0, 1}},
      {"kV", 1000, {1, 2, -3, -1}},
      {"mOhm", 0.001, {1, 2, -3, -2}},
      {"uH", 1e-6, {1, 2, -2, -2}},
      {"N m/A", 1, {1, 2, -2, -1}},
      {"K", 1, {0, 0, 0, 0, 1}},
      {"J/K", 1, {1, 2, -2, 0, -1}},
      {"N", 1, kForce},
      {"kN", 1000, kForce},
      {"mN", 0.001, kForce},
      {"lbf", 4.4482216152605, kForce},
      {"Pa", 1, {1, -1, -2}},
      {"kPa", 1e3, {1, -1, -2}},
      {"MPa", 1e6, {1, -1, -2}},
      {"GPa", 1e9, {1, -1, -2}},
      {"bar", 1e5, {1, -1, -2}},
      {"J", 1, {1, 2, -2}},
      {"W", 1, {1, 2, -3}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.unit);
    const luztar::Unit unit = parse_unit(row.unit, {});
    CHECK(unit.factor() == row.factor);
    CHECK(unit.dimension == row.dimension);
  }
}

TEST_CASE("products, quotients, powers and parentheses combine units") {
  struct Row {
    const char* unit;
    double factor;
    Dimension dimension;
  };
  const Row rows[] = {
      {"N/m", 1, {1, 0, -2}},          {"N*s/m", 1, {1, 0, -1}},
      {"N s/m", 1, {1, 0, -1}},        {"kg m2", 1, {1, 2, 0}},
      {"kg*m^2", 1, {1, 2, 0}},        {"N m/rad", 1, {1, 2, -2}},
      {"m/s^2", 1, {0, 1, -2}},        {"N/mm", 1000, {1, 0, -2}},
      {"kg m\u00b2", 1, {1, 2, 0}},    {"N\u00b7m", 1, {1, 2, -2}},
      {"N/(m s)", 1, {1, 0, -3}},      {"m s-1", 1, {0, 1, -1}},
      {"m*s^-2", 1, {0, 1, -2}},       {"1/s", 1, {0, 0, -1}},
      {"km/h", 1 / 3.6, {0, 1, -1}},   {"g mm2", 1e-9, {1, 2, 0}},
      {"N / mm^2", 1e6, {1, -1, -2}},  {" m ", 1, {0, 1, 0}},
      {"(kg m)/(s s)", 1, {1, 1, -2}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.unit);
    const luztar::Unit unit = parse_unit(row.unit, {});
    CHECK(unit.factor() == doctest::Approx(row.factor).epsilon(1e-15));
    CHECK(unit.dimension == row.dimension);
  }
}

TEST_CASE("words of engineers without blanks are products") {
  struct Row {
    const char* unit;
    const char* means;
    const char* si;
  };
  const Row rows[] = {
      {"Nm", "N m", "N m"},
      {"Nm/rad", "N m/rad", "N m/rad"},
      {"Nms", "N m s", "N m s"},
      {"Nms/rad", "N m s/rad", "N m s/rad"},
      {"Ncm", "N cm", "N m"},
      {"Nmm", "N mm", "N m"},
      {"mNm", "mN m", "N m"},
      {"kNm", "kN m", "N m"},
      {"Ns/m", "N s/m", "N s/m"},
      {"kgm2", "kg m2", "kg m2"},
      {"gcm^2", "g cm2", "kg m^2"},
      {"kWh", "kW h", "W s"},
      {"Vs/rad", "V s/rad", "V s/rad"},
      {"1/Nm2", "1/(N m2)", "1/(N m2)"},
      {"rad/Nms", "rad/(N m s)", "rad/(N m s)"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.unit);
    CHECK(parse_unit(row.unit, {}).factor() == parse_unit(row.means, {}).factor());
    CHECK(parse_unit(row.unit, {}).dimension == parse_unit(row.means, {}).dimension);
    CHECK(luztar::si_unit(row.unit, {}) == row.si);
  }
  for (const char* none : {"kgs", "mN", "Nmrad", "mm", "sN", "Nmss"}) {
    CAPTURE(none);
    const bool one = std::string(none) == "mN" || std::string(none) == "mm";
    CHECK(luztar::is_unit(none) == one);
  }
  CHECK(mistake_in("kgs") == "m.toml:3:10: no unit 'kgs'; did you mean 'kg'?");
}

TEST_CASE("a decimal value in a decimal unit becomes the nearest double") {
  // 3 * 0.001 and 0.07 * 0.01 are not: they are one rounding off.
  CHECK(parse_unit("mm", {}).to_si(3) == 0.003);
  CHECK(parse_unit("kN/mm", {}).to_si(1.1) == 1.1e6);
  CHECK(parse_unit("in", {}).to_si(-0.3) == -0.00762);
  CHECK(parse_unit("lbf", {}).to_si(123456.789) == 549163.1573804547);  // exact to 17 digits
  CHECK(parse_unit("mm", {}).to_si(4e-321) == 4e-324);
  for (int i = 1; i < 100'000; i += 7)  // divided by 1000, a quarter of these are one bit off
    CHECK(parse_unit("mm", {}).to_si(i / 1000.0) == std::stod(std::to_string(i) + "e-6"));
  for (int i = 1; i < 1000; ++i) {
    CAPTURE(i);
    CHECK(parse_unit("um", {}).to_si(i) == std::stod(std::to_string(i) + "e-6"));
  }
}

TEST_CASE("a wrong unit is reported at its character") {
  CHECK(mistake_in("N/rda") == "m.toml:3:12: no unit 'rda'; did you mean 'rad'?");
  CHECK(mistake_in("") == "m.toml:3:10: the unit is empty; write \"1\" for a pure number");
  CHECK(mistake_in("N/m s").starts_with("m.toml:3:14: is this still under the '/'?"));
  CHECK(mistake_in("furlong") ==
        "m.toml:3:10: no unit 'furlong'; see docs/units.md, \"Units by name\"");
  CHECK(mistake_in("N/").starts_with("m.toml:3:12: a unit is missing"));
  CHECK(mistake_in("m^").starts_with("m.toml:3:12: an exponent is missing"));
  CHECK(mistake_in("m^0").starts_with("m.toml:3:12: exponent out of range"));
  CHECK(mistake_in("m99999999999").starts_with("m.toml:3:11: exponent out of range"));
  CHECK(mistake_in("(N").starts_with("m.toml:3:12: a ')' is missing"));
  CHECK(mistake_in("N)").starts_with("m.toml:3:11: unexpected ')'"));
  CHECK(mistake_in("((((((((((N").starts_with("m.toml:3:19: too many parentheses"));
  CHECK(mistake_in("km^12 km^12 km^12").starts_with("m.toml:3:10: this unit is too far from SI"));
  CHECK(mistake_in("\u00b5m/\u00e9").starts_with("m.toml:3:13: no unit '\u00e9'"));
}

TEST_CASE("a unit in SI has the words of the one that is given, its dimension and the factor 1") {
  const std::vector<std::pair<std::string, std::string>> units = {{"mm/s", "m/s"},
                                                                  {"kN/mm", "N/m"},
                                                                  {"rpm", "rad/s"},
                                                                  {"N m/rpm", "N m/(rad/s)"},
                                                                  {"km/h", "m/s"},
                                                                  {"g mm^2", "kg m^2"},
                                                                  {"%", "1"},
                                                                  {"%/min", "1/s"},
                                                                  {"deg", "rad"},
                                                                  {"mrad/ms2", "rad/s2"},
                                                                  {"lbf/in", "N/m"},
                                                                  {"bar", "Pa"},
                                                                  {"kHz", "Hz"},
                                                                  {"\u00b5m\u00b2", "m\u00b2"},
                                                                  {" t ", " kg "},
                                                                  {"kN/(mm ms)", "N/(m s)"},
                                                                  {"rpm (m/s)", "(rad/s) (m/s)"},
                                                                  {"rpm2", "(rad/s)2"},
                                                                  {"N s/m", "N s/m"},
                                                                  {"kg m2", "kg m2"}};
  for (const auto& pair : units) {
    const std::string &given = pair.first, &si = pair.second;
    CAPTURE(given);
    CHECK(luztar::si_unit(given, {}) == si);
    CHECK(parse_unit(si, {}).factor() == 1.0);
    CHECK(parse_unit(si, {}).dimension == parse_unit(given, {}).dimension);
  }
  CHECK_THROWS_AS(luztar::si_unit("furlong", {}), luztar::ModelError);
}

TEST_CASE("dimensions are written as people read them") {
  CHECK(luztar::to_text(Dimension{}) == "1");
  CHECK(luztar::to_text(Dimension{1, 0, -2}) == "kg/s2");
  CHECK(luztar::to_text(Dimension{1, -1, -2}) == "kg/(m s2)");
  CHECK(luztar::to_text(Dimension{0, 0, -1}) == "1/s");
  CHECK(luztar::to_text(Dimension{1, 2, -3, -1}) == "kg m2/(s3 A)");
  CHECK(luztar::to_text(Dimension{0, 0, -1, 0, 1}) == "K/s");
  CHECK(parse_unit(to_text(Dimension{1, -1, -2}), {}).dimension == Dimension{1, -1, -2});
}
