// Massless bodies: what holds them, and which laws their balance can be solved for.
#include <string>

#include <doctest/doctest.h>

#include "luztar/dynamics/system/system.h"
#include "small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

// A massless eye between a mass and ...
struct Eye {
  Model model = lasting(1.0);
  int mass = body(model, "mass", 1.0);
  int eye = body(model, "eye", 0.0);
  std::string mistakes() const {
    try {
      compile(model);
    } catch (const ModelError& error) {
      return error.what();
    }
    return "none";
  }
};

}  // namespace

TEST_CASE("a spring, a damper, a friction or a link each hold a massless body, nothing else does") {
  Eye none;
  force(none.model, "pull", none.eye, "1");
  CHECK(none.mistakes() ==
        "nothing holds the massless body 'eye'; connect it by a spring, damper, friction or link, "
        "or give it a mass");
  Eye held;
  spring(held.model, "s", between(held.eye, held.mass), 5.0);
  CHECK(held.mistakes() == "none");
  Eye damped;
  damper(damped.model, "oil", between(damped.eye, damped.mass), 2.0);
  CHECK(damped.mistakes() == "none");
  Eye rubbed;
  friction(rubbed.model, "f", between(rubbed.eye, kGround), 1.0, 1.0);
  CHECK(rubbed.mistakes() == "none");
  Eye linked;
  link(linked.model, "l", between(linked.eye, linked.mass));
  CHECK(linked.mistakes() == "none");
}

TEST_CASE("two massless bodies that only hold each other float") {
  Eye eye;
  const int other = body(eye.model, "other", 0.0);
  spring(eye.model, "s", between(eye.eye, other), 5.0);
  CHECK(eye.mistakes().find("nothing holds the massless body") != std::string::npos);
  spring(eye.model, "u", between(other, eye.mass), 5.0);
  CHECK(eye.mistakes() == "none");
}

TEST_CASE("laws that need a mass are refused with what to use instead") {
  Eye gap;
  spring(gap.model, "s", between(gap.eye, gap.mass), 5.0);
  Spring& s = gap.model.springs[0];
  s.has_gap = true;
  s.lower = number(-0.1);
  s.upper = number(0.1);
  CHECK(gap.mistakes() == "none");
  s.damping = number(1.0);
  CHECK(gap.mistakes().starts_with(
      "'s' is a spring with a gap and contact damping at the massless body 'eye'"));
  Eye curve;
  friction(curve.model, "f", between(curve.eye, curve.mass), 1.0, 2.0);
  curve.model.frictions[0].forward.stribeck = Friction::Stribeck{number(0.1), number(2.0)};
  CHECK(curve.mistakes().starts_with(
      "'f' is a friction whose force at one speed is not the only one at the massless body 'eye'"));
}

TEST_CASE(
    "a force may know the time and the motion of masses; where a damper makes the body move "
    "steadily, "
    "all positions") {
  const auto with = [](const std::string& value, bool damped) {
    Eye eye;
    spring(eye.model, "s", between(eye.eye, eye.mass), 5.0);
    if (damped) damper(eye.model, "oil", between(eye.eye, kGround), 2.0);
    force(eye.model, "pull", eye.eye, value);
    return eye.mistakes();
  };
  CHECK(with("sin(t)", false) == "none");
  CHECK(with("q.mass", false) == "none");
  CHECK(with("v.mass", false) == "none");
  CHECK(with("q.eye", false).starts_with("'pull' is a force of q.eye at the massless body"));
  CHECK(with("q.mass", true) == "none");
  CHECK(with("q.eye", true) == "none");
  CHECK(with("v.eye", true).starts_with("'pull' is a force of the velocity"));
}
