#include "rule_rows.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "known_signs.h"
#include "luztar/algebra/rules.h"
#include "written_formula.h"

namespace luztar::testing {
namespace {

void check_equal_at_points(const RewriteRow& row, const std::vector<RewriteRow>& rows,
                           const Formula& result, Random& random) {
  const int n_points = points_for(row, rows);
  const Assumptions known = assumptions(row.known);
  const Expression from = parsed(row.from);
  const Expression to = to_expression(result);
  int compared = 0;
  for (int i = 0; i < n_points; ++i) {
    Point point = random_point({from, to}, known, random);
    if (point.contains("a") && !known.positive.contains("a")) point["a"] = abs(point["a"]);
    const auto expected = exact_set(from, point);
    if (!expected) continue;
    const auto value = exact_set(to, point);
    INFO(std::string(row.from), " -> ", to_text(to));
    REQUIRE(value.has_value());
    REQUIRE(*value == *expected);
    ++compared;
  }
  CHECK(compared > n_points / 3);
}

}  // namespace

void check_rewriting(const std::vector<RewriteRow>& rows, Random& random) {
  for (const RewriteRow& row : rows) {
    const Rule& tested = rule(row.rule);
    REQUIRE_MESSAGE(bool(tested.rewrite), row.rule);
    const auto result = tested.rewrite(formula(row.from), assumptions(row.known));
    CHECK_MESSAGE(result.has_value() == row.fires, row.rule, ": ", row.from, " with ", row.known);
    if (!result) continue;
    CHECK(*result != formula(row.from));
    check_equal_at_points(row, rows, *result, random);
  }
}

}  // namespace luztar::testing
