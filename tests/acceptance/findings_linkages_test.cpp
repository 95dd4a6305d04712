// Four-bars with backstops: links along expressions beside freewheels and dry friction.
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "acceptance/continued.h"
#include "acceptance/network.h"
#include "acceptance/recording.h"
#include "environment.h"

using namespace acceptance;

namespace {

std::string precise(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "(%.17g)", x);
  return text;
}

/// Crank and rocker on shafts with friction, a coupler, what keeps the crank from turning back.
struct FourBar {
  double crank{}, rocker{};  ///< angles [rad]
  double inertia_crank{}, inertia_rocker{}, rub_crank{}, rub_rocker{}, torque{};
  bool ratchet{};

  std::string text() const {
    return "[bodies.crank]\nmass = \"" + precise(inertia_crank) + "\"\nposition = \"" +
           precise(crank) + "\"\n[bodies.rocker]\nmass = \"" + precise(inertia_rocker) +
           "\"\nposition = \"" + precise(rocker) +
           "\"\n[links.coupler]\ndeflection = \"hypot(0.4 + 0.3*cos(q.rocker) - "
           "0.1*cos(q.crank), 0.3*sin(q.rocker) - 0.1*sin(q.crank))\"\n" +
           "[frictions.fc]\nbetween = [\"crank\", \"ground\"]\nkinetic = \"" + precise(rub_crank) +
           "\"\n[frictions.fr]\nbetween = [\"rocker\", \"ground\"]\nkinetic = \"" +
           precise(rub_rocker) + "\"\n[freewheels.back]\nbetween = [\"crank\", \"ground\"]\n" +
           (ratchet ? "pitch = 0.01\n" : "") + "[forces.f1]\non = \"crank\"\nvalue = \"" +
           precise(torque) + "\"\n[simulation]\nduration = 0.3\nsamples = 30\n";
  }
  /// Rates of the length of the coupler, times that: by the crank and by the rocker.
  std::pair<double, double> gradient() const {
    const double x = 0.4 + 0.3 * std::cos(rocker) - 0.1 * std::cos(crank);
    const double y = 0.3 * std::sin(rocker) - 0.1 * std::sin(crank);
    return {0.1 * (x * std::sin(crank) - y * std::cos(crank)),
            0.3 * (y * std::cos(rocker) - x * std::sin(rocker))};
  }
  /// What the torque has left when it turns the crank forward: virtual power.
  double left_forward() const {
    const auto [by_crank, by_rocker] = gradient();
    return torque - rub_crank - std::abs(by_crank / by_rocker) * rub_rocker;
  }
};

}  // namespace

TEST_CASE("random four-bars with a backstop rest, or turn forward where the torque is enough") {
  const int linkages = luztar::test::count_of(luztar::test::some_of(60));
  int moving = 0;
  for (int seed = luztar::test::first_seed(0), n = 0; n < linkages; ++n, ++seed) {
    CAPTURE(seed);
    Random random(static_cast<unsigned>(seed));
    FourBar bar{.crank = random.uniform(-3, 3), .rocker = random.uniform(0.5, 2.6)};
    bar.inertia_crank = std::pow(10.0, random.uniform(-2, 0));
    bar.inertia_rocker = std::pow(10.0, random.uniform(-2, 0));
    bar.rub_crank = random.chance(0.1) ? 0.0 : random.uniform(0.01, 0.3);
    bar.rub_rocker = random.chance(0.1) ? 0.0 : random.uniform(0.01, 0.3);
    bar.torque = random.uniform(-2, 1);
    bar.ratchet = random.chance(0.4);
    const luztar::System system = luztar::compile(model_of(bar.text()));
    const Recorded run = record(system, system.settings());
    INFO(bar.text());
    INFO(run.info.diagnosis);
    const bool dead_point = run.info.diagnosis.find("dead point") != std::string::npos;
    CHECK((run.info.status == luztar::Status::Finished || dead_point));
    if (run.samples.size() < 2) continue;
    const double way = run.samples[1].q[0] - run.samples[0].q[0];
    if (std::abs(bar.left_forward()) > 1e-3) CHECK((way > 0.0) == (bar.left_forward() > 0.0));
    if (bar.torque < 0.0 && !bar.ratchet) CHECK(way == 0.0);
    for (const Snapshot& sample : run.samples)  // a ratchet falls back to its last tooth
      CHECK(sample.q[0] - run.samples[0].q[0] >= (bar.ratchet ? -0.01 - 1e-12 : 0.0));
    moving += way > 0.0 ? 1 : 0;
  }
  MESSAGE(linkages, " four-bars, ", moving, " of them turn");
}

TEST_CASE("a backstop and frictions hold a four-bar whose forces are not unique") {
  const luztar::System system = luztar::compile(
      luztar::load_model(LUZTAR_SOURCE_DIR "/tests/acceptance/findings/backstop_on_linkage.toml"));
  const Recorded run = record(system, system.settings());
  check_trust(run);
  CHECK(run.samples.back().q == run.samples.front().q);
}
