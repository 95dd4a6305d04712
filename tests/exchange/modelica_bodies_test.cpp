// Bodies, parameters, signals, states and controllers as Modelica.
#include "luztar/exchange/modelica/modelica_bodies.h"

#include "modelica_back.h"

using namespace luztar;
using namespace luztar::testing;

namespace {
const std::string kRun = "simulation = { start = 1, duration = 2, samples = 201 }\n";
}

TEST_CASE("parameters have their types, units and words") {
  const std::string text = as_modelica(
      "title = \"A \\\"block\\\"\"\n[parameters]\n"
      "m = { value = 2, unit = \"kg\", about = \"mass of it\" }\nc = { value = 3, unit = \"N "
      "mm/deg\" }\n"
      "v0 = { value = 36, unit = \"km/h\" }\nr = { value = 2, unit = \"kg/s2\" }\nn = \"2*m^2\"\n"
      "[bodies.block]\nmass = \"m\"\n[simulation]\nduration = 1\n");
  CHECK(says(text, "model Given \"A \\\"block\\\"\""));
  CHECK(says(text, "parameter SI.Mass m = 2 \"mass of it\";"));
  CHECK(says(text, "parameter SI.RotationalSpringConstant c ="));
  CHECK(says(text, "parameter SI.Velocity v0 = 10;"));
  CHECK(says(text, "parameter Real r(unit = \"kg/s2\") = 2;"));
  CHECK(says(text, "parameter Real n = 2*m^2;"));
  CHECK(says(text, "Translational.Components.Mass 'block'(m = m, s(start = 0, fixed = true)"));
  CHECK(says(text, "experiment(StartTime = 0, StopTime = 1, Interval = 0.001"));
  CHECK(says(text, "uses(Modelica(version = \"4.0.0\"))"));
}

TEST_CASE("given motions and bodies without mass are sources and joints") {
  const std::string toml =
      kRun +
      "bodies.base.motion = \"0.1*sin(5*t)\"\nbodies.belt = { mass = inf, velocity = 2 }\n"
      "bodies.a.mass = 1\nbodies.m.mass = 0\n"
      "springs.k = { between = [\"m\", \"base\"], stiffness = 50 }\n"
      "springs.l = { between = [\"a\", \"m\"], stiffness = 70 }\n"
      "frictions.f = { between = [\"a\", \"belt\"], kinetic = 0.5 }\n";
  const std::string text = as_modelica(toml);
  CHECK(says(text, "Translational.Sources.Position base(exact = true);"));
  CHECK(says(text, "belt.s_ref = 2*(time - 1);"));
  CHECK(says(text, "Translational.Components.Rod m(L = 0) \"Without mass\";"));
  check_same(toml);
  const std::string words =
      refusal(kRun +
              "bodies.base.motion = \"abs(t - 2)\"\nbodies.a.mass = 1\n"
              "frictions.f = { between = [\"a\", \"base\"], kinetic = 0.5 }\n");
  CHECK(says(words, "the velocity of 'base' may jump"));
}

TEST_CASE("states are integrators, signals variables, tables functions") {
  const std::string toml = kRun +
                           "signals.w = { value = \"2*sin(3*t)\" }\nbodies.a.mass = 1\n"
                           "states.i = { rate = \"(w - x.i)/0.2 - v.a\", start = 0.5 }\n"
                           "forces.F = { on = \"a\", value = \"3*x.i - w\" }\n";
  CHECK(says(as_modelica(toml), "Modelica.Blocks.Continuous.Integrator i(k = 1, y_start = 0.5);"));
  check_same(toml);
  const std::string table =
      kRun +
      "bodies.a.mass = 1\ntables.map = { x = [0, 1, 3], y = [2, 1, 0], interpolation = "
      "\"linear\" }\nforces.F = { on = \"a\", value = \"map(v.a)\" }\n";
  CHECK(says(as_modelica(table), "F.f = map(a.v);"));
  CHECK(says(as_modelica(table), "function map \"The table map\""));
  CHECK(says(as_modelica(table), "assert(x >= "));
}

TEST_CASE("a controller samples in a `when`, and shows its values after its delay") {
  const std::string text =
      as_modelica(kRun +
                  "bodies.a.mass = 1\nforces.F = { on = \"a\", value = \"x.c.u\" }\n"
                  "controllers.c = { period = 0.1, delay = 0.02, memory = { u = 1, n = 0 }, update "
                  "= [\"n = n + 1\", "
                  "\"u = -3*q.a - n\"] }\n");
  CHECK(says(text, "discrete Real 'c.u'(start = 1, fixed = true);"));
  CHECK(says(text, "when sample(0, 0.1) then\n    c_n_next := c_n_next + 1;"));
  CHECK(says(text, "c_u_next := (-3)*a.s - c_n_next;"));
  CHECK(says(text, "when sample(0.02, 0.1) then\n    'c.u' := c_u_next;"));
  CHECK(says(text, "F.f = 'c.u';"));
}

TEST_CASE("jumps of states, coupled inertias and a start at rest are refused by name") {
  CHECK(says(
      refusal(
          kRun +
          "bodies.a.mass = 1\nstates.g = { start = 1, jumps = [{ when = \"t > 1\", to = 2 }] }\n"),
      "the jumps of the state 'g' have no counterpart"));
  CHECK(says(refusal(kRun + "bodies.a.mass = 1\nbodies.b.mass = 1\n"
                            "inertias.m = { between = [\"a\", \"b\"], value = 0.2 }\n"),
             "the coupled inertia 'm' has no counterpart"));
  CHECK(says(refusal("simulation = { start = \"equilibrium\", duration = 1 }\nbodies.a.mass = 1\n"
                     "springs.k = { between = [\"a\", \"ground\"], stiffness = 1 }\n"),
             "start = \"equilibrium\" has no counterpart"));
}
