// Tables of the model, called like functions: [tables.NAME] in docs/model-expressions.md.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "luztar/symbolic/grid_function.h"
#include "luztar/symbolic/piecewise_cubic.h"

namespace luztar {

/// What holds outside of the rows of a table.
enum class Beyond {
  Error,     ///< nothing: the value is NaN, and a run that reads it ends with words
  Constant,  ///< the value of the first or last row
  Extend,    ///< the first or last piece goes on
};

/// A function of one or two variables in SI. Constant; expressions that call it share it.
struct TableFunction {
  std::string name;  ///< "map"; of its derivative "map'", of two inputs "map'x", "map'xy"
  /// On all numbers: what is beyond the rows is a piece of its own, but for Extend. Of one input.
  PiecewiseCubic pieces{};
  double lower{}, upper{};                            ///< of the rows
  std::shared_ptr<const TableFunction> derivative{};  ///< nullptr: it is 0
  std::shared_ptr<const GridFunction> grid{};         ///< of two inputs, else nullptr
  /// By the first and by the second input; nullptr: it is 0. Of two inputs.
  std::array<std::shared_ptr<const TableFunction>, 2> partial{};

  int inputs() const { return grid == nullptr ? 1 : 2; }
  bool jumps() const;  ///< the value may
  /// @param y  read by a table of two inputs only
  double operator()(double x, double y) const;
};

using TablePtr = std::shared_ptr<const TableFunction>;

/// @pre two rows at least, x strictly increasing, all finite
TablePtr make_table_function(std::string name, const std::vector<double>& x,
                             const std::vector<double>& y, Interpolation interpolation,
                             Beyond beyond);

/// Of two inputs: along x, then along y, by the same rule; cubic is twice differentiable in both.
/// @param z  (x, y) @pre as above for x and for y
TablePtr make_grid_table(const std::string& name, const std::vector<double>& x,
                         const std::vector<double>& y, const std::vector<double>& z,
                         Interpolation interpolation, Beyond beyond);

/// "the table 'map' has rows from 0 to 100 only"; of two inputs that which has no number at (x, y).
std::string reach_words(const PiecewiseCubic& pieces);
/// What to do about it.
std::string reach_advice(const PiecewiseCubic& pieces);
/// The curve that says where a table ends beyond which these arguments are; nullptr: they are not.
const PiecewiseCubic* ended_before(const TableFunction& table, double x, double y);

}  // namespace luztar
