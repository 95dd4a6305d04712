// Drawn models: right ones in any units, and the same with one unit of another dimension.
#include "io/drawn_units.h"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "io/mistakes.h"

using luztar::test::DrawnModel;
using luztar::test::mistakes_in;
using luztar::testing::Random;

namespace {

bool tells_line(const std::string& mistakes, std::size_t line) {
  return mistakes.find("m.toml:" + std::to_string(line + 1) + ":") != std::string::npos;
}

}  // namespace

TEST_CASE("a model in any units of the right dimensions is right") {
  std::size_t units = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    CAPTURE(seed);
    const DrawnModel model(seed);
    units += model.values().size();
    const std::string mistakes = mistakes_in(model.text());
    INFO(model.text());
    REQUIRE(mistakes == "none");
  }
  CHECK(units > 10'000);
}

TEST_CASE("one unit of another dimension is refused where it stands or is read") {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    CAPTURE(seed);
    DrawnModel model(seed);
    Random random{seed};
    const DrawnModel::Value& value = model.spoil(random);
    const std::string mistakes = mistakes_in(model.text());
    INFO(model.text());
    INFO("line " << value.line + 1);
    CAPTURE(mistakes);
    REQUIRE(mistakes != "none");
    CHECK((tells_line(mistakes, value.line) || std::ranges::any_of(value.used, [&](std::size_t l) {
             return tells_line(mistakes, l);
           })));
  }
}
