// Numbers as text to some digits, many of them: those of a page.
#pragma once

namespace luztar {

/// Writes `value` to `digits` significant digits at `to` and returns the end: the characters of
/// printf's %.*g, correctly rounded, halves to even. Exact integers of 128 bits where they suffice,
/// std::to_chars otherwise.
/// @param digits  1 to 17
/// @pre `value` is finite; kNumberWidth characters of room
char* write_rounded(char* to, double value, int digits);

}  // namespace luztar
