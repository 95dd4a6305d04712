// The recipes of docs/laws.md run, and do what the law says.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/page_models.h"
#include "environment.h"
#include "luztar/luztar.h"

using namespace luztar;

namespace {

std::vector<std::string> recipes() { return acceptance::models_of_page("laws.md"); }

Trajectory run_of(const std::string& word) { return acceptance::run_of_page("laws.md", word); }

std::vector<double> times_of(const Trajectory& r, Event::Cause cause) {
  std::vector<double> times;
  for (const Event& event : r.events)
    if (event.cause == cause) times.push_back(event.time.value);
  return times;
}

}  // namespace

TEST_CASE("laws: every recipe has a test here") { CHECK(recipes().size() == 6); }

TEST_CASE("laws: a level of one's own breaks away at its value at rest") {
  // 50 (0.1 t - x) = 3 N each time, and the slips are alike.
  const Trajectory r = run_of("Lorentz");
  const auto breaks = times_of(r, Event::Cause::Break), stops = times_of(r, Event::Cause::Stop);
  REQUIRE(stops.size() >= 2);
  CHECK(breaks[0] == doctest::Approx(0.6).epsilon(1e-13));
  CHECK(stops[1] - breaks[1] == doctest::Approx(stops[0] - breaks[0]).epsilon(1e-11));
}

TEST_CASE("laws: the level that lags behind the speed slips longer") {
  const Trajectory r = run_of("memory of 20 ms");
  const auto breaks = times_of(r, Event::Cause::Break);
  REQUIRE(!breaks.empty());
  CHECK(breaks[0] == doctest::Approx(0.6).epsilon(1e-13));
  // x.speed + T x.speed' = v, integrated: the state ends where it began, so the ways are equal.
  const auto& seen = r.internal[0];
  CHECK(*std::max_element(seen.begin(), seen.end()) > 0.05);
  CHECK(std::all_of(seen.begin(), seen.end(), [](double v) { return v >= 0.0; }));
}

TEST_CASE("laws: elasto-plastic friction does not drift below its breakaway") {
  const Trajectory r = run_of("Elasto-plastic");
  for (std::size_t i = 0; i < r.time.size(); ++i) CHECK(r.q[0][i] == r.internal[0][i]);
  CHECK(*std::max_element(r.q[0].begin(), r.q[0].end()) > 4.5e-6);
}

TEST_CASE("laws: Maxwell slip breaks element by element and carries its limit in all") {
  const Trajectory r = run_of("Four elements");
  const auto breaks = times_of(r, Event::Cause::Break);
  REQUIRE(breaks.size() >= 4);
  // The weakest one carries a tenth of F_S = 3 N: 50/(1 + 50/400) N/m of rope and bristles in a
  // row, of which it has a quarter. The block is light: it swings about that.
  CHECK(breaks[0] == doctest::Approx(4 * 0.3 / (50 / 1.125 * 0.1)).epsilon(0.25));
}

TEST_CASE("laws: Bouc and Wen's force stays below its limit (A/(b + g))") {
  const Trajectory r = run_of("hysteretic");
  for (const double z : r.internal[0]) CHECK(std::abs(z) < 5e4 / (1e3 - 800));
}

TEST_CASE("laws: friction that grows at rest breaks where the rope has grown as much") {
  // 2.5 t = 2 + 1 - exp(-t) by Newton's method.
  double t = 1.0;
  for (int i = 0; i < 30; ++i) t -= (2.5 * t - 3.0 + std::exp(-t)) / (2.5 - std::exp(-t));
  const auto breaks = times_of(run_of("harder it breaks"), Event::Cause::Break);
  REQUIRE(breaks.size() >= 4);
  CHECK(breaks[0] == doctest::Approx(t).epsilon(1e-12));
  CHECK(breaks[2] - breaks[0] < 1.06);  // the next rest is shorter, and so is its growth
}
