// The statements of rules, read from their text: "A = B", "A => B", "A <=> B" with conditions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exact_value.h"

namespace luztar::testing {

/// left = right, or left in right: they have a value in common.
struct Claim {
  Expression left{};
  std::string relation{};
  Expression right{};
};

struct Statement {
  std::vector<Claim> claims{};  ///< one, or two with `arrow` between them
  std::string arrow{};          ///< "", "=>" or "<=>"
};

Statement read_statement(std::string_view text);
/// "a >= 0, k1 + k2 > 0": comparisons
std::vector<Expression> read_conditions(std::string_view text);

bool all_hold(const std::vector<Expression>& conditions, const Point& point);
/// Nothing where a side has no value.
std::optional<bool> holds(const Claim& claim, const Point& point);

/// Random values for all symbols of the expressions.
Point random_point(const std::vector<Expression>& expressions, Random& random);

}  // namespace luztar::testing
