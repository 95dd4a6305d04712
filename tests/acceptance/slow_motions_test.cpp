// Motions with decays that are far faster than what happens: as exact as others, in steps of what
// happens. References: quadruple precision, closed forms.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/reference_case.h"
#include "luztar/luztar.h"
#include "simulate/whole_run.h"

using namespace luztar;
using acceptance::load_reference;
using acceptance::load_system;

namespace {

std::vector<double> times(const nlohmann::json& rows) {
  std::vector<double> list;
  for (const auto& row : rows) list.push_back(row[0].get<double>());
  return list;
}

}  // namespace

TEST_CASE("rate and state over ten cycles and eight decades: quadruple precision to 1e-10") {
  const auto reference = load_reference("rate_and_state");
  const auto& rows = reference["rows"];
  const System system = load_system("rate_and_state");
  for (const auto& [name, value] : reference["parameters"].items())
    CHECK(system.parameters().at(name) == value.get<double>());
  const Trajectory r = simulate(
      system, initial_state(system),
      {.duration = rows.back()[0].get<double>(), .samples = static_cast<int>(rows.size())});
  testing::check_ledger(r);
  CHECK(r.info.proofs.hold());
  const std::vector<double> t = times(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CAPTURE(t[i]);
    REQUIRE(std::abs(r.time[i] - t[i]) < 1e-11);
    const double expected[] = {rows[i][1], rows[i][2], rows[i][3]};
    const double found[] = {r.q[1][i], r.v[1][i], r.internal[0][i]};
    for (int j = 0; j < 3; ++j) CHECK(std::abs(found[j] - expected[j]) <= 1e-10 * expected[j]);
  }
  CHECK(r.info.final_state.steps < 6000);  // its fastest decay has 3e14 of its times in the run
}

TEST_CASE("rate and state inside its last event, where every error is a delay") {
  const auto reference = load_reference("rate_and_state");
  const auto& rows = reference["last_event"];
  const System system = load_system("rate_and_state");
  const Trajectory before =
      simulate(system, initial_state(system), {.duration = rows[0][0].get<double>() - 1.0});
  double most = 0.0;
  for (const auto& row : rows) {
    const Trajectory r =
        simulate(system, before.info.final_state, {.duration = row[0].get<double>(), .samples = 2});
    REQUIRE(r.info.status == Status::Finished);
    const double v = row[2];
    most = std::max(most, v);
    // 1e-9 s late, which is what a rounding of mu0/a makes of it
    CHECK(std::abs(r.q[1].back() - row[1].get<double>()) <= 1e-9 * 0.104);
    CHECK(std::abs(r.v[1].back() - v) <= 1e-6 * 0.104);
  }
  CHECK(most > 0.1);
  CHECK(reference["speeds"][0].get<double>() < 1e-8 * most);
}

TEST_CASE("a mass under a stiff damper moves as the closed form says, in few steps") {
  for (const double damping : {1e3, 1e6, 1e9}) {
    CAPTURE(damping);
    const Trajectory r = testing::sound_run(
        "bodies.a = { mass = 2 }\ndampers.c = { between = [\"a\", \"ground\"], damping = " +
            std::to_string(damping) +
            " }\nforces.F = { on = \"a\", value = \"7*sin(3*t)\" }\n"
            "simulation = { duration = 5 }\n",
        {.duration = 5.0, .samples = 51});
    const double rate = damping / 2, size = 3.5 / (rate * rate + 9);
    for (std::size_t i = 0; i < r.time.size(); ++i) {
      const double t = r.time[i];
      const double v =
          size * (rate * std::sin(3 * t) - 3 * std::cos(3 * t) + 3 * std::exp(-rate * t));
      CHECK(std::abs(r.v[0][i] - v) <= 1e-11 * size * rate);
    }
    CHECK(r.info.final_state.steps < 120);
  }
}

TEST_CASE("two masses that a stiff damper ties move together, and each as it must") {
  // The difference u of their velocities: u' = F/m - (2 c/m) u; the sum has no damper.
  const double c = 1e7;
  const Trajectory r = testing::sound_run(
      "bodies.a = { mass = 3 }\nbodies.b = { mass = 3 }\n"
      "dampers.c = { between = [\"a\", \"b\"], damping = 1e7 }\n"
      "forces.F = { on = \"a\", value = \"5*cos(2*t)\" }\nsimulation = { duration = 4 }\n",
      {.duration = 4.0, .samples = 41});
  const double rate = 2 * c / 3, size = 5.0 / 3 / (rate * rate + 4);
  for (std::size_t i = 0; i < r.time.size(); ++i) {
    const double t = r.time[i];
    const double u =
        size * (rate * std::cos(2 * t) + 2 * std::sin(2 * t) - rate * std::exp(-rate * t));
    const double sum = 5.0 / 6 * std::sin(2 * t);
    CHECK(std::abs(r.v[0][i] - 0.5 * (sum + u)) <= 1e-12);
    CHECK(std::abs(r.v[1][i] - 0.5 * (sum - u)) <= 1e-12);
    CHECK(std::abs(r.v[0][i] - r.v[1][i] - u) <= 1e-12);
  }
  CHECK(r.info.final_state.steps < 100);
}

TEST_CASE("a state that follows fast, and drives what it follows") {
  // x' = -p (x - sin t): x = p (p sin t - cos t + exp(-p t))/(p^2 + 1)
  const double p = 3e6;
  const Trajectory r = testing::sound_run(
      "bodies.a = { mass = 1 }\nstates.x = { rate = \"3e6*(sin(t) - x.x)\" }\n"
      "forces.F = { on = \"a\", value = \"x.x\" }\nsimulation = { duration = 6 }\n",
      {.duration = 6.0, .samples = 61});
  for (std::size_t i = 0; i < r.time.size(); ++i) {
    const double t = r.time[i];
    const double x = p * (p * std::sin(t) - std::cos(t) + std::exp(-p * t)) / (p * p + 1);
    CHECK(std::abs(r.internal[0][i] - x) <= 1e-12);
    const double v =
        p * (p * (1 - std::cos(t)) - std::sin(t) + (1 - std::exp(-p * t)) / p) / (p * p + 1);
    CHECK(std::abs(r.v[0][i] - v) <= 1e-11);
  }
  CHECK(r.info.final_state.steps < 100);
}

TEST_CASE("a friction that is made smooth creeps as its law says beside what sticks") {
  // mu N tanh(v/v0) with v0 = 1e-8 m/s: at rest under 0.6 of it a mass creeps with v0 atanh(0.6).
  const Trajectory r = testing::sound_run(
      "bodies.a = { mass = 1 }\nbodies.b = { mass = 1 }\n"
      "dampers.creep = { between = [\"a\", \"ground\"], force = \"5*tanh(v/1e-8)\" }\n"
      "frictions.dry = { between = [\"b\", \"ground\"], kinetic = 5 }\n"
      "springs.s = { between = [\"a\", \"b\"], stiffness = 1e-3 }\n"
      "forces.F = { on = \"a\", value = \"3 + 4*step(t - 1)*step(2 - t)\" }\n"
      "simulation = { duration = 4 }\n",
      {.duration = 4.0, .samples = 41});
  for (std::size_t i = 1; i < r.time.size(); ++i) {
    const double t = r.time[i];
    CAPTURE(t);
    CHECK(r.v[1][i] == 0.0);
    if (t > 0.05 && t < 0.99) CHECK(std::abs(r.v[0][i] - 1e-8 * std::atanh(0.6)) <= 1e-15);
    if (t > 1.05 && t < 1.95) CHECK(std::abs(r.v[0][i] - 2 * (t - 1)) <= 2e-3);
  }
  CHECK(std::abs(r.v[0].back()) <= 1e-8);
  CHECK(r.info.final_state.steps < 1500);
}

TEST_CASE("a run on a slow manifold goes on with the same bits") {
  const System system = load_system("rate_and_state");
  const SimulationSettings settings{.duration = 4000};
  const Trajectory whole = simulate(system, initial_state(system), settings);
  for (const double half : {700.0, 732.0434, 1500.0, 2799.0}) {
    SimulationSettings head = settings;
    head.duration = half;
    const State middle = simulate(system, initial_state(system), head).info.final_state;
    CHECK(simulate(system, middle, settings).info.final_state == whole.info.final_state);
  }
}

TEST_CASE("two bodies that a steep law holds together, far below what their speeds resolve") {
  for (const char* start : {"0", "1"}) {
    INFO(std::string(start));
    const Trajectory r = testing::sound_run(std::string("[parameters]\nstart = ") + start + R"toml(
[bodies.a]
mass = 2
velocity = "start"
[bodies.b]
mass = 2
velocity = "start"
[dampers.c]
between = ["a", "b"]
force = "20*tanh(v/1e-8)"
[forces.F]
on = "a"
value = "5*sin(2*t)"
[simulation]
duration = 4
)toml",
                                            {.duration = 4, .samples = 251});
    CHECK(r.v[0][0] == std::stod(start));
    for (std::size_t i = 0; i < r.time.size(); ++i) {
      CAPTURE(r.time[i]);
      CHECK(std::abs(r.f[0][i] - 2.5 * std::sin(2 * r.time[i])) <= 1e-6);  // of an ulp of v: 4e-7
    }
    CHECK(r.info.final_state.steps < 100);
  }
}

TEST_CASE("two bodies that a steep law holds together, with a force that has kinks") {
  const Trajectory r = testing::sound_run(R"toml(
[bodies.a]
mass = 0.92
[bodies.b]
mass = 0.12
[dampers.c]
between = ["b", "a"]
force = "2.4*tanh(v/2e-9)"
[forces.F]
on = "b"
value = "4.5*max(cos(13.6*t + 2.94), 0) - 2"
[simulation]
duration = 4.9
)toml",
                                          {.duration = 4.9, .samples = 53});
  // The impulse of F: of its pushes, those that are over and the one that is not.
  constexpr double kPi = 3.14159265358979323846;
  const auto impulse = [](double t) {
    const auto until = [](double phase) {  // of max(cos, 0) from -pi/2
      const double turns = std::floor((phase + kPi / 2) / (2 * kPi));
      return 2 * turns + std::sin(std::min(phase - 2 * kPi * turns, kPi / 2)) + 1;
    };
    return 4.5 / 13.6 * (until(13.6 * t + 2.94) - until(2.94)) - 2 * t;
  };
  for (std::size_t i = 0; i < r.time.size(); ++i) {
    CAPTURE(r.time[i]);
    const double momentum = 0.92 * r.v[0][i] + 0.12 * r.v[1][i];
    CHECK(std::abs(momentum - impulse(r.time[i])) <= 1e-11);
    CHECK(std::abs(r.v[0][i] - r.v[1][i]) <= 1e-8);
  }
  CHECK(r.info.final_state.steps < 1000);
}

TEST_CASE("a light body on a fast belt, that a steep law ties to another: forces balance") {
  const Trajectory r = testing::sound_run(R"toml(
[bodies.belt]
mass = inf
velocity = 14.2157
[bodies.a]
mass = 0.426993
velocity = 14.2157
[bodies.b]
mass = 0.000135377
velocity = 14.2157
[springs.k]
between = ["a", "belt"]
force = "11.2811*d + 2.82886*d^3"
[dampers.ca]
between = ["a", "belt"]
force = "0.0844581*asinh(v/0.0031773)"
[dampers.cb]
between = ["b", "a"]
damping = 140.49
[dampers.tb]
between = ["b", "a"]
force = "11.2255*asinh(v/4.72698e-08)"
[dampers.cc]
between = ["b", "belt"]
damping = 0.650072
[dampers.tc]
between = ["b", "belt"]
force = "0.355815*tanh(v/8.29176e-05)"
[forces.F]
on = "a"
value = "6.41455*abs(sin(17.6909*t + 2.82221))"
[forces.G]
on = "b"
value = "if(t < 1.38993, 1.69895*sin(14.9864*t + 1.04939), 1.6852292798)"
[frictions.mu]
between = ["b", "a"]
kinetic = 0.0533994
static = 0.0776696
[simulation]
duration = 2
)toml",
                                          {.duration = 2, .samples = 53});
  CHECK(r.info.final_state.steps < 5000);
}

TEST_CASE("a fast state that decays to nothing is nothing then, and costs no steps") {
  for (const std::string rate : {"-888665*x.s", "888665*(v.b - x.s)", "-888665*x.s*(1 + x.s^2)"}) {
    INFO(rate);
    const Trajectory r =
        testing::sound_run("bodies.b = { mass = 1 }\nstates.s = { start = 0.5, rate = \"" + rate +
                               "\" }\nsimulation = { duration = 48 }\n",
                           {.duration = 48, .samples = 11});
    for (std::size_t i = 1; i < r.time.size(); ++i) CHECK(std::abs(r.internal[0][i]) <= 1e-24);
    CHECK(r.info.final_state.steps < 100);
  }
}

TEST_CASE("what nothing moves stays at zero beside a slow manifold") {
  const Trajectory r = testing::sound_run(R"toml(
[bodies.m0]
mass = 4.7e-6
[bodies.m1]
mass = 1.2e-3
[bodies.m2]
mass = 4e-6
[bodies.m3]
mass = 0.83
[dampers]
c0 = { between = ["m0", "ground"], damping = 10 }
c1 = { between = ["m1", "ground"], damping = 38 }
c2 = { between = ["m2", "m1"], damping = 73 }
c3 = { between = ["m3", "m0"], damping = 14 }
[springs]
k0 = { between = ["m0", "ground"], stiffness = 9.6 }
k1 = { between = ["m1", "ground"], stiffness = 0.37 }
k2 = { between = ["m2", "m1"], stiffness = 0.35 }
k3 = { between = ["m3", "m0"], stiffness = 1.8 }
[states.x]
rate = "23*(v.m0 - x.x)"
[forces.X]
on = "m3"
value = "-0.6*x.x"
[forces.F]
on = "m0"
value = "2*sin(9.7*t)"
[simulation]
duration = 3
samples = 31
)toml",
                                          {.duration = 3, .samples = 31});
  for (const std::size_t body : {1U, 2U}) {
    for (const double q : r.q[body]) CHECK(q == 0.0);
    for (const double v : r.v[body]) CHECK(v == 0.0);
  }
  CHECK(r.info.final_state.steps < 1000);
}

TEST_CASE("what slow manifolds do not pay for costs few tries, and they are remembered") {
  const auto model = parse_model(R"toml(
[bodies.a]
mass = 1
[springs.k]
between = ["a", "ground"]
stiffness = 1e6
[dampers.c]
between = ["a", "ground"]
damping = 4000
[forces.f]
on = "a"
value = "1e4*sin(2*t)"
[simulation]
duration = 4
)toml",
                                 "overdamped.toml");
  const System system = compile(model);
  const SimulationSettings settings{.duration = 4};
  const Trajectory whole = simulate(system, initial_state(system), settings);
  CHECK(whole.info.final_state.ahead.refusals > 0);
  for (const double half : {0.003, 0.5, 1.7}) {
    SimulationSettings head = settings;
    head.duration = half;
    const State middle = simulate(system, initial_state(system), head).info.final_state;
    const State read = state_from_json(system, state_to_json(middle), "middle.json");
    CHECK(read == middle);
    CHECK(simulate(system, read, settings).info.final_state == whole.info.final_state);
  }
}
