#include "luztar/core/rounded_number.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "luztar/core/assert.h"
#include "luztar/core/number_text.h"

namespace luztar {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr int kMostDigits = 17;
constexpr int kMantissa = 53;      // bits of a double
constexpr int kPowersOfFive = 28;  // 5^27 is the last below 2^63

template <class Number, std::size_t n>
constexpr std::array<Number, n> powers_of(Number base) {
  std::array<Number, n> powers{1};
  for (std::size_t i = 1; i < n; ++i) powers[i] = powers[i - 1] * base;
  return powers;
}
constexpr auto kFives = powers_of<std::uint64_t, kPowersOfFive>(5);
constexpr auto kTens = powers_of<std::uint64_t, kMostDigits + 1>(10);

/// whole * 10^(power - digits + 1), 10^(digits - 1) <= whole < 10^digits; whole = 0: not known
struct Decimal {
  std::uint64_t whole{};
  int power{};
};

/// mantissa * 2^exponent * 10^tens to the next integer, halves to even. @pre it is below 2^63
std::uint64_t scaled(std::uint64_t mantissa, int exponent, int tens) {
  const Wide product = Wide{mantissa} * kFives[static_cast<std::size_t>(tens)];
  const int shift = -(exponent + tens);
  if (shift <= 0) return static_cast<std::uint64_t>(product << -shift);
  if (shift >= 128) return 0;
  const auto whole = static_cast<std::uint64_t>(product >> shift);
  const Wide rest = product - (Wide{whole} << shift), half = Wide{1} << (shift - 1);
  return whole + (rest > half || (rest == half && (whole & 1U) != 0) ? 1 : 0);
}

/// floor(log10(2^exponent)). @pre |exponent| < 1650
int tens_in(int exponent) { return (exponent * 315653) >> 20; }

/// @pre value is positive
Decimal rounded(double value, int digits) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  int exponent = static_cast<int>(bits >> (kMantissa - 1));
  if (exponent == 0) return {};  // below 2.3e-308
  const std::uint64_t hidden = std::uint64_t{1} << (kMantissa - 1);
  const std::uint64_t mantissa = (bits & (hidden - 1)) | hidden;
  exponent -= 1022 + kMantissa;
  for (int power = tens_in(exponent + kMantissa - 1);; ++power) {  // that of ten, or one less
    const int tens = digits - 1 - power;
    if (tens < 0 || tens >= kPowersOfFive) return {};
    const std::uint64_t whole = scaled(mantissa, exponent, tens);
    if (whole < kTens[static_cast<std::size_t>(digits)]) return {whole, power};
  }
}

char* put(char* to, const char* from, int count) {
  std::memcpy(to, from, static_cast<std::size_t>(count));
  return to + count;
}

char* put_zeros(char* to, int count) {
  std::memset(to, '0', static_cast<std::size_t>(count));
  return to + count;
}

/// As %g: an exponent where the point would be far from the digits, no zeros at the end.
char* put_decimal(char* to, const char* digits, int count, int power, int precision) {
  if (power < -4 || power >= precision) {
    *to++ = digits[0];
    if (count > 1) *to++ = '.';
    to = put(to, digits + 1, count - 1);
    *to++ = 'e';
    *to++ = power < 0 ? '-' : '+';
    const int size = std::abs(power);
    if (size < 10) *to++ = '0';
    return std::to_chars(to, to + 3, size).ptr;
  }
  if (power < 0) {
    to = put_zeros(put(to, "0.", 2), -power - 1);
    return put(to, digits, count);
  }
  const int before = std::min(count, power + 1);
  to = put_zeros(put(to, digits, before), power + 1 - before);
  if (count == before) return to;
  *to++ = '.';
  return put(to, digits + before, count - before);
}

}  // namespace

char* write_rounded(char* to, double value, int digits) {
  LUZTAR_ASSERT(std::isfinite(value) && digits >= 1 && digits <= kMostDigits);
  if (std::signbit(value)) *to++ = '-';
  value = std::abs(value);
  if (value == 0.0) {
    *to++ = '0';
    return to;
  }
  Decimal decimal = rounded(value, digits);
  if (decimal.whole == 0)
    return std::to_chars(to, to + kNumberWidth - 1, value, std::chars_format::general, digits).ptr;
  std::array<char, kMostDigits> text{};
  for (int i = digits - 1; i >= 0; --i, decimal.whole /= 10)
    text[static_cast<std::size_t>(i)] = static_cast<char>('0' + decimal.whole % 10);
  int count = digits;
  while (count > 1 && text[static_cast<std::size_t>(count) - 1] == '0') --count;
  return put_decimal(to, text.data(), count, decimal.power, digits);
}

}  // namespace luztar
