// Friction laws as programs against the same laws on plain numbers (direct_laws.h) and by hand.
#include "luztar/dynamics/friction_laws.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/dynamics/direct_laws.h"

using namespace luztar;

namespace {

Expression number(double value) { return Expression::number(value); }
double plain(const Expression& e) { return e.number(); }

LevelNumbers stribeck() {
  return {.viscous = 0.3, .kinetic = 2.0, .breakaway = 5.0, .stribeck = {{0.5, 2.0}}};
}

// A level as a program of the speed and the normal force.
struct Level {
  explicit Level(const LevelNumbers& law, bool pressed = false) {
    ProgramBuilder builder;
    speed = builder.input();
    normal = builder.input();
    slot = compile_level(builder, law, speed, pressed ? normal : -1, 0);
    program = builder.take();
    branch.assign(program.switches().size(), 0);
  }
  double at(double u, double n = 1.0) {
    ProgramSeries series(program, 0);
    for (int round = 0; round < 2; ++round) {
      series.slot(speed)[0] = u;
      series.slot(normal)[0] = n;
      series.expand_time(program, 0.0, branch.data());
      series.expand_state(program, 0, branch.data());
      for (std::size_t i = 0; i < branch.size(); ++i) {
        const Switch& sw = program.switches()[i];
        if (sw.kind == Switch::Kind::Relay) continue;  // a memory: set by the test
        branch[i] =
            branch_from_values(program, sw, series.slot(sw.low)[0], series.slot(sw.high)[0], 0.0);
      }
    }
    return series.slot(slot)[0];
  }
  int speed{}, normal{}, slot{};
  Program program{};
  std::vector<std::int64_t> branch{};
};

}  // namespace

TEST_CASE("Stribeck's curve starts at F_S, has F_K + (F_S - F_K)/e at its velocity, ends at F_K") {
  Level level(stribeck());
  CHECK(level.at(0.0) == 5.0);
  CHECK(level.at(0.5) == doctest::Approx(2.0 + 3.0 / std::exp(1.0)).epsilon(1e-14));
  CHECK(level.at(100.0) == doctest::Approx(2.0).epsilon(1e-14));
  CHECK(stribeck().first_level() == 5.0);
}

TEST_CASE("program and plain numbers agree at any speed, for curves and tables, pressed or not") {
  LevelNumbers table{.viscous = 0.1, .kinetic = 4.0, .breakaway = 4.0};
  table.table = {{0.0, 4.0}, {1.0, 1.0}, {3.0, 2.0}};
  for (const LevelNumbers& law : {stribeck(), table}) {
    Level level(law);
    Level pressed(law, true);
    for (double u = 0.0; u < 5.0; u += 0.37) {
      CAPTURE(u);
      const double viscous = law.viscous * u;
      CHECK(level.at(u) + viscous == doctest::Approx(sliding_force(law, u, 1.0, false)));
      CHECK(pressed.at(u, 7.0) + viscous == doctest::Approx(sliding_force(law, u, 7.0, false)));
    }
  }
  Level lines(table);
  CHECK(lines.at(0.5) == 2.5);
  CHECK(lines.at(2.0) == 1.5);
  CHECK(lines.at(9.0) == 2.0);  // the last level beyond
}

TEST_CASE("with a hysteresis each branch has its own level and viscous part") {
  LevelNumbers law{.viscous = 0.5, .kinetic = 3.0, .breakaway = 3.0};
  law.hysteresis = {2.0, 1.0, 1.5, 0.25};
  Level level(law);
  REQUIRE(level.branch.size() == 1);
  level.branch[0] = 0;
  CHECK(level.at(1.5) == 3.0 + 0.5 * 1.5);
  CHECK(sliding_force(law, 1.5, 1.0, false) == 3.0 + 0.5 * 1.5);
  level.branch[0] = 1;
  CHECK(level.at(1.5) == 1.5 + 0.25 * 1.5);
  CHECK(sliding_force(law, 1.5, 1.0, true) == 1.5 + 0.25 * 1.5);
  CHECK(sliding_force(law, 1.5, 2.0, true) == 2 * 1.5 + 0.25 * 1.5);  // C is not pressed
}

TEST_CASE("a constant normal force multiplies every level and no speed") {
  LevelNumbers law = stribeck();
  law.hysteresis = {2.0, 1.0, 1.5, 0.25};
  law.table = {{0.0, 2.0}, {1.0, 1.0}};
  law.press(10.0);
  CHECK(law.kinetic == 20.0);
  CHECK(law.breakaway == 50.0);
  CHECK(law.hysteresis->kinetic == 15.0);
  CHECK(law.hysteresis->viscous == 0.25);
  CHECK(law.hysteresis->rise == 2.0);
  CHECK(law.table[1] == std::pair(1.0, 10.0));
  CHECK(law.viscous == 0.3);
  CHECK(law.stribeck->velocity == 0.5);
}

TEST_CASE("numbers of a law are those of its expressions; of a table the first level is kinetic") {
  Friction::Law law{number(0.1), number(9.0), number(4.0)};
  law.table = {{number(0.0), number(4.0)}, {number(1.0), number(1.0)}};
  const LevelNumbers found = level_numbers(law, plain);
  CHECK(found.viscous == 0.1);
  CHECK(found.kinetic == 4.0);
  CHECK(found.table[1] == std::pair(1.0, 1.0));
  CHECK(!found.stribeck);
  law.table.clear();
  law.stribeck = Friction::Stribeck{number(0.2), number(1.0)};
  CHECK(level_numbers(law, plain).stribeck == LevelNumbers::Stribeck{0.2, 1.0});
}

TEST_CASE("bristles move as their law says, for both directions and every exponent") {
  using Kind = Friction::Bristles::Kind;
  struct Row {
    Kind kind;
    double exponent;
  };
  for (const Row& row :
       {Row{Kind::Dahl, 1}, Row{Kind::Dahl, 2}, Row{Kind::Dahl, 3}, Row{Kind::LuGre, 1}}) {
    CAPTURE(row.exponent);
    const Friction::Bristles bristles{row.kind, number(100.0), number(0.5), number(row.exponent)};
    ProgramBuilder builder;
    const int v = builder.input(), z = builder.input(), r = builder.input();
    const LevelNumbers law = stribeck();
    const BristleSlots slots = compile_bristles(builder, bristles, law, plain, v, z, r, 0);
    const Program program = builder.take();
    const DirectLaw::Bristles direct{row.kind, 100.0, 0.5, row.exponent, law};
    for (const double velocity : {-0.8, -0.1, 0.2, 1.5}) {
      for (const double deflection : {-0.03, -0.01, 0.0, 0.015, 0.04}) {
        CAPTURE(velocity);
        CAPTURE(deflection);
        ProgramSeries series(program, 0);
        std::vector<std::int64_t> branch(program.switches().size(), velocity < 0 ? -1 : 1);
        series.slot(v)[0] = velocity;
        series.slot(z)[0] = deflection;
        series.slot(r)[0] = 0.0;
        for (int round = 0; round < 2; ++round) {
          series.expand_time(program, 0.0, branch.data());
          series.expand_state(program, 0, branch.data());
          for (std::size_t i = 0; i < branch.size(); ++i) {
            const Switch& sw = program.switches()[i];
            branch[i] = branch_from_values(program, sw, series.slot(sw.low)[0],
                                           series.slot(sw.high)[0], 0.0);
          }
        }
        CHECK(series.slot(slots.rate)[0] ==
              doctest::Approx(direct.rate(velocity, deflection)).epsilon(1e-12));
        CHECK(series.slot(slots.force)[0] ==
              doctest::Approx(direct.force(velocity, deflection)).epsilon(1e-12));
      }
    }
    CHECK((slots.settled >= 0) == (row.exponent == 1));
  }
}
