// Elements between given motions: their forces are told, though they move nothing.
#include <cmath>

#include <doctest/doctest.h>

#include "acceptance/blocks.h"
#include "acceptance/recording.h"

using namespace luztar;
using namespace acceptance;

TEST_CASE("a friction between given motions slides at its kinetic level") {
  const System system =
      compile(load_model(LUZTAR_SOURCE_DIR "/tests/acceptance/findings/stepping_given_pair.toml"));
  SimulationSettings settings = system.settings();
  settings.samples = 5;
  for (const Method method : {Method::Events, Method::Stepping}) {
    CAPTURE(method == Method::Stepping);
    settings.method = method;
    settings.step = method == Method::Stepping ? 0.01 : 0.0;
    const Recording run = record(system, settings);
    CHECK(run.info.status == Status::Finished);
    for (const Snapshot& now : run.samples) CHECK(now.f[0] == 1.0);
    // By steps the given path is the trapezoidal sum of its velocity, good to h^2 q''/12.
    CHECK(run.info.energy.dissipated[0] == doctest::Approx(0.1 * std::sin(1.2)).epsilon(1e-4));
  }
}

TEST_CASE("finding: what sticks to a given motion rounds as its velocity does") {
  const System system = compile(
      load_model(LUZTAR_SOURCE_DIR "/tests/acceptance/findings/given_velocity_rounds.toml"));
  const Recording run = record(system, system.settings());
  CHECK(run.info.status == Status::Finished);
  CHECK(run.info.proofs.hold());
  REQUIRE(!run.events.empty());
  const double w = 0.0625, breaks = std::asin(2.0 / (5.4e8 * w * w)) / w;
  CHECK(run.events[0].time.value == doctest::Approx(breaks).epsilon(1e-12));
}
