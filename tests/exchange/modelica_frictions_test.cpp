// Dry friction as Modelica.
#include "luztar/exchange/modelica/modelica_frictions.h"

#include "modelica_back.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

const std::string kDriven =
    "bodies.a = { mass = 1, velocity = 1 }\nbodies.b = { mass = 2 }\n"
    "springs.k = { between = [\"b\", \"ground\"], stiffness = 40 }\n"
    "forces.F = { on = \"a\", value = \"6*sin(4*t)\" }\nsimulation.duration = 4\n";

std::string friction(const std::string& keys) {
  return kDriven + "frictions.f = { between = [\"a\", \"b\"], " + keys + " }\n";
}

}  // namespace

TEST_CASE("levels, a static one and a viscous part are a table and its peak") {
  const std::string toml = friction("kinetic = 2, static = 2.5, viscous = 0.3");
  CHECK(says(as_modelica(toml),
             "Translational.Components.SupportFriction f(f_pos = [0, 2; 1, 2 + 0.3], "
             "peak = 2.5/2, useSupport = true);"));
  CHECK(says(as_modelica(toml), "connect(f.support, b.flange_a);"));
  check_same(toml);
  check_same(friction("kinetic = 2"));
  check_same(friction("table = [[0, 2.5], [0.1, 1.5], [1, 2]], static = 3"));
  check_same(friction("table = [[0, 2.5], [0.1, 1.5], [1, 2]], viscous = 0.4"));
}

TEST_CASE("an arm goes into the levels; two arms are a gear") {
  check_same(friction("kinetic = 2, static = 3, viscous = 0.5, arms = [0.7, 0.7]"));
  const std::string turning =
      "bodies.a = { inertia = 1, velocity = 1 }\nbodies.b = { inertia = 2 }\n"
      "springs.k = { between = [\"b\", \"ground\"], stiffness = 40 }\n"
      "forces.F = { on = \"a\", value = \"6*sin(4*t)\" }\nsimulation.duration = 4\n"
      "frictions.f = { between = [\"a\", \"b\"], arms = [1, 1.5], kinetic = 2, static = 2.2 }\n";
  CHECK(says(as_modelica(turning), "Rotational.Components.IdealGear f_gear_b(ratio = 1.5);"));
  check_same(turning);
  CHECK(says(refusal(friction("kinetic = 2, arms = [1, 2]")),
             "acts along two lengths of different arms"));
}

TEST_CASE("what presses a friction is the signal of a brake") {
  const std::string toml =
      friction("kinetic = 0.3, static = 0.4, normal = \"5*(1 + sin(t))\", viscous = 0.2");
  CHECK(says(as_modelica(toml),
             "Translational.Components.Brake f(fn_max = 1, mu_pos = [0, 0.3], peak = 0.4/0.3"));
  CHECK(says(as_modelica(toml), "f.f_normalized = 5*(1 + sin(time));"));
  check_same(toml);
  check_same(friction("kinetic = 0.3, normal = \"4*abs(f.k)\", arms = [0.5, 0.5]"));
}

TEST_CASE("frictions without a counterpart are refused by name, all at once") {
  const std::string toml =
      friction("kinetic = 2, static = 3, stribeck = { velocity = 0.1 }") +
      "frictions.g = { between = [\"b\", \"ground\"], kinetic = 1, negative = { kinetic = 2 } }\n";
  const std::string words = refusal(toml);
  CHECK(says(words, "given.toml:6:"));
  CHECK(says(words, "the friction 'f' has Stribeck's curve"));
  CHECK(says(words, "given.toml:7:"));
  CHECK(says(words, "the friction 'g' has another law backward"));
  CHECK(
      says(refusal(friction("kinetic = 0, static = 3")), "has a static level but no kinetic one"));
  CHECK(says(refusal(friction("kinetic = 2, hysteresis = { rise = 0.5, fall = 0.2, kinetic = 1 }")),
             "has a hysteresis"));
  CHECK(says(
      refusal(kDriven +
              "bodies.m = { mass = 0 }\nsprings.s = { between = [\"m\", \"a\"], stiffness = 9 }\n"
              "frictions.f = { between = [\"m\", \"ground\"], kinetic = 1, viscous = 1 }\n"),
      "acts on a body without mass"));
}
