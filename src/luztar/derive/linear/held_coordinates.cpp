#include "luztar/derive/linear/held_coordinates.h"

#include <algorithm>
#include <set>

#include "luztar/derive/linear/variations.h"

namespace luztar {
namespace {

/// Takes a column out of all rows but one.
void clear_column(std::vector<FormulaRow>& rows, std::size_t pivot, int column) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto found = rows[k].find(column);
    if (k == pivot || found == rows[k].end()) continue;
    add_to(rows[k], -(found->second / rows[pivot].at(column)), FormulaRow(rows[pivot]));
  }
}

}  // namespace

HeldCoordinates held_coordinates(std::vector<FormulaRow> held, const std::vector<int>& free) {
  HeldCoordinates made;
  std::vector<bool> used(held.size(), false);
  std::vector<std::size_t> pivots;
  for (std::size_t i = free.size(); i-- > 0;) {
    const int body = free[i];
    std::size_t pivot = 0;
    while (pivot < held.size() && (used[pivot] || !held[pivot].contains(body))) ++pivot;
    if (pivot == held.size()) {
      made.leaders.insert(made.leaders.begin(), body);
      continue;
    }
    used[pivot] = true;
    clear_column(held, pivot, body);
    made.followers.push_back(body);
    pivots.push_back(pivot);
  }
  for (std::size_t i = 0; i < pivots.size(); ++i) {
    FormulaRow row = held[pivots[i]];
    const Formula own = row.at(made.followers[i]);
    row.erase(made.followers[i]);
    made.follower_rows.emplace_back();
    add_to(made.follower_rows.back(), -(Formula(1) / own), row);
  }
  made.redundant = std::ranges::count(used, true) < static_cast<std::ptrdiff_t>(held.size());
  return made;
}

std::optional<std::vector<FormulaRow>> solve_rows(FormulaMatrix matrix,
                                                  const std::vector<FormulaRow>& right) {
  std::set<int> columns;
  for (const FormulaRow& row : right)
    for (const auto& [column, entry] : row) columns.insert(column);
  FormulaMatrix full(right.size());
  for (std::size_t i = 0; i < right.size(); ++i)
    for (const int column : columns) {
      const auto found = right[i].find(column);
      full[i].push_back(found == right[i].end() ? Formula() : found->second);
    }
  const auto solution = solve(std::move(matrix), std::move(full));
  if (!solution) return std::nullopt;
  std::vector<FormulaRow> rows(right.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::size_t j = 0;
    for (const int column : columns)
      if (const Formula& entry = (*solution)[i][j++]; !entry.is_zero()) rows[i][column] = entry;
  }
  return rows;
}

}  // namespace luztar
