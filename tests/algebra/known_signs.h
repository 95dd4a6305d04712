// What a row of a test says of its symbols, and points that are so.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "luztar/algebra/formula.h"
#include "rule_rows.h"

namespace luztar::testing {

/// "M1 k+ a b": names; a trailing + means positive, none non-negative.
Assumptions assumptions(const std::string& text);

/// Random values for all symbols of the expressions, with the signs that are known.
Point random_point(const std::vector<Expression>& expressions, const Assumptions& known,
                   Random& random);

/// The first row of a rule that fires gets all points.
template <class Row>
int points_for(const Row& row, const std::vector<Row>& rows) {
  const auto first = std::find_if(rows.begin(), rows.end(), [&row](const Row& other) {
    return other.fires && std::string(other.rule) == row.rule;
  });
  return &*first == &row ? kPoints : kPoints / 10;
}

}  // namespace luztar::testing
