#include "luztar/core/rounded_number.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include "luztar/core/number_text.h"

namespace luztar {
namespace {

std::string written(double value, int digits) {
  std::array<char, kNumberWidth> text{};
  return {text.data(), write_rounded(text.data(), value, digits)};
}

/// Of the standard library, which shares no code with it.
std::string reference(double value, int digits) {
  std::array<char, kNumberWidth> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value,
                                     std::chars_format::general, digits)
                           .ptr};
}

double drawn(std::mt19937_64& random, int kind) {
  const std::uint64_t bits = random();
  const double unit = std::ldexp(static_cast<double>(bits >> 11), -53);
  switch (kind) {
    case 0:  // any
      return std::bit_cast<double>(bits);
    case 1:  // decimal fractions
      return std::round(unit * 1e7) * std::pow(10.0, static_cast<double>(bits % 20) - 12);
    case 2:  // halfway between two texts
      return (std::floor(unit * 1e6) + 0.5) / std::exp2(static_cast<double>(bits % 16));
    case 3:  // next to powers of ten
      return std::nextafter(std::pow(10.0, static_cast<double>(bits % 40) - 20), unit * 1e30);
    default:
      return std::ldexp(unit, static_cast<int>(bits % 100) - 70);
  }
}

TEST_CASE("a rounded number has the characters of the standard library") {
  std::mt19937_64 random(7);
  for (int i = 0; i < 300'000; ++i) {
    double value = drawn(random, i % 5);
    if (!std::isfinite(value)) continue;
    if ((random() & 1U) != 0) value = -value;
    const int digits = 1 + static_cast<int>(random() % 17);
    if (written(value, digits) == reference(value, digits)) continue;
    CAPTURE(value);
    CAPTURE(digits);
    REQUIRE(written(value, digits) == reference(value, digits));
  }
}

TEST_CASE("a rounded number: halves go to even, tens carry, ends have no zeros") {
  CHECK(written(0.5, 1) == "0.5");
  CHECK(written(2.5, 1) == "2");
  CHECK(written(3.5, 1) == "4");
  CHECK(written(9.996, 3) == "10");
  CHECK(written(999999.96, 7) == "1000000");
  CHECK(written(9999999.6, 7) == "1e+07");
  CHECK(written(-0.0001, 7) == "-0.0001");
  CHECK(written(0.00001, 7) == "1e-05");
  CHECK(written(0.1, 17) == "0.10000000000000001");
  CHECK(written(-0.0, 7) == "-0");
  CHECK(written(std::numeric_limits<double>::max(), 17) == "1.7976931348623157e+308");
  CHECK(written(std::numeric_limits<double>::denorm_min(), 17) == "4.9406564584124654e-324");
}

}  // namespace
}  // namespace luztar
