// Networks with massless bodies and friction on cycles that ended in words though they move, or
// that stood still.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "acceptance/recording.h"

using namespace acceptance;

namespace {

luztar::System finding(const std::string& name) {
  return luztar::compile(luztar::load_model(std::string(LUZTAR_SOURCE_DIR) +
                                            "/tests/acceptance/findings/" + name + ".toml"));
}

Recording run_of(const luztar::System& system) { return record(system, system.settings()); }

}  // namespace

TEST_CASE("a pair without strength on a cycle takes no share, and gives no other pair its limit") {
  const luztar::System system = finding("floor_and_massless_elsewhere_cycles");
  const Recording run = run_of(system);
  check_trust(run);
  const auto changes =
      mode_changes(run, {element_index(system, "f0"), element_index(system, "g0")});
  REQUIRE(!changes.empty());
  CHECK(std::abs(changes[0].time - (0.72 + 0.283 - 0.028) / 1.886) < 1e-14);
}

TEST_CASE("pairs without strength hold nothing, whatever cycle they close") {
  const luztar::System system = finding("strengthless_pairs_on_a_cycle");
  const Recording run = run_of(system);
  check_trust(run);
  for (const Snapshot& sample : run.samples)
    for (const char* block : {"b0", "b1"})
      CHECK(std::abs(sample.q[body_index(system, block)] - std::pow(sample.time, 3) / 24) < 1e-14);
}
