// Derivatives of the numbers of a model, and its program with parameters in slots.
#include "luztar/dynamics/compile/varied_system.h"

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/dynamics/system/system.h"
#include "luztar/io/load_model.h"

using namespace luztar;

namespace {

constexpr const char* kModel = R"m(
[parameters]
m = 2
w = 3
k = "m*w^2"
mu = 0.4
N0 = "m*9.81"
a = 0
[signals]
push = { value = "if(t < m, abs(w - 4)*t, sin(w*t))" }
[bodies.block]
mass = "m"
position = "a + 1"
[springs.spring]
between = ["block", "ground"]
stiffness = "k"
damping = "2*w"
[frictions.guide]
between = ["block", "ground"]
kinetic = "mu"
static = "1.5*mu"
normal = "N0"
[forces.drive]
on = "block"
value = "push + a*q.block"
[simulation]
duration = 1
)m";

System compiled(const std::vector<std::string>& names) {
  Model model = parse_model(kModel, "model");
  for (const std::string& name : names) model.simulation.derivatives.push_back({name, {}});
  return compile(model);
}

}  // namespace

TEST_CASE("what follows from a parameter changes with it, unless it is varied itself") {
  const System one = compiled({"m", "mu", "q.block"});
  const VariedSystem& varied = *one.impl().origin.varied;
  CHECK(varied.smooth[0].stiffness.slope == std::vector<double>{9.0, 0.0, 0.0});
  CHECK(varied.smooth[0].damping.slope.empty());
  CHECK(varied.bodies[0].mass.slope == std::vector<double>{1.0, 0.0, 0.0});
  CHECK(varied.bodies[0].position.slope == std::vector<double>{0.0, 0.0, 1.0});
  // mu m g: the normal force is in the levels
  REQUIRE(varied.pairs.size() == 1);
  CHECK(varied.pairs[0].kinetic[1].value == doctest::Approx(0.4 * 2 * 9.81));
  CHECK(varied.pairs[0].kinetic[1].slope[0] == doctest::Approx(0.4 * 9.81));
  CHECK(varied.pairs[0].breakaway[0].slope[1] == doctest::Approx(1.5 * 2 * 9.81));
  const System other = compiled({"m", "k"});
  CHECK(other.impl().origin.varied->smooth[0].stiffness.slope == std::vector<double>{0.0, 1.0});
}

TEST_CASE("switches of the program with slots are those of the one without") {
  const System system = compiled({"m", "w", "a"});
  const VariedSystem& varied = *system.impl().origin.varied;
  const auto& plain = system.impl().program.switches();
  std::size_t moving = 0;
  for (std::size_t i = 0; i < varied.switches.size(); ++i) {
    const bool fixed = varied.system.program.switches()[i].is_fixed;
    CHECK((varied.switches[i] < 0) == fixed);
    if (fixed) CHECK(varied.fixed[i] == -1);  // w - 4 is below zero
    if (!fixed) ++moving;
  }
  CHECK(moving == plain.size());
  CHECK(varied.switches.size() == plain.size() + 1);
}

TEST_CASE("what is no number of the motion cannot be varied") {
  Model model = parse_model(std::string(kModel) + "start = \"mu\"\n", "model");
  model.simulation.derivatives.push_back({"mu", {}});
  CHECK_THROWS_WITH_AS(compile(model), doctest::Contains("cannot be varied"), ModelError);
}
