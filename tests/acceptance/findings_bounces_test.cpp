// Bounces at parallel stops of one body.
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

/// One free body with a friction, a force and stops with one edge in common.
struct StopsAtOneEdge {
  double edge{}, speed{}, kinetic{}, forward{}, amplitude{}, frequency{};
  std::vector<double> upper{}, restitution{};  ///< (stops)

  std::string text() const {
    std::string model =
        "[bodies.b]\nmass = 1.0\nposition = " + in_quotes(edge) +
        "\nvelocity = " + in_quotes(speed) +
        "\n[frictions.f]\nbetween = [\"b\", \"ground\"]\nkinetic = " + in_quotes(forward) +
        "\nnegative = { kinetic = " + in_quotes(kinetic) +
        ", static = " + in_quotes(1.5 * kinetic) + " }\n";
    for (std::size_t i = 0; i < upper.size(); ++i)
      model += "[stops.st" + std::to_string(i) + "]\nbetween = [\"b\", \"ground\"]\ngap = [" +
               in_quotes(edge) + ", " + in_quotes(upper[i]) +
               "]\nrestitution = " + in_quotes(restitution[i]) + "\n";
    return model + "[forces.F]\non = \"b\"\nvalue = \"" + std::to_string(amplitude) + "*sin(" +
           std::to_string(frequency) + "*t)\"\n[simulation]\nduration = 3.0\nsamples = 300\n";
  }
};

Recorded finished_run(const std::string& text) {
  const luztar::System system = luztar::compile(model_of(text));
  Recorded run = record(system, system.settings());
  INFO(text);
  INFO(run.info.diagnosis);
  CHECK(run.info.status == luztar::Status::Finished);
  CHECK(run.info.proofs.hold());
  return run;
}

/// Where it is and how fast, beside the run with the one stop that throws back most.
double distance_to_one(const StopsAtOneEdge& stops) {
  StopsAtOneEdge one = stops;
  one.upper = {*std::ranges::min_element(stops.upper)};
  one.restitution = {*std::ranges::max_element(stops.restitution)};
  const Recorded a = finished_run(stops.text()), b = finished_run(one.text());
  double worst = 0.0;
  for (std::size_t i = 0; i < std::min(a.samples.size(), b.samples.size()); ++i)
    worst = std::max(worst, std::abs(a.samples[i].q[0] - b.samples[i].q[0]));
  return worst;
}

}  // namespace

TEST_CASE("parallel stops at one edge bounce as the one of them that throws back most") {
  const luztar::System system = luztar::compile(luztar::load_model(
      LUZTAR_SOURCE_DIR "/tests/acceptance/findings/parallel_stops_one_edge.toml"));
  check_trust(record(system, system.settings()));
  CHECK(distance_to_one({.edge = 0.4,
                         .speed = -2,
                         .kinetic = 0.2,
                         .forward = 3,
                         .amplitude = 1,
                         .frequency = 3,
                         .upper = {1, 0.5},
                         .restitution = {1, 1}}) < 1e-9);
}

TEST_CASE("random stops at one edge bounce as the one of them that throws back most") {
  const int sets = luztar::test::count_of(luztar::test::some_of(20));
  double worst = 0.0;
  for (int seed = luztar::test::first_seed(0), n = 0; n < sets; ++n, ++seed) {
    CAPTURE(seed);
    Random random(static_cast<unsigned>(seed));
    StopsAtOneEdge stops{.edge = random.uniform(-1, 1), .speed = -random.uniform(0.2, 3)};
    stops.kinetic = random.uniform(0.05, 0.5);
    stops.forward = random.chance(0.5) ? stops.kinetic : random.uniform(0.5, 4);
    stops.amplitude = random.uniform(0.6, 3);
    stops.frequency = random.uniform(1, 6);
    const int count = 2 + random.below(3);
    const bool equal = random.chance(0.6);
    const double all = random.chance(0.4) ? 1.0 : random.uniform(0, 1);
    for (int i = 0; i < count; ++i) {
      stops.upper.push_back(stops.edge + (equal ? random.uniform(0.1, 1) : 50.0));
      stops.restitution.push_back(equal ? all : random.uniform(0, 1));
    }
    const double apart = distance_to_one(stops);
    CHECK(apart < 1e-8);
    worst = std::max(worst, apart);
  }
  MESSAGE(sets, " sets of stops differ from one of them by ", worst);
}
