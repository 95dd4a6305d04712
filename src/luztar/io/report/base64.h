// Columns of many numbers as short text without loss.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace luztar::report {

void append_base64(std::string& out, std::span<const std::byte> bytes);
/// Base64 of the eight bytes of each value, the lowest one first; any bits, NaN too.
void append_base64(std::string& out, std::span<const double> values);

}  // namespace luztar::report
