#include "luztar/dynamics/system/tables.h"

#include <cstddef>

namespace luztar {
namespace {

/// Without rows at which nothing changes: those of a held value that stays, those inside a level.
Table without_idle_rows(const Table& table) {
  Table result = table;
  result.time.clear();
  result.value.clear();
  const auto& y = table.value;
  const bool hold = table.interpolation == Table::Interpolation::Hold;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const bool inside = i > 0 && i + 1 < y.size();
    if (inside && y[i] == y[i - 1] && (hold || y[i] == y[i + 1])) continue;
    result.time.push_back(table.time[i]);
    result.value.push_back(y[i]);
  }
  return result;
}

}  // namespace

PiecewiseCubic interpolate(const Table& original) {
  const bool smooth = original.interpolation == Interpolation::Cubic;
  const Table table = smooth ? original : without_idle_rows(original);
  return interpolate(table.time, table.value, table.interpolation);
}

}  // namespace luztar
