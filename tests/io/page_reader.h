// Reads the data of a page, and what it has as base64, for tests.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace luztar::test {

inline nlohmann::json data_of(const std::string& page) {
  const std::string begin = R"(<script type="application/json" id="data">)";
  const std::size_t from = page.find(begin) + begin.size();
  return nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
}

inline std::vector<std::uint8_t> bytes_of(const std::string& text) {
  static const std::string kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<std::uint8_t> bytes;
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    group = group << 6 | static_cast<std::uint32_t>(kAlphabet.find(c));
    if ((bits += 6) < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<std::uint8_t>(group >> bits & 255));
  }
  return bytes;
}

/// The whole number in `count` bytes, the lowest first; moves on.
inline std::uint64_t take(const std::vector<std::uint8_t>& bytes, std::size_t& at, int count) {
  std::uint64_t value = 0;
  for (int k = 0; k < count; ++k) value |= std::uint64_t{bytes.at(at++)} << 8 * k;
  return value;
}

inline std::vector<double> numbers_of_blocks(const std::string& text, std::size_t n) {
  const std::vector<std::uint8_t> bytes = bytes_of(text);
  std::vector<double> values;
  std::size_t at = 0;
  double low{}, high{};
  while (values.size() < n) {
    if (values.size() % 256 == 0) {
      low = std::bit_cast<double>(take(bytes, at, 8));
      high = std::bit_cast<double>(take(bytes, at, 8));
    }
    const double part = static_cast<double>(take(bytes, at, 2)) / 65534.0;
    values.push_back(part > 1.0 ? std::numeric_limits<double>::quiet_NaN()
                                : low * (1.0 - part) + high * part);
  }
  return at == bytes.size() ? values : std::vector<double>{};
}

inline std::vector<double> times_of(const std::string& text, double from, double to) {
  const std::vector<std::uint8_t> bytes = bytes_of(text);
  std::vector<double> times;
  for (std::size_t at = 0; at < bytes.size();)
    times.push_back(from + static_cast<double>(take(bytes, at, 4)) / 4294967295.0 * (to - from));
  return times;
}

inline std::vector<double> numbers_of(const std::string& text) {
  const std::vector<std::uint8_t> bytes = bytes_of(text);
  std::vector<double> values;
  for (std::size_t at = 0; at < bytes.size();)
    values.push_back(std::bit_cast<double>(take(bytes, at, 8)));
  return values;
}

/// A column of a page in any of its forms.
inline std::vector<double> column_of(const nlohmann::json& column, std::size_t n) {
  if (column.is_string()) return numbers_of(column);
  if (column.contains("blocks")) return numbers_of_blocks(column["blocks"], n);
  if (column.is_object()) return times_of(column["places"], column["from"], column["to"]);
  return std::vector<double>(n, column.get<double>());
}

}  // namespace luztar::test
