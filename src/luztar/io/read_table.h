// Two columns of a CSV file: measured data for a signal. A grid of them: a table of two inputs.
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

struct DataSheet {
  std::vector<double> time;                  ///< strictly increasing
  std::vector<std::vector<double>> columns;  ///< as long; NaN: an empty cell, "nan", "NaN", "NA"
};

/// Several columns of measured data, in which numbers may be missing; rows without a time are left
/// out. Throws ModelError.
DataSheet read_sheet(const std::string& path, const ColumnChoice& time,
                     const std::vector<ColumnChoice>& columns, const SourceLocation& asked_by);

/// Names in the first line of a CSV file; empty: it has numbers. Throws ModelError.
std::vector<std::string> header_of(const std::string& path, const SourceLocation& asked_by);

struct DataGrid {
  std::vector<double> x, y;  ///< strictly increasing, two at least
  std::vector<double> z;     ///< (x, y); all finite
};

/// Reads `text`, lines and cells as above: the first line has any cell and then y, every other one
/// x and then z over each y. Throws ModelError with the place in the CSV file.
DataGrid parse_grid(std::string_view text, const std::string& path);

}  // namespace luztar
