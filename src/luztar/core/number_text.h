// Numbers as text: the shortest that reads back to the same bits, or rounded for readers.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>

namespace luztar {

constexpr int kNumberWidth = 32;  ///< no number is longer [characters]

/// Writes `value` at `to` and returns the end. A signed zero loses its sign, since readers of
/// tables take "-0" for a mistake. What is not finite becomes nothing: an empty cell.
/// @pre kNumberWidth characters of room
inline char* write_number(char* to, double value) {
  if (!std::isfinite(value)) return to;
  return std::to_chars(to, to + kNumberWidth, value + 0.0).ptr;  // -0 + 0 = +0
}

/// The same as text: of a cell of a table.
inline std::string cell_text(double value) {
  char text[kNumberWidth];
  return std::string(text, write_number(text, value));
}

/// To some significant digits, as in messages.
inline std::string rounded_text(double value, int digits = 6) {
  char text[kNumberWidth];
  std::snprintf(text, sizeof text, "%.*g", digits, value + 0.0);
  return text;
}

}  // namespace luztar
