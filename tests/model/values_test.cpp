// Ranges of the numbers of bodies and elements.
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "built_model.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("a model built in code is checked like a file") {
  Model model = one_body();
  Friction friction{.name = "guide", .deflection = {}, .forward = {}, .backward = {}};
  friction.deflection.terms = {{0, number(1)}, {kGround, number(-1)}};
  friction.forward = {number(0), number(2), number(1)};
  friction.backward = friction.forward;
  model.frictions.push_back(friction);
  CHECK(mistakes_in(model) ==
        "the static friction of 'guide' (1) is less than the kinetic one (2); "
        "raise static or lower kinetic");
  model.frictions[0].forward.breakaway = model.frictions[0].backward.breakaway = number(2);
  CHECK(mistakes_in(model) == "none");
  model.frictions[0].deflection.terms[0].body = 1;
  CHECK(mistakes_in(model).starts_with("'guide' acts on a body that the model does not have"));
  model.frictions[0].deflection.terms.clear();
  CHECK(mistakes_in(model).starts_with("'guide' acts on no body"));
  model.frictions.clear();
  model.parameters.push_back({.name = "m", .value = number(1)});
  CHECK(mistakes_in(model).starts_with("the name 'm' is taken by a parameter"));
  model.parameters.pop_back();
  model.bodies[0].mass.reset();
  CHECK(mistakes_in(model).starts_with("'seat' has neither a mass nor a motion"));
  CHECK(mistakes_in(Model{}) == "the model has no bodies; add at least one [bodies.NAME]");
}

TEST_CASE("links and stops built in code are checked like those of a file") {
  Model model = one_body();
  Link link;
  link.name = "shaft";
  model.links.push_back(link);
  CHECK(mistakes_in(model).starts_with("'shaft' acts on no body"));
  model.links[0].deflection.terms = {{0, number(1)}};
  Stop stop;
  stop.name = "buffer";
  stop.deflection = model.links[0].deflection;
  stop.lower = number(-kInfinity);
  stop.upper = number(1);
  model.stops.push_back(stop);
  CHECK(mistakes_in(model) == "none");
  model.stops[0].upper = number(kInfinity);
  CHECK(mistakes_in(model) ==
        "the gap of 'buffer' has no edge; give one of them a number, or remove 'buffer'");
  model.stops[0].upper = number(1);
  model.stops[0].restitution = number(2);
  CHECK(mistakes_in(model).starts_with("the restitution of 'buffer' is 2"));
  model.stops[0].name = "shaft";
  CHECK(mistakes_in(model).starts_with("the name 'shaft' is taken by an element"));
}

TEST_CASE("masses are positive, zero or infinite, and a zero that is not one is told") {
  const auto wrong = [](const Expression& mass) {
    Model model = one_body();
    model.bodies[0].mass = mass;
    return mistakes_in(model);
  };
  CHECK(wrong(number(0)) == "none");
  CHECK(wrong(number(kInfinity)) == "none");
  CHECK(wrong(number(-kInfinity)).starts_with("the mass of 'seat' is not a finite number"));
  CHECK(wrong(text("1/0")).starts_with("the mass of 'seat' is not a finite number"));
  CHECK(wrong(number(1e-310)) ==
        "the mass of 'seat' is too small to divide by; give 'seat' a larger mass, or 0");
  Model model = one_body();
  model.bodies[0].motion = text("sin(t)");
  CHECK(mistakes_in(model).starts_with("'seat' has a mass and a motion"));
}

TEST_CASE("gaps have their edges in order, a freeplay is not negative, an arm is not zero") {
  Model model = one_body();
  Spring spring;
  spring.name = "mount";
  spring.deflection = of_the_seat();
  spring.stiffness = number(-1);  // may be negative
  spring.has_gap = true;
  spring.lower = number(2);
  spring.upper = number(1);
  model.springs.push_back(spring);
  CHECK(
      mistakes_in(model) ==
      "the gap of 'mount' has its lower edge 2 above its upper edge 1; write gap = [lower, upper]");
  Spring& mount = model.springs[0];
  mount.upper = number(-0.5);
  mount.lower = Expression::apply(Op::Negate, {mount.upper});  // written as `freeplay`
  CHECK(mistakes_in(model) == "the freeplay of 'mount' is negative (-0.5); it must be 0 or more");
  mount.upper = mount.lower = number(0);
  CHECK(mistakes_in(model) == "none");
  mount.deflection.terms[0].coefficient = text("rho - 3");
  CHECK(mistakes_in(model) ==
        "this arm or coefficient of 'mount' is 0; leave the body out instead");
}
