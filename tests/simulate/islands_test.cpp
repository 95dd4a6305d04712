// Large networks run in parts; the run of the whole in one piece says what must come out.
#include "luztar/simulate/islands.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "../dynamics/small_models.h"
#include "../random.h"
#include "environment.h"
#include "luztar/dynamics/system/system_impl.h"
#include "luztar/simulate/runner.h"
#include "luztar/simulate/simulate.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

struct Point {
  double time{};
  std::vector<double> q{}, v{}, f{};
  std::vector<std::int8_t> mode{};
  double supplied{}, dissipated{}, missing{}, moved{};
};

class Record : public Observer {
 public:
  void sample(const Sample& s) override {
    const auto total = [](const std::vector<double>& list) {
      double sum = 0.0;
      for (const double x : list) sum += x;
      return sum;
    };
    points.push_back({s.time,
                      {s.q.begin(), s.q.end()},
                      {s.v.begin(), s.v.end()},
                      {s.f.begin(), s.f.end()},
                      {s.mode.begin(), s.mode.end()},
                      total(s.energy.supplied) + total(s.energy.motion_work),
                      total(s.energy.dissipated),
                      s.energy.residual,
                      s.energy.moved});
  }
  void event(const Event& event) override { events.push_back(event); }

  std::vector<Point> points;
  std::vector<Event> events;
};

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = a.size() == b.size() ? 0.0 : std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// Events of different islands may change places when rounding decides which comes first.
void sort_events(std::vector<Event>& events) {
  std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
    return std::round(a.time.value * 1e10) < std::round(b.time.value * 1e10) ||
           (std::round(a.time.value * 1e10) == std::round(b.time.value * 1e10) && a.name < b.name);
  });
}

void compare_events(Record& whole, Record& parts) {
  sort_events(whole.events);
  sort_events(parts.events);
  REQUIRE(parts.events.size() == whole.events.size());
  for (std::size_t i = 0; i < whole.events.size(); ++i) {
    const Event& a = whole.events[i];
    const Event& b = parts.events[i];
    const bool same = a.name == b.name && a.from == b.from && a.to == b.to && a.cause == b.cause;
    CAPTURE(i);
    CAPTURE(a.time.value);
    REQUIRE(same);
    REQUIRE(b.time.value == doctest::Approx(a.time.value).epsilon(1e-9));
    REQUIRE(b.deflection == doctest::Approx(a.deflection).epsilon(1e-9));
    REQUIRE(b.impulse == doctest::Approx(a.impulse).epsilon(1e-6));
  }
}

/// Both ways; returns the number of events.
std::size_t compare(const Model& model, double tolerance) {
  const System system = compile(model);
  SystemCutter cutter(system.impl());
  REQUIRE(cutter.can_cut());
  SimulationSettings settings = system.settings();
  settings.samples = 31;
  Record whole, parts;
  const RunInfo one = Runner(system.impl(), initial_state(system), settings, whole).run();
  const RunInfo many = Islands(system.impl(), cutter, initial_state(system), settings, parts).run();
  // Gauss's principle over the whole may be too ill-conditioned where that over an island is not.
  if (one.status == Status::Unsolved) return 0;
  CHECK(one.diagnosis == "");
  CHECK(many.diagnosis == "");
  compare_events(whole, parts);
  CHECK(largest_difference(one.q, many.q) < tolerance);
  CHECK(largest_difference(one.v, many.v) < 10 * tolerance);
  CHECK(one.final_state.pair == many.final_state.pair);
  CHECK(one.final_state.contact == many.final_state.contact);
  CHECK(one.final_state.mode_changes == many.final_state.mode_changes);
  CHECK(misfit(system, many.final_state) == "");
  REQUIRE(whole.points.size() == parts.points.size());
  for (std::size_t i = 0; i < whole.points.size(); ++i) {
    const Point& a = whole.points[i];
    const Point& b = parts.points[i];
    CHECK(a.time == b.time);
    CHECK(a.mode == b.mode);
    CHECK(largest_difference(a.q, b.q) < tolerance);
    CHECK(largest_difference(a.f, b.f) < 1e3 * tolerance);
    CHECK(std::abs(a.supplied - b.supplied) <= tolerance * a.moved);
    CHECK(std::abs(a.dissipated - b.dissipated) <= tolerance * a.moved);
    CHECK(std::abs(b.missing) <= 1e-13 * b.moved + 1e-15);
  }
  return whole.events.size();
}

std::string name(const char* kind, int i) { return kind + std::to_string(i); }

/// Blocks on leaf springs that a plate pulls over the ground.
Model fault(int n, double coupling, double duration, std::uint64_t seed) {
  Random random{seed};
  Model model = lasting(duration);
  const int plate = moving_base(model, "plate", "0.05*t");
  for (int i = 0; i < n; ++i) {
    const int b = body(model, name("b", i), random(0.5, 1.5), random(-0.15, 0.15));
    const double level = random(4.0, 7.0);
    friction(model, name("floor", i), between(b, kGround), level, level * random(1.0, 1.8));
    spring(model, name("leaf", i), between(b, plate), 20.0);
    if (i > 0) spring(model, name("couple", i), between(b - 1, b), coupling);
  }
  return model;
}

/// Neighbours on a grid, with a bit of everything between them.
Model patchwork(int width, int height, std::uint64_t seed) {
  Random random{seed};
  Model model = lasting(2.0);
  const int base = moving_base(model, "base", "0.2*sin(2*t)");
  const auto index = [&](int x, int y) {
    return 1 + y * width + x;
  };
  const auto connect = [&](int a, int b) {
    const std::string id = std::to_string(a) + "_" + std::to_string(b);
    const int kind = random.below(8);
    if (kind < 4 || kind == 5) spring(model, "s" + id, between(a, b), random(5, 60));
    if (kind >= 2 && kind < 5) {
      spring(model, "gap" + id, between(a, b, 1.0, random(0.8, 1.2)), random(20, 80));
      model.springs.back().has_gap = true;
      model.springs.back().lower = number(-random(0.01, 0.1));
      model.springs.back().upper = number(random(0.01, 0.1));
      model.springs.back().damping = number(random(0.0, 0.5));
    }
    if (kind == 6)
      stop(model, "stop" + id, between(a, b), -random(0.02, 0.2), random(0.02, 0.2), 0.5);
    if (kind == 7) damper(model, "d" + id, between(a, b), random(0.1, 1.0));
  };
  for (int i = 0; i < width * height; ++i) {
    const int b = body(model, name("b", i), random(0.3, 2.0), 0.0, 0.0);
    const double level = random(0.5, 3.0);
    const bool rides = i % width > 0 && random.below(6) == 0;  // on a neighbour
    friction(model, name("floor", i), between(b, rides ? b - 1 : kGround), level,
             level * random(1.0, 1.5), 0.1);
    if (random.below(3) == 0) {
      auto& law = model.frictions.back();
      law.forward.stribeck = law.backward.stribeck = {{number(random(0.1, 0.5)), number(2)}};
    }
    if (random.below(4) == 0)
      model.frictions.back().normal = text("1/(1 + 0.3*abs(v.b" + std::to_string(i) + "))");
    if (random.below(15) == 0) spring(model, name("drive", i), between(b, base), random(20, 60));
    if (random.below(20) == 0)
      force(model, name("push", i), b, std::to_string(random(3, 6)) + "*sin(3*t)");
  }
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      if (x > 0) connect(index(x - 1, y), index(x, y));
      if (y > 0) connect(index(x, y - 1), index(x, y));
    }
  return model;
}

}  // namespace

TEST_CASE("a fault in islands slips as the fault in one piece does") {
  std::size_t events = 0;
  for (const double coupling : {5.0, 60.0, 400.0})
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      CAPTURE(coupling);
      CAPTURE(seed);
      events += compare(fault(50, coupling, 6.0, seed), 1e-9);
    }
  CHECK(events > 1000);
}

TEST_CASE("patches of springs, gaps, stops, dampers and frictions run the same in islands") {
  constexpr std::size_t kPatches = luztar::test::some_of(12);
  std::size_t events = 0;
  for (std::uint64_t seed = 1; seed <= kPatches; ++seed) {
    CAPTURE(seed);
    events += compare(patchwork(8, 6, seed), 1e-9);
  }
  CHECK(events > 80 * kPatches);
}

TEST_CASE(
    "of a thousand blocks apart each breaks when the plate has pulled as far as it can bear") {
  // F_S = k V t + k x: the closed form of the first break.
  constexpr int kBlocks = 1000;
  Random random{7};
  Model model = lasting(1.0);
  const int plate = moving_base(model, "plate", "0.5*t");
  std::vector<double> expected;
  for (int i = 0; i < kBlocks; ++i) {
    const int b = body(model, name("b", i), 1.0);
    const double limit = random(1.0, 20.0);
    const double stiffness = random(10.0, 30.0);
    friction(model, name("floor", i), between(b, kGround), 0.5 * limit, limit);
    spring(model, name("leaf", i), between(plate, b), stiffness);
    expected.push_back(limit / (stiffness * 0.5));
  }
  const System system = compile(model);
  const Trajectory run = simulate(system, initial_state(system), system.settings());
  CHECK(run.info.diagnosis == "");
  std::vector<double> first(kBlocks, std::numeric_limits<double>::infinity());
  for (const Event& event : run.events)
    if (event.cause == Event::Cause::Break) {
      double& time = first[static_cast<std::size_t>(event.name - kBlocks)];
      time = std::min(time, event.time.value);
    }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const bool breaks = expected[i] < 1.0;
    CHECK(std::isfinite(first[i]) == breaks);
    if (breaks) CHECK(first[i] == doctest::Approx(expected[i]).epsilon(1e-13));
  }
  CHECK(std::is_sorted(run.events.begin(), run.events.end(),
                       [](const Event& a, const Event& b) { return a.time < b.time; }));
}

TEST_CASE("a block that slips alone between resting neighbours slips by 2 (F_S - F_K)/k") {
  // Half a period of m x'' = F_S - F_K - k x, k = k_p + 2 k_c, x(0) = x'(0) = 0; the plate hardly
  // moves meanwhile.
  constexpr int kBlocks = 400;
  constexpr double kDrop = 0.5, kLeaf = 1.0, kCouple = 2.0;
  Random random{11};
  Model model = lasting(1e5);
  const int plate = moving_base(model, "plate", "1e-5*t");
  for (int i = 0; i < kBlocks; ++i) {
    const int b = body(model, name("b", i), 1.0, random(-0.3, 0.3));
    friction(model, name("floor", i), between(b, kGround), 1.0 - kDrop, 1.0);
    spring(model, name("leaf", i), between(b, plate), kLeaf);
    if (i > 0) spring(model, name("couple", i), between(b - 1, b), kCouple);
  }
  const System system = compile(model);
  const Trajectory run = simulate(system, initial_state(system), system.settings());
  CHECK(run.info.diagnosis == "");
  CHECK(std::abs(run.info.energy.residual) < 1e-13 * run.info.energy.moved);
  int alone = 0;
  for (std::size_t i = 0; i + 1 < run.events.size(); ++i) {
    const Event& first = run.events[i];
    const Event& next = run.events[i + 1];
    const bool stops = next.name == first.name && first.from == 0 && next.to == 0;
    const bool at_end = first.name == 2 * kBlocks - 1 || first.name == 3 * kBlocks - 2;
    const bool quiet = i == 0 || first.time - run.events[i - 1].time > 100.0;
    if (!stops || at_end || !quiet) continue;
    ++alone;
    const double slip = std::abs(next.deflection - first.deflection);
    CHECK(slip == doctest::Approx(2 * kDrop / (kLeaf + 2 * kCouple)).epsilon(1e-4));
    const double half_period = std::acos(-1.0) / std::sqrt(kLeaf + 2 * kCouple);
    CHECK(next.time - first.time == doctest::Approx(half_period).epsilon(1e-4));
  }
  CHECK(alone > 20);
}

TEST_CASE("equal blocks in a row move as one block does") {
  // All break at F_S = k_p V t and stop together; the couplings carry nothing.
  constexpr int kBlocks = 300;
  const auto row = [](int blocks) {
    Model model = lasting(20.0);
    const int plate = moving_base(model, "plate", "0.1*t");
    for (int i = 0; i < blocks; ++i) {
      const int b = body(model, name("b", i), 1.0);
      friction(model, name("floor", i), between(b, kGround), 0.6, 1.0);
      spring(model, name("leaf", i), between(b, plate), 2.0);
      if (i > 0) spring(model, name("couple", i), between(b - 1, b), 7.0);
    }
    const System system = compile(model);
    return simulate(system, initial_state(system), system.settings());
  };
  const Trajectory many = row(kBlocks);
  const Trajectory one = row(1);
  CHECK(one.events.front().time.value == doctest::Approx(5.0).epsilon(1e-14));
  CHECK(many.info.diagnosis == "");
  REQUIRE(many.events.size() == kBlocks * one.events.size());
  for (std::size_t i = 0; i < many.events.size(); ++i) {
    CHECK(many.events[i].time.value ==
          doctest::Approx(one.events[i / kBlocks].time.value).epsilon(1e-12));
    CHECK(many.events[i].to == one.events[i / kBlocks].to);
  }
  for (std::size_t b = 1; b < many.info.q.size(); ++b)
    CHECK(many.info.q[b] == doctest::Approx(one.info.q[1]).epsilon(1e-10));
}

TEST_CASE("what parts cannot be cut from is left in one piece") {
  const auto can_cut = [](const Model& model) {
    const System system = compile(model);
    return SystemCutter(system.impl()).can_cut();
  };
  CHECK(can_cut(fault(5, 60.0, 1.0, 1)));
  Model linked = fault(5, 60.0, 1.0, 1);
  link(linked, "rod", between(2, 3));
  CHECK_FALSE(can_cut(linked));
  Model reads_others = fault(5, 60.0, 1.0, 1);
  force(reads_others, "control", 1, "0.1*q.b4");
  CHECK_FALSE(can_cut(reads_others));
  Model reads_its_own = fault(5, 60.0, 1.0, 1);
  force(reads_its_own, "control", 1, "-0.1*q.b0");
  CHECK(can_cut(reads_its_own));
  Model jumps = fault(5, 60.0, 1.0, 1);
  force(jumps, "push", 1, "step(t - 0.5)");
  CHECK_FALSE(can_cut(jumps));
  Model light = fault(5, 60.0, 1.0, 1);
  light.bodies[1].mass = number(0.0);
  CHECK_FALSE(can_cut(light));
}

TEST_CASE("blocks at rest in islands do not drift at all") {
  const Model model = fault(300, 60.0, 4.0, 5);
  const System system = compile(model);
  const Trajectory run = simulate(system, initial_state(system), system.settings());
  CHECK(run.info.diagnosis == "");
  int resting = 0;
  for (std::size_t b = 1; b < run.q.size(); ++b)
    for (std::size_t i = 1; i < run.time.size(); ++i) {
      const std::size_t floor = 2 * 300 - 1 + b - 1;
      const bool rests = run.mode[floor][i] == 0 && run.mode[floor][i - 1] == 0 &&
                         run.v[b][i - 1] == 0.0 && run.q[b][i] == run.q[b][i - 1];
      if (run.mode[floor][i] == 0) CHECK(run.v[b][i] == 0.0);
      resting += rests ? 1 : 0;
    }
  CHECK(resting > 200000);
}

TEST_CASE("a run of a large network that is continued goes where the whole goes") {
  const System system = compile(fault(300, 60.0, 4.0, 6));
  SimulationSettings settings = system.settings();
  const Trajectory whole = simulate(system, initial_state(system), settings);
  settings.duration = 1.7;
  const Trajectory half = simulate(system, initial_state(system), settings);
  settings.duration = 4.0;
  const Trajectory rest = simulate(system, half.info.final_state, settings);
  CHECK(half.events.size() + rest.events.size() == whole.events.size());
  CHECK(largest_difference(rest.info.q, whole.info.q) < 1e-9);
  CHECK(std::abs(rest.info.energy.residual) < 1e-13 * rest.info.energy.moved);
  CHECK(rest.info.energy.moved == doctest::Approx(whole.info.energy.moved).epsilon(1e-2));
}

TEST_CASE("limits of a run of a large network: events, and an observer that ends it") {
  const System system = compile(fault(300, 60.0, 4.0, 6));
  SimulationSettings settings = system.settings();
  settings.max_events = 100;
  const Trajectory run = simulate(system, initial_state(system), settings);
  CHECK(run.info.status == Status::TooManyEvents);
  CHECK(run.info.final_state.events == 100);
  CHECK(run.info.diagnosis.find("more than 100 events") != std::string::npos);
}
