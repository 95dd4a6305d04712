// Which bodies lead and which follow where some deflections stay what they are.
#pragma once

#include <optional>
#include <vector>

#include "luztar/derive/formula_matrix.h"

namespace luztar {

/// q of a follower is the sum of factor * q of leaders and of given bodies.
struct HeldCoordinates {
  std::vector<int> leaders;  ///< in the order of `free`
  std::vector<int> followers;
  std::vector<FormulaRow> follower_rows;  ///< (followers) by leaders and given bodies
  bool redundant{};                       ///< some deflection stays by the others alone
};

/// @param held  deflections by bodies  @param free  bodies that move: the last ones follow
HeldCoordinates held_coordinates(std::vector<FormulaRow> held, const std::vector<int>& free);

/// x of matrix * x = right, whose rows are combinations of columns; nothing if it is singular.
std::optional<std::vector<FormulaRow>> solve_rows(FormulaMatrix matrix,
                                                  const std::vector<FormulaRow>& right);

}  // namespace luztar
