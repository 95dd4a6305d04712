// Random networks with freewheels: accelerations and impacts beside an enumeration of all modes in
// exact fractions, and motions by events beside implicit steps.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "environment.h"
#include "freewheel_network.h"
#include "simulate/stop_runs.h"

namespace luztar {
namespace {

using namespace testing;

}  // namespace

TEST_CASE("accelerations of random networks at rest are those of an exact enumeration") {
  const int count = test::count_of(300);
  int freewheels = 0;
  for (int seed = 1; seed <= count; ++seed) {
    CAPTURE(seed);
    const FreewheelNetwork network = random_network(seed, true, true);
    const auto expected = only_motion(network.problem);
    REQUIRE(expected);
    const Trajectory out = run(network.model, 1);
    CAPTURE(out.info.diagnosis);
    REQUIRE(out.info.status == Status::Finished);
    freewheels += static_cast<int>(network.model.freewheels.size());
    for (std::size_t b = 0; b < expected->size(); ++b)
      CHECK(std::abs(out.a[b][0] - (*expected)[b].convert_to<double>()) <= 1e-11);
  }
  CHECK(freewheels > count);
}

TEST_CASE("an impact on a random network at rest is that of an exact enumeration") {
  // A hammer runs into a stop at one body of the network; what follows is one more row, with a
  // given rate: the projection of the velocities. M (v - v0) = -sum of rows * impulse.
  const int count = test::count_of(300);
  int moved = 0;
  for (int seed = 1; seed <= count; ++seed) {
    CAPTURE(seed);
    FreewheelNetwork network = random_network(seed, false, true);
    Dice dice(seed + 100000);
    Problem& problem = network.problem;
    const int n = static_cast<int>(problem.mass.size());
    const int hit = dice(0, n - 1), mass = dice(1, 5), speed = dice(1, 4);
    const bool from_above = dice.chance(2);
    const int hammer = body(network.model, "hammer", mass, 0.0, from_above ? -speed : speed);
    const Deflection face = between(hammer, hit);
    if (from_above)
      stop(network.model, "face", face, 0.0, kInfinity, 0.0);
    else
      stop(network.model, "face", face, -kInfinity, 0.0, 0.0);
    for (Pair& pair : problem.pairs) {
      pair.row.push_back(0);
      if (pair.lower) pair.lower = pair.upper = 0;  // frictions pass no impulse on
    }
    problem.mass.push_back(mass);
    problem.load.push_back(from_above ? -mass * speed : mass * speed);
    Pair contact;
    contact.row.assign(static_cast<std::size_t>(n) + 1, 0);
    contact.row[static_cast<std::size_t>(hit)] = -1;
    contact.row.back() = 1;
    (from_above ? contact.upper : contact.lower) = 0;
    problem.pairs.push_back(contact);
    const auto expected = only_motion(problem);
    REQUIRE(expected);
    const Trajectory out = run(network.model, 1);
    CAPTURE(out.info.diagnosis);
    REQUIRE(out.info.status == Status::Finished);
    CHECK(std::abs(out.info.energy.residual) <= 1e-13 * out.info.energy.moved);
    for (std::size_t b = 0; b < expected->size(); ++b)
      CHECK(std::abs(out.info.v[b] - (*expected)[b].convert_to<double>()) <= 1e-11);
    moved += (*expected)[static_cast<std::size_t>(hit)] != 0 ? 1 : 0;
  }
  CHECK(moved > count / 3);
}

TEST_CASE("random networks by events and by steps: the same motion, every proof, no rate back") {
  const int count = test::count_of(60);
  std::int64_t changes = 0;
  for (int seed = 1; seed <= count; ++seed) {
    CAPTURE(seed);
    FreewheelNetwork network = random_network(seed, false, false);
    Model& model = network.model;
    Dice dice(seed + 200000);
    const int n = static_cast<int>(model.bodies.size());
    for (int b = 0; b < n; ++b) {
      const std::string i = std::to_string(b);
      spring(model, "k" + i, between(b, dice(-1, b - 1)), dice(1, 9));
      const std::string wave = std::to_string(dice(1, 9)) + "*sin(" + std::to_string(dice(4, 9)) +
                               "/4*t + " + std::to_string(dice(0, 6)) + ")";
      force(model, "f" + i, b, wave);
    }
    model.simulation.duration = number(5.0);
    const Trajectory exact = run(model, 101);
    REQUIRE(exact.info.status == Status::Finished);
    CHECK(std::abs(exact.info.energy.residual) <= 1e-11 * exact.info.energy.moved);
    changes += exact.info.final_state.mode_changes;
    const std::size_t first = model.springs.size() + model.frictions.size();
    for (std::size_t j = 0; j < model.freewheels.size(); ++j)
      for (std::size_t i = 0; i < exact.time.size(); ++i) {
        CHECK(exact.f[first + j][i] <= 1e-11);
        CHECK(exact.mode[first + j][i] >= 0);
      }
    model.simulation.method = Method::Stepping;
    model.simulation.step = number(1e-3);
    const Trajectory steps = run(model, 101);
    CAPTURE(steps.info.diagnosis);
    REQUIRE(steps.info.status == Status::Finished);
    for (std::size_t b = 0; b < static_cast<std::size_t>(n); ++b)
      for (std::size_t i = 0; i < exact.time.size(); ++i)
        CHECK(std::abs(exact.q[b][i] - steps.q[b][i]) <= 2e-2);
  }
  CHECK(changes > 5 * count);
}

TEST_CASE(
    "random networks with massless bodies: they move as with a small mass, every proof holds") {
  const int count = test::count_of(40);
  int runs = 0;
  std::int64_t changes = 0;
  for (int seed = 1; seed <= count; ++seed) {
    CAPTURE(seed);
    FreewheelNetwork network = random_network(seed, false, false);
    Model& model = network.model;
    Dice dice(seed + 300000);
    const int n = static_cast<int>(model.bodies.size());
    std::vector<int> light;
    for (int b = 0; b < n; ++b) {
      const std::string i = std::to_string(b);
      spring(model, "k" + i, between(b, dice(-1, b - 1)), dice(1, 9));
      if (dice.chance(2)) light.push_back(b);
      const std::string wave = std::to_string(dice(1, 9)) + "*sin(" + std::to_string(dice(4, 9)) +
                               "/4*t + " + std::to_string(dice(0, 6)) + ")";
      force(model, "f" + i, b, wave);
      damper(model, "c" + i, between(b, kGround), dice(1, 4));
    }
    model.simulation.duration = number(5.0);
    const auto with = [&](double mass) {
      for (const int b : light) model.bodies[static_cast<std::size_t>(b)].mass = number(mass);
      return run(model, 101);
    };
    Trajectory none;
    try {
      none = with(0.0);
    } catch (const ModelError& error) {
      CHECK(std::string(error.what()).find("between the freewheels") != std::string::npos);
      continue;
    }
    ++runs;
    CAPTURE(none.info.diagnosis);
    REQUIRE(none.info.status == Status::Finished);
    changes += none.info.final_state.mode_changes;
    const Trajectory small = with(1e-4);
    CAPTURE(small.info.diagnosis);
    REQUIRE(small.info.status == Status::Finished);
    for (std::size_t b = 0; b < static_cast<std::size_t>(n); ++b)
      for (std::size_t i = 0; i < none.time.size(); ++i)
        CHECK(std::abs(none.q[b][i] - small.q[b][i]) <= 5e-3);
  }
  CHECK(runs > count / 2);
  CHECK(changes > 3 * runs);
}

}  // namespace luztar
