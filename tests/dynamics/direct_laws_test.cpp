// Friction laws on plain numbers, by hand.
#include "luztar/dynamics/direct_laws.h"

#include <cmath>

#include <doctest/doctest.h>

using namespace luztar;
using Kind = Friction::Bristles::Kind;

TEST_CASE("Coulomb's law is a level and a viscous part, the level alone is pressed") {
  const LevelNumbers law{.viscous = 0.5, .kinetic = 2.0, .breakaway = 3.0};
  CHECK(sliding_force(law, 0.0, 1.0, false) == 2.0);
  CHECK(sliding_force(law, 4.0, 1.0, false) == 4.0);
  CHECK(sliding_force(law, 4.0, 10.0, false) == 22.0);
}

TEST_CASE("a table of one row is a level, of more straight lines with the last level beyond") {
  LevelNumbers law{.viscous = 0.0, .kinetic = 2.0, .breakaway = 2.0};
  law.table = {{0.0, 2.0}};
  CHECK(sliding_force(law, 7.0, 1.0, false) == 2.0);
  law.table = {{0.0, 2.0}, {1.0, 4.0}, {2.0, 1.0}};
  CHECK(sliding_force(law, 0.25, 1.0, false) == 2.5);
  CHECK(sliding_force(law, 1.0, 1.0, false) == 4.0);
  CHECK(sliding_force(law, 1.5, 1.0, false) == 2.5);
  CHECK(sliding_force(law, 50.0, 1.0, false) == 1.0);
}

TEST_CASE("Dahl's bristles stand still at F/s in the direction of sliding, at rest they stay") {
  const LevelNumbers level{.viscous = 0.0, .kinetic = 3.0, .breakaway = 3.0};
  for (const double exponent : {1.0, 2.0, 3.0}) {
    const DirectLaw::Bristles law{Kind::Dahl, 100.0, 0.0, exponent, level};
    CHECK(law.rate(2.0, 0.03) == 0.0);
    CHECK(law.rate(-2.0, -0.03) == 0.0);
    CHECK(law.rate(0.0, 0.01) == 0.0);
    CHECK(law.rate(2.0, 0.0) == 2.0);
    CHECK(law.force(2.0, 0.03) == 3.0);
  }
  const DirectLaw::Bristles square{Kind::Dahl, 100.0, 0.0, 2.0, level};
  CHECK(square.rate(2.0, 0.015) == doctest::Approx(2.0 * 0.25));
  CHECK(square.rate(2.0, 0.06) == doctest::Approx(-2.0));  // beyond F/s they go back
}

TEST_CASE("LuGre's bristles stand still where their force is the Stribeck level") {
  LevelNumbers level{.viscous = 0.7, .kinetic = 2.0, .breakaway = 5.0, .stribeck = {{0.5, 2.0}}};
  const DirectLaw::Bristles law{Kind::LuGre, 100.0, 4.0, 1.0, level};
  const double at = 2.0 + 3.0 * std::exp(-1.0);
  CHECK(std::abs(law.rate(0.5, at / 100.0)) < 1e-15);
  CHECK(std::abs(law.rate(-0.5, -at / 100.0)) < 1e-15);
  CHECK(law.force(0.5, at / 100.0) == doctest::Approx(at + 0.7 * 0.5));
  CHECK(law.rate(0.5, 0.0) == 0.5);
  CHECK(law.force(0.5, 0.0) == doctest::Approx(4.0 * 0.5 + 0.7 * 0.5));
}
