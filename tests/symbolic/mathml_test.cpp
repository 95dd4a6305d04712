// Expressions as MathML. Expected texts are written by hand.
#include <string>

#include <doctest/doctest.h>

#include "luztar/symbolic/notation_row.h"
#include "notations.h"

using luztar::Notation;
using luztar::parse_expression;
using luztar::testing::kNotation;

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

TEST_CASE("what a browser would read as a tag or lose as a space is written out") {
  const auto mathml = [](const char* text) {
    return to_mathml(parse_expression(text, {}), kNotation);
  };
  CHECK(mathml("if(x < 0, 1, y)").find("&lt;") != std::string::npos);
  luztar::Row words{{luztar::RowItem::Kind::Words, " if <b> ", 0.0, {}, 0}};
  CHECK(to_mathml(words, kNotation) == "<mtext>\u00a0if &lt;b&gt;\u00a0</mtext>");
}

TEST_CASE("numbers with a power of ten are a product") {
  const auto mathml = [](const char* text) {
    return to_mathml(parse_expression(text, {}), kNotation);
  };
  CHECK(mathml("1e-9") == "<msup><mn>10</mn><mrow><mo>−</mo><mn>9</mn></mrow></msup>");
  CHECK(mathml("2.5e30") ==
        "<mrow><mn>2.5</mn><mo>⋅</mo><msup><mn>10</mn><mn>30</mn></msup></mrow>");
  CHECK(mathml("pi") == "<mi>π</mi>");
}
