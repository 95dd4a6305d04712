// Jumps of states against closed forms, and against an integrator of their own.
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/continued.h"
#include "acceptance/jump_oracle.h"
#include "environment.h"
#include "luztar/luztar.h"
#include "simulate/whole_run.h"

using namespace acceptance;
using namespace luztar;

namespace {

const std::string kBody = "[bodies.b]\nmass = 1\n";
const std::string kMoved = "[bodies.body]\nmotion = \"t\"\n";
const std::string kRun = "[simulation]\nduration = 4\n";

struct NamedRun : Trajectory {
  std::vector<std::string> names;  ///< of events

  /// Instants at which a state jumps [s]
  std::vector<double> jumps(const std::string& state) const {
    std::vector<double> times;
    for (const Event& event : events)
      if (event.cause == Event::Cause::Jump && names[event.name] == state)
        times.push_back(event.time.value);
    return times;
  }
};

NamedRun run_of(const std::string& text, double duration, std::int64_t samples = 5) {
  const System system = compile(parse_model(text, "jumps.toml"));
  NamedRun r{simulate(system, initial_state(system), {.duration = duration, .samples = samples}),
             system.event_names()};
  luztar::testing::check_ledger(r);
  CHECK(r.info.proofs.hold());
  return r;
}

}  // namespace

TEST_CASE("a thermostat switches where its closed form does") {
  const NamedRun r = run_of(
      "[states.T]\nstart = 15\nrate = \"-(x.T - 10)/50 + x.on/2\"\n"
      "[states.on]\nstart = 1\n"
      "jumps = [{ when = \"x.T > 20\", to = 0 }, { when = \"x.T < 18\", to = 1 }]\n" +
          kMoved + kRun,
      200);
  const std::vector<double> times = r.jumps("on");
  // To 35 where it heats, to 10 where it does not.
  const double warm = 50.0 * std::log(17.0 / 15.0);
  const double cold = 50.0 * std::log(10.0 / 8.0);
  double t = 50.0 * std::log(20.0 / 15.0);
  REQUIRE(times.size() == 22);
  for (std::size_t n = 0; n < times.size(); ++n) {
    CAPTURE(n);
    CHECK(std::abs(times[n] - t) < 1e-11);
    t += n % 2 == 0 ? cold : warm;
  }
}

TEST_CASE("all jumps of an instant read what is just before it, those that follow what is behind") {
  const NamedRun r = run_of(
      "[states.a]\nstart = 1\njumps = [{ when = \"t > 1\", to = \"x.b\" }]\n"
      "[states.b]\nstart = 2\njumps = [{ when = \"t > 1\", to = \"x.a\" }]\n"
      // Of two of one state the later one counts.
      "[states.c]\njumps = [{ when = \"t > 1\", to = 5 }, { when = \"t > 1\", to = \"x.c + 7\" }]\n"
      // The next instant, and the one behind it.
      "[states.e]\njumps = [{ when = \"x.c > 6\", to = \"x.a\" }, { when = \"x.e > 1\", to = 9 "
      "}]\n" +
          kMoved + kRun,
      4, 2);
  CHECK(r.internal[0].back() == 2.0);
  CHECK(r.internal[1].back() == 1.0);
  CHECK(r.internal[2].back() == 7.0);
  CHECK(r.internal[3].back() == 9.0);
  CHECK(r.jumps("e") == std::vector<double>{1.0, 1.0});
}

TEST_CASE("rising, falling and either count passes of zero, a touch is none") {
  const std::string sine = "[bodies.b]\nmotion = \"sin(t)\"\n" + kRun;
  const auto count = [&](const std::string& jump) {
    const NamedRun r =
        run_of("[states.n]\njumps = [{ " + jump + " , to = \"x.n + 1\" }]\n" + sine, 20, 2);
    return r.internal[0].back();
  };
  CHECK(count("when = \"q.b - 0.5\"") == 4);
  CHECK(count("when = \"q.b - 0.5\", direction = \"falling\"") == 3);
  CHECK(count("when = \"q.b - 0.5\", direction = \"either\"") == 7);
  CHECK(count("when = \"q.b > 0.5\"") == 4);
  CHECK(count("when = \"q.b >= 1\"") == 0);
  CHECK(count("when = \"q.b - 1\", direction = \"either\"") == 0);
  CHECK(count("when = \"q.b > -2\"") == 0);  // it holds from the start
  CHECK(count("when = \"q.b\"") == 4);       // at the start it is zero and rises
}

TEST_CASE("a brake latches where its body comes to rest, and holds it") {
  const NamedRun r = run_of(kBody +
                                "velocity = 1\n[springs.s]\nbetween = [\"b\", \"ground\"]\n"
                                "stiffness = 4\n[states.on]\n"
                                "jumps = [{ when = \"v.b <= 0\", to = 1 }, "
                                "{ when = \"t > 3\", to = 0 }]\n"
                                "[frictions.brake]\nbetween = [\"b\", \"ground\"]\n"
                                "normal = \"x.on\"\nkinetic = 5\n" +
                                kRun,
                            4, 401);
  const double rest = std::acos(0.0) / 2.0;
  CHECK(std::abs(r.jumps("on").at(0) - rest) < 1e-12);
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    const double t = r.time[k];
    const double q = t < rest   ? 0.5 * std::sin(2.0 * t)
                     : t <= 3.0 ? 0.5
                                : 0.5 * std::cos(2.0 * (t - 3.0));
    CAPTURE(t);
    CHECK(std::abs(r.q[0][k] - q) < 1e-12);
  }
}

TEST_CASE("an impact makes a condition true") {
  const NamedRun r = run_of(
      "[bodies.ball]\nmass = 1\nposition = 1\n[forces.weight]\non = \"ball\"\nvalue = -8\n"
      "[stops.floor]\nbetween = [\"ball\", \"ground\"]\ngap = [0, inf]\nrestitution = 0.5\n"
      // Its speed behind the impact.
      "[states.up]\njumps = [{ when = \"v.ball > 0.4\", to = \"v.ball\" }]\n" +
          kRun,
      1.8, 2);
  // Hits with 4, then with 2, 1 and 0.5 m/s.
  CHECK(r.jumps("up") == std::vector<double>{0.5, 1.0, 1.25});
  CHECK(std::abs(r.internal[0].back() - 0.5) < 1e-14);
}

TEST_CASE("a clock that is set back onto a level makes a condition with its equal true") {
  const NamedRun r = run_of(
      "[states.clock]\nrate = 1\njumps = [{ when = \"x.clock >= 1\", to = 0 }]\n"
      "[states.out]\nstart = 1\n"
      "jumps = [{ when = \"x.clock >= 0.3\", to = 0 }, { when = \"x.clock <= 0\", to = 1 }]\n"
      "[states.above]\njumps = [{ when = \"x.clock < 0\", to = 1 }]\n" +
          kMoved + kRun,
      3.5, 8);
  for (std::size_t k = 0; k < r.time.size(); ++k)  // 0, 0.5, 1 ...
    CHECK(r.internal[1][k] == (k % 2 == 0 ? 1.0 : 0.0));
  CHECK(r.jumps("out").size() == 7);
  CHECK(r.internal[2].back() == 0.0);
}

TEST_CASE("pieces inside of a condition are no jumps of its state") {
  const NamedRun r = run_of(
      "[states.r]\njumps = [{ when = \"t > 1\", to = 1 }]\n"
      "[states.n]\njumps = [{ when = \"if(x.r < 0.5, 2, 3)*q.body + 1\", to = 1 }]\n" +
          kMoved + kRun,
      2, 2);
  CHECK(r.jumps("r").size() == 1);
  CHECK(r.jumps("n").empty());
}

TEST_CASE("a jump to what is no finite number ends the run with its name") {
  const Model model = parse_model(
      "[states.s]\njumps = [{ when = \"t > 1\", to = \"sqrt(-q.body)\" }]\n" + kMoved + kRun,
      "m.toml");
  const Trajectory r = luztar::testing::run(model, {.duration = 2});
  CHECK(r.info.status == Status::NotFinite);
  CHECK(r.info.diagnosis == "t = 1 s: a jump gives a value that is not a finite number: 's'");
}

TEST_CASE("jumps without an end are named") {
  const Model model = parse_model(
      "[states.u]\njumps = [{ when = \"t > 1\", to = 1 }, "
      "{ when = \"x.u > 0.5\", to = 0 }, { when = \"x.u < 0.5\", to = 1 }]\n" +
          kMoved + kRun,
      "m.toml");
  const Trajectory r = luztar::testing::run(model, {.duration = 4});
  CHECK(r.info.status == Status::Accumulation);
  CHECK(r.info.diagnosis.find("states jump without an end at one instant: 'u'") !=
        std::string::npos);
}

TEST_CASE("a run with jumps goes on with the same bits") {
  const std::string text = jump_model(JumpCase::draw(7));
  const System system = compile(parse_model(text, "m.toml"));
  const SimulationSettings settings = settings_of(Method::Events);
  const RunInfo whole = go_on(system, initial_state(system), 10, settings);
  State state = initial_state(system);
  SimulationSettings part = settings;
  for (const double until : {0.7, 2.2, 5.0, 10.0}) {
    const RunInfo info = go_on(system, state, until, part);
    state = info.final_state;
    part.start = until;
  }
  CHECK(state.internal == whole.final_state.internal);
  CHECK(state.position == whole.final_state.position);
  CHECK(state.velocity == whole.final_state.velocity);
}

TEST_CASE("random oscillators with friction and states that jump") {
  int jumps = 0, endless = 0;
  const int first = luztar::test::first_seed(1);
  for (int seed = first; seed < first + luztar::test::count_of(luztar::test::some_of(300));
       ++seed) {
    CAPTURE(seed);
    const JumpCase drawn = JumpCase::draw(seed);
    const std::string text = jump_model(drawn);
    INFO(text);
    std::vector<double> times;
    for (int k = 0; k <= 100; ++k) times.push_back(drawn.duration * k / 100);
    const JumpedMotion expected = integrate(drawn, times);
    if (expected.endless) {  // infinitely many jumps in a finite time
      ++endless;
      continue;
    }
    const NamedRun r = run_of(text, drawn.duration, 101);
    const std::vector<double> found = r.jumps("u");
    std::size_t next = 0;
    for (const JumpedMotion::Jump& jump : expected.jumps) {
      // A jump that rounding alone makes is there or not.
      const bool is_there = next < found.size() && std::abs(found[next] - jump.time) < 1e-10;
      CHECK((is_there || !jump.changes));
      if (is_there) ++next;
      if (jump.changes) ++jumps;
    }
    CHECK(next == found.size());
    for (std::size_t k = 0; k < r.time.size(); ++k) {
      const auto same = [](double one, double other) {
        return std::abs(one - other) < 1e-10 * (1.0 + std::abs(other));
      };
      CHECK(same(r.q[0][k], expected.q[k]));
      CHECK(same(r.v[0][k], expected.v[k]));
      CHECK(same(r.internal[0][k], expected.u[k]));
      CHECK(same(r.internal[1][k], expected.w[k]));
    }
  }
  CHECK(endless < luztar::test::count_of(luztar::test::some_of(300)) / 10);
  CHECK(jumps > 5 * luztar::test::count_of(luztar::test::some_of(300)));
}
