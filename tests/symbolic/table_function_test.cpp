// Tables of the model as functions: what holds outside of their rows, and their derivatives.
#include "luztar/symbolic/table_function.h"

#include <cmath>

#include <doctest/doctest.h>

using namespace luztar;

namespace {

const std::vector<double> kX{0.0, 1.0, 3.0, 4.0}, kY{2.0, 4.0, 0.0, 1.0};

TablePtr table(Interpolation interpolation, Beyond beyond) {
  return make_table_function("map", kX, kY, interpolation, beyond);
}

double value(const TablePtr& table, double x) { return evaluate(table->pieces, x); }

}  // namespace

TEST_CASE("outside of its rows a table is nothing, constant, or goes on, as it is asked to") {
  for (const Interpolation way :
       {Interpolation::Linear, Interpolation::Cubic, Interpolation::Hold}) {
    const TablePtr error = table(way, Beyond::Error), constant = table(way, Beyond::Constant);
    const TablePtr extend = table(way, Beyond::Extend);
    CHECK(error->lower == 0.0);
    CHECK(error->upper == 4.0);
    for (const double x : {0.0, 0.3, 1.7, 3.2, 3.999}) {
      CHECK(value(error, x) == value(extend, x));
      CHECK(value(constant, x) == value(extend, x));
    }
    CHECK(std::isnan(value(error, -0.1)));
    CHECK(std::isnan(value(error, 4.1)));
    CHECK(value(constant, -7.0) == 2.0);
    CHECK(value(constant, 9.0) == 1.0);
    CHECK(std::isfinite(value(extend, 9.0)));
  }
  CHECK(value(table(Interpolation::Linear, Beyond::Extend), 6.0) == 3.0);
  const TablePtr error = table(Interpolation::Linear, Beyond::Error);
  CHECK(reach_words(error->pieces) == "the table 'map' has rows from 0 to 4 (SI) only");
}

TEST_CASE("the derivative of a table is that of its pieces") {
  const TablePtr linear = table(Interpolation::Linear, Beyond::Extend);
  REQUIRE(linear->derivative != nullptr);
  CHECK(linear->derivative->name == "map'");
  CHECK(value(linear->derivative, 0.5) == 2.0);
  CHECK(value(linear->derivative, 1.0) == -2.0);
  CHECK(value(linear->derivative, 3.5) == 1.0);
  const TablePtr cubic = table(Interpolation::Cubic, Beyond::Extend);
  REQUIRE(cubic->derivative != nullptr);
  const double h = 1e-6;
  for (const double x : {0.4, 1.3, 2.8, 3.6}) {
    const double slope = (value(cubic, x + h) - value(cubic, x - h)) / (2 * h);
    CHECK(std::abs(value(cubic->derivative, x) - slope) < 1e-8);
  }
  CHECK(table(Interpolation::Hold, Beyond::Extend)->derivative == nullptr);
}
