// The statements of docs/reduction.md in exact fractions.
#include "statement.h"

#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace luztar;
using namespace luztar::testing;

namespace {

// Points for each statement; sanitizers make fractions slow.
#ifdef LUZTAR_ENABLE_ASSERT
constexpr int kPoints = 500;
#else
constexpr int kPoints = 10000;
#endif

/// A row of the table.
struct Rule {
  std::string name, statement, condition;
};

std::vector<Rule> rules() {
  std::ifstream file(std::string(LUZTAR_SOURCE_DIR) + "/docs/reduction.md");
  std::vector<Rule> found;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) inside = line.starts_with("## The algebra");
    if (!inside) continue;
    std::vector<std::string> parts{""};  // name, statement, between, condition, the rest
    for (const char c : line) {
      if (c == '`')
        parts.emplace_back();
      else
        parts.back() += c;
    }
    if (!line.starts_with("| ") || parts.size() < 3) continue;
    const std::size_t end = parts[0].find(" | ");
    found.push_back({parts[0].substr(2, end - 2), parts[1], parts.size() > 3 ? parts[3] : ""});
  }
  return found;
}

}  // namespace

TEST_CASE("what each rule says is true") {
  Random random{11};
  REQUIRE(rules().size() == 28);
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
