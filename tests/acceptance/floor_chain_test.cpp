// Rows of blocks on a floor: when pairs at rest break away, beside an oracle that goes from block
// to block. More: ./check --long floors.
#include "acceptance/floor_chain.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <doctest/doctest.h>

#include "acceptance/recording.h"
#include "acceptance/rich_witness.h"
#include "environment.h"

using namespace acceptance;

namespace {

#ifdef NDEBUG
constexpr int kFloors = 100;
#else
constexpr int kFloors = 12;
#endif

int how_many() { return luztar::test::count_of(kFloors); }

struct Run {
  Run(const FloorChain& chain, double step)
      : model(luztar::parse_model(chain.model(), "floor.toml")),
        system(luztar::compile(model)),
        settings(system.settings()) {
    if (step > 0) {
      settings.method = luztar::Method::Stepping;
      settings.step = step;
    }
    recording = record(system, settings);
  }
  luztar::Model model;
  luztar::System system;
  luztar::SimulationSettings settings;
  Recorded recording{system};
};

/// Seconds after the start; infinite if nothing breaks.
double first_change(const Run& run) {
  for (const luztar::Event& event : run.recording.events) {
    const auto element = static_cast<std::size_t>(event.name);
    if (element >= run.system.elements().size()) continue;
    const bool pair = run.system.elements()[element].kind == luztar::PartKind::Friction;
    if (pair && event.from == 0 && event.to != 0) return event.time.value - run.settings.start;
  }
  return std::numeric_limits<double>::infinity();
}

/// Breaks that were found where the oracle says, and chains that held to the end.
struct Found {
  int broke{}, held{};
};

void compare_first_break(const FloorChain& chain, double step, double late, Found& found) {
  const Run run(chain, step);
  CHECK(run.recording.info.diagnosis == "");
  const double right = first_break(chain), got = first_change(run);
  if (right > run.settings.duration) {
    CHECK(std::isinf(got));
    ++found.held;
  } else {
    CHECK(std::abs(got - right) <= late);
    ++found.broke;
  }
}

/// How far bodies of the same names are apart at the samples of two runs [m].
double distance(const Run& one, const Run& other) {
  double most = 0.0;
  for (std::size_t body = 0; body < one.system.bodies().size(); ++body) {
    const auto same =
        static_cast<std::size_t>(body_index(other.system, one.system.bodies()[body].name));
    for (std::size_t i = 0; i < one.recording.samples.size(); ++i)
      most = std::max(
          most, std::abs(one.recording.samples[i].q[body] - other.recording.samples.at(i).q[same]));
  }
  return most;
}

/// What made modes change at an instant.
struct Causes {
  bool breaks{}, others{};
};

Causes causes_at(const Recorded& run, double time) {
  using Cause = luztar::Event::Cause;
  Causes causes;
  for (const luztar::Event& event : run.events) {
    if (event.time.value != time) continue;
    causes.breaks = causes.breaks || event.cause == Cause::Break;
    causes.others = causes.others || (event.cause != Cause::Break && event.cause != Cause::Follow);
  }
  return causes;
}

constexpr double kRoom = 1e-9;  ///< [N]

/// Returns how many breaks there were to look at.
int check_instants(const FloorChain& chain, const Run& run) {
  const Recorded& all = run.recording;
  int breaks = 0;
  REQUIRE(all.before.size() == all.after.size());
  for (std::size_t i = 0; i < all.before.size(); ++i) {
    CAPTURE(all.before[i].time);
    const Snapshot &before = all.before[i], &after = all.after[i];
    CHECK(room_to_hold(chain, run.system, before, before) > -kRoom);
    CHECK(room_to_hold(chain, run.system, after, after) > -kRoom);
    const Causes causes = causes_at(all, before.time);
    if (!causes.breaks || causes.others) continue;
    CHECK(std::abs(room_to_hold(chain, run.system, before, after)) < kRoom);
    ++breaks;
  }
  return breaks;
}

int check_laws(const FloorChain& chain) {
  const Run run(chain, 0.0);
  CHECK(run.recording.info.diagnosis == "");
  Witness witness(run.model);
  luztar::simulate(run.system, luztar::initial_state(run.system), run.settings, witness);
  CHECK(witness.complaint() == "");
  CHECK(witness.worst().largest() < 1e-9);
  for (const Snapshot& sample : run.recording.samples) {
    CHECK(room_to_hold(chain, run.system, sample, sample) > -kRoom);
  }
  return check_instants(chain, run);
}

}  // namespace

TEST_CASE("rows of blocks break away where what their pairs can pass on becomes empty") {
  Found found;
  const int n = how_many();
  for (int seed = 0; seed < n; ++seed) {
    CAPTURE(seed);
    const int most = seed % 20 == 0 ? 40 : 12;
    const auto id = static_cast<std::uint64_t>(seed);
    compare_first_break(random_floor_chain(id, {.most = most, .calm = true}), 0.0, 1e-10, found);
  }
  CHECK(found.broke > n / 2);
  CHECK(found.held > n / 20);
}

TEST_CASE("rows of blocks break away with steps in the step of that instant or the next one") {
  constexpr double kStep = 1.0 / 512;
  Found found;
  const int n = how_many();
  for (int seed = 0; seed < n; ++seed) {
    CAPTURE(seed);
    const auto id = static_cast<std::uint64_t>(seed);
    compare_first_break(random_floor_chain(id, {.calm = true}), kStep, 2 * kStep, found);
  }
  CHECK(found.broke > n / 2);
  CHECK(found.held > n / 20);
}

TEST_CASE("rows of blocks under jumping loads stick as long as they can and no longer") {
  const int n = how_many();
  int breaks = 0;
  for (int seed = 0; seed < n; ++seed) {
    CAPTURE(seed);
    const auto id = static_cast<std::uint64_t>(seed);
    breaks += check_laws(random_floor_chain(id, {.most = seed % 40 == 0 ? 40 : 12}));
  }
  CHECK(breaks > n);
}

TEST_CASE("rows of blocks move in the same way where a massless body is connected with nothing") {
  const int n = how_many();
  int compared = 0;
  for (int seed = 0; seed < 3 * n; ++seed) {
    CAPTURE(seed);
    FloorChain chain = random_floor_chain(
        static_cast<std::uint64_t>(seed),
        {.most = seed % 40 == 0 ? 40 : 12, .calm = seed % 2 == 0, .elsewhere = true});
    if (chain.elsewhere.empty()) continue;
    check_laws(chain);
    const Run beside(chain, 0.0);
    chain.elsewhere.clear();
    CHECK(distance(Run(chain, 0.0), beside) < 1e-8);
    ++compared;
  }
  CHECK(compared > n / 2);
}

TEST_CASE("the oracle of a row of two blocks knows the break by hand") {
  // b0 is held by 0.75 + 0.5 N, b1 by its floor meanwhile: t = 1.25 s.
  FloorChain chain{.mass = {1, 1},
                   .floor = {{0.75, 0.6}, {0.8, 0.8}},
                   .between = {{0.5, 0.4}},
                   .stiffness = {0},
                   .load = {0, -0.3},
                   .rising = {1, -0.5},
                   .more = {"", ""}};
  CHECK(std::abs(first_break(chain) - 1.25) < 1e-12);
}
