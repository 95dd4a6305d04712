// Every rule in exact fractions: what it says. What its code makes of formulas is the matter of
// rules_nested_test, rules_sums_test and rules_solve_test.
#include "luztar/algebra/rules.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "rule_rows.h"
#include "statement.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("what each rule says is true") {
  Random random{11};
  for (const Rule& rule : rules()) {
    const Statement statement = read_statement(rule.statement);
    const auto conditions = read_conditions(rule.condition);
    std::vector<Expression> all = conditions;
    for (const Claim& claim : statement.claims) {
      all.push_back(claim.left);
      all.push_back(claim.right);
    }
    int checked = 0;
    for (int i = 0; checked < kPoints && i < 200 * kPoints; ++i) {
      Point point = luztar::testing::random_point(all, random);
      for (const char* width : {"a", "F", "k", "b", "g"}) {  // few points satisfy all otherwise
        const bool free = rule.name == "saturation of itself" && width[0] == 'b';
        if (point.contains(width) && !free) point[width] = abs(point[width]);
      }
      if (!all_hold(conditions, point)) continue;
      INFO(rule.statement);
      if (statement.arrow.empty()) {
        const auto left = exact_set(statement.claims[0].left, point);
        const auto right = exact_set(statement.claims[0].right, point);
        if (!left || !right) continue;
        REQUIRE(*left == *right);
      } else {
        const Claim& after = statement.claims[1];
        if (i % 2 == 0 && after.left.op() == Op::Symbol) {
          const auto value = exact_value(after.right, point);
          if (value) point[after.left.symbol()] = *value;
        }
        const auto first = holds(statement.claims[0], point);
        const auto second = holds(after, point);
        if (!first || !second) continue;
        if (*first) REQUIRE(*second);
        if (statement.arrow == "<=>") REQUIRE(*first == *second);
      }
      ++checked;
    }
    CHECK_MESSAGE(checked == kPoints, rule.name);
  }
}

TEST_CASE("every rule has code, a source and rows in these tests") {
  for (const Rule& each : rules()) {
    CHECK_MESSAGE(bool(each.rewrite) != bool(each.solve), each.name);
    CHECK(!each.source.empty());
    CHECK(&rule(each.name) == &each);
    const auto tests_it = [&](const auto& row) {
      return row.fires && row.rule == each.name;
    };
    const bool tested = std::ranges::any_of(rows_of_nested(), tests_it) ||
                        std::ranges::any_of(rows_of_sums(), tests_it) ||
                        std::ranges::any_of(rows_of_equations(), tests_it);
    CHECK_MESSAGE(tested, each.name);
  }
}

TEST_CASE("docs/algebra.md has every rule as it is in the code, in its order") {
  std::ifstream file(std::string(LUZTAR_SOURCE_DIR) + "/docs/algebra.md");
  std::vector<std::string> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("| ") && line.find("`") != std::string::npos) rows.push_back(line);
  }
  std::vector<std::string> expected;
  for (const Rule& each : rules()) {
    std::ostringstream row;
    row << "| " << each.name << " | `" << each.statement << "` | "
        << (each.condition.empty() ? "" : "`" + std::string(each.condition) + "`") << " | "
        << each.source << " |";
    expected.push_back(row.str());
  }
  std::string wanted;
  for (const std::string& row : expected) wanted += row + "\n";
  INFO(wanted);
  CHECK(rows == expected);
}
