// Which series show all their terms in their last coefficients, and the values of a Program.
#include "luztar/symbolic/hidden_terms.h"

#include <cmath>

#include <doctest/doctest.h>

using namespace luztar;

namespace {

struct Compiled {
  explicit Compiled(const std::string& text) {
    ProgramBuilder builder;
    input = builder.input();
    slot = builder.compile(
        parse_expression(text, {}),
        [&](const std::string& name) -> ProgramBuilder::Meaning {
          return ProgramBuilder::Slot{name == "t" ? builder.time() : input};
        },
        0, false);
    program = builder.take();
  }
  bool hides() const { return slots_with_hidden_terms(program)[slot] != 0; }
  int input{}, slot{};
  Program program;
};

}  // namespace

TEST_CASE("linear functions of the state, waves and low powers of time hide no terms") {
  for (const char* text : {"3*d + 2", "abs(d)", "max(d, 0.1)", "luz(d, 0.2)", "sat(d, 0.2)", "d/4",
                           "sin(3*t + 1)", "t^2*cos(t)", "sin(2*t^2 + t)", "exp(-t^2)",
                           "exp(-t) + 5*sin(2*t)*cos(t)", "1 - cos(t)", "t^3"}) {
    CAPTURE(text);
    CHECK(!Compiled(text).hides());
  }
}

TEST_CASE("powers, quotients and functions of the state or of powers of time may hide terms") {
  for (const char* text :
       {"d^2", "d*abs(d)", "sin(d)", "exp(d)", "1/(1 + d)", "d*sin(t)", "sin(t^3)", "t^4*sin(t^2)",
        "t^30", "t^9*sin(t)", "abs(d^3)", "sin(t) + t^60"}) {
    CAPTURE(text);
    CHECK(Compiled(text).hides());
  }
}

TEST_CASE("values of a program are those of order 0, and a shift moves them by about as much") {
  const Compiled c("sin(t)*d^3 + exp(d)/(2 + t)");
  ProgramSeries values(c.program, 0);
  values.slot(c.input)[0] = 0.7;
  values.evaluate(c.program, 1.3, nullptr);
  const double right = std::sin(1.3) * 0.7 * 0.7 * 0.7 + std::exp(0.7) / 3.3;
  CHECK(values.slot(c.slot)[0] == doctest::Approx(right).epsilon(1e-15));
  values.evaluate(c.program, 1.3, nullptr, 1e-9);
  CHECK(std::abs(values.slot(c.slot)[0] - right) <= 4e-9 * right);
  CHECK(std::abs(values.slot(c.slot)[0] - right) >= 1e-13 * right);
}
