// Numbers with units wherever a number stands in a model file.
#include <string>

#include <doctest/doctest.h>

#include "io/mistakes.h"
#include "io/model_text.h"
#include "luztar/io/write_model.h"

using namespace luztar;
using luztar::test::mistakes_in;

namespace {

const std::string kEverywhere = R"toml(
[parameters]
m = "1 kg"
k = { value = "2.5 N/mm" }
Ts = "0.7 ms"
[tables.curve]
x = [0, 1]
y = [0, 2]
x_unit = "mm"
y_unit = "kN"
[states.current]
rate = "(0 - x.current)/Ts"
start = "5 mA"
[controllers.loop]
period = "Ts"
delay = "100 us"
memory = { e = "0.2 mm", n = 3 }
update = ["e = q.a - e"]
[bodies.a]
mass = "m"
position = { value = 1, unit = "mm" }
velocity = "-3.6 km/h"
[bodies.drum]
inertia = "2 kgm2"
position = "90 deg"
[springs.s]
between = ["a", "ground"]
stiffness = "k"
gap = ["-0.3 mm", { value = 0.3, unit = "mm" }]
damping = "40 Ns/m"
[springs.rope]
between = ["a", "drum"]
arms = [1, "15 cm"]
stiffness = "10 N/mm"
[frictions.f]
between = ["a", "ground"]
stribeck = { velocity = "10 mm/s" }
kinetic = "3 N"
static = "0.004 kN"
negative = { table = [["0 mm/s", "3 N"], ["20 mm/s", "2 N"]] }
[forces.push]
on = "a"
value = "curve(q.a)"
[repeat.chain]
count = 3
[repeat.chain.parameters]
mass = { uniform = ["1 g", "2 g"], seed = 1 }
[repeat.chain.bodies.bead]
mass = "mass"
position = "1 mm"
[simulation]
duration = "2 min"
times = ["0 ms", "250 ms", 3]
)toml";

std::string body(const std::string& keys) { return with_body("mass = '1 kg'\n" + keys); }

}  // namespace

TEST_CASE(
    "a number with its unit stands wherever a number stands, and becomes its nearest double") {
  const Model model = parse_model(kEverywhere, "m.toml");
  CHECK(model.parameters[0].unit == "kg");
  CHECK(model.parameters[1].value.number() == 2500.0);
  CHECK(model.parameters[2].value.number() == 0.0007);
  CHECK(model.states[0].start.number() == 0.005);
  CHECK(model.controllers[0].delay.number() == 0.0001);
  CHECK(model.controllers[0].memory[0].start.number() == 0.0002);
  CHECK(model.bodies[0].position.number() == 0.001);
  CHECK(model.bodies[0].velocity.number() == -1.0);
  CHECK(model.springs[0].lower.number() == -0.0003);
  CHECK(model.springs[0].upper.number() == 0.0003);
  CHECK(model.springs[1].deflection.terms[1].coefficient.number() == -0.15);
  CHECK(model.frictions[0].forward.breakaway.number() == 4.0);
  CHECK(model.frictions[0].backward.table[1].first.number() == 0.02);
  CHECK(model.simulation.duration.number() == 120.0);
  CHECK(model.simulation.times->values == std::vector<double>{0.0, 0.25, 3.0});
  CHECK(model.bodies[2].mass->number() >= 0.001);
  CHECK(model.bodies[2].mass->number() <= 0.002);
}

TEST_CASE("what is written with a unit is written back with it, to the same bits") {
  const Model model = parse_model(kEverywhere, "m.toml");
  const std::string text = write_model(model);
  CHECK(text.find("velocity = \"-3.6 km/h\"") != std::string::npos);
  CHECK(text.find("arms = [1, \"15 cm\"]") != std::string::npos);
  CHECK(text.find("gap = [\"-0.3 mm\", \"0.3 mm\"]") != std::string::npos);
  const Model again = parse_model(text, "again.toml");
  CHECK(write_model(again) == text);
  CHECK(again.bodies[2].mass->number() == model.bodies[2].mass->number());
  CHECK(again.springs[1].deflection.terms[1].coefficient.number() == -0.15);
}

TEST_CASE("a unit that starts with no letter is written as a table") {
  const Model model = parse_model(body("position = { value = 2, unit = '(m)' }"), "m.toml");
  const std::string text = write_model(model);
  CHECK(text.find("position = { value = 2, unit = \"(m)\" }") != std::string::npos);
  CHECK(parse_model(text, "m.toml").bodies[0].position.number() == 2.0);
}

TEST_CASE("what is wrong with a unit is told where it stands") {
  struct Row {
    const char* keys;  // from line 5 on
    const char* expected;
  };
  const Row rows[] = {
      {"position = '1 Kg'",
       "m.toml:5:15: in `position`: no unit 'Kg'; did you mean 'kg'? (a product is written with "
       "'*')"},
      {"position = '2 x'",
       "m.toml:5:15: in `position`: no unit 'x'; see docs/units.md, \"Units by name\"; a product "
       "is "
       "written with '*'"},
      {"position = '2 mm + 1'",
       "m.toml:5:15: in `position`: the unit 'mm' within an expression; give this number a name in "
       "[parameters], { value = ..., unit = \"mm\" }, or write it in SI; a product is written with "
       "'*'"},
      {"position = { value = 'x', unit = 'mm' }",
       "m.toml:5:23: `position` has a unit, and its value is no number; a formula has the unit of "
       "what stands in it: write it alone, or give it a name and its unit in [parameters]"},
      {"position = { value = 1, unit = 'mn' }", "m.toml:5:33: no unit 'mn'; did you mean 'min'?"},
      {"position = { value = 1, unit = 'mm', about = 'x' }",
       "m.toml:5:38: no key 'about' here; there is value and unit; see docs/units.md, \"Units by "
       "name\""},
      {"position = '5 deg'",
       "m.toml:5:13: position is in m, but '5 deg' is an angle; 'x' translates: its mass is in kg; "
       "check the unit of the parameter or the key"},
      {"[parameters]\np = { value = '1 kg', unit = 'g' }",
       "m.toml:6:23: two units for 'p'; write value = 1, unit = \"kg\", or \"1 kg\" alone"},
      {"[tables.f]\nx = ['1 mm', '2 mm']\ny = [1, 2]",
       "m.toml:6:7: `x` has one unit for all of its numbers; write x_unit = \"mm\" and plain "
       "numbers"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.keys);
    const std::string told = mistakes_in(body(row.keys));
    CHECK(told.substr(0, told.find('\n')) == row.expected);
  }
}

TEST_CASE("`normal` without units may be a factor of a level in N, a plain number is in N") {
  const std::string levels =
      "[frictions.f]\nbetween = ['x', 'ground']\nkinetic = '10 N'\nnormal = ";
  const auto told = [&](const std::string& normal) {
    return mistakes_in("[bodies.x]\nmass = '1 kg'\n" + levels + normal +
                       "\n[simulation]\nduration = 1\n");
  };
  CHECK(told("'1 + 0.3*sin(20*t)'") == "none");
  CHECK(told("'3 N'").find("kinetic beside normal is in 1, but '10 N' is in N") !=
        std::string::npos);
  CHECK(told("3").find("kinetic beside normal is in 1") != std::string::npos);
}

TEST_CASE("samples are a number, times are in units of time") {
  const std::string start = "[bodies.x]\nmass = 1\n[simulation]\nduration = 1\n";
  CHECK(mistakes_in(start + "samples = '3 m'").find("samples is in 1, but '3 m' is in m") !=
        std::string::npos);
  CHECK(mistakes_in(start + "times = ['1 mm']").find("`times` is in s, not in mm") !=
        std::string::npos);
}

TEST_CASE("a wrong template is told once, with how many instances have it") {
  const std::string told = mistakes_in(
      "[simulation]\nduration = 1\n[repeat.chain]\ncount = 5\n[repeat.chain.bodies.bead]\n"
      "mass = '1 g'\nposition = '2 deg'\n");
  CHECK(told ==
        "m.toml:7:13: position is in m, but '2 deg' is an angle; 'bead_1' translates: its mass is "
        "in kg (and so in 4 more); check the unit of the parameter or the key");
}
