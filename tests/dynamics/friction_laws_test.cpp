// Friction laws as programs against the same laws on plain numbers (model/law.h) and by hand.
#include "luztar/dynamics/compile/friction_laws.h"

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/model/law.h"

using namespace luztar;

namespace {

Expression number(double value) { return Expression::number(value); }

Friction::Law coulomb(double viscous, double kinetic, double breakaway) {
  return {number(viscous), number(kinetic), number(breakaway)};
}

Friction::Law stribeck() {
  Friction::Law law = coulomb(0.3, 2.0, 5.0);
  law.stribeck = Friction::Stribeck{number(0.5), number(2.0)};
  return law;
}

decltype(Friction::Law::table) rows(const std::vector<std::pair<double, double>>& numbers) {
  decltype(Friction::Law::table) made;
  for (const auto& [speed, level] : numbers) made.emplace_back(number(speed), number(level));
  return made;
}

// A level as a program of the speed and the normal force.
struct Level {
  explicit Level(const Friction::Law& law, bool pressed = false) {
    ProgramBuilder builder;
    speed = builder.input();
    normal = builder.input();
    slot = compile_level(builder, law, speed, pressed ? normal : -1, 0, {});
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
        branch[i] = branch_from_values(program, sw, series.slot(sw.low)[0], series.slot(sw.high)[0],
                                       0.0, 0);
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
}

TEST_CASE("program and plain numbers agree at any speed, for curves and tables, pressed or not") {
  Friction::Law table = coulomb(0.1, 4.0, 4.0);
  table.table = rows({{0.0, 4.0}, {1.0, 1.0}, {3.0, 2.0}});
  for (const Friction::Law& law : {stribeck(), table}) {
    Level level(law);
    Level pressed(law, true);
    for (double u = 0.0; u < 5.0; u += 0.37) {
      CAPTURE(u);
      const double viscous = law.viscous.number() * u;
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
  Friction::Law law = coulomb(0.5, 3.0, 3.0);
  law.hysteresis = Friction::Hysteresis{number(2.0), number(1.0), number(1.5), number(0.25)};
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

TEST_CASE("bristles move as their law says, for both directions and every exponent") {
  using Kind = Friction::Bristles::Kind;
  struct Row {
    Kind kind;
    double exponent;
  };
  for (const Row& row :
       {Row{Kind::Dahl, 1}, Row{Kind::Dahl, 2}, Row{Kind::Dahl, 3}, Row{Kind::LuGre, 1}}) {
    CAPTURE(row.exponent);
    Friction friction;
    friction.forward = stribeck();
    friction.bristles =
        Friction::Bristles{row.kind, number(100.0), number(0.5), number(row.exponent)};
    ProgramBuilder builder;
    const int v = builder.input(), z = builder.input(), r = builder.input();
    const StateSlots slots = compile_state(builder, friction, v, z, r, 0, {});
    const Program program = builder.take();
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
                                           series.slot(sw.high)[0], 0.0, branch[i]);
          }
        }
        CHECK(series.slot(slots.rate)[0] ==
              doctest::Approx(rate_of_state(friction, velocity, deflection)).epsilon(1e-12));
        CHECK(series.slot(slots.force)[0] ==
              doctest::Approx(force_of_state(friction, velocity, deflection)).epsilon(1e-12));
      }
    }
    CHECK((slots.settled >= 0) == (row.exponent == 1));
  }
}
