// How sharp the proofs are on models that are hard for them: those whose forces, places and rates
// round the most, and those that jump. `./check --long sharpness --show` prints the
// table of docs/results.md.
#include "acceptance/sharpness.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/example.h"
#include "environment.h"

using namespace acceptance;

namespace {

/// A model and what its proofs refuse at the latest: exponents to base 2 in the order of Lie, 0
/// where there is no such number. They may get smaller; what is larger needs a reason.
struct Row {
  const char* file;
  std::array<int, kLies> limits;
};

const std::vector<Row> kRows = {
    {"examples/janecek_guide_jumps", {-28, 0, -28, -29, -29, -29, -29}},
    {"examples/belt", {-28, 0, -27, -29, -29, -29, -29}},
    {"examples/three_blocks", {-27, 0, -28, -29, -28, -29, -29}},
    {"examples/gear_system", {-25, 0, -27, -29, -29, -29, -29}},
    {"examples/bearing_massless", {-28, 0, 0, 0, 0, -29, 0}},
    {"examples/bouncing_ball", {-28, 0, -28, 0, 0, -29, -29}},
    {"examples/hertz_impact", {-18, 0, -27, 0, 0, -29, -29}},
    {"examples/newtons_cradle", {-28, 0, -28, 0, 0, -29, -28}},
    {"examples/lugre", {-23, 0, -26, 0, 0, -29, -29}},
    {"examples/rate_and_state", {-28, 0, -20, 0, 0, -29, -26}},
    {"examples/drill_string", {-27, 0, -27, -29, -29, -29, -29}},
    {"examples/worm_gear", {-24, -26, -24, -24, -29, -29, -29}},
    {"examples/cam_follower", {-23, 0, -24, 0, 0, -29, -22}},
    {"examples/ratchet", {-28, 0, -26, 0, 0, -29, -29}},
    {"examples/iwan", {-28, 0, 0, 0, 0, -29, 0}},
    {"examples/planetary_gear", {-27, 0, -22, -28, -29, -29, -29}},
    {"examples/motor_map", {-22, -23, -27, 0, 0, -29, -29}},
    {"examples/steering", {-27, -28, -20, -29, -27, -29, -27}},
    {"tests/acceptance/findings/floor_row_balance", {-23, 0, -25, -29, -29, -29, -29}},
    {"tests/acceptance/findings/heavy_block_on_a_cycle", {-28, 0, -27, -29, -29, -29, -29}},
    {"tests/acceptance/findings/false_break_heavy_light", {-28, 0, -14, -29, -26, -29, -26}},
    {"tests/acceptance/findings/bead_on_wire", {-27, 0, -26, 0, 0, -29, -29}},
    {"tests/acceptance/findings/massless_shares_change", {-22, -18, -27, -29, -28, -29, -29}},
    {"tests/acceptance/findings/link_velocity_rounding", {-28, 0, -27, 0, 0, -29, -29}},
    {"tests/acceptance/findings/given_velocity_rounds", {-29, 0, -28, 0, 0, -29, -28}},
    {"tests/acceptance/findings/motion_known_to_rounding", {0, 0, 0, 0, 0, -29, 0}},
    {"tests/acceptance/findings/derive_massless_rounding", {-27, 0, -28, 0, -28, -56, -29}},
    {"tests/acceptance/findings/power_spring_from_rest", {-28, 0, -26, 0, 0, -29, -29}},
    {"tests/acceptance/findings/energy_of_a_power", {-28, 0, -28, 0, 0, -29, -29}},
    {"tests/acceptance/findings/stribeck_exponent_30", {-28, 0, -28, 0, 0, -29, -29}},
    {"tests/acceptance/findings/jump_behind_a_limit", {-29, 0, 0, 0, 0, -29, 0}},
    {"tests/acceptance/findings/kink_around_jump", {-28, 0, -28, 0, 0, -29, -29}},
    {"tests/acceptance/findings/two_rails_chain_9", {-28, 0, -27, -29, -28, -29, -29}},
    {"tests/acceptance/findings/chain_on_floor_10", {-24, 0, -25, -29, -29, -29, -29}},
    {"tests/acceptance/findings/velocity_that_follows", {-26, -27, -26, 0, -28, -29, -29}},
    {"tests/acceptance/findings/two_jumps_at_one_instant", {-28, 0, -28, 0, 0, -29, -29}},
    {"tests/acceptance/findings/parallel_frictions_17", {-28, 0, -28, -29, -29, -29, -29}},
    {"tests/acceptance/findings/normal_force_on_cycle", {-26, 0, -25, -29, -28, -29, -29}},
};

#ifdef NDEBUG
const std::vector<double> kTolerances = {1e-3, 1e-4, 1e-6, 1e-9, 1e-14};
#else
const std::vector<double> kTolerances = {1e-4};
#endif

luztar::System system_of(const std::string& file) {
  return luztar::compile(luztar::load_model(std::string(LUZTAR_SOURCE_DIR) + "/" + file + ".toml"));
}

std::string name_of(const std::string& file) { return file.substr(file.rfind('/') + 1); }

void print(const std::string& file, const Sharpness& found) {
  std::printf("| %s |", name_of(file).c_str());
  for (const double x : found) {
    if (x == 0.0)
      std::printf(" |");
    else if (x > 1.0)
      std::printf(" passes |");
    else
      std::printf(" %.0e |", x);
  }
  std::printf("\n");
}

}  // namespace

TEST_CASE("the smallest wrong numbers that proofs refuse on hard models") {
  constexpr int kPlaces = 20;
  const bool shows = luztar::test::shows();
  for (const Row& row : kRows) {
    CAPTURE(row.file);
    const Sharpness found = sharpness_of(system_of(row.file), kPlaces);
    if (shows) print(row.file, found);
    for (std::size_t lie = 0; lie < kLies; ++lie) {
      CAPTURE(kLieNames[lie]);
      CHECK((found[lie] > 0.0) == (row.limits[lie] != 0));
      CHECK(found[lie] <= std::ldexp(1.0, row.limits[lie]));
    }
  }
}

TEST_CASE("no example contradicts its model at another tolerance") {
  for (const std::string& name : example_names())
    for (const double tolerance : kTolerances) {
      CAPTURE(name);
      CAPTURE(tolerance);
      const luztar::System system = system_of("examples/" + name);
      luztar::SimulationSettings settings = system.settings();
      if (settings.method == luztar::Method::Stepping) continue;
      settings.give_rows(41);
      settings.tolerance = tolerance;
      const luztar::Trajectory run = simulate(system, initial_state(system), settings);
      CAPTURE(run.info.diagnosis);
      CHECK(run.info.status != luztar::Status::Contradiction);
    }
}

TEST_CASE("each side of a jump is held against its own law, in time and in place") {
  for (const std::string force :
       {"20*step(t - 0.3)", "20*step(q.b - 0.3)", "20*sign(sin(11*t + 1))"}) {
    CAPTURE(force);
    const luztar::System system = luztar::compile(luztar::parse_model(
        std::string("[bodies.b]\nmass = 1\nvelocity = 1\n[forces.push]\non = \"b\"\nvalue = \"") +
            force + "\"\n[simulation]\nduration = 1\n",
        "x.toml"));
    const Sharpness found = sharpness_of(system, 1);
    const double side = found[static_cast<std::size_t>(Lie::Side)];
    CHECK(side > 0.0);
    CHECK(side <= 0x1p-26);
    const luztar::Trajectory run = simulate(system, initial_state(system), system.settings());
    CHECK(run.info.proofs.of[luztar::Proofs::Laws].relative() < 1e-13);  // was 2.5e-10
  }
}
