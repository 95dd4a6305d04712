#include "luztar/symbolic/program.h"

#include <string>

#include <doctest/doctest.h>

#include "time_program.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("a constant part that is no number is a model error at its place") {
  for (const std::string text :
       {"sin(t) + 1/0", "log(0-1)*t", "sqrt(-2)", "t/(3-3)", "sat(t, -1)", "luz(3, 2 - 3)"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(time_program(parse_expression(text, {"m.toml", 3, 9})), ModelError);
  }
}

TEST_CASE("polynomials of time are known to end") {
  const auto degree = [](const std::string& text) {
    const TimeProgram c = time_program(parse_expression(text, {}));
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
    TimeProgram c = time_program(parse_expression(row.text, {}));
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
      TimeProgram other = c;
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
    const std::int64_t piece = branch_from_values(program, sw, row.t, row.t, 0.0, 0);
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
