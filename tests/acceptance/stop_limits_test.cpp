// A stop as the limit of a stiff contact spring. By hand, for a mass m that meets the spring with
// the speed v: m x'' + c x' + k x = 0 with c = 2 z sqrt(k m) lasts half a period,
//     t_c = pi / (w sqrt(1 - z^2)),  w = sqrt(k/m),
// and throws the mass back with exp(-pi z/sqrt(1 - z^2)) v. This is the restitution of the limit,
// 1 without damping, and t_c is what the limit leaves out: order 1/2 in 1/k.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "acceptance/convergence.h"

using namespace acceptance;
using std::numbers::pi;

namespace {

/// z of the contact spring that throws back with `restitution`; 1, where nothing comes back, for 0.
double damping_ratio(double restitution) {
  if (restitution == 0.0) return 1.0;
  const double l = std::log(restitution);
  return -l / std::hypot(pi, l);
}

std::string stop(const std::string& where, double restitution) {
  return "[stops.contact]\n" + where + "restitution = " + digits(restitution) + "\n";
}

/// @param mass  reduced mass of the two bodies that meet
std::string spring(const std::string& where, double k, double restitution, double mass) {
  const double c = 2.0 * damping_ratio(restitution) * std::sqrt(k * mass);
  return "[springs.contact]\n" + where + "stiffness = " + digits(k) + "\ndamping = " + digits(c) +
         "\n";
}

Positions run(const std::string& text, const std::vector<std::string>& bodies, double duration,
              int samples = 801) {
  return positions(luztar::compile(text_model(text)), bodies, duration, samples);
}

const std::vector<double> kSoftness{1.0 / 1.6e5, 1.0 / 2.56e6, 1.0 / 4.096e7, 1.0 / 6.5536e8};

}  // namespace

TEST_CASE("a contact spring throws a mass back after half a period, with the stop's restitution") {
  // Between two walls 1 m apart, without force: the stop's n-th bounce is at sum e^-i / v, the
  // spring's later by t_c for every bounce before it, and the speeds are the same.
  const std::string block = "[bodies.block]\nmass = 2\nvelocity = 3\n";
  const std::string where = "between = [\"block\", \"ground\"]\ngap = [-0.5, 0.5]\n";
  const double m = 2.0, v = 3.0, k = 1e6;
  for (const double e : {1.0, 0.6}) {
    CAPTURE(e);
    const double z = damping_ratio(e), contact = pi / std::sqrt(k / m * (1 - z * z));
    for (const bool rigid : {true, false}) {
      const luztar::System system =
          luztar::compile(text_model(block + (rigid ? stop(where, e) : spring(where, k, e, m))));
      const auto out =
          luztar::simulate(system, luztar::initial_state(system), {.duration = 2.0, .samples = 2});
      double expected = 0.5 / v, speed = v;
      int bounces = 0;
      for (const auto& event : out.events) {
        const bool hit = event.cause == luztar::Event::Cause::Impact;
        if (!hit && event.cause != luztar::Event::Cause::Touch) continue;
        CHECK(std::abs(event.time.value - expected) < 1e-12);
        speed *= e;
        expected += 1.0 / speed + (rigid ? 0.0 : contact);
        ++bounces;
      }
      CHECK(bounces == (e == 1.0 ? 6 : 3));
      CHECK(std::abs(std::abs(out.info.v[0]) - speed) < 1e-11);
    }
  }
}

TEST_CASE("a block between stiff springs tends to one between stops, order 1/2 in 1/k") {
  const std::string block =
      "[bodies.block]\nmass = 2\nvelocity = 3\n"
      "[frictions.floor]\nbetween = [\"block\", \"ground\"]\nkinetic = 1\n"
      "[forces.F]\non = \"block\"\nvalue = \"2*sin(3*t)\"\n";
  const std::string where = "between = [\"block\", \"ground\"]\ngap = [-0.5, 1]\n";
  for (const double e : {1.0, 0.6}) {
    CAPTURE(e);
    const auto limit = run(block + stop(where, e), {"block"}, 4.0);
    check_order(converge(kSoftness, limit,
                         [&](double x) {
                           return run(block + spring(where, 1 / x, e, 2.0), {"block"}, 4.0);
                         }),
                0.5);
  }
}

TEST_CASE("contact damping that does not grow with k is lost: restitution 1, order 1/2") {
  const std::string ball =
      "[bodies.ball]\nmass = 0.5\nposition = 1\n[forces.weight]\non = \"ball\"\nvalue = -4.905\n";
  const std::string between = "between = [\"ball\", \"ground\"]\n";
  const auto limit = run(ball + stop(between + "gap = [0, \"inf\"]\n", 1.0), {"ball"}, 3.0);
  for (const double c : {0.0, 5.0}) {
    CAPTURE(c);
    check_order(converge(kSoftness, limit,
                         [&](double x) {
                           return run(ball + "[springs.contact]\n" + between +
                                          "gap = [0, 1000]\nstiffness = " + digits(1 / x) +
                                          "\ndamping = " + digits(c) + "\n",
                                      {"ball"}, 3.0);
                         }),
                0.5);
  }
}

TEST_CASE("a block with a rider hits another one: no dry friction holds against the impact") {
  // The spring's force grows beyond all limits, so that the rider slides and the block that is hit
  // comes off the floor, however strong their frictions. The masses that meet are block and anvil.
  const std::string blocks =
      "[bodies.block]\nmass = 2\nvelocity = 2\n[bodies.rider]\nmass = 1\nvelocity = 2\n"
      "[bodies.anvil]\nmass = 3\nposition = 0.5\n"
      "[frictions.top]\nbetween = [\"rider\", \"block\"]\nkinetic = 3\nviscous = 0.2\n"
      "[frictions.floor]\nbetween = [\"anvil\", \"ground\"]\nkinetic = 4\n";
  const std::string between = "between = [\"block\", \"anvil\"]\n";
  const std::vector<std::string> all{"block", "rider", "anvil"};
  for (const double e : {1.0, 0.5}) {
    CAPTURE(e);
    const auto limit = run(blocks + stop(between + "gap = [\"-inf\", 0]\n", e), all, 2.0);
    check_order(converge(kSoftness, limit,
                         [&](double x) {
                           const std::string where = between + "gap = [-1000, 0]\n";
                           return run(blocks + spring(where, 1 / x, e, 6.0 / 5.0), all, 2.0);
                         }),
                0.5);
  }
}

TEST_CASE("a critically damped contact tends to restitution 0: v/(w e) deep, order 1/2") {
  // x = v t exp(-w t) is deepest at t = 1/w; a force holds the block there.
  const std::string block =
      "[bodies.block]\nmass = 2\nvelocity = 3\n"
      "[forces.F]\non = \"block\"\nvalue = 0.5\n";
  const std::string where = "between = [\"block\", \"ground\"]\ngap = [-1, 1]\n";
  const auto limit = run(block + stop(where, 0.0), {"block"}, 1.0, 4001);
  const auto found = converge({1e-3, 2.5e-4, 6.25e-5, 1.5625e-5}, limit, [&](double x) {
    return run(block + spring(where, 1 / x, 0.0, 2.0), {"block"}, 1.0, 4001);
  });
  check_order(found, 0.5);
  const double v = std::sqrt(9.0 + 2 * 0.5 / 2.0), w = std::sqrt(1 / (1.5625e-5 * 2.0));
  CHECK(found.errors.back() == doctest::Approx(v / (w * std::exp(1.0))).epsilon(0.01));
}

TEST_CASE("a mass pressed on a stiff spring sinks in by force over k, and leaves it as the stop") {
  // At rest on the contact until the force turns at pi/2.
  const std::string block =
      "[bodies.block]\nmass = 2\n[forces.F]\non = \"block\"\nvalue = \"-3*cos(t)\"\n";
  const std::string between = "between = [\"block\", \"ground\"]\n";
  const auto limit = run(block + stop(between + "gap = [0, \"inf\"]\n", 0.0), {"block"}, 3.0);
  const auto found = converge({1e-4, 2.5e-5, 6.25e-6, 1.5625e-6}, limit, [&](double x) {
    return run(block + spring(between + "gap = [0, 1000]\n", 1 / x, 0.0, 2.0), {"block"}, 3.0);
  });
  check_order(found, 1.0);
  // Behind pi/2 the error grows: the spring has given the block back its 3/k in a speed of 3/k.
  CHECK(found.errors.back() * 6.4e5 == doctest::Approx(3.0 * (3.0 - pi / 2)).epsilon(0.02));
}
