// Delayed expressions against closed forms, and against a method of steps of their own.
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/continued.h"
#include "acceptance/delay_oracle.h"
#include "environment.h"
#include "luztar/luztar.h"
#include "simulate/whole_run.h"

using namespace acceptance;
using namespace luztar;

namespace {

const std::string kCarried = "[bodies.body]\nmotion = \"t\"\n";
const std::string kSeconds = "[simulation]\nduration = 5\n";

Trajectory delayed_run(const std::string& text, double duration, std::int64_t samples) {
  return luztar::testing::sound_run(text, {.duration = duration, .samples = samples});
}

/// x' = -x(t - 1) from x = 1 (Bellman and Cooke 1963, section 3.4): the sum over k of
/// (-1)^k (t - k + 1)^k / k!, as far as t - k + 1 >= 0.
double retarded(double t) {
  double sum = 0.0;
  double factorial = 1.0;
  for (int k = 0; k - 1 <= t; ++k) {
    if (k > 0) factorial *= k;
    sum += (k % 2 == 0 ? 1.0 : -1.0) * std::pow(t - k + 1.0, k) / factorial;
  }
  return sum;
}

std::vector<double> times_of(const Trajectory& r, Event::Cause cause) {
  std::vector<double> times;
  for (const Event& event : r.events)
    if (event.cause == cause) times.push_back(event.time.value);
  return times;
}

}  // namespace

TEST_CASE("a state that decays by what it was follows the polynomials of the method of steps") {
  const Trajectory r = delayed_run(
      "[states.y]\nstart = 1\nrate = \"-delay(x.y, 1)\"\n" + kCarried + kSeconds, 10, 101);
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    CAPTURE(r.time[k]);
    CHECK(std::abs(r.internal[0][k] - retarded(r.time[k])) < 1e-13);
  }
  CHECK(r.info.final_state.steps < 40);
}

TEST_CASE("with a history a state follows it") {
  // x' = x(t - 1) with x = exp(a t) before, a = exp(-a): it goes on.
  const double a = 0.56714329040978387;
  const Trajectory r =
      delayed_run("[states.y]\nstart = 1\nrate = \"delay(x.y, 1, exp(0.56714329040978387*t))\"\n" +
                      kCarried + kSeconds,
                  5, 51);
  for (std::size_t k = 0; k < r.time.size(); ++k)
    CHECK(std::abs(r.internal[0][k] / std::exp(a * r.time[k]) - 1.0) < 1e-12);
}

TEST_CASE("a delayed relay swings in its limit cycle") {
  // y' = 1 where y was below 0 a time T ago, else -1: a triangle between -T and T of period 4 T.
  const Trajectory r =
      delayed_run("[states.y]\nstart = -0.3\nrate = \"if(delay(x.y, 0.25) < 0, 1, -1)\"\n" +
                      kCarried + kSeconds,
                  5, 501);
  for (std::size_t k = 60; k < r.time.size(); ++k) {
    const double phase = std::remainder(r.time[k] - 0.55, 1.0);  // at the top
    CHECK(std::abs(r.internal[0][k] - (0.25 - 0.5 * std::abs(phase) * 2.0)) < 1e-12);
  }
  const std::vector<double> times = times_of(r, Event::Cause::Jump);
  REQUIRE(times.size() == 9);
  for (std::size_t n = 0; n < times.size(); ++n)
    CHECK(std::abs(times[n] - (0.55 + 0.5 * static_cast<double>(n))) < 1e-12);
}

TEST_CASE("delays of signals are signals, of data too, and a given motion may follow them") {
  const std::string text =
      "[signals.road]\nvalue = \"0.1*sin(3*t) + late\"\n[signals.late]\nvalue = \"t^2\"\n"
      "[bodies.front]\nmotion = \"road\"\n[bodies.rear]\nmotion = \"delay(road, 0.5, road)\"\n"
      "[bodies.third]\nmotion = \"delay(road, 0.5)\"\n[bodies.b]\nmass = 1\n"
      "[forces.f]\non = \"b\"\nvalue = \"delay(late, 0.5)\"\n" +
      kSeconds;
  const Trajectory r = delayed_run(text, 2, 21);
  const auto road = [](double t) {
    return 0.1 * std::sin(3.0 * t) + t * t;
  };
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    const double ago = r.time[k] - 0.5;
    CHECK(std::abs(r.q[0][k] - road(r.time[k])) < 1e-14);
    CHECK(std::abs(r.q[1][k] - road(ago)) < 1e-14);
    CHECK(std::abs(r.q[2][k] - road(std::max(0.0, ago))) < 1e-14);
    CHECK(std::abs(r.q[3][k] - std::pow(std::max(0.0, ago), 4) / 12.0) < 1e-14);
  }
}

TEST_CASE("a jump comes through at its delayed instant, and breaks what sticks there") {
  const Trajectory r = delayed_run(
      "[controllers.c]\nperiod = 0.4\nfirst = 0.1\nmemory = { u = 0 }\n"
      "update = [\"u = if(t < 0.6, 1, 5)\"]\n"
      "[bodies.b]\nmass = 2\n[frictions.mu]\nbetween = [\"b\", \"ground\"]\nkinetic = 3\n"
      "[forces.f]\non = \"b\"\nvalue = \"delay(x.c.u, 1.3)\"\n" +
          kSeconds,
      4, 2);
  REQUIRE(r.events.size() == 1);
  CHECK(r.events[0].from == number(Mode::Stuck));
  CHECK(std::abs(r.events[0].time.value - 2.2) < 1e-15);  // the sample of 0.9 s
  CHECK(std::abs(r.q[0].back() - 0.5 * std::pow(4.0 - 2.2, 2)) < 1e-13);
  CHECK(r.info.final_state.events == 1);
}

TEST_CASE("two jumps that cancel at one instant break nothing") {
  const Trajectory r = delayed_run(
      "[parameters]\nTs = 0.1\n[controllers.c]\nperiod = \"Ts\"\nmemory = { u = 0 }\n"
      "update = [\"u = 10*round(10*t)\"]\n"
      "[bodies.b]\nmass = 2\n[frictions.mu]\nbetween = [\"b\", \"ground\"]\nkinetic = 35\n"
      "[forces.f]\non = \"b\"\nvalue = \"x.c.u - delay(x.c.u, 3*Ts)\"\n" +
          kSeconds,
      5, 2);
  CHECK(r.events.empty());
  CHECK(r.q[0].back() == 0.0);
}

TEST_CASE("a damper may feel the rate that it had") {
  // v' = -v(t - 1) of a body of 1 kg.
  const Trajectory r = delayed_run(
      "[bodies.b]\nmass = 1\nvelocity = 1\n"
      "[dampers.c]\nbetween = [\"b\", \"ground\"]\nforce = \"delay(v, 1)\"\n" +
          kSeconds,
      5, 51);
  for (std::size_t k = 0; k < r.time.size(); ++k)
    CHECK(std::abs(r.v[0][k] - retarded(r.time[k])) < 1e-13);
}

TEST_CASE("the steps of a long run with delays do not become more and more") {
  const std::string text =
      "[bodies.b]\nmass = 1\n[springs.k]\nbetween = [\"b\", \"ground\"]\nstiffness = 30\n"
      "[frictions.mu]\nbetween = [\"b\", \"ground\"]\nkinetic = 0.2\n[forces.f]\non = \"b\"\n"
      "value = \"3*sin(2*t) - delay(v.b, 0.31) + delay(q.b, 0.77)\"\n" +
      kSeconds;
  const auto steps = [&](double duration) {
    return static_cast<double>(delayed_run(text, duration, 2).info.final_state.steps);
  };
  const double early = steps(100) - steps(50);
  CHECK(steps(200) - steps(100) < 2.1 * early);
}

TEST_CASE("a run with delays goes on with the same bits") {
  for (const int seed : {3, 4, 5, 6, 7, 8}) {
    const System system = compile(parse_model(delay_model(DelayCase::draw(seed)), "m.toml"));
    const SimulationSettings settings = settings_of(Method::Events);
    const RunInfo whole = go_on(system, initial_state(system), 6, settings);
    State state = initial_state(system);
    SimulationSettings part = settings;
    for (const double until : {0.03, 0.7, 2.2, 5.0, 6.0}) {
      const RunInfo info = go_on(system, state, until, part);
      state = state_from_json(system, state_to_json(info.final_state), "state.json");
      CHECK(state == info.final_state);
      part.start = until;
    }
    CHECK(state.internal == whole.final_state.internal);
    CHECK(state.position == whole.final_state.position);
    CHECK(state.velocity == whole.final_state.velocity);
    CHECK(state.ahead.past == whole.final_state.ahead.past);
  }
}

TEST_CASE("what does not know delays says so") {
  const Model model = parse_model(
      "[bodies.b]\nmass = 1\nposition = 1\n[springs.k]\nbetween = [\"b\", \"ground\"]\n"
      "stiffness = 30\n[forces.f]\non = \"b\"\nvalue = \"6 - 3*delay(q.b, 0.1)\"\n" +
          kSeconds,
      "m.toml");
  const auto words = [](const auto& what) -> std::string {
    try {
      what();
    } catch (const ModelError& error) {
      return error.what();
    }
    return "none";
  };
  const auto says = [&](const std::string& found, const std::string& wanted) {
    INFO(found);
    CHECK(found.find(wanted) != std::string::npos);
  };
  Model changed = model;
  changed.simulation.method = Method::Stepping;
  changed.simulation.step = Expression::number(1e-3);
  says(words([&] { compile(changed); }),
       "m.toml:9:16: method = \"stepping\" has no steps for 'delay(q.b, 0.1)', which reads what "
       "was "
       "before; use method");
  changed = model;
  changed.simulation.derivatives = {{"q.b", {}}};
  says(words([&] { compile(changed); }),
       "m.toml:9:16: derivatives are not computed of a run with 'delay(q.b, 0.1)'");
  says(words([&] { static_cast<void>(reduce(model, {})); }),
       "m.toml:9:16: reductions cannot take along 'delay(q.b, 0.1)'");
  says(words([&] { static_cast<void>(small_motions(model, {})); }),
       "m.toml:9:16: small motions are without end in number with 'delay(q.b, 0.1)'");
  const System system = compile(model);
  const State end = simulate(system, initial_state(system), {.duration = 1}).info.final_state;
  says(words([&] { static_cast<void>(begun_anew(system, end)); }),
       "a run with delay() does not begin anew");
  SimulationSettings other;
  other.start = 1;
  other.tolerance = 1e-9;
  says(words([&] { static_cast<void>(simulate(system, end, other)); }),
       "a run with delay() goes on with the same laws and settings only");
}

TEST_CASE("an equilibrium is where everything has been for ever") {
  const Model model = parse_model(
      "[bodies.b]\nmass = 1\nposition = 1\n[springs.k]\nbetween = [\"b\", \"ground\"]\n"
      "stiffness = 30\n[forces.f]\non = \"b\"\nvalue = \"6 - 10*delay(q.b, 0.1)\"\n"
      "[simulation]\nduration = 5\nstart = \"equilibrium\"\n",
      "m.toml");
  const System system = compile(model);
  const Trajectory r = simulate(system, start_state(model, system), system.settings());
  CHECK(r.info.proofs.hold());
  for (const double q : r.q[0]) CHECK(std::abs(q - 0.15) < 1e-14);
}

TEST_CASE("random delayed oscillators with friction") {
  int switches = 0, modes = 0;
  const int first = luztar::test::first_seed(1);
  for (int seed = first; seed < first + luztar::test::count_of(luztar::test::some_of(150));
       ++seed) {
    CAPTURE(seed);
    const DelayCase drawn = DelayCase::draw(seed);
    const std::string text = delay_model(drawn);
    INFO(text);
    std::vector<double> times;
    for (int k = 0; k <= 100; ++k) times.push_back(drawn.duration * k / 100);
    const DelayedMotion expected = integrate(drawn, times);
    const Trajectory r = delayed_run(text, drawn.duration, 101);
    const std::vector<double> jumps = times_of(r, Event::Cause::Jump);
    std::vector<double> found;
    for (const double time : jumps)  // the history ends with a row of the force
      if (!drawn.has_history || std::abs(time - drawn.lag[0]) > 1e-12) found.push_back(time);
    CHECK(found.size() == expected.switches.size());
    for (std::size_t n = 0; n < std::min(found.size(), expected.switches.size()); ++n)
      CHECK(std::abs(found[n] - expected.switches[n]) < 1e-10);
    for (std::size_t k = 0; k < r.time.size(); ++k) {
      const auto same = [](double one, double other) {
        return std::abs(one - other) < 1e-10 * (1.0 + std::abs(other));
      };
      CHECK(same(r.q[0][k], expected.q[k]));
      CHECK(same(r.v[0][k], expected.v[k]));
      CHECK(same(r.internal[1][k], expected.x[k]));
      if (drawn.share != 0.0)
        CHECK(same(r.q[1][k], drawn.y - drawn.share * (expected.q[k] - drawn.q)));
    }
    switches += static_cast<int>(expected.switches.size());
    modes += expected.modes;
  }
  CHECK(switches > luztar::test::count_of(luztar::test::some_of(150)));
  CHECK(modes > 5 * luztar::test::count_of(luztar::test::some_of(150)));
}
