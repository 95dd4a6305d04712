// Expressions as LaTeX. Expected texts are written by hand.
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
  CHECK(to_latex(parse_expression(row.text, {}), kNotation) == row.written);
}

}  // namespace

TEST_CASE("names of the model look as people write them") {
  for (const Row& row : {
           Row{"M1", "M_1"},
           {"FT12", "F_{T12}"},
           {"mu", "\\mu"},
           {"I_delta", "I_{\\delta}"},
           {"MT0psi", "M_{T0\\psi}"},
           {"mu_psi", "\\mu_{\\psi}"},
           {"phi", "\\varphi"},
           {"k_dg", "k_{dg}"},
           {"kc", "k_c"},
           {"F_T_12", "F_{T,12}"},
           {"F_dry", "F_{\\text{dry}}"},
           {"rise", "\\text{rise}"},
           {"rise_time", "\\text{rise time}"},
           {"t", "t"},
       }) {
    check(row);
  }
}

TEST_CASE("coordinates, pairs and forces of a body follow its name or its entry") {
  for (const Row& row : {
           Row{"q.block1", "z_{\\text{block1}}"},
           {"v.block1", "\\dot{z}_{\\text{block1}}"},
           {"a.block1", "\\ddot{z}_{\\text{block1}}"},
           {"a.wheel", "\\ddot{\\psi}"},
           {"v.rotor", "\\dot{\\psi}_1"},
           {"v.z1", "\\dot{z}_1"},
           {"a.psi", "\\ddot{\\psi}"},
           {"v.own", "\\dot{\\mathcal{W}}"},
           {"dQ/dT", "\\frac{\\partial Q}{\\partial T}"},
           {"f.upper", "T_{12}"},
           {"rate.lower", "v_{\\text{lower}}"},
           {"F.block1", "F_{\\text{block1}}"},
           {"F.wheel", "F_1"},
           {"F.psi", "F_{\\psi}"},
       }) {
    check(row);
  }
}

TEST_CASE("signs, parentheses and products are those of mathematics") {
  for (const Row& row : {
           Row{"F1 - M1/(M1 + M2)*luz(F1 + F2, FT)",
               "F_1 - \\frac{M_1}{M_1 + M_2} \\operatorname{luz}(F_1 + F_2, F_T)"},
           {"a + -b", "a - b"},
           {"a - (-b)", "a + b"},
           {"a - -3*b", "a + 3 b"},
           {"a*(-b)", "-a b"},
           {"-(a + b)", "-(a + b)"},
           {"a - (b - c)", "a - (b - c)"},
           {"a + (b - c)", "a + b - c"},
           {"a*(b + c)", "a (b + c)"},
           {"a/(b*c)", "\\frac{a}{b c}"},
           {"a/b/c", "\\frac{a}{b c}"},
           {"a/(b/c)", "\\frac{a}{\\frac{b}{c}}"},
           {"(-a)^2", "(-a)^2"},
           {"-a^2", "-a^2"},
           {"a^-1", "a^{-1}"},
           {"a^(b + 1)", "a^{b + 1}"},
           {"a^b", "a^b"},
           {"(a/b)^2", "\\left(\\frac{a}{b}\\right)^2"},
           {"(a^b)^c", "(a^b)^c"},
           {"Dt^2", "(\\Delta t)^2"},
           {"gap*2", "(\\psi-\\delta)_0 \\cdot 2"},
           {"rise*k", "\\text{rise} \\cdot k"},
           {"2*pi*f", "2 \\pi f"},
           {"1e-9*x", "10^{-9} x"},
           {"1.5e6", "1500000"},
       }) {
    check(row);
  }
}

TEST_CASE("functions have their usual names") {
  for (const Row& row : {
           Row{"sign(x)", "\\operatorname{sgn}(x)"},
           {"asin(x) + log(x)", "\\arcsin(x) + \\ln(x)"},
           {"log10(x) + asinh(x)", "\\lg(x) + \\operatorname{arsinh}(x)"},
           {"mod(x, y) + floor(x)", "\\operatorname{mod}(x, y) + \\operatorname{floor}(x)"},
           {"sqrt(x + 1)", "\\sqrt{x + 1}"},
           {"abs(x)", "\\left|x\\right|"},
           {"min(1, x, y)", "\\min(1, x, y)"},
           {"tar(v.z1, F/C)",
            "\\operatorname{tar}\\mathopen{}\\left(\\dot{z}_1, \\frac{F}{C}\\right)"},
           {"if(x <= 0, 1, y)",
            "\\begin{cases} 1 & \\text{if } x \\le 0 \\\\ y & \\text{otherwise} \\end{cases}"},
       }) {
    check(row);
  }
}

TEST_CASE("an entry that LaTeX would trip over is passed over") {
  check({"broken + unsafe", "\\text{broken} + \\text{unsafe}"});
}
