#include "luztar/io/row_record.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <system_error>

#include "luztar/io/crc32.h"
#include "luztar/symbolic/binding.h"

namespace luztar {
namespace {

constexpr std::size_t kRowDigits = 8;  // of a checksum

std::string checksum_of(std::string_view text, std::uint32_t study) {
  std::string digits(kRowDigits, '0');
  std::uint32_t rest = crc32(text, study);
  for (std::size_t i = kRowDigits; i-- > 0; rest >>= 4U)
    digits[i] = "0123456789abcdef"[rest & 0xFU];
  return digits;
}

/// What stands before the next tab, which goes too.
std::optional<std::string_view> next_cell(std::string_view& cells) {
  const auto tab = cells.find('\t');
  if (tab == std::string_view::npos) return std::nullopt;
  const std::string_view cell = cells.substr(0, tab);
  cells.remove_prefix(tab + 1);
  return cell;
}

}  // namespace

std::string number_cell(double value) { return std::isnan(value) ? "" : number_text(value); }

std::string line_of(std::int64_t row, std::span<const double> found, std::string_view words,
                    std::uint32_t study) {
  std::string line = std::to_string(row) + '\t';
  for (const double value : found) line += number_cell(value) + '\t';
  line.append(words) += '\t';
  return line + checksum_of(line, study) + '\n';
}

std::optional<RowRecord> read_line(std::string_view line, std::size_t columns,
                                   std::uint32_t study) {
  if (line.size() < kRowDigits) return std::nullopt;
  std::string_view cells = line.substr(0, line.size() - kRowDigits);
  if (line.substr(cells.size()) != checksum_of(cells, study)) return std::nullopt;
  RowRecord record;
  const auto row = next_cell(cells);
  if (!row || std::from_chars(row->data(), row->data() + row->size(), record.row).ec != std::errc{})
    return std::nullopt;
  for (std::size_t i = 0; i < columns; ++i) {
    const auto cell = next_cell(cells);
    if (!cell) return std::nullopt;
    record.found.push_back(cell->empty() ? std::numeric_limits<double>::quiet_NaN()
                                         : std::strtod(std::string(*cell).c_str(), nullptr));
  }
  const auto words = next_cell(cells);
  if (!words || !cells.empty()) return std::nullopt;
  record.words = *words;
  return record;
}

}  // namespace luztar
