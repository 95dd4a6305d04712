#include "luztar/symbolic/program.h"

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace luztar;

namespace {

struct Compiled {
  Program program;
  int slot;
  std::vector<std::int64_t> branch;
};

Compiled compile_time_function(const Expression& e) {
  ProgramBuilder builder;
  const ProgramBuilder::Resolve resolve = [](const std::string& name) -> ProgramBuilder::Meaning {
    if (name == "t") return ProgramBuilder::Slot{0};
    return 1.25;  // any parameter
  };
  Compiled compiled;
  compiled.slot = builder.compile(e, resolve, 0, false);
  compiled.program = builder.take();
  compiled.branch.assign(compiled.program.switches().size(), 0);
  return compiled;
}

void choose_branches(Compiled& c, double t) {
  for (int round = 0; round < 5; ++round) {
    ProgramSeries values(c.program, 0);
    values.expand_time(c.program, t, c.branch.data());
    for (std::size_t i = 0; i < c.branch.size(); ++i) {
      const Switch& sw = c.program.switches()[i];
      c.branch[i] =
          branch_from_values(c.program, sw, values.slot(sw.low)[0], values.slot(sw.high)[0], t);
    }
  }
}

double reference(const Expression& e, double t) {
  return evaluate(e, [t](const std::string& name) { return name == "t" ? t : 1.25; });
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
                                 "if(t < 0.1, 1, exp(t))",
                                 "if(t >= 0.1, sin(t), 1)",
                                 "p*sin(p*t+p)/(p+cos(t))",
                                 "sin(exp(cos(t)))",
                                 "-t^2",
                                 "sqrt(1-(t/2)^2)*asin(t/2)"}) {
    CAPTURE(text);
    const Expression e = parse_expression(text, {});
    Compiled c = compile_time_function(e);
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

TEST_CASE("a constant part that is no number is a model error at its place") {
  for (const std::string text :
       {"sin(t) + 1/0", "log(0-1)*t", "sqrt(-2)", "t/(3-3)", "sat(t, -1)", "luz(3, 2 - 3)"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(compile_time_function(parse_expression(text, {"m.toml", 3, 9})), ModelError);
  }
}

TEST_CASE("polynomials of time are known to end") {
  const auto degree = [](const std::string& text) {
    const Compiled c = compile_time_function(parse_expression(text, {}));
    return c.program.degree(c.slot);
  };
  CHECK(degree("3") == 0);
  CHECK(degree("2*t^2 - t/3") == 2);
  CHECK(degree("abs(t)*t^2") == 3);
  CHECK(degree("step(t)") == 0);
  CHECK(degree("sin(t)") >= 1000);
}

TEST_CASE("the edges of each piece are guards that are positive inside") {
  struct Row {
    std::string text;
    double inside;
  };
  for (const Row& row : {Row{"abs(t)", 0.5}, Row{"abs(t)", -0.5}, Row{"step(t-1)", 0.5},
                         Row{"luz(t,1)", 0.5}, Row{"luz(t,1)", 2.0}, Row{"luz(t,1)", -2.0},
                         Row{"pulse(t,1,2)", 0.0}, Row{"pulse(t,1,2)", 2.0},
                         Row{"pulse(t,1,2)", 5.0}, Row{"square(t)", 4.0}, Row{"saw(t)", -4.0}}) {
    CAPTURE(row.text);
    CAPTURE(row.inside);
    Compiled c = compile_time_function(parse_expression(row.text, {}));
    choose_branches(c, row.inside);
    ProgramSeries series(c.program, 4);
    series.expand_time(c.program, row.inside, c.branch.data());
    SwitchGuard guards[2];
    const int n = guards_of(c.program, c.program.switches()[0], c.branch[0], guards);
    CHECK(n >= 1);
    for (int i = 0; i < n; ++i) {
      const double at = guards[i].sign * series.slot(guards[i].slot)[0] + guards[i].offset;
      CHECK(at > 0.0);
      // Just behind the boundary the neighbouring branch holds.
      const double slope = guards[i].sign * series.slot(guards[i].slot)[1];
      const double behind = row.inside - (at * (1.0 + 1e-9)) / slope;
      Compiled other = c;
      choose_branches(other, behind);
      CHECK(other.branch[0] == guards[i].next);
    }
  }
}

TEST_CASE("a relay keeps its branch between its edges, and both edges are guards") {
  ProgramBuilder builder;
  const ProgramBuilder::Resolve t = [](const std::string&) {
    return ProgramBuilder::Slot{0};
  };
  const int below = builder.compile(parse_expression("2*t", {}), t, 0, false);
  const int above = builder.compile(parse_expression("t^2", {}), t, 0, false);
  const int slot = builder.relay(builder.time(), 3.0, 1.0, below, above, 0);
  const Program program = builder.take();
  for (const std::int64_t branch : {0, 1}) {
    ProgramSeries series(program, 2);
    series.expand_time(program, 2.0, &branch);
    CHECK(series.slot(slot)[0] == 4.0);
    CHECK(series.slot(slot)[1] == (branch == 0 ? 2.0 : 4.0));
    SwitchGuard guards[2];
    REQUIRE(guards_of(program, program.switches()[0], branch, guards) == 1);
    const double* x = series.slot(guards[0].slot);
    const double root = -(guards[0].sign * x[0] + guards[0].offset) / (guards[0].sign * x[1]);
    CHECK(2.0 + root == (branch == 0 ? 3.0 : 1.0));
    CHECK(guards[0].next == 1 - branch);
  }
}

TEST_CASE("a lookup goes along its lines, on from its ends, with guards at the knots") {
  ProgramBuilder builder;
  PiecewiseCubic table;
  table.knot = {0.0, 1.0, 3.0};
  table.piece = {{{2.0, 1.0, 0.0, 0.0}}, {{3.0, -0.5, 0.0, 0.0}}};
  const int slot = builder.lookup(builder.time(), table, 0);
  const Program program = builder.take();
  const Switch& sw = program.switches()[0];
  struct Row {
    double t, value, slope;
    std::int64_t piece;
    int guards;
  };
  for (const Row& row : {Row{-0.5, 1.5, 1.0, 0, 1}, Row{0.5, 2.5, 1.0, 0, 1},
                         Row{1.0, 3.0, -0.5, 1, 1}, Row{4.0, 1.5, -0.5, 1, 1}}) {
    CAPTURE(row.t);
    const std::int64_t piece = branch_from_values(program, sw, row.t, row.t, 0.0);
    CHECK(piece == row.piece);
    ProgramSeries series(program, 2);
    series.expand_time(program, row.t, &piece);
    CHECK(series.slot(slot)[0] == row.value);
    CHECK(series.slot(slot)[1] == row.slope);
    CHECK(series.slot(slot)[2] == 0.0);
    SwitchGuard guards[2];
    CHECK(guards_of(program, sw, piece, guards) == row.guards);
    CHECK(guards[0].next == 1 - piece);
    CHECK(guards[0].sign * row.t + guards[0].offset == (piece == 0 ? 1.0 - row.t : row.t - 1.0));
  }
}
