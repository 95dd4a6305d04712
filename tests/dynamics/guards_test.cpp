// Guards: polynomials that are positive inside of the present modes, with known zeros.
#include "luztar/dynamics/instant/guards.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/series/polynomial.h"
#include "started.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// Coefficients of a guard, or nothing where it is not active.
std::optional<std::vector<double>> guard(const Started& run, int index) {
  std::vector<double> c(Started::kOrder + 1, 0.0);
  if (!guard_polynomial(run.system.impl(), run.state, run.series, index, c.data()))
    return std::nullopt;
  return c;
}

double at(const std::vector<double>& c, double tau) {
  return evaluate_polynomial(c.data(), static_cast<int>(c.size()) - 1, tau);
}

// A free block at 2 m/s from x, with a spring that acts outside of [-0.5, 0.7].
Started gap(double x) {
  Model model = lasting(1.0);
  spring(model, "s", between(body(model, "a", 1.0, x, 2.0), kGround), 1e-30);  // as good as none
  Spring& s = model.springs[0];
  s.has_gap = true;
  s.lower = number(-0.5);
  s.upper = number(0.7);
  return Started(model);
}

// A block at rest that is pushed by 3 t N, with a friction of at most 2 N.
Model pushed() {
  Model model = lasting(1.0);
  const int a = body(model, "a", 1.0);
  friction(model, "f", between(a, kGround), 1.0, 2.0);
  force(model, "push", a, "3*t");
  return model;
}

}  // namespace

TEST_CASE("a gap has both its edges for guards while the spring is in it") {
  const Started run = gap(0.1);
  const SystemImpl& system = run.system.impl();
  const auto upper = guard(run, system.spring_guard(0, 0));
  const auto lower = guard(run, system.spring_guard(0, 1));
  REQUIRE(upper.has_value());
  REQUIRE(lower.has_value());
  CHECK((*upper)[0] == doctest::Approx(0.6));
  CHECK((*lower)[0] == doctest::Approx(0.6));
  CHECK(std::abs(at(*upper, 0.3)) < 1e-12);  // 0.6 m at 2 m/s
  CHECK((*lower)[1] == 2.0);
}

TEST_CASE("a spring in contact has the edge that it is beyond, and no second guard") {
  for (const double x : {0.9, -0.8}) {
    CAPTURE(x);
    const Started run = gap(x);
    const SystemImpl& system = run.system.impl();
    const auto inside = guard(run, system.spring_guard(0, 0));
    REQUIRE(inside.has_value());
    CHECK((*inside)[0] == doctest::Approx(x > 0 ? 0.2 : 0.3));
    CHECK((*inside)[1] == doctest::Approx(x > 0 ? 2.0 : -2.0));
    CHECK(!guard(run, system.spring_guard(0, 1)).has_value());
  }
}

TEST_CASE("a pair at rest has its limits in both directions, a sliding one its rate") {
  const Started rest(pushed());
  const SystemImpl& system = rest.system.impl();
  const auto one = guard(rest, system.pair_guard(0, 0));
  const auto other = guard(rest, system.pair_guard(0, 1));
  REQUIRE(one.has_value());
  REQUIRE(other.has_value());
  CHECK((*one)[0] == 2.0);
  CHECK((*other)[0] == 2.0);
  CHECK(std::abs((*one)[1]) == 3.0);
  CHECK((*one)[1] == -(*other)[1]);  // one of them is zero at t = 2/3
  for (const double v : {1.5, -1.5}) {
    CAPTURE(v);
    Model model = pushed();
    model.bodies[0].velocity = number(v);
    const Started slides(model);
    const auto rate = guard(slides, system.pair_guard(0, 0));
    REQUIRE(rate.has_value());
    CHECK((*rate)[0] == 1.5);
    CHECK((*rate)[1] == -1.0);  // 1 N against 1 kg, whatever the direction
    CHECK(!guard(slides, system.pair_guard(0, 1)).has_value());
  }
}

TEST_CASE("leading coefficients that are known to be zero are set to zero") {
  Started run(pushed());
  const int index = run.system.impl().pair_guard(0, 0);
  run.state.roots[static_cast<std::size_t>(index)] = 1;
  const auto known = guard(run, index);
  CHECK((*known)[0] == 0.0);
  CHECK(std::abs((*known)[1]) == 3.0);
  run.state.roots[static_cast<std::size_t>(index)] = kAllOrders;
  const auto all = guard(run, index);
  CHECK(std::ranges::all_of(*all, [](double c) { return c == 0.0; }));
}

TEST_CASE("a free stop watches both its edges, one at rest on an edge its force; a link nothing") {
  const auto with = [](double x, double v, bool pressed) {
    Model model = lasting(1.0);
    const int a = body(model, "a", 1.0, x, v);
    stop(model, "e", between(a, kGround), -1.0, 2.0, 0.0);
    if (pressed) force(model, "push", a, "5 - t");
    return Started(model);
  };
  const Started free = with(0.5, 3.0, false);
  const SystemImpl& system = free.system.impl();
  CHECK(at(*guard(free, system.pair_guard(0, 0)), 0.5) == doctest::Approx(0.0));  // 1.5 m
  CHECK((*guard(free, system.pair_guard(0, 1)))[0] == 1.5);
  const Started rests = with(2.0, 0.0, true);
  const auto force = guard(rests, system.pair_guard(0, 0));
  REQUIRE(force.has_value());
  CHECK((*force)[0] == doctest::Approx(5.0));
  CHECK((*force)[1] == doctest::Approx(-1.0));
  CHECK(!guard(rests, system.pair_guard(0, 1)).has_value());
  Model linked = lasting(1.0);
  const int a = body(linked, "a", 1.0);
  link(linked, "l", between(a, body(linked, "b", 1.0)));
  const Started rod(linked);
  CHECK(!guard(rod, rod.system.impl().pair_guard(0, 0)).has_value());
}

TEST_CASE("a one-sided stop has no guard where it has no edge") {
  Model model = lasting(1.0);
  stop(model, "e", between(body(model, "a", 1.0), kGround), -1.0, HUGE_VAL, 0.0);
  const Started run(model);
  CHECK(!guard(run, run.system.impl().pair_guard(0, 0)).has_value());
  CHECK(guard(run, run.system.impl().pair_guard(0, 1)).has_value());
}

TEST_CASE("a switch of an expression is a guard, with the branch behind it") {
  Model model = lasting(1.0);
  const int a = body(model, "a", 1.0, 0.0, 2.0);
  force(model, "push", a, "step(q.a - 0.6)*1e-30");
  const Started run(model);
  const SystemImpl& system = run.system.impl();
  REQUIRE(system.n_switches() == 1);
  const auto edge = guard(run, system.switch_guard(0, 0));
  REQUIRE(edge.has_value());
  CHECK((*edge)[0] == doctest::Approx(0.6));
  CHECK(std::abs(at(*edge, 0.3)) < 1e-12);
  CHECK(run.state.branch[0] == 0);
  CHECK(next_branch(system, run.state, 0, 0) == 1);
}

TEST_CASE("guards are numbered by springs, pairs and switches, two each") {
  Model model = pushed();
  spring(model, "s", between(0, kGround), 1.0);
  force(model, "kink", 0, "abs(t - 1)");
  const System system = compile(model);
  const SystemImpl& impl = system.impl();
  CHECK(impl.n_guards() == 6);
  for (int g = 0; g < impl.n_guards(); ++g) {
    const GuardOwner owner = guard_owner(impl, g);
    CHECK(static_cast<int>(owner.kind) == g / 2);
    CHECK(owner.index == 0);
    CHECK(owner.side == g % 2);
  }
}
