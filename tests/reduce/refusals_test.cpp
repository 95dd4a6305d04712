// Limits that a model does not have are refused, with the place in the file and the reason.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/luztar.h"

using namespace luztar;

namespace {

constexpr const char* kModel = R"toml([parameters]
m = 1
k = 10
c = 2
F = 3
w = 2
[bodies.a]
mass = "m"
position = 0.5
[bodies.b]
mass = 2
velocity = 1
[bodies.base]
motion = "0.1*sin(w*t)"
[springs.s]
between = ["a", "b"]
stiffness = "k"
[frictions.f]
between = ["b", "base"]
kinetic = "F"
viscous = "c"
[forces.push]
on = "b"
value = "F*sin(w*t)"
[stops.wall]
between = ["a", "ground"]
gap = [-1, 1]
[simulation]
duration = 1
)toml";

/// The message, or "accepted".
std::string refusal(const std::vector<std::string>& limits, const std::string& more = "") {
  try {
    std::vector<ParameterLimit> all;
    for (const std::string& limit : limits) all.push_back(parse_limit(limit));
    reduce(parse_model(kModel + more, "m.toml"), all);
    return "accepted";
  } catch (const ModelError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("limits that are none are refused with what to write") {
  CHECK(refusal({"m"}) ==
        "--limit m: this is not NAME=inf or NAME=0; write --limit M3=inf, without spaces");
  CHECK(refusal({"m=3"}) ==
        "--limit m=3: a limit is inf or 0, not '3'; for a plain value use --set m=3");
  CHECK(refusal({"mm=0"}) ==
        "--limit mm=0: no parameter 'mm'; name a parameter of m.toml, or a "
        "value such as block.mass");
  CHECK(refusal({"a.mas=0"}) ==
        "--limit a.mas=0: 'a' has no `mas` in the model; did you mean 'mass'?");
  CHECK(refusal({"f.static=0"}) ==
        "m.toml:18:12: the static friction of 'f' (0) is less than the "
        "kinetic one (3); raise static or lower kinetic");
  CHECK(refusal({"f.kinetic=0"}) == "accepted");
  CHECK(refusal({"unused=0"}, "[parameters.unused]\nvalue = 1\n") ==
        "m.toml:30:13: nothing in the model depends on 'unused'; remove this limit, or the "
        "parameter");
}

TEST_CASE("limits that the model does not have are refused at their place") {
  CHECK(refusal({"m=0"}) ==
        "m.toml:25:8: the stop 'wall' acts on the massless body 'a', and an impact needs a mass; "
        "keep the mass of 'a'");
  CHECK(refusal({"k=inf"}) ==
        "m.toml:15:10: the bodies of 's' start with a relative velocity of -1, which a rigid "
        "connection does not let them have; give them initial velocities that fit its arms");
  CHECK(refusal({"F=inf"}) ==
        "m.toml:24:10: `value` of 'push' grows without bound where 'F' tends to infinity; there is "
        "no such model: set it to a value instead");
  CHECK(refusal({"w=inf"}).find("this has no limit where 'w' tends to infinity: ") !=
        std::string::npos);
  CHECK(refusal({"light.mass=0"},
                "[bodies.light]\nmass = 1\n[forces.pull]\non = \"light\"\nvalue = 1\n") ==
        "m.toml:30:9: nothing holds the massless body 'light'; keep its mass, or what holds it");
  CHECK(refusal({"shaft.stiffness=inf"},
                "[bodies.x]\nmass = 1\nposition = 0.2\n[springs.shaft]\nbetween = [\"x\", "
                "\"ground\"]\nstiffness = 3\n") ==
        "m.toml:33:10: the spring 'shaft' is loaded at the start (by 0.2): its energy grows with "
        "its stiffness; give its bodies initial positions at which it carries no force");
}

// Not a refusal: what "no rule fits" was said of.
TEST_CASE(
    "a limit that only another parameter knows is a step, and the model is what it tends to") {
  const std::string text =
      "[parameters]\nnu = 0.3\nE = 8\nk = \"E/(1 - nu^2)\"\n[bodies.a]\nmass = 2\nposition = 1\n"
      "[springs.s]\nbetween = [\"a\", \"ground\"]\nstiffness = \"k\"\n"
      "[simulation]\nduration = 2\nsamples = 3\n";
  const Reduction reduction = reduce(parse_model(text, "m.toml"), {parse_limit("nu=0")});
  REQUIRE(reduction.steps.size() == 1);
  CHECK(reduction.steps[0].rule == "value in the limit");
  CHECK(reduction.steps[0].names == std::vector<std::string>{"k"});
  const System system = compile(reduction.model);
  const Trajectory run = simulate(system, initial_state(system), system.settings());
  CHECK(run.q[0].back() == doctest::Approx(std::cos(4.0)).epsilon(1e-12));  // w = sqrt(8/2)
}
