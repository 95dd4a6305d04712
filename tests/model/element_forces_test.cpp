// Forces of springs and dampers as expressions, against their laws in numbers.
#include "luztar/model/element_forces.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "random.h"

using namespace luztar;

namespace {

Expression number(double x) { return Expression::number(x); }

double value(const Expression& law, double d, double v) {
  return evaluate(law, [&](const std::string& name) { return name == "d" ? d : v; });
}

}  // namespace

TEST_CASE("the law of a spring as an expression is that of its keys") {
  luztar::testing::Random random{3};
  const Expression d = Expression::symbol("d"), v = Expression::symbol("v");
  for (int i = 0; i < 400; ++i) {
    CAPTURE(i);
    const double k = random(0.0, 9.0), c = i % 3 == 0 ? 0.0 : random(0.1, 2.0);
    const double rest = i % 2 == 0 ? 0.0 : random(-1.0, 1.0);
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    double lower = random(-1.0, 0.0), upper = i % 5 == 0 ? -lower : random(0.0, 1.0);
    if (i % 6 == 1) upper = kInfinity;  // one edge
    if (i % 6 == 2) lower = -kInfinity;
    Spring spring;
    spring.stiffness = number(k);
    spring.damping = number(c);
    spring.rest = number(rest);
    spring.has_gap = i % 4 != 0;
    spring.pull = i % 7 < 4;
    if (spring.has_gap) {
      spring.lower = number(lower);
      spring.upper = number(upper);
    }
    const Expression law = law_of(spring, d, v);
    for (int at = 0; at < 20; ++at) {
      const double x = random(-3.0, 3.0), rate = random(-5.0, 5.0);
      const double y = x - rest;
      double f = k * y + c * rate;
      if (spring.has_gap) {
        const double edge = y > upper ? upper : lower;
        f = y > lower && y < upper ? 0.0 : k * (y - edge) + c * rate;
        if (!spring.pull && c > 0.0) f = y > upper ? std::max(f, 0.0) : std::min(f, 0.0);
        if (y > lower && y < upper) f = 0.0;
      }
      CHECK(std::abs(value(law, x, rate) - f) < 1e-12);
    }
  }
}

TEST_CASE("forces are written out with their bodies, those of actions too") {
  Model model;
  model.bodies.resize(2);
  model.bodies[0].name = "a";
  model.bodies[1].name = "b";
  Spring s;
  s.name = "s";
  s.deflection.terms = {{0, number(2.0)}, {1, number(-1.0)}};
  s.stiffness = number(3.0);
  model.springs.push_back(s);
  Force fed;
  fed.name = "fed";
  fed.value = parse_expression("1 + f.s", {});
  model.forces.push_back(fed);
  CHECK(with_forces_written_out(model).has_value());
  Friction friction;
  friction.normal = parse_expression("f.fed - f.s", {});
  model.frictions.push_back(friction);
  const auto written = with_forces_written_out(model);
  REQUIRE(written.has_value());
  CHECK(evaluate(*written->frictions[0].normal, [](const std::string& name) {
          return name == "q.a" ? 0.5 : name == "q.b" ? 0.25 : NAN;
        }) == 1.0);
  model.forces.clear();
  model.frictions.clear();
  CHECK(!with_forces_written_out(model).has_value());
}
