// Numbers with their unit, read and written.
#include "luztar/symbolic/quantity_text.h"

#include <string>

#include <doctest/doctest.h>

using namespace luztar;

TEST_CASE("a number with a unit behind it, with or without a blank") {
  struct Row {
    const char* text;
    double value;
    const char* unit;
  };
  const Row rows[] = {
      {"1 kg", 1, "kg"},     {"2mm", 0.002, "mm"},           {" -3.5e-1\tN/mm ", -350, "N/mm"},
      {"+.5 %", 0.005, "%"}, {"3 \u00b5m", 3e-6, "\u00b5m"}, {"2 1/s", 2, "1/s"}};
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto number = parse_quantity(row.text, {});
    REQUIRE(number);
    CHECK(number->number() == row.value);
    CHECK(number->unit() == row.unit);
  }
}

TEST_CASE("what is no number with a word behind is an expression, or nothing") {
  for (const char* text : {"1", "k", "2*m", "m/2", "1/2", "", " ", "-k", "2 mm + x", "3 - 1 m, 2",
                           "1 + 2 mm", "(2) mm"}) {
    CAPTURE(text);
    CHECK(!parse_quantity(text, {}));
  }
}

TEST_CASE("a word that is no unit is told at its place") {
  try {
    parse_quantity(" 2 kgs", {"m.toml", 3, 10});
    CHECK(false);
  } catch (const ModelError& error) {
    CHECK(std::string(error.what()) ==
          "m.toml:3:13: no unit 'kgs'; did you mean 'kg'? (a product is written with '*')");
  }
}

TEST_CASE("what is written reads back to the same bits") {
  for (const char* unit : {"mm", "in", "deg", "rpm", "kN/mm", "km/h", "lbf"})
    for (const double number : {0.1, 1.0 / 3.0, 12345.678, 7e-9}) {
      const auto first = parse_quantity(to_text(Expression::number(number)) + " " + unit, {});
      REQUIRE(first);
      const std::string text = quantity_text(*first);
      CAPTURE(text);
      CHECK(parse_quantity(text, {})->number() == first->number());
    }
}
