// The second engine against closed forms and reference solutions, so that it can judge the first.
#include "acceptance/second_engine.h"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "acceptance/reference_case.h"

using namespace acceptance;

namespace {

second::Result run_second(const std::string& text, const second::Options& options = {}) {
  const luztar::Model model = luztar::parse_model(text, "second.toml");
  return second::run(second::Network(model), options);
}

}  // namespace

TEST_CASE("the second engine turns and stops a block on a spring where the closed form says") {
  // Reference case vii_a: turning points at n pi/5, there |x| = 1 - 0.12 n.
  const second::Result run = run_second(R"toml(
[bodies.mass]
mass = 2
position = 1
[springs.spring]
between = ["mass", "ground"]
stiffness = 50
[frictions.floor]
between = ["mass", "ground"]
kinetic = 3
[simulation]
duration = 6
)toml");
  CHECK(run.gave_up == "");
  REQUIRE(run.happenings.size() == 8);
  for (std::size_t i = 0; i < 8; ++i) {
    const auto t = static_cast<second::Real>(i + 1) * std::numbers::pi_v<second::Real> / 5;
    CHECK(static_cast<double>(std::abs(run.happenings[i].t - t)) < 1e-15);
  }
  CHECK(run.happenings.back().to == 0);
  CHECK(std::abs(static_cast<double>(run.end.q[0]) - (1 - 8 * 0.12)) < 1e-15);
}

TEST_CASE("the second engine's ball bounces at the closed form's times and comes to rest") {
  // h = 1, g = 9.81, e = 1/2: first contact sqrt(2/g), n-th flight 2 e^n sqrt(2 g)/g.
  const second::Result run = run_second(R"toml(
[bodies.ball]
mass = 0.5
position = 1
[forces.weight]
on = "ball"
value = "-0.5*9.81"
[stops.floor]
between = ["ball", "ground"]
gap = [0, "inf"]
restitution = 0.5
[simulation]
duration = 2
)toml");
  CHECK(run.gave_up == "");
  REQUIRE(run.happenings.size() > 20);
  const second::Real g = 9.81, speed = std::sqrt(2 * g);
  second::Real t = speed / g, e = 1;
  for (std::size_t i = 0; i < 20; ++i) {
    CHECK(static_cast<double>(std::abs(run.happenings[i].t - t)) < 1e-12);
    CHECK(static_cast<double>(std::abs(run.happenings[i].impulse + 0.5 * e * 1.5 * speed)) < 1e-12);
    e /= 2;
    t += 2 * e * speed / g;
  }
  CHECK(static_cast<double>(run.end.q[0]) == doctest::Approx(0.0));
  CHECK(static_cast<double>(run.end.v[0]) == 0.0);
}
