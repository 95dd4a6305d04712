#include <string>

#include <doctest/doctest.h>

#include "luztar/symbolic/notation_row.h"

using luztar::latex_words;

TEST_CASE("LaTeX's special signs are text") {
  CHECK(latex_words("50 % of $x_1 & {y}") == "50 \\% of \\$x\\_1 \\& \\{y\\}");
  CHECK(latex_words("a\\b~c^d#e") ==
        "a\\textbackslash{}b\\textasciitilde{}c\\textasciicircum{}d\\#e");
  CHECK(latex_words("1 < 2 > |3|") ==
        "1 \\ensuremath{<} 2 \\ensuremath{>} \\ensuremath{|}3\\ensuremath{|}");
}

TEST_CASE("straight quotation marks open behind a space or a bracket and close elsewhere") {
  CHECK(latex_words("\"a\" (\"b\") c\"") == "``a{''} (``b{''}) c{''}");
}

TEST_CASE("signs outside ASCII are commands, Greek letters too, unknown ones a question mark") {
  CHECK(latex_words("x ≤ ∞") == "x \\ensuremath{\\le} \\ensuremath{\\infty}");
  CHECK(latex_words("ψ’") == "\\ensuremath{\\psi}'");
  CHECK(latex_words("Żardecki – é") == "\\.{Z}ardecki -- é");
  CHECK(latex_words("漢 𝄞") == "? ?");  // three and four bytes, one sign each
  CHECK(latex_words("") == "");
}
