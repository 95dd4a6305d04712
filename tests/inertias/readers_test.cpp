// What reads positions and velocities of coupled bodies: states, controllers, normal forces,
// expressions of positions, forces of elements; and coupled bodies in large networks.
#include <algorithm>
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "inertias/coupled_run.h"

using namespace luztar;
using inertias::run_of;

namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

/// With plunge and pitch as they are, and with plunge as centre - 0.25 pitch.
const std::string kCoupled =
    "[bodies.plunge]\nmass = 2\nposition = 0.02\n[bodies.pitch]\nmass = 0.5\nvelocity = 0.6\n"
    "[inertias.i]\nbetween = [\"plunge\", \"pitch\"]\nvalue = 0.5\n";
const std::string kCentre =
    "[bodies.centre]\nmass = 2\nposition = 0.02\nvelocity = 0.15\n"
    "[bodies.pitch]\nmass = 0.375\nvelocity = 0.6\n";

/// @param elements  with `plunge` in across, q.plunge and v.plunge
void check_both(const std::string& elements, std::size_t events, double duration = 3.0) {
  const std::string end =
      "[simulation]\nduration = " + std::to_string(duration) + "\nsamples = 61\n";
  std::string centre =
      replaced(elements, "across = { plunge = 1 }", "across = { centre = 1, pitch = -0.25 }");
  centre = replaced(centre, "across = { plunge = 1, pitch = -1 }",
                    "across = { centre = 1, pitch = -1.25 }");
  centre = replaced(centre, "q.plunge", "(q.centre - 0.25*q.pitch)");
  centre = replaced(centre, "v.plunge", "(v.centre - 0.25*v.pitch)");
  const Trajectory coupled = run_of(kCoupled + elements + end);
  const Trajectory other = run_of(kCentre + centre + end);
  CHECK(coupled.events.size() >= events);
  CHECK(coupled.events.size() == other.events.size());
  for (std::size_t k = 0; k < coupled.time.size(); ++k) {
    CHECK(std::abs(coupled.q[1][k] - other.q[1][k]) < 1e-10);
    CHECK(std::abs(coupled.q[0][k] - other.q[0][k] + 0.25 * other.q[1][k]) < 1e-10);
    for (std::size_t i = 0; i < coupled.internal.size(); ++i)
      CHECK(std::abs(coupled.internal[i][k] - other.internal[i][k]) < 1e-10);
    for (std::size_t e = 0; e < coupled.f.size(); ++e)
      CHECK(std::abs(coupled.f[e][k] - other.f[e][k]) < 1e-8);
  }
}

const std::string kSprings =
    "[springs.bending]\nacross = { plunge = 1 }\nstiffness = 80\n"
    "[springs.torsion]\nacross = { pitch = 1 }\nstiffness = 20\n";

}  // namespace

TEST_CASE("coupled inertia: states and controllers read positions of bodies") {
  check_both(kSprings +
                 "[states.way]\nrate = \"v.plunge*q.plunge - 0.2*x.way\"\n"
                 "[states.gear]\nstart = 1\njumps = [{ when = \"q.plunge > 0.015\", to = 2 }, "
                 "{ when = \"q.plunge < -0.015\", to = 1 }]\n"
                 "[controllers.c]\nperiod = 0.1\nmemory = { u = 0 }\n"
                 "update = [\"u = -2*v.plunge - q.pitch\"]\n"
                 "[forces.push]\nacross = { pitch = 1 }\nvalue = \"x.c.u + 0.1*x.gear + x.way\"\n",
             3);
}

TEST_CASE("coupled inertia: normal forces and forces of elements read them") {
  check_both(kSprings +
                 "[frictions.rub]\nacross = { plunge = 1 }\nkinetic = 0.2\nstatic = 0.3\n"
                 "normal = \"0.5 + abs(f.bending) + 10*q.pitch^2\"\n"
                 "[frictions.lag]\nlaw = \"lugre\"\nacross = { pitch = 1 }\nsigma0 = 400\n"
                 "sigma1 = 2\nkinetic = 0.1\n"
                 "[forces.push]\nacross = { pitch = 1 }\nvalue = \"0.5*f.bending*cos(t)\"\n",
             6);
}

TEST_CASE("coupled inertia: expressions of positions have their gradients in coordinates") {
  check_both(kSprings +
                 "[springs.oblique]\ndeflection = \"sqrt(0.01 + q.plunge^2) + 0.1*sin(q.pitch)\"\n"
                 "stiffness = 300\nrest = 0.1\ndamping = 0.4\n"
                 "[frictions.cam]\ndeflection = \"q.plunge + 0.3*cos(q.pitch)\"\nkinetic = 0.2\n"
                 "[stops.edge]\ndeflection = \"q.plunge + 0.2*sin(q.pitch)\"\n"
                 "gap = [-0.02, 0.06]\nrestitution = 0.5\n",
             8);
}

TEST_CASE("coupled inertia: losses follow the force of a link") {
  check_both(kSprings +
                 "[bodies.load]\nmass = 1\nvelocity = 0.15\n"
                 "[forces.drive]\nacross = { load = 1 }\nvalue = \"3*sin(2*t)\"\n"
                 "[links.gear]\nacross = { pitch = 1, load = -4 }\n"
                 "[frictions.loss]\nacross = { pitch = 1 }\nnormal = \"abs(f.gear)\"\n"
                 "kinetic = 0.1\n",
             4);
}

TEST_CASE("coupled inertia: a stop presses a friction, in contact and in impacts") {
  check_both(kSprings +
                 "[stops.floor]\nacross = { plunge = 1 }\ngap = [-0.01, inf]\nrestitution = 0.3\n"
                 "[frictions.rub]\nacross = { pitch = 1 }\nkinetic = 0.15\nnormal = \"f.floor\"\n"
                 "[forces.weight]\nacross = { plunge = 1 }\nvalue = \"-3 - 2*sin(4*t)\"\n",
             10);
}

TEST_CASE("coupled inertia: chains, graphs and islands of large networks") {
  // 220 blocks; neighbours rub on each other and some on the ground. Two pairs are coupled, whose
  // frictions close cycles in the coordinates of the engine.
  const auto chain = [](bool coupled, bool steps) {
    const auto own = [&](int b) {
      return !coupled && (b == 11 || b == 41) ? 0.75 : 1.0;
    };
    std::string text, elements;
    for (int b = 0; b < 220; ++b) {
      const std::string name = "b" + std::to_string(b);
      text += "[bodies." + name + "]\nmass = " + std::to_string(own(b)) + "\n";
      const auto arm = [&](int body, const std::string& factor) {
        // q10 = y10 - 0.5 q11, q40 = y40 - 0.5 q41
        std::string one = "b" + std::to_string(body) + " = " + factor;
        if (!coupled && (body == 10 || body == 40))
          one += ", b" + std::to_string(body + 1) + " = " + (factor == "1" ? "-0.5" : "0.5");
        return one;
      };
      if (b % 3 == 0 || b == 10)
        elements += "[frictions.g" + std::to_string(b) + "]\nacross = { " + arm(b, "1") +
                    " }\nkinetic = 0.4\nstatic = 0.5\n";
      if (b % 20 == 0 || b == 10 || b == 40)
        elements += "[forces.f" + std::to_string(b) + "]\nacross = { " + arm(b, "1") +
                    " }\nvalue = \"" + std::to_string(2 + b % 7) + "*sin(" +
                    std::to_string(1 + b % 3) + "*t)\"\n";
      if (b % 110 == 109 || b == 10 || b == 40) continue;  // islands
      if (steps && (b == 9 || b == 39)) continue;          // on three coordinates
      elements += "[frictions.n" + std::to_string(b) + "]\nacross = { " + arm(b + 1, "1") + ", " +
                  arm(b, "-1") + " }\nkinetic = " + std::to_string(0.7 + 0.01 * (b % 13)) +
                  "\nviscous = 0.1\n";
    }
    if (coupled)
      text +=
          "[inertias.i]\nbetween = [\"b10\", \"b11\"]\nvalue = 0.5\n"
          "[inertias.j]\nbetween = [\"b41\", \"b40\"]\nvalue = 0.5\n";
    return text + elements + "[simulation]\nduration = 1.5\nsamples = 31\n" +
           (steps ? "method = \"stepping\"\nstep = 1e-3\n" : "");
  };
  for (const bool steps : {false, true}) {
    CAPTURE(steps);
    const Trajectory coupled = run_of(chain(true, steps)), plain = run_of(chain(false, steps));
    CHECK(coupled.events.size() == plain.events.size());
    CHECK(coupled.events.size() > 40);
    for (std::size_t k = 0; k < coupled.time.size(); ++k)
      for (std::size_t b = 0; b < 220; ++b) {
        const bool led = b == 10 || b == 40;
        const double q = plain.q[b][k] - (led ? 0.5 * plain.q[b + 1][k] : 0.0);
        CHECK(std::abs(coupled.q[b][k] - q) < 1e-10);
      }
  }
}
