// Delays at instants that they share with samples, and beside inertias, against closed forms.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/luztar.h"
#include "simulate/whole_run.h"

using namespace luztar;

namespace {

const std::string kLateEnd = "[simulation]\nduration = 5\n";

Trajectory late_run(const std::string& text, double duration, std::int64_t samples) {
  return luztar::testing::sound_run(text, {.duration = duration, .samples = samples});
}

/// q'' = -gain q(t - T) from rest at 1: the sum over k of (-gain)^k (t - (k - 1) T)^(2 k) / (2 k)!,
/// as far as t >= (k - 1) T.
double retarded_oscillation(double t, double gain, double delay) {
  double sum = 1.0;
  double factor = 1.0;
  for (int k = 1; t >= (k - 1) * delay; ++k) {
    factor *= -gain / ((2.0 * k - 1.0) * (2.0 * k));
    sum += factor * std::pow(t - (k - 1) * delay, 2 * k);
  }
  return sum;
}

/// A body of 1 kg with a force -100 q(t - 0.01), beside controllers.
std::string beside_controllers(const std::string& controllers) {
  return "[bodies.b]\nmass = 1\nposition = 1\n[forces.f]\non = \"b\"\n"
         "value = \"-100*delay(q.b, 0.01)\"\n" +
         controllers + "[simulation]\nduration = 0.1\n";
}

std::string idle_controller(const std::string& name, const std::string& times) {
  return "[controllers." + name + "]\n" + times + "\nmemory = { u = 0 }\nupdate = [\"u = 0\"]\n";
}

/// Two bodies that an inertia couples: a force on the first one accelerates it by 10/19 of it.
const std::string kCoupled =
    "[bodies.plunge]\nmass = 2\nposition = 0.01\n[bodies.pitch]\nmass = 0.1\nposition = 0.05\n"
    "[inertias.section]\nbetween = [\"plunge\", \"pitch\"]\nvalue = 0.1\n";

}  // namespace

TEST_CASE("a delay goes on where a controller acts at the same instant") {
  const std::string same = "period = 0.01";
  const std::vector<std::string> controllers = {
      idle_controller("c", same),
      idle_controller("c", "period = 0.005"),
      idle_controller("c", "period = 0.05\nfirst = 0.01"),
      idle_controller("c", "period = 0.1\nfirst = 0.004\ndelay = 0.006"),
      idle_controller("c", "period = 0.02\nfirst = 0.01\ndelay = 0.01"),
      idle_controller("c", same) + idle_controller("d", "period = 0.02\ndelay = 0.01"),
  };
  for (const std::string& both : controllers) {
    CAPTURE(both);
    const Trajectory r = late_run(beside_controllers(both), 0.1, 201);
    for (std::size_t k = 0; k < r.time.size(); ++k) {
      const double ago = r.time[k] - 0.01;
      CHECK(std::abs(r.q[0][k] - retarded_oscillation(r.time[k], 100, 0.01)) < 1e-14);
      CHECK(std::abs(r.f[0][k] + 100 * retarded_oscillation(ago, 100, 0.01)) < 1e-11);
    }
  }
}

TEST_CASE("a delay and a sample that differ by rounding are one instant from the first one on") {
  // u(t) - u(t - 0.3) is 10 between all instants, 20 between the two changes.
  for (const auto& [period, delay] : {std::pair("0.3", "3*0.1"), std::pair("3*0.1", "0.3")}) {
    CAPTURE(delay);
    const std::string text =
        std::string("[controllers.c]\nperiod = \"") + period +
        "\"\nmemory = { u = 0 }\nupdate = [\"u = 10*round(t/0.3 + 1)\"]\n"
        "[bodies.b]\nmass = 2\n[frictions.mu]\nbetween = [\"b\", \"ground\"]\n"
        "kinetic = 15\n[forces.f]\non = \"b\"\nvalue = \"x.c.u - delay(x.c.u, " +
        delay + ")\"\n" + kLateEnd;
    const Trajectory r = late_run(text, 5, 2);
    CHECK(r.events.empty());
    CHECK(r.q[0].back() == 0.0);
  }
}

TEST_CASE("a jump that a delayed jump makes comes through as one") {
  const Trajectory r = late_run(
      "[controllers.c]\nperiod = 10\nmemory = { u = 0 }\nupdate = [\"u = 1\"]\n"
      "[states.s]\njumps = [{ when = \"delay(x.c.u, 0.25) > 0.5\", to = 1 }]\n"
      "[bodies.b]\nmass = 2\n[frictions.mu]\nbetween = [\"b\", \"ground\"]\nkinetic = 3\n"
      "[forces.f]\non = \"b\"\nvalue = \"5*delay(x.s, 0.5)\"\n" +
          kLateEnd,
      2, 2);
  REQUIRE(r.events.size() == 2);
  CHECK(std::abs(r.events[1].time.value - 0.75) < 1e-15);
  CHECK(r.events[1].cause == Event::Cause::Follow);  // of a limit that is passed: Break
  CHECK(std::abs(r.q[0].back() - 0.5 * std::pow(2.0 - 0.75, 2)) < 1e-14);
}

TEST_CASE("a delayed value of a controller jumps where that acted a time before") {
  // Acts at 0.0108468 s and each 0.02 s after, with 1 + t of the sample. What the other body feels
  // has a kink where the force on the first one jumped a period before.
  const Trajectory r = late_run(
      "[controllers.c]\nperiod = 0.02\nfirst = 0.006\ndelay = 0.0048468\nmemory = { u = 0 }\n"
      "update = [\"u = 1 + t\"]\n[bodies.b]\nmass = 1\n[forces.f]\non = \"b\"\n"
      "value = \"delay(x.c.u, 0.015)\"\n[bodies.other]\nmass = 1\n"
      "[forces.other]\non = \"other\"\nvalue = \"delay(v.b, 0.02)\"\n" +
          kLateEnd,
      1, 501);
  const auto moment = [](double t, int power) {  // the integral of the force, or the one of that
    double sum = 0.0, last = 0.0;
    for (int n = 0; n < 50; ++n) {
      const double sample = 0.006 + 0.02 * n;
      const double ago = t - (sample + 0.0048468 + 0.015);
      if (ago < 0.0) break;
      sum += (1.0 + sample - last) * std::pow(ago, power) / power;
      last = 1.0 + sample;
    }
    return sum;
  };
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    CAPTURE(r.time[k]);
    CHECK(std::abs(r.v[0][k] - moment(r.time[k], 1)) < 1e-14);
    CHECK(std::abs(r.v[1][k] - moment(r.time[k] - 0.02, 2)) < 1e-14);
  }
}

TEST_CASE("delays are exact up to samples that shorten steps") {
  const Trajectory r = late_run(
      "[bodies.b]\nmass = 1.3282\nvelocity = 0.7601\n"
      "[forces.control]\non = \"b\"\nvalue = \"delay(x.loop.u, 0.033)\"\n"
      "[forces.late]\non = \"b\"\nvalue = \"-1.657*delay(v.b, 0.01)\"\n"
      "[controllers.loop]\nperiod = 0.02\nfirst = 0.006\ndelay = 0.0060445\n"
      "memory = { u = 0, e = 0 }\n"
      "update = [\"e = 0.1*sin(6.6071*t) - q.b\", \"u = sat(59.178*e - 3*v.b, 9)\"]\n" +
          kLateEnd,
      1.2217, 4888);
  CHECK(r.info.proofs.of[Proofs::Laws].relative() < 1e-11);
}

TEST_CASE("delays beside inertias begin with what the file says") {
  const std::string text =
      kCoupled +
      "[forces.servo]\non = \"plunge\"\nvalue = \"-50*delay(q.plunge, 0.01)\"\n"
      "[states.s]\nrate = \"delay(q.plunge, 0.01)\"\n[states.late]\n"
      "jumps = [{ when = \"delay(q.plunge, 0.01) > 0.012\", to = 1 }, "
      "{ when = \"delay(q.plunge, 0.01) < 0.0099\", to = -1 }]\n" +
      kLateEnd;
  const double stiffness = 50.0 * 10.0 / 19.0;  // q'' = -stiffness q(t - T)
  const Trajectory r = late_run(text, 0.2, 201);
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    const double t = r.time[k];
    const double q = 0.01 * retarded_oscillation(t, stiffness, 0.01);
    CHECK(std::abs(r.q[0][k] - q) < 1e-15);
    CHECK(std::abs(r.q[1][k] - (0.05 - (q - 0.01))) < 1e-15);
    CHECK(std::abs(r.f[0][k] + 0.5 * retarded_oscillation(t - 0.01, stiffness, 0.01)) < 1e-14);
    CHECK(std::abs(r.internal[0][k] + r.v[0][k] / stiffness) < 1e-15);
  }
  REQUIRE(r.events.size() == 1);  // not at the start
  const double time = r.events[0].time.value;
  CHECK(std::abs(0.01 * retarded_oscillation(time - 0.01, stiffness, 0.01) - 0.0099) < 1e-15);
}

TEST_CASE("messages show a delay as the file has it") {
  const auto refused = [](const std::string& model, const std::string& delay) {
    CAPTURE(delay);
    const std::string text = model + "[forces.servo]\non = \"plunge\"\nvalue = \"-50*" + delay +
                             "\"\n[simulation]\nduration = 1\nmethod = \"stepping\"\nstep = 0.01\n";
    const std::string wanted = "no steps for '" + delay + "'";
    CHECK_THROWS_WITH_AS(compile(parse_model(text, "m.toml")), doctest::Contains(wanted.c_str()),
                         ModelError);
  };
  const std::string one =
      "[bodies.plunge]\nmass = 2\n[springs.k]\nbetween = [\"plunge\", \"ground\"]\n"
      "stiffness = 3\n";
  refused(kCoupled, "delay(q.plunge, 0.01)");
  refused(one, "delay(f.k, 0.01)");
}
