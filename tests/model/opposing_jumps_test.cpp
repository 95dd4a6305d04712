#include "luztar/model/opposing_jumps.h"

#include <string>

#include <doctest/doctest.h>

namespace {

using luztar::Expression;
using luztar::Force;
using luztar::Model;

Model two_bodies() {
  Model model;
  model.bodies.resize(2);
  model.bodies[0].name = "a";
  model.bodies[1].name = "b";
  for (auto& body : model.bodies) body.mass = Expression::number(1);
  return model;
}

Expression read(const std::string& text) { return luztar::parse_expression(text, {"m", 1, 1}); }

/// How many warnings an action on body a gets.
std::size_t of_action(const std::string& value) {
  Model model = two_bodies();
  model.signals.push_back({"load", read("5*t + 2"), {}});
  Force force;
  force.name = "f";
  force.deflection.terms = {{0, Expression::number(1)}};
  force.value = read(value);
  model.forces.push_back(force);
  return luztar::opposing_jumps(model, {{"F", 3.0}, {"zero", 0.0}}).size();
}

/// The same of a damper's law.
std::size_t of_law(const std::string& law) {
  Model model = two_bodies();
  luztar::Damper damper;
  damper.name = "d";
  damper.deflection.terms = {{0, Expression::number(1)}, {1, Expression::number(-1)}};
  damper.force = read(law);
  model.dampers.push_back(damper);
  return luztar::opposing_jumps(model, {{"F", 3.0}}).size();
}

}  // namespace

TEST_CASE("an action that jumps against the velocity of its body is told") {
  for (const char* value :
       {"-5*sign(v.a)", "-F*sign(v.a - v.b)", "if(v.a > 0, -F, F)", "-load*sign(v.a)",
        "-0.3*abs(f.s)*sign(v.a)", "2 - step(v.a)", "tar(-v.a, F)", "-F*floor(v.a)"}) {
    CAPTURE(value);
    CHECK(of_action(value) == 1);
  }
}

TEST_CASE("what goes through, pushes on or reads another velocity is no such jump") {
  for (const char* value :
       {"-5*v.a", "-5*sign(v.a)*v.a^2", "-sign(v.a)*sqrt(abs(v.a))", "-sign(v.a)*abs(v.a)^0.6",
        "-5*tanh(1000*v.a)", "5*sign(v.a)", "-5*sign(v.b)", "-5*sign(q.a)", "-zero*sign(v.a)",
        "-F*round(v.a/0.1)", "-5*abs(v.a)", "max(-3, min(3, -10*v.a))"}) {
    CAPTURE(value);
    CHECK(of_action(value) == 0);
  }
}

TEST_CASE("a law of an element pulls back: it jumps against its velocity where it rises") {
  CHECK(of_law("F*sign(v)") == 1);
  CHECK(of_law("F*sign(v) + d") == 1);
  CHECK(of_law("-F*sign(v)") == 0);
  CHECK(of_law("F*v") == 0);
}

TEST_CASE("a body that is moved by its motion feels no force") {
  Model model = two_bodies();
  model.bodies[0].mass.reset();
  model.bodies[0].motion = read("t");
  Force force;
  force.deflection.terms = {{0, Expression::number(1)}};
  force.value = read("-sign(v.a)");
  model.forces.push_back(force);
  CHECK(luztar::opposing_jumps(model, {}).empty());
}
