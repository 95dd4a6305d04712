// Generated C and Python, compiled and run by the machine's own compiler and interpreter.
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "io/temporary_folder.h"
#include "luztar/symbolic/notation.h"
#include "random_tree.h"

using luztar::Expression;
using luztar::Language;
using luztar::Op;
using luztar::parse_expression;
using luztar::testing::Random;
using luztar::testing::RandomTree;

namespace {

constexpr std::array<const char*, 3> kSymbols = {"q.seat", "v.seat", "k"};
const std::map<std::string, std::string> kNames = {{"q.seat", "x[0]"}, {"v.seat", "x[1]"}};
constexpr int kPoints = 8;

Expression leaf(Random& random) {
  if (random.below(3) != 0) {
    return Expression::symbol(kSymbols[static_cast<std::size_t>(random.below(3))]);
  }
  constexpr std::array kNumbers = {0.0, 1.0, -1.0, 2.0, 0.5, 0.1, -3e-7, 1e22};
  return Expression::number(kNumbers[static_cast<std::size_t>(random.below(8))]);
}

struct Case {
  int number;  ///< of the tree
  Expression tree;
  std::array<double, 3> at;
  double value;
};

// False where a part that counts is not finite: there Python raises.
bool is_tame(const Expression& e, const std::array<double, 3>& at) {
  const auto value_of = [&](const std::string& name) {
    return at[name == kSymbols[0] ? 0 : name == kSymbols[1] ? 1 : 2];
  };
  if (!std::isfinite(evaluate(e, value_of))) return false;
  const auto& operands = e.operands();
  if (e.op() != Op::If) {
    for (const Expression& operand : operands) {
      if (!is_tame(operand, at)) return false;
    }
    return true;
  }
  const bool then = evaluate(operands[0], value_of) != 0;
  return is_tame(operands[0], at) && is_tame(operands[then ? 1 : 2], at);
}

std::vector<Case> random_cases(int trees) {
  Random random{7};
  RandomTree tree(random, leaf);
  std::vector<Case> cases;
  std::set<Op> seen;
  for (int i = 0; i < trees; ++i) {
    const Expression e = tree.make(4);
    for (int point = 0; point < kPoints; ++point) {
      std::array<double, 3> at{};
      for (double& x : at) x = random.below(4) == 0 ? random.below(3) - 1 : random(-4.0, 4.0);
      if (!is_tame(e, at)) continue;
      const auto value_of = [&](const std::string& name) {
        return at[name == kSymbols[0] ? 0 : name == kSymbols[1] ? 1 : 2];
      };
      cases.push_back({i, e, at, evaluate(e, value_of)});
    }
  }
  return cases;
}

std::string exact(double value) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%a", value);
  return text.data();
}

std::vector<double> output_of(const std::string& command) {
  std::vector<double> values;
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 80> line{};
  while (std::fgets(line.data(), static_cast<int>(line.size()), pipe)) {
    values.push_back(std::strtod(line.data(), nullptr));
  }
  CHECK(pclose(pipe) == 0);
  return values;
}

void compare(const std::vector<Case>& cases, const std::vector<double>& values) {
  REQUIRE(values.size() == cases.size());
  std::size_t same = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    same += values[i] == cases[i].value;
    const double off = std::abs(values[i] - cases[i].value);
    if (!(off <= 1e-15 * std::abs(cases[i].value))) {
      FAIL_CHECK(to_text(cases[i].tree), " gives ", values[i], " instead of ", cases[i].value);
    }
  }
  CHECK(same == cases.size());  // the same library behind: the same bits
}

std::string arguments(const Case& c) {
  return "{" + exact(c.at[0]) + ", " + exact(c.at[1]) + "}, " + exact(c.at[2]);
}

void collect(const Expression& e, std::set<Op>& seen) {
  seen.insert(e.op());
  for (const Expression& operand : e.operands()) collect(operand, seen);
}

}  // namespace

TEST_CASE("the random expressions have every operation, at a point where they are finite") {
  std::set<Op> seen;
  const std::vector<Case> cases = random_cases(2000);
  for (const Case& c : cases) collect(c.tree, seen);
  CHECK(seen.size() == static_cast<std::size_t>(Op::GreaterEqual) + 1);
  CHECK(cases.size() > 5000);
}

TEST_CASE("C code, compiled without a warning, gives the bits of evaluate()") {
  const std::vector<Case> cases = random_cases(2000);
  const luztar::test::TemporaryFolder folder;
  std::string code = "#include <math.h>\n#include <stdio.h>\n" + support_code(Language::C);
  std::string run = "int main(void) {\n";
  int last = -1;
  for (const Case& c : cases) {
    const std::string name = "f" + std::to_string(c.number);
    if (c.number != last) {
      code += "static double " + name + "(const double* x, double k) {\n  (void)x, (void)k;\n" +
              "  return " + to_code(c.tree, Language::C, kNames) + ";\n}\n";
    }
    last = c.number;
    run += "  printf(\"%a\\n\", " + name + "((const double[])" + arguments(c) + "));\n";
  }
  luztar::test::write_text(folder.path() / "f.c", code + run + "  return 0;\n}\n");
  const std::string base = (folder.path() / "f").string();
  // -fno-builtin: otherwise the compiler computes functions of numbers itself, to the last bit.
  REQUIRE(
      std::system(
          ("cc -fno-builtin -std=c99 -pedantic -Wall -Wextra -Werror -ffp-contract=off -O0 -o " +
           base + " " + base + ".c -lm")
              .c_str()) == 0);
  compare(cases, output_of(base));
}

TEST_CASE("Python code gives the bits of evaluate()") {
  const std::vector<Case> cases = random_cases(2000);
  const luztar::test::TemporaryFolder folder;
  std::string code = "import math\n\n\n" + support_code(Language::Python);
  for (const Case& c : cases) {
    code += "x, k = [float.fromhex('" + exact(c.at[0]) + "'), float.fromhex('" + exact(c.at[1]) +
            "')], float.fromhex('" + exact(c.at[2]) + "')\nprint(float(" +
            to_code(c.tree, Language::Python, kNames) + ").hex())\n";
  }
  luztar::test::write_text(folder.path() / "f.py", code);
  compare(cases, output_of("python3 " + (folder.path() / "f.py").string()));
}

TEST_CASE("code is written as people write it") {
  struct Row {
    const char* text;
    const char* c;
    const char* python;
  };
  const Row rows[] = {
      {"F1 - M1/(M1 + M2)*luz(F1, FT)", "F1 - M1/(M1 + M2)*luz(F1, FT)",
       "F1 - M1/(M1 + M2)*luz(F1, FT)"},
      {"q.seat^2/3", "pow(x[0], 2.0)/3.0", "math.pow(x[0], 2.0)/3.0"},
      {"-(-k)", "-(-k)", "-(-k)"},
      {"k - -3", "k - (-3.0)", "k - (-3.0)"},
      {"k*-k", "k*(-k)", "k*(-k)"},
      {"if(k <= 0, abs(k), 1e-9)", "(k <= 0.0 ? fabs(k) : 1e-09)",
       "(abs(k) if k <= 0.0 else 1e-09)"},
      {"min(k, sign(k))", "fmin(k, sign(k))", "min(k, sign(k))"},
      {"1e22", "1e+22", "1e+22"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(to_code(parse_expression(row.text, {}), Language::C, kNames) == row.c);
    CHECK(to_code(parse_expression(row.text, {}), Language::Python, kNames) == row.python);
  }
}

TEST_CASE("definitions can be limited to those in use") {
  const Expression e = parse_expression("luz(k, 1)", {});
  CHECK(support_code(Language::C, {e}) ==
        "static double sat(double x, double a) {\n"
        "  if (a < 0) a = 0;\n"
        "  return x > a ? a : x < -a ? -a : x;\n"
        "}\n"
        "static double luz(double x, double a) { return x - sat(x, a); }\n");
  CHECK(support_code(Language::Python, {Expression::symbol("k")}).empty());
}
