#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "../random.h"
#include "laws.h"
#include "luztar/friction/least_constraint.h"
#include "luztar/stepping/network_stepper.h"
#include "random_step_network.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

#ifdef LUZTAR_ENABLE_ASSERT
constexpr int kShare = 10;  // of the release's work
#else
constexpr int kShare = 1;
#endif

void add_edge(StepNetwork& network, int a, int b, double k, double c, double friction) {
  network.edges.push_back({a, b, 1.0, -1.0});
  network.stiffness.push_back(k);
  network.viscous.push_back(c);
  network.kinetic.push_back(friction);
}

/// A connected graph with about twice as many edges as bodies, some of them parallel, some to the
/// ground and to a given body.
StepNetwork random_graph(Random& random, int bodies, const Kind& kind) {
  StepNetwork network;
  const auto edge = [&](int a, int b) {
    add_edge(network, a, b, chance(random, 0.5) ? random(10.0, 3000.0) : 0.0,
             chance(random, 0.5) ? random(0.0, 20.0) : 0.0,
             chance(random, 0.8) ? random(0.5, 5.0) : 0.0);
    if (kind.links && chance(random, 0.2)) network.kinetic.back() = kInfinity;
    if (!kind.ratios || chance(random, 0.5)) return;
    network.edges.back().coefficient_a = random(0.6, 1.6) * (chance(random, 0.5) ? 1.0 : -1.0);
    network.edges.back().coefficient_b = random(0.6, 1.6) * (chance(random, 0.5) ? 1.0 : -1.0);
  };
  for (int b = 0; b < bodies; ++b) {
    network.mass.push_back(random(0.2, 3.0));
    network.given.push_back(0);
    if (b > 0) edge(b, chance(random, 0.5) ? b - 1 : random.below(b));
    if (b > 1) edge(random.below(b), b);
    if (chance(random, kind.links ? 0.0 : 0.3)) edge(b, kTreeGround);
  }
  edge(0, 1);
  edge(1, 0);
  if (kind.given && !kind.links) {
    network.mass.push_back(1.0);
    network.given.push_back(1);
    for (int b = 0; b < bodies; b += 4) edge(b, bodies);
  }
  complete(network, random, kind);
  return network;
}

}  // namespace

TEST_CASE("every step of random graphs fulfils Newton's and Coulomb's laws") {
  int unsolved = 0;
  double worst = 0.0;
  double worst_energy = 0.0;
  int passes = 0;
  int steps = 0;
  for (int k = 0; k < 3000 / kShare; ++k) {
    CAPTURE(k);
    Random random{static_cast<std::uint64_t>(k)};
    const Kind kind{chance(random, 0.4), chance(random, 0.4), chance(random, 0.3),
                    chance(random, 0.4), chance(random, 0.4), k % 5 == 0};
    const int bodies = 2 + random.below(k % 50 == 0 ? 200 : 12);
    StepNetwork network = random_graph(random, bodies, kind);
    const bool given = kind.given && !kind.links;
    StepState start = at_rest(network);
    if (!kind.links)
      for (double& v : start.v) v = chance(random, 0.3) ? random(-0.1, 0.1) : 0.0;
    NetworkStepper stepper(std::move(network), std::move(start));
    REQUIRE_FALSE(stepper.is_forest());
    std::vector<double> force(stepper.network().mass.size());
    std::vector<double> velocity(force.size(), 0.0);
    const double h = chance(random, 0.5) ? 1e-3 : 1e-2;
    LawsOfSteps seen;
    for (int step = 0; step < 30; ++step) {
      for (double& f : force) f = chance(random, 0.3) ? random(-15.0, 15.0) : 0.0;
      force[0] = random(2.0, 15.0);  // what is left of nothing is rounding only
      if (given) velocity.back() = 0.05 * std::sin(0.3 * step);
      const StepInput input{force, velocity};
      const StepReport& report = stepper.solve(h, input);
      CHECK(report.status == SolveStatus::Solved);
      unsolved += report.status != SolveStatus::Solved ? 1 : 0;
      passes += report.passes;
      ++steps;
      seen.take(stepper, h, input);
    }
    CHECK(seen.laws < 1e-12);
    CHECK(seen.energy < 1e-12);
    CHECK_FALSE(seen.drifted);
    worst = std::max(worst, seen.laws);
    worst_energy = std::max(worst_energy, seen.energy);
  }
  MESSAGE("worst violation " << worst << ", energy " << worst_energy << ", passes a step "
                             << static_cast<double>(passes) / steps << ", unsolved " << unsolved);
}

TEST_CASE("from rest a step of a graph is Gauss's principle over the whole box") {
  // Oracle: the dense active set of friction/, which knows nothing of steps.
  Random random{23};
  double worst = 0.0;
  for (int k = 0; k < 2000 / kShare; ++k) {
    CAPTURE(k);
    const double h = 0.01;
    const int bodies = 2 + random.below(7);
    StepNetwork network = random_graph(random, bodies, {chance(random, 0.5)});
    std::fill(network.stiffness.begin(), network.stiffness.end(), 0.0);
    std::fill(network.viscous.begin(), network.viscous.end(), 0.0);
    std::vector<double> force(network.mass.size());
    for (double& f : force) f = random(-15.0, 15.0);
    const int m = network.n_edges();
    LeastConstraintProblem problem;
    problem.resize(m);
    const auto part = [&](int e, int b) {
      const TreePair& pair = network.edges[static_cast<std::size_t>(e)];
      return (pair.a == b ? pair.coefficient_a : 0.0) + (pair.b == b ? pair.coefficient_b : 0.0);
    };
    for (int e = 0; e < m; ++e) {
      const auto i = static_cast<std::size_t>(e);
      problem.upper[i] = network.kinetic[i];
      problem.lower[i] = -network.kinetic[i];
      for (int b = 0; b < bodies; ++b) {
        const auto j = static_cast<std::size_t>(b);
        problem.drive[i] += part(e, b) * force[j] / network.mass[j];
        for (int f = 0; f < m; ++f)
          problem.delassus[static_cast<std::size_t>(e * m + f)] +=
              part(e, b) * part(f, b) / network.mass[j];
      }
    }
    problem.scale = 15.0;
    LeastConstraintSolution solution;
    solve_least_constraint(problem, solution);
    REQUIRE(solution.status == SolveStatus::Solved);
    StepState rest = at_rest(network);
    NetworkStepper stepper(std::move(network), std::move(rest));
    CHECK(stepper.solve(h, {force, {}}).status == SolveStatus::Solved);
    for (int e = 0; e < m; ++e)
      worst = std::max(worst, std::abs(stepper.rate(e) / h -
                                       solution.acceleration[static_cast<std::size_t>(e)]));
  }
  MESSAGE("largest difference of an acceleration " << worst);
  CHECK(worst < 1e-10);
}

TEST_CASE("a forest moves the same when an edge that does nothing closes a cycle") {
  Random random{29};
  double worst = 0.0;
  int impacts = 0;
  for (int k = 0; k < 100 / kShare; ++k) {
    const int n = 2 + random.below(40);
    StepNetwork forest;
    for (int b = 0; b < n; ++b) {
      forest.mass.push_back(random(0.5, 2.0));
      const int other = b == 0 ? kTreeGround : random.below(b);
      add_edge(forest, b, other, random(50.0, 200.0), random(0.0, 0.5), random(1.0, 3.0));
      forest.breakaway.push_back(1.2 * forest.kinetic.back());
      forest.contacts.push_back({b, random(1e3, 1e4), -1e-3, 1e-3, 0.0, 1.0});
      if (k % 2 == 1 && b % 3 == 0) forest.stops.push_back({b, -2e-4, 2e-4, random(0.0, 1.0)});
    }
    StepNetwork graph = forest;
    add_edge(graph, 1, 0, 0.0, 0.0, 0.0);
    graph.breakaway.push_back(0.0);
    StepState rest = at_rest(forest);
    StepState rest_too = at_rest(graph);
    NetworkStepper one(std::move(forest), std::move(rest));
    NetworkStepper two(std::move(graph), std::move(rest_too));
    REQUIRE(one.is_forest());
    REQUIRE_FALSE(two.is_forest());
    std::vector<double> force(static_cast<std::size_t>(n), 0.0);
    for (int step = 0; step < 300; ++step) {
      for (std::size_t i = 0; i < force.size(); i += 3)
        force[i] = 14.0 * std::sin(0.05 * step + static_cast<double>(i));
      CHECK(one.solve(1e-3, {force, {}}).status == SolveStatus::Solved);
      CHECK(two.solve(1e-3, {force, {}}).status == SolveStatus::Solved);
      impacts += work_of(two, 1e-3, {force, {}}).impacts > 0.0 ? 1 : 0;
      one.accept();
      two.accept();
    }
    for (std::size_t i = 0; i < force.size(); ++i)
      worst = std::max(worst, std::abs(one.state().v[i] - two.state().v[i]));
  }
  MESSAGE("largest difference of a velocity " << worst << ", steps with impacts " << impacts);
  CHECK(impacts > 100 / kShare);
  CHECK(worst < 1e-11);
}

TEST_CASE("two frictions side by side hold as much as their sum") {
  StepNetwork network;
  network.mass = {1.0, 3.0};
  add_edge(network, 0, 1, 0.0, 0.0, 2.0);
  add_edge(network, 1, 0, 0.0, 0.0, 5.0);
  StepState rest = at_rest(network);
  NetworkStepper stepper(std::move(network), std::move(rest));
  REQUIRE_FALSE(stepper.is_forest());
  // The first block is pushed by F: the pair carries 3/4 F, at most 7 N.
  stepper.solve(0.1, {std::vector<double>{9.3, 0.0}, {}});
  CHECK(stepper.rate(0) == 0.0);
  CHECK(stepper.next_velocity()[0] == stepper.next_velocity()[1]);
  CHECK(stepper.next_velocity()[1] == doctest::Approx(0.1 * 9.3 / 4.0).epsilon(1e-14));
  CHECK(stepper.force(0) - stepper.force(1) == doctest::Approx(0.75 * 9.3).epsilon(1e-14));
  stepper.solve(0.1, {std::vector<double>{9.4, 0.0}, {}});
  CHECK(stepper.next_velocity()[0] == doctest::Approx(0.1 * (9.4 - 7.0)).epsilon(1e-14));
  CHECK(stepper.next_velocity()[1] == doctest::Approx(0.1 * 7.0 / 3.0).epsilon(1e-14));
}

TEST_CASE("links in a ring move as one body; gears that contradict each other do not move") {
  StepNetwork ring;
  ring.mass = {1.0, 2.0, 3.0};
  for (int i = 0; i < 3; ++i) add_edge(ring, i, (i + 1) % 3, 0.0, 0.0, kInfinity);
  StepNetwork gears = ring;
  gears.edges[2].coefficient_b = -1.5;
  StepState rest = at_rest(ring);
  StepState rest_too = rest;
  NetworkStepper one(std::move(ring), std::move(rest));
  NetworkStepper two(std::move(gears), std::move(rest_too));
  const std::vector<double> force{6.0, 0.0, 0.0};
  for (int step = 0; step < 100; ++step) {
    CHECK(one.solve(0.01, {force, {}}).status == SolveStatus::Solved);
    CHECK(two.solve(0.01, {force, {}}).status == SolveStatus::Solved);
    one.accept();
    two.accept();
  }
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(one.state().v[i] == doctest::Approx(1.0).epsilon(1e-13));
    CHECK(one.state().d[i] == 0.0);
    CHECK(two.state().v[i] == 0.0);
    CHECK(two.state().q[i] == 0.0);
  }
}

TEST_CASE("a graph goes on from its state as it would have") {
  Random random{37};
  double worst = 0.0;
  for (int k = 0; k < 100 / kShare; ++k) {
    CAPTURE(k);
    StepNetwork network = random_graph(random, 2 + random.below(20), {k % 2 == 0});
    StepNetwork copy = network;
    StepState rest = at_rest(network);
    NetworkStepper one(std::move(network), std::move(rest));
    std::vector<double> force(one.network().mass.size());
    const auto step = [&](NetworkStepper& stepper) {
      CHECK(stepper.solve(1e-3, {force, {}}).status == SolveStatus::Solved);
      stepper.accept();
    };
    for (int i = 0; i < 20; ++i) {
      for (double& f : force) f = random(-10.0, 10.0);
      step(one);
    }
    StepState middle = one.state();
    NetworkStepper two(std::move(copy), std::move(middle));
    CHECK(two.state().mode == one.state().mode);
    for (int i = 0; i < 20; ++i) {
      for (double& f : force) f = random(-10.0, 10.0);
      step(one);
      step(two);
    }
    CHECK(two.state().mode == one.state().mode);
    for (std::size_t b = 0; b < force.size(); ++b)
      worst = std::max(worst, std::abs(one.state().v[b] - two.state().v[b]));
  }
  MESSAGE("largest difference of a velocity " << worst);
  CHECK(worst < 1e-13);
}

TEST_CASE("links that given motions tear apart are not solved, and the report says so") {
  StepNetwork network;
  network.mass = {1.0, 1.0, 1.0, 1.0};
  network.given = {0, 0, 1, 1};
  add_edge(network, 0, 1, 0.0, 0.0, 1.0);
  add_edge(network, 0, 1, 0.0, 0.0, 2.0);
  add_edge(network, 0, 2, 0.0, 0.0, kInfinity);
  add_edge(network, 0, 3, 0.0, 0.0, kInfinity);
  StepState rest = at_rest(network);
  NetworkStepper stepper(std::move(network), std::move(rest));
  const std::vector<double> force(4, 1.0);
  const StepReport& torn = stepper.solve(0.01, {force, std::vector<double>{0.0, 0.0, 0.1, 0.2}});
  CHECK(torn.status == SolveStatus::MaxIterations);
  CHECK(torn.residual > 1e-9);
  // It goes on with motions that agree.
  const StepReport& held = stepper.solve(0.01, {force, std::vector<double>{0.0, 0.0, 0.1, 0.1}});
  CHECK(held.status == SolveStatus::Solved);
  CHECK(stepper.next_velocity()[0] == 0.1);
}

namespace {

/// Blocks on a floor, or a plate held at one corner.
void run_lattice(bool floor, int steps) {
  Random random{31};
  const int side = 30;
  StepNetwork network;
  for (int i = 0; i < side * side; ++i) {
    network.mass.push_back(random(0.8, 1.2));
    if (i % side > 0) add_edge(network, i, i - 1, 400.0, 0.1, random(0.5, 1.5));
    if (i >= side) add_edge(network, i, i - side, 400.0, 0.1, random(0.5, 1.5));
    if (floor || i == 0) add_edge(network, i, kTreeGround, 20.0, 0.0, random(0.2, 0.6));
  }
  StepState rest = at_rest(network);
  NetworkStepper stepper(std::move(network), std::move(rest));
  std::vector<double> force(stepper.network().mass.size(), 0.0);
  double work_done = 0.0;
  double balance = 0.0;
  double worst = 0.0;
  double violated = 0.0;
  bool drifted = false;
  long stuck = 0;
  long slipping = 0;
  for (int step = 0; step < steps; ++step) {
    for (std::size_t i = 0; i < force.size(); i += 7)
      force[i] = 16.0 * std::sin(0.02 * step + 0.1 * static_cast<double>(i));
    const StepInput input{force, {}};
    const StepReport& report = stepper.solve(2e-3, input);
    CHECK(report.status == SolveStatus::Solved);
    worst = std::max(worst, report.residual);
    if (step % 50 == 0) violated = std::max(violated, violation(stepper, 2e-3, input));
    const StepWork work = work_of(stepper, 2e-3, input);
    work_done += work.supplied;
    balance += work.supplied - work.dissipated - work.numerical;
    const StepState before = stepper.state();
    stepper.accept();
    const StepState& after = stepper.state();
    for (std::size_t e = 0; e < after.d.size(); ++e) {
      slipping += after.mode[e] != Mode::Stuck ? 1 : 0;
      if (before.mode[e] != Mode::Stuck || after.mode[e] != Mode::Stuck) continue;
      ++stuck;
      drifted |= before.d[e] != after.d[e];
    }
  }
  const double left = energy_of(stepper.network(), stepper.state()) - balance;
  MESSAGE("work " << work_done << ", residual " << worst << ", violation " << violated
                  << ", energy " << left / work_done << ", stuck " << stuck << ", slipping "
                  << slipping);
  CHECK(worst < 1e-12);
  CHECK(violated < 1e-11);
  CHECK(std::abs(left) < 1e-11 * work_done);
  CHECK_FALSE(drifted);
  CHECK(stuck > 100 * steps);
  CHECK(slipping > 100 * steps);
}

}  // namespace

TEST_CASE("a lattice of blocks sticks and slips without losing energy or drifting") {
  run_lattice(true, 600 / kShare);
  run_lattice(false, 120 / kShare);  // slip spreads through plates that stick as a whole
}
