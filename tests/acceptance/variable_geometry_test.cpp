// Springs and dampers along expressions of positions: closed forms, reference integrations, and
// the same written as actions with gradients by hand.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/example.h"
#include "environment.h"
#include "io/mistakes.h"
#include "luztar/luztar.h"
#include "random.h"
#include "simulate/whole_run.h"

using namespace luztar;
using namespace acceptance;

namespace {

const std::string kBand =
    "[simulation]\nduration = 5\n[parameters]\nL = 0.5\n[bodies.x]\nmass = 2\nposition = 0.8\n"
    "[bodies.y]\nmass = 2\nvelocity = 1.5\n[springs.band]\n"
    "deflection = \"hypot(q.x, q.y) - L\"\nstiffness = 100\n";

std::string text_of(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

/// A deflection of the bodies a, b, with its gradient by hand.
struct Shape {
  std::string d, by_a, by_b;
};

Shape shape_of(luztar::testing::Random& random) {
  const std::string c = text_of(random(0.3, 1.5));
  switch (static_cast<int>(random(0.0, 6.0))) {
    case 0: {
      const std::string length = "sqrt((q.a + " + c + ")^2 + (q.b - 2)^2)";
      return {"hypot(q.a + " + c + ", q.b - 2)", "((q.a + " + c + ")/" + length + ")",
              "((q.b - 2)/" + length + ")"};
    }
    case 1:
      return {c + "*sin(q.a) + q.b^2/3", "(" + c + "*cos(q.a))", "(2*q.b/3)"};
    case 2:
      return {"exp(-" + c + "*q.a^2)*q.b", "(-2*" + c + "*q.a*q.b*exp(-" + c + "*q.a^2))",
              "exp(-" + c + "*q.a^2)"};
    case 3:
      return {"cos(q.a - " + c + "*q.b)", "(-sin(q.a - " + c + "*q.b))",
              "(" + c + "*sin(q.a - " + c + "*q.b))"};
    case 4:
      return {"atan2(q.a + 3, q.b + 2)", "((q.b + 2)/((q.a + 3)^2 + (q.b + 2)^2))",
              "(-(q.a + 3)/((q.a + 3)^2 + (q.b + 2)^2))"};
    default:
      return {"q.a/(2 + sin(q.b))", "(1/(2 + sin(q.b)))", "(-q.a*cos(q.b)/(2 + sin(q.b))^2)"};
  }
}

/// The bodies a, b, and b given in every third network, tied to the ground.
std::string bodies_of(std::uint64_t seed, luztar::testing::Random& random) {
  std::string text = "[simulation]\nduration = 2\n[bodies.a]\nmass = " + text_of(random(0.5, 2)) +
                     "\nposition = " + text_of(random(-0.5, 0.5)) + "\n[bodies.b]\n";
  text += seed % 3 == 0 ? "motion = \"0.3*sin(2*t)\"\n"
                        : "inertia = " + text_of(random(0.5, 2)) +
                              "\nvelocity = " + text_of(random(-1, 1)) + "\n";
  return text + "[springs.home]\nbetween = [\"a\", \"ground\"]\nstiffness = 5\n";
}

/// The law of element number `i` as keys, and as a formula of its deflection and rate.
struct LawText {
  std::string table, keys, formula;
};

LawText law_of(int kind, const std::string& d, const std::string& v,
               luztar::testing::Random& random) {
  const std::string k = text_of(random(1, 30)), c = text_of(random(0, 1));
  switch (kind) {
    case 0:
      return {"springs", "stiffness = " + k + "\nrest = 0.2\ndamping = " + c + "\n",
              k + "*(" + d + " - 0.2) + " + c + "*" + v};
    case 1:
      return {"springs", "force = \"" + k + "*d^3 + " + c + "*v*d^2\"\n",
              k + "*(" + d + ")^3 + " + c + "*" + v + "*(" + d + ")^2"};
    case 2:
      return {"springs", "stiffness = " + k + "\ngap = [-0.1, 0.2]\n",
              k + "*(" + d + " - max(-0.1, min(0.2, " + d + ")))"};
    default:
      return {"dampers", "damping = " + c + "\n", c + "*" + v};
  }
}

}  // namespace

// theta'' = -9.81 sin theta from 3 at rest: sin(theta/2) = k cd(sqrt(9.81) t, k), k = sin 1.5, by
// mpmath.ellipfun with 30 digits. The energy of the spring is k d^2/2 = 9.81 (1 - cos theta).
TEST_CASE("a torsion spring of deflection 2 sin(theta/2) is a pendulum") {
  const Trajectory r = luztar::testing::sound_run(
      "[simulation]\nduration = 10\n[bodies.theta]\ninertia = 1\nposition = 3\n[springs.gravity]\n"
      "deflection = \"2*sin(q.theta/2)\"\nstiffness = 9.81\n",
      {.duration = 10, .samples = 3});
  CHECK(std::abs(r.q[0][1] - 2.9823531024001687455) < 1e-11);
  CHECK(std::abs(r.q[0][2] - 2.9250556756999292929) < 1e-11);
  CHECK(r.d[0][2] == doctest::Approx(2 * std::sin(r.q[0][2] / 2)).epsilon(1e-13));
  CHECK(r.f[0][2] == doctest::Approx(9.81 * r.d[0][2]).epsilon(1e-14));
}

// mpmath.odefun with 22 digits; angular momentum and energy are constant.
TEST_CASE("a mass on a rubber band keeps its angular momentum and its energy") {
  const Trajectory r = luztar::testing::sound_run(kBand, {.duration = 5, .samples = 101});
  CHECK(std::abs(r.q[0].back() - -0.58378711066711638309) < 1e-12);
  CHECK(std::abs(r.v[1].back() - -0.72031211060269878733) < 1e-12);
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    const double momentum = r.q[0][k] * r.v[1][k] - r.q[1][k] * r.v[0][k];
    CHECK(std::abs(momentum - 1.2) < 1e-13);
  }
  CHECK(r.info.energy.initial == doctest::Approx(2.25 + 4.5).epsilon(1e-14));
}

// First to part where the force of the contact falls through 0: scipy's DOP853 at rtol 1e-13 with
// an event. The rigid contact parts at 134.02 rad/s.
TEST_CASE("cam_follower: the follower lifts off at the speed of the closed form") {
  const Example x("cam_follower");
  const std::vector<Event> events = x.events_of("contact");
  REQUIRE(!events.empty());
  CHECK(std::abs(events.front().time.value - 3.34944609910922) < 1e-10);
  const double rigid = std::sqrt((9.81 * x["m"] + x["k"] * x["p"]) / (x["m"] * x["e"]));
  CHECK(std::abs(40 * events.front().time.value - rigid) < 0.01 * rigid);
  CHECK(x.run.info.proofs.hold());
}

TEST_CASE("an element along an expression does what actions by its gradient do") {
  const int networks = luztar::test::count_of(40);
  int finished = 0;
  for (int i = 0; i < networks; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    CAPTURE(seed);
    luztar::testing::Random random(seed + 41'000);
    std::string elements = bodies_of(seed, random), actions = elements;
    for (int e = 0; e < 1 + i % 3; ++e) {
      const Shape shape = shape_of(random);
      const std::string rate = "(" + shape.by_a + "*v.a + " + shape.by_b + "*v.b)";
      const LawText law = law_of((i + e) % 4, "(" + shape.d + ")", rate, random);
      const std::string name = std::to_string(e);
      elements +=
          "[" + law.table + ".e" + name + "]\ndeflection = \"" + shape.d + "\"\n" + law.keys;
      for (const auto& [body, by] : {std::pair{"a", shape.by_a}, std::pair{"b", shape.by_b}})
        actions += "[forces.on_" + std::string(body) + name + "]\non = \"" + body +
                   "\"\nvalue = \"-" + by + "*(" + law.formula + ")\"\n";
    }
    CAPTURE(elements);
    const SimulationSettings settings{.duration = 2, .samples = 21};
    const Trajectory one = luztar::testing::sound_run(elements, settings);
    const Trajectory other = luztar::testing::sound_run(actions, settings);
    ++finished;
    for (std::size_t b = 0; b < one.q.size(); ++b)
      for (std::size_t k = 0; k < one.time.size() && k < other.time.size(); ++k) {
        if (one.time.size() != other.time.size()) break;
        CHECK(std::abs(one.q[b][k] - other.q[b][k]) < 1e-9);
        CHECK(std::abs(one.v[b][k] - other.v[b][k]) < 1e-9);
      }
    CHECK(std::abs(one.q[0].back() - other.q[0].back()) < 1e-9);
    CHECK(std::abs(one.v[0].back() - other.v[0].back()) < 1e-9);
  }
  CHECK(finished == networks);
}

// Two springs of length l at angles +-phi from the line between their ends carry a weight.
TEST_CASE("a weight between two inclined springs: its rest and its modes in closed form") {
  const double k = 100, rest = 0.8, m = 2, half = 1;
  const Model model = parse_model(
      "[simulation]\nduration = 1\n[bodies.x]\nmass = 2\n[bodies.y]\nmass = 2\nposition = -0.2\n"
      "[springs.left]\ndeflection = \"hypot(q.x + 1, q.y)\"\nstiffness = 100\nrest = 0.8\n"
      "[springs.right]\ndeflection = \"hypot(q.x - 1, q.y)\"\nstiffness = 100\nrest = 0.8\n"
      "[forces.weight]\non = \"y\"\nvalue = -19.62\n",
      "weight.toml");
  const Equilibrium at = equilibrium(model);
  REQUIRE(at.found);
  const double y = at.bodies[1].position, l = std::hypot(half, y), tension = k * (l - rest);
  CHECK(std::abs(at.bodies[0].position) < 1e-12);
  CHECK(std::abs(2 * tension * -y / l - 9.81 * m) < 1e-10);
  CHECK(!at.exact_ranges);
  const SmallMotions small = small_motions(model);
  const double cosine = half / l, sine = -y / l;
  const double along = 2 * (k * cosine * cosine + tension / l * sine * sine);
  const double down = 2 * (k * sine * sine + tension / l * cosine * cosine);
  REQUIRE(small.motions.size() == 2);
  CHECK(small.motions[0].value.imag() == doctest::Approx(std::sqrt(down / m)).epsilon(1e-10));
  CHECK(small.motions[1].value.imag() == doctest::Approx(std::sqrt(along / m)).epsilon(1e-10));
}

TEST_CASE("a cam of a table over the angle turns on; a deflection that jumps ends the run") {
  const std::string cam =
      "[simulation]\nduration = 6\n[tables.lift]\nx = [0, 1, 2, 3, 4]\ny = [0, 0.3, 1, 0.3, 0]\n"
      "interpolation = \"linear\"\n[bodies.c]\ninertia = 1\nvelocity = 3\n[springs.p]\n"
      "deflection = \"lift(mod(q.c, 4))\"\nstiffness = 2\n";
  const Trajectory r = luztar::testing::sound_run(cam, {.duration = 6, .samples = 31});
  CHECK(r.q[0].back() > 12.0);
  for (std::size_t k = 0; k < r.time.size(); ++k)  // 4.5 J at the start
    CHECK(std::abs(0.5 * r.v[0][k] * r.v[0][k] + r.d[0][k] * r.d[0][k] - 4.5) < 1e-12);
  const Model jumps =
      parse_model(cam + "[springs.j]\ndeflection = \"mod(q.c, 4)\"\nstiffness = 1\n", "jumps.toml");
  const System system = compile(jumps);
  const Trajectory ended = simulate(system, initial_state(system), {.duration = 6, .samples = 31});
  CHECK(ended.info.status == Status::NotFinite);
  CHECK(ended.info.diagnosis.find("the deflection of 'j' jumps from") != std::string::npos);
}

TEST_CASE("a deflection is an expression of positions, or refused with its place") {
  const auto has = [](const std::string& element, const std::string& words) {
    const std::string found = test::mistakes_in(
        "[simulation]\nduration = 1\n[bodies.a]\nmass = 1\n[bodies.b]\nmass = 0\n[signals.s]\n"
        "value = \"t\"\n" +
        element);
    CAPTURE(found);
    CHECK(found.find(words) != std::string::npos);
    CHECK(found.starts_with("m.toml:1"));
  };
  const auto spring = [](const std::string& d) {
    return "[springs.e]\nstiffness = 1\ndeflection = " + d + "\n";
  };
  has(spring("\"q.z\""), "11:15: no body 'z'");
  has(spring("\"q.a + v.a\""), "'v.a' is not allowed here: a deflection follows from positions");
  has(spring("\"t*q.a\""), "what moves with time is a body with a `motion`");
  has(spring("\"s*q.a\""), "'s' is not allowed here");
  has(spring("\"d*q.a\""), "'d' is not allowed here");
  has(spring("3"), "reads no position");
  has(spring("\"floor(q.a)\""), "jumps: floor(...)");
  has(spring("\"q.a\"") + "between = [\"a\", \"ground\"]\n", "`between` makes no sense beside");
  has("[freewheels.e]\ndeflection = \"q.a\"\npitch = 1\n", "acts along constant arms");
  has("[forces.e]\ndeflection = \"q.a\"\nvalue = 1\n", "acts along constant arms");
}

TEST_CASE("what cannot take a deflection along says so by name") {
  const auto words = [](const std::string& text) -> std::string {
    try {
      compile(parse_model(text, "m.toml"));
    } catch (const ModelError& error) {
      return error.what();
    }
    return "";
  };
  std::string massless = kBand;
  massless.replace(massless.find("mass = 2"), 8, "mass = 0");
  CHECK(words(massless).find("'band' is a deflection that is an expression at the massless") !=
        std::string::npos);
  const std::string rigid = kBand +
                            "[bodies.z]\nmass = 0\n[springs.zy]\nbetween = [\"z\", \"y\"]\n"
                            "stiffness = 1\n[links.l]\ndeflection = \"q.x\"\n";
  CHECK(words(rigid).find("'l' is rigid along an expression of positions, and the model has") !=
        std::string::npos);
  std::string steps = kBand;
  steps.insert(steps.find("duration"), "method = \"stepping\"\nstep = 1e-3\n");
  CHECK(words(steps).find("no steps for 'band'") != std::string::npos);
  CHECK_THROWS_AS(reduce(parse_model(kBand, "m.toml"), {}), ModelError);
}

TEST_CASE("models of deflections are written and read back, in templates too") {
  const std::string net =
      "[simulation]\nduration = 1\n[repeat.net]\ncount = 3\n[repeat.net.bodies.x]\nmass = 1\n"
      "position = \"i\"\n[repeat.net.bodies.y]\nmass = 1\nvelocity = \"0.1*i\"\n"
      "[repeat.net.springs.band]\nwhere = \"i < count\"\nstiffness = 50\nrest = 0.9\n"
      "deflection = \"hypot(q.x[i+1] - q.x, q.y[i+1] - q.y)\"\n"
      "[dampers.hold]\ndeflection = \"hypot(q.x[1] + 1, q.y[1])\"\ndamping = 0.5\n";
  const std::string plain =
      "[simulation]\nduration = 1\n[bodies.x1]\nmass = 1\nposition = 1\n[bodies.y1]\nmass = 1\n"
      "velocity = 0.1\n[bodies.x2]\nmass = 1\nposition = 2\n[bodies.y2]\nmass = 1\nvelocity = 0.2\n"
      "[bodies.x3]\nmass = 1\nposition = 3\n[bodies.y3]\nmass = 1\nvelocity = 0.3\n"
      "[springs.b1]\nstiffness = 50\nrest = 0.9\ndeflection = \"hypot(q.x2 - q.x1, q.y2 - q.y1)\"\n"
      "[springs.b2]\nstiffness = 50\nrest = 0.9\ndeflection = \"hypot(q.x3 - q.x2, q.y3 - q.y2)\"\n"
      "[dampers.hold]\ndeflection = \"hypot(q.x1 + 1, q.y1)\"\ndamping = 0.5\n";
  const SimulationSettings settings{.duration = 1, .samples = 3};
  const Trajectory made = luztar::testing::sound_run(net, settings);
  const Trajectory written = luztar::testing::sound_run(plain, settings);
  const Trajectory again =
      luztar::testing::sound_run(write_model(parse_model(plain, "m.toml")), settings);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(std::abs(made.q[2 * i].back() - written.q[2 * i].back()) < 1e-13);
    CHECK(again.q[2 * i].back() == written.q[2 * i].back());
  }
}
