// Series of every function in numbers that carry derivatives.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/core/dual.h"
#include "luztar/symbolic/program.h"

using namespace luztar;

namespace {

constexpr int kOrder = 12;

/// A program of t and two parameters p and r, in slots or folded.
struct Compiled {
  Compiled(const Expression& e, double p, double r, bool in_slots) {
    ProgramBuilder builder;
    const auto resolve = [&](const std::string& name) -> ProgramBuilder::Meaning {
      if (name == "t") return ProgramBuilder::Slot{builder.time()};
      const double value = name == "p" ? p : r;
      if (!in_slots) return value;
      for (const auto& [known, at] : slots)
        if (known == name) return ProgramBuilder::Slot{at};
      slots.emplace_back(name, builder.parameter(value));
      return ProgramBuilder::Slot{slots.back().second};
    };
    slot = builder.compile(e, resolve, -1, false);
    program = builder.take();
  }
  template <class Series>
  void choose(Series& series, double t) {
    branch.assign(program.switches().size(), 0);
    for (std::size_t i = 0; i < branch.size(); ++i) {
      series.evaluate(program, t, branch.data());
      const Switch& sw = program.switches()[i];
      branch[i] = branch_from_values(program, sw, value_of(series.slot(sw.low)[0]),
                                     value_of(series.slot(sw.high)[0]), t, branch[i]);
    }
    series.expand_time(program, t, branch.data());
  }

  Program program;
  std::vector<std::pair<std::string, int>> slots;
  std::vector<std::int64_t> branch;
  int slot{};
};

std::vector<double> plain(const Expression& e, double p, double r, double t) {
  Compiled c(e, p, r, false);
  ProgramSeries series(c.program, kOrder);
  c.choose(series, t);
  return {series.slot(c.slot), series.slot(c.slot) + kOrder + 1};
}

}  // namespace

TEST_CASE("derivatives of every coefficient of every function") {
  // The other way: differences of the series with other constants, by five points.
  for (const std::string text : {"sin(p*t)",
                                 "cos(p*t^2 + r)",
                                 "tan(p*t)",
                                 "asin(p*t/4)",
                                 "acos(p*t/4)",
                                 "atan(p*t)",
                                 "atan2(sin(p*t), r + cos(t))",
                                 "sinh(p*t)",
                                 "cosh(p*t)",
                                 "tanh(p*t)",
                                 "exp(-p*t^2)",
                                 "log(r + p*t)",
                                 "log10(r + p*t)",
                                 "asinh(p*t)",
                                 "acosh(r + p + t)",
                                 "atanh(p*t/4)",
                                 "hypot(p*t, r)",
                                 "sqrt(p + t)",
                                 "(p + t)^2.5",
                                 "(p + t)^-3",
                                 "(p*t)^5",
                                 "p^t",
                                 "(r + t)^p",
                                 "1/(p + r*t)",
                                 "abs(t - p)*r",
                                 "min(p*t, r)",
                                 "max(p*t, r)",
                                 "luz(p*t, 0.3*r)",
                                 "sat(p*t, 0.3*r)",
                                 "tar(p*t, r)",
                                 "step(t - 0.1*p)*p",
                                 "floor(7*t)*p",
                                 "mod(7*t, p)",
                                 "if(t < p, p*t, r)",
                                 "p*sin(p*t + r)/(p + cos(t))",
                                 "abs(p)*t + max(p, r)"}) {
    CAPTURE(text);
    const Expression e = parse_expression(text, {});
    constexpr double p = 1.3, r = 0.8, t = 0.37, h = 1e-3;
    Compiled c(e, p, r, true);
    BasicProgramSeries<Dual<2>> series(c.program, kOrder);
    for (const auto& [name, slot] : c.slots) {
      Dual<2> number(name == "p" ? p : r);
      number.slope[name == "p" ? 0 : 1] = 1.0;
      series.slot(slot)[0] = number;
    }
    c.choose(series, t);
    const auto values = plain(e, p, r, t);
    for (const std::size_t which : {0, 1}) {
      const auto at = [&](double step) {
        return which == 0 ? plain(e, p + step, r, t) : plain(e, p, r + step, t);
      };
      const auto one = at(h), two = at(2 * h), back = at(-h), far = at(-2 * h);
      for (int k = 0; k <= kOrder; ++k) {
        CAPTURE(k);
        const auto i = static_cast<std::size_t>(k);
        const double difference = (8 * (one[i] - back[i]) - (two[i] - far[i])) / (12 * h);
        const double size = 1.0 + std::abs(difference) + std::pow(3.0, k);
        CHECK(std::abs(series.slot(c.slot)[k].slope[which] - difference) < 1e-8 * size);
        CHECK(std::abs(series.slot(c.slot)[k].value - values[i]) <= 1e-13 * size);
      }
    }
  }
}

TEST_CASE("what parameters alone decide is no event") {
  Compiled c(parse_expression("abs(p) + max(p, r)*t + abs(0*t)", {}), 0.0, 1.0, true);
  for (const Switch& sw : c.program.switches()) CHECK(sw.is_fixed);
  Compiled moving(parse_expression("abs(t - p)", {}), 0.0, 1.0, true);
  REQUIRE(moving.program.switches().size() == 1);
  CHECK_FALSE(moving.program.switches()[0].is_fixed);
}
