// Keys of measured data: of signals and of tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "luztar/io/read_table.h"
#include "luztar/io/table_reader.h"
#include "luztar/symbolic/piecewise_cubic.h"

namespace luztar {

/// A name of the header line, or a number from 1. A mistake is told, and `otherwise` taken.
ColumnChoice read_column(TableReader& table, const std::string& key, int otherwise);

/// A list of numbers in a file, which parameters cannot be in: data are read before those have
/// values. What is wrong is told and stands as 0. @param unit  "s" if numbers may be in units of
/// time; "": they have no units of their own @param what  "`y` of a table" @param advice  what to
/// do about a parameter
std::vector<double> plain_numbers(const TomlValue& list, const std::string& key,
                                  std::string_view unit, const std::string& what,
                                  const std::string& advice, Diagnostics& mistakes);

/// `interpolation`, "cubic" where nothing is written.
Interpolation read_interpolation(TableReader& table);

}  // namespace luztar
