// Runs prove themselves, and one that contradicts its model says so.
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "dynamics/small_models.h"
#include "luztar/simulate/event_proof.h"
#include "luztar/simulate/simulate.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// A block on a belt of friction, pulled by a spring: it sticks and slips.
Model stick_slip() {
  Model model = lasting(3.0);
  const int block = body(model, "block", 1.0);
  const int belt = moving_base(model, "belt", "0.3*t");
  spring(model, "spring", between(block, kGround), 40.0);
  friction(model, "contact", between(block, belt), 2.0, 3.0, 0.1);
  force(model, "drag", block, "-0.2*v.block*abs(v.block)");
  return model;
}

}  // namespace

TEST_CASE("a run has five proofs, each with its limit, and all hold") {
  const System system = compile(stick_slip());
  const Trajectory run = simulate(system, initial_state(system), {.duration = 3.0});
  CHECK(run.info.status == Status::Finished);
  CHECK(run.events.size() > 4);
  for (const Proof& proof : run.info.proofs.of) {
    CHECK(proof.limit > 0.0);
    CHECK(proof.relative() <= 1e-11);
    CHECK(proof.holds());
  }
}

TEST_CASE("a run without samples is proved at its events and its end") {
  const System system = compile(stick_slip());
  const Trajectory run = simulate(system, initial_state(system), {.duration = 3.0, .samples = 0});
  CHECK(run.info.proofs.hold());
  CHECK(run.info.proofs.of[Proofs::Laws].scale > 0.0);
}

TEST_CASE("steps prove what they promise") {
  const System system = compile(stick_slip());
  SimulationSettings settings{.duration = 3.0};
  settings.method = Method::Stepping;
  settings.step = 1e-3;
  const Trajectory run = simulate(system, initial_state(system), settings);
  CHECK(run.info.diagnosis == "");
  for (const auto kind : {Proofs::Energy, Proofs::Laws, Proofs::Balance, Proofs::Coulomb})
    CHECK(run.info.proofs.of[kind].limit == doctest::Approx(1e-6));
  CHECK(run.info.proofs.of[Proofs::Balance].scale > 0.0);
}

TEST_CASE("a run that goes on where its first part did not end contradicts its model") {
  const System system = compile(stick_slip());
  const Trajectory first = simulate(system, initial_state(system), {.duration = 1.0});
  REQUIRE(first.info.status == Status::Finished);
  State end = first.info.final_state;
  CHECK(simulate(system, end, {.duration = 3.0}).info.diagnosis == "");
  REQUIRE(!end.reached.position.empty());
  end.reached.position[0] += 1e-6;
  const Trajectory rest = simulate(system, end, {.duration = 3.0});
  CHECK(rest.info.status == Status::Contradiction);
  CHECK(rest.info.diagnosis.starts_with(
      "the run contradicts its model: continuity: t = 1 s: the position of 'block' jumps to "));
  CHECK(rest.time.back() == 3.0);  // all results are kept
}

TEST_CASE("what a proof compares with no finite number is told apart from a contradiction") {
  Proofs proofs;
  proofs.of[Proofs::Laws] = {1e-6, 1.0, 1e-12, "a force is off"};
  CHECK(!proofs.hold());
  CHECK(proofs.are_finite());
  CHECK(proofs.contradiction() == "the run contradicts its model: laws: a force is off");
  EnergyLedger energy;
  energy.residual = energy.moved = std::numeric_limits<double>::infinity();
  proofs.of[Proofs::Energy] = energy_proof(energy, 1e-12, 0.0);
  CHECK(!proofs.are_finite());
  CHECK(proofs.contradiction() ==
        "the run leaves the finite numbers: energy: the energies leave the finite numbers");
}

TEST_CASE("an impulse beyond the finite numbers ends a run in words") {
  Model model = lasting(1.0);
  const int wheel = body(model, "wheel", 1.7e308);
  const int lever = moving_base(model, "lever", "2*t");
  stop(model, "pawl", between(wheel, lever), -1.0, 1.0, 0.0);
  const System system = compile(model);
  const Trajectory run = simulate(system, initial_state(system), {.duration = 1.0});
  CHECK(run.info.status == Status::NotFinite);
  CHECK(run.info.diagnosis == "t = 0.5 s: the impulse of 'pawl' leaves the finite numbers");
  CHECK(run.info.v[wheel] == 0.0);
}
