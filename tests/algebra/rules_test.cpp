// Every rule in exact fractions: what it says, and what its code makes of formulas.
#include "luztar/algebra/rules.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "statement.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

// Points for each rule's statement and for its code on one formula; sanitizers make fractions slow.
#ifdef LUZTAR_ENABLE_ASSERT
constexpr int kPoints = 500;
#else
constexpr int kPoints = 10000;
#endif
constexpr int kMorePoints = kPoints / 10;  // for each further formula

Formula formula(const std::string& text) { return to_formula(parsed(text)); }

// "M1 k+ a b": names; a trailing + means positive, none non-negative.
Assumptions assumptions(const std::string& text) {
  Assumptions known;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word.back() == '+') {
      known.positive.insert(word.substr(0, word.size() - 1));
    } else {
      known.nonnegative.insert(word);
    }
  }
  return known;
}

Point random_point(const std::vector<Expression>& expressions, const Assumptions& known,
                   Random& random) {
  Point point = luztar::testing::random_point(expressions, random);
  for (auto& [name, value] : point) {
    if (known.nonnegative.contains(name) || known.positive.contains(name)) value = abs(value);
    while (known.positive.contains(name) && value == 0) value = small_magnitude(random);
  }
  return point;
}

struct RewriteRow {
  const char* rule;
  const char* from;
  const char* known;
  bool fires;
};

// The statement of each rule with its condition made visible (a = b + e), and other forms.
const std::vector<RewriteRow>& rewrite_rows() {
  static const std::vector<RewriteRow> kRows{
      {"scaled dead zone", "luz(k*x, k*a)", "k", true},
      {"scaled dead zone", "luz(k*x, k*a)", "a", false},
      {"scaled dead zone", "luz(F/C, FT/C)", "C+", true},
      {"scaled dead zone", "luz(F/C, FT/C)", "C", false},
      {"scaled dead zone", "luz(4*k*(x - y), 6*k*p*a)", "k a p", true},
      {"scaled dead zone", "luz(k*x, a)", "k a", false},
      {"scaled saturation", "sat(k*x, k*a)", "k", true},
      {"scaled saturation", "sat(k*x, k*a)", "x a", false},
      {"scaled dry friction", "tar(k*x, k*a)", "k+ a", true},
      {"scaled dry friction", "tar(k*x/C, k*a/C)", "k+ C+ a", true},
      {"scaled dry friction", "tar(k*x, k*a)", "a", false},
      {"scaled direction", "sign(k*x/C)", "k+ C+", true},
      {"scaled direction", "sign(k*x)", "k", false},
      {"scaled direction", "sign(2*x - 2*y)", "", true},
      {"nested dead zones", "luz(luz(x, a), b)", "a b", true},
      {"nested dead zones", "luz(k*luz(x, a), b)", "k+ a b", true},
      {"nested dead zones", "luz(luz(x, a), b)", "a", false},
      {"nested dead zones", "luz(luz(x, a), b)", "b", false},
      {"nested dead zones", "luz(k*luz(x, a), b)", "k a b", false},
      {"nested dead zones", "luz(luz(x, a) + y, b)", "a b", false},
      {"nested dry frictions", "tar(tar(x, a), b)", "a b", true},
      {"nested dry frictions", "tar(k*tar(x, a), b)", "k+ a b", true},
      {"nested dry frictions", "tar(tar(x, a), b)", "a", false},
      {"nested dry frictions", "tar(tar(x, a), b)", "b", false},
      {"nested saturations", "sat(sat(x, a), b)", "a b", true},
      {"nested saturations", "sat(sat(x, a), a + e)", "a e", true},
      {"nested saturations", "sat(k*sat(x, b + e), k*b)", "k+ b e", true},
      {"nested saturations", "sat(sat(x, a), b)", "a", false},
      {"nested saturations", "sat(sat(x, a), b)", "b", false},
      {"dead zone inside a saturation", "luz(sat(x, b + e), b)", "b e", true},
      {"dead zone inside a saturation", "luz(k*sat(x, b + e), k*b)", "k+ b e", true},
      {"dead zone inside a saturation", "luz(sat(x, a), b)", "a b", false},
      {"dead zone inside a saturation", "luz(sat(x, b + e), b)", "b", false},
      {"dead zone around a saturation", "luz(sat(x, a), a + e)", "a e", true},
      {"dead zone around a saturation", "luz(sat(x, a), b)", "a b", false},
      {"dead zone around a saturation", "luz(sat(x, a), a + e)", "a", false},
      {"dead zone around dry friction", "luz(tar(x, a), a + e)", "a e", true},
      {"dead zone around dry friction", "luz(k*tar(x, a), k*a + k*e)", "k+ a e", true},
      {"dead zone around dry friction", "luz(tar(x, a), b)", "a b", false},
      {"dead zone inside dry friction", "luz(tar(x, b + e), b)", "b e", true},
      {"dead zone inside dry friction", "luz(tar(x, a), b)", "a b", false},
      {"saturated dry friction", "sat(tar(x, b + e), b)", "b e", true},
      {"saturated dry friction", "sat(k*tar(x, b + e), k*b)", "k+ b e", true},
      {"saturated dry friction", "sat(tar(x, a), b)", "a b", false},
      {"direction of dry friction", "sign(tar(x, a))", "a", true},
      {"direction of dry friction", "sign(k*tar(x, a))", "k+ a", true},
      {"direction of dry friction", "sign(tar(x, a))", "", false},
      {"sum of dry frictions", "k1*tar(x, a1) + k2*tar(x, a2)", "k1+ k2 a1 a2", true},
      {"sum of dry frictions", "C1*tar(v, F1/C1) + C2*tar(v, F2/C2)", "C1+ C2+ F1 F2", true},
      {"sum of dry frictions", "y - k1*tar(x, a1) - k2*tar(x, a2)", "k1+ k2+ a1 a2", true},
      {"sum of dry frictions", "k1*tar(x, a1) + k2*tar(x, a2)", "k1+ a1 a2", false},
      {"sum of dry frictions", "k1*tar(x, a1) - k2*tar(x, a2)", "k1+ k2+ a1 a2", false},
      {"sum of dry frictions", "k1*tar(x, a1) + k2*tar(x, a2)", "k1+ k2+ a1", false},
      {"sum of dry frictions", "k1*tar(x, a1) + k2*tar(y, a2)", "k1+ k2+ a1 a2", false},
      {"saturations in a row", "sat(x, a) + sat(luz(x, a), b)", "a b", true},
      {"saturations in a row", "y - k*sat(x, a) - k*sat(luz(x, a), b)", "a b", true},
      {"saturations in a row", "k*sat(x, a) + sat(k*luz(x, a), b)", "k+ a b", true},
      {"saturations in a row", "sat(x, a) + sat(luz(x, a), b)", "a", false},
      {"saturations in a row", "sat(x, a) + sat(luz(x, a), b)", "b", false},
      {"saturations in a row", "sat(x, a) - sat(luz(x, a), b)", "a b", false},
      {"saturation for dead zone", "x - luz(x, a)", "a", true},
      {"saturation for dead zone", "k*(x + y + z) - k*luz(x + y, a)", "a", true},
      {"saturation for dead zone", "x - luz(x, a)", "", false},
      {"saturation for dead zone", "x + luz(x, a)", "a", false},
      {"dead zone for saturation", "x - sat(x, a)", "a", true},
      {"dead zone for saturation", "M*(y + sat(x, a)) - M*x", "a", true},
      {"dead zone for saturation", "x - sat(x, a)", "", false},
      {"kinetic and static friction", "C*tar(V, F/C)", "C+ F", true},
      {"dead zone by absolute values", "luz(x, a)", "a", true},
      {"dead zone by absolute values", "sat(x, a)", "a", false},
  };
  return kRows;
}

// The first row of a rule that fires gets all points.
template <class Row>
int points_for(const Row& row, const std::vector<Row>& rows) {
  const auto first = std::find_if(rows.begin(), rows.end(), [&row](const Row& other) {
    return other.fires && std::string(other.rule) == row.rule;
  });
  return &*first == &row ? kPoints : kMorePoints;
}

void check_equal_at_points(const RewriteRow& row, const Formula& result, Random& random) {
  const int n_points = points_for(row, rewrite_rows());
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

struct SolveRow {
  const char* rule;
  const char* equation;  ///< "left = right" or "left in right"
  const char* unknown;
  const char* known;
  bool fires;
};

const std::vector<SolveRow>& solve_rows() {
  static const std::vector<SolveRow> kRows{
      {"dead zones in series", "luz(y, b) = k*luz(x - y, a)", "y", "k a b", true},
      {"dead zones in series", "luz(y, b) = k*luz(x - y, a)", "y", "a b", false},
      {"dead zones in series", "luz(y, b) = k*luz(x - y, a)", "y", "k a", false},
      {"dead zones in series", "luz(y, b) = k*luz(x - y, a)", "y", "k b", false},
      {"dead zones in series", "luz(y, b) = k*luz(x + y, a)", "y", "k a b", false},
      {"dead zones in series", "k1*luz(x - y, a) - k2*p*luz(p*y - z, b) = 0", "y", "k1+ k2 p+ a b",
       true},
      {"dry friction in a balance", "y in k*tar(x, a)", "x", "k+ a", true},
      {"dry friction in a balance", "0 in F - C*tar(v - w, FT/C)", "v", "C+ FT", true},
      {"dry friction in a balance", "C*tar(2*v - w, FT/C) - F + z = 0", "v", "C+ FT", true},
      {"dry friction in a balance", "y in k*tar(x, a)", "x", "k a", false},
      {"dry friction in a balance", "y in k*tar(x, a)", "x", "k+", false},
      {"dry friction in a balance", "y in k*tar(x, a) + x", "x", "k+ a", false},
      {"frictions in a balance", "y in C*x + F*sign(x) + k1*tar(x, a1) + k2*tar(x, a2)", "x",
       "C+ F k1 k2 a1 a2", true},
      {"frictions in a balance", "M = mu*tar(w - u, FT/mu) + c*w", "w", "mu+ c FT", true},
      {"frictions in a balance", "F - C*v - FT*sign(v) = 0", "v", "C+ FT", true},
      {"frictions in a balance", "F in C*v - FT*sign(v)", "v", "C+ FT", false},
      {"frictions in a balance", "F in FT*sign(v)", "v", "FT", false},
      {"frictions in a balance", "F in C*tar(v, a) + D*tar(v - w, b)", "v", "C+ D+ a b", false},
      {"three dead zones in series", "x in tar(W, a2) + tar(k1*W, a1) + tar(k2*W, a3)", "W",
       "k1+ k2+ a1 a2 a3", true},
      {"three dead zones in series", "x in tar(W, a2) + tar(k1*W, a1) + tar(k2*W, a3)", "W",
       "k1+ k2 a1 a2 a3", false},
      {"massless body between strong and weak friction", "tar(y, b) = k*tar(x - y, (b + e)/k)", "y",
       "k+ b e", true},
      {"massless body between strong and weak friction", "tar(y, b) = k*tar(x - y, (b + e)/k)", "y",
       "k b e", false},
      {"massless body between strong and weak friction", "tar(y, b) = k*tar(x - y, a)", "y",
       "k+ a b", false},
      {"massless body between strong and weak friction",
       "C20*tar(v2, F20/C20) = C12*tar(v1 - v2, (F20 + e)/C12)", "v2", "C20+ C12+ F20 e", true},
      {"massless body between weak and strong friction", "tar(y, k*a + e) = k*tar(x - y, a)", "y",
       "k+ a e", true},
      {"massless body between weak and strong friction", "tar(y, k*a + e) = k*tar(x - y, a)", "y",
       "k a e", false},
      {"massless body between weak and strong friction", "tar(y, b) = k*tar(x - y, a)", "y",
       "k+ a b", false},
      {"dead zone in a balance", "y + k*luz(y, g) = r", "y", "k g", true},
      {"dead zone in a balance", "c*q + k*luz(3*q - z, g) = F", "q", "c+ k g", true},
      {"dead zone in a balance", "y + k*luz(y, g) = r", "y", "g", false},
      {"dead zone in a balance", "y + k*luz(y, g) = r", "y", "k", false},
      {"dead zone in a balance", "y - k*luz(y, g) = r", "y", "k g", false},
      {"saturation in a balance", "y + k*sat(y, g) = r", "y", "k g", true},
      {"saturation in a balance", "c*q - k*sat(z - q, g) = F", "q", "c+ k g", true},
      {"saturation in a balance", "y + k*sat(y, g) = r", "y", "g", false},
      {"saturation of itself", "y = sat(c + (1 - e)*y, g)", "y", "e+ g", true},
      {"saturation of itself", "T = sat((M2*F1 - M1*F2 + M1*T)/(M1 + M2), g)", "T", "M1+ M2+ g",
       true},
      {"saturation of itself", "y = sat(c + b*y, g)", "y", "b g", false},
      {"saturation of itself", "y = sat(c + (1 - e)*y, g)", "y", "e g", false},
  };
  return kRows;
}

Equation equation_of(const Claim& claim) {
  return {to_formula(claim.left), claim.relation == " in " ? Relation::In : Relation::Equal,
          to_formula(claim.right)};
}

// The hypothesis holds for a value of the unknown exactly if the result does. With dead zones in
// series the result says less than the hypothesis: then only one direction.
void check_solution(const SolveRow& row, const Claim& hypothesis, const Equation& solved,
                    Random& random) {
  const Assumptions known = assumptions(row.known);
  const Claim result{to_expression(solved.left), " = ", to_expression(solved.right)};
  const bool determined = solved.left == Formula::symbol(row.unknown);
  const int n_points = points_for(row, solve_rows());
  int true_ones = 0;
  for (int i = 0; i < n_points; ++i) {
    Point point =
        random_point({hypothesis.left, hypothesis.right, result.left, result.right}, known, random);
    if (determined && i % 2 == 0) {
      const auto value = exact_value(result.right, point);
      if (value) point[row.unknown] = *value;
    }
    const auto before = holds(hypothesis, point);
    const auto after = holds(result, point);
    if (!before || !after) continue;
    INFO(std::string(row.equation), " -> ", to_text(result.left), " = ", to_text(result.right));
    if (determined) REQUIRE(*before == *after);
    if (*before) {
      REQUIRE(*after);
      ++true_ones;
    }
  }
  CHECK(true_ones > (determined ? n_points / 4 : n_points / 200));
}

}  // namespace

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

TEST_CASE("rewriting rules keep every value, and wait for their condition") {
  Random random{12};
  for (const RewriteRow& row : rewrite_rows()) {
    const Rule& tested = rule(row.rule);
    REQUIRE_MESSAGE(bool(tested.rewrite), row.rule);
    const auto result = tested.rewrite(formula(row.from), assumptions(row.known));
    CHECK_MESSAGE(result.has_value() == row.fires, row.rule, ": ", row.from, " with ", row.known);
    if (!result) continue;
    CHECK(*result != formula(row.from));
    check_equal_at_points(row, *result, random);
  }
}

TEST_CASE("solving rules give all solutions and no others, and wait for their condition") {
  Random random{13};
  for (const SolveRow& row : solve_rows()) {
    const Rule& tested = rule(row.rule);
    REQUIRE_MESSAGE(bool(tested.solve), row.rule);
    const Claim claim = read_statement(row.equation).claims[0];
    const auto solved = tested.solve(equation_of(claim), row.unknown, assumptions(row.known));
    CHECK_MESSAGE(solved.has_value() == row.fires, row.rule, ": ", row.equation, " with ",
                  row.known);
    if (solved) check_solution(row, claim, *solved, random);
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
    const bool tested = std::any_of(rewrite_rows().begin(), rewrite_rows().end(), tests_it) ||
                        std::any_of(solve_rows().begin(), solve_rows().end(), tests_it);
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
