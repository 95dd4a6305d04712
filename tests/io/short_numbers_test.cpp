// Long columns with few bits a number, read again byte by byte.
#include "luztar/io/report/short_numbers.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "io/page_reader.h"

namespace luztar::report {
namespace {

std::vector<double> read_again(const std::vector<double>& values) {
  std::string text;
  append_blocks(text, values);
  return test::numbers_of_blocks(text, values.size());
}

TEST_CASE("a number of a block is off by less than 1e-5 of the block's range") {
  std::vector<double> values;
  for (int i = 0; i < 1000; ++i) values.push_back(std::exp(-0.05 * i) * std::sin(0.1 * i));
  const std::vector<double> read = read_again(values);
  for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
    double low = values[begin], high = low, worst = 0.0;
    for (std::size_t i = begin; i < std::min(values.size(), begin + kBlock); ++i) {
      low = std::min(low, values[i]);
      high = std::max(high, values[i]);
      worst = std::max(worst, std::abs(values[i] - read[i]));
    }
    CHECK(worst < 1e-5 * (high - low));
  }
}

TEST_CASE("ends of a block, equal numbers and those that are none are kept") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> read = read_again({-1e308, nan, 1e308, 0.0});
  CHECK(read[0] == -1e308);
  CHECK(std::isnan(read[1]));
  CHECK(read[2] == 1e308);
  CHECK(std::abs(read[3]) < 1e304);
  CHECK(read_again({7.25, 7.25}) == std::vector<double>{7.25, 7.25});
  CHECK(std::isnan(read_again({nan, nan})[1]));
}

TEST_CASE("times have 32 bits between the first and the last") {
  const std::vector<double> times{2.0, 2.0, 3.25, 1750.0};
  std::string text;
  append_times(text, times);
  const std::vector<double> read = test::times_of(text, 2.0, 1750.0);
  REQUIRE(read.size() == times.size());
  for (std::size_t i = 0; i < times.size(); ++i) CHECK(std::abs(read[i] - times[i]) < 5e-7);
  CHECK(read[0] == 2.0);
  CHECK(read[3] == 1750.0);
}

}  // namespace
}  // namespace luztar::report
