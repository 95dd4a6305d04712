// Random graphs of friction pairs, stops and normal forces beside the laws of mechanics.
// More: ./check --long graphs.
#include <cstdlib>

#include <doctest/doctest.h>

#include "acceptance/friction_graph.h"
#include "acceptance/rich_witness.h"
#include "environment.h"

using namespace acceptance;

namespace {

#ifdef NDEBUG
constexpr int kGraphs = 60;
#else
constexpr int kGraphs = 5;
#endif

Seen check_graph(int seed, const GraphOptions& options) {
  const luztar::Model model =
      luztar::parse_model(friction_graph(static_cast<std::uint64_t>(seed), options), "graph.toml");
  return check_laws(model, 1e-9);
}

void check_graphs(const GraphOptions& options) {
  const int n = luztar::test::count_of(kGraphs);
  Seen seen;
  for (int seed = 0; seed < n; ++seed) {
    CAPTURE(seed);
    seen += check_graph(seed, options);
  }
  CHECK(seen.stuck > 100 * n);
  CHECK(seen.sliding > 50 * n);
}

}  // namespace

TEST_CASE("graphs of frictions obey all laws, whatever cycles they have") {
  check_graphs({});
  check_graphs({.motion = true});
  check_graphs({.arms = true, .moving = true});
}

TEST_CASE("graphs of frictions whose normal forces vary obey all laws") {
  check_graphs({.normal = true});
  check_graphs({.normal = true, .arms = true, .moving = true});
}

TEST_CASE("a share of a limit that has just risen from zero comes to an end") {
  for (const int seed : {367, 641}) check_graph(seed, {.normal = true});
  check_graph(764, {.normal = true, .arms = true, .moving = true});
}

TEST_CASE("rates that rounding of forces gives to a network at rest are no contradiction") {
  check_graph(615, {.normal = true, .arms = true, .moving = true});
  for (const int seed : {703, 758})
    check_graph(seed, {.normal = true, .stops = true, .arms = true, .moving = true});
}

TEST_CASE("pairs may break beside a stop that carries nothing, which lets go of its edge") {
  check_graph(480, {.normal = true, .stops = true, .elsewhere = true});
}

TEST_CASE("graphs of frictions and stops obey all laws") {
  check_graphs({.stops = true});
  check_graphs({.normal = true, .stops = true, .arms = true, .moving = true});
}

TEST_CASE("graphs of frictions obey all laws beside a massless body connected with nothing") {
  check_graphs({.elsewhere = true});
  check_graphs({.normal = true, .stops = true, .elsewhere = true});
  check_graphs({.arms = true, .motion = true, .elsewhere = true});
}
