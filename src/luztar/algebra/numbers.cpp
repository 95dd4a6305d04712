#include "luztar/algebra/numbers.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "luztar/core/assert.h"

namespace luztar {
namespace {

// Halves and quarters are read as quotients: (F1 - F2)/2. From here on decimals are shorter.
constexpr int kLargestWrittenQuotient = 4;
// What is no decimal is a quotient of whole numbers if these are short: 5/6, 1/300.
constexpr int kLargestShortNumber = 1000;
// Else a decimal over a number up to this one: 3.141592653589793/4.
constexpr int kLargestDivisorOfDecimal = 12;

bool is_exact(double value, const Rational& number) {
  return std::isfinite(value) && fraction_written(value) == number;
}

}  // namespace

Rational fraction_written(double value) {
  LUZTAR_ASSERT(std::isfinite(value));
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::scientific)
                       .ptr;
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const std::size_t e = text.find('e');
  int exponent = 0;
  const std::size_t digits = e + (text[e + 1] == '+' ? 2 : 1);  // from_chars takes no plus
  std::from_chars(text.data() + digits, text.data() + text.size(), exponent);
  Integer mantissa = 0;
  bool fraction = false;
  for (const char c : text.substr(0, e)) {
    if (c == '.') fraction = true;
    if (c < '0' || c > '9') continue;
    mantissa = mantissa * 10 + (c - '0');
    if (fraction) --exponent;
  }
  if (text.front() == '-') mantissa = -mantissa;
  const Integer scale = boost::multiprecision::pow(Integer(10), std::abs(exponent));
  return exponent < 0 ? Rational(mantissa, scale) : Rational(mantissa * scale);
}

WrittenNumber written_number(const Rational& value) {
  const Integer top = boost::multiprecision::numerator(value);
  const Integer bottom = boost::multiprecision::denominator(value);
  const auto decimal = value.convert_to<double>();
  if (bottom == 1) return {decimal, 1};
  const bool is_short = top <= kLargestShortNumber && bottom <= kLargestShortNumber;
  const bool is_small_quotient = is_short && bottom <= kLargestWrittenQuotient;
  if (!is_small_quotient && is_exact(decimal, value)) return {decimal, 1};
  for (int divisor = 2; !is_short && divisor <= kLargestDivisorOfDecimal; ++divisor) {
    const Rational dividend = value * divisor;
    const auto number = dividend.convert_to<double>();
    if (is_exact(number, dividend)) return {number, static_cast<double>(divisor)};
  }
  const auto numerator = top.convert_to<double>();
  const auto denominator = bottom.convert_to<double>();
  if (is_exact(numerator, Rational(top)) && is_exact(denominator, Rational(bottom))) {
    return {numerator, denominator};
  }
  return {decimal, 1};
}

}  // namespace luztar
