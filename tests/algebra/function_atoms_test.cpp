// What the definition of a function gives for any argument.
#include <string>

#include <doctest/doctest.h>

#include "luztar/algebra/formula.h"
#include "luztar/algebra/formula_access.h"
#include "written_formula.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("functions keep what holds for any argument") {
  CHECK(formula("luz(y - x, a)") == -formula("luz(x - y, a)"));
  CHECK(formula("sat(-x, a) + sat(x, a)").is_zero());
  CHECK(formula("tar(-x, a) + tar(x, a)").is_zero());
  CHECK(formula("sign(-x) + sign(x)").is_zero());
  CHECK(formula("luz(x, 0) - tar(x, 0)").is_zero());
  CHECK(formula("sat(x, 0)").is_zero());
  CHECK(formula("luz(3, 1)") == Formula(2));
  CHECK(formula("luz(1/2, 1)") == Formula(0));
  CHECK(formula("sat(-3, 1/3)") == -(Formula(1) / 3));
  CHECK(formula("tar(-3, 1)") == Formula(-4));
  CHECK(!formula("tar(0, a)").is_zero());
  CHECK(!formula("sign(0)").is_number());
  CHECK(formula("min(1, 2) + max(1, 2) + abs(-3) + step(0) + if(1 < 2, 4, 5)") == Formula(11));
  CHECK(formula("1/0 - 1/0").is_zero());  // it has no value, but it has a text
}

TEST_CASE("odd functions turn their sign out, even ones drop it") {
  for (const std::string name :
       {"sin", "tan", "asin", "atan", "sinh", "tanh", "sign", "asinh", "atanh", "round"}) {
    CHECK_MESSAGE(formula(name + "(y - x)") == -formula(name + "(x - y)"), name);
  }
  for (const std::string name : {"abs", "cos", "cosh"}) {
    CHECK_MESSAGE(formula(name + "(y - x)") == formula(name + "(x - y)"), name);
  }
  for (const std::string name :
       {"exp", "acos", "step", "sqrt", "log", "square", "saw", "floor", "ceil", "log10", "acosh"}) {
    CHECK_MESSAGE(formula(name + "(y - x)") != formula(name + "(x - y)"), name);
    CHECK_MESSAGE(formula(name + "(y - x)") != -formula(name + "(x - y)"), name);
  }
}

TEST_CASE("values that are whole numbers are numbers, others stay functions") {
  CHECK(formula("sin(0) + tan(0) + asin(0) + atan(0) + sinh(0) + tanh(0) + log(1) + sqrt(0)") ==
        Formula(0));
  CHECK(formula("cos(0)*cosh(0)*exp(0)*sqrt(1)") == Formula(1));
  CHECK(formula("step(-1/9) + 2*step(1/9)") == Formula(2));
  CHECK(formula("asinh(0) + atanh(0) + acosh(1) + log10(1)") == Formula(0));
  CHECK(formula("floor(-7/2) + 10*ceil(-7/2) + 100*round(-7/2) + 1000*floor(3)") == Formula(2566));
  CHECK(formula("round(5/2) + 10*round(7/3) + 100*ceil(4)") == Formula(423));
  CHECK(formula("mod(-7, 3) + 10*mod(7, -3) + 100*mod(7/2, 2)") == Formula(2 - 20 + 150));
  CHECK(formula("hypot(x, 0) - abs(x)").is_zero());
  for (const char* text :
       {"sin(1)", "cos(1)", "exp(1)", "log(2)", "sqrt(2)", "sqrt(4)", "mod(1, 0)", "log10(10)"}) {
    CHECK_MESSAGE(!formula(text).is_number(), text);
  }
}

TEST_CASE("a choice with a known condition, or between equals, is none") {
  CHECK(formula("if(1 < 2, x, y)") == formula("x"));
  CHECK(formula("if(1 >= 2, x, y)") == formula("y"));
  CHECK(formula("if(z < 0, x + y, y + x)") == formula("x + y"));
  CHECK(formula("min(x, x) + max(y, y)") == formula("x + y"));
  CHECK(!atoms_of(formula("if(z < 0, x, y)")).empty());
}
