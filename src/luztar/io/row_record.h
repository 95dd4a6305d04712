// A row of a table that is not finished, as a line that tells whether it is as it was written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace luztar {

struct RowRecord {
  std::int64_t row{};
  std::vector<double> found;  ///< NaN where there is nothing
  std::string words;          ///< on one line
};

/// "" for NaN; else digits that give the same bits back.
std::string number_cell(double value);

/// "row \t number \t ... \t words \t checksum \n"; the checksum, CRC-32 in eight hexadecimal
/// digits, goes on from that of the study.
std::string line_of(std::int64_t row, std::span<const double> found, std::string_view words,
                    std::uint32_t study);

/// @param line  without its end; nothing if it is not what line_of() wrote for this study, with as
///              many columns
std::optional<RowRecord> read_line(std::string_view line, std::size_t columns, std::uint32_t study);

}  // namespace luztar
