// Decimals as fractions and fractions as people write them.
#include "luztar/algebra/numbers.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "random.h"

using namespace luztar;

TEST_CASE("a double is the fraction of its shortest decimal") {
  CHECK(fraction_written(0.1) == Rational(1, 10));
  CHECK(fraction_written(-0.125) == Rational(-1, 8));
  CHECK(fraction_written(1e22) == Rational(boost::multiprecision::pow(Integer(10), 22)));
  CHECK(fraction_written(1.0 / 3.0) ==
        Rational(Integer("3333333333333333"), Integer("10000000000000000")));
  CHECK(fraction_written(0.0) == 0);
  const double least = std::numeric_limits<double>::denorm_min();  // "5e-324"
  CHECK(fraction_written(least) == Rational(5, boost::multiprecision::pow(Integer(10), 324)));
  testing::Random random{8};
  for (int i = 0; i < 2000; ++i) {
    const double value = random(-1, 1) * std::pow(10.0, random.below(60) - 30);
    CHECK(fraction_written(value).convert_to<double>() == value);
  }
}

TEST_CASE("a fraction is written whole, as a short decimal, or as a quotient") {
  struct Row {
    Rational value;
    double numerator, denominator;
  };
  for (const Row& row : {
           Row{7, 7, 1},
           Row{{1, 2}, 1, 2},  // halves and quarters are quotients
           Row{{3, 4}, 3, 4},
           Row{{1, 5}, 0.2, 1},  // from fifths on decimals are shorter
           Row{{5, 6}, 5, 6},
           Row{{1, 300}, 1, 300},
           Row{{2001, 4}, 500.25, 1},  // no short quotient
           Row{fraction_written(3.141592653589793) / 4, 3.141592653589793, 4},
       }) {
    const WrittenNumber found = written_number(row.value);
    INFO(row.value.str());
    CHECK(found.numerator == row.numerator);
    CHECK(found.denominator == row.denominator);
  }
}

TEST_CASE("a number of more digits than a double has is the nearest double") {
  const Rational digits(Integer("123456789012345678901234567890"), Integer("1000000007"));
  const WrittenNumber found = written_number(digits);
  CHECK(found.denominator == 1);
  CHECK(found.numerator == doctest::Approx(1.2345678814814814e20).epsilon(1e-15));
}
