#include <string>

#include <doctest/doctest.h>

#include "luztar/symbolic/expression.h"

using luztar::ModelError;
using luztar::parse_expression;

namespace {

std::string mistake_in(const std::string& text) {
  try {
    parse_expression(text, {"m.toml", 5, 10});
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no mistake";
}

std::string repeated(const std::string& part, int n) {
  std::string text;
  for (int i = 0; i < n; ++i) text += part;
  return text;
}

}  // namespace

TEST_CASE("a mistake is reported at the offending character") {
  struct Row {
    const char* text;
    const char* expected;
  };
  const Row rows[] = {
      {"", "m.toml:5:10: the expression is empty"},
      {"  ", "m.toml:5:12: the expression is empty"},
      {"1 +", "m.toml:5:13: the expression ends too early"},
      {"1 + * 2", "m.toml:5:14: unexpected '*'"},
      {"2x", "m.toml:5:11: expected an operator before 'x'; write '*' for a product"},
      {"2 (3)", "m.toml:5:12: expected an operator before '('"},
      {"a b", "m.toml:5:12: expected an operator before 'b'"},
      {"(1", "m.toml:5:10: this parenthesis is not closed"},
      {"1)", "m.toml:5:11: unexpected ')'"},
      {"2**3", "m.toml:5:11: unexpected '*'; write a power as ^"},
      {"0,5", "m.toml:5:11: unexpected ','; commas separate arguments; decimals have a point"},
      {"a = 3", "m.toml:5:12: unexpected '='"},
      {"a < 3", "m.toml:5:12: a comparison is not a number"},
      {"1..2", "m.toml:5:12: expected an operator before '.'"},
      {".", "m.toml:5:10: unexpected '.'"},
      {"1e999", "m.toml:5:10: this number is too large or too small"},
      {"1e-999", "m.toml:5:10: this number is too large or too small"},
      {"si(2)", "m.toml:5:10: no function 'si'; did you mean 'sin'?"},
      {"x(2)", "m.toml:5:10: no function 'x'; write '*' for a product"},
      {"1 + sin", "m.toml:5:14: 'sin' is a function"},
      {"sin()", "m.toml:5:14: unexpected ')'"},
      {"sin(1, 2)", "m.toml:5:10: sin takes 1 argument, not 2"},
      {"min(1)", "m.toml:5:10: min takes 2 or more arguments, not 1"},
      {"floor(1, 2)", "m.toml:5:10: floor takes 1 argument, not 2"},
      {"mod(1)", "m.toml:5:10: mod takes 2 arguments, not 1"},
      {"hypot(1, 2, 3)", "m.toml:5:10: hypot takes 2 arguments, not 3"},
      {"1 + round", "m.toml:5:14: 'round' is a function"},
      {"if(a, 1, 2)", "m.toml:5:14: the first argument of if has no comparison"},
      {"if(a < b < c, 1, 2)", "m.toml:5:19: a comparison is not a number"},
      {"q.", "m.toml:5:12: a name is missing after '.'"},
      {"3 \xC3\xA9", "m.toml:5:12: unexpected '\xC3\xA9'"},
      {"1 +\n 2 $", "m.toml:6:4: unexpected '$'"},
      {"nan", "no mistake"},  // a name like any other: the model does not know it
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(mistake_in(row.text).substr(0, std::string(row.expected).size()) == row.expected);
  }
}

TEST_CASE("a column is a character, not a byte") {
  CHECK(mistake_in("\xC3\xA9").starts_with("m.toml:5:10:"));
  CHECK(mistake_in("1 + 2 + a\xC3\xA9 b").starts_with("m.toml:5:19: unexpected"));
}

TEST_CASE("nodes know where they stand") {
  const auto sum = parse_expression("a*b +\n  sin(c)", {"m.toml", 5, 10});
  CHECK(sum.where() == luztar::SourceLocation{"m.toml", 5, 10});
  CHECK(sum.operands()[1].where() == luztar::SourceLocation{"m.toml", 6, 3});
  CHECK(sum.operands()[1].operands()[0].where() == luztar::SourceLocation{"m.toml", 6, 7});
}

TEST_CASE("nesting and length are bounded, with a message and not a crash") {
  CHECK(mistake_in(repeated("(", 199) + "1" + repeated(")", 199)) == "no mistake");
  CHECK(mistake_in(repeated("(", 201) + "1" + repeated(")", 201)).find("200 levels") !=
        std::string::npos);
  for (const char* part : {"(", "-", "sin(", "2^", "if(1<", "min(1,", "1+("}) {
    CAPTURE(part);
    CHECK(mistake_in(repeated(part, 100'000) + "1").find("200 levels") != std::string::npos);
  }
  CHECK(mistake_in("1" + repeated("+1", 900)) == "no mistake");
  CHECK(mistake_in("1" + repeated("+1", 100'000)).find("1000 operations") != std::string::npos);
  CHECK(mistake_in("min(" + repeated("1,", 100'000) + "1)").find("too many") != std::string::npos);
}
