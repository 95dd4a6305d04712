// Doubles as texts and back, for libc++ 13. Correctly rounded: fmt's shortest digits, strtod of
// musl.
#include <array>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace {

std::to_chars_result copied(char* first, char* last, std::string_view text) {
  if (last - first < static_cast<std::ptrdiff_t>(text.size()))
    return {last, std::errc::value_too_large};
  std::memcpy(first, text.data(), text.size());
  return {first + text.size(), std::errc{}};
}

/// -digits * 10^exponent
struct Shortest {
  std::string sign{}, digits{};
  int exponent{};
};

Shortest shortest(double value) {
  Shortest text;
  if (std::signbit(value)) text.sign = "-";
  if (value == 0.0) {
    text.digits = "0";
    return text;
  }
  const auto decimal = fmt::detail::dragonbox::to_decimal(std::abs(value));
  text.digits = fmt::format("{}", decimal.significand);
  text.exponent = decimal.exponent;
  return text;
}

std::string scientific(const Shortest& of) {
  const int power = of.exponent + static_cast<int>(of.digits.size()) - 1;
  std::string text = of.sign + of.digits[0];
  if (of.digits.size() > 1) text += "." + of.digits.substr(1);
  return text + fmt::format("e{}{:02}", power < 0 ? '-' : '+', std::abs(power));
}

std::string fixed(const Shortest& of, double value) {
  const int size = static_cast<int>(of.digits.size()), point = size + of.exponent;
  if (of.exponent > 0) return fmt::format("{:.0f}", value);  // all its digits
  if (of.exponent == 0) return of.sign + of.digits;
  if (point <= 0)
    return of.sign + "0." + std::string(static_cast<std::size_t>(-point), '0') + of.digits;
  const auto at = static_cast<std::size_t>(point);
  return of.sign + of.digits.substr(0, at) + "." + of.digits.substr(at);
}

std::string not_finite(double value) {
  return std::string(std::signbit(value) ? "-" : "") + (std::isnan(value) ? "nan" : "inf");
}

/// The end of the number that begins at `at`, without a sign; `at` where there is none.
const char* end_of_number(const char* at, const char* last) {
  const char* const first = at;
  const auto digits = [&] {
    const char* const begin = at;
    while (at != last && std::isdigit(static_cast<unsigned char>(*at)) != 0) ++at;
    return at - begin;
  };
  auto found = digits();
  if (at != last && *at == '.') {
    ++at;
    found += digits();
  }
  if (found == 0) return first;
  const char* const end = at;
  if (at == last || (*at != 'e' && *at != 'E')) return end;
  ++at;
  if (at != last && (*at == '+' || *at == '-')) ++at;
  return digits() > 0 ? at : end;
}

/// The end of inf, infinity or nan.
const char* end_of_word(const char* at, const char* last) {
  for (const std::string_view word : {"infinity", "inf", "nan"}) {
    std::size_t i = 0;
    while (i < word.size() && at + i != last &&
           std::tolower(static_cast<unsigned char>(at[i])) == word[i])
      ++i;
    if (i == word.size()) return at + i;
  }
  return at;
}

}  // namespace

namespace std {

to_chars_result to_chars(char* first, char* last, double value) {
  if (!std::isfinite(value)) return copied(first, last, not_finite(value));
  const Shortest text = shortest(value);
  const std::string power = scientific(text);
  const int size = static_cast<int>(text.digits.size()), point = size + text.exponent;
  // The length of the other form, which may have hundreds of digits.
  const int length = static_cast<int>(text.sign.size()) + (text.exponent >= 0 ? point
                                                           : point > 0        ? size + 1
                                                                              : 2 - point + size);
  return copied(first, last, length <= static_cast<int>(power.size()) ? fixed(text, value) : power);
}

to_chars_result to_chars(char* first, char* last, double value, chars_format format) {
  if (!std::isfinite(value)) return copied(first, last, not_finite(value));
  if (format == chars_format::scientific) return copied(first, last, scientific(shortest(value)));
  if (format == chars_format::fixed) return copied(first, last, fixed(shortest(value), value));
  return to_chars(first, last, value);
}

to_chars_result to_chars(char* first, char* last, double value, chars_format format,
                         int precision) {
  if (!std::isfinite(value)) return copied(first, last, not_finite(value));
  if (format == chars_format::general) {  // musl's printf takes microseconds
    fmt::memory_buffer text;
    fmt::format_to(std::back_inserter(text), "{:.{}g}", value, precision);
    return copied(first, last, {text.data(), text.size()});
  }
  const char* const form = format == chars_format::scientific ? "%.*e" : "%.*f";
  std::array<char, 1100> text{};
  const int size = std::snprintf(text.data(), text.size(), form, precision, value);
  return copied(first, last, {text.data(), static_cast<std::size_t>(size)});
}

from_chars_result from_chars(const char* first, const char* last, double& value, chars_format) {
  const char* const begin = first != last && *first == '-' ? first + 1 : first;
  const char* end = end_of_number(begin, last);
  if (end == begin) end = end_of_word(begin, last);
  if (end == begin) return {first, errc::invalid_argument};
  const std::string text(first, end);
  const double read = std::strtod(text.c_str(), nullptr);
  const bool is_number = std::isdigit(static_cast<unsigned char>(*begin)) != 0 || *begin == '.';
  const auto has_digits = [&] {  // of its mantissa
    const auto power = text.find_first_of("eE");
    return text.substr(0, power).find_first_of("123456789") != std::string::npos;
  };
  if (is_number && (std::isinf(read) || (read == 0.0 && has_digits())))
    return {end, errc::result_out_of_range};
  value = read;
  return {end, errc{}};
}

}  // namespace std
