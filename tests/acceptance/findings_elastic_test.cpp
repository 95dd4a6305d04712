// Elastic bounces that only friction brings to an end.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/continued.h"
#include "acceptance/network.h"
#include "acceptance/recording.h"
#include "environment.h"

using namespace acceptance;

namespace {

std::string in_quotes(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "\"%.17g\"", x);
  return text;
}

Recorded finished_run(const std::string& text) {
  const luztar::System system = luztar::compile(model_of(text));
  Recorded run = record(system, system.settings());
  INFO(text);
  INFO(run.info.diagnosis);
  CHECK(run.info.status == luztar::Status::Finished);
  CHECK(run.info.proofs.hold());
  return run;
}

/// An elastic ball on a floor at this height: when it comes to rest [s].
struct Ball {
  double drop = 0.1, gravity = 10.0, kinetic = 0.01, duration = 600.0;

  double rest_time(double floor) const {
    const Recorded run = finished_run(
        "[bodies.ball]\nmass = 1.0\nposition = " + in_quotes(floor + drop) +
        "\n[forces.weight]\non = \"ball\"\nvalue = " + in_quotes(-gravity) +
        "\n[stops.floor]\nbetween = [\"ball\", \"ground\"]\ngap = [" + in_quotes(floor) +
        ", inf]\nrestitution = 1.0\n[frictions.f]\nbetween = [\"ball\", \"ground\"]\nkinetic = " +
        in_quotes(kinetic) + "\n[simulation]\nduration = " + in_quotes(duration) +
        "\nsamples = 5\n");
    CHECK(std::abs(run.samples.back().q[0] - floor) <= 1e-12 * (1.0 + std::abs(floor)));
    return run.events.back().time.value;
  }
  /// Of all flights: each falls by (g - f) and rises by (g + f), from height to height.
  double closed_form() const {
    const double down = gravity - kinetic, up = gravity + kinetic;
    const double ratio = std::sqrt(down / up);  // of the speeds of two bounces
    const double fall = std::sqrt(2.0 * drop / down);
    const double speed = down * fall;
    // Rise by speed * ratio^0 ... : a flight that leaves with v takes v/up + v*ratio/down.
    return fall + speed * (1.0 / up + ratio / down) / (1.0 - ratio);
  }
};

}  // namespace

TEST_CASE("random balls without a loss that friction brings to rest do so wherever the floor is") {
  const int balls = luztar::test::count_of(luztar::test::some_of(6));
  double worst = 0.0;
  for (int seed = luztar::test::first_seed(0), n = 0; n < balls; ++n, ++seed) {
    CAPTURE(seed);
    Random random(static_cast<unsigned>(seed));
    Ball ball{.drop = random.uniform(0.01, 2), .gravity = random.uniform(1, 20)};
    ball.kinetic = ball.gravity * std::pow(10.0, random.uniform(-1.7, -0.3));
    const double wanted = ball.closed_form();
    ball.duration = 1.5 * wanted;
    for (const double floor : {0.0, 1.0, -7.3, 1e3}) {
      const double found = ball.rest_time(floor);
      CAPTURE(floor);
      CHECK(std::abs(found - wanted) <= 1e-6 * wanted);
      worst = std::max(worst, std::abs(found / wanted - 1.0));
    }
  }
  MESSAGE(balls, " balls rest when the sum of their flights says, to ", worst);
}

TEST_CASE("an elastic ball that hardly any friction slows comes to rest") {
  const luztar::System system = luztar::compile(luztar::load_model(
      LUZTAR_SOURCE_DIR "/tests/acceptance/findings/elastic_ball_accumulates.toml"));
  const Recorded run = record(system, system.settings());
  check_trust(run);
  CHECK(std::abs(run.samples.back().q[0]) <= 1e-12);
  CHECK(std::abs(run.events.back().time.value - Ball{}.closed_form()) <= 1e-6 * 282.84);
}
