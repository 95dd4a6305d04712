// Runs that cannot be finished: ended in words with the element's name, never by a hang, and what
// was computed is kept.
#include <chrono>
#include <cmath>

#include <doctest/doctest.h>

#include "acceptance/recording.h"

using namespace acceptance;

namespace {

luztar::System system_of(const std::string& text) {
  return luztar::compile(luztar::parse_model(text + "\n[simulation]\nduration = 1\n", "edge.toml"));
}

Recorded timed(const luztar::System& system, const luztar::SimulationSettings& settings) {
  const auto start = std::chrono::steady_clock::now();
  Recorded run = record(system, settings);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  CHECK(taken.count() < 5.0);
  return run;
}

bool all_finite(const std::vector<double>& values) {
  for (const double x : values) {
    if (!std::isfinite(x)) return false;
  }
  return true;
}

/// A diagnosis names `element`, and no number that was handed out is infinite or NaN.
void check_diagnosis(const Recorded& run, luztar::Status status, const std::string& element) {
  INFO(run.info.diagnosis);
  CHECK(run.info.status == status);
  CHECK(run.info.diagnosis.find(element) != std::string::npos);
  CHECK(run.info.diagnosis.find('\n') == std::string::npos);
  CHECK(run.info.diagnosis.find("nan") == std::string::npos);
  for (const auto* list : {&run.samples, &run.before, &run.after}) {
    for (const Snapshot& s : *list) {
      CHECK(all_finite(s.q));
      CHECK(all_finite(s.v));
      CHECK(all_finite(s.a));
      CHECK(all_finite(s.f));
    }
  }
  CHECK(all_finite(run.info.q));
  CHECK(all_finite(run.info.v));
  CHECK(std::isfinite(run.info.energy.residual));
  CHECK(std::isfinite(run.info.energy.moved));
}

const char* const kBelt = R"toml(
[bodies.block]
mass = 1
velocity = 0.2
[bodies.belt]
mass = inf
velocity = 0.2
[springs.spring]
between = ["block", "ground"]
stiffness = 25
[frictions.contact]
between = ["block", "belt"]
kinetic = 6
static = 10
)toml";

std::string pushed(const std::string& force) {
  return "[bodies.m]\nmass = 1\nvelocity = 1\n[forces.culprit]\non = \"m\"\nvalue = \"" + force +
         "\"\n";
}

}  // namespace

TEST_CASE("a deflection that overflows before the motion does is told by its name") {
  const luztar::System system = system_of(R"toml(
[bodies.block]
mass = 1
[forces.push]
on = "block"
value = 1e7
[springs.gauge]
between = ["block", "ground"]
arms = [1e300, 1]
force = "0"
)toml");
  // d = 1e300 * 1e7 t^2/2 reaches 1.8e308 at 6 s.
  const Recorded run = timed(system, {.duration = 10.0, .samples = 101});
  check_diagnosis(run, luztar::Status::NotFinite, "gauge");
  CHECK(run.samples.size() == 60);
  CHECK(run.info.final_state.time == doctest::Approx(5.9));
  for (const Snapshot& at : run.samples) CHECK(all_finite(at.d));
}

TEST_CASE("a force whose curvature overflows is told, and none of it is handed out") {
  // Saturated, and on a block that it cannot move: nothing else leaves the finite numbers.
  const luztar::System system = system_of(R"toml(
[bodies.block]
mass = 1
[frictions.floor]
between = ["block", "ground"]
kinetic = 20
[forces.push]
on = "block"
value = "sat(1e200*(1e200*max(t - 0.5, 0)^2), 10)"
)toml");
  const Recorded run = timed(system, {.duration = 1.0, .samples = 101});
  check_diagnosis(run, luztar::Status::NotFinite, "push");
  CHECK(run.info.final_state.time == 0.5);
}

TEST_CASE("more events than allowed end a run with the element's name and all results so far") {
  const luztar::System system = system_of(kBelt);
  const Recorded run = timed(system, {.duration = 100.0, .samples = 1001, .max_events = 5});
  check_diagnosis(run, luztar::Status::TooManyEvents, "contact");
  CHECK(run.info.diagnosis.find("period 2.326 s") != std::string::npos);
  CHECK(run.events.size() >= 5);
  CHECK(run.events.size() <= 6);
  // 2 s, then 5 half cycles of 0.7263 and 1.6 s in turn: the fifth event is at 6.65262 s.
  REQUIRE(!run.samples.empty());
  CHECK(run.samples.back().time > 6.5);
  CHECK(run.samples.back().time < 7.5);
  CHECK(run.info.q.size() == 2);
}

TEST_CASE("as many events as allowed are no reason for a diagnosis") {
  const luztar::System system = system_of(kBelt);
  const Recorded run = timed(system, {.duration = 7.0, .samples = 101, .max_events = 5});
  check_trust(run);
  CHECK(run.events.size() == 5);
}

TEST_CASE("a feedback force that chatters is diagnosed as an accumulation of events") {
  for (const char* force : {"-5*sign(v.m)", "1 - 5*sign(v.m)", "sin(t) - 5*if(v.m > 0, 1, -1)",
                            "-5*sign(v.m + 2*q.m)"}) {
    CAPTURE(std::string(force));
    const luztar::System system = system_of(pushed(force));
    const Recorded run = timed(system, {.duration = 10.0, .samples = 1001});
    check_diagnosis(run, luztar::Status::Accumulation, "culprit");
    CHECK(!run.samples.empty());
  }
}

TEST_CASE("a force that leaves the finite numbers ends the run before it does, with its name") {
  struct Row {
    const char* force;
    double last;  // samples reach this time
  };
  for (const Row& row : {Row{"1/(t - 1)", 0.9}, Row{"1/(1 - t)^2", 0.9}, Row{"sqrt(1 - t)", 0.9},
                         Row{"log(1 - t)", 0.9}, Row{"exp(1000*t)", 0.3}, Row{"log(t)", -1.0},
                         Row{"asin(t)", 0.9}, Row{"1/q.m", -1.0}, Row{"exp(q.m)*1e200", -1.0}}) {
    CAPTURE(std::string(row.force));
    const luztar::System system = system_of(pushed(row.force));
    const Recorded run = timed(system, {.duration = 2.0, .samples = 201});
    check_diagnosis(run, luztar::Status::NotFinite, "culprit");
    if (row.last > 0) {
      REQUIRE(!run.samples.empty());
      CHECK(run.samples.back().time >= row.last);
    }
  }
}

TEST_CASE("a motion that becomes infinite in finite time ends in words") {
  // v' = v^2 with v(0) = 1: v = 1/(1 - t).
  const luztar::System system = system_of(pushed("v.m^2"));
  const Recorded run = timed(system, {.duration = 2.0, .samples = 201});
  check_diagnosis(run, run.info.status, "t = ");
  CHECK(run.info.status != luztar::Status::Finished);
  REQUIRE(!run.samples.empty());
  CHECK(run.samples.back().time > 0.98);
  CHECK(run.samples.back().time < 1.0 + 1e-9);
  for (const Snapshot& s : run.samples) {
    if (s.time < 0.95) CHECK(s.v[0] == doctest::Approx(1 / (1 - s.time)).epsilon(1e-11));
  }
}

TEST_CASE("an observer can stop a run and gets what was computed") {
  class Impatient : public luztar::Observer {
   public:
    bool progress(double time) override { return time < 20.0; }
  } observer;
  const luztar::System system = system_of(kBelt);
  const luztar::RunInfo info = luztar::simulate(system, luztar::initial_state(system),
                                                {.duration = 1e6, .samples = 0}, observer);
  CHECK(info.status == luztar::Status::Stopped);
  CHECK(info.final_state.time < 30.0);
  CHECK(info.q.size() == 2);
}

// At pi/(2 w), for any w: no step leaps over the pole, and what it spoils is not blamed for it.
TEST_CASE("a force with tan ends the run at its pole") {
  for (int i = 0; i < 50; ++i) {
    const double w = 1.6 + 0.37 * i + 0.01 * std::sqrt(i + 2.0);
    CAPTURE(w);
    const luztar::System system = system_of(
        "[bodies.m]\nmass = 1.5\n[springs.soft]\nbetween = [\"m\", \"ground\"]\n"
        "force = \"10*d + 3*d^3\"\n[forces.push]\non = \"m\"\nvalue = \"tan(" +
        std::to_string(w) + "*t)\"\n");
    const Recorded run = record(system, system.settings());
    check_diagnosis(run, luztar::Status::NotFinite, "'push'");
    const double pole = std::acos(-1.0) / 2 / std::stod(std::to_string(w));
    CHECK(std::abs(run.info.final_state.time - pole) < 1e-12);
  }
}
