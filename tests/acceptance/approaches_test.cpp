// Bodies that come nearer and nearer to rest: when they rest, and what follows, against closed
// forms.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/approach.h"
#include "environment.h"

using namespace acceptance;
using luztar::Event;
using luztar::Trajectory;

namespace {

struct Outcome {
  double rests_at{};  ///< last event of that cause [s]; 0: none
  double place{};     ///< at the end [m]
  int rests{};        ///< events of that cause
  std::vector<std::string> warnings;
};

Outcome outcome(const std::string& text, double tolerance, double duration, int samples = 2) {
  const luztar::System system = luztar::compile(luztar::parse_model(text, "approach.toml"));
  const Trajectory run =
      luztar::simulate(system, luztar::initial_state(system),
                       {.duration = duration, .samples = samples, .tolerance = tolerance});
  INFO(text << run.info.diagnosis);
  CHECK(run.info.status == luztar::Status::Finished);
  Outcome found{.place = run.info.q[0], .warnings = run.info.warnings};
  for (const Event& event : run.events) {
    if (event.cause != Event::Cause::Rest) continue;
    found.rests_at = event.time.value;
    ++found.rests;
  }
  return found;
}

bool agree(double found, Approach::Real expected, double part) {
  return std::abs(found - static_cast<double>(expected)) <=
         part * std::abs(static_cast<double>(expected));
}

/// Against the closed form, at a time before it breaks loose.
void check(const Approach& body, double tolerance, const ApproachUnits& units = {}) {
  CAPTURE(tolerance);
  CAPTURE(static_cast<double>(body.begin));
  const Approach::Real rest = body.rests_at();
  const double wait = 0.5 * static_cast<double>((body.limit - body.kinetic) / body.ramp);
  const double end = static_cast<double>(body.begin) + wait;
  const Outcome found = outcome(model_of(body, units), tolerance, end * units.time);
  const bool sticks = rest < body.begin;
  CHECK(found.rests == (sticks ? 1 : 0));
  // Errors of a step are relative and local; what they make of the time of a decay is slow()^-1.
  if (sticks) CHECK(agree(found.rests_at / units.time, rest, std::max(1e-9, 10 * tolerance)));
  CHECK(agree(found.place / units.length, body.place(end), std::max(1e-11, 10 * tolerance)));
}

/// Members with time scales from 0.01 to 10 s, away from where the ramp begins as they come to
/// rest.
Approach drawn(luztar::testing::Random& random) {
  Approach body;
  body.mass = std::pow(10, random(-2, 1));
  body.stiffness = std::pow(10, random(0, 3));
  body.damping = 2 * std::sqrt(body.mass * body.stiffness) * std::pow(10, random(0.02, 1.3));
  body.kinetic = random(0.2, 2);
  body.limit = body.kinetic * random(1.1, 2);
  body.push = body.limit * random(1.05, 3);
  body.ramp = body.kinetic * body.slow() * std::pow(10, random(-3, -1));
  const double share = random(0.4, 1.6);
  body.begin = body.rests_at() * (share < 1 ? share - 0.02 : share + 0.02);
  return body;
}

constexpr double kTolerances[] = {1e-8, 1e-10, 1e-12, 1e-14};

}  // namespace

TEST_CASE("finding: what comes nearer and nearer to rest rests by a rule, at every tolerance") {
  Approach body;
  CHECK(agree(12.37033753883298, body.rests_at(), 1e-15));  // mpmath, 60 digits
  for (const double begin : {8.0, 10.0, 12.0, 12.5, 13.0, 14.0, 16.0, 20.0})
    for (const double tolerance : kTolerances) {
      body.begin = begin;
      check(body, tolerance);
    }
  body.begin = 16;
  const Outcome found = outcome(model_of(body), 1e-12, 40.0);
  REQUIRE(found.warnings.size() == 1);
  CHECK(found.warnings[0].find("'f' comes to rest") != std::string::npos);
  CHECK(found.warnings[0].find("t = 12.37") != std::string::npos);
  body.limit = body.kinetic;  // nothing hangs on it
  CHECK(outcome(model_of(body), 1e-12, 15.0).warnings.empty());
}

TEST_CASE("the instant at which it rests depends on no unit, no place and no number of samples") {
  Approach body;
  body.begin = 20;
  const double rest = static_cast<double>(body.rests_at());
  for (const double length : {1e-6, 1e5})
    for (const double force : {1e-3, 1e8})
      for (const double time : {1e-4, 1e3}) {
        const Outcome found = outcome(model_of(body, {length, force, time}), 1e-12, 21.0 * time);
        CHECK(agree(found.rests_at / time, rest, 1e-9));
      }
  for (const double shift : {1.0, -1e3}) {
    const Outcome found = outcome(model_of(body, {}, shift), 1e-12, 21.0);
    CHECK(agree(found.rests_at, rest, 1e-9));
    CHECK(std::abs(found.place - shift - 0.06) <= 1e-12 * std::abs(shift));
  }
  const double plain = outcome(model_of(body), 1e-12, 21.0).rests_at;
  for (const int samples : {3, 1000}) {
    const Outcome found = outcome(model_of(body), 1e-12, 21.0, samples);
    CHECK(found.rests_at == plain);
  }
}

TEST_CASE("a run that goes on from a file near rest rests at the same instant, to the bit") {
  Approach body;
  const luztar::System system = luztar::compile(luztar::parse_model(model_of(body), "a.toml"));
  const luztar::State start = luztar::initial_state(system);
  const Trajectory whole = luztar::simulate(system, start, {.duration = 40.0, .samples = 0});
  for (const double until : {1.0, 5.0, 9.0, 12.0, 12.3, 13.0}) {
    luztar::SimulationSettings settings{.duration = until, .span = 40.0, .samples = 0};
    const Trajectory first = luztar::simulate(system, start, settings);
    const luztar::State state =
        luztar::state_from_json(system, luztar::state_to_json(first.info.final_state), "s.json");
    CHECK(state == first.info.final_state);
    settings.duration = 40.0;
    const Trajectory second = luztar::simulate(system, state, settings);
    CAPTURE(until);
    CHECK(second.info.q == whole.info.q);
    REQUIRE(first.events.size() + second.events.size() == whole.events.size());
    CHECK((second.events.empty() ? first : second).events.back().time == whole.events.back().time);
  }
}

TEST_CASE("a light body, whose fast decay is 4e6 times as fast, rests at the right instant too") {
  const Approach body{.mass = 1e-6L, .begin = 15};
  for (const double tolerance : kTolerances) check(body, tolerance);
}

TEST_CASE("random bodies near rest, over tolerances and units, against the closed form") {
  luztar::testing::Random random{41};
  const int members = luztar::test::count_of(luztar::test::some_of(24));
  for (int i = 0; i < members; ++i) {
    const Approach body = drawn(random);
    const ApproachUnits units{std::pow(10, random.below(9) - 4), std::pow(10, random.below(9) - 4),
                              std::pow(10, random.below(9) - 4)};
    CAPTURE(i);
    CAPTURE(static_cast<double>(body.damping));
    for (const double tolerance : {1e-8, 1e-10, 1e-12, 1e-14}) check(body, tolerance, units);
  }
}

TEST_CASE(
    "a servo with a step and a slow ramp: 0.9475 m after 7 s, 0.9 m after 8 s, at any tolerance") {
  Approach body{.mass = 1,
                .stiffness = 100,
                .damping = 25,
                .kinetic = 10,
                .limit = 15,
                .push = 100,
                .ramp = 1};
  for (const double wait : {7.0, 8.0})
    for (const double tolerance : kTolerances) {
      const std::string text =
          "[bodies.b]\nmass = 1\n[frictions.f]\nbetween = [\"b\", \"ground\"]\nkinetic = 10\n"
          "static = 15\n[forces.u]\non = \"b\"\nvalue = \"100*(1 + 0.01*max(t - " +
          std::to_string(wait) + ", 0) - q.b) - 25*v.b\"\n[simulation]\nduration = 20\n";
      const Outcome found = outcome(text, tolerance, wait + 4.0);
      body.begin = wait;
      CHECK(found.rests == (wait > 7.5 ? 1 : 0));
      if (found.rests > 0) CHECK(agree(found.rests_at, body.rests_at(), 1e-9));
      CHECK(agree(found.place, body.place(wait + 4.0), 1e-9));
    }
}

TEST_CASE("finding: a control valve in a sampled loop sticks and breaks at the same times") {
  const std::string text = R"(
[bodies.stem]
mass = 1.36
[springs.spring]
between = ["stem", "ground"]
stiffness = 52500
[frictions.packing]
between = ["stem", "ground"]
kinetic = 1423
static = 1707.6
viscous = 612
[states.level]
rate = "(q.stem/0.1 - x.level)/20"
[controllers.loop]
period = 1
memory = { e = 0, sum = 0, u = 0 }
update = ["e = 0.5 - x.level", "sum = sum + 0.05*e", "u = 0.4*e + sum"]
[forces.air]
on = "stem"
value = "5250*x.loop.u"
[simulation]
duration = 600
)";
  const luztar::System system = luztar::compile(luztar::parse_model(text, "valve.toml"));
  std::vector<Event> first;
  for (const double tolerance : kTolerances) {
    const Trajectory run =
        luztar::simulate(system, luztar::initial_state(system),
                         {.duration = 600.0, .samples = 0, .tolerance = tolerance});
    CAPTURE(tolerance);
    if (first.empty()) first = run.events;
    REQUIRE(run.events.size() == first.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
      CHECK(run.events[i].cause == first[i].cause);
      CHECK(agree(run.events[i].time.value, first[i].time.value, 1e-9));
    }
  }
  CHECK(first.size() > 8);
}

TEST_CASE("two bodies rest on one another as they move on together, however fast") {
  for (const double speed : {0.0, 0.5, -300.0}) {
    const std::string v = std::to_string(speed);
    const std::string text =
        "[bodies]\na = { mass = 1, velocity = " + v + " }\nb = { mass = 1, velocity = " + v +
        " }\n[springs.k]\nbetween = [\"a\", \"b\"]\nstiffness = 25\n[frictions.f]\nbetween = "
        "[\"a\", \"b\"]\nkinetic = 1\nstatic = 2\nviscous = 10\n[forces.p]\nbetween = [\"a\", "
        "\"b\"]\nvalue = 2.5\n[simulation]\nduration = 30\n";
    CAPTURE(speed);
    const Outcome found = outcome(text, 1e-12, 30.0);
    CHECK(found.rests == 1);
    CHECK(agree(found.rests_at, Approach{}.rests_at(), 1e-9));  // the reduced mass is 1/2
  }
}

TEST_CASE("what v^2 brakes never rests, what the root of v brakes rests at its end") {
  const auto braked = [](const std::string& law) {
    return "[bodies.b]\nmass = 1\nvelocity = 1\n[frictions.f]\nbetween = [\"b\", \"ground\"]\n"
           "kinetic = 1\nstatic = 2\n[dampers.c]\nbetween = [\"b\", \"ground\"]\nforce = \"" +
           law + "\"\n[forces.p]\non = \"b\"\nvalue = 1\n[simulation]\nduration = 1000\n";
  };
  const Outcome slow = outcome(braked("v*abs(v)"), 1e-12, 1000.0);
  CHECK(slow.rests == 0);
  CHECK(agree(slow.place, std::log1p(1000.0L), 1e-9));
  const Outcome soon = outcome(braked("sign(v)*sqrt(abs(v))"), 1e-12, 5.0);
  CHECK(soon.rests == 0);
  CHECK(agree(soon.place, 2.0L / 3.0L, 1e-9));
}

TEST_CASE("derivatives go on through such a rest: places keep theirs, speeds have none") {
  Approach body;
  std::string text = model_of(body);
  text = "[parameters]\nK = 1\n" + text;
  text.replace(text.find("kinetic = 1\n"), 12, "kinetic = \"K\"\n");
  text += "derivatives = [\"K\"]\n";
  struct Watch : luztar::Observer {
    void sample(const luztar::Sample& sample) override {
      q = sample.derivatives.q[0];
      v = sample.derivatives.v[0];
    }
    void event_time(std::span<const double> slopes) override { time = slopes[0]; }
    double q{}, v{1.0}, time{};
  } watch;
  const luztar::Model model = luztar::parse_model(text, "d.toml");
  const luztar::System system = luztar::compile(model);
  luztar::simulate(system, luztar::initial_state(system), {.duration = 15.0, .samples = 2}, watch);
  CHECK(agree(watch.q, -1.0L / 25.0L, 1e-9));
  CHECK(watch.v == 0.0);
  CHECK(std::isnan(watch.time));
}
