// Networks with massless bodies and friction on cycles that ended in words though they move, or
// that stood still.
#include <algorithm>
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "acceptance/recording.h"
#include "acceptance/rich_witness.h"

using namespace acceptance;

namespace {

luztar::Model model_of(const std::string& name) {
  return luztar::load_model(std::string(LUZTAR_SOURCE_DIR) + "/tests/acceptance/findings/" + name +
                            ".toml");
}

luztar::System finding(const std::string& name) { return luztar::compile(model_of(name)); }

Recorded run_of(const luztar::System& system) { return record(system, system.settings()); }

}  // namespace

TEST_CASE("a pair without strength on a cycle takes no share, and gives no other pair its limit") {
  const luztar::System system = finding("floor_and_massless_elsewhere_cycles");
  const Recorded run = run_of(system);
  check_trust(run);
  const auto changes =
      mode_changes(run, {element_index(system, "f0"), element_index(system, "g0")});
  REQUIRE(!changes.empty());
  CHECK(std::abs(changes[0].time - (0.72 + 0.283 - 0.028) / 1.886) < 1e-14);
}

TEST_CASE("pairs without strength hold nothing, whatever cycle they close") {
  const luztar::System system = finding("strengthless_pairs_on_a_cycle");
  const Recorded run = run_of(system);
  check_trust(run);
  for (const Snapshot& sample : run.samples)
    for (const char* block : {"b0", "b1"})
      CHECK(std::abs(sample.q[body_index(system, block)] - std::pow(sample.time, 3) / 24) < 1e-14);
}

TEST_CASE("pairs stick where velocities that are differences of others agree to their rounding") {
  const luztar::System system = finding("velocity_that_follows");
  const Recorded run = run_of(system);
  check_trust(run);
  const int f7 = element_index(system, "f7"), f8 = element_index(system, "f8");
  const auto changes = mode_changes(run, {f7, f8});
  REQUIRE(!changes.empty());
  CHECK(changes[0].modes == std::vector<int>{0, 0});
  check_laws(model_of("velocity_that_follows"), 1e-11);
}

TEST_CASE("a cycle breaks at the sum of its limits while a normal force varies") {
  // x - sin x = 0.66, x = 2 t, by halving.
  double low = 0.0, high = 3.0;
  for (int i = 0; i < 100; ++i) {
    const double x = 0.5 * (low + high);
    (x - std::sin(x) < 0.66 ? low : high) = x;
  }
  const luztar::System system = finding("normal_force_on_cycle");
  const Recorded run = run_of(system);
  check_trust(run);
  const auto changes = mode_changes(
      run, {element_index(system, "f0"), element_index(system, "f1"), element_index(system, "f2")});
  REQUIRE(!changes.empty());
  CHECK(std::abs(changes[0].time - 0.5 * high) < 1e-14);
  CHECK(changes[0].modes == std::vector<int>{-1, -1, -1});
  check_laws(model_of("normal_force_on_cycle"), 1e-11);
}

TEST_CASE("a stop that closes a cycle of frictions comes to rest") {
  check_laws(model_of("stop_on_cycle"), 1e-11);
}

TEST_CASE("frictions and stops share a load until nothing can carry it any more") {
  const auto beyond = [](double t) {
    return 1.31 + 0.71 * t - 0.3 * std::sin(8 * t) > 2.0;
  };
  double low = 0.5, high = 0.6;  // by halving
  for (int i = 0; i < 100; ++i) {
    const double t = 0.5 * (low + high);
    (beyond(t) ? high : low) = t;
  }
  const luztar::System system = finding("stops_share_with_frictions");
  const Recorded run = run_of(system);
  check_trust(run);
  const auto changes =
      mode_changes(run, {element_index(system, "f3"), element_index(system, "f5")});
  REQUIRE(!changes.empty());
  CHECK(std::abs(changes[0].time - high) < 1e-14);
  CHECK(changes[0].modes == std::vector<int>{1, 1});
  check_laws(model_of("stops_share_with_frictions"), 1e-11);
}

TEST_CASE("a stop opens where its load turns, though no other force tells what rounding is") {
  const luztar::System system = finding("stop_opens_without_forces");
  const Recorded run = run_of(system);
  check_trust(run);
  REQUIRE(run.events.size() == 1);
  const double turn = (std::acos(-1.0) - 2) / 5;
  CHECK(std::abs(run.events[0].time.value - turn) < 1e-15);
  const double tau = 0.8 - turn;  // b2 of 3 kg under sin(5 tau)
  const int b2 = body_index(system, "b2");
  CHECK(std::abs(run.samples.back().q[b2] - (5 * tau - std::sin(5 * tau)) / 75) < 1e-14);
}

TEST_CASE(
    "a body that nothing holds sticks to the first pair that it comes to, in any order of them") {
  const luztar::System system = finding("first_pair_on_the_way");
  const Recorded run = run_of(system);
  check_trust(run);
  const Snapshot& start = run.samples.front();
  CHECK(start.mode[element_index(system, "f12")] == 1);
  CHECK(start.mode[element_index(system, "f13")] == -1);
  CHECK(start.mode[element_index(system, "f14")] == 0);
  CHECK(start.f[element_index(system, "f14")] == -3.0);
  check_laws(model_of("first_pair_on_the_way"), 1e-11);
}

TEST_CASE("a ball on two stops bounces with the larger restitution until its bounces end") {
  const luztar::System system = finding("parallel_stops_bounce");
  const Recorded run = run_of(system);
  check_trust(run);
  const auto hits = mode_changes(run, {element_index(system, "lively")});
  REQUIRE(hits.size() > 30);
  CHECK(std::abs(hits[0].time - std::sqrt(0.2)) < 1e-14);
  CHECK(std::abs(hits[1].time - 2 * std::sqrt(0.2)) < 1e-14);
  CHECK(hits.back().modes == std::vector<int>{-1});
  CHECK(std::abs(hits.back().time - 3 * std::sqrt(0.2)) < 1e-11);
  check_laws(model_of("parallel_stops_bounce"), 1e-11);
}

TEST_CASE(
    "a part of a sheet whose pairs next to all carry their limits finds the one that yields") {
  const luztar::Model model = model_of("sheet_modes_without_end");
  check_trust(run_of(luztar::compile(model)));
#ifndef LUZTAR_ENABLE_ASSERT  // minutes with sanitizers
  check_laws(model, 1e-10);
#endif
}

TEST_CASE("stops that share with frictions never pull, in large groups too") {
  check_trust(run_of(finding("stops_of_a_sheet_pull")));
}

TEST_CASE("bounces end beside a friction that takes their rate at once") {
  const Recorded run = run_of(finding("bounces_beside_strong_friction"));
  check_trust(run);
  CHECK(std::count_if(run.events.begin(), run.events.end(), [](const luztar::Event& event) {
          return event.cause == luztar::Event::Cause::Impact;
        }) > 5);
}
