// JSON for pages: short decimals, and texts that are safe inside a <script> element.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace luztar::report {

/// Digits that resolve `range` to about a millionth for values of size `largest`; 7 to 17.
int digits_for(double range, double largest);

/// `x` with that many significant digits; `null` if it is not finite, never `-0`.
void append_number(std::string& out, double x, int digits);

/// Shortest text that reads back exactly; `null` if not finite.
void append_exact(std::string& out, double x);

/// In quotes and escaped; `<` becomes `\u003c`, so that no text can end the script element.
void append_string(std::string& out, std::string_view text);

/// A single number if all values are equal, else an array with the digits that its range needs.
void append_column(std::string& out, std::span<const double> values);

}  // namespace luztar::report
