// Random networks with tables, states, a sampled controller, a friction pressed by a spring and a
// ratchet beside every kind of element, judged by their proofs and by themselves in other units,
// other directions, at other times, and in two parts. More: ./check --long drives.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <doctest/doctest.h>

#include "acceptance/compared_runs.h"
#include "acceptance/drive_part.h"
#include "acceptance/model_change.h"
#include "acceptance/rich_network.h"
#include "environment.h"
#include "luztar/luztar.h"

using namespace acceptance;

namespace {

#ifdef NDEBUG
constexpr int kNetworks = 100, kChanged = 30;
#else
constexpr int kNetworks = 20, kChanged = 3;
#endif

int how_many(int usual) { return luztar::test::count_of(usual); }

luztar::Model model_of(int seed) {
  const auto number = static_cast<std::uint64_t>(seed);
  const std::string text = rich_network(number) + DrivePart(number).text();
  if (luztar::test::shows()) MESSAGE(text);
  return luztar::parse_model(text, "drive.toml");
}

luztar::Trajectory run(const luztar::Model& model, const luztar::State* start = nullptr,
                       double end = 2.0) {
  const luztar::System system = luztar::compile(model);
  luztar::SimulationSettings settings = system.settings();
  settings.samples = start != nullptr || end < 2.0 ? 2 : 41;
  settings.duration *= end / 2.0;
  return luztar::simulate(system, start != nullptr ? *start : luztar::initial_state(system),
                          settings);
}

bool finished(const luztar::Trajectory& run) { return run.info.status == luztar::Status::Finished; }

/// States and memories come after the bristles.
std::size_t first_state(const luztar::Model& model) {
  const luztar::System system = luztar::compile(model);
  const auto& elements = system.elements();
  return static_cast<std::size_t>(std::count_if(elements.begin(), elements.end(),
                                                [](const auto& e) { return e.internal >= 0; }));
}

/// A drive, its run, and what errors as small as 1e-10 grow to.
struct Judged {
  explicit Judged(int seed) : model(model_of(seed)), whole(run(model)), first(first_state(model)) {
    if (!finished(whole)) return;
    const luztar::Trajectory moved = run(perturbed(model));
    is_known = finished(moved);
    if (is_known) growth = distance(whole, moved, 1.0, 1.0, first);
    for (double& x : growth) x = std::max(1.0, x / 1e-10);
  }

  void check_same(const luztar::Trajectory& other, double relative, const Units& units = {}) const {
    CHECK(other.info.diagnosis == "");
    CHECK(other.info.proofs.hold());
    if (!finished(other)) return;
    const std::vector<double> apart = distance(whole, other, units.length, units.speed(), first);
    for (std::size_t i = 0; i < apart.size(); ++i) {
      CAPTURE(whole.time[i]);
      CHECK(apart[i] <= relative * growth[i]);
    }
  }

  luztar::Model model;
  luztar::Trajectory whole;
  std::size_t first;
  bool is_known{};
  std::vector<double> growth;
};

}  // namespace

TEST_CASE("drives come to their end, and their proofs hold") {
  const int n = how_many(kNetworks);
  int ended = 0, teeth = 0, caught = 0, pressed = 0;
  const int first = luztar::test::first_seed(0);
  for (int seed = first; seed < first + n; ++seed) {
    CAPTURE(seed);
    const luztar::Model model = model_of(seed);
    const luztar::System system = luztar::compile(model);
    const luztar::Trajectory r = run(model);
    CHECK(r.info.status != luztar::Status::Contradiction);
    if (!finished(r)) {
      CAPTURE(r.info.diagnosis);
      ++ended;
      continue;
    }
    CHECK(r.info.proofs.hold());
    CHECK(std::abs(r.info.energy.residual) <= 1e-11 * r.info.energy.moved);
    for (const luztar::Event& event : r.events) {
      const std::string& name = system.event_names()[static_cast<std::size_t>(event.name)];
      if (event.cause == luztar::Event::Cause::Tooth) ++teeth;
      if (event.cause == luztar::Event::Cause::Impact && name == "pawl") ++caught;
      if (name == "pressed" && event.from != event.to) ++pressed;
    }
  }
  CHECK(ended <= n / 20 + 1);
  CHECK(teeth >= n);
  CHECK(caught >= n / 2);
  CHECK(pressed >= n);
}

TEST_CASE("reversed signs reverse a drive, nearly always bit for bit") {
  int exact = 0, compared = 0;
  for (int seed = 0; seed < how_many(kChanged); ++seed) {
    CAPTURE(seed);
    const Judged drive(seed);
    if (!drive.is_known) continue;
    const luztar::Trajectory other = run(mirrored(drive.model));
    drive.check_same(other, 1e-13, {.length = -1});
    ++compared;
    exact += distance(drive.whole, other, -1.0, -1.0, drive.first).back() == 0.0;
  }
  CHECK(exact >= compared * 98 / 100);
}

TEST_CASE("drives move in the same way in other units, and later, and in two parts") {
  const Units changes[] = {{.length = 1000, .mass = 1000, .time = 1000},
                           {.length = -0.5, .mass = 16, .time = 0.25}};
  for (int seed = 0; seed < how_many(kChanged); ++seed) {
    CAPTURE(seed);
    const Judged drive(seed);
    if (!drive.is_known) continue;
    for (const Units& units : changes) {
      CAPTURE(units.length);
      drive.check_same(run(in_units(drive.model, units)), 1e-11, units);
    }
    // Times near 100 s have a spacing of 1.4e-14 s.
    drive.check_same(run(delayed(drive.model, 100.0)), 1e-10);
    const luztar::State half = run(drive.model, nullptr, 0.83).info.final_state;
    const luztar::Trajectory rest = run(drive.model, &half);
    CHECK(rest.info.proofs.hold());
    for (std::size_t b = 0; b < rest.info.q.size(); ++b)
      CHECK(std::abs(rest.info.q[b] - drive.whole.info.q[b]) <= 1e-12 * drive.growth.back());
  }
}
