// Values against the C++ library's own functions and the definitions of docs/model-expressions.md.
#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "luztar/symbolic/expression.h"

using luztar::parse_expression;

namespace {

constexpr double kPi = std::numbers::pi;

double value(const std::string& text, const std::map<std::string, double>& symbols = {}) {
  return evaluate(parse_expression(text, {}),
                  [&](const std::string& name) { return symbols.at(name); });
}

}  // namespace

TEST_CASE("operators have the precedence of mathematics") {
  CHECK(value("2+3*4") == 14);
  CHECK(value("(2+3)*4") == 20);
  CHECK(value("10-4-3") == 3);
  CHECK(value("100/10/2") == 5);
  CHECK(value("-2^2") == -4);
  CHECK(value("(-2)^2") == 4);
  CHECK(value("2^3^2") == 512);
  CHECK(value("2^-1") == 0.5);
  CHECK(value("2*-3") == -6);
  CHECK(value("--3") == 3);
  CHECK(value("+3 - +1") == 2);
  CHECK(value("6/2*3") == 9);
  CHECK(value("1e3 + .5 + 5. + 1.5E-1") == 1e3 + .5 + 5. + 1.5E-1);
  CHECK(value(" 1\n +\t2 ") == 3);
}

TEST_CASE("smooth functions are those of the C++ library") {
  const double x = 0.37;
  const double y = -1.3;
  const std::map<std::string, double> at{{"x", x}, {"y", y}};
  CHECK(value("sin(x)", at) == std::sin(x));
  CHECK(value("cos(x)", at) == std::cos(x));
  CHECK(value("tan(x)", at) == std::tan(x));
  CHECK(value("asin(x)", at) == std::asin(x));
  CHECK(value("acos(x)", at) == std::acos(x));
  CHECK(value("atan(x)", at) == std::atan(x));
  CHECK(value("atan2(x, y)", at) == std::atan2(x, y));
  CHECK(value("sinh(x)", at) == std::sinh(x));
  CHECK(value("cosh(x)", at) == std::cosh(x));
  CHECK(value("tanh(x)", at) == std::tanh(x));
  CHECK(value("exp(x)", at) == std::exp(x));
  CHECK(value("log(x)", at) == std::log(x));
  CHECK(value("log10(x)", at) == std::log10(x));
  CHECK(value("asinh(y)", at) == std::asinh(y));
  CHECK(value("acosh(1 + x)", at) == std::acosh(1 + x));
  CHECK(value("atanh(x)", at) == doctest::Approx(std::atanh(x)).epsilon(1e-15));
  CHECK(value("hypot(x, y)", at) == std::hypot(x, y));
  CHECK(value("hypot(3, 4)") == 5);
  CHECK(value("sqrt(x)", at) == std::sqrt(x));
  CHECK(value("x^y", at) == std::pow(x, y));
  CHECK(value("pi") == kPi);
}

TEST_CASE("kinks and jumps follow their definitions, at the jump too") {
  CHECK(value("abs(-3)") == 3);
  CHECK(value("sign(-3) + 10*sign(0) + 100*sign(2)") == 99);
  CHECK(value("min(3, 1, 2)") == 1);
  CHECK(value("max(3, 1, 2)") == 3);
  CHECK(value("step(0)") == 1);
  CHECK(value("step(-1e-300)") == 0);
  CHECK(value("pulse(1, 1, 2)") == 1);
  CHECK(value("pulse(3, 1, 2)") == 0);
  CHECK(value("pulse(0.999, 1, 2)") == 0);
  CHECK(value("square(0)") == 1);
  CHECK(value("square(pi)") == -1);
  CHECK(value("square(-0.1)") == -1);
  CHECK(value("saw(0)") == -1);
  CHECK(value("saw(pi)") == 0);
  CHECK(value("saw(1.5*pi)") == 0.5);
  CHECK(value("saw(-pi/2)") == 0.5);
}

TEST_CASE("floor, ceil, round and mod: whole numbers, halves away from zero, the sign of y") {
  CHECK(value("floor(2.5) + 10*floor(-2.5) + 100*floor(-3)") == 2 - 30 - 300);
  CHECK(value("ceil(2.5) + 10*ceil(-2.5) + 100*ceil(3)") == 3 - 20 + 300);
  CHECK(value("round(2.5) + 10*round(-2.5) + 100*round(0.5) + 1000*round(-0.5)") ==
        3 - 30 + 100 - 1000);
  CHECK(value("round(0.49999999999999994)") == 0);
  CHECK(value("round(4503599627370497)") == 4503599627370497);
  CHECK(value("mod(7, 3)") == 1);
  CHECK(value("mod(-7, 3)") == 2);
  CHECK(value("mod(7, -3)") == -2);
  CHECK(value("mod(-7, -3)") == -1);
  CHECK(value("mod(6, 3) + mod(-6, 3)") == 0);
  for (const char* zero : {"ceil(-0.5)", "round(-0.4)", "floor(-0*1)", "mod(-6, 3)"})
    CHECK_MESSAGE(!std::signbit(value(zero)), zero);
  for (double x = -3; x <= 3; x += 0.25) {
    const std::map<std::string, double> at{{"x", x}};
    CAPTURE(x);
    CHECK(value("ceil(x) + floor(-x)", at) == 0);
    CHECK(value("round(x) + round(-x)", at) == 0);
    CHECK(value("mod(x, 0.75) - (x - 0.75*floor(x/0.75))", at) == 0);
  }
}

TEST_CASE("luz, tar and sat are the papers' projections") {
  for (double x = -3; x <= 3; x += 0.25) {
    const std::map<std::string, double> at{{"x", x}};
    CAPTURE(x);
    CHECK(value("luz(x, 1) + sat(x, 1) - x", at) == 0);
    CHECK(value("luz(tar(x, 1), 1) - x", at) == 0);  // luz undoes tar
    CHECK(value("sat(x, 1) - max(-1, min(1, x))", at) == 0);
  }
  CHECK(value("tar(0, 5)") == 0);
  CHECK(value("sat(2, -1)") == 0);  // nothing is free where the width is negative
  CHECK(value("luz(2, -1)") == 2);
}

TEST_CASE("if computes only the branch in force") {
  CHECK(value("if(1 < 2, 10, 20)") == 10);
  CHECK(value("if(2 <= 1, 10, 20)") == 20);
  CHECK(value("if(2 > 2, 10, 20)") == 20);
  CHECK(value("if(2 >= 2, 10, 20)") == 10);
  CHECK(value("if(0 > 1, log(-1), 7)") == 7);
}

TEST_CASE("what is not a number stays so and is never hidden by a comparison") {
  for (const char* text :
       {"sign(0/0)",        "step(0/0)",        "min(0/0, 1)",      "min(1, 0/0)", "max(0/0, 1)",
        "max(1, 0/0)",      "sat(0/0, 1)",      "sat(1, 0/0)",      "luz(0/0, 1)", "tar(0/0, 1)",
        "tar(0, 0/0)",      "square(0/0)",      "saw(0/0)",         "floor(0/0)",  "ceil(0/0)",
        "round(0/0)",       "mod(0/0, 1)",      "mod(1, 0/0)",      "mod(1, 0)",   "hypot(0/0, 1)",
        "pulse(0/0, 1, 2)", "pulse(1, 0/0, 2)", "if(0/0 > 1, 1, 2)"}) {
    CAPTURE(text);
    CHECK(std::isnan(value(text)));
  }
}
