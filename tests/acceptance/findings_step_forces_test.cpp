// Forces, contacts and cycles in runs by steps.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/blocks.h"
#include "acceptance/step_findings.h"

using namespace luztar;
using namespace acceptance;
using testing::Random;

namespace {

/// The forces of pairs at rest are those of least sum T²/S: no cycle along which some force could
/// still be moved within the limits would make it less (the criterion of minimum cost flows,
/// M. Klein, Management Science 14, 1967). The most that a cycle would.
double worst_cycle(const Blocks& blocks, const Recorded& run, const System& system) {
  const auto n = static_cast<std::size_t>(blocks.mass.size()) + 1;  // the last one: what is given
  std::vector<double> cost(n * n, 1e9);
  double over = 0.0;
  for (std::size_t k = 0; k < blocks.pairs.size(); ++k) {
    const Blocks::Pair& pair = blocks.pairs[k];
    const auto a = static_cast<std::size_t>(pair.a);
    const auto b = pair.b < 0 ? n - 1 : static_cast<std::size_t>(pair.b);
    const double force = run.samples.back().f[element_index(system, "f" + std::to_string(k))];
    over = std::max(over, std::abs(force) - pair.breakaway);
    double& forth = cost[a * n + b];
    double& back = cost[b * n + a];
    if (force < pair.breakaway - 1e-9) forth = std::min(forth, force / pair.breakaway);
    if (force > -pair.breakaway + 1e-9) back = std::min(back, -force / pair.breakaway);
  }
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        cost[i * n + j] = std::min(cost[i * n + j], cost[i * n + k] + cost[k * n + j]);
  double worst = over;
  for (std::size_t i = 0; i < n; ++i) worst = std::max(worst, -cost[i * n + i]);
  return worst;
}

}  // namespace

TEST_CASE("forces of pairs at rest on cycles have the least sum of squares over strength") {
  Random random{23};
  int tried = 0;
  for (int k = 0; k < 300; ++k) {
    CAPTURE(k);
    const auto shape = static_cast<Shape>(k % static_cast<int>(Shape::Last));
    Blocks blocks = random_blocks(shape, k % 4 == 0, k % 3 == 0, random);
    const double time = time_of_break(blocks) * random(0.3, 0.99);
    if (!(time > 0.1 && time < 8.0)) continue;
    for (std::size_t i = 0; i < blocks.mass.size(); ++i) {
      blocks.at_start[i] += blocks.growth[i] * time;
      blocks.growth[i] = 0.0;
    }
    const System system = compile(parse_model(blocks.text(), "blocks"));
    ++tried;
    CHECK(worst_cycle(blocks, record(system, steps(1.0, 0.1)), system) < 1e-9);
    CHECK(worst_cycle(blocks, record(system, events(1.0)), system) < 1e-9);
  }
  CHECK(tried >= 150);
}

TEST_CASE("stepping: forces of pairs at rest do not depend on the way to a state") {
  const System system = compile(finding("checkpoint_changes_forces"));
  SimulationSettings settings = steps(1.0, 0x1p-10);
  settings.samples = 17;
  const Recorded whole = record(system, settings);
  double worst = 0.0;
  for (const double pause : {0.25, 0.5, 0.75}) {
    const Recorded half = record(system, steps(pause, settings.step));
    const Recorded rest = record(system, half.info.final_state, settings);
    for (const Snapshot& snapshot : rest.samples)
      for (const Snapshot& other : whole.samples)
        for (std::size_t e = 0; e < other.f.size() && other.time == snapshot.time; ++e)
          worst = std::max(worst, std::abs(snapshot.f[e] - other.f[e]));
  }
  CHECK(worst < 1e-12);
}

TEST_CASE("stepping: links to motions that part end the run in words") {
  for (const double step : {0.1, 1e-3}) {
    const Recorded run = record(compile(finding("links_to_two_motions")), steps(3.0, step));
    CHECK(run.info.status == Status::Unsolved);
    CHECK(run.info.diagnosis.substr(0, 8) == "t = 1 s:");
  }
}

TEST_CASE("stepping: a force that a correction finds zero has the work of the step") {
  const System system = compile(finding("step_force_falls_to_zero"));
  const Recorded coarse = record(system, steps(0.25, 4e-3));  // the force does not settle
  CHECK(coarse.info.diagnosis == "");
  CHECK(coarse.info.proofs.hold());
  REQUIRE(coarse.info.warnings.size() == 1);
  CHECK(coarse.info.warnings[0].find("does not settle") != std::string::npos);

  // It drives up to v1 = 0.1 m/s in some 2.3e-4 s: v' = 1000 (0.1 - v) + 1; then energy is kept.
  const Recorded fine = record(system, steps(0.25, 1e-5));
  CHECK(fine.info.warnings.empty());
  const double q = fine.info.q[0];
  const double v = fine.info.v[0];
  CHECK(v * v + q * q == doctest::Approx(1.0 + 0.1 * 0.1).epsilon(1e-3));
  CHECK(v == doctest::Approx(record(system, events(0.25)).info.v[0]).epsilon(1e-4));
}

TEST_CASE("stepping: the damping of a spring with a gap is of second order where contact changes") {
  const System system = compile(finding("stepping_gap_damping"));
  const double contact = std::acos(-1.0) / 7.0;
  const double v = -std::exp(-contact);
  const double q = 0.105 + v * (1.0 - 0.105 - contact);
  const Recorded exact = record(system, events(1.0));
  CHECK(exact.info.v[0] == doctest::Approx(v).epsilon(1e-11));
  CHECK(exact.info.q[0] == doctest::Approx(q).epsilon(1e-11));
  for (const double step : {1e-2, 5e-3, 2.5e-3, 1.25e-3, 6.25e-4, 3e-4, 1.7e-4, 1e-4}) {
    CAPTURE(step);
    const Recorded run = record(system, steps(1.0, step));
    CHECK(std::abs(run.info.v[0] - v) < 10.0 * step * step);
    CHECK(std::abs(run.info.q[0] - q) < 5.0 * step * step);
    CHECK(run.info.status == Status::Finished);
    CHECK(std::abs(run.info.energy.residual) <= 1e-13 * run.info.energy.moved);
  }
}

TEST_CASE(
    "stepping: a cycle of bodies is solved exactly in a step of another length, cut or adaptive") {
  const System system = compile(finding("stepping_cycle_cut_step"));
  for (const SimulationSettings& settings :
       {steps(0.1, 1e-2), steps(0.1, 7e-3), adaptive(0.1, 1e-2, 1e-4)}) {
    const Recorded run = record(system, settings);
    CHECK(run.info.status == Status::Finished);
    CHECK(run.info.kkt_residual < 1e-13);
    // Momentum: 0.2 kg m/s at the start, and 3 N from t = 0.0213 on.
    double momentum = 0.0;
    for (const int b : {0, 1, 2}) momentum += std::array{1.0, 1.2, 0.8}[b] * run.info.v[b];
    CHECK(momentum == doctest::Approx(0.2 + 3.0 * (0.1 - 0.0213)).epsilon(1e-12));
  }
}

TEST_CASE("stepping: a pair that rests at the start shows a force that it can hold") {
  const System system = compile(finding("stepping_row_at_start"));
  SimulationSettings settings = steps(0.1, 1e-2);
  settings.samples = 11;
  const Recorded run = record(system, settings);
  CHECK(run.info.status == Status::Finished);
  CHECK(run.samples.front().mode[0] == 0);
  CHECK(run.samples.front().f[0] == 0.5);
  CHECK(run.samples.back().mode[0] == 1);
}

TEST_CASE("stepping: a pair that stops shows a force that it can hold, at levels above F_S too") {
  const Model model = parse_model(R"([parameters]
v0 = 0.05
[bodies]
block = { mass = 1.0, velocity = "v0" }
[frictions]
floor = { between = ["block", "ground"], table = [[0, 0.5], [0.05, 1.4]] }
[simulation]
duration = 0.2
)",
                                  "stops");
  for (int k = 1; k <= 40; ++k) {
    SimulationSettings settings = steps(0.2, 1e-2);
    settings.samples = 21;
    const Recorded run = record(compile(model, {{"v0", 0.002 * k}}), settings);
    CHECK(run.info.status == Status::Finished);
    CHECK(run.samples.back().mode[0] == 0);
    for (const Snapshot& now : run.samples)
      if (now.mode[0] == 0) CHECK(std::abs(now.f[0]) <= 0.5);
  }
}

TEST_CASE(
    "stepping: a law that differs by next to nothing backwards moves by next to nothing else") {
  const System system = compile(finding("stepping_level_both_ways"));
  SimulationSettings settings = steps(2.0, 1e-2);
  settings.samples = 201;
  const Recorded run = record(system, settings);
  int turns = 0;
  for (const Snapshot& now : run.samples) CHECK(std::abs(now.v[0] - now.v[1]) < 1e-11);
  for (const Event& event : run.events) turns += event.from * event.to < 0 ? 1 : 0;
  CHECK(turns >= 4);
}

TEST_CASE("stepping: of two stops that are hit in one step the one that asks for more holds") {
  const System system = compile(finding("stepping_two_stops"));
  const Recorded run = record(system, steps(0.1, 1e-2));
  CHECK(run.info.status == Status::Finished);
  CHECK(run.info.v[0] == 1.0);
  REQUIRE(run.events.size() == 1);
  CHECK(run.events[0].impulse == -2.0);
}

TEST_CASE("stepping: what rests on a given motion stays there when a force jumps elsewhere") {
  const System system = compile(finding("stepping_jump_elsewhere"));
  SimulationSettings settings = steps(3.0, 1e-2);
  settings.samples = 301;
  const Recorded run = record(system, settings);
  CHECK(run.info.status == Status::Finished);
  const int rests = 1;  // behind the spring
  int jumps = 0;
  for (const Event& event : run.events) jumps += event.cause == Event::Cause::Jump ? 1 : 0;
  CHECK(jumps >= 29);
  for (const Snapshot& now : run.samples) {
    CHECK(now.d[rests] == 0.0);
    CHECK(now.mode[rests] == 0);
  }
}
