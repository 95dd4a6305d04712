#include "statement.h"

#include <utility>

namespace luztar::testing {
namespace {

std::optional<std::pair<std::string, std::string>> split_at(std::string_view text,
                                                            std::string_view separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) return std::nullopt;
  return std::pair(std::string(text.substr(0, at)),
                   std::string(text.substr(at + separator.size())));
}

Claim read_claim(std::string_view text) {
  for (const char* relation : {" = ", " in "}) {
    if (const auto sides = split_at(text, relation)) {
      return {parsed(sides->first), relation, parsed(sides->second)};
    }
  }
  return {};
}

}  // namespace

Statement read_statement(std::string_view text) {
  for (const char* arrow : {"<=>", "=>"}) {
    if (const auto sides = split_at(text, std::string(" ") + arrow + " ")) {
      return {{read_claim(sides->first), read_claim(sides->second)}, arrow};
    }
  }
  return {{read_claim(text)}, ""};
}

std::vector<Expression> read_conditions(std::string_view text) {
  std::vector<Expression> conditions;
  std::string rest(text);
  while (!rest.empty()) {
    const auto sides = split_at(rest, ", ");
    const std::string first = sides ? sides->first : rest;
    rest = sides ? sides->second : "";
    // A comparison stands in the language only as the condition of an if.
    conditions.push_back(parsed("if(" + first + ", 1, 0)"));
  }
  return conditions;
}

bool all_hold(const std::vector<Expression>& conditions, const Point& point) {
  for (const Expression& condition : conditions) {
    const auto value = exact_value(condition, point);
    if (!value || *value != 1) return false;
  }
  return true;
}

std::optional<bool> holds(const Claim& claim, const Point& point) {
  const auto left = exact_set(claim.left, point);
  const auto right = exact_set(claim.right, point);
  if (!left || !right) return std::nullopt;
  return left->lower <= right->upper && right->lower <= left->upper;
}

Point random_point(const std::vector<Expression>& expressions, Random& random) {
  Point point;
  for (const Expression& expression : expressions) {
    for (const Expression& symbol : symbols_of(expression)) {
      if (!point.contains(symbol.symbol())) point[symbol.symbol()] = small_fraction(random);
    }
  }
  return point;
}

}  // namespace luztar::testing
