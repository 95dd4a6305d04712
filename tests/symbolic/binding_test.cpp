#include "luztar/symbolic/binding.h"

#include <cmath>
#include <cstdlib>
#include <limits>

#include <doctest/doctest.h>

#include "random.h"

using luztar::Binding;
using luztar::Expression;
using luztar::number_text;
using luztar::parse_expression;

TEST_CASE("each node holds together as its sign in mathematics does") {
  struct Row {
    const char* text;
    Binding binding;
  };
  for (const Row& row : {
           Row{"x", Binding::Atom},
           Row{"2.5", Binding::Atom},
           Row{"-x", Binding::Unary},
           Row{"x + y", Binding::Sum},
           Row{"x - y", Binding::Sum},
           Row{"x*y", Binding::Product},
           Row{"x/y", Binding::Product},
           Row{"x^y", Binding::Power},
           Row{"luz(x + y, a)", Binding::Atom},
           Row{"if(x < y, 1, 2)", Binding::Atom},
       }) {
    CAPTURE(row.text);
    CHECK(binding_of(parse_expression(row.text, {})) == row.binding);
  }
  CHECK(binding_of(parse_expression("if(x < y, 1, 2)", {}).operands()[0]) == Binding::Comparison);
  CHECK(binding_of(Expression::number(-2.5)) == Binding::Unary);
  CHECK(binding_of(Expression::number(-0.0)) == Binding::Unary);  // its text begins with a minus
  CHECK(Binding::Sum < Binding::Product);
  CHECK(Binding::Unary < Binding::Power);  // -x^2 is -(x^2)
}

TEST_CASE("a number's text reads back to the same bits and is the shortest that does") {
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(1e-9) == "1e-09");
  CHECK(number_text(-0.0) == "-0");
  CHECK(number_text(std::numeric_limits<double>::infinity()) == "inf");
  luztar::testing::Random random{3};
  for (int i = 0; i < 2000; ++i) {
    const double value = random(-1, 1) * std::pow(10.0, random.below(600) - 300);
    CHECK(std::strtod(number_text(value).c_str(), nullptr) == value);
  }
}
