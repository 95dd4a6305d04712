// Cycles of friction pairs of any size: over the ground, between neighbours, in parallel.
#include <algorithm>
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "acceptance/network.h"
#include "acceptance/recording.h"

using namespace acceptance;

namespace {

luztar::Model finding(const std::string& name) {
  return luztar::load_model(std::string(LUZTAR_SOURCE_DIR) + "/tests/acceptance/findings/" + name +
                            ".toml");
}

Recorded run_of(const luztar::Model& model, luztar::Method method = luztar::Method::Events) {
  const luztar::System system = luztar::compile(model);
  luztar::SimulationSettings settings = system.settings();
  settings.method = method;
  settings.step = 1e-4;
  return record(system, settings);
}

double first_break(const Recorded& run) {
  for (const luztar::Event& event : run.events)
    if (event.from == 0 && event.to != 0) return event.time.value;
  return INFINITY;
}

/// Blocks in a row on a floor, at rest, under forces base + slope t.
struct Row {
  std::vector<double> base, slope;                   ///< (blocks) [N], [N/s]
  std::vector<double> floor, floor_kinetic;          ///< (blocks) [N]
  std::vector<double> neighbour, neighbour_kinetic;  ///< (blocks) to the next one [N]

  int blocks() const { return static_cast<int>(base.size()); }

  /// How far the forces that pairs can pass on from block to block are from being none [N]: an
  /// interval that each block shifts by its force, widens by the floor and cuts to the next limit.
  double room(double t) const {
    double low = 0.0;
    double high = 0.0;
    double least = INFINITY;
    for (int i = 0; i < blocks(); ++i) {
      const double force = base[i] + slope[i] * t;
      const double limit = i + 1 < blocks() ? neighbour[i] : 0.0;
      low += force - floor[i];
      high += force + floor[i];
      least = std::min({least, high + limit, limit - low});
      low = std::max(low, -limit);
      high = std::min(high, limit);
      if (low > high) return least;
    }
    return least;
  }

  double break_time() const {
    double early = 0.0;
    double late = 1.0;
    while (room(late) >= 0.0) late *= 2.0;
    for (int i = 0; i < 100; ++i) {
      const double middle = 0.5 * (early + late);
      (room(middle) >= 0.0 ? early : late) = middle;
    }
    return late;
  }

  luztar::Model model(double duration) const {
    std::string text;
    const auto friction = [&](const std::string& name, const std::string& between, double limit,
                              double kinetic) {
      text += "[frictions." + name + "]\nbetween = [" + between +
              "]\nstatic = " + std::to_string(limit) + "\nkinetic = " + std::to_string(kinetic) +
              "\n";
    };
    for (int i = 0; i < blocks(); ++i) {
      const std::string n = std::to_string(i);
      text += "[bodies.b" + n + "]\nmass = 1.0\n[forces.F" + n + "]\non = \"b" + n +
              "\"\nvalue = \"" + std::to_string(base[i]) + " + " + std::to_string(slope[i]) +
              "*t\"\n";
      friction("f" + n, "\"b" + n + "\", \"ground\"", floor[i], floor_kinetic[i]);
      if (i + 1 < blocks())
        friction("g" + n, "\"b" + n + "\", \"b" + std::to_string(i + 1) + "\"", neighbour[i],
                 neighbour_kinetic[i]);
    }
    text += "[simulation]\nsamples = 2\nduration = " + std::to_string(duration) + "\n";
    return luztar::parse_model(text, "row.toml");
  }
};

double rounded(double value) { return std::stod(std::to_string(value)); }

Row random_row(Random& random) {
  Row row;
  const int n = 2 + random.below(39);
  const bool equal = random.chance(0.3);
  const bool drops = random.chance(0.5);
  for (int i = 0; i < n; ++i) {
    row.base.push_back(rounded(random.uniform(-0.2, 0.2)));
    row.slope.push_back(rounded(random.uniform(-1.0, 1.0)));
    row.floor.push_back(equal ? 0.5 : rounded(random.uniform(0.3, 1.0)));
    row.neighbour.push_back(equal ? 0.3 : rounded(random.uniform(0.0, 1.0)));
    const double part = drops ? random.uniform(0.2, 1.0) : 1.0;
    row.floor_kinetic.push_back(rounded(part * row.floor.back()));
    row.neighbour_kinetic.push_back(rounded(part * row.neighbour.back()));
  }
  return row;
}

}  // namespace

TEST_CASE("finding: 17 frictions in parallel break where their sum does") {
  for (const luztar::Method method : {luztar::Method::Events, luztar::Method::Stepping}) {
    const Recorded run = run_of(finding("parallel_frictions_17"), method);
    CHECK(run.info.status == luztar::Status::Finished);
    const double exact = std::asin(1.0 / 3.0) / 3.0;
    CHECK(first_break(run) ==
          doctest::Approx(exact).epsilon(method == luztar::Method::Events ? 1e-14 : 2e-3));
  }
}

TEST_CASE("finding: nine blocks on two rails move as on one of twice the friction") {
  const luztar::Model two = finding("two_rails_chain_9");
  const Recorded run = run_of(two);
  check_trust(run);
  const std::string text = R"toml(
[repeat.r]
count = 9
[repeat.r.bodies.b]
mass = 1.0
[repeat.r.springs.s]
between = ["b", "b[i+1]"]
where = "i < count"
stiffness = 50.0
[repeat.r.frictions.f]
between = ["b", "ground"]
kinetic = 1.0
[repeat.r.frictions.g]
between = ["b", "b[i+1]"]
where = "i < count"
kinetic = 0.7
[forces.F]
on = "b_1"
value = "8*sin(3*t)"
[simulation]
duration = 3.0
samples = 3
)toml";
  const Recorded one = run_of(luztar::parse_model(text, "one_rail.toml"));
  REQUIRE(run.samples.size() == one.samples.size());
  for (std::size_t b = 0; b < run.samples.back().q.size(); ++b)
    CHECK(run.samples.back().q[b] == doctest::Approx(one.samples.back().q[b]).epsilon(1e-11));
}

TEST_CASE("finding: ten blocks on a floor break where the whole box is full, and go on") {
  const luztar::Model model = finding("chain_on_floor_10");
  const Recorded run = run_of(model);
  check_trust(run);
  CHECK(first_break(run) == doctest::Approx(std::asin(1.1 / 2.99) / 1.11).epsilon(1e-14));
  const Recorded steps = run_of(model, luztar::Method::Stepping);
  CHECK(steps.info.status == luztar::Status::Finished);
  for (std::size_t b = 0; b < run.samples.back().q.size(); ++b)
    CHECK(std::abs(run.samples.back().q[b] - steps.samples.back().q[b]) < 1e-5);
}

TEST_CASE("rows of blocks on a floor break when what their pairs can pass on is none") {
  Random random(7);
  double worst = 0.0;
  for (int i = 0; i < 150; ++i) {
    CAPTURE(i);
    const Row row = random_row(random);
    const double exact = row.break_time();
    const Recorded run = run_of(row.model(exact + 0.01));
    CAPTURE(row.blocks());
    CHECK(run.info.status == luztar::Status::Finished);
    CHECK(run.info.kkt_residual <= 1e-12);
    worst = std::max(worst, std::abs(first_break(run) - exact));
  }
  CHECK(worst < 1e-13);
}

TEST_CASE("finding: a sheet of 196 blocks holds while shares of its frictions reach their limits") {
  const luztar::System system = luztar::compile(finding("sheet_events_cost"));
  luztar::SimulationSettings settings = system.settings();
  settings.duration = 0.48;
  settings.samples = 25;
  const Recorded run = record(system, settings);
  check_trust(run);
  CHECK(run.info.kkt_residual <= 1e-12);
  int at_limit = 0;
  for (const Snapshot& sample : run.samples) {
    double scale = 1.0;
    for (const double f : sample.f) scale = std::max(scale, std::abs(f));
    std::vector<double> rest = sample.a;  // masses are 1: of Newton's law on each block
    for (std::size_t e = 0; e < sample.f.size(); ++e) {
      const auto& element = system.elements()[e];
      const bool friction = element.kind == luztar::PartKind::Friction;
      if (friction && sample.mode[e] == 0) {
        CHECK(sample.f[e] <= sample.upper[e] + 1e-12 * scale);
        CHECK(sample.f[e] >= sample.lower[e] - 1e-12 * scale);
        at_limit += std::abs(sample.f[e]) >= sample.upper[e] - 1e-12 ? 1 : 0;
      }
      const double sign = element.kind == luztar::PartKind::Force ? -1.0 : 1.0;
      for (std::size_t i = 0; i < element.bodies.size(); ++i)
        if (element.bodies[i] >= 0)
          rest[element.bodies[i]] += sign * element.coefficients[i] * sample.f[e];
    }
    for (const double left : rest) CHECK(std::abs(left) <= 1e-11 * scale);
  }
  CHECK(at_limit > 10);
}
