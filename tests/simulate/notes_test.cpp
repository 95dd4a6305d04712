// Warnings: what a user should know about a run that went well.
#include <cmath>
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "dynamics/small_models.h"
#include "luztar/simulate/simulate.h"

namespace luztar {
namespace {

using namespace testing;

std::vector<std::string> warnings_of(const Model& model) {
  const System system = compile(model);
  const Trajectory out = simulate(system, initial_state(system), system.settings());
  REQUIRE_MESSAGE(out.info.status == Status::Finished, out.info.diagnosis);
  return out.info.warnings;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("forces of a cycle of stuck pairs are reported once, with their ranges") {
  // papers-checked.md, section 4, example B: T12 = t, T10 = 3 - t, T20 = t - 1, t in [-1, 2].
  Model model = lasting(1.0);
  const int one = body(model, "one", 1.0);
  const int two = body(model, "two", 1.0);
  friction(model, "T12", between(one, two), 2.0, 2.0);
  friction(model, "T10", between(one, kGround), 4.0, 4.0);
  friction(model, "T20", between(two, kGround), 4.0, 4.0);
  force(model, "F1", one, "3");
  force(model, "F2", two, "-1");
  const auto warnings = warnings_of(model);
  REQUIRE(warnings.size() == 1);
  CHECK(has(warnings[0], "'T12' (-1 to 2), 'T10' (1 to 4), 'T20' (-2 to 1)"));
  CHECK(has(warnings[0], "not unique"));
}

TEST_CASE("unique forces give no warning") {
  Model model = lasting(1.0);
  const int one = body(model, "one", 1.0);
  const int two = body(model, "two", 1.0);
  friction(model, "T12", between(one, two), 2.0, 2.0);
  friction(model, "T20", between(two, kGround), 4.0, 4.0);
  force(model, "F1", one, "3*sin(t)");
  CHECK(warnings_of(model).empty());
}

TEST_CASE("stuck pairs between given motions only have no force to ask for") {
  Model model = lasting(3.0);
  const int block = body(model, "block", 1.0);
  const int base = body(model, "base", std::numeric_limits<double>::infinity());
  friction(model, "top", between(block, base), 1.0, 1.0);
  friction(model, "bottom", between(base, kGround), 1.0, 1.0);
  force(model, "pull", block, "2*sin(2*t)");
  CHECK(warnings_of(model).empty());
}

TEST_CASE("several ways to break under static > kinetic friction are reported") {
  // papers-checked.md, section 3: F = (10.5, 0), F_S = (10, 10), F_K = (6, 5) has three.
  Model model = lasting(1.0);
  const int one = body(model, "one", 1.0);
  const int two = body(model, "two", 1.0);
  friction(model, "T12", between(one, two), 6.0, 10.0);
  friction(model, "T20", between(two, kGround), 5.0, 10.0);
  force(model, "F1", one, "10.5*step(t - 0.5)");
  const auto warnings = warnings_of(model);
  REQUIRE(warnings.size() == 1);
  CHECK(has(warnings[0], "t = 0.5 s"));
  CHECK(has(warnings[0], "leaves 3 ways to go on"));
}

TEST_CASE("an edge that is only just touched is reported") {
  for (const double amplitude : {1.0 + 1e-11, 1.1}) {
    Model model = lasting(3.0);
    moving_base(model, "base", "x");
    model.bodies[0].motion =
        Expression::apply(Op::Multiply, {number(0.1 * amplitude), text("sin(t)")});
    const int mass = body(model, "mass", 1.0);
    friction(model, "floor", between(mass, kGround), 1.0, 1.0);
    spring(model, "gap", between(0, mass), 5.0);
    Spring& made = model.springs.back();
    made.has_gap = true;
    made.lower = number(-0.1);
    made.upper = number(0.1);
    const auto warnings = warnings_of(model);
    CHECK(warnings.size() == (amplitude < 1.05 ? 1 : 0));
    for (const auto& warning : warnings) CHECK(has(warning, "'gap' grazes the edge of its gap"));
  }
}

TEST_CASE("a stiff element that sets the step is named") {
  Model model = lasting(2.0);
  const int a = body(model, "a", 1.0);
  const int b = body(model, "b", 1e-6);
  spring(model, "soft", between(a, kGround), 10.0);
  spring(model, "hard", between(b, a), 1e6);
  force(model, "push", a, "sin(3*t)");
  const auto warnings = warnings_of(model);
  REQUIRE(warnings.size() == 1);
  CHECK(has(warnings[0], "'hard' sets the step"));
}

TEST_CASE("a stiff element is named while the run goes on, once, after a rest too") {
  struct Watcher : Observer {
    void stiff(const std::string& element) override { names.push_back(element); }
    bool progress(double) override { return names.empty() || ++steps_after < 30000; }
    std::vector<std::string> names;
    int steps_after{};
  };
  Model model = lasting(3.0);  // swings at 1e6 rad/s after a rest
  const int b = body(model, "b", 1e-12);
  spring(model, "hard", between(b, kGround), 1.0);
  force(model, "push", b, "step(t - 0.1)");
  const System system = compile(model);
  Watcher watcher;
  const RunInfo info = simulate(system, initial_state(system), system.settings(), watcher);
  CHECK(info.status == Status::Stopped);
  CHECK(watcher.names == std::vector<std::string>{"hard"});
  REQUIRE(info.warnings.size() == 1);
  CHECK(has(info.warnings[0], "'hard' sets the step"));
}

}  // namespace luztar
