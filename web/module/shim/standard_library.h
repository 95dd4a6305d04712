// What libc++ 13 of Debian's emscripten lacks of C++20, as far as the library uses it. Included
// before every source of the preset `web` (web/module/web.cmake), so that the sources are those of
// all other builds.
#pragma once

#include <charconv>
#include <cstring>
#include <type_traits>

#include "range_algorithms.h"

namespace std {
/// The shortest text that reads back as `value`; fixed or scientific, what is shorter, fixed where
/// both are.
to_chars_result to_chars(char* first, char* last, double value);
/// The same in the form that is wanted; without a precision the shortest.
to_chars_result to_chars(char* first, char* last, double value, chars_format format);
to_chars_result to_chars(char* first, char* last, double value, chars_format format, int precision);
/// Reads the longest number at `first`: nearest double, out of range beyond the largest and where 0
/// is left of it.
from_chars_result from_chars(const char* first, const char* last, double& value,
                             chars_format format = chars_format::general);

template <class To, class From>
constexpr To bit_cast(const From& value) noexcept {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, value);
}
}  // namespace std
