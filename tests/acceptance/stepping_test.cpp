// method = "stepping" against method = "events" on examples.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/convergence.h"
#include "acceptance/example.h"

using namespace acceptance;

namespace {

luztar::SimulationSettings steps_of(const luztar::System& system, double duration, int steps,
                                    std::int64_t samples) {
  luztar::SimulationSettings settings = system.settings();
  settings.duration = duration;
  settings.interval = 0.0;
  settings.samples = samples;
  settings.method = luztar::Method::Stepping;
  settings.step = duration / steps;
  return settings;
}

luztar::SimulationSettings events_of(const luztar::System& system, double duration,
                                     std::int64_t samples) {
  luztar::SimulationSettings settings = system.settings();
  settings.duration = duration;
  settings.interval = 0.0;
  settings.samples = samples;
  return settings;
}

/// Largest difference of positions at the samples, relative to the largest position.
double error_of(const luztar::Trajectory& found, const luztar::Trajectory& exact) {
  REQUIRE(found.info.status == luztar::Status::Finished);
  REQUIRE(found.time.size() == exact.time.size());
  double worst = 0.0;
  double scale = 0.0;
  for (std::size_t b = 0; b < exact.q.size(); ++b)
    for (std::size_t i = 0; i < exact.time.size(); ++i) {
      worst = std::max(worst, std::abs(found.q[b][i] - exact.q[b][i]));
      scale = std::max(scale, std::abs(exact.q[b][i]));
    }
  return worst / scale;
}

luztar::System system_of(const std::string& name) { return luztar::compile(example_model(name)); }

}  // namespace

TEST_CASE(
    "stepping: second order between events, on the guide, the belt, the blocks and the gear") {
  // Oracle: the exact events; a window without any, from the state of that run at its start.
  for (const char* name : {"janecek_guide", "belt", "three_blocks", "gear_pair"}) {
    CAPTURE(std::string(name));
    const luztar::System system = system_of(name);
    const luztar::Trajectory whole = luztar::simulate(
        system, luztar::initial_state(system), events_of(system, system.settings().duration, 0));
    double begin = 0.0;
    double longest = 0.0;
    for (std::size_t i = 0; i + 1 < whole.events.size(); ++i) {
      const double length = whole.events[i + 1].time.value - whole.events[i].time.value;
      // What rests has no order.
      if (length <= longest || whole.events[i].to == 0) continue;
      longest = length;
      begin = whole.events[i].time.value;
    }
    REQUIRE(longest > 0.0);
    const double from = begin + 0.05 * longest;
    const double until = begin + 0.95 * longest;
    const luztar::Trajectory before =
        luztar::simulate(system, luztar::initial_state(system), events_of(system, from, 0));
    luztar::State start = before.info.final_state;
    start.anchor = {from, 0.0};
    start.position = before.info.q;
    start.velocity = before.info.v;
    const auto window = [&](luztar::SimulationSettings settings) {
      settings.start = from;
      settings.duration = until - from;
      settings.samples = 2;
      return settings;
    };
    const luztar::Trajectory exact =
        luztar::simulate(system, before.info.final_state, window(system.settings()));
    std::vector<double> errors;
    const bool stiff = std::string(name) == "gear_pair";  // 700 rad/s
    for (const int steps : {400, 800, 1600}) {
      luztar::SimulationSettings settings = window(system.settings());
      settings.interval = 0.0;
      settings.method = luztar::Method::Stepping;
      settings.step = settings.duration / (stiff ? 5 * steps : steps);
      const luztar::Trajectory found = luztar::simulate(system, start, settings);
      double error = 0.0;
      for (std::size_t b = 0; b < exact.info.q.size(); ++b)
        error = std::max(error, std::abs(found.info.q[b] - exact.info.q[b]));
      errors.push_back(error);
    }
    CAPTURE(errors[0]);
    CAPTURE(errors[2]);
    CHECK(std::log2(errors[0] / errors[2]) / 2 == doctest::Approx(2.0).epsilon(0.05));
  }
}

TEST_CASE("stepping: whole runs with their events come to the exact ones") {
  struct Row {
    const char* name;
    double coarse, fine;  ///< errors with 1000 and 16000 steps, as measured, times two
  };
  for (const Row& row :
       {Row{"janecek_guide", 1.1e-3, 3.2e-4}, Row{"belt", 1.3e-2, 1.3e-4},
        Row{"three_blocks", 1.3e-2, 8e-4}, Row{"gear_pair", 5.2e-4, 2e-6},
        Row{"drill_string", 2.5e-3, 1e-5}, Row{"clutch", 1.5e-6, 6e-9},
        Row{"shaft_in_socket", 1.7e-3, 9e-6}, Row{"two_blocks_one_pair", 3.2e-5, 1.6e-7},
        Row{"brake", 3.7e-5, 2.3e-6}, Row{"newtons_cradle", 1.0, 3e-2}}) {
    CAPTURE(std::string(row.name));
    const luztar::System system = system_of(row.name);
    const double duration = system.settings().duration;
    const luztar::State start = luztar::initial_state(system);
    const luztar::Trajectory exact =
        luztar::simulate(system, start, events_of(system, duration, 11));
    const luztar::Trajectory coarse =
        luztar::simulate(system, start, steps_of(system, duration, 1000, 11));
    const luztar::Trajectory fine =
        luztar::simulate(system, start, steps_of(system, duration, 16000, 11));
    CHECK(error_of(coarse, exact) < row.coarse);
    CHECK(error_of(fine, exact) < row.fine);
    for (const auto* run : {&coarse, &fine}) {
      CHECK(std::abs(run->info.energy.residual) <= 1e-11 * run->info.energy.moved);
      CHECK(run->info.kkt_residual <= 1e-12);
    }
  }
}

TEST_CASE("stepping: Coulomb's law at the ends of steps, stuck pairs without drift") {
  for (const char* name : {"janecek_guide", "belt", "three_blocks", "two_blocks_on_ground",
                           "layers_8", "den_hartog", "sliding_bearing"}) {
    CAPTURE(std::string(name));
    const luztar::System system = system_of(name);
    const Recorded run = record(system, steps_of(system, system.settings().duration, 2000, 2001));
    check_trust(run);
    int stuck = 0;
    for (const Snapshot& s : run.samples) {
      for (std::size_t e = 0; e < s.f.size(); ++e) {
        const luztar::ElementInfo& info = system.elements()[e];
        if (info.kind != luztar::PartKind::Friction) continue;
        const double rounding = 1e-12 * std::max(s.upper[e], -s.lower[e]);
        if (s.mode[e] == 0) {
          ++stuck;
          CHECK(s.rate[e] == 0.0);
          CHECK(s.f[e] >= s.lower[e] - rounding);
          CHECK(s.f[e] <= s.upper[e] + rounding);
        } else {
          CHECK(s.mode[e] * s.rate[e] > 0.0);
          CHECK(s.mode[e] * s.f[e] >= 0.0);
        }
      }
    }
    CHECK(stuck > 0);
  }
}

TEST_CASE("stepping: mirrored and scaled runs are mirrored and scaled, bit for bit") {
  // Lengths and forces times -1 and times 8: powers of two round alike.
  const auto text = [](double factor) {
    const auto f = [factor](double x) {
      return digits(factor * x);
    };
    const auto size = [factor](double x) {
      return digits(std::abs(factor) * x);
    };
    return "[bodies.a]\nmass = 1\nposition = " + f(0.1) + "\nvelocity = " + f(0.7) +
           "\n[bodies.b]\nmass = 2.5\n[springs.s]\nbetween = ['a', 'ground']\nstiffness = 30\n"
           "[springs.g]\nbetween = ['a', 'b']\nstiffness = 400\nfreeplay = " +
           size(0.02) + "\n[frictions.ab]\nbetween = ['a', 'b']\nkinetic = " + size(1) +
           "\nstatic = " + size(1.3) +
           "\nviscous = 0.2\n[frictions.b0]\nbetween = ['b', 'ground']\n" +
           "kinetic = " + size(0.4) + "\n[forces.push]\non = 'b'\nvalue = '" + f(3) +
           "*sin(4*t)'\n[simulation]\nduration = 5\nmethod = 'stepping'\nstep = 0.003\n";
  };
  const auto run = [&](double factor) {
    const luztar::System system = luztar::compile(luztar::parse_model(text(factor), "scaled.toml"));
    return luztar::simulate(system, luztar::initial_state(system), system.settings());
  };
  const luztar::Trajectory one = run(1.0);
  REQUIRE(one.info.status == luztar::Status::Finished);
  CHECK(one.events.size() > 10);
  for (const double factor : {-1.0, 8.0}) {
    const luztar::Trajectory other = run(factor);
    REQUIRE(other.time.size() == one.time.size());
    CHECK(other.events.size() == one.events.size());
    for (std::size_t i = 0; i < one.time.size(); ++i) {
      CHECK(other.q[0][i] == factor * one.q[0][i]);
      CHECK(other.v[1][i] == factor * one.v[1][i]);
      CHECK(other.f[2][i] == factor * one.f[2][i]);
    }
  }
}
