#include "luztar/import/modelica_starts.h"

#include <cmath>
#include <utility>

#include "luztar/core/nearness.h"

namespace luztar::modelica {
namespace {

/// a - factor b, where what is rounding is 0.
double without(double a, double factor, double b) {
  const double rest = a - factor * b;
  return is_negligible(rest, std::abs(a) + std::abs(factor * b), kCancelled) ? 0.0 : rest;
}

void subtract(StartRow& from, double factor, const StartRow& row) {
  for (std::size_t i = 0; i < from.factors.size(); ++i)
    from.factors[i] = without(from.factors[i], factor, row.factors[i]);
  from.value = without(from.value, factor, row.value);
}

}  // namespace

Starts::Taken Starts::take(StartRow row) {
  for (std::size_t i = 0; i < rows_.size(); ++i) subtract(row, row.factors[columns_[i]], rows_[i]);
  std::size_t largest = 0;
  for (std::size_t i = 0; i < unknowns_; ++i)
    if (std::abs(row.factors[i]) > std::abs(row.factors[largest])) largest = i;
  if (unknowns_ == 0 || row.factors[largest] == 0.0)
    return row.value == 0.0 ? Taken::Follows : Taken::Contradicts;
  const double pivot = row.factors[largest];
  for (double& factor : row.factors) factor /= pivot;
  row.value /= pivot;
  for (StartRow& other : rows_) subtract(other, other.factors[largest], row);
  rows_.push_back(std::move(row));
  columns_.push_back(largest);
  return Taken::New;
}

std::vector<double> Starts::solved() const {
  std::vector<double> values(unknowns_, 0.0);
  for (std::size_t i = 0; i < rows_.size(); ++i) values[columns_[i]] = rows_[i].value;
  return values;
}

}  // namespace luztar::modelica
