// Keys of measured data: of signals and of tables.
#pragma once

#include <string>

#include "luztar/io/read_table.h"
#include "luztar/io/table_reader.h"
#include "luztar/symbolic/piecewise_cubic.h"

namespace luztar {

/// A name of the header line, or a number from 1. A mistake is told, and `otherwise` taken.
ColumnChoice read_column(TableReader& table, const std::string& key, int otherwise);

/// `interpolation`, "cubic" where nothing is written.
Interpolation read_interpolation(TableReader& table);

}  // namespace luztar
