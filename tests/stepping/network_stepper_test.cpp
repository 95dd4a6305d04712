#include "luztar/stepping/network_stepper.h"

#include <atomic>
#include <fstream>
#include <limits>
#include <string>
#include <thread>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../friction/allocations.h"
#include "../random.h"
#include "laws.h"
#include "random_step_network.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double number(const nlohmann::json& value) {
  const std::string text = value.get<std::string>();
  const auto slash = text.find('/');
  if (slash == std::string::npos) return std::stod(text);
  return std::stod(text.substr(0, slash)) / std::stod(text.substr(slash + 1));
}

/// A random forest: body b hangs on an earlier one, or starts a tree; some are tied to the ground
/// and to a given body.
StepNetwork random_forest(Random& random, int bodies, const Kind& kind) {
  StepNetwork network;
  const auto coefficient = [&] {
    return kind.ratios ? random(0.6, 1.6) * (chance(random, 0.5) ? 1.0 : -1.0) : 1.0;
  };
  const auto edge = [&](int a, int b) {
    network.edges.push_back({a, b, coefficient(), -coefficient()});
    network.stiffness.push_back(chance(random, 0.5) ? random(10.0, 3000.0) : 0.0);
    network.viscous.push_back(chance(random, 0.5) ? random(0.0, 20.0) : 0.0);
    network.kinetic.push_back(chance(random, 0.8) ? random(0.5, 5.0) : 0.0);
    if (kind.links && chance(random, 0.2)) network.kinetic.back() = kInfinity;
  };
  for (int b = 0; b < bodies; ++b) {
    network.mass.push_back(random(0.2, 3.0));
    network.given.push_back(0);
    if (b > 0 && chance(random, 0.9)) edge(b, chance(random, 0.5) ? b - 1 : random.below(b));
    if (chance(random, kind.links ? 0.0 : 0.3)) edge(b, kTreeGround);
  }
  if (kind.given && !kind.links) {
    network.mass.push_back(1.0);
    network.given.push_back(1);
    for (int b = 0; b < bodies; b += 4) edge(b, bodies);
  }
  complete(network, random, kind);
  return network;
}

}  // namespace

TEST_CASE("implicit steps have the exact velocities of the reference tables") {
  std::ifstream file(std::string(LUZTAR_SOURCE_DIR) + "/tests/reference/implicit_step_tables.json");
  REQUIRE(file);
  const auto tables = nlohmann::json::parse(file);
  for (const auto& row : tables["rows"]) {
    CAPTURE(row.dump());
    // From rest, with F = m v_free/h; C is doubled because our step takes the mean of w.
    const double h = number(row["h"]);
    StepNetwork network;
    std::vector<double> force;
    for (std::size_t b = 0; b < row["m"].size(); ++b) {
      network.mass.push_back(number(row["m"][b]));
      force.push_back(network.mass[b] * number(row["v_free"][b]) / h);
    }
    for (const auto& pair : row["pairs"]) {
      network.edges.push_back({pair[0], pair[1], 1.0, -1.0});
      network.stiffness.push_back(0.0);
      network.kinetic.push_back(number(pair[2]));
      network.viscous.push_back(2.0 * number(pair[3]));
    }
    StepState rest = at_rest(network);
    NetworkStepper stepper(std::move(network), std::move(rest));
    const StepReport& report = stepper.solve(h, {force, {}});
    CHECK(report.status == SolveStatus::Solved);
    for (std::size_t b = 0; b < force.size(); ++b)
      CHECK(stepper.next_velocity()[b] == doctest::Approx(number(row["v"][b])).epsilon(1e-13));
    for (std::size_t e = 0; e < row["pairs"].size(); ++e)
      CHECK(h * stepper.force(static_cast<int>(e)) ==
            doctest::Approx(number(row["impulse"][e])).epsilon(1e-13));
  }
  CHECK(tables["rows"].size() == 30);
}

TEST_CASE("every step of random forests fulfils Newton's and Coulomb's laws") {
#ifdef LUZTAR_ENABLE_ASSERT
  const int networks = 400;
#else
  const int networks = 4000;
#endif
  Random random{5};
  int exact = 0;
  for (int k = 0; k < networks; ++k) {
    CAPTURE(k);
    const Kind kind{chance(random, 0.4), chance(random, 0.4), chance(random, 0.3),
                    chance(random, 0.4), chance(random, 0.4), k % 5 == 0};
    const int bodies = 1 + random.below(k % 50 == 0 ? 300 : 12);
    StepNetwork network = random_forest(random, bodies, kind);
    const bool given = kind.given && !kind.links;  // links to it might contradict each other
    StepState start = at_rest(network);
    for (double& v : start.v) v = chance(random, 0.3) ? random(-0.1, 0.1) : 0.0;
    if (kind.links) std::fill(start.v.begin(), start.v.end(), 0.0);
    NetworkStepper stepper(std::move(network), std::move(start));
    REQUIRE(stepper.is_forest());
    std::vector<double> force(stepper.network().mass.size());
    std::vector<double> velocity(force.size(), 0.0);
    const double h = chance(random, 0.5) ? 1e-3 : 1e-2;
    LawsOfSteps seen;
    for (int step = 0; step < 30; ++step) {
      for (std::size_t b = 0; b < force.size(); ++b)
        force[b] = chance(random, 0.3) ? random(-15.0, 15.0) : 0.0;
      if (given) velocity.back() = 0.05 * std::sin(0.3 * step);
      const StepInput input{force, velocity};
      const StepReport& report = stepper.solve(h, input);
      CHECK(report.status == SolveStatus::Solved);
      exact += report.exact ? 1 : 0;
      seen.take(stepper, h, input);
    }
    CHECK(seen.laws < 1e-12);
    CHECK(seen.energy < 1e-12);
    CHECK_FALSE(seen.drifted);
  }
  MESSAGE("exact recursions: " << exact);
}

namespace {

StepNetwork random_chain(Random& random, int n, bool breakaway) {
  StepNetwork chain;
  for (int i = 0; i < n; ++i) {
    chain.mass.push_back(random(0.5, 2.0));
    chain.edges.push_back({i, i + 1 < n ? i + 1 : kTreeGround, 1.0, -1.0});
    chain.stiffness.push_back(random(50.0, 200.0));
    chain.viscous.push_back(random(0.0, 0.5));
    chain.kinetic.push_back(random(1.0, 3.0));
    if (breakaway) chain.breakaway.push_back(chain.kinetic.back() * random(1.0, 1.4));
  }
  return chain;
}

}  // namespace

TEST_CASE("a chain with its edges turned round moves the same, at rest or not") {
  Random random{9};
  const int n = 400;
  for (const int apart : {5, 1000})
    for (const bool breakaway : {false, true}) {
      CAPTURE(apart);
      CAPTURE(breakaway);
      StepNetwork plain = random_chain(random, n, breakaway);
      StepNetwork turned = plain;
      for (TreePair& pair : turned.edges)
        if (pair.b >= 0) std::swap(pair.a, pair.b);
      const StepState rest = at_rest(plain);
      NetworkStepper lazy(plain, rest);  // leaves out what is at rest
      NetworkStepper eager(std::move(plain), rest);
      NetworkStepper general(std::move(turned), rest);
      std::vector<double> force(n, 0.0);
      std::vector<int> driven;
      for (int i = 0; i < n; i += apart) driven.push_back(i);
      double laws = 0.0;
      for (int step = 0; step < 2000; ++step) {
        for (const int i : driven) force[i] = (apart < n ? 14.0 : 5.0) * std::sin(0.015 * step + i);
        lazy.solve(1e-3, {force, {}, driven, true});
        eager.solve(1e-3, {force, {}});
        general.solve(1e-3, {force, {}});
        if (step % 50 == 0) laws = std::max(laws, violation(lazy, 1e-3, {force, {}}));
        lazy.accept();
        eager.accept();
        general.accept();
      }
      double worst = 0.0;
      double lost = 0.0;
      for (int i = 0; i < n; ++i) {
        worst = std::max(worst, std::abs(eager.state().v[i] - general.state().v[i]));
        lost = std::max(lost, std::abs(eager.state().v[i] - lazy.state().v[i]));
        const Mode reversed = general.state().mode[i];
        CHECK(eager.state().mode[i] == (i + 1 < n ? opposite(reversed) : reversed));
        CHECK(eager.state().mode[i] == lazy.state().mode[i]);
      }
      CHECK(worst < 1e-10);
      CHECK(lost < 1e-12);
      CHECK(laws < 1e-12);
    }
}

TEST_CASE("a network without friction keeps its energy") {
  Random random{3};
  StepNetwork network = random_forest(random, 40, {true, false, false, false, false, false});
  for (double& c : network.viscous) c = 0.0;
  for (double& f : network.kinetic) f = 0.0;
  StepState start = at_rest(network);
  for (double& v : start.v) v = random(-1.0, 1.0);
  NetworkStepper stepper(std::move(network), std::move(start));
  const std::vector<double> force(40, 0.0);
  const double before = energy_of(stepper.network(), stepper.state());
  for (int step = 0; step < 3000; ++step) {
    stepper.solve(2e-3, {force, {}});
    stepper.accept();
  }
  CHECK(energy_of(stepper.network(), stepper.state()) == doctest::Approx(before).epsilon(1e-12));
}

TEST_CASE("a stop throws back with its restitution and holds what rests on it") {
  for (const double restitution : {0.0, 0.5, 1.0}) {
    StepNetwork network;
    network.mass = {2.0};
    network.edges = {{0, kTreeGround, 1.0, -1.0}};
    network.stiffness = network.viscous = network.kinetic = {0.0};
    network.stops = {{0, 0.0, kInfinity, restitution}};
    NetworkStepper stepper(std::move(network), {{1.0}, {0.0}, {1.0}, {}});
    const std::vector<double> force{-2.0 * 10.0};
    double fastest_up = 0.0;
    bool bounced = false;
    for (int step = 0; step < 8000; ++step) {
      stepper.solve(1e-3, {force, {}});
      if (stepper.next_velocity()[0] > 0.0 && !bounced) {
        bounced = true;
        fastest_up = stepper.next_velocity()[0];
      }
      stepper.accept();
      CHECK(stepper.state().d[0] > -5e-3);
    }
    // It falls for 0.447 s to 4.47 m/s.
    if (restitution > 0.0)
      CHECK(fastest_up == doctest::Approx(restitution * std::sqrt(20.0)).epsilon(5e-3));
    else
      CHECK_FALSE(bounced);
    if (restitution < 1.0) CHECK(std::abs(stepper.state().v[0]) < 1e-2);
  }
}

TEST_CASE("the bits of a large forest are the same on any number of threads") {
  Random random{21};
  const int n = 9000;
  StepNetwork network = random_forest(random, n, {false, false, true, false, true, false});
  const StepState rest = at_rest(network);
  NetworkStepper alone(network, rest);
  NetworkStepper reversed(network, rest);
  NetworkStepper threads(std::move(network), rest);
  reversed.set_executor([](int tasks, const std::function<void(int)>& run) {
    CHECK(tasks > 1);
    for (int k = tasks; k-- > 0;) run(k);
  });
  threads.set_executor([](int tasks, const std::function<void(int)>& run) {
    std::atomic<int> next{0};
    const auto work = [&] {
      for (int k = next++; k < tasks; k = next++) run(k);
    };
    std::thread one(work);
    std::thread two(work);
    work();
    one.join();
    two.join();
  });
  std::vector<double> force(n);
  for (int step = 0; step < 15; ++step) {
    for (double& f : force) f = random(-15.0, 15.0);
    for (NetworkStepper* stepper : {&alone, &reversed, &threads}) {
      CHECK(stepper->solve(1e-3, {force, {}}).status == SolveStatus::Solved);
      stepper->accept();
    }
  }
  CHECK(alone.state().v == reversed.state().v);
  CHECK(alone.state().v == threads.state().v);
  CHECK(alone.state().d == threads.state().d);
}

TEST_CASE("steps allocate nothing") {
  Random random{4};
  for (const bool plain : {true, false}) {
    CAPTURE(plain);
    StepNetwork network = plain
                              ? random_chain(random, 300, true)
                              : random_forest(random, 300, {true, true, false, true, true, false});
    const StepState rest = at_rest(network);
    NetworkStepper stepper(std::move(network), rest);
    const std::size_t bodies = stepper.network().mass.size();
    std::vector<double> force(bodies);
    const std::vector<double> velocity(bodies, 0.1);
    long allocated = 0;
    for (int step = 0; step < 3000; ++step) {
      for (std::size_t b = 0; b < bodies; ++b)
        force[b] = 8.0 * std::sin(0.02 * (step % 1500) + static_cast<double>(b));
      const long before = luztar::testing::allocations();
      const bool exact = stepper.solve(1e-3, {force, velocity}).exact;
      stepper.accept();
      // Lists of what is wrong are as long as they get in the first half; the recursion makes its
      // memory when it is needed first.
      if (step >= 1500 && !exact) allocated += luztar::testing::allocations() - before;
    }
    CHECK(allocated == 0);
  }
}
