// Two columns of a CSV file: measured data for a signal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "luztar/core/error.h"

namespace luztar {

/// Which column to take: by the name in the header line, or by number.
struct ColumnChoice {
  std::string name{};
  int number{};               ///< 1, 2 ...; used if `name` is empty
  SourceLocation where{};     ///< in the model file, for the message that there is no such column
  std::string means{"time"};  ///< what the first column is, for messages
};

struct DataColumns {
  std::vector<double> time;   ///< strictly increasing
  std::vector<double> value;  ///< as many; all finite
};

/// Reads `text`, the content of the file `path`: cells separated by comma, semicolon or tab (the
/// first of tab, semicolon, comma found in the first line), an optional header line, lines that
/// are empty or begin with # passed over. At least two rows.
/// Throws ModelError with the place in the CSV file.
DataColumns parse_table(std::string_view text, const std::string& path, const ColumnChoice& time,
                        const ColumnChoice& value);

/// The same from a file. `asked_by` is where the model names it, for the message that it cannot be
/// read.
DataColumns read_table(const std::string& path, const ColumnChoice& time, const ColumnChoice& value,
                       const SourceLocation& asked_by);

}  // namespace luztar
