#include "luztar/model/law.h"

#include <cmath>

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

TEST_CASE("a fall between two levels that have become one is dropped, any other stays") {
  Friction::Law law = coulomb(2, 3);
  law.stribeck.emplace(Friction::Stribeck{number(0.1), number(2)});
  drop_flat_parts(law, same_text);
  CHECK(law.stribeck.has_value());
  law.breakaway = number(2);
  drop_flat_parts(law, same_text);
  CHECK(!law.stribeck.has_value());
}

TEST_CASE("a level is a formula of its numbers, or rows") {
  Friction::Law law = coulomb(2, 3);
  CHECK(level_curve(law).formula.values.at("L").number() == 2);
  CHECK(level_curve(law).rows.empty());
  CHECK(!second_branch(law));
  law.stribeck.emplace(Friction::Stribeck{number(0.1), number(4)});
  law.hysteresis.emplace(Friction::Hysteresis{number(2), number(1), number(7), number(0)});
  const NamedFormula formula = level_curve(law).formula;
  const auto at = [&](double u) {
    return evaluate(parse_expression(formula.text, {}), [&](const std::string& name) {
      return name == "u" ? u : formula.values.at(name).number();
    });
  };
  CHECK(at(0.0) == 3.0);
  CHECK(at(0.05) == doctest::Approx(sliding_force(law, 0.05, 1.0, false)));
  CHECK(second_branch(law)->level.number() == 7);
  law.stribeck.reset();
  law.table = {{number(0), number(2)}, {number(1), number(4)}};
  CHECK(level_curve(law).rows.size() == 2);
}

TEST_CASE("every law has a name and is made from it") {
  for (std::size_t name = 0; name < kLawNames.size(); ++name) {
    Friction friction;
    set_law(friction, name, {});
    CHECK(law_name(friction) == kLawNames[name]);
    CHECK(is_coulomb(friction) == (name == 0));
  }
}

// --- laws with a state --------------------------------------------------------------------------

using Kind = Friction::Bristles::Kind;

Friction bristles(Kind kind, double sigma1, double exponent, const Friction::Law& law) {
  Friction friction;
  friction.forward = law;
  friction.bristles = Friction::Bristles{kind, number(100), number(sigma1), number(exponent)};
  return friction;
}

// What a list of formulas says of v and z: its rate and its force.
std::pair<double, double> rate_and_force(const StatefulLaw& law, double v, double z) {
  std::map<std::string, double> values{{"v", v}, {"z", z}, {"r", 0.0}};
  for (const auto& [name, value] : law.values) values.emplace(name, value.number());
  for (const auto& [name, text] : law.formulas)
    values[name] = evaluate(parse_expression(text, {}),
                            [&](const std::string& used) { return values.at(used); });
  return {values.at("w"), values.at("f")};
}

TEST_CASE("formulas of bristles say what their law in numbers says") {
  Friction::Law law = coulomb(2, 3);
  law.viscous = number(0.7);
  for (const double exponent : {1.0, 2.0, 3.0}) {
    for (const Kind kind : {Kind::Dahl, Kind::LuGre}) {
      if (kind == Kind::LuGre) law.stribeck = Friction::Stribeck{number(0.5), number(exponent)};
      const Friction friction = bristles(kind, 4, exponent, law);
      for (const double v : {-0.8, 0.3}) {
        for (const double z : {-0.03, 0.0, 0.01}) {
          CAPTURE(exponent);
          CAPTURE(v);
          CAPTURE(z);
          const double rate = rate_of_state(friction, v, z), force = force_of_state(friction, v, z);
          for (const StatefulLaw& own :
               {stateful_law(friction), stateful_law_without_jumps(friction)}) {
            CHECK(rate_and_force(own, v, z).first == doctest::Approx(rate).epsilon(1e-12));
            CHECK(rate_and_force(own, v, z).second == doctest::Approx(force).epsilon(1e-12));
          }
        }
      }
    }
  }
}

TEST_CASE("only bristles that are stiff settle") {
  const auto settles = [](const Friction& friction) {
    return stateful_law_without_jumps(friction).formulas.back().first == "settled";
  };
  CHECK(settles(bristles(Kind::Dahl, 0, 1, coulomb(2, 2))));
  CHECK(!settles(bristles(Kind::Dahl, 0, 2, coulomb(2, 2))));
  CHECK(settles(bristles(Kind::LuGre, 0, 1, coulomb(2, 2))));
}

// --- laws in numbers ----------------------------------------------------------------------------

TEST_CASE("the numbers of a law are those of its expressions, in the same form") {
  Friction friction;
  friction.forward = coulomb(2, 3);
  friction.forward.viscous = Expression::symbol("c");
  friction.forward.stribeck = Friction::Stribeck{Expression::symbol("c"), number(1)};
  friction.backward = coulomb(4, 4);
  friction.backward.table = {{number(0), number(4)}, {number(1), Expression::symbol("c")}};
  const Friction found = in_numbers(
      friction, [](const Expression& e) { return e.op() == Op::Symbol ? 0.5 : e.number(); });
  CHECK(found.forward.viscous.number() == 0.5);
  CHECK(found.forward.breakaway.number() == 3);
  CHECK(found.forward.stribeck->velocity.number() == 0.5);
  CHECK(!found.forward.hysteresis);
  CHECK(found.backward.table[1].second.number() == 0.5);
  CHECK(!found.bristles);
}

TEST_CASE("a constant normal force multiplies every level and no speed") {
  Friction::Law law = coulomb(2, 5);
  law.viscous = number(0.3);
  law.stribeck = Friction::Stribeck{number(0.5), number(2)};
  law.hysteresis = Friction::Hysteresis{number(2), number(1), number(1.5), number(0.25)};
  law.table = {{number(0), number(2)}, {number(1), number(1)}};
  multiply_by_normal(law, number(10));
  CHECK(law.kinetic.number() == 20);
  CHECK(law.breakaway.number() == 50);
  CHECK(law.hysteresis->kinetic.number() == 15);
  CHECK(law.hysteresis->viscous.number() == 0.25);
  CHECK(law.hysteresis->rise.number() == 2);
  CHECK(law.table[1].first.number() == 1);
  CHECK(law.table[1].second.number() == 10);
  CHECK(law.viscous.number() == 0.3);
  CHECK(law.stribeck->velocity.number() == 0.5);
}

TEST_CASE("Coulomb's law is a level and a viscous part, the level alone is pressed") {
  Friction::Law law = coulomb(2, 3);
  law.viscous = number(0.5);
  CHECK(sliding_force(law, 0.0, 1.0, false) == 2.0);
  CHECK(sliding_force(law, 4.0, 1.0, false) == 4.0);
  CHECK(sliding_force(law, 4.0, 10.0, false) == 22.0);
}

TEST_CASE("a table of one row is a level, of more straight lines with the last level beyond") {
  Friction::Law law = coulomb(2, 2);
  law.table = {{number(0), number(2)}};
  CHECK(sliding_force(law, 7.0, 1.0, false) == 2.0);
  law.table = {{number(0), number(2)}, {number(1), number(4)}, {number(2), number(1)}};
  CHECK(sliding_force(law, 0.25, 1.0, false) == 2.5);
  CHECK(sliding_force(law, 1.0, 1.0, false) == 4.0);
  CHECK(sliding_force(law, 1.5, 1.0, false) == 2.5);
  CHECK(sliding_force(law, 50.0, 1.0, false) == 1.0);
}

TEST_CASE("Dahl's bristles stand still at F/s in the direction of sliding, at rest they stay") {
  for (const double exponent : {1.0, 2.0, 3.0}) {
    const Friction law = bristles(Kind::Dahl, 0, exponent, coulomb(3, 3));
    CHECK(rate_of_state(law, 2.0, 0.03) == 0.0);
    CHECK(rate_of_state(law, -2.0, -0.03) == 0.0);
    CHECK(rate_of_state(law, 0.0, 0.01) == 0.0);
    CHECK(rate_of_state(law, 2.0, 0.0) == 2.0);
    CHECK(force_of_state(law, 2.0, 0.03) == 3.0);
  }
  const Friction square = bristles(Kind::Dahl, 0, 2, coulomb(3, 3));
  CHECK(rate_of_state(square, 2.0, 0.015) == doctest::Approx(2.0 * 0.25));
  CHECK(rate_of_state(square, 2.0, 0.06) == doctest::Approx(-2.0));  // beyond F/s they go back
}

TEST_CASE("LuGre's bristles stand still where their force is the Stribeck level") {
  Friction::Law level = coulomb(2, 5);
  level.viscous = number(0.7);
  level.stribeck = Friction::Stribeck{number(0.5), number(2)};
  const Friction law = bristles(Kind::LuGre, 4, 1, level);
  const double at = 2.0 + 3.0 * std::exp(-1.0);
  CHECK(std::abs(rate_of_state(law, 0.5, at / 100.0)) < 1e-15);
  CHECK(std::abs(rate_of_state(law, -0.5, -at / 100.0)) < 1e-15);
  CHECK(force_of_state(law, 0.5, at / 100.0) == doctest::Approx(at + 0.7 * 0.5));
  CHECK(rate_of_state(law, 0.5, 0.0) == 0.5);
  CHECK(force_of_state(law, 0.5, 0.0) == doctest::Approx(4.0 * 0.5 + 0.7 * 0.5));
}

}  // namespace
}  // namespace luztar
