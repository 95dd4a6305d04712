// The page of a sweep: maps, curves and distributions of what was measured, with the command of
// each point.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "luztar/model/model.h"

namespace luztar {

/// The table of a sweep.
struct SweepResult {
  /// Columns that were varied, by the names of their parameters. Where
  /// the state is carried, a last column "way" is none: 1 on the way there, -1 on the way back.
  std::vector<std::string> given{};
  /// Columns that were measured. Columns "NAME[1]", "NAME[2]", ... are one measure of many values.
  std::vector<std::string> found{};
  std::vector<double> numbers{};     ///< (rows, given + found) by rows, in SI; NaN: nothing
  std::vector<std::string> words{};  ///< (rows) why a point failed; "" if it did not

  std::int64_t rows() const { return static_cast<std::int64_t>(words.size()); }
};

/// What its page says beside the table.
struct SweepPage {
  std::string title{};    ///< "" shows the command
  std::string command{};  ///< runs one point, followed by --set "NAME=VALUE" of what was varied
  std::string carried{};  ///< parameter along which the state was handed on; "": it was not
  std::vector<std::string> given_units{};  ///< (given) "m/s"; "": none, or not known
  std::vector<std::string> found_units{};  ///< (found) the same; empty: not known
  std::vector<bool> logarithmic{};         ///< (given) shown on such an axis; empty: not known
};

/// Units in SI of parameters; "" for what has none in the file, and for other names.
std::vector<std::string> si_units_of(const Model& model, const std::vector<std::string>& names);

/// One self-contained page as HTML text, about 11 bytes a number. Whether the points are a grid,
/// and which axes are logarithmic if it is not told, it finds from the numbers.
/// @pre numbers and given_units have the sizes above
std::string sweep_page(const SweepPage& page, const SweepResult& table);

}  // namespace luztar
