// 300 random networks with inertias: forces balance M a, and they move as the same networks do in
// other coordinates without inertias. The mass matrix is factored here, the other way round.
#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "inertias/coupled_run.h"
#include "inertias/drawn_network.h"

using namespace luztar;
using inertias::drawn_network;
using inertias::DrawnNetwork;

namespace {

double size_of(const std::vector<std::vector<double>>& rows) {
  double size = 0.0;
  for (const auto& row : rows)
    for (const double x : row) size = std::max(size, std::abs(x));
  return size;
}

/// The largest of M a - forces over bodies with a mass, relative to forces.
double imbalance(const DrawnNetwork& network, const Trajectory& run) {
  double worst = 0.0;
  for (std::size_t k = 0; k < run.time.size(); ++k)
    for (std::size_t b = 0; b < static_cast<std::size_t>(network.n); ++b) {
      if (network.given[b] != 0) continue;
      double sum = 0.0, size = 1.0;
      const auto add = [&](double term) {
        sum += term;
        size = std::max(size, std::abs(term));
      };
      for (std::size_t j = 0; j < static_cast<std::size_t>(network.n); ++j)
        add(network.mass[b][j] * run.a[j][k]);
      for (std::size_t e = 0; e < network.pushes.size(); ++e)
        add(-network.pushes[e][b] * run.f[e][k]);
      worst = std::max(worst, std::abs(sum) / size);
    }
  return worst;
}

/// The largest difference of coordinates at the samples.
double difference(const DrawnNetwork& network, const inertias::Rows& coupled,
                  const inertias::Rows& plain) {
  double worst = 0.0;
  for (std::size_t k = 0; k < coupled[0].size(); ++k)
    for (std::size_t b = 0; b < coupled.size(); ++b) {
      double value = -coupled[b][k];
      for (std::size_t m = 0; m < plain.size(); ++m) value += network.positions[b][m] * plain[m][k];
      worst = std::max(worst, std::abs(value));
    }
  return worst;
}

}  // namespace

TEST_CASE("coupled inertia: random networks against other coordinates") {
  std::size_t events = 0, impacts = 0, given = 0, massless = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    const DrawnNetwork network = drawn_network(seed);
    const Trajectory coupled = inertias::run_of(network.coupled);
    const Trajectory plain = inertias::run_of(network.plain);
    REQUIRE(coupled.time.size() == plain.time.size());
    CHECK(coupled.events.size() == plain.events.size());
    CHECK(difference(network, coupled.q, plain.q) < 1e-10 * (1.0 + size_of(plain.q)));
    CHECK(imbalance(network, coupled) < 1e-11);
    events += coupled.events.size();
    impacts += static_cast<std::size_t>(
        std::ranges::count(coupled.events, Event::Cause::Impact, &Event::cause));
    given += std::ranges::count(network.given, 1) > 0 ? 1 : 0;
    massless += network.given.size() > static_cast<std::size_t>(network.n) ? 1 : 0;
  }
  CHECK(events > 3000);
  CHECK(impacts > 100);
  CHECK(given > 30);
  CHECK(massless > 30);
}

// Graphs of such pairs are among what steps cannot always solve, with inertias or without.
TEST_CASE("coupled inertia: random pairs of bodies by stepping") {
  int stepped = 0, in_words = 0;
  for (std::uint64_t seed = 0; stepped < 40; ++seed) {
    CAPTURE(seed);
    const DrawnNetwork network = drawn_network(seed);
    if (network.given.size() > 2) continue;
    const std::string steps = "method = \"stepping\"\nstep = 1e-3\n";
    const Trajectory plain = inertias::run_of(parse_model(network.plain + steps, "plain.toml"));
    const Trajectory coupled = inertias::run_of(parse_model(network.coupled + steps, "c.toml"));
    if (plain.info.status != Status::Finished || coupled.info.status != Status::Finished) {
      ++in_words;
      continue;
    }
    CHECK(difference(network, coupled.q, plain.q) < 1e-10 * (1.0 + size_of(plain.q)));
    ++stepped;
  }
  CHECK(in_words <= 4);
}
