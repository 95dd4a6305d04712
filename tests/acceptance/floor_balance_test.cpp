// Rows of blocks that rub on the floor and on each other: forces of pairs at rest balance on every
// body, however small they are there. More: ./check --long floor-balance.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/network.h"
#include "acceptance/recording.h"
#include "environment.h"

using namespace acceptance;

namespace {

std::string text(double x) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.17g", x);
  return buffer;
}

struct FloorRow {
  std::vector<double> mass;
  std::string toml;
};

/// 12 to 60 blocks, two slow loads. Masses are written twice, for Newton's law.
FloorRow floor_row(std::uint64_t seed) {
  Random random(seed * 7919u + 3u);
  random.next();
  const int n = 12 + random.below(49);
  FloorRow row;
  std::string pairs;
  for (int i = 0; i < n; ++i) {
    const std::string own = std::to_string(i), next = std::to_string(i + 1);
    row.mass.push_back(random.chance(0.6) ? 1.0 : random.uniform(0.5, 3.0));
    row.toml += "[bodies.b" + own + "]\nmass = " + text(row.mass.back()) + "\n";
    pairs += "[frictions.f" + own + "]\nbetween = [\"b" + own +
             "\", \"ground\"]\nkinetic = " + text(random.uniform(0.3, 0.9)) + "\n";
    if (i + 1 == n) break;
    const std::string between = "between = [\"b" + own + "\", \"b" + next + "\"]\n";
    pairs += "[frictions.g" + own + "]\n" + between +
             "kinetic = " + text(random.uniform(0.2, 0.7)) + "\n[springs.s" + own + "]\n" +
             between + "stiffness = 40\n";
  }
  row.toml += pairs;
  for (const char* name : {"one", "two"})
    row.toml += std::string("[forces.") + name + "]\non = \"b" + std::to_string(random.below(n)) +
                "\"\nvalue = \"" + text(random.uniform(2, 9)) + "*sin(" +
                text(random.uniform(0.5, 1.5)) + "*t)\"\n";
  row.toml += "[simulation]\nduration = 1.5\nsamples = 31\n";
  return row;
}

/// The largest force that is missing on a body, beside the largest of all forces so far.
double missing_force(const luztar::System& system, const Recorded& run,
                     const std::vector<double>& mass) {
  double worst = 0.0, largest = 0.0;
  for (const Snapshot& now : run.samples) {
    std::vector<double> left;
    for (std::size_t b = 0; b < mass.size(); ++b) left.push_back(-mass[b] * now.a[b]);
    for (std::size_t e = 0; e < now.f.size(); ++e) {
      const luztar::ElementInfo& element = system.elements()[e];
      largest = std::max(largest, std::abs(now.f[e]));
      const double sign = element.kind == luztar::PartKind::Force ? 1.0 : -1.0;
      for (std::size_t i = 0; i < element.bodies.size(); ++i)
        if (element.bodies[i] >= 0)
          left[element.bodies[i]] += sign * element.coefficients[i] * now.f[e];
    }
    for (const double rest : left) worst = std::max(worst, std::abs(rest));
  }
  return worst / largest;
}

}  // namespace

TEST_CASE("rows of blocks on a floor keep Newton's law, where forces are small too") {
  const int n = luztar::test::count_of(luztar::test::some_of(12));
  double worst = 0.0;
  for (int seed = 0; seed < n; ++seed) {
    CAPTURE(seed);
    const FloorRow row = floor_row(static_cast<std::uint64_t>(seed));
    const luztar::System system = luztar::compile(luztar::parse_model(row.toml, "floor.toml"));
    const Recorded run = record(system, system.settings());
    check_trust(run);
    worst = std::max(worst, missing_force(system, run, row.mass));
  }
  CHECK(worst < 1e-12);
  MESSAGE("missing on one block at most ", worst, " of the largest force");
}

TEST_CASE("finding: what elimination leaves of a load 28 blocks away is no contradiction") {
  const luztar::System system = luztar::compile(luztar::load_model(
      std::string(LUZTAR_SOURCE_DIR) + "/tests/acceptance/findings/floor_row_balance.toml"));
  const Recorded run = record(system, system.settings());
  check_trust(run);
  std::vector<double> mass;
  for (const luztar::BodyInfo& body : system.bodies()) mass.push_back(body.mass);
  CHECK(missing_force(system, run, mass) < 1e-12);
}
