// Springs with pull = false: contacts that push and never pull.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/example.h"
#include "io/mistakes.h"
#include "luztar/io/state_file.h"
#include "luztar/luztar.h"

using namespace luztar;

namespace {

Trajectory run(const System& system, const State& start, const SimulationSettings& settings) {
  Trajectory run = simulate(system, start, settings);
  CHECK(run.info.diagnosis == "");
  CHECK(run.info.status == Status::Finished);
  CHECK(run.info.proofs.hold());
  CHECK(std::abs(run.info.energy.residual) <= 1e-14 * run.info.energy.moved);
  return run;
}

Trajectory run(const std::string& text, const SimulationSettings& settings) {
  const System system = compile(parse_model(text, "pull.toml"));
  return run(system, initial_state(system), settings);
}

struct Change {
  double t;
  int from, to;
};

void check_changes(const Trajectory& run, int element, const std::vector<Change>& expected,
                   double accuracy) {
  std::vector<Event> changes;
  for (const Event& event : run.events)
    if (event.name == element && event.cause != Event::Cause::Jump) changes.push_back(event);
  REQUIRE(changes.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK(std::abs(changes[i].time.value - expected[i].t) < accuracy);
    CHECK(changes[i].from == expected[i].from);
    CHECK(changes[i].to == expected[i].to);
    CHECK(changes[i].cause == (expected[i].to == 0 ? Event::Cause::Leave : Event::Cause::Touch));
  }
}

/// The force is the law as it is written, at every sample.
void check_law(const Trajectory& run, std::size_t e, double k, double c, double lower,
               double upper) {
  double largest = 0.0;
  for (const double f : run.f[e]) largest = std::max(largest, std::abs(f));
  for (std::size_t i = 0; i < run.time.size(); ++i) {
    const double d = run.d[e][i], rate = run.rate[e][i];
    if (std::min(std::abs(d - lower), std::abs(d - upper)) < 1e-15)
      continue;  // it has just touched
    const double f = d > upper   ? std::max(0.0, k * (d - upper) + c * rate)
                     : d < lower ? std::min(0.0, k * (d - lower) + c * rate)
                                 : 0.0;
    CHECK(std::abs(run.f[e][i] - f) < 1e-12 * largest);
    CHECK((run.mode[e][i] != 0) == (run.f[e][i] != 0.0));
  }
}

/// A body that leaves a contact under a force that brings it back before it is out. The mass is 1.
std::string thrown(const std::string& spring, const std::string& more = "") {
  return "[bodies.a]\nmass = 1\nposition = 0.3\nvelocity = -1\n[springs.s]\nbetween = [\"a\", "
         "\"ground\"]\nstiffness = 100\ngap = [-1, 0]\ndamping = 20\n" +
         spring + "[forces.F]\non = \"a\"\nvalue = 3\n" + more + "[simulation]\nduration = 0.6\n";
}

}  // namespace

TEST_CASE("motor and load with ElastoBacklash2 between: matrix exponentials of 40 digits") {
  // mpmath: piece by piece the exponential of its matrix, events by bisection.
  const Trajectory r =
      run("[bodies.motor]\ninertia = 1\n[bodies.load]\ninertia = 2\n"
          "[springs.s]\nbetween = [\"motor\", \"load\"]\nstiffness = 100\nfreeplay = 0.05\n"
          "damping = 12\npull = false\n[forces.T]\non = \"motor\"\n"
          "value = \"if(t < 1, 1, if(t < 2, -6, if(t < 2.5, 9, -4)))\"\n"
          "[simulation]\nduration = 3.5\n",
          {.duration = 3.5, .samples = 351});
  check_changes(r, 0,
                {{0.316227766016837933, 0, 1},
                 {1.00832736975685191, 1, 0},
                 {1.18797692559281482, 0, -1},
                 {2.02525279448693229, -1, 0},
                 {2.16894255113852473, 0, 1},
                 {2.54485143516176525, 1, 0},
                 {2.73263012380965826, 0, -1}},
                1e-14);
  const double expected[][3] = {{1, 0.0566178074967097863, 0.000821325744337002334},
                                {2, -0.0900037345898940229, -0.000528153122663751672},
                                {2.5, 0.115275797130878664, -0.0872499734115674314},
                                {3.5, -0.0766504446703647749, -0.00110963091265846534}};
  for (const auto& [t, d, rate] : expected) {
    const auto i = static_cast<std::size_t>(std::lround(100 * t));
    CHECK(std::abs(r.d[0][i] - d) < 1e-14);
    CHECK(std::abs(r.rate[0][i] - rate) < 1e-13);
  }
  check_law(r, 0, 100, 12, -0.05, 0.05);
}

TEST_CASE("a contact that has let go pushes again before it is left; what it stored is lost") {
  const Trajectory r = run(thrown("pull = false\n"), {.duration = 0.6, .samples = 61});
  check_changes(r, 0, {{0.080744020496209939, 1, 0}, {0.386208726966930748, 0, 1}}, 1e-14);
  const double expected[][3] = {{0.2, 0.106776068049049507, -0.70042912119471103},
                                {0.3, 0.0517331559295784037, -0.40042912119471103},
                                {0.6, 0.0258191756521244769, 0.0231567030592054959}};
  for (const auto& [t, q, v] : expected) {
    const auto i = static_cast<std::size_t>(std::lround(100 * t));
    CHECK(std::abs(r.q[0][i] - q) < 1e-15);
    CHECK(std::abs(r.v[0][i] - v) < 2e-15);
  }
  check_law(r, 0, 100, 20, -1, 0);
  // 1/2 v² and 50 q² at both ends, and 3 N over the way.
  const double q = 0.0258191756521244769, v = 0.0231567030592054959;
  const EnergyLedger& energy = r.info.energy;
  CHECK(std::abs(energy.stored[0] - 50 * q * q) < 1e-15);
  CHECK(std::abs(energy.dissipated[0] -
                 (0.5 + 50 * 0.09 + 3 * (q - 0.3) - 0.5 * v * v - 50 * q * q)) < 1e-14);
  const Trajectory between = run(thrown("pull = false\n"), {.duration = 0.2, .samples = 3});
  CHECK(std::abs(between.info.energy.stored[0] - 50 * 0.106776068049049507 * 0.106776068049049507) <
        1e-15);
}

TEST_CASE("with pull the same contact tugs: negative forces, another way") {
  const Trajectory pulls = run(thrown(""), {.duration = 0.6, .samples = 61});
  const Trajectory pushes = run(thrown("pull = false\n"), {.duration = 0.6, .samples = 61});
  CHECK(std::count_if(pulls.f[0].begin(), pulls.f[0].end(), [](double f) { return f < 0.0; }) > 5);
  CHECK(std::none_of(pushes.f[0].begin(), pushes.f[0].end(), [](double f) { return f < 0.0; }));
  CHECK(std::abs(pulls.q[0].back() - pushes.q[0].back()) > 1e-3);
}

TEST_CASE("a written force with max() goes the same way") {
  const std::string law =
      "if(d > 0, max(0, 100*d + 20*v), if(d < -1, min(0, 100*(d+1) + 20*v), 0))";
  std::string text = thrown("");
  const auto at = text.find("stiffness");
  text.replace(at, text.find("[forces") - at, "force = \"" + law + "\"\n");
  const Trajectory written = run(text, {.duration = 0.6, .samples = 61});
  const Trajectory pushes = run(thrown("pull = false\n"), {.duration = 0.6, .samples = 61});
  for (std::size_t i = 0; i < pushes.time.size(); ++i)
    CHECK(std::abs(written.q[0][i] - pushes.q[0][i]) < 1e-15);
}

TEST_CASE("an impact turns a contact that has let go: it pushes at once") {
  // At 0.1 m it comes back with half of its speed: 100 q + 20 v jumps over 0.
  const std::string stop =
      "[stops.w]\nbetween = [\"a\", \"ground\"]\ngap = [0.1, \"inf\"]\nrestitution = ";
  const Trajectory r =
      run(thrown("pull = false\n", stop + "0.5\n"), {.duration = 0.6, .samples = 61});
  // Let go at q = 0.2116394119407..., v = -1.0581970597036...; then 3 N alone.
  const double v0 = -1.058197059702, q0 = -v0 / 5, at = 0.080744020496209939;
  const double hit = at + (-v0 - std::sqrt(v0 * v0 - 6 * (q0 - 0.1))) / 3;
  REQUIRE(r.events.size() >= 3);
  check_law(r, 0, 100, 20, -1, 0);
  for (const Event& event : r.events)
    if (event.name == 0 && event.to == 1) {
      CHECK(std::abs(event.time.value - hit) < 1e-9);
      break;
    }
  // Without rebound it rests on the stop, and the spring pushes it there.
  const Trajectory rests =
      run(thrown("pull = false\n", stop + "0\n"), {.duration = 0.6, .samples = 61});
  check_law(rests, 0, 100, 20, -1, 0);
  CHECK(rests.f[0].back() == doctest::Approx(10.0).epsilon(1e-14));
  CHECK(rests.mode[0].back() == 1);
}

TEST_CASE("a friction stops the body in a contact that has let go") {
  const std::string stop =
      "[stops.w]\nbetween = [\"a\", \"ground\"]\ngap = [0.1, \"inf\"]\n"
      "[frictions.r]\nbetween = [\"a\", \"ground\"]\nkinetic = 50\n";
  std::string text = thrown("pull = false\n", stop);
  text.replace(text.find("velocity = -1"), 13, "velocity = -9");
  const Trajectory r = run(text, {.duration = 0.6, .samples = 61});
  check_law(r, 0, 100, 20, -1, 0);
  CHECK(r.v[0].back() == 0.0);
}

TEST_CASE("a given motion whose velocity jumps lets go, and touches") {
  const Trajectory r = run(
      "[bodies.base]\nmotion = \"0.2*abs(t - 0.5)\"\n[bodies.a]\nmass = 1\n"
      "[springs.s]\nbetween = [\"base\", \"a\"]\nstiffness = 100\ngap = [-1, 0.05]\ndamping = 30\n"
      "pull = false\n[links.l]\nbetween = [\"a\", \"ground\"]\n[simulation]\nduration = 1\n",
      {.duration = 1.0, .samples = 101});
  // d = 0.2 |t - 0.5|: 100 (d - 0.05) - 6 > 0 never, before; after 0.75 s 100 (d - 0.05) + 6.
  check_law(r, 0, 100, 30, -1, 0.05);
  check_changes(r, 0, {{0.75, 0, 1}}, 1e-15);
}

TEST_CASE("a run with pull = false goes on with the same bits, and with other numbers") {
  const System system = compile(parse_model(thrown("pull = false\n"), "pull.toml"));
  const Trajectory whole = run(system, initial_state(system), {.duration = 0.6, .samples = 61});
  Trajectory half = run(system, initial_state(system), {.duration = 0.2, .samples = 3});
  CHECK(half.info.final_state.let_go == std::vector<Edge>{Edge::Upper});
  const State read = state_from_json(system, state_to_json(half.info.final_state), "state.json");
  CHECK(read == half.info.final_state);
  const SimulationSettings settings{.duration = 0.6, .samples = 61};
  const Trajectory rest = run(system, read, settings);
  CHECK(rest.q[0].back() == whole.q[0].back());
  CHECK(rest.v[0].back() == whole.v[0].back());
  CHECK(rest.info.energy.dissipated == whole.info.energy.dissipated);
  // Half of the damping pushes at once: 100 q + 10 v = 3.67 N at 0.2 s.
  std::string softer = thrown("pull = false\n");
  softer.replace(softer.find("damping = 20"), 12, "damping = 10");
  const Trajectory changed =
      run(compile(parse_model(softer, "pull.toml")), half.info.final_state, settings);
  check_law(changed, 0, 100, 10, -1, 0);
  CHECK(changed.mode[0].front() == 1);
  // And one that may pull does.
  const Trajectory tug =
      run(compile(parse_model(thrown(""), "pull.toml")), half.info.final_state, settings);
  CHECK(tug.f[0].front() < 0.0);
  CHECK(tug.f[0].front() ==
        doctest::Approx(100 * tug.q[0].front() + 20 * tug.v[0].front()).epsilon(1e-13));
}

TEST_CASE("it starts let go, without a gap's width, turned round and with arms") {
  // Four bodies that are the same motion: mirrored, scaled by an arm, through a gap of width 0.
  const Trajectory r = run(
      "[bodies.a]\nmass = 1\nposition = 0.1\nvelocity = -2\n"
      "[bodies.b]\nmass = 1\nposition = -0.1\nvelocity = 2\n"
      "[bodies.c]\nmass = 4\nposition = 0.05\nvelocity = -1\n"
      "[springs.sa]\nbetween = [\"a\", \"ground\"]\nstiffness = 100\ngap = [0, 0]\ndamping = 8\n"
      "pull = false\n"
      "[springs.sb]\nbetween = [\"ground\", \"b\"]\nstiffness = 100\ngap = [0, 0]\ndamping = 8\n"
      "pull = false\n"
      "[springs.sc]\nbetween = [\"c\", \"ground\"]\narms = [2, 1]\nstiffness = 100\n"
      "gap = [0, 0]\ndamping = 8\npull = false\n[simulation]\nduration = 1\n",
      {.duration = 1.0, .samples = 101});
  CHECK(r.mode[0].front() == 0);
  for (std::size_t e = 0; e < 3; ++e) check_law(r, e, 100, 8, 0, 0);
  for (std::size_t i = 0; i < r.time.size(); ++i) {
    CHECK(std::abs(r.q[0][i] + r.q[1][i]) < 1e-15);
    CHECK(std::abs(r.q[0][i] - 2 * r.q[2][i]) < 1e-14);
  }
  // Through 0 at 2 m/s: below, -100 q and -8 v push it back until their sum is 0, and so on.
  CHECK(r.events.front().time.value == doctest::Approx(0.05).epsilon(1e-14));
}

TEST_CASE("the example: scipy, event by event, with friction on the load") {
  // DOP853 at 3e-14 with events by hand: jaws, bearing, torque.
  const acceptance::Example r("backlash");
  const std::size_t motor = r.body("motor"), load = r.body("load");
  const acceptance::Snapshot& end = r.run.samples.back();
  CHECK(std::abs(end.q[motor] - 2.413229736098625) < 1e-11);
  CHECK(std::abs(end.v[motor] - 0.08638394105533749) < 1e-9);
  CHECK(std::abs(end.q[load] - 2.3840642429169905) < 1e-11);
  CHECK(std::abs(end.v[load] - 0.28173205043878996) < 1e-9);
  CHECK(std::abs(end.q[r.body("motor_2")] - 2.417283500342037) < 1e-11);
  CHECK(std::abs(end.q[r.body("load_2")] - 2.3879654099377228) < 1e-11);
  const std::vector<double> times = {0.01,
                                     0.1601065604100,
                                     0.1714024393882,
                                     0.3171870645171,
                                     0.3284913189881,
                                     0.4742656528547,
                                     0.4855616079249,
                                     0.6313431656520,
                                     0.6426395601795,
                                     0.7884248906076,
                                     0.7997208288821,
                                     0.9455052616467,
                                     0.9568014383919};
  const std::vector<Event> jaws = r.events_of("jaws");
  REQUIRE(jaws.size() == times.size());
  for (std::size_t i = 0; i < times.size(); ++i)
    CHECK(std::abs(jaws[i].time.value - times[i]) < 1e-11);
}

TEST_CASE("pull = false is refused where it has no meaning, with the place and what to do") {
  const std::string head =
      "[bodies.a]\nmass = 1\n[bodies.b]\nmass = 0\n[simulation]\nduration = 1\n[springs.s]\n"
      "between = [\"a\", \"ground\"]\n";
  const auto mistake = [&](const std::string& keys) {
    return test::mistakes_in(head + keys);
  };
  CAPTURE(mistake("stiffness = 1\ndamping = 1\npull = false\n"));
  CHECK(mistake("stiffness = 1\ndamping = 1\npull = false\n").find("no gap to push out of") !=
        std::string::npos);
  CHECK(mistake("force = \"d\"\npull = false\n").find("`pull` makes no sense") !=
        std::string::npos);
  CHECK(mistake("stiffness = 1\nfreeplay = 1\ndamping = -1\npull = false\n").find("negative") !=
        std::string::npos);
  CHECK(mistake("stiffness = 1\nfreeplay = 1\ndamping = 1\npull = 0\n").find("pull") !=
        std::string::npos);
}
