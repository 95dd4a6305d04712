// Closed forms of the transfers of energy in one step.
#include <cmath>

#include <doctest/doctest.h>

#include "laws.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// A body of 2 kg on the ground.
StepNetwork body() {
  StepNetwork network;
  network.mass = {2.0};
  network.edges = {{0, kTreeGround, 1.0, 0.0}};
  network.stiffness = network.viscous = network.kinetic = {0.0};
  return network;
}

StepWork step(StepNetwork network, const StepState& state, double h, double force) {
  NetworkStepper stepper(std::move(network), state);
  const std::vector<double> forces{force};
  CHECK(stepper.solve(h, {forces, {}}).status == SolveStatus::Solved);
  return work_of(stepper, h, {forces, {}});
}

}  // namespace

TEST_CASE("step energy: friction takes F_K times the way, the force gives F times the way") {
  StepNetwork network = body();
  network.kinetic = {3.0};
  const StepWork work = step(std::move(network), {{0.0}, {1.0}, {0.0}, {}}, 0.5, 5.0);
  const double way = 0.5 * (1.0 + 1.5) * 0.5;  // v1 = 1 + h (5 - 3)/2
  CHECK(work.dissipated == doctest::Approx(3.0 * way).epsilon(1e-15));
  CHECK(work.supplied == doctest::Approx(5.0 * way).epsilon(1e-15));
  CHECK(work.numerical == 0.0);
  CHECK(work.impacts == 0.0);
}

TEST_CASE("step energy: a damper takes C times the mean rate times the way") {
  StepNetwork network = body();
  network.viscous = {4.0};
  const StepWork work = step(std::move(network), {{0.0}, {1.0}, {0.0}, {}}, 0.5, 0.0);
  const double mean = 0.5 * (1.0 + 1.0 / 3.0);  // 2 (v1 - 1) = -0.5 * 4 (1 + v1)/2
  CHECK(work.dissipated == doctest::Approx(4.0 * mean * 0.5 * mean).epsilon(1e-15));
}

TEST_CASE("step energy: a stop takes the part 1 - e² of what ran into it") {
  StepNetwork network = body();
  network.stops = {{0, -1.0, 1.0, 0.5}};
  const StepWork work = step(std::move(network), {{0.99}, {3.0}, {0.99}, {}}, 0.01, 0.0);
  CHECK(work.impacts == doctest::Approx(0.5 * 2.0 * 9.0 * (1.0 - 0.25)).epsilon(1e-15));
  CHECK(work.dissipated == 0.0);
}

TEST_CASE(
    "step energy: what a spring stores beyond its gap is booked, what it misses is numerical") {
  StepNetwork network = body();
  network.contacts = {{0, 100.0, -0.1, 0.1, 0.0, 0.0}};
  // In contact all the time a linear spring loses nothing; entering, the step is off by a little.
  for (const double d : {0.3, 0.05}) {
    NetworkStepper stepper(network, {{d}, {1.0}, {d}, {}});
    const double before = energy_of(network, stepper.state());
    CHECK(before == doctest::Approx(1.0 + (d == 0.3 ? 0.5 * 100.0 * 0.04 : 0.0)).epsilon(1e-15));
    const std::vector<double> none{0.0};
    stepper.solve(0.1, {none, {}});
    const StepWork work = work_of(stepper, 0.1, {none, {}});
    stepper.accept();
    const double after = energy_of(network, stepper.state());
    CHECK(after + work.numerical == doctest::Approx(before).epsilon(1e-14));
    CHECK((std::abs(work.numerical) < 1e-14) == (d == 0.3));
  }
}

TEST_CASE("step energy: a belt gives friction times its own way, of which the slip is lost") {
  StepNetwork network = body();
  network.mass.push_back(0.0);
  network.given = {0, 1};
  network.edges = {{0, 1, 1.0, -1.0}};
  network.kinetic = {3.0};
  NetworkStepper stepper(std::move(network), {{0.0, 0.0}, {0.0, 2.0}, {0.0}, {}});
  const std::vector<double> none{0.0, 0.0};
  const std::vector<double> belt{0.0, 2.0};
  stepper.solve(0.5, {none, belt});
  const StepWork work = work_of(stepper, 0.5, {none, belt});
  const double way = 0.5 * 0.75 * 0.5;  // v1 = h 3/2
  CHECK(work.motion_work == doctest::Approx(3.0 * 1.0).epsilon(1e-15));
  CHECK(work.dissipated == doctest::Approx(3.0 * (1.0 - way)).epsilon(1e-15));
}
