// Tables of the model as functions of C99 and Python.
#pragma once

#include <string>

#include "luztar/symbolic/notation.h"
#include "luztar/symbolic/table_function.h"

namespace luztar {

/// "table_map"; of a derivative "table_map_slope".
std::string name_in_code(const TableFunction& table);

/// The definition of that function, which gives the bits of evaluate().
std::string table_code(const TableFunction& table, Language language);

}  // namespace luztar
