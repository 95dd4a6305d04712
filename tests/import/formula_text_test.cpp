// Formulas as text.
#include "luztar/import/formula_text.h"

#include <string>

#include <doctest/doctest.h>

#include "import/refusals.h"

namespace luztar {
namespace {}  // namespace

TEST_CASE("formulas have the brackets that they need and no others") {
  const FormulaText a("a"), b("b"), zero(0.0), one(1.0);
  CHECK(((a + b) * b).text == "(a + b)*b");
  CHECK((a - (a - b)).text == "a - (a - b)");
  CHECK((a / (a * b)).text == "a/(a*b)");
  CHECK((a * zero).text == "0");
  CHECK((one * a + zero).text == "a");
  CHECK((-(-a)).text == "a");
  CHECK((a - -b).text == "a + b");
  CHECK((-(a + b)).text == "-(a + b)");
  CHECK((-a * b).text == "-a*b");
  CHECK(power(a + b, "2").text == "(a + b)^2");
  CHECK(FormulaText(-2.5).text == "-2.5");
  CHECK(choose(a, "<", b, one, zero).text == "if(a < b, 1, 0)");
}

}  // namespace luztar
