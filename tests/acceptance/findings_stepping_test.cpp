// Static above kinetic friction in both methods: when networks break, and that what stops stays.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/blocks.h"
#include "acceptance/step_findings.h"
#include "luztar/simulate/event_proof.h"

using namespace luztar;
using namespace acceptance;
using testing::Random;

namespace {

double first_break(const Recorded& run) {
  for (const Event& event : run.events)
    if (event.from == 0 && event.to != 0) return event.time.value;
  return HUGE_VAL;
}

}  // namespace

TEST_CASE("stepping: a pair at its limit whose neighbours hold what it cannot does not break") {
  const System system = compile(finding("stepping_wrong_break"));
  for (const double step : {1e-2, 1e-3, 1e-4}) {
    const double time = first_break(record(system, steps(2.0, step)));
    CHECK(time >= 1.25);
    CHECK(time < 1.25 + 1.6 * step);
  }
  CHECK(first_break(record(system, adaptive(2.0, 1e-2, 1e-6))) ==
        doctest::Approx(1.25).epsilon(1e-3));
  CHECK(first_break(record(system, events(2.0))) == doctest::Approx(1.25).epsilon(1e-13));
}

TEST_CASE("stepping: what leans through a stop on a held block does not tear it loose") {
  // 0.7 N, held by F_S = 0.9 N, though not by F_K = 0.5 N.
  const System system = compile(finding("stepping_stop_tears_friction"));
  for (const SimulationSettings& settings : {steps(2.0, 1e-2), steps(2.0, 1e-3), steps(2.0, 1e-4),
                                             adaptive(2.0, 1e-2, 1e-6), events(2.0)}) {
    const Recorded run = record(system, settings);
    CHECK(run.info.status == Status::Finished);
    CHECK(run.info.warnings.empty());
    CHECK(run.info.proofs.hold());
    CHECK(run.info.q == std::vector<double>{0.0, 0.0});
    CHECK(run.events.empty());
  }
}

TEST_CASE("random blocks break when the whole box of static limits can hold them no longer") {
  Random random{11};
  int breaks = 0;
  for (int k = 0; k < 300; ++k) {
    CAPTURE(k);
    const auto shape = static_cast<Shape>(k % static_cast<int>(Shape::Last));
    const Blocks blocks = random_blocks(shape, k % 4 == 0, k % 3 == 0, random);
    const double expected = time_of_break(blocks);
    if (!(expected > 0.1 && expected < 8.0)) continue;
    const System system = compile(parse_model(blocks.text(), "blocks"));
    ++breaks;
    const double step = 1e-2;
    const double stepped = first_break(record(system, steps(expected + 0.05, step)));
    CHECK(stepped > expected);
    CHECK(stepped < expected + 1.6 * step);
    CHECK(first_break(record(system, events(expected + 0.05))) ==
          doctest::Approx(expected).epsilon(1e-12));
  }
  CHECK(breaks >= 150);
}

namespace {

/// The block of stepping_passes_standstill on what makes steps of each kind: alone, at the end of
/// a chain most of which rests, beside a spring with a gap, beside blocks in a ring.
std::vector<std::string> standstills() {
  const std::string block = R"(
[bodies]
b = { mass = 1.0, velocity = -1.0 }
[forces]
F = { on = "b", value = 0.8 }
[simulation]
duration = 2.0
)";
  const std::string floor = R"(
[frictions]
f = { between = ["b", "ground"], kinetic = 0.5, static = 1.0 }
)";
  return {block + floor, block + R"(
[repeat.r]
count = 150
[repeat.r.bodies.c]
mass = 1.0
[repeat.r.frictions.g]
between = ["c", "c[i+1]"]
where = "i < count"
kinetic = 3.0
[frictions]
f = { between = ["b", "c_1"], kinetic = 0.5, static = 1.0 }
last = { between = ["c_150", "ground"], kinetic = 3.0 }
)",
          block + floor + R"(
[springs]
s = { between = ["b", "ground"], stiffness = 1.0, freeplay = 9.0 }
)",
          block + floor + R"(
r1 = { between = ["c1", "c2"], kinetic = 1.0, static = 1.5 }
r2 = { between = ["c2", "c3"], kinetic = 1.0, static = 1.5 }
r3 = { between = ["c3", "c1"], kinetic = 1.0, static = 1.5 }
[bodies.c1]
mass = 1.0
[bodies.c2]
mass = 1.0
[bodies.c3]
mass = 1.0
)"};
}

}  // namespace

TEST_CASE("stepping: what stops within a step is held by F_S in that step, wherever it stops") {
  // Closed form: 1.3 N against the motion, v²/2a = 1/2.6, and then 0.8 N < F_S.
  const double end = -1.0 / 2.6;
  for (const std::string& text : standstills()) {
    CAPTURE(text);
    const System system = compile(parse_model(text, "block"));
    const auto check = [&](const SimulationSettings& settings, double allowed) {
      CAPTURE(settings.step);
      const Recorded run = record(system, settings);
      CHECK(run.info.q[0] == doctest::Approx(end).epsilon(allowed));
      CHECK(run.info.v[0] == 0.0);
    };
    for (int k = 0; k < 60; ++k) {
      const double step = 1e-3 * (1.0 + k / 60.0);
      check(steps(1.0, step), 2.0 * step);
    }
    check(adaptive(1.0, 1e-2, 1e-8), 1e-6);
    check(events(1.0), 1e-12);
  }
}

TEST_CASE("the block that has to stop, as it was found") {
  const System system = compile(finding("stepping_passes_standstill"));
  for (const double step : {1e-2, 1e-3, 3e-4, 1e-4, 3e-5})
    CHECK(record(system, steps(2.0, step)).info.q[0] ==
          doctest::Approx(-1.0 / 2.6).epsilon(2.0 * step));
}

namespace {

/// Largest difference of a position between two runs, relative to the largest position.
double difference(const Recorded& one, const Recorded& other) {
  double worst = 0.0, scale = 0.0;
  for (std::size_t k = 0; k < one.samples.size(); ++k)
    for (std::size_t b = 0; b < one.samples[k].q.size(); ++b) {
      worst = std::max(worst, std::abs(one.samples[k].q[b] - other.samples[k].q[b]));
      scale = std::max(scale, std::abs(one.samples[k].q[b]));
    }
  return worst / scale;
}

/// Steps come to the run from event to event.
void check_convergence(const std::string& name, double long_steps, double short_steps) {
  const System system = compile(finding(name));
  const auto sampled = [](SimulationSettings settings) {
    settings.samples = 21;
    return settings;
  };
  const Recorded exact = record(system, sampled(events(2.0)));
  CHECK(difference(exact, record(system, sampled(steps(2.0, 2.5e-4)))) < long_steps);
  CHECK(difference(exact, record(system, sampled(steps(2.0, 3.125e-5)))) < short_steps);
}

}  // namespace

TEST_CASE("stepping: what breaks as another pair stops breaks by the forces after the stop") {
  for (const char* name : {"stepping_break_at_stop", "stepping_turn_and_break"}) {
    CAPTURE(name);
    check_convergence(name, 4e-4, 5e-5);
  }
}

TEST_CASE("stepping: who breaks at an impact is judged with those sliding that it tore loose") {
  check_convergence("stepping_torn_by_impact", 2e-3, 3e-4);
}

TEST_CASE(
    "stepping: a run goes on with the same bits from a step in which a pair stops and one breaks") {
  const System system = compile(finding("stepping_break_at_stop"));
  const double step = 0x1p-14;
  const SimulationSettings settings = steps(0.5, step);
  const Recorded whole = record(system, settings);
  const double stop = 0.44605131565078854;  // by events
  for (int k = -1; k < 4; ++k) {
    CAPTURE(k);
    const Recorded half = record(system, steps(step * (std::floor(stop / step) + k), step));
    const Recorded rest = record(system, half.info.final_state, settings);
    CHECK(rest.info.q == whole.info.q);
    CHECK(rest.info.final_state == whole.info.final_state);
  }
}

TEST_CASE("stepping: energies that rounding of forces makes at bodies that rest are no energies") {
  const System system = compile(finding("stepping_rests_by_rounding"));
  const Recorded run = record(system, system.settings());
  CHECK(run.info.diagnosis == "");
  for (const double v : run.info.v) CHECK(std::abs(v) < 1e-15);
  EnergyLedger lost;  // what a body at rest that was pushed with 1 mN for one step would have
  lost.moved = lost.residual = 1e-12;
  CHECK_FALSE(energy_proof(lost, 1e-6, 1e-30).holds());
  lost.moved = lost.residual = 1e-31;
  CHECK(energy_proof(lost, 1e-6, 1e-30).holds());
  CHECK_FALSE(energy_proof(lost, 1e-6).holds());
}
