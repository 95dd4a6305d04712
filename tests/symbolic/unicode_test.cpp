// Expressions as text for a terminal. Expected texts are written by hand.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "luztar/symbolic/notation_row.h"
#include "notations.h"

using luztar::Notation;
using luztar::parse_expression;
using luztar::testing::kNotation;

namespace {

struct Row {
  const char* text;
  const char* written;
};

void check(const Row& row) {
  CAPTURE(row.text);
  CHECK(to_unicode(parse_expression(row.text, {}), kNotation) == row.written);
}

}  // namespace

TEST_CASE("names of the model look as people write them") {
  for (const Row& row : {
           Row{"M1", "M1"},
           {"FT12", "FT12"},
           {"mu", "μ"},
           {"I_delta", "I_δ"},
           {"MT0psi", "MT0ψ"},
           {"mu_psi", "μ_ψ"},
           {"phi", "φ"},
           {"k_dg", "k_dg"},
           {"kc", "kc"},
           {"F_T_12", "F_T_12"},
           {"F_dry", "F_dry"},
           {"rise", "rise"},
           {"rise_time", "rise_time"},
           {"t", "t"},
       }) {
    check(row);
  }
}

TEST_CASE("coordinates, pairs and forces of a body follow its name or its entry") {
  for (const Row& row : {
           Row{"q.block1", "block1"},
           {"v.block1", "block1'"},
           {"a.block1", "block1''"},
           {"a.wheel", "wheel''"},
           {"v.rotor", "rotor'"},
           {"v.z1", "z1'"},
           {"a.psi", "ψ''"},
           {"v.own", "own'"},
           {"dQ/dT", "dQ/dT"},
           {"f.upper", "T_upper"},
           {"rate.lower", "v_lower"},
           {"F.block1", "F_block1"},
           {"F.wheel", "F_wheel"},
           {"F.psi", "F_ψ"},
       }) {
    check(row);
  }
}

TEST_CASE("signs, parentheses and products are those of mathematics") {
  for (const Row& row : {
           Row{"F1 - M1/(M1 + M2)*luz(F1 + F2, FT)", "F1 - M1/(M1 + M2)·luz(F1 + F2, FT)"},
           {"a + -b", "a - b"},
           {"a - (-b)", "a + b"},
           {"a - -3*b", "a + 3·b"},
           {"a*(-b)", "-a·b"},
           {"-(a + b)", "-(a + b)"},
           {"a - (b - c)", "a - (b - c)"},
           {"a + (b - c)", "a + b - c"},
           {"a*(b + c)", "a·(b + c)"},
           {"a/(b*c)", "a/(b·c)"},
           {"a/b/c", "a/b/c"},
           {"a/(b/c)", "a/(b/c)"},
           {"(-a)^2", "(-a)²"},
           {"-a^2", "-a²"},
           {"a^-1", "a⁻¹"},
           {"a^(b + 1)", "a^(b + 1)"},
           {"a^b", "a^b"},
           {"(a/b)^2", "(a/b)²"},
           {"(a^b)^c", "(a^b)^c"},
           {"Dt^2", "Dt²"},
           {"gap*2", "gap·2"},
           {"rise*k", "rise·k"},
           {"2*pi*f", "2·π·f"},
           {"1e-9*x", "1e-9·x"},
           {"1.5e6", "1500000"},
       }) {
    check(row);
  }
}

TEST_CASE("functions have their usual names") {
  for (const Row& row : {
           Row{"sign(x)", "sgn(x)"},
           {"asin(x) + log(x)", "arcsin(x) + ln(x)"},
           {"acosh(x) + atanh(x)", "arcosh(x) + artanh(x)"},
           {"round(x) + hypot(x, y)", "round(x) + hypot(x, y)"},
           {"sqrt(x + 1)", "sqrt(x + 1)"},
           {"abs(x)", "|x|"},
           {"min(1, x, y)", "min(1, x, y)"},
           {"tar(v.z1, F/C)", "tar(z1', F/C)"},
           {"if(x <= 0, 1, y)", "(1 if x ≤ 0, else y)"},
       }) {
    check(row);
  }
}

TEST_CASE("numbers are those of a reader, and exponents of whole numbers stand high") {
  for (const Row& row : {
           Row{"3.141592653589793*x", "π·x"},
           Row{"1e-09", "1e-9"},
           Row{"1e300*10", "1e300·10"},
           Row{"x^10", "x¹⁰"},
           Row{"x^-10", "x⁻¹⁰"},
           Row{"x^0.5", "x^0.5"},
           Row{"x^y^2", "x^(y²)"},
       }) {
    check(row);
  }
  CHECK(to_unicode(luztar::Expression::number(HUGE_VAL)) == "∞");
}

TEST_CASE("columns are counted by characters and not by bytes") {
  CHECK(luztar::columns("") == 0);
  CHECK(luztar::columns("v1'") == 3);
  CHECK(luztar::columns("ψ''") == 3);    // 2 bytes each
  CHECK(luztar::columns("x ≤ ∞") == 5);  // 3 bytes each
}
