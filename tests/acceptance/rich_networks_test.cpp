// Random networks with every kind of element, judged by the laws of mechanics and by themselves in
// other units, other directions, at other times and tolerances. More of the first two
// cases: ./check --long rich.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <doctest/doctest.h>

#include "acceptance/compared_runs.h"
#include "acceptance/model_change.h"
#include "acceptance/recording.h"
#include "acceptance/rich_kinds.h"
#include "acceptance/rich_network.h"
#include "acceptance/rich_witness.h"
#include "environment.h"

using namespace acceptance;

namespace {

#ifdef NDEBUG
constexpr int kNetworks = 500, kChanged = 200;
#else
constexpr int kNetworks = 50, kChanged = 10;
#endif

int how_many(int usual) { return luztar::test::count_of(usual); }

luztar::Model model_of(int seed) {
  return luztar::parse_model(rich_network(static_cast<std::uint64_t>(seed)), "rich.toml");
}

luztar::Trajectory run_model(const luztar::Model& model, double tolerance = 1e-12) {
  const luztar::System system = luztar::compile(model);
  luztar::SimulationSettings settings = system.settings();
  settings.samples = 41;
  settings.tolerance = tolerance;
  return luztar::simulate(system, luztar::initial_state(system), settings);
}

bool same_events(const luztar::Trajectory& a, const luztar::Trajectory& b) {
  return std::equal(a.events.begin(), a.events.end(), b.events.begin(), b.events.end(),
                    [](const luztar::Event& x, const luztar::Event& y) {
                      return x.name == y.name && x.from == y.from && x.to == y.to;
                    });
}

bool finished(const luztar::Trajectory& run) { return run.info.status == luztar::Status::Finished; }

}  // namespace

TEST_CASE("networks of every kind of element obey all laws at every sample, event and impact") {
  Seen seen;
  const int n = how_many(kNetworks);
  for (int seed = 0; seed < n; ++seed) {
    CAPTURE(seed);
    const luztar::Model model = model_of(seed);
    const luztar::System system = luztar::compile(model);
    Witness witness(model);
    const luztar::RunInfo info = luztar::simulate(system, luztar::initial_state(system),
                                                  {.duration = 2.0, .samples = 201}, witness);
    CHECK(info.diagnosis == "");
    CHECK(std::abs(info.energy.residual) <= 1e-11 * info.energy.moved);
    CHECK(info.kkt_residual < 1e-11);
    CHECK(witness.complaint() == "");
    const Violations& worst = witness.worst();
    CHECK(worst.kinematics < 1e-13);
    CHECK(worst.law < 1e-12);
    CHECK(worst.coulomb < 5e-12);
    CHECK(worst.direction < 1e-12);
    CHECK(worst.newton < 1e-12);
    CHECK(worst.balance < 1e-12);
    CHECK(worst.contact < 1e-12);
    CHECK(worst.impact_rate < 1e-12);
    CHECK(worst.impact_sign < 1e-10);  // the end of endless bounces holds stops back by less
    CHECK(worst.impact_momentum < 1e-12);
    CHECK(worst.impact_energy < 1e-12);
    seen += witness.seen();
  }
  // The networks do what they were made for.
  CHECK(seen.stuck > 50 * n);
  CHECK(seen.sliding > 50 * n);
  CHECK(seen.contacts > 5 * n);
  CHECK(seen.impacts > 2 * n);
  CHECK(seen.rebounds > n);
  CHECK(seen.several >= n / 20 - 3);
  CHECK(seen.turned > n);
  CHECK(seen.relays > 2 * n);
}

TEST_CASE("forces that are kinks around jumps leave all laws as they are, at late times too") {
  const int n = how_many(kChanged);
  for (int seed = 0; seed < n; ++seed) {
    CAPTURE(seed);
    const double start = seed % 4 == 3 ? 86400 : 0;
    const std::string text =
        rich_network(static_cast<std::uint64_t>(seed), {.nested = true}, start);
    const luztar::Model model = luztar::parse_model(text, "rich.toml");
    const luztar::System system = luztar::compile(model);
    Witness witness(model);
    const luztar::RunInfo info =
        luztar::simulate(system, luztar::initial_state(system),
                         {.start = start, .duration = 2.0, .samples = 101}, witness);
    CHECK(info.diagnosis == "");
    CHECK(witness.complaint() == "");
    Violations worst = witness.worst();
    CHECK(worst.impact_sign < (start > 0 ? 1e-4 : 1e-10));  // endless bounces end 1e-12 of t early
    worst.impact_sign = 0.0;
    CHECK(worst.largest() < (start > 0 ? 1e-8 : 1e-11));
    CHECK(std::abs(info.energy.residual) <= 1e-10 * info.energy.moved);
  }
}

TEST_CASE("the random networks have every kind of body, element and law") {
  Counts counts;
  for (int seed = 0; seed < 500; ++seed) count_kinds(model_of(seed), counts);
  for (const std::string& kind : every_kind()) {
    CAPTURE(kind);
    CHECK(counts[kind] > 0);
  }
}

TEST_CASE(
    "errors at half the tolerance and at 1e-9 are what the motion makes of errors that small") {
  constexpr double kShift = 1e-10;
  long chaotic = 0, same = 0, compared = 0, other_choices = 0;
  for (int seed = 0; seed < kNetworks; ++seed) {
    CAPTURE(seed);
    const luztar::Model model = model_of(seed);
    const luztar::Trajectory run = run_model(model);
    const luztar::Trajectory half = run_model(model, 5e-13), coarse = run_model(model, 1e-9);
    const luztar::Trajectory moved = run_model(perturbed(model));
    if (!finished(run) || !finished(half) || !finished(coarse) || !finished(moved)) continue;
    ++compared;
    same += same_events(run, half) && same_events(run, coarse);
    const std::vector<double> growth = distance(run, moved);
    const std::vector<double> of_half = distance(run, half), of_coarse = distance(run, coarse);
    chaotic += growth.back() > 1e4 * kShift;
    for (std::size_t i = 0; i < growth.size(); ++i) {
      CAPTURE(run.time[i]);
      const double factor = std::max(1.0, growth[i] / kShift);
      CHECK(of_half[i] <= 100 * 1e-12 * factor);
      CHECK((of_coarse[i] <= 100 * 1e-9 * factor || !same_events(run, coarse)));
    }
    bool agrees = true;
    for (std::size_t i = 0; i < growth.size(); ++i)
      agrees = agrees && of_coarse[i] <= 1e-7 * std::max(1.0, growth[i] / kShift);
    other_choices += !agrees;
  }
  CHECK(other_choices == 0);
  CHECK(compared >= kNetworks * 98 / 100);
  CHECK(same >= compared * 95 / 100);
  CHECK(chaotic <= compared / 10);
}

TEST_CASE("reversed signs reverse the motion, bit for bit") {
  for (int seed = 0; seed < kChanged; ++seed) {
    CAPTURE(seed);
    const luztar::Model model = model_of(seed);
    const luztar::Trajectory run = run_model(model), other = run_model(mirrored(model));
    CHECK(finished(run) == finished(other));
    if (!finished(run) || !finished(other)) continue;
    CHECK(distance(run, other, -1.0, -1.0).back() == 0.0);
    REQUIRE(run.events.size() == other.events.size());
    for (std::size_t i = 0; i < run.events.size(); ++i) {
      CHECK(run.events[i].name == other.events[i].name);
      CHECK(run.events[i].time == other.events[i].time);
      CHECK(run.events[i].impulse == -other.events[i].impulse);
    }
  }
}

TEST_CASE("other units of length, mass and time give the same motion") {
  const Units changes[] = {
      {.length = 1024}, {.mass = 0.125}, {.time = 64}, {.length = -0.5, .mass = 16, .time = 0.25}};
  int exact = 0;
  for (int seed = 0; seed < kChanged; ++seed) {
    CAPTURE(seed);
    const luztar::Model model = model_of(seed);
    const luztar::Trajectory run = run_model(model);
    if (!finished(run)) continue;
    for (const Units& units : changes) {
      CAPTURE(units.length);
      CAPTURE(units.mass);
      CAPTURE(units.time);
      const luztar::Trajectory other = run_model(in_units(model, units));
      const double apart = distance(run, other, units.length, units.speed()).back();
      CHECK(apart < 1e-12);  // expressions and massless bodies round differently
      exact += units.length == 1024 && apart == 0.0;
      REQUIRE(run.events.size() == other.events.size());
      const double impulse = units.force() * units.time;
      for (std::size_t i = 0; i < run.events.size(); ++i) {
        const luztar::Event &x = run.events[i], &y = other.events[i];
        CHECK(x.name == y.name);
        CHECK(std::abs(x.time.value * units.time - y.time.value) < 1e-12 * units.time);
        CHECK(std::abs(x.impulse * impulse - y.impulse) < 1e-12 * std::abs(impulse));
      }
    }
  }
  CHECK(exact >= kChanged * 9 / 10 - 3);
}

TEST_CASE("a run that starts 100 s later with inputs 100 s later moves in the same way") {
  constexpr double kShift = 1e-10;
  for (int seed = 0; seed < kChanged; ++seed) {
    CAPTURE(seed);
    const luztar::Model model = model_of(seed);
    const luztar::Trajectory run = run_model(model), later = run_model(delayed(model, 100.0));
    const luztar::Trajectory moved = run_model(perturbed(model));
    if (!finished(run) || !finished(later) || !finished(moved)) continue;
    const std::vector<double> growth = distance(run, moved), of_later = distance(run, later);
    for (std::size_t i = 0; i < growth.size(); ++i) {
      // Times near 100 s have a spacing of 1.4e-14 s.
      CHECK(of_later[i] <= 1e-11 * std::max(1.0, growth[i] / kShift));
    }
  }
}
