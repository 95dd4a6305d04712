// Rules that solve equations, in exact fractions.
#include <string>

#include <doctest/doctest.h>

#include "known_signs.h"
#include "luztar/algebra/rules.h"
#include "rule_rows.h"
#include "statement.h"

using namespace luztar;
using namespace luztar::testing;

const std::vector<SolveRow>& luztar::testing::rows_of_equations() {
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

namespace {

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
  const int n_points = points_for(row, rows_of_equations());
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

TEST_CASE("solving rules give all solutions and no others, and wait for their condition") {
  Random random{13};
  for (const SolveRow& row : rows_of_equations()) {
    const Rule& tested = rule(row.rule);
    REQUIRE_MESSAGE(bool(tested.solve), row.rule);
    const Claim claim = read_statement(row.equation).claims[0];
    const auto solved = tested.solve(equation_of(claim), row.unknown, assumptions(row.known));
    CHECK_MESSAGE(solved.has_value() == row.fires, row.rule, ": ", row.equation, " with ",
                  row.known);
    if (solved) check_solution(row, claim, *solved, random);
  }
}
