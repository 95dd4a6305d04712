// Expressions in the notations that people read. Expected texts are written by hand.
#include "luztar/symbolic/notation.h"

#include <string>

#include <doctest/doctest.h>

#include "luztar/symbolic/notation_row.h"

using luztar::Expression;
using luztar::Notation;
using luztar::parse_expression;

namespace {

struct Row {
  const char* text;
  const char* unicode;
  const char* latex;
};

const Notation kNotation{{{"wheel", "\\psi"},
                          {"rotor", "\\psi_1"},
                          {"upper", "12"},
                          {"F.wheel", "F_1"},
                          {"Dt", "\\Delta t"},
                          {"gap", "(\\psi-\\delta)_0"},
                          {"broken", "M_{"},
                          {"unsafe", "a$b"},
                          {"dQ", "\\partial Q"},
                          {"dT", "\\partial T"},
                          {"own", "\\mathcal{W}"}}};

void check(const Row& row) {
  CAPTURE(row.text);
  const Expression e = parse_expression(row.text, {});
  CHECK(to_unicode(e, kNotation) == row.unicode);
  CHECK(to_latex(e, kNotation) == row.latex);
}

}  // namespace

TEST_CASE("names of the model look as people write them") {
  for (const Row& row : {
           Row{"M1", "M1", "M_1"},
           {"FT12", "FT12", "F_{T12}"},
           {"mu", "μ", "\\mu"},
           {"I_delta", "I_δ", "I_{\\delta}"},
           {"MT0psi", "MT0ψ", "M_{T0\\psi}"},
           {"mu_psi", "μ_ψ", "\\mu_{\\psi}"},
           {"phi", "φ", "\\varphi"},
           {"k_dg", "k_dg", "k_{dg}"},
           {"kc", "kc", "k_c"},
           {"F_T_12", "F_T_12", "F_{T,12}"},
           {"F_dry", "F_dry", "F_{\\text{dry}}"},
           {"rise", "rise", "\\text{rise}"},
           {"rise_time", "rise_time", "\\text{rise time}"},
           {"t", "t", "t"},
       }) {
    check(row);
  }
}

TEST_CASE("coordinates, pairs and forces of a body follow its name or its entry") {
  for (const Row& row : {
           Row{"q.block1", "block1", "z_{\\text{block1}}"},
           {"v.block1", "block1'", "\\dot{z}_{\\text{block1}}"},
           {"a.block1", "block1''", "\\ddot{z}_{\\text{block1}}"},
           {"a.wheel", "wheel''", "\\ddot{\\psi}"},
           {"v.rotor", "rotor'", "\\dot{\\psi}_1"},
           {"v.z1", "z1'", "\\dot{z}_1"},
           {"a.psi", "ψ''", "\\ddot{\\psi}"},
           {"v.own", "own'", "\\dot{\\mathcal{W}}"},
           {"dQ/dT", "dQ/dT", "\\frac{\\partial Q}{\\partial T}"},
           {"f.upper", "T_upper", "T_{12}"},
           {"rate.lower", "v_lower", "v_{\\text{lower}}"},
           {"F.block1", "F_block1", "F_{\\text{block1}}"},
           {"F.wheel", "F_wheel", "F_1"},
           {"F.psi", "F_ψ", "F_{\\psi}"},
       }) {
    check(row);
  }
}

TEST_CASE("an entry that LaTeX would trip over is passed over") {
  check({"broken + unsafe", "broken + unsafe", "\\text{broken} + \\text{unsafe}"});
}

TEST_CASE("signs, parentheses and products are those of mathematics") {
  for (const Row& row : {
           Row{"F1 - M1/(M1 + M2)*luz(F1 + F2, FT)", "F1 - M1/(M1 + M2)·luz(F1 + F2, FT)",
               "F_1 - \\frac{M_1}{M_1 + M_2} \\operatorname{luz}(F_1 + F_2, F_T)"},
           {"a + -b", "a - b", "a - b"},
           {"a - (-b)", "a + b", "a + b"},
           {"a - -3*b", "a + 3·b", "a + 3 b"},
           {"a*(-b)", "-a·b", "-a b"},
           {"-(a + b)", "-(a + b)", "-(a + b)"},
           {"a - (b - c)", "a - (b - c)", "a - (b - c)"},
           {"a + (b - c)", "a + b - c", "a + b - c"},
           {"a*(b + c)", "a·(b + c)", "a (b + c)"},
           {"a/(b*c)", "a/(b·c)", "\\frac{a}{b c}"},
           {"a/b/c", "a/b/c", "\\frac{a}{b c}"},
           {"a/(b/c)", "a/(b/c)", "\\frac{a}{\\frac{b}{c}}"},
           {"(-a)^2", "(-a)²", "(-a)^2"},
           {"-a^2", "-a²", "-a^2"},
           {"a^-1", "a⁻¹", "a^{-1}"},
           {"a^(b + 1)", "a^(b + 1)", "a^{b + 1}"},
           {"a^b", "a^b", "a^b"},
           {"(a/b)^2", "(a/b)²", "\\left(\\frac{a}{b}\\right)^2"},
           {"(a^b)^c", "(a^b)^c", "(a^b)^c"},
           {"Dt^2", "Dt²", "(\\Delta t)^2"},
           {"gap*2", "gap·2", "(\\psi-\\delta)_0 \\cdot 2"},
           {"rise*k", "rise·k", "\\text{rise} \\cdot k"},
           {"2*pi*f", "2·π·f", "2 \\pi f"},
           {"1e-9*x", "1e-9·x", "10^{-9} x"},
           {"1.5e6", "1500000", "1500000"},
       }) {
    check(row);
  }
}

TEST_CASE("functions have their usual names") {
  for (const Row& row : {
           Row{"sign(x)", "sgn(x)", "\\operatorname{sgn}(x)"},
           {"asin(x) + log(x)", "arcsin(x) + ln(x)", "\\arcsin(x) + \\ln(x)"},
           {"sqrt(x + 1)", "sqrt(x + 1)", "\\sqrt{x + 1}"},
           {"abs(x)", "|x|", "\\left|x\\right|"},
           {"min(1, x, y)", "min(1, x, y)", "\\min(1, x, y)"},
           {"tar(v.z1, F/C)", "tar(z1', F/C)",
            "\\operatorname{tar}\\mathopen{}\\left(\\dot{z}_1, \\frac{F}{C}\\right)"},
           {"if(x <= 0, 1, y)", "(1 if x ≤ 0, else y)",
            "\\begin{cases} 1 & \\text{if } x \\le 0 \\\\ y & \\text{otherwise} \\end{cases}"},
       }) {
    check(row);
  }
}

TEST_CASE("MathML nests what LaTeX writes") {
  const auto mathml = [](const char* text) {
    return to_mathml(parse_expression(text, {}), kNotation);
  };
  CHECK(mathml("M1") == "<msub><mi>M</mi><mn>1</mn></msub>");
  CHECK(mathml("FT12") == "<msub><mi>F</mi><mrow><mi>T</mi><mn>12</mn></mrow></msub>");
  CHECK(mathml("v.rotor") ==
        "<msub><mover accent=\"false\"><mi>ψ</mi>"
        "<mo stretchy=\"false\">˙</mo></mover><mn>1</mn></msub>");
  CHECK(mathml("rise/2") == "<mfrac><mi>rise</mi><mn>2</mn></mfrac>");
  CHECK(mathml("M1^2") == "<msubsup><mi>M</mi><mn>1</mn><mn>2</mn></msubsup>");
  CHECK(mathml("2*x - 1") ==
        "<mrow><mn>2</mn><mo>\u2062</mo><mi>x</mi>"
        "<mo form=\"infix\">−</mo><mn>1</mn></mrow>");
  CHECK(mathml("luz(x, 1)") ==
        "<mrow><mi>luz</mi><mo>\u2061</mo><mrow><mo stretchy=\"false\">(</mo><mi>x</mi>"
        "<mo>,</mo><mn>1</mn><mo stretchy=\"false\">)</mo></mrow></mrow>");
  CHECK(mathml("dQ") == "<mrow><mi>∂</mi><mi>Q</mi></mrow>");
  CHECK(mathml("own") == "<mi>own</mi>");  // LaTeX that is not a plain symbol
}

TEST_CASE("long rows are cut at the outermost signs first") {
  const Notation none;
  const auto lines = [&](const char* text, double width) {
    std::string result;
    for (const luztar::Row& line :
         break_row(luztar::row_of(parse_expression(text, {}), false), width, width,
                   [&](const luztar::Row& row) {
                     return static_cast<double>(luztar::columns(to_unicode(row, none)));
                   })) {
      result += (result.empty() ? "" : "|") + to_unicode(line, none);
    }
    return result;
  };
  CHECK(lines("a + b + c", 9) == "a + b + c");
  CHECK(lines("a + b + c", 8) == "a + b| + c");
  CHECK(lines("a + luz(b - c, d)", 16) == "a| + luz(b - c, d)");
  CHECK(lines("a + luz(b - c, d)", 14) == "a| + luz(b - c, |d)");
  CHECK(lines("a + luz(b - c, d)", 13) == "a + luz(b| - c, d)");
  CHECK(lines("a/(b + c + d)*luz(e, f)", 20) == "a/(b + c + d)|·luz(e, f)");
  CHECK(lines("abcdefghijkl", 5) == "abcdefghijkl");
}

TEST_CASE("a fraction that is wider than a line becomes a product, and then a quotient in a line") {
  const Notation none;
  const auto lines = [&](const char* text, double width) {
    std::string result;
    for (const luztar::Row& line :
         break_row(luztar::row_of(parse_expression(text, {}), true), width, width,
                   [&](const luztar::Row& row) { return width_in_points(row, none); })) {
      result += (result.empty() ? "" : " | ") + to_latex(line, none);
    }
    return result;
  };
  CHECK(lines("(a + b + c + d)/e", 60) == "\\frac{1}{e} \\bigl(a + b + c | {} + d\\bigr)");
  CHECK(lines("2*(a + b + c + d)/e", 60) == "\\frac{2}{e} \\bigl(a + b + c | {} + d\\bigr)");
  CHECK(lines("(a + b)/(c + d + e + f)", 60) == "(a + b)/\\bigl(c | {} + d + e + f\\bigr)");
  CHECK(lines("(a + b + c + d)/(e + f + g + h)", 60).find("frac") == std::string::npos);
}
