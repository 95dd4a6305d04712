// Derivatives while a run is made: closed forms, and what they leave alone. Random models:
// tests/python/derivatives_random_test.py.
#include "luztar/sensitivity/derivatives.h"

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"
#include "luztar/simulate/simulate.h"

using namespace luztar;

namespace {

/// Rows of the positions with their derivatives, and slopes of event times.
struct Seen : Observer {
  void sample(const Sample& sample) override {
    q.insert(q.end(), sample.q.begin(), sample.q.end());
    slopes.insert(slopes.end(), sample.derivatives.q.begin(), sample.derivatives.q.end());
    force.insert(force.end(), sample.derivatives.f.begin(), sample.derivatives.f.end());
  }
  void event(const Event& event) override { times.push_back(event.time.value); }
  void event_time(std::span<const double> slopes_of_time) override {
    time_slopes.insert(time_slopes.end(), slopes_of_time.begin(), slopes_of_time.end());
  }
  std::vector<double> q, slopes, force, times, time_slopes;
  RunInfo info;
};

Seen run(const std::string& toml, const std::vector<std::string>& names) {
  Model model = parse_model(toml, "model");
  for (const std::string& name : names) model.simulation.derivatives.push_back({name, {}});
  const System system = compile(model);
  Seen seen;
  seen.info = simulate(system, initial_state(system), system.settings(), seen);
  return seen;
}

constexpr const char* kBlock = R"(
[parameters]
F = 3
c = 2
[bodies.block]
mass = 2
[forces.push]
on = "block"
value = "c*t"
[frictions.guide]
between = ["block", "ground"]
kinetic = "F"
static = "2*F"
[simulation]
duration = 5
samples = 6
)";

}  // namespace

TEST_CASE("a block that a growing force breaks loose") {
  // It breaks at t1 = 2 F/c; then m v = c (t^2 - t1^2)/2 - F (t - t1).
  const Seen seen = run(kBlock, {"F", "c"});
  REQUIRE(seen.times.size() == 1);
  CHECK(seen.times[0] == doctest::Approx(3.0));
  CHECK(seen.time_slopes[0] == doctest::Approx(2.0 / 2.0));
  CHECK(seen.time_slopes[1] == doctest::Approx(-2.0 * 3.0 / 4.0));
  const auto position = [](double F, double c, double t) {
    const double t1 = 2 * F / c, s = t - t1;
    return s <= 0 ? 0.0 : (c * (t1 * s * s / 2 + s * s * s / 6) - F * s * s / 2) / 2;
  };
  for (std::size_t i = 0; i < 6; ++i) {
    const double t = static_cast<double>(i), h = 1e-4;
    CAPTURE(t);
    CHECK(seen.q[i] == doctest::Approx(position(3, 2, t)));
    if (t == 3.0) continue;  // a row at the event
    CHECK(seen.slopes[2 * i] ==
          doctest::Approx((position(3 + h, 2, t) - position(3 - h, 2, t)) / (2 * h)).epsilon(1e-7));
    CHECK(seen.slopes[2 * i + 1] ==
          doctest::Approx((position(3, 2 + h, t) - position(3, 2 - h, t)) / (2 * h)).epsilon(1e-7));
  }
  // At rest the friction carries the push, c t.
  CHECK(seen.force[4 * 2 + 2] == doctest::Approx(0.0));
  CHECK(seen.force[4 * 2 + 3] == doctest::Approx(2.0));
  REQUIRE(seen.info.warnings.size() == 1);
  CHECK(seen.info.warnings[0].find("t = 3 s is at an event") != std::string::npos);
}

TEST_CASE("the run is the same to the bit with derivatives and without") {
  const Seen without = run(kBlock, {}), one = run(kBlock, {"F"}),
             many = run(kBlock, {"F", "c", "q.block", "v.block"});
  CHECK(without.q == one.q);
  CHECK(without.q == many.q);
  CHECK(without.times == many.times);
}

TEST_CASE("a touch without a slope has no derivative, and is told") {
  // sin(t) - 1 touches the limit of the friction where the force is largest.
  const Seen seen = run(R"(
[parameters]
A = 1
[bodies.block]
mass = 1
[forces.push]
on = "block"
value = "A*sin(t)^3"
[frictions.guide]
between = ["block", "ground"]
kinetic = 0.5
static = "1 - 1e-15"
[simulation]
duration = 3
samples = 2
)",
                        {"A"});
  if (!seen.times.empty())
    CHECK_MESSAGE(!seen.info.warnings.empty(), "it broke loose at a grazed limit");
}
