// Tables of the model, called like functions: [tables.NAME] in docs/model-format.md.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "luztar/symbolic/piecewise_cubic.h"

namespace luztar {

/// What holds outside of the rows of a table.
enum class Beyond {
  Error,     ///< nothing: the value is NaN, and a run that reads it ends with words
  Constant,  ///< the value of the first or last row
  Extend,    ///< the first or last piece goes on
};

/// A function of one variable in SI. Constant; expressions that call it share it.
struct TableFunction {
  std::string name;  ///< "map"; of its derivative "map'"
  /// On all numbers: what is beyond the rows is a piece of its own, but for Extend.
  PiecewiseCubic pieces;
  double lower{}, upper{};                            ///< of the rows
  std::shared_ptr<const TableFunction> derivative{};  ///< nullptr: it is 0
};

using TablePtr = std::shared_ptr<const TableFunction>;

/// @pre two rows at least, x strictly increasing, all finite
TablePtr make_table_function(std::string name, const std::vector<double>& x,
                             const std::vector<double>& y, Interpolation interpolation,
                             Beyond beyond);

/// "the table 'map' has rows from 0 to 100 only"
std::string reach_words(const TableFunction& table);
std::string reach_words(const PiecewiseCubic& pieces);

}  // namespace luztar
