// Linear algebra with symbols.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "luztar/algebra/formula.h"

namespace luztar {

using FormulaMatrix = std::vector<std::vector<Formula>>;
using FormulaRow = std::map<int, Formula>;  ///< column -> entry, no zeros

/// Gauss elimination; nothing if the matrix is singular. Right sides are columns.
std::optional<FormulaMatrix> solve(FormulaMatrix a, FormulaMatrix b);

std::size_t rank_of(std::vector<FormulaRow> rows);

/// Rows that take part in a combination that is zero. Rows of trees take no time to speak of.
std::vector<bool> dependent_rows(const std::vector<FormulaRow>& rows);

}  // namespace luztar
