// slider_crank and band_brake: what their rows say, against kinematics and closed forms by hand.
#include <cmath>

#include <doctest/doctest.h>

#include "acceptance/example.h"
#include "luztar/luztar.h"

using namespace acceptance;

namespace {

/// The slider crank in its one coordinate: places and ratios at an angle of the crank.
struct SliderCrank {
  double r, l;

  double rod(double phi) const { return std::sqrt(l * l - r * r * std::sin(phi) * std::sin(phi)); }
  double slider(double phi) const { return r * std::cos(phi) + rod(phi); }
  double slider_ratio(double phi) const {
    return -r * std::sin(phi) - r * r * std::sin(phi) * std::cos(phi) / rod(phi);
  }
  double wrist_ratio(double phi) const { return r * std::cos(phi) / rod(phi); }
};

luztar::Trajectory run_of(const Example& x) {
  return luztar::simulate(x.system, luztar::initial_state(x.system), x.system.settings());
}

}  // namespace

TEST_CASE("slider_crank moves as its one coordinate does, and its rod keeps its length") {
  const Example x("slider_crank");
  const luztar::Trajectory run = run_of(x);
  const SliderCrank by_hand{x["r"], x["l"]};
  CHECK(run.info.status == luztar::Status::Finished);
  CHECK(run.info.proofs.hold());
  const std::size_t crank = x.body("crank"), slider = x.body("slider");
  const auto force = [&](const char* name, std::size_t k) {
    return run.f[x.element(name)][k];
  };
  int at_rest = 0;
  for (std::size_t k = 0; k < run.time.size(); ++k) {
    CAPTURE(run.time[k]);
    const double phi = run.q[crank][k];
    const double ratio = by_hand.slider_ratio(phi);
    CHECK(std::abs(run.q[slider][k] - by_hand.slider(phi)) < 1e-13);
    CHECK(std::abs(run.v[slider][k] - ratio * run.v[crank][k]) < 1e-12);
    // Virtual power in the crank's angle, with the accelerations of the rows.
    const double wrist = by_hand.wrist_ratio(phi);
    const double inertia = x["J"] * run.a[crank][k] + x["m"] * ratio * run.a[slider][k];
    const double forces = x["T"] * std::cos(0.9 * run.time[k]) - force("bearing", k) -
                          (1.0 + wrist) * force("pin", k) - wrist * force("wrist", k) -
                          ratio * force("guide", k);
    CHECK(std::abs(inertia - forces) < 1e-11);
    if (run.mode[x.element("bearing")][k] != 0) continue;
    ++at_rest;
    for (const char* name : {"bearing", "pin", "wrist", "guide"})
      CHECK(run.rate[x.element(name)][k] == 0.0);
  }
  CHECK(at_rest > 20);
}

// While the slider alone turns round, at a dead centre, the guide does not hold it.
TEST_CASE("slider_crank: the guide lets the slider turn round at the dead centres") {
  const Example x("slider_crank");
  int turns = 0;
  for (const luztar::Event& event : x.events_of("guide")) turns += event.from == -event.to ? 1 : 0;
  CHECK(turns > 20);
}

TEST_CASE("band_brake: Euler's tensions, either way") {
  const Example x("band_brake");
  const luztar::Trajectory run = run_of(x);
  CHECK(run.info.proofs.hold());
  const double grip = std::exp(x["mu"] * x["alpha"]);
  const std::size_t wrap = x.element("wrap"), anchor = x.element("anchor");
  const std::size_t last = run.time.size() - 1;
  CHECK(std::abs(run.f[wrap][0] - x["P"] * (grip - 1.0)) < 1e-9);
  // Back, the anchor is on the slack side: less by the whole factor.
  CHECK(std::abs(run.f[wrap][last] + x["P"] * (1.0 - 1.0 / grip)) < 1e-9);
  CHECK(std::abs(run.f[anchor][last] - x["P"] / grip) < 1e-9);
  const double left = x["R"] * x["P"] * (1.0 - 1.0 / grip) - 30.0;
  CHECK(std::abs(run.a[x.body("drum")][last] - left / 0.5) < 1e-9);
  // 20 N m are less than what it holds that way, 30 N m more.
  const std::size_t half = last / 2 - 10;
  CHECK(run.mode[wrap][half] == 0);
  CHECK(run.mode[wrap][last] == -1);
}
