// Limits against closed forms of the papers and against values near the limit.
#include <optional>
#include <string>

#include <doctest/doctest.h>

#include "written_formula.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("limits of the papers") {
  struct Row {
    const char* symbol;
    LimitKind kind;
    const char* from;
    const char* to;  ///< "" if there is none
  };
  constexpr auto kInf = LimitKind::Infinity;
  constexpr auto kZero = LimitKind::Zero;
  const Row rows[] = {
      // one mass; J. Theor. Appl. Mech. 44(2), 2006, Fig. 1: dry friction without viscosity
      {"C", kZero, "C*tar(V, F/C)", "F*sign(V)"},
      {"C", kZero, "C*V + F*sign(V)", "F*sign(V)"},
      // two masses, section 3
      {"M2", kInf, "sat((M2*F1 - M1*F2)/(M1 + M2), A)", "sat(F1, A)"},
      {"M1", kZero, "sat((M2*F1 - M1*F2)/(M1 + M2), A)", "sat(F1, A)"},
      {"M2", kInf, "F2/M2", "0"},
      {"M1", kInf, "M1*F2/(M1 + M2)", "F2"},
      // three masses become two (section 3 of the paper of 2026, corrected)
      {"M3", kInf,
       "sat(((M2 + M3)*F1 - M1*(F2 + F3))/(M1 + M2 + M3) - M1/(M1 + M2)*luz((M3*(F1 + F2) - (M1 + "
       "M2)*F3)/(M1 + M2 + M3), B), A)",
       "sat(F1 - M1/(M1 + M2)*luz(F1 + F2, B), A)"},
      // gear, J. Theor. Appl. Mech. 44(1), 2006, p. 200
      {"kt", kInf, "1/(1/k1 + 1/kt + p^2/k2)", "1/(1/k1 + p^2/k2)"},
      {"g", kZero, "k*luz(x - y, g)", "k*(x - y)"},
      // orders of growth
      {"s", kInf, "luz(s*x + y, a)/s", "x"},
      {"s", kInf, "luz(s*x, s*a + b)/s", "luz(x, a)"},
      {"s", kZero, "luz(s*x, s*a)/s", "luz(x, a)"},
      {"s", kZero, "sat(x/s, a/s)*s", "sat(x, a)"},
      {"s", kInf, "sat(x, s)", "x"},
      {"s", kInf, "luz(x, s)", "0"},
      {"s", kInf, "tar(s*x, a)/s", "x"},
      {"s", kZero, "sign(s*x)", "sign(x)"},
      {"s", kZero, "sin(s + x)*cos(s)", "sin(x)"},
      {"s", kInf, "s*x", ""},
      {"s", kZero, "x/s", ""},
      {"s", kZero, "sign(x + s)", ""},
      {"s", kInf, "sin(s)", ""},
      {"s", kInf, "s*sat(s*x, a)", ""},
      {"s", kInf, "s*sin(1/s)", ""},  // true limit 1, not in reach of orders of growth
      {"s", kInf, "x", "x"},
  };
  for (const Row& row : rows) {
    const auto found = limit(formula(row.from), row.symbol, row.kind);
    CHECK_MESSAGE(found.has_value() == (row.to[0] != '\0'), row.from);
    if (!found || row.to[0] == '\0') continue;
    CHECK_MESSAGE(*found == formula(row.to), row.from, " -> ", to_text(*found));
  }
}

TEST_CASE("values near the limit come as near as one likes") {
  Random random{5};
  const char* forms[] = {"luz(x + s*y, a + s*b)", "(x + s*y)/(M + s)",
                         "sat(x/s + y, a/s)*s",   "tar(M*s*x, a*s + b*s^2)/s",
                         "luz(x, s*a)/(1 + s)",   "M*s/(s + M)*luz(x, a)/s"};
  for (const char* text : forms) {
    const auto zero = limit(formula(text), "s", LimitKind::Zero);
    REQUIRE_MESSAGE(zero.has_value(), text);
    for (int i = 0; i < 300; ++i) {
      Point point{{"x", small_fraction(random)},
                  {"y", small_fraction(random)},
                  {"a", small_magnitude(random)},
                  {"b", small_magnitude(random)},
                  {"M", small_magnitude(random) + 1}};
      const auto expected = exact_set(to_expression(*zero), point);
      point["s"] = Fraction(1, 1000000);
      const auto near = exact_set(parsed(text), point);
      if (!expected || !near) continue;
      CHECK(abs(Fraction(near->lower - expected->lower)) < Fraction(1, 1000));
      CHECK(abs(Fraction(near->upper - expected->upper)) < Fraction(1, 1000));
    }
  }
}
