// Ranges of the numbers of a friction.
#include <string>

#include <doctest/doctest.h>

#include "built_model.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

Friction guide() {
  Friction friction;
  friction.name = "guide";
  friction.deflection = of_the_seat();
  friction.forward.kinetic = number(2);
  friction.forward.breakaway = number(3);
  friction.backward = friction.forward;
  return friction;
}

std::string mistakes_in(const Friction& friction) {
  Model model = one_body();
  model.frictions.push_back(friction);
  return luztar::testing::mistakes_in(model);
}

}  // namespace

TEST_CASE("the laws of a friction built in code are checked like those of a file") {
  CHECK(mistakes_in(guide()) == "none");
  Friction friction = guide();
  friction.forward.stribeck = Friction::Stribeck{number(1), {}};
  CHECK(mistakes_in(friction) ==
        "the exponent of the stribeck of 'guide' is not positive (0); it must be greater than 0");
  friction.forward.stribeck->exponent = number(2);
  friction.backward.stribeck = Friction::Stribeck{number(-1), number(2)};
  CHECK(mistakes_in(friction) ==
        "the velocity of the stribeck of 'guide' for negative rates is not positive (-1); it must "
        "be greater than 0");
  friction = guide();
  friction.forward.table = {{number(0), number(2)}, {number(1), number(1)}};
  CHECK(mistakes_in(friction) == "none");
  friction.forward.table[0].second = number(1);
  CHECK(mistakes_in(friction) ==
        "the kinetic friction of 'guide' is not the first level of its table; make them equal");
  friction.forward.table[0].second = number(2);
  friction.forward.hysteresis = Friction::Hysteresis{number(2), number(1), number(1), number(0)};
  CHECK(mistakes_in(friction) ==
        "there is a stribeck or hysteresis beside the table of 'guide'; remove one of them");
  friction = guide();
  friction.normal = text("q.seat + t");
  CHECK(mistakes_in(friction) == "none");
  friction.bristles = Friction::Bristles{Friction::Bristles::Kind::Dahl, number(1), {}, number(1)};
  CHECK(mistakes_in(friction) ==
        "the bristles of 'guide' have a normal force, a hysteresis or a table; those belong to law "
        "= \"coulomb\"");
}

TEST_CASE("levels, speeds and bristles out of range are told with the number") {
  const auto wrong = [](const auto& spoil) {
    Friction friction = guide();
    spoil(friction);
    return mistakes_in(friction);
  };
  const auto both = [](Friction& f, const auto& spoil) {
    spoil(f.forward);
    f.backward = f.forward;
  };
  CHECK(wrong([&](Friction& f) {
          both(f, [](Friction::Law& law) { law.kinetic = number(-2); });
        }) == "the kinetic friction of 'guide' is negative (-2); it must be 0 or more");
  CHECK(wrong([&](Friction& f) {
          both(f, [](Friction::Law& law) {
            law.hysteresis = Friction::Hysteresis{number(1), number(2), number(1), number(0)};
          });
        }) ==
        "the rise of the hysteresis of 'guide' (1) is less than its fall (2); the speed has to "
        "rise above rise before it can fall below fall");
  CHECK(wrong([&](Friction& f) {
          both(f, [](Friction::Law& law) {
            law.table = {{number(0), number(2)}, {number(1), number(1)}, {number(1), number(1)}};
          });
        }) != "none");  // speeds must rise
  CHECK(wrong([](Friction& f) {
          f.bristles = Friction::Bristles{Friction::Bristles::Kind::Dahl, number(0), {}, number(1)};
        }) == "the sigma0 of 'guide' is not positive (0); it must be greater than 0");
  CHECK(wrong([](Friction& f) {
          f.bristles = Friction::Bristles{Friction::Bristles::Kind::LuGre, number(9), {}, {}};
        }) ==
        "the static friction of 'guide' is above the kinetic one, and nothing says at which "
        "speed it falls; write stribeck = { velocity = ... }");
  CHECK(wrong([](Friction& f) { f.normal = number(1e308); }) ==
        "the normal force of 'guide' times its coefficients is not a finite number; make it "
        "smaller");
  CHECK(wrong([](Friction& f) { f.normal = number(-1); }) ==
        "the normal force of 'guide' is negative (-1); it must be 0 or more");
}
