#include "luztar/model/law.h"

#include <doctest/doctest.h>

namespace luztar {
namespace {

Expression number(double value) { return Expression::number(value); }

bool same_text(const Expression& a, const Expression& b) { return to_text(a) == to_text(b); }

Friction::Law coulomb(double kinetic, double breakaway) {
  Friction::Law law;
  law.kinetic = number(kinetic);
  law.breakaway = number(breakaway);
  return law;
}

TEST_CASE("a level is constant unless speed decides on it") {
  Friction::Law law = coulomb(2, 3);
  CHECK(is_constant(law));
  law.table = {{number(0), number(2)}};
  CHECK(is_constant(law));  // one level for all speeds
  law.table.emplace_back(number(1), number(2));
  CHECK(!is_constant(law));
  law = coulomb(2, 3);
  law.stribeck.emplace(Friction::Stribeck{number(0.1), number(2)});
  CHECK(!is_constant(law));
  law = coulomb(2, 3);
  law.hysteresis.emplace(Friction::Hysteresis{number(2), number(1), number(1), number(0)});
  CHECK(!is_constant(law));
  Friction friction;
  friction.forward = coulomb(2, 3);
  friction.backward = law;
  CHECK(!is_constant(friction));
}

TEST_CASE("sliding begins at the static level with Stribeck's curve, else at the kinetic one") {
  Friction::Law law = coulomb(2, 3);
  CHECK(first_level(law).number() == 2);
  law.table = {{number(0), number(2.5)}, {number(1), number(4)}};
  CHECK(first_level(law).number() == 2.5);
  law = coulomb(2, 3);
  law.stribeck.emplace(Friction::Stribeck{number(0.1), number(2)});
  CHECK(first_level(law).number() == 3);
}

TEST_CASE("laws are the same where form and every value are") {
  const auto every_key = [] {
    Friction::Law law = coulomb(2, 3);
    law.viscous = number(4);
    law.stribeck.emplace(Friction::Stribeck{number(5), number(6)});
    law.hysteresis.emplace(Friction::Hysteresis{number(7), number(8), number(9), number(10)});
    law.table = {{number(0), number(11)}, {number(12), number(13)}};
    return law;
  };
  CHECK(same_law(every_key(), every_key(), same_text));
  int values = 0;
  const auto differs = [&](auto change) {
    Friction::Law other = every_key();
    change(other) = number(-1);
    ++values;
    CHECK(!same_law(every_key(), other, same_text));
  };
  using Law = Friction::Law;
  differs([](Law& l) -> Expression& { return l.viscous; });
  differs([](Law& l) -> Expression& { return l.kinetic; });
  differs([](Law& l) -> Expression& { return l.breakaway; });
  differs([](Law& l) -> Expression& { return l.stribeck->velocity; });
  differs([](Law& l) -> Expression& { return l.stribeck->exponent; });
  differs([](Law& l) -> Expression& { return l.hysteresis->rise; });
  differs([](Law& l) -> Expression& { return l.hysteresis->fall; });
  differs([](Law& l) -> Expression& { return l.hysteresis->kinetic; });
  differs([](Law& l) -> Expression& { return l.hysteresis->viscous; });
  differs([](Law& l) -> Expression& { return l.table[1].first; });
  differs([](Law& l) -> Expression& { return l.table[1].second; });
  CHECK(values == 11);
  // Two values of a Stribeck's curve are no row of a table.
  Friction::Law curve = coulomb(2, 3), row = coulomb(2, 3);
  curve.stribeck.emplace(Friction::Stribeck{number(0), number(2)});
  row.table = {{number(0), number(2)}};
  CHECK(!same_law(curve, row, same_text));
}

}  // namespace
}  // namespace luztar
