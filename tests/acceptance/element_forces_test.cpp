// `f.ELEMENT` in expressions: limits of friction that depend on the force of another element, and
// actions that read sensors of force.
#include <algorithm>
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "acceptance/example.h"
#include "acceptance/rich_network.h"
#include "environment.h"
#include "io/mistakes.h"
#include "luztar/luztar.h"
#include "random.h"
#include "simulate/whole_run.h"

using namespace luztar;
using namespace acceptance;

namespace {

std::size_t index_of(const System& system, const std::string& name) {
  const auto& list = system.elements();
  return static_cast<std::size_t>(
      std::find_if(list.begin(), list.end(), [&](const auto& e) { return e.name == name; }) -
      list.begin());
}

std::string text_of(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

/// A spring or damper "read" between b0 and the ground, a friction that it presses, an action and a
/// state that read it.
std::string reading_part(std::uint64_t seed) {
  luztar::testing::Random random(seed + 9'100);
  const auto number = [&](double least, double most) {
    return text_of(random(least, most));
  };
  std::string text =
      "[springs.read]\nbetween = [\"b0\", \"ground\"]\narms = [" + number(0.3, 2) + ", 1]\n";
  switch (seed % 5) {
    case 0:
      text += "stiffness = " + number(5, 60) + "\nrest = " + number(-0.1, 0.1) + "\n";
      break;
    case 1:
      text += "stiffness = " + number(5, 60) + "\ndamping = " + number(0.1, 1) + "\n";
      break;
    case 2:
      text += "stiffness = " + number(5, 60) + "\ndamping = " + number(0.1, 1) + "\ngap = [" +
              number(-0.1, 0) + ", " + number(0.01, 0.1) + "]\n";
      break;
    case 3:
      text += "stiffness = " + number(5, 60) + "\nfreeplay = " + number(0.01, 0.1) + "\n";
      break;
    default:
      text += "force = \"" + number(5, 60) + "*d + 3*d^3 + " + number(0.1, 1) + "*v\"\n";
  }
  return text +
         "[frictions.pressed]\nbetween = [\"b0\", \"ground\"]\nkinetic = " + number(0.05, 0.5) +
         "\nnormal = \"0.2 + abs(f.read)\"\n[forces.assist]\non = \"b0\"\n"
         "value = \"-" +
         number(0.1, 0.5) +
         "*sat(f.read, 1)\"\n[states.heat]\n"
         "rate = \"abs(f.read) + f.assist\"\n";
}

}  // namespace

// The law again, from the columns of each row: f.read is what the engine's springs gave.
TEST_CASE("a friction pressed by another element keeps to its law in random networks") {
  const int networks = luztar::test::count_of(60);
  int finished = 0, sliding = 0, stuck = 0;
  for (int i = 0; i < networks; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    CAPTURE(seed);
    const Model model = parse_model(rich_network(seed) + reading_part(seed), "reads.toml");
    const System system = compile(model);
    const Trajectory r = simulate(system, initial_state(system), {.duration = 2.0, .samples = 201});
    if (r.info.status != Status::Finished) continue;
    ++finished;
    CHECK(r.info.proofs.hold());
    const std::size_t read = index_of(system, "read"), pressed = index_of(system, "pressed");
    const double mu = evaluate(model.frictions.back().forward.kinetic, ParameterValues{});
    for (std::size_t k = 0; k < r.time.size(); ++k) {
      const double limit = mu * (0.2 + std::abs(r.f[read][k]));
      const int mode = r.mode[pressed][k];
      (mode == 0 ? stuck : sliding) += 1;
      if (mode == 0)
        CHECK(std::abs(r.f[pressed][k]) <= limit + 1e-10);
      else
        CHECK(std::abs(r.f[pressed][k] - mode * limit) < 1e-10 * std::max(1.0, limit));
    }
  }
  CHECK(finished >= networks * 8 / 10);
  CHECK(sliding > 1000);
  CHECK(stuck > 100);
}

// Rigid gears with losses in closed form (Pelchen, Schweiger, Otter: Modeling and simulating the
// efficiency of gearboxes, Modelica Conference 2002). While the acceleration is constant, so is the
// deflection of the teeth, and their elasticity plays no part.
TEST_CASE("worm_gear: lifting, holding and lowering as a gear with losses in closed form") {
  const Example x("worm_gear");
  const std::size_t worm = x.body("worm"), mesh = x.element("mesh");
  const double i = x["i"], load = x["load"], lead = x["lead"], rho = x["rho"];
  const double eta1 = std::tan(lead) / std::tan(lead + rho);
  const double eta2 = std::tan(lead - rho) / std::tan(lead);
  const double worm_inertia = 0.02, wheel_inertia = 0.8;
  CHECK(eta2 < 0.0);
  const auto row = [&](double t) {
    return static_cast<std::size_t>(std::lround(t * 200));
  };
  const System& system = x.system;
  const Trajectory r = simulate(system, initial_state(system), {.duration = 5, .samples = 1001});
  const double lifts = (6 - load / (i * eta1)) / (worm_inertia + wheel_inertia / (i * i * eta1));
  CHECK(std::abs(r.a[worm][row(0.95)] - lifts) < 1e-8 * lifts);
  for (double t = 1.3; t < 2.5; t += 0.05) {
    CHECK(r.v[worm][row(t)] == 0.0);
    CHECK(r.q[worm][row(t)] == r.q[worm][row(1.3)]);
  }
  CHECK(std::abs(r.f[mesh][row(2.45)] - load) < 1e-6);
  const double lowers = (-1 - eta2 * load / i) / (worm_inertia + eta2 * wheel_inertia / (i * i));
  CHECK(lowers < 0.0);
  CHECK(std::abs(r.a[worm][row(3.95)] - lowers) < 1e-8 * std::abs(lowers));
  CHECK(r.v[worm][row(5.0)] == 0.0);
}

// With lead > rho nothing holds the load: it drives the worm.
TEST_CASE("worm_gear: with a steep worm the load drives") {
  const Example x("worm_gear", {{"lead", 0.35}}, 2.499);  // at 2.5 the motor comes on
  const double i = x["i"], eta2 = std::tan(x["lead"] - x["rho"]) / std::tan(x["lead"]);
  CHECK(eta2 > 0.0);
  const double falls = -(eta2 * x["load"] / i) / (0.02 + eta2 * 0.8 / (i * i));  // the motor is off
  const Trajectory r =
      simulate(x.system, initial_state(x.system), {.duration = 2.499, .samples = 1001});
  CHECK(r.v[x.body("worm")].back() < 0.0);
  CHECK(std::abs(r.a[x.body("worm")].back() - falls) < 1e-7 * std::abs(falls));
}

TEST_CASE("f.ELEMENT in a template is that of the instance, or of an index") {
  const std::string text =
      "[simulation]\nduration = 1\n[repeat.chain]\ncount = 3\n[repeat.chain.bodies.b]\nmass = 1\n"
      "position = \"0.1*i\"\n[repeat.chain.springs.s]\nbetween = [\"b\", \"ground\"]\n"
      "stiffness = \"10*i\"\n[repeat.chain.frictions.r]\nbetween = [\"b\", \"ground\"]\n"
      "kinetic = 0.1\nnormal = \"abs(f.s)\"\n[repeat.chain.forces.g]\non = \"b\"\n"
      "value = \"0.01*f.s[count + 1 - i]\"\n[forces.all]\non = \"b[1]\"\n"
      "value = \"0.01*f.s[2]\"\n";
  const System system = compile(parse_model(text, "chain.toml"));
  const Trajectory r = simulate(system, initial_state(system), {.duration = 1, .samples = 11});
  CHECK(r.info.status == Status::Finished);
  const auto f = [&](const char* name, std::size_t k) {
    return r.f[index_of(system, name)][k];
  };
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    CHECK(std::abs(f("g_1", k) - 0.01 * f("s_3", k)) < 1e-14);
    CHECK(std::abs(f("g_2", k) - 0.01 * f("s_2", k)) < 1e-14);
    CHECK(std::abs(f("all", k) - 0.01 * f("s_2", k)) < 1e-14);
    CHECK(std::abs(f("r_3", k)) <= 0.1 * std::abs(f("s_3", k)) + 1e-14);
  }
  const std::string wrong = text + "[forces.more]\non = \"b[1]\"\nvalue = \"f.s[4] + f.r_1\"\n";
  const std::string mistakes = test::mistakes_in(wrong);
  CAPTURE(mistakes);
  CHECK(mistakes.find("no element 's_4'") != std::string::npos);
  CHECK(mistakes.find("'f.r_1' is the force of a friction") != std::string::npos);
}

TEST_CASE("f.ELEMENT is refused where there is no such force, with the place and what to do") {
  const auto mistakes = [](const std::string& more) {
    return test::mistakes_in(
        "[simulation]\nduration = 1\n[bodies.a]\nmass = 1\n[springs.s]\nbetween = [\"a\", "
        "\"ground\"]\nstiffness = 1\n[links.l]\nbetween = [\"a\", \"ground\"]\n[forces.p]\non = "
        "\"a\"\nvalue = 1\n" +
        more);
  };
  const auto has = [&](const std::string& more, const char* words) {
    const std::string found = mistakes(more);
    CAPTURE(found);
    CHECK(found.find(words) != std::string::npos);
    CHECK(found.starts_with("m.toml:15:"));
  };
  const std::string force = "[forces.x]\non = \"a\"\n";
  has(force + "value = \"f.t\"\n", "no element 't'");
  has(force + "value = \"f.a\"\n", "no element 'a'");
  has(force + "value = \"f.l\"\n", "the force of a link");
  has(force + "value = \"f.p\"\n", "'f.p' is an action too");
  has(force + "value = \"f.x\"\n", "'f.x' is an action too");
  has(force + "value = \"s\"\n", "its force is f.s");
  has("[springs.y]\nbetween = [\"a\", \"ground\"]\nforce = \"f.s\"\n", "not allowed here");
}
