// JSON for pages: numbers, and texts that are safe inside a <script> element.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace luztar::report {

/// Shortest text that reads back exactly; `null` if not finite.
void append_exact(std::string& out, double x);

/// In quotes and escaped; `<` becomes `\u003c`, so that no text can end the script element.
void append_string(std::string& out, std::string_view text);

/// A single number if all values are equal, else a text: base64 of their bytes, where what is not
/// finite is NaN.
void append_column(std::string& out, std::span<const double> values);

}  // namespace luztar::report
