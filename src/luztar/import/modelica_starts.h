// Start values from what is fixed, what gears tie together, and what is only a guess.
#pragma once

#include <cstddef>
#include <vector>

#include "luztar/import/modelica_syntax.h"

namespace luztar::modelica {

/// The sum of factors times unknowns is `value`.
struct StartRow {
  std::vector<double> factors{};
  double value{};
};

/// Linear equations, taken one after the other: those that follow from the ones before say nothing.
class Starts {
 public:
  explicit Starts(std::size_t unknowns) : unknowns_(unknowns) {}

  enum class Taken { New, Follows, Contradicts };
  Taken take(StartRow row);
  /// Unknowns that no equation decides are 0.
  std::vector<double> solved() const;

 private:
  std::size_t unknowns_;
  std::vector<StartRow> rows_{};  ///< reduced: each has a column that no other has
  std::vector<std::size_t> columns_{};
};

}  // namespace luztar::modelica
