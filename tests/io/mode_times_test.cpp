// How long pairs stick and slip, from events made by hand.
#include "luztar/io/mode_times.h"

#include <vector>

#include <doctest/doctest.h>

#include "luztar/simulate/simulate.h"

namespace luztar {
namespace {

using Cause = Event::Cause;

std::vector<ElementInfo> friction_and_stop() {
  ElementInfo friction, stop;
  friction.name = "guide";
  friction.has_modes = friction.sticks = true;
  stop.name = "stop";
  stop.has_modes = true;
  return {friction, stop};
}

/// Begins at 0 with the friction stuck and the stop free, with these forces and limits.
struct Told {
  ModeTimes times{friction_and_stop(), {}};
  EnergyLedger energy;

  Told() { sample(0.0, 0, 1.0); }
  void sample(double t, ModeNumber mode, double force) {
    const std::vector<double> none(2), f{force, 0.0}, lower{-4.0, 0.0}, upper{5.0, 0.0};
    const std::vector<ModeNumber> modes{mode, 0};
    times.sample({t, none, none, none, none, none, f, modes, lower, upper, energy});
  }
  void event(double t, int name, ModeNumber from, ModeNumber to, Cause cause = Cause::Stop) {
    times.event({{t, 0.0}, name, from, to, cause});
  }
};

TEST_CASE("sticks and slips within the run count, those at its ends are told apart") {
  Told run;
  run.event(2.0, 0, 0, 1, Cause::Break);
  run.event(3.0, 0, 1, 0);
  run.event(3.5, 0, 0, -1, Cause::Break);
  run.event(5.0, 0, -1, 0);
  run.event(6.5, 0, 0, 1, Cause::Break);
  run.event(7.0, 0, 1, 0);
  const HeldTimes of = run.times.of(0, 11.0);
  CHECK(of.held.count == 2);
  CHECK(of.held.initial == 2.0);
  CHECK(of.held.final == 4.0);
  CHECK(of.held.shortest == 0.5);
  CHECK(of.held.longest == 1.5);
  CHECK(of.held.mean() == 1.0);
  CHECK(of.held.total == 8.0);
  CHECK(of.free.count == 3);
  CHECK(of.free.initial == 0.0);
  CHECK(of.free.final == 0.0);
  CHECK(of.free.shortest == 0.5);
  CHECK(of.free.longest == 1.5);
  CHECK(of.free.total == 3.0);
}

TEST_CASE("a slip that turns round is one slip, a stick of no length is none") {
  Told run;
  run.event(1.0, 0, 0, 1, Cause::Break);
  run.event(2.0, 0, 1, 0);
  run.event(2.0, 0, 0, -1, Cause::Follow);
  run.event(2.5, 0, -1, 1);
  run.event(4.0, 0, 1, 0);
  const HeldTimes of = run.times.of(0, 4.5);
  CHECK(of.free.count == 1);
  CHECK(of.free.longest == 3.0);
  CHECK(of.held.count == 0);
  CHECK(of.held.mean() == 0.0);
  CHECK(of.held.initial == 1.0);
  CHECK(of.held.final == 0.5);
}

TEST_CASE("a mode that changes at the instant of the start is that of the start") {
  Told run;
  run.event(0.0, 0, 0, -1, Cause::Break);
  run.event(3.0, 0, -1, 0);
  const HeldTimes of = run.times.of(0, 5.0);
  CHECK(of.free.initial == 3.0);
  CHECK(of.free.count == 0);
  CHECK(of.held.initial == 0.0);
  CHECK(of.held.final == 2.0);
}

TEST_CASE("a run of one mode begins with it") {
  Told run;
  CHECK(run.times.of(0, 3.0).held.initial == 3.0);
  CHECK(run.times.of(0, 3.0).held.final == 0.0);
  CHECK(run.times.of(1, 3.0).free.total == 3.0);
}

TEST_CASE("stops touch in any mode but free, and rebounds are no contacts") {
  Told run;
  run.event(1.0, 1, 0, 0, Cause::Impact);
  run.event(2.0, 1, 0, 1, Cause::Impact);
  run.event(2.25, 1, 1, 0, Cause::Leave);
  run.event(4.0, 1, 0, -1, Cause::Touch);
  run.event(4.5, 1, -1, 0, Cause::Leave);
  const HeldTimes of = run.times.of(1, 5.0);
  CHECK(of.held.count == 2);
  CHECK(of.held.longest == 0.5);
  CHECK(of.free.count == 1);
  CHECK(of.free.initial == 2.0);
  CHECK(of.free.final == 0.5);
}

TEST_CASE(
    "the greatest part of the limit is seen while it sticks, and is 1 where it breaks loose") {
  Told run;
  run.sample(0.1, 0, 3.0);
  run.sample(0.2, 0, -3.2);
  run.sample(0.3, 1, 5.0);  // slips
  CHECK(run.times.of(0, 1.0).greatest_use == doctest::Approx(0.8));
  run.event(0.5, 0, 0, 1, Cause::Follow);
  CHECK(run.times.of(0, 1.0).greatest_use == doctest::Approx(0.8));
  run.event(0.6, 0, 1, 0);
  run.event(0.7, 0, 0, -1, Cause::Break);
  CHECK(run.times.of(0, 1.0).greatest_use == 1.0);
}

TEST_CASE("by stepping contacts of stops are not counted: only their impacts are events") {
  std::vector<ElementInfo> elements = friction_and_stop();
  elements[1].is_pair = true;
  const ModeTimes by_events(elements, {}), by_steps(elements, {.method = Method::Stepping});
  CHECK(by_events.has(0));
  CHECK(by_events.has(1));
  CHECK(by_steps.has(0));
  CHECK(!by_steps.has(1));
}

TEST_CASE("samples may come before all events, and the start may be later than the settings'") {
  Told run;
  run.sample(9.0, 1, 0.0);
  run.event(2.0, 0, 0, 1, Cause::Break);
  CHECK(run.times.of(0, 10.0).held.initial == 2.0);
  ModeTimes later(friction_and_stop(), {});
  later.begin_at(1.5);
  later.event({{2.0, 0.0}, 0, 0, 1, Cause::Break});
  CHECK(later.of(0, 10.0).held.initial == 0.5);
}

}  // namespace
}  // namespace luztar
