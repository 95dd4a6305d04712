// Single rules on small models. The oracles are closed forms, and runs of the model that keeps the
// massless body or the link, which the engine solves on its own.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/luztar.h"

using namespace luztar;

namespace {

Reduction reduced(const std::string& model, const std::vector<std::string>& limits) {
  std::vector<ParameterLimit> all;
  for (const std::string& limit : limits) all.push_back(parse_limit(limit));
  return reduce(parse_model(model + "[simulation]\nduration = 2\nsamples = 401\n", "m.toml"), all);
}

Trajectory run(const Model& model) {
  const System system = compile(model);
  return simulate(system, initial_state(system), system.settings());
}

Trajectory run(const std::string& model) {
  return run(parse_model(model + "[simulation]\nduration = 2\nsamples = 401\n", "m.toml"));
}

std::vector<std::string> rules_of(const Reduction& reduction) {
  std::vector<std::string> rules;
  for (const ReductionStep& step : reduction.steps) rules.push_back(step.rule);
  return rules;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst;
}

double value(const Expression& expression) { return evaluate(expression, ParameterValues{}); }

constexpr const char* kPush = "[forces.push]\non = \"a\"\nvalue = \"4*sin(3*t)\"\n";

}  // namespace

TEST_CASE(
    "springs in series with ratios, rests and gaps move like the massless body between them") {
  const std::string model =
      "[bodies.a]\nmass = 1\n[bodies.m]\nmass = MASS\n" + std::string(kPush) +
      "[springs.one]\nbetween = [\"a\", \"m\"]\narms = [1, 2]\nstiffness = 90\n"
      "gap = [-0.02, 0.05]\nrest = 0.01\n"
      "[springs.two]\nbetween = [\"m\", \"ground\"]\narms = [-3, 1]\nstiffness = 40\n"
      "gap = [-0.01, 0.04]\nrest = -0.02\n";
  const auto with_mass = [&](const std::string& mass) {
    std::string text = model;
    return text.replace(text.find("MASS"), 4, mass);
  };
  const Reduction reduction = reduced(with_mass("0.3"), {"m.mass=0"});
  CHECK(rules_of(reduction) == std::vector<std::string>{"mass to zero", "springs in series"});
  // d1 = a - 2m, d2 = -3m: D = d1 - 2/3 d2 = a; 1/k = 1/90 + (4/9)/40
  REQUIRE(reduction.model.springs.size() == 1);
  const Spring& both = reduction.model.springs.front();
  CHECK(value(both.stiffness) == doctest::Approx(1 / (1 / 90.0 + 4 / 9.0 / 40)).epsilon(1e-14));
  CHECK(value(both.rest) == doctest::Approx(0.01 + 0.02 * 2 / 3).epsilon(1e-14));
  CHECK(value(both.lower) == doctest::Approx(-0.02 - 0.04 * 2 / 3).epsilon(1e-14));
  CHECK(value(both.upper) == doctest::Approx(0.05 + 0.01 * 2 / 3).epsilon(1e-14));
  const Trajectory kept = run(with_mass("0")), gone = run(reduction.model);
  CHECK(distance(kept.q[0], gone.q[0]) < 1e-9);
  // Where the body is, while the springs are loaded; in the gap it may be anywhere.
  int loaded = 0;
  for (std::size_t i = 0; i < kept.time.size(); ++i) {
    if (gone.f[0][i] == 0) continue;
    ++loaded;
    const double place = evaluate(reduction.eliminated.front().position,
                                  [&](const std::string&) { return gone.q[0][i]; });
    REQUIRE(std::abs(place - kept.q[1][i]) < 1e-9);
  }
  CHECK(loaded > 100);
}

TEST_CASE("dampers in series move like the massless body between them") {
  const std::string model =
      "[bodies.a]\nmass = 1\nvelocity = 1\n[bodies.m]\nmass = MASS\nposition = 0.2\n"
      "[springs.s]\nbetween = [\"a\", \"ground\"]\nstiffness = 30\n"
      "[dampers.one]\nbetween = [\"a\", \"m\"]\narms = [1, 2]\ndamping = 3\n"
      "[dampers.two]\nbetween = [\"m\", \"ground\"]\ndamping = 5\n";
  const auto with_mass = [&](const std::string& mass) {
    std::string text = model;
    return text.replace(text.find("MASS"), 4, mass);
  };
  const Reduction reduction = reduced(with_mass("1"), {"m.mass=0"});
  REQUIRE(reduction.model.dampers.size() == 1);
  CHECK(value(reduction.model.dampers[0].damping) == doctest::Approx(1 / (1 / 3.0 + 4 / 5.0)));
  const Trajectory kept = run(with_mass("0")), gone = run(reduction.model);
  CHECK(distance(kept.q[0], gone.q[0]) < 1e-9);
  double worst = 0;
  for (std::size_t i = 0; i < kept.time.size(); ++i) {
    const double place = evaluate(reduction.eliminated.front().position,
                                  [&](const std::string&) { return gone.q[0][i]; });
    worst = std::max(worst, std::abs(place - kept.q[1][i]));
  }
  CHECK(worst < 1e-9);
}

TEST_CASE("a rigid spring with a ratio joins two bodies as a link does") {
  const std::string bodies =
      "[bodies.a]\nmass = 1\nvelocity = 0.6\n[bodies.b]\nmass = 2\nvelocity = 0.2\n"
      "position = -0.1\n" +
      std::string(kPush) +
      "[springs.s]\nbetween = [\"b\", \"ground\"]\nstiffness = 50\nfreeplay = 0.05\n"
      "[frictions.floor]\nbetween = [\"b\", \"ground\"]\nkinetic = 1\nviscous = 0.3\n"
      "[frictions.rub]\nbetween = [\"a\", \"b\"]\nkinetic = 0.4\nstatic = 0.5\n"
      "[forces.feedback]\non = \"a\"\nvalue = \"-0.3*v.b - 0.2*q.b\"\n";
  const std::string between = "between = [\"a\", \"b\"]\narms = [1, 3]\n";
  const Reduction reduction = reduced(
      bodies + "[springs.k]\n" + between + "stiffness = 70\nrest = 0.3\n", {"k.stiffness=inf"});
  REQUIRE(reduction.model.bodies.size() == 1);
  CHECK(value(*reduction.model.bodies[0].mass) == doctest::Approx(1 + 2 / 9.0).epsilon(1e-14));
  const Trajectory linked = run(bodies + "[links.k]\n" + between), one = run(reduction.model);
  CHECK(distance(linked.q[0], one.q[0]) < 1e-9);
  for (std::size_t i = 0; i < one.time.size(); i += 50) {
    const double place = evaluate(reduction.eliminated.front().position,
                                  [&](const std::string&) { return one.q[0][i]; });
    CHECK(std::abs(place - linked.q[1][i]) < 1e-9);
  }
}

TEST_CASE(
    "a rigid spring with freeplay is an elastic stop, the limit of stiffer and stiffer ones") {
  const std::string model =
      "[bodies.a]\nmass = 1\nvelocity = 0.5\n" + std::string(kPush) +
      "[springs.k]\nbetween = [\"a\", \"ground\"]\nstiffness = 1e4\nfreeplay = 0.1\n";
  const Reduction reduction = reduced(model, {"k.stiffness=inf"});
  REQUIRE(reduction.model.stops.size() == 1);
  CHECK(value(reduction.model.stops[0].restitution) == 1);
  Model full = parse_model(model + "[simulation]\nduration = 1\n", "m.toml");
  Reduction short_run = reduction;
  short_run.model.simulation = full.simulation;
  const Verification verification = verify_reduction(full, short_run);
  CHECK(verification.verdict == Verdict::Converges);
  // A contact lasts pi sqrt(m/k): the body is late by that, so order 1/2.
  CHECK(std::abs(verification.order - 0.5) < 0.1);
}

TEST_CASE("a heavy body at rest is the ground, wherever it stands") {
  const std::string model =
      "[bodies.a]\nmass = 1\n[bodies.wall]\nmass = MASS\nposition = 0.3\n" + std::string(kPush) +
      "[springs.s]\nbetween = [\"wall\", \"a\"]\narms = [2, 1]\nstiffness = 50\nrest = 0.6\n"
      "freeplay = 0.02\n[springs.law]\nbetween = [\"a\", \"wall\"]\nforce = \"5*d + d^3 + 1.5\"\n"
      "[frictions.f]\nbetween = [\"a\", \"wall\"]\nkinetic = 0.5\n"
      "negative = { kinetic = 0.7, viscous = 0.1 }\n"
      "[frictions.g]\nbetween = [\"wall\", \"a\"]\nkinetic = 0.2\nstatic = 0.3\n"
      "[stops.end]\nbetween = [\"a\", \"wall\"]\ngap = [-0.45, \"inf\"]\n"
      "[forces.pull]\non = \"a\"\nvalue = \"q.wall - v.wall\"\n";
  const auto with_mass = [&](const std::string& mass) {
    std::string text = model;
    return text.replace(text.find("MASS"), 4, mass);
  };
  const Reduction reduction = reduced(with_mass("7"), {"wall.mass=inf"});
  CHECK(reduction.model.bodies.size() == 1);
  CHECK(reduction.model.frictions.size() == 1);  // side by side on the ground now
  const Trajectory kept = run(with_mass("inf")), gone = run(reduction.model);
  CHECK(distance(kept.q[0], gone.q[0]) < 1e-9);
}

TEST_CASE("parallel springs add with the square of the ratio and keep their common preload") {
  const std::string model =
      "[bodies.a]\nmass = 1\n" + std::string(kPush) +
      "[springs.one]\nbetween = [\"a\", \"ground\"]\nstiffness = 30\nrest = 0.1\ndamping = 0.2\n"
      "[springs.two]\nbetween = [\"ground\", \"a\"]\narms = [1, 2]\nstiffness = 10\nrest = 0.05\n"
      "damping = 0.1\n";
  const Reduction reduction = reduced(model, {});
  REQUIRE(reduction.model.springs.size() == 1);
  const Spring& both = reduction.model.springs.front();
  CHECK(value(both.stiffness) == 70);
  CHECK(value(both.rest) == doctest::Approx((30 * 0.1 - 2 * 10 * 0.05) / 70));
  CHECK(value(both.damping) == doctest::Approx(0.6));
  CHECK(distance(run(model).q[0], run(reduction.model).q[0]) < 1e-9);
}

TEST_CASE("parallel springs of which only damping is left add it") {
  const auto model = [](const std::string& elements) {
    return "[bodies.a]\nmass = 1\nvelocity = 1\n" + std::string(kPush) + elements;
  };
  const Reduction reduction =
      reduced(model("[springs.one]\nbetween = [\"a\", \"ground\"]\nstiffness = 30\nrest = 0.1\n"
                    "damping = 0.2\n"
                    "[springs.two]\nbetween = [\"ground\", \"a\"]\narms = [1, 2]\nstiffness = 0\n"
                    "damping = 0.1\n"),
              {"one.stiffness=0"});
  REQUIRE(reduction.model.springs.size() == 1);
  CHECK(value(reduction.model.springs[0].damping) == doctest::Approx(0.6));
  const std::string damper = "[dampers.c]\nbetween = [\"a\", \"ground\"]\ndamping = 0.6\n";
  CHECK(distance(run(model(damper)).q[0], run(reduction.model).q[0]) < 1e-12);
}

TEST_CASE("a friction whose table is zero at every speed is a damper, or nothing") {
  const auto model = [](const std::string& friction) {
    return "[parameters]\nF = 0.4\n[bodies.a]\nmass = 1\nvelocity = 1\n" + std::string(kPush) +
           "[springs.s]\nbetween = [\"a\", \"ground\"]\nstiffness = 30\n" + friction;
  };
  const std::string friction = "[frictions.f]\nbetween = [\"a\", \"ground\"]\n";
  const std::string damper = "[dampers.f]\nbetween = [\"a\", \"ground\"]\ndamping = 0.3\n";
  const Reduction viscous =
      reduced(model(friction + "viscous = 0.3\ntable = [[0, 0], [1, 0]]\n"), {});
  CHECK(rules_of(viscous) == std::vector<std::string>{"friction without dry part"});
  CHECK(distance(run(viscous.model).q[0], run(model(damper)).q[0]) == 0);
  const Reduction idle = reduced(model(friction + "table = [[0, 0]]\n"), {});
  CHECK(rules_of(idle) == std::vector<std::string>{"element without force"});
  const Reduction limit =
      reduced(model(friction + "table = [[0, \"F\"], [1, \"F/2\"]]\n"), {"F=0"});
  CHECK(rules_of(limit).back() == "element without force");
  CHECK(limit.model.frictions.empty());
  const Reduction dry = reduced(model(friction + "table = [[0, 0], [1, 0.2]]\n"), {});
  CHECK(dry.model.frictions.size() == 1);
}

TEST_CASE("a parameter takes its limit wherever it occurs") {
  const std::string model =
      "[parameters]\ns = 0.5\nk = \"20/s\"\nk2 = \"3*k/(1 + k)\"\nM = \"1 + s\"\nr = \"k*s\"\n"
      "[bodies.a]\nmass = \"M\"\n[bodies.b]\nmass = \"s^2\"\n" +
      std::string(kPush) +
      "[springs.one]\nbetween = [\"a\", \"b\"]\nstiffness = \"k\"\n"
      "[springs.two]\nbetween = [\"a\", \"ground\"]\nstiffness = \"k2\"\nfreeplay = \"s/(1 + s)\"\n"
      "[springs.three]\nbetween = [\"b\", \"ground\"]\nstiffness = \"r\"\n";
  const Reduction reduction = reduced(model, {"s=0"});
  // b goes with a; k2 -> 3 (inf/inf), r -> 20 (inf*0), no freeplay: one body on one spring.
  REQUIRE(reduction.model.bodies.size() == 1);
  REQUIRE(reduction.model.springs.size() == 1);
  const ParameterValues values = evaluate_parameters(reduction.model);
  CHECK(evaluate(*reduction.model.bodies[0].mass, values) == 1);
  CHECK(evaluate(reduction.model.springs[0].stiffness, values) == 23);
  CHECK(!reduction.model.springs[0].has_gap);
}

TEST_CASE(
    "springs that only push let go each by itself: they are not joined, and keep their side") {
  const auto two = [](const std::string& more) {
    return "[parameters]\nc = 2\ns = 0.1\n[bodies.a]\nmass = 1\n" + std::string(kPush) +
           "[springs.one]\nbetween = [\"a\", \"ground\"]\nstiffness = 9\nfreeplay = \"s\"\n"
           "damping = \"c\"\n" +
           more +
           "[springs.two]\nbetween = [\"a\", \"ground\"]\nstiffness = 4\nfreeplay = \"s\"\n" +
           "damping = \"c\"\n" + more;
  };
  CHECK(reduced(two(""), {}).model.springs.size() == 1);
  CHECK(reduced(two("pull = false\n"), {}).model.springs.size() == 2);
  const Reduction undamped = reduced(two("pull = false\n"), {"c=0"});  // then nothing pulls
  REQUIRE(undamped.model.springs.size() == 1);
  CHECK(undamped.model.springs[0].pull);
  // Without a gap's width they still push to one side only.
  const Reduction narrow = reduced(two("pull = false\n"), {"s=0"});
  REQUIRE(narrow.model.springs.size() == 2);
  CHECK(narrow.model.springs[0].has_gap);
  CHECK(narrow.steps.back().after.size() == 1);
  const Model full =
      parse_model(two("pull = false\n") + "[simulation]\nduration = 2\nsamples = 401\n", "m.toml");
  const System near = compile(full, {{"s", 1e-9}});
  const Trajectory exact = run(narrow.model);
  const Trajectory limit = simulate(near, initial_state(near), near.settings());
  CHECK(distance(exact.q[0], limit.q[0]) < 1e-8);
  CHECK(*std::min_element(exact.f[0].begin(), exact.f[0].end()) < 0.0);
  // As a file, and back.
  const Model again = parse_model(write_model(narrow.model), "again.toml");
  CHECK(!again.springs[0].pull);
  CHECK(run(again).q == exact.q);
}
