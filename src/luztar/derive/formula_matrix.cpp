#include "luztar/derive/formula_matrix.h"

#include <algorithm>
#include <utility>

namespace luztar {
namespace {

void subtract(FormulaRow& row, const Formula& factor, const FormulaRow& other) {
  for (const auto& [column, entry] : other) {
    Formula& value = row[column];
    value = value - factor * entry;
    if (value.is_zero()) row.erase(column);
  }
}

/// Without the rows that alone have an entry in some column, and then those that alone have one
/// among the rest: no combination that is zero holds them. The others, those with few entries
/// first.
std::vector<std::size_t> core_of(const std::vector<FormulaRow>& rows) {
  std::map<int, std::vector<std::size_t>> in_column;
  std::map<int, std::size_t> count;
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (const auto& [column, entry] : rows[k]) in_column[column].push_back(k), ++count[column];
  std::vector<bool> gone(rows.size(), false);
  std::vector<int> single;
  for (const auto& [column, number] : count)
    if (number == 1) single.push_back(column);
  while (!single.empty()) {
    const int column = single.back();
    single.pop_back();
    for (const std::size_t k : in_column[column]) {
      if (gone[k]) continue;
      gone[k] = true;
      for (const auto& [other, entry] : rows[k])
        if (--count[other] == 1) single.push_back(other);
    }
  }
  std::vector<std::size_t> core;
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (!gone[k]) core.push_back(k);
  std::stable_sort(core.begin(), core.end(),
                   [&](std::size_t a, std::size_t b) { return rows[a].size() < rows[b].size(); });
  return core;
}

/// Rows that are independent of each other, with the rows of which each is made.
class Echelon {
 public:
  std::size_t rank() const { return pivots_.size(); }

  /// Keeps a row, or says with which combination of rows it is zero.
  FormulaRow add(FormulaRow row, int number) {
    Pivot next{-1, std::move(row), {{number, Formula(1)}}};
    // A pivot has no entries in the columns of those before it: what is taken out stays out.
    for (std::size_t first = first_in(next); first < pivots_.size(); first = first_in(next)) {
      const Pivot& pivot = pivots_[first];
      const Formula factor = next.row.at(pivot.column) / pivot.row.at(pivot.column);
      subtract(next.combination, factor, pivot.combination);
      subtract(next.row, factor, pivot.row);
    }
    if (next.column < 0) return std::move(next.combination);
    pivot_in_[next.column] = pivots_.size();
    pivots_.push_back(std::move(next));
    return {};
  }

 private:
  struct Pivot {
    int column;
    FormulaRow row, combination;
  };

  /// The first pivot in whose column the row has an entry, and a column of its own.
  std::size_t first_in(Pivot& next) const {
    std::size_t first = pivots_.size();
    next.column = -1;
    for (const auto& [column, entry] : next.row)
      if (const auto found = pivot_in_.find(column); found != pivot_in_.end())
        first = std::min(first, found->second);
      else if (next.column < 0)
        next.column = column;
    return first;
  }

  std::vector<Pivot> pivots_;
  std::map<int, std::size_t> pivot_in_;  ///< column -> which
};

}  // namespace

std::optional<FormulaMatrix> solve(FormulaMatrix a, FormulaMatrix b) {
  const std::size_t n = a.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && a[pivot][k].is_zero()) ++pivot;
    if (pivot == n) return std::nullopt;
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || a[i][k].is_zero()) continue;
      const Formula factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] = a[i][j] - factor * a[k][j];
      for (std::size_t j = 0; j < b[i].size(); ++j) b[i][j] = b[i][j] - factor * b[k][j];
    }
  }
  for (std::size_t k = 0; k < n; ++k)
    for (Formula& value : b[k]) value = value / a[k][k];
  return b;
}

std::size_t rank_of(std::vector<FormulaRow> rows) {
  Echelon echelon;
  const auto core = core_of(rows);  // any other row has a column of its own
  for (const std::size_t k : core) echelon.add(std::move(rows[k]), 0);
  return rows.size() - core.size() + echelon.rank();
}

std::vector<bool> dependent_rows(const std::vector<FormulaRow>& rows) {
  Echelon echelon;
  std::vector<bool> dependent(rows.size(), false);
  for (const std::size_t k : core_of(rows))
    for (const auto& [row, factor] : echelon.add(rows[k], static_cast<int>(k)))
      dependent[static_cast<std::size_t>(row)] = true;
  return dependent;
}

}  // namespace luztar
