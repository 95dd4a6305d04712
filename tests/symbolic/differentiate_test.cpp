#include "luztar/symbolic/differentiate.h"

#include <cmath>
#include <complex>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace luztar;

namespace {

double value(const Expression& e, double t, double a = 0.7) {
  return evaluate(e, [&](const std::string& name) { return name == "t" ? t : a; });
}

/// Richardson's extrapolation of central differences: the oracle, to about 1e-10.
double slope(const Expression& e, double t) {
  std::vector<double> row;
  double h = 0.02;
  for (int i = 0; i < 6; ++i, h /= 2) {
    row.push_back((value(e, t + h) - value(e, t - h)) / (2 * h));
    double factor = 4;
    for (int k = i - 1; k >= 0; --k, factor *= 4)
      row[k] = row[k + 1] + (row[k + 1] - row[k]) / (factor - 1);
  }
  return row[0];
}

Expression by_time(const Expression& e) {
  return differentiate(
      e, [](const std::string& name) { return Expression::number(name == "t" ? 1.0 : 0.0); });
}

std::string derivative(const std::string& text) {
  return to_text(by_time(parse_expression(text, {})));
}

}  // namespace

TEST_CASE("a derivative equals the limit of differences, for every function") {
  for (const char* text : {"3*t - a + t/7",
                           "t^3 - 2*t^2 + a",
                           "a^t",
                           "t^a",
                           "(1 + t)^(2*t)",
                           "a/(1 + t^2)",
                           "t/(a + t)",
                           "sin(3*t^2)",
                           "cos(t)*exp(-t)",
                           "tan(t/2)",
                           "asin(t/3)",
                           "acos(t/3)",
                           "atan(t^2)",
                           "atan2(sin(t), cos(2*t) + 3)",
                           "atan2(t, a)",
                           "sinh(t)",
                           "cosh(a*t)",
                           "tanh(2*t)",
                           "exp(sin(t))",
                           "log(2 + t)",
                           "sqrt(1 + t^2)",
                           "asinh(3*t)",
                           "acosh(2 + t)",
                           "atanh(t/2)",
                           "log10(2 + t)",
                           "hypot(t, a)",
                           "hypot(sin(t), 2*t)",
                           "floor(t + 0.7)*t",
                           "ceil(t - 0.2)*t",
                           "round(t - 0.2)*t",
                           "mod(t^2, 3)",
                           "mod(4 - t, 2 + t)",
                           "mod(t - 4, 2 + t)",
                           "abs(t - 3)*t",
                           "abs(3 - t)*t",
                           "min(t, 5*t^2)",
                           "max(t, 5*t^2)",
                           "sign(t)*t^2",
                           "step(t)*t^2",
                           "pulse(t, 0, 9)*t^2",
                           "square(t)*t",
                           "saw(t)*t",
                           "luz(t^2, 0.1*t)",
                           "luz(-t, 0.2*t)",
                           "luz(t, 9)",
                           "sat(t, 9*t)",
                           "sat(9*t, t)",
                           "sat(-9*t, t)",
                           "sat(t, t - 5)*t",
                           "luz(t, t - 5)*t",
                           "tar(t, t^2)",
                           "tar(-t, t^2)",
                           "if(t < a, t^2, t^3)",
                           "-(t^2)",
                           "a/w^2*(w*t - sin(w*t))"}) {
    const Expression e = parse_expression(text, {});
    const Expression d = by_time(e);
    for (const double t : {0.31, 0.54, 1.13}) {
      CAPTURE(text);
      CAPTURE(t);
      CAPTURE(to_text(d));
      CHECK(value(d, t) == doctest::Approx(slope(e, t)).epsilon(1e-7));
      CHECK(value(by_time(d), t) == doctest::Approx(slope(d, t)).epsilon(1e-7));
    }
  }
}

TEST_CASE("derivatives leave out zeros and ones") {
  CHECK(derivative("a*b + c") == "0");
  CHECK(derivative("t") == "1");
  CHECK(derivative("3*t + a") == "3");
  CHECK(derivative("t^2") == "2*t");
  CHECK(derivative("A*sin(w*t)") == "A*(cos(w*t)*w)");
  CHECK(derivative("-cos(t)") == "sin(t)");
  CHECK(derivative("max(t - 1, 0)") == "if(t - 1 >= 0, 1, 0)");
}

TEST_CASE("symbols may depend on each other: a signal's derivative is a symbol of its own") {
  const auto derivative_of = [](const std::string& name) {
    return name == "t"      ? Expression::number(1.0)
           : name == "road" ? Expression::symbol("road'")
                            : Expression::number(0.0);
  };
  CHECK(to_text(differentiate(parse_expression("a*road^2 + t", {}), derivative_of)) ==
        "a*(2*road*road') + 1");
}
