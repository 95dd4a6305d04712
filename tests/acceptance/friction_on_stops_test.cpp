// Frictions that stops press: closed forms, thrown bodies from impact to impact, a ladder beside a
// Runge-Kutta of its own.
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/thrown_oracle.h"
#include "environment.h"
#include "luztar/luztar.h"
#include "simulate/whole_run.h"

using namespace acceptance;
using namespace luztar;

namespace {

struct Named : Trajectory {
  std::vector<std::string> names;

  double time_of(const std::string& name, Event::Cause cause, int nth = 0) const {
    for (const Event& event : events)
      if (event.cause == cause && names[event.name] == name && nth-- == 0) return event.time.value;
    return -1.0;
  }
};

Named run_of(const std::string& text, double duration, std::int64_t samples = 2) {
  const System system = compile(parse_model(text, "stops.toml"));
  Named r{simulate(system, initial_state(system), {.duration = duration, .samples = samples}),
          system.event_names()};
  CHECK(r.info.proofs.hold());
  return r;
}

std::string refusal(const std::string& text) {
  try {
    compile(parse_model(text, "stops.toml"));
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

const std::string kThrown =
    "[bodies.x]\nmass = 1\nvelocity = 4\n[bodies.y]\nmass = 1\nposition = 1\n"
    "[stops.floor]\nbetween = [\"y\", \"ground\"]\ngap = [0, inf]\n"
    "[frictions.rub]\nbetween = [\"x\", \"ground\"]\nkinetic = 0.2\nnormal = \"f.floor\"\n"
    "[forces.weight]\non = \"y\"\nvalue = -9.81\n[simulation]\nduration = 3\n";

}  // namespace

TEST_CASE("a block that is thrown flat slides, and rests where its closed form does") {
  const System system =
      compile(load_model(LUZTAR_SOURCE_DIR "/tests/acceptance/findings/friction_on_a_stop.toml"));
  const Named r{simulate(system, initial_state(system), {.duration = 3, .samples = 2}),
                system.event_names()};
  CHECK(r.info.proofs.hold());
  luztar::testing::check_ledger(r);
  const double touch = std::sqrt(2.0 / 9.81), slow = 4.0 - 0.2 * 9.81 * touch;
  CHECK(std::abs(r.time_of("floor", Event::Cause::Impact) - touch) < 1e-14);
  CHECK(std::abs(r.time_of("rub", Event::Cause::Stop) - (touch + slow / (0.2 * 9.81))) < 1e-13);
  CHECK(std::abs(r.q[0].back() - (4.0 * touch + slow * slow / (2.0 * 0.2 * 9.81))) < 1e-13);
  CHECK(r.v[0].back() == 0.0);
}

TEST_CASE("a block that bounces loses mu times each impulse, and slides to rest") {
  const double e = 0.5, mu = 0.3, g = 9.81;
  std::string text = kThrown;
  text.replace(text.find("gap = [0, inf]"), 14, "gap = [0, inf]\nrestitution = 0.5");
  text.replace(text.find("0.2"), 3, "0.3");
  const Named r = run_of(text, 3);
  luztar::testing::check_ledger(r);
  double t = std::sqrt(2.0 / g), fall = g * t, v = 4.0, x = 0.0, before = 0.0;
  for (int n = 0; n < 60; ++n) {
    if (n < 20) CHECK(std::abs(r.time_of("floor", Event::Cause::Impact, n) - t) < 1e-12);
    x += v * (t - before);
    before = t;
    v -= mu * (1.0 + e) * fall;
    fall *= e;
    t += 2.0 * fall / g;
  }
  // At the end of all bounces it slides to rest.
  CHECK(v > 0.0);
  CHECK(std::abs(r.q[0].back() - (x + v * v / (2.0 * mu * g))) < 1e-11);
  CHECK(r.v[0].back() == 0.0);
}

TEST_CASE("an impact stops what it could turn back") {
  std::string text = kThrown;
  text.replace(text.find("velocity = 4"), 12, "velocity = 0.5");
  const Named r = run_of(text, 1);
  luztar::testing::check_ledger(r);
  const double touch = std::sqrt(2.0 / 9.81);
  CHECK(std::abs(r.time_of("rub", Event::Cause::Follow) - touch) < 1e-14);
  CHECK(r.v[0].back() == 0.0);
  CHECK(std::abs(r.q[0].back() - 0.5 * touch) < 1e-14);
}

TEST_CASE("random bodies are thrown on a rough floor") {
  int impacts = 0, several = 0;
  const int first = luztar::test::first_seed(1);
  for (int seed = first; seed < first + luztar::test::count_of(luztar::test::some_of(300));
       ++seed) {
    CAPTURE(seed);
    const ThrownBody body = ThrownBody::draw(seed);
    const std::vector<ThrownImpact> expected = impacts_of(body, 4);
    if (expected.empty()) continue;
    const std::string text = thrown_model(body, expected.back().time + 5e-4);
    INFO(text);
    const Named r = run_of(text, expected.back().time + 5e-4);
    luztar::testing::check_ledger(r);
    std::vector<const Event*> hits;
    for (const Event& event : r.events)
      if (event.cause == Event::Cause::Impact) hits.push_back(&event);
    REQUIRE(hits.size() == expected.size());
    double error = 0.0;
    for (std::size_t k = 0; k < hits.size(); ++k) {
      CHECK(r.names[hits[k]->name] == "c" + std::to_string(expected[k].corner));
      error = std::max(error, std::abs(hits[k]->time.value - expected[k].time));
      error = std::max(error, std::abs(-hits[k]->impulse - expected[k].normal));
    }
    for (int k = 0; k < 3; ++k) {
      const double fall = k == 1 ? body.gravity * 5e-4 : 0.0;
      error = std::max(error, std::abs(r.v[k].back() - (expected.back().v[k] - fall)));
    }
    // An error grows with each impact on a corner that turns.
    CHECK(error < 1e-9);
    impacts += static_cast<int>(hits.size());
    several += hits.size() > 1 ? 1 : 0;
  }
  CHECK(impacts > luztar::test::count_of(luztar::test::some_of(300)));
  CHECK(several > luztar::test::count_of(luztar::test::some_of(300)) / 3);
}

namespace {

/// x = L sin, y = L cos of the angle while both ends slide down and out.
struct Ladder {
  double length, mass, gravity, mu;
  struct Forces {
    double acceleration, floor, wall;
  };
  Forces at(double angle, double rate) const {
    const double s = std::sin(angle), c = std::cos(angle), m = mass, length2 = length * length;
    // floor and wall of acceleration a: linear, so two values give both.
    const auto forces = [&](double a) {
      const double fx = m * length * (c * a - s * rate * rate);
      const double fy = m * (length * (-s * a - c * rate * rate) + gravity);
      // fx = wall - mu floor, fy = floor + mu wall
      return Forces{a, (fy - mu * fx) / (1.0 + mu * mu), (fx + mu * fy) / (1.0 + mu * mu)};
    };
    const auto rest = [&](double a) {
      const Forces f = forces(a);
      return m * length2 / 3.0 * a - length * (f.floor * (s - mu * c) - f.wall * (c + mu * s));
    };
    const double zero = rest(0.0), one = rest(1.0);
    return forces(-zero / (one - zero));
  }
};

}  // namespace

TEST_CASE("a ladder slides down between a rough wall and a rough floor, and leaves the wall") {
  const std::string text =
      "[parameters]\nL = 2\nm = 10\nmu = 0.2\n"
      "[bodies.x]\nmass = \"m\"\nposition = \"L*sin(0.5)\"\n"
      "[bodies.y]\nmass = \"m\"\nposition = \"L*cos(0.5)\"\n"
      "[bodies.th]\ninertia = \"m*L^2/3\"\nposition = 0.5\n"
      "[stops.floor]\ndeflection = \"q.y - L*cos(q.th)\"\ngap = [0, inf]\n"
      "[stops.wall]\ndeflection = \"q.x - L*sin(q.th)\"\ngap = [0, inf]\n"
      "[frictions.foot]\ndeflection = \"q.x + L*sin(q.th)\"\nkinetic = \"mu\"\nnormal = "
      "\"f.floor\"\n"
      "[frictions.head]\ndeflection = \"q.y + L*cos(q.th)\"\nkinetic = \"mu\"\nnormal = "
      "\"f.wall\"\n"
      "[forces.weight]\non = \"y\"\nvalue = \"-9.81*m\"\n[simulation]\nduration = 1.5\n";
  const Named r = run_of(text, 1.5);
  luztar::testing::check_ledger(r);
  const Ladder ladder{2, 10, 9.81, 0.2};
  double angle = 0.5, rate = 0.0, t = 0.0;
  const double h = 1e-4;
  const auto step = [&](double by, double& a, double& w) {
    const auto slope = [&](double x, double u) {
      return ladder.at(x, u).acceleration;
    };
    const double k1 = slope(a, w), k2 = slope(a + by / 2 * w, w + by / 2 * k1);
    const double k3 = slope(a + by / 2 * (w + by / 2 * k1), w + by / 2 * k2);
    const double k4 = slope(a + by * (w + by / 2 * k2), w + by * k3);
    a += by * (w + by / 6 * (k1 + k2 + k3));
    w += by / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  };
  while (true) {
    double a = angle, w = rate;
    step(h, a, w);
    if (ladder.at(a, w).wall < 0.0) break;
    angle = a;
    rate = w;
    t += h;
  }
  double low = 0.0, high = h;
  for (int k = 0; k < 60; ++k) {
    double a = angle, w = rate;
    step(0.5 * (low + high), a, w);
    (ladder.at(a, w).wall < 0.0 ? high : low) = 0.5 * (low + high);
  }
  CHECK(std::abs(r.time_of("wall", Event::Cause::Leave) - (t + low)) < 1e-11);
}

TEST_CASE("rigid pads hold a part as long as mu times what presses them is enough") {
  const std::string text =
      "[bodies.part]\nmass = 1\n[bodies.px]\nmass = 1\n"
      "[bodies.left]\nmass = 0.2\n[bodies.right]\nmass = 0.2\n"
      "[stops.l]\nbetween = [\"px\", \"left\"]\ngap = [0, inf]\n"
      "[stops.r]\nbetween = [\"right\", \"px\"]\ngap = [0, inf]\n"
      "[frictions.sl]\nbetween = [\"part\", \"ground\"]\nkinetic = 0.4\nstatic = 0.5\n"
      "normal = \"f.l\"\n"
      "[frictions.sr]\nbetween = [\"part\", \"ground\"]\nkinetic = 0.4\nstatic = 0.5\n"
      "normal = \"abs(f.r)\"\n"
      "[forces.close]\non = \"left\"\nvalue = \"20 - 5*t\"\n"
      "[forces.too]\non = \"right\"\nvalue = \"-20 + 5*t\"\n"
      "[forces.weight]\non = \"part\"\nvalue = -10\n[simulation]\nduration = 3\n";
  const Named r = run_of(text, 3);
  luztar::testing::check_ledger(r);
  // 2 * 0.5 * (20 - 5 t) = 10 at 2 s; then it falls with 10 - 2 * 0.4 * (20 - 5 t).
  CHECK(std::abs(r.time_of("sl", Event::Cause::Break) - 2.0) < 1e-14);
  CHECK(std::abs(r.time_of("sr", Event::Cause::Break) - 2.0) < 1e-14);
  const double u = 1.0;  // since then
  CHECK(std::abs(r.v[0].back() + (10.0 - 8.0) * u + 0.5 * 4.0 * u * u) < 1e-12);
}

TEST_CASE("finding: frictions of one coordinate that several stops press") {
  for (const char* name :
       {"rubs_at_a_ramp", "rubs_in_a_groove", "gripper_that_bounces", "rubs_and_climbs",
        "rubs_with_viscous", "rubbing_box", "rubbing_stack"}) {
    CAPTURE(name);
    const System system = compile(load_model(std::string(LUZTAR_SOURCE_DIR) +
                                             "/tests/acceptance/findings/" + name + ".toml"));
    const Trajectory r = simulate(system, initial_state(system), system.settings());
    luztar::testing::check_ledger(r);
    CHECK(r.info.proofs.hold());
    for (const Event& event : r.events)  // the lower block rests until it is hit
      if (std::string(name) == "rubbing_stack")
        CHECK((event.cause != Event::Cause::Leave || event.time.value < 0.0));
  }
}

TEST_CASE("finding: a friction on a stop elsewhere leaves other impacts as they are") {
  const auto rates = [](const char* name) {
    const System system = compile(load_model(std::string(LUZTAR_SOURCE_DIR) +
                                             "/tests/acceptance/findings/" + name + ".toml"));
    const Trajectory r = simulate(system, initial_state(system), system.settings());
    CHECK(r.info.proofs.hold());
    return std::vector<double>{r.v[0].back(), r.v[1].back()};
  };
  CHECK(rates("two_blocks_fall") == rates("two_blocks_fall_beside_rubbing"));
}

TEST_CASE("where no motion without an impulse fits the laws, the run says so") {
  const std::string text =
      "[bodies.x]\nmass = 1\nvelocity = 3\n[bodies.y]\nmass = 1\nposition = \"cos(0.6)\"\n"
      "[bodies.th]\ninertia = \"1/3\"\nposition = 0.6\n"
      "[stops.floor]\ndeflection = \"q.y - cos(q.th)\"\ngap = [0, inf]\n"
      "[frictions.foot]\ndeflection = \"q.x + sin(q.th)\"\nkinetic = 2\nnormal = \"f.floor\"\n"
      "[forces.weight]\non = \"y\"\nvalue = -9.81\n[simulation]\nduration = 1\n";
  const System system = compile(parse_model(text, "rod.toml"));
  const Trajectory r = simulate(system, initial_state(system), {.duration = 1, .samples = 2});
  CHECK(r.info.status == Status::Unsolved);
  CHECK(r.info.diagnosis.find("no motion without an impulse fits the laws (Painleve's paradox), "
                              "as 'foot' grows with a force") != std::string::npos);
}

TEST_CASE("what friction on stops cannot do yet is said by name") {
  CHECK(refusal(kThrown + "derivatives = [\"v.x\"]\n")
            .find("the stop 'floor' presses the friction 'rub', and derivatives of their impacts "
                  "are not computed") != std::string::npos);
  CHECK(refusal(kThrown + "method = \"stepping\"\nstep = 0.01\n").find("'floor'") !=
        std::string::npos);
  std::string text = kThrown;
  text.replace(text.find("[forces"), 0,
               "[bodies.light]\nmass = 0\n[dampers.d]\nbetween = [\"light\", "
               "\"ground\"]\ndamping = 1\n");
  CHECK(refusal(text).find("the normal force of 'rub' reads that of 'floor', and the model has "
                           "massless bodies") != std::string::npos);
  text = kThrown;
  text.replace(text.find("f.floor"), 7, "f.floor^2");
  CHECK(refusal(text).find("not as abs(k*f.floor)") != std::string::npos);
  text = kThrown;
  text.replace(text.find("value = -9.81"), 13, "value = \"f.floor\"");
  CHECK(refusal(text).find("only `normal` of a friction reads it") != std::string::npos);
}
