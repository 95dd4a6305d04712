// The guide of Janecek et al. 2011 under its chirp, from the model file of the README.
#include <cmath>

#include <doctest/doctest.h>

#include "acceptance/reference_case.h"

using namespace acceptance;

namespace {

constexpr double kViscous = 200.0, kMass = 100.0;
constexpr std::size_t kStride = 16;

luztar::System guide() {
  return luztar::compile(
      luztar::load_model(std::string(LUZTAR_SOURCE_DIR) + "/examples/janecek_guide.toml"));
}

Recorded run_guide(const luztar::System& system) {
  return record(system, {.duration = 9.5, .samples = 38 * kStride + 1});
}

}  // namespace

TEST_CASE("guide under chirp: 13 mode changes to 1e-10 s, in the reference's order") {
  const luztar::System system = guide();
  const Recorded run = run_guide(system);
  check_trust(run);
  const ReferenceCase reference = load_case("i_janecek_chirp");
  std::vector<Instant> expected;
  for (std::size_t i = 1; i < reference.events.size(); ++i) {
    expected.push_back({reference.events[i].time, reference.events[i].modes});
  }
  REQUIRE(expected.size() == 13);
  check_sequence(mode_changes(run, {element_index(system, "guide")}), expected);
  for (const luztar::Event& event : run.events) {
    CHECK(event.name == element_index(system, "guide"));  // and nothing else happens
  }
}

TEST_CASE("guide under chirp: the final deflection is right to 1e-11") {
  const luztar::System system = guide();
  const Recorded run = run_guide(system);
  const double expected = number(load_reference("field_benchmarks")[3]["final"]["zr"]);
  const auto suspension = static_cast<std::size_t>(element_index(system, "suspension"));
  REQUIRE(!run.samples.empty());
  const double found = run.samples.back().d[suspension];
  CHECK(std::abs(found - expected) <= 1e-11 * std::abs(expected));
}

TEST_CASE("guide under chirp: every sampled force, deflection and rate is right to 1e-9") {
  const luztar::System system = guide();
  const Recorded run = run_guide(system);
  const auto suspension = static_cast<std::size_t>(element_index(system, "suspension"));
  const auto friction = static_cast<std::size_t>(element_index(system, "guide"));
  const auto seat = static_cast<std::size_t>(body_index(system, "seat"));
  const auto samples = load_reference("i_janecek_chirp")["samples"];
  REQUIRE(run.samples.size() == (samples.size() - 1) * kStride + 1);
  WorstError dry, viscous, spring, inertia, z, v;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto& expected = samples[i];
    const Snapshot& found = run.samples[i * kStride];
    REQUIRE(found.time == doctest::Approx(number(expected["t"])).epsilon(1e-15));
    // The paper's forces push the seat; an element's f pulls it.
    const double rate = found.rate[friction];
    dry.add(-(found.f[friction] - kViscous * rate), number(expected["F_DRY"]));
    viscous.add(-kViscous * rate, number(expected["F_VIS"]));
    spring.add(-found.f[suspension], number(expected["F_S"]));
    inertia.add(-kMass * found.a[seat], number(expected["F_INERTIA"]));
    z.add(found.d[suspension], number(expected["z_r"]));
    v.add(rate, number(expected["v_r"]));
    const std::string state = expected["state"];
    const int mode = state == "locked" ? 0 : state == "released(v_r>0)" ? 1 : -1;
    CHECK(found.mode[friction] == mode);
  }
  CHECK(dry.relative() < 1e-9);
  CHECK(viscous.relative() < 1e-9);
  CHECK(spring.relative() < 1e-9);
  CHECK(inertia.relative() < 1e-9);
  CHECK(z.relative() < 1e-9);
  CHECK(v.relative() < 1e-9);
}
