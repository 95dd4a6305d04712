// What implicit steps cannot express.
#include "luztar/dynamics/compile/check_stepping.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

std::string told(const Model& model) {
  std::string all;
  for (const NotForSteps& item : not_for_steps(compile(model).impl()))
    all += (all.empty() ? "" : "; ") + item.name + " " + item.why;
  return all;
}

}  // namespace

TEST_CASE("massless bodies, bristles and elements of three bodies have no steps, all else has") {
  Model model = lasting(1.0);
  const int a = body(model, "a", 1.0);
  const int b = body(model, "b", 1.0);
  const int c = body(model, "c", 1.0);
  spring(model, "s", between(a, b), 1.0);
  friction(model, "f", between(b, c), 1.0, 2.0);
  link(model, "l", between(a, c));
  stop(model, "e", between(c, kGround), -1.0, 1.0, 0.5);
  CHECK(told(model).empty());
  dahl(model, between(a, kGround));
  spring(model, "three", {{{a, number(1)}, {b, number(1)}, {c, number(-2)}}}, 1.0);
  const int eye = body(model, "eye", 0.0);
  spring(model, "held", between(eye, a), 1.0);
  CHECK(told(model) ==
        "eye has no mass; three acts on more than two bodies; dahl is a friction with bristles");
}

TEST_CASE("an element whose law is written pushes from outside, on any number of bodies") {
  Model model = lasting(1.0);
  const int a = body(model, "a", 1.0);
  const int b = body(model, "b", 1.0);
  const int c = body(model, "c", 1.0);
  spring(model, "three", {{{a, number(1)}, {b, number(1)}, {c, number(-2)}}}, 1.0);
  model.springs[0].force = text("d^3");
  force(model, "push", a, "t");
  friction(model, "f", between(b, c), 1.0, 2.0);
  CHECK(told(model).empty());
  const System system = compile(model);
  CHECK(pushes_from_outside(system.impl(), 0));
  CHECK(!pushes_from_outside(system.impl(), system.impl().first_pair()));
  CHECK(pushes_from_outside(system.impl(), system.impl().first_force()));
}

TEST_CASE("a body that an element names twice counts once, and not where its arms cancel") {
  Model model = lasting(1.0);
  const int a = body(model, "a", 1.0);
  const int b = body(model, "b", 1.0);
  spring(model, "s", {{{a, number(1)}, {b, number(3)}, {a, number(2)}}}, 1.0);
  spring(model, "u", {{{a, number(1)}, {b, number(3)}, {a, number(-1)}}}, 1.0);
  const System system = compile(model);
  std::vector<Term> terms;
  collect_terms(system.impl(), 0, terms);
  REQUIRE(terms.size() == 2);
  CHECK(terms[0].coefficient == 3.0);
  collect_terms(system.impl(), 1, terms);
  REQUIRE(terms.size() == 1);
  CHECK(terms[0].body == b);
}

TEST_CASE("a spring that only pushes has no steps") {
  Model model = lasting(1.0);
  const int a = body(model, "a", 1.0);
  spring(model, "jaws", between(a, kGround), 1.0);
  Spring& jaws = model.springs.back();
  jaws.has_gap = true;
  jaws.pull = false;
  CHECK(told(model).empty());  // without damping it never pulls
  jaws.damping = number(1);
  CHECK(told(model) == "jaws only pushes (pull = false)");
}
