// Random parameters of instances at given uniform numbers.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "built_model.h"
#include "luztar/model/repeat.h"

using namespace luztar;
using namespace luztar::testing;
using Kind = RandomKind;

namespace {

double value(Kind kind, double first, double second, double u) {
  const Expression made = random_value(kind, number(first), number(second), u, {});
  REQUIRE(made.op() == Op::Number);  // numbers give a number
  return made.number();
}

// The share of a normal distribution below mean + deviation (Abramowitz and Stegun, table 26.1).
constexpr double kOneDeviation = 0.841344746068542949;

}  // namespace

TEST_CASE("a uniform number goes from the least to the most") {
  CHECK(value(Kind::Uniform, 2, 5, 0.5) == 3.5);
  CHECK(value(Kind::Uniform, 2, 5, 0.0) == 2.0);
  CHECK(value(Kind::Uniform, 2, 2, 0.9) == 2.0);
  CHECK(value(Kind::LogUniform, 2, 8, 0.5) == doctest::Approx(4.0).epsilon(1e-15));
  CHECK(value(Kind::LogUniform, -1, -100, 0.25) ==
        doctest::Approx(-std::sqrt(10.0)).epsilon(1e-15));
}

TEST_CASE("a normal number has its mean in the middle and its deviation at 84.13 %") {
  CHECK(value(Kind::Normal, 3, 0.5, 0.5) == 3.0);
  CHECK(value(Kind::Normal, 3, 0.5, kOneDeviation) == doctest::Approx(3.5).epsilon(1e-12));
  CHECK(value(Kind::Normal, 3, 0.5, 1 - kOneDeviation) == doctest::Approx(2.5).epsilon(1e-12));
}

TEST_CASE("a lognormal number has its median in the middle, its deviation as a factor") {
  CHECK(value(Kind::Lognormal, 3, 0.5, 0.5) == 3.0);
  CHECK(value(Kind::Lognormal, 3, 0.5, kOneDeviation) ==
        doctest::Approx(3 * std::exp(0.5)).epsilon(1e-12));
}

TEST_CASE("what depends on parameters stays an expression of them") {
  const Expression made = random_value(Kind::Uniform, text("a"), text("b"), 0.25, {});
  CHECK(evaluate(made, {{"a", 2.0}, {"b", 6.0}}) == 3.0);
  CHECK(symbols_of(made).size() == 3);
}
