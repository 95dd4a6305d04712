// Derivatives to one side beside a closed form. More: tests/python/one_sided_test.py.
#include "luztar/simulate/one_sided.h"

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"

using namespace luztar;

namespace {

struct LastRow : Observer {
  void sample(const Sample& sample) override {
    n = sample.derivatives.n;
    q.assign(sample.derivatives.q.begin(), sample.derivatives.q.end());
  }
  void event_time(std::span<const double> of_time) override {
    times.assign(of_time.begin(), of_time.end());
  }
  int n{};
  std::vector<double> q, times;
};

/// Friction stops the block just where the wall is.
constexpr const char* kWall = R"(
[parameters]
gap = 1
[bodies.block]
mass = 1
velocity = 1
[frictions.guide]
between = ["block", "ground"]
kinetic = 0.5
[stops.wall]
between = ["block", "ground"]
gap = ["-inf", "gap"]
restitution = 0.5
[simulation]
duration = 4
derivatives = ["gap-", "q.block", "gap+"]
)";

}  // namespace

TEST_CASE("derivatives to one side have their places among those to both") {
  const System system = compile(parse_model(kWall, "wall"));
  LastRow seen;
  const RunInfo info = simulate(system, initial_state(system), system.settings(), seen);
  CHECK(info.status == Status::Finished);
  REQUIRE(seen.n == 3);
  CHECK(seen.q[0] == doctest::Approx(1.25).epsilon(1e-9));
  CHECK(seen.q[1] == 1.0);
  CHECK(seen.q[2] == 0.0);
  REQUIRE(seen.times.size() == 3);
  CHECK(std::isnan(seen.times[0]));  // it goes with the root of what is left of the way
  CHECK(seen.times[2] == 0.0);
}

TEST_CASE("no system on that side") {
  Model model = parse_model(kWall, "wall");
  model.simulation.derivatives = {{"gap-", {}}, {"none+", {}}};
  CHECK_THROWS_AS(compile(model), ModelError);
}
