// Frictions on cycles beside masses over many decades: breaks are those of the group. More:
// ./check --long held.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "acceptance/held_network.h"
#include "environment.h"

using namespace acceptance;

namespace {

/// @return 1: the run ended early
int check_held(std::uint64_t seed, const HeldOptions& options, HeldCounts& counts) {
  const HeldNetwork network = held_network(seed, options);
  const luztar::System system = luztar::compile(luztar::parse_model(network.toml(), "held.toml"));
  const Recorded run = record(system, system.settings());
  std::vector<int> elements;
  for (std::size_t j = 0; j < network.pairs.size(); ++j)
    elements.push_back(element_index(system, "f" + std::to_string(j)));
  CHECK(false_rest(network, elements, run, counts) == "");
  if (run.info.status == luztar::Status::Finished) return 0;
  MESSAGE("seed ", seed, ", decades ", options.decades, ": ", run.info.diagnosis);
  return 1;
}

void check_networks(const HeldOptions& options) {
  const int n = luztar::test::count_of(luztar::test::some_of(30));
  HeldCounts counts;
  int early = 0;
  for (int seed = 0; seed < n; ++seed) {
    CAPTURE(seed);
    CAPTURE(options.decades);
    HeldOptions own = options;
    own.drops = seed % 2 == 1;
    early += check_held(static_cast<std::uint64_t>(seed), own, counts);
  }
  CHECK(1000 * early <= n);
  CHECK(counts.on_cycles > 2 * n);
}

luztar::Model finding(const std::string& name) {
  return luztar::load_model(std::string(LUZTAR_SOURCE_DIR) + "/tests/acceptance/findings/" + name +
                            ".toml");
}

/// Times at which a friction lets go, in order.
std::vector<double> breaks(const Recorded& run) {
  std::vector<double> times;
  for (const luztar::Event& event : run.events)
    if (event.from == 0 && event.to != 0) times.push_back(event.time.value);
  return times;
}

}  // namespace

TEST_CASE("frictions on cycles break where no forces in their limits hold, whatever the masses") {
  check_networks({.decades = 6});
  check_networks({.decades = 10});
}

TEST_CASE("beside a body without mass, frictions on cycles break where no forces hold them") {
  check_networks({.decades = 2, .massless = true});
}

TEST_CASE("finding: a heavy block and a light one on a floor break together, at any mass") {
  // 169 N/m between the driver and the block; the driver swings by 4 sin(3.71 t) N.
  const double m = 0.9348479977712577, k = 169.0, w = 3.71;
  const auto load = [&](double t) {  // spring force on a block at rest
    const double own = std::sqrt(k / m);
    const double a = 4.0 / (m * (own * own - w * w));
    return k * a * (std::sin(w * t) - w / own * std::sin(own * t));
  };
  for (const double heavy : {3e4, 2e5, 1e6, 1e9, 1e12}) {
    CAPTURE(heavy);
    luztar::Model model = finding("heavy_block_on_a_cycle");
    model.bodies[1].mass = luztar::Expression::number(heavy);  // 'heavy'
    const luztar::System system = luztar::compile(model);
    const Recorded run = record(system, system.settings());
    CHECK(run.info.status == luztar::Status::Finished);
    const std::vector<double> times = breaks(run);
    REQUIRE(times.size() >= 2);
    CHECK(load(times[0]) == doctest::Approx(0.9 + 0.6756661085059511).epsilon(1e-12));
    CHECK(times[1] == times[0]);
  }
}

TEST_CASE("finding: a share at its limit beside a heavy block is no break") {
  const luztar::System system = luztar::compile(finding("false_break_heavy_light"));
  const Recorded run = record(system, system.settings());
  check_trust(run);
  const std::vector<double> times = breaks(run);
  REQUIRE(times.size() >= 2);
  CHECK(times[0] == doctest::Approx(std::asin(2.0 / 8.0)).epsilon(1e-14));
  CHECK(times[1] == times[0]);
}
