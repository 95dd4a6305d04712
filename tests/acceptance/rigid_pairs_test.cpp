// Two frictions, one of them along an expression of positions, each alone and both at rest.
// Numbers: tests/reference/rigid_geometry.py (80-bit arithmetic; two step lengths agree to 1e-16;
// modes by Gauss's principle, every choice tried).
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/rigid_geometry.h"
#include "luztar/luztar.h"

using namespace acceptance;

namespace {

using Places = std::vector<double>;

luztar::Trajectory run_of(const char* text) {
  const luztar::System system = luztar::compile(luztar::parse_model(text, "pairs.toml"));
  return luztar::simulate(system, luztar::initial_state(system), system.settings());
}

}  // namespace

// The floor breaks first where 5 sin(1.7 t) = 4 + what the rope takes.
TEST_CASE("a friction on a floor and one along a rope, each alone and both at rest") {
  const RigidRun got =
      rigid_run({.text = R"toml(
parameters = { px = -0.6, py = 0.8 }
bodies.x = { mass = 2 }
bodies.y = { mass = 1 }
frictions.floor = { between = ["x", "ground"], kinetic = 3, static = 4 }
frictions.clutch = { deflection = "hypot(q.x - px, q.y - py)", kinetic = 5 }
springs.home = { between = ["y", "ground"], stiffness = 20 }
forces.pull = { on = "x", value = "5*sin(1.7*t)" }
forces.lift = { on = "y", value = "3*sin(2.9*t)" }
simulation = { duration = 6, samples = 61 }
)toml",
                 .forces = {"floor", "clutch"},
                 .modes = {"floor", "clutch"},
                 .rows = {{0.2, {0, 0}, {0, 0}, {2.9004893184858, -2.0550897629695}},
                          {1,
                           {0.20767663370123, 0.21037430909682},
                           {0.41277710892838, 0.56542723791007},
                           {3, 4.9546359060205}},
                          {3,
                           {0.27657147726245, 0.13701285660177},
                           {0, 0.070256231303175},
                           {-0.64124425578494, -5}},
                          {6,
                           {0.32563238359564, -0.3535142207627},
                           {-0.45140463006822, -0.36222764849824},
                           {-3, -3.8817589167138}}},
                 .changes = {{0.28635389431851, {1, 0}},
                             {1.0031402117475, {1, 1}},
                             {1.309792849173, {0, 1}},
                             {1.9018445559515, {0, 0}},
                             {2.0780090833851, {0, -1}},
                             {3.0183175833418, {-1, 0}},
                             {4.0030585788651, {0, 0}},
                             {4.1562639341614, {1, 0}},
                             {4.9801149289136, {1, 1}},
                             {5.2240315246612, {1, 0}},
                             {5.2597729902645, {0, 1}},
                             {5.4821211608108, {-1, 1}},
                             {5.9410870094768, {-1, 0}}}});
  check_rest(got, "clutch", 1, [](const Places& q) { return std::hypot(q[0] + 0.6, q[1] - 0.8); });
}

TEST_CASE("a friction between two masses and one along a curve of both") {
  const RigidRun got =
      rigid_run({.text = R"toml(
bodies.a = { mass = 1 }
bodies.b = { mass = 0.7 }
frictions.pair = { between = ["a", "b"], kinetic = 1.5, static = 2 }
frictions.curve = { deflection = "q.a + 0.4*q.b + 0.5*q.b^2", kinetic = 5, static = 6 }
springs.home = { between = ["a", "ground"], stiffness = 8 }
springs.home_b = { between = ["b", "ground"], stiffness = 5 }
forces.pull = { on = "a", value = "6*sin(2*t)" }
forces.push = { on = "b", value = "2*cos(3.1*t)" }
simulation = { duration = 6, samples = 61 }
)toml",
                 .forces = {"pair", "curve"},
                 .modes = {"pair", "curve"},
                 .rows = {{0.2, {0, 0}, {0, 0}, {-0.49510920841736, 2.8316192622693}},
                          {1,
                           {0.042062069230982, -0.1245442657376},
                           {0.18103216255764, -0.65720963494334},
                           {1.5, 3.6992122703816}},
                          {3,
                           {-0.47802399801839, 0.65643172805288},
                           {0.33292629319914, -0.31514227030341},
                           {1.5, -1.9031743753872}},
                          {6,
                           {0.042917441850628, 0.15630108551198},
                           {-0.27154467926803, 0.48812538091332},
                           {-1.5, -1.4544502593628}}},
                 .changes = {{0.59905420042184, {1, 0}},
                             {1.4477920744008, {0, 0}},
                             {1.5539764399161, {-1, 0}},
                             {2.8388540943007, {1, 0}},
                             {3.5134993725463, {1, 1}},
                             {3.93068757663, {-1, 1}},
                             {4.5209915844646, {-1, 0}},
                             {4.7642376130119, {0, 0}},
                             {5.233664737535, {0, -1}},
                             {5.5445492937763, {-1, -1}},
                             {5.8705467777742, {-1, 0}}}});
  check_rest(got, "curve", 1,
             [](const Places& q) { return q[0] + 0.4 * q[1] + 0.5 * q[1] * q[1]; });
}

// At rest both share the force with the least sum of T^2/static, each within its limit.
TEST_CASE("two frictions hold one mass, one of them by a lever arm that changes") {
  const RigidRun got =
      rigid_run({.text = R"toml(
bodies.m = { mass = 1.5, position = 0.3 }
frictions.straight = { between = ["m", "ground"], kinetic = 2, static = 3 }
frictions.sine = { deflection = "2*sin(q.m)", kinetic = 1, static = 1.2 }
springs.home = { between = ["m", "ground"], stiffness = 6, rest = 0.3 }
forces.pull = { on = "m", value = "9*sin(1.1*t)" }
simulation = { duration = 8, samples = 81 }
)toml",
                 .forces = {"straight", "sine"},
                 .modes = {"straight", "sine"},
                 .rows = {{0.2, {0.3}, {0}, {0.79831392962679, 0.61012674139978}},
                          {0.5, {0.3}, {0}, {2.4113774864745, 1.2}},
                          {2, {1.8868408679573}, {1.2421717262231}, {2, -1}},
                          {7.3, {2.1884057400829}, {0}, {-1.6071709511922, 0.74455454310762}},
                          {7.7, {2.1884057400829}, {0}, {-2.5949543716096, 1.2}},
                          {8, {2.1570757735737}, {-0.30928990277935}, {-2, 1}}},
                 .changes = {{0.57154085261449, {1, 1}},
                             {1.7896997178964, {1, -1}},
                             {2.2766643445866, {-1, 1}},
                             {2.9021669999958, {-1, -1}},
                             {4.041285837405, {-1, 1}},
                             {4.4983254687572, {1, -1}},
                             {5.2024344609657, {1, 1}},
                             {6.5790010938409, {1, -1}},
                             {7.1960320393437, {0, 0}},
                             {7.7673497370471, {-1, 1}}}});
  check_rest(got, "sine", 2, [](const Places& q) { return 2 * std::sin(q[0]); });
}

TEST_CASE("what a friction along an expression holds against forces that cancel stays at 0") {
  const luztar::Trajectory run = run_of(R"toml(
bodies.a = { mass = 2.8551 }
bodies.b = { mass = 1.33368 }
frictions.f = { deflection = "q.a - q.b", kinetic = 6.3 }
springs.s = { between = ["a", "ground"], stiffness = 50.8162, freeplay = 0.04 }
forces.F = { between = ["a", "b"], value = "5.07882*sin(3*t)" }
simulation = { duration = 2 }
)toml");
  CHECK(run.info.status == luztar::Status::Finished);
  CHECK(run.info.proofs.hold());
  for (const auto* rows : {&run.q, &run.v, &run.a})
    for (const std::vector<double>& row : *rows)
      CHECK(std::ranges::all_of(row, [](double value) { return value == 0.0; }));
}

// A rate of 1e-17 m/s has a sign, at which |v| would turn over.
TEST_CASE("a damper between bodies that a link along an expression holds together has no events") {
  const luztar::Trajectory run = run_of(R"toml(
bodies.a = { mass = 1.3, velocity = 0.4 }
bodies.b = { mass = 0.7, velocity = 0.4 }
dampers.oil = { between = ["a", "b"], force = "0.4*v*(1 + abs(v))" }
springs.s = { between = ["a", "ground"], stiffness = 31.7 }
links.l = { deflection = "sinh(q.a - q.b)" }
simulation = { duration = 2 }
)toml");
  CHECK(run.info.status == luztar::Status::Finished);
  CHECK(run.info.proofs.hold());
  CHECK(run.events.empty());
}
