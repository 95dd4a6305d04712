// What is imported and what is refused, by small texts.
#include "luztar/import/import_model.h"

#include <string>

#include <doctest/doctest.h>

#include "luztar/core/error.h"

namespace luztar {
namespace {

std::string refusal(const std::string& text, const ImportOptions& options = {}) {
  try {
    import_model(text, "m", options);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A wheel that something is joined to, on lines of their own.
std::string with_wheel(const std::string& components, const std::string& equations) {
  return "model M\n  import Modelica.Mechanics.Rotational.*;\n"
         "  Modelica.Mechanics.Rotational.Components.Inertia wheel(J = 2);\n" +
         components + "\nequation\n" + equations + "\nend M;\n";
}

}  // namespace

TEST_CASE("parameters keep their names, units and words; start values theirs") {
  const std::string model = import_model(
      "model M \"A wheel\"\n"
      "  parameter Modelica.Units.SI.Inertia J = 2 \"Inertia\";\n"
      "  parameter Real w0(unit = \"rad/s\") = 3;\n"
      "  Modelica.Mechanics.Rotational.Components.Inertia wheel(J = J, w(fixed = true, start = "
      "w0));\n"
      "  annotation(experiment(StartTime = 1, StopTime = 4));\nend M;",
      "m.mo");
  CHECK(has(model, "title = \"A wheel\""));
  CHECK(has(model, "J = { value = 2, unit = \"kg m2\", about = \"Inertia\" }"));
  CHECK(has(model, "w0 = { value = 3, unit = \"rad/s\" }"));
  CHECK(has(model, "[bodies.wheel]\ninertia = \"J\"\nvelocity = \"w0\""));
  CHECK(has(model, "start = 1\nduration = 3"));
}

TEST_CASE("lengths of masses and rods are in the rest of a spring") {
  const std::string model = import_model(
      "model M\n"
      "  import Modelica.Mechanics.Translational.Components;\n"
      "  Components.Fixed wall(s0 = -1);\n  Components.Spring spring(c = 10, s_rel0 = 0.5);\n"
      "  Components.Mass mass(m = 1, L = 0.4, s(start = 0.3, fixed = true));\n"
      "equation\n  connect(wall.flange, spring.flange_a);\n  connect(spring.flange_b, "
      "mass.flange_a);\n"
      "end M;",
      "m.mo");
  CHECK(has(model, "rest = \"0.5 - 0.8\""));  // d = q - 0.2 + 1
  CHECK(has(model, "position = 0.3"));
}

TEST_CASE("what has no counterpart is named with its place") {
  CHECK(has(refusal(with_wheel("  Modelica.Thermal.HeatTransfer.Components.Convection c;", "")),
            "m:4:55: 'Modelica.Thermal.HeatTransfer.Components.Convection' has no counterpart"));
  CHECK(has(refusal(with_wheel("", "  connect(wheel.flange_a, wheel.heatPort);")),
            "m:6:27: 'wheel.heatPort' is no flange"));
  CHECK(has(refusal(with_wheel("", "  when time > 1 then\n    reinit(wheel.w, 0);\n  end when;")),
            "m:6:3: 'when' in the equations is not imported"));
  CHECK(has(refusal(with_wheel("  Modelica.Mechanics.Rotational.Sources.Torque torque;",
                               "  connect(torque.flange, wheel.flange_a);")),
            "m:4:48: nothing gives 'torque.tau' a value"));
  CHECK(has(refusal(with_wheel("  Modelica.Mechanics.Rotational.Sources.Position p;\n"
                               "  Modelica.Blocks.Sources.Sine s(f = 1);",
                               "  connect(s.y, p.phi_ref); connect(p.flange, wheel.flange_a);")),
            "filters its signal (exact = false)"));
  CHECK(has(refusal("model M\n  Real x\nend M;"), "m:3:1: unexpected 'end'"));
  CHECK(has(refusal("model A end A; model B end B;"), "several models: A, B"));
  CHECK(
      has(refusal("model A end A;", {.model = "AA", .key = "", .duration = ""}), "no model 'AA'"));
  CHECK(has(refusal("model A A a; end A;", {.model = "A", .key = "", .duration = ""}), "'A' is part of itself"));
  CHECK(has(refusal("model M parameter Real a = b; parameter Real b = a;\n"
                    "Modelica.Mechanics.Rotational.Components.Inertia w(J = a); end M;"),
            "this value depends on itself"));
}

TEST_CASE("start values that contradict gears are refused, those that follow are computed") {
  const auto geared = [](const std::string& start) {
    return with_wheel(
        "  Modelica.Mechanics.Rotational.Components.Inertia other(J = 1" + start +
            ");\n  Modelica.Mechanics.Rotational.Components.IdealGear gear(ratio = 2);",
        "  connect(wheel.flange_b, gear.flange_a);\n"
        "  connect(gear.flange_b, other.flange_a);");
  };
  CHECK(has(import_model(geared(", w(start = 3, fixed = true)"), "m"), "velocity = 6"));
  const std::string twice = geared(", w(start = 3, fixed = true)");
  std::string wrong = twice;
  wrong.replace(wrong.find("(J = 2"), 6, "(J = 2, w(start = 1, fixed = true)");
  CHECK(has(refusal(wrong), "this start value contradicts"));
}

TEST_CASE("MJCF: classes of defaults, degrees, gravity of a pendulum as a formula") {
  const std::string model = import_model(
      "<mujoco><compiler angle=\"degree\"/><option gravity=\"0 0 -10\"/>"
      "<default><joint damping=\"0.1\"/><default class=\"dry\"><joint "
      "frictionloss=\"0.5\"/></default></default>"
      "<worldbody><body name=\"arm\"><joint class=\"dry\" axis=\"0 1 0\" range=\"-90 90\"/>"
      "<inertial pos=\"0 0 -2\" mass=\"3\" diaginertia=\"1 1 1\"/></body></worldbody></mujoco>",
      "m.xml", {.model = "", .key = "", .duration = "7"});
  CHECK(has(model, "[bodies.arm]\ninertia = 13"));
  CHECK(has(model, "damping = 0.1"));
  CHECK(has(model, "kinetic = 0.5"));
  CHECK(has(model, "gap = [-1.5707963267948966, 1.5707963267948966]"));
  CHECK(has(model, "value = \"-60*sin(q.arm)\""));
  CHECK(has(model, "duration = 7"));
}

TEST_CASE("MJCF: mistakes have their place") {
  const auto inside = [](const std::string& text) {
    return refusal("<mujoco>\n" + text + "\n</mujoco>");
  };
  CHECK(has(refusal("<mujoco><a></b></mujoco>"), "this is no XML"));
  CHECK(has(refusal("<robot/>"), "not with <mujoco>"));
  CHECK(has(inside("<include file=\"a.xml\"/>"), "m:2:2: <include> is not imported"));
  CHECK(has(inside("<worldbody><body><joint axis=\"0 x 1\"/></body></worldbody>"),
            "m:2:25: 'axis' has what is no number: '0 x 1'"));
  CHECK(has(inside("<worldbody><body><joint name=\"j\"/><geom size=\"1\"/></body></worldbody>"
                   "<actuator><motor joint=\"k\"/></actuator>"),
            "no joint 'k'"));
}

}  // namespace luztar
