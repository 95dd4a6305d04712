// Series of every function against values nearby.
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "time_program.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

double reference(const Expression& e, double t) {
  return evaluate(e, [t](const std::string& name) { return name == "t" ? t : kParameter; });
}

}  // namespace

TEST_CASE("the series of every function sums to its value nearby") {
  // The value at t0 + h comes from the tree, the series from the recurrences.
  for (const std::string text : {"sin(3*t)",
                                 "cos(2*t^2)",
                                 "tan(t)",
                                 "asin(t/2)",
                                 "acos(t/2)",
                                 "atan(3*t)",
                                 "atan2(sin(t), 2+cos(t))",
                                 "sinh(t)",
                                 "cosh(t)",
                                 "tanh(2*t)",
                                 "exp(-t^2)",
                                 "log(2+t)",
                                 "log10(2+t)",
                                 "asinh(3*t)",
                                 "acosh(1.1+t)",
                                 "acosh(1+t^4)",
                                 "atanh(t)",
                                 "hypot(t, 0.3)",
                                 "hypot(t-3, 0)",
                                 "hypot(sin(t), 2*t)",
                                 "sqrt(1+t)",
                                 "(1+t)^2.5",
                                 "(1+t)^-3",
                                 "t^5",
                                 "2^t",
                                 "(1+t)^t",
                                 "1/(2+t)",
                                 "t/(1+t^2)",
                                 "abs(t-3)",
                                 "sign(t-3)*t",
                                 "min(t, t^2)",
                                 "max(t, t^2)",
                                 "luz(2*t, 0.3)",
                                 "sat(t, 0.3)",
                                 "sat(t, 0.3 - t)",
                                 "luz(t, t - 0.5)",
                                 "tar(t, 0.3)",
                                 "step(t-0.1)*t",
                                 "pulse(t, 0.1, 5)*cos(t)",
                                 "square(7*t)*t",
                                 "saw(7*t)",
                                 "floor(7*t)*t",
                                 "ceil(7*t)*t",
                                 "round(-5*t)*t",
                                 "mod(7*t, 1.5)",
                                 "mod(-7*t^2, 1.5)",
                                 "mod(7*t, -1.5)",
                                 "mod(t, 1.3 + t)",
                                 "mod(-t, 1.3 + t)",
                                 "if(t < 0.1, 1, exp(t))",
                                 "if(t >= 0.1, sin(t), 1)",
                                 "p*sin(p*t+p)/(p+cos(t))",
                                 "sin(exp(cos(t)))",
                                 "-t^2",
                                 "sqrt(1-(t/2)^2)*asin(t/2)"}) {
    CAPTURE(text);
    const Expression e = parse_expression(text, {});
    TimeProgram c = time_program(e);
    for (const double t0 : {0.37, 0.61}) {
      CAPTURE(t0);
      choose_branches(c, t0);
      ProgramSeries series(c.program, 20);
      series.expand_time(c.program, t0, c.branch.data());
      for (const double h : {-0.02, 0.01, 0.03}) {
        double value = 0.0;
        for (int k = 20; k >= 0; --k) value = value * h + series.slot(c.slot)[k];
        CHECK(value == doctest::Approx(reference(e, t0 + h)).epsilon(1e-14));
      }
    }
  }
}

TEST_CASE("the coefficients of a product and of a quotient of known series are known") {
  // exp(t): 1/k!; 1/(1 - t): 1; t^2 exp(t): 1/(k - 2)!; sin^2 + cos^2: 1, 0, 0 ...
  const auto coefficients = [](const char* text) {
    const TimeProgram c = time_program(parse_expression(text, {}));
    ProgramSeries series(c.program, 12);
    series.expand_time(c.program, 0.0, c.branch.data());
    return std::vector<double>(series.slot(c.slot), series.slot(c.slot) + 13);
  };
  const auto growing = coefficients("exp(t)");
  const auto geometric = coefficients("1/(1 - t)");
  const auto shifted = coefficients("t^2*exp(t)");
  const auto one = coefficients("sin(t)^2 + cos(t)^2");
  double factorial = 1;
  for (std::size_t k = 0; k <= 12; ++k) {
    CAPTURE(k);
    factorial *= k == 0 ? 1 : static_cast<double>(k);
    CHECK(growing[k] == doctest::Approx(1 / factorial).epsilon(1e-15));
    CHECK(geometric[k] == 1.0);
    if (k + 2 <= 12) CHECK(shifted[k + 2] == doctest::Approx(growing[k]).epsilon(1e-15));
    CHECK(std::abs(one[k] - (k == 0 ? 1 : 0)) < 1e-15);
  }
  CHECK(shifted[0] == 0.0);
  CHECK(shifted[1] == 0.0);
}
