// Random networks that go on with other laws or settings.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/continued.h"
#include "acceptance/network.h"
#include "acceptance/rich_network.h"
#include "luztar/dynamics/compile/check_stepping.h"

using namespace acceptance;
using luztar::Method;
using luztar::RunInfo;
using luztar::SimulationSettings;
using luztar::State;
using luztar::System;

namespace {

/// Steps do not have every element.
bool has_steps(const System& system) { return luztar::not_for_steps(system.impl()).empty(); }

/// The times at which a campaign changes something: at random, and at an event.
std::vector<double> times_of_change(const System& system, const SimulationSettings& settings,
                                    Random& random) {
  luztar::SimulationSettings all = settings;
  all.duration = 2.0;
  const Recorded run = record(system, all);
  if (run.info.status != luztar::Status::Finished) return {};
  std::vector<double> times = {random.uniform(0.1, 1.9)};
  if (!run.events.empty()) {
    const auto& event = run.events[random.below(static_cast<int>(run.events.size()))];
    if (event.time.value > 0.0 && event.time.value < 2.0) times.push_back(event.time.value);
  }
  return times;
}

std::string seed_words(std::uint64_t seed, double time) {
  return "seed " + std::to_string(seed) + " t " + std::to_string(time);
}

}  // namespace

/// What a change that changes nothing does: another tolerance in the 12th digit makes the run start
/// anew at the time reached. Whatever memory it lost would show.
TEST_CASE("finding: going on anew with the same laws is going on") {
  int compared = 0;
  const auto campaign = [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t seed = first; seed < last; ++seed) {
      const luztar::Model model = model_of(rich_network(seed));
      const System system = luztar::compile(model);
      const SimulationSettings settings = settings_of(Method::Events);
      Random random(seed);
      for (const double time : times_of_change(system, settings, random)) {
        INFO(seed_words(seed, time));
        const RunInfo half = go_on(system, initial_state(system), time, settings);
        const RunInfo whole = go_on(system, half.final_state, 2.0, settings);
        SimulationSettings other = settings;
        other.tolerance *= 1.0 + 1e-6;
        const RunInfo anew = go_on(system, half.final_state, 2.0, other);
        if (whole.status != luztar::Status::Finished) continue;
        ++compared;
        check_ledger(anew);
        CHECK(std::abs(anew.energy.changes) <= 1e-12 * anew.energy.moved);
        CHECK(distance(anew.q, whole.q) < 1e-7);
        CHECK(distance(anew.v, whole.v) < 1e-6);
      }
    }
  };
  campaign(1, 25);
  CHECK(compared > 30);
}

namespace {

/// Every written force, law and normal force times `factor`.
std::string with_factor(const std::string& text, const std::string& factor) {
  std::string all = "[parameters]\np = 1\n";
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = text.find('\n', at);
    std::string line = text.substr(at, end - at);
    at = end + 1;
    for (const char* key : {"value = \"", "force = \"", "normal = \""}) {
      if (!line.starts_with(key)) continue;
      const std::size_t open = line.find('"');
      const std::string law = line.substr(open + 1, line.rfind('"') - open - 1);
      line = line.substr(0, open) + "\"(" + law + ")*" + factor + "\"";
    }
    all += line + "\n";
  }
  return all;
}

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

/// Model A up to a time, then B, against one model that knows when.
int compare_with_if(std::uint64_t seed, Method method, double& worst) {
  const bool events = method == Method::Events;
  Features features;
  features.massless = features.bristles = features.pushing = events;
  const std::string text = rich_network(seed, features);
  const SimulationSettings settings = settings_of(method, 1e-3);
  const System a = luztar::compile(model_of(with_factor(text, "p")));
  if (!events && !has_steps(a)) return 0;
  Random random(seed);
  int compared = 0;
  for (double time : times_of_change(a, settings, random)) {
    if (!events) time = 1e-3 * std::round(1e3 * time);
    const double factor = random.uniform(-0.2, 2.5);
    const bool pressed = text.find("normal") != std::string::npos;
    const double b = pressed ? std::abs(factor) : factor;
    INFO(seed_words(seed, time));
    const System one = luztar::compile(
        model_of(with_factor(text, "if(t < " + number(time) + ", 1, " + number(b) + ")")));
    const RunInfo whole = go_on(one, initial_state(one), 2.0, settings);
    if (whole.status != luztar::Status::Finished) continue;
    const RunInfo half = go_on(a, initial_state(a), time, settings);
    const System after = luztar::compile(model_of(with_factor(text, "p")), {{"p", b}});
    const RunInfo rest = go_on(after, half.final_state, 2.0, settings);
    check_ledger(rest);
    const double apart = std::max(distance(rest.q, whole.q), distance(rest.v, whole.v));
    worst = std::max(worst, apart);
    // Steps find contacts of stops anew where laws change: to first order
    // (src/luztar/stepping/README.md).
    CHECK(apart < (events || text.find("[stops") == std::string::npos ? 1e-6 : 1e-4));
    ++compared;
  }
  return compared;
}

}  // namespace

TEST_CASE("finding: forces changed in random networks give the run of one model that knows when") {
  for (const Method method : {Method::Events, Method::Stepping}) {
    CAPTURE(static_cast<int>(method));
    int compared = 0;
    double worst = 0.0;
    for (std::uint64_t seed = 100; seed < 120; ++seed)
      compared += compare_with_if(seed, method, worst);
    MESSAGE("worst difference ", worst, " of ", compared);
    CHECK(compared > 20);
  }
}

namespace {

/// Other numbers in the laws of every element; gaps of springs too.
std::string perturbed(const std::string& text, Random& random) {
  std::string all;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = text.find('\n', at);
    std::string line = text.substr(at, end - at);
    at = end + 1;
    for (const char* key : {"stiffness = \"", "mass = \"", "damping = \"", "kinetic = \"",
                            "static = \"", "viscous = \"", "rest = \"", "freeplay = \""}) {
      if (!line.starts_with(key)) continue;
      const std::size_t open = line.find('"');
      const double value = std::stod(line.substr(open + 1));
      const double factor = line.starts_with("kinetic")  ? random.uniform(0.5, 1.0)
                            : line.starts_with("static") ? random.uniform(1.0, 2.0)
                                                         : random.uniform(0.5, 2.0);
      line = line.substr(0, open) + "\"" + number(value * factor) + "\"";
    }
    all += line + "\n";
  }
  return all;
}

/// The run after a change against one that starts there by hand and has no memory.
int compare_with_start(std::uint64_t seed, Method method, double& worst) {
  const bool events = method == Method::Events;
  Features features;
  features.massless = false;
  features.bristles = events;
  const std::string text = rich_network(seed, features);
  if (text.find("hysteresis") != std::string::npos) return 0;
  const SimulationSettings settings = settings_of(method, 1e-3);
  const System a = luztar::compile(model_of(text));
  if (!events && !has_steps(a)) return 0;
  Random random(seed);
  int compared = 0;
  for (double time : times_of_change(a, settings, random)) {
    if (!events) time = 1e-3 * std::round(1e3 * time);
    INFO(seed_words(seed, time));
    const System b =
        luztar::compile(model_of(perturbed(text, random)), {}, luztar::StartOfFile::Unused);
    const RunInfo half = go_on(a, initial_state(a), time, settings);
    const luztar::State& end = half.final_state;
    if (half.status != luztar::Status::Finished || !luztar::misfit(b, end).empty()) continue;
    const State start =
        luztar::initial_state(b, time, half.q, half.v,
                              end.reached.internal.empty() ? end.internal : end.reached.internal);
    const RunInfo fresh = go_on(b, start, 2.0, settings);
    if (fresh.status != luztar::Status::Finished) continue;
    const RunInfo rest = go_on(b, end, 2.0, settings);
    check_ledger(rest);
    const double apart = std::max(distance(rest.q, fresh.q), distance(rest.v, fresh.v));
    worst = std::max(worst, apart);
    CHECK(apart < 1e-6);
    ++compared;
    // At the change itself positions stay, and velocities but for booked impulses.
    const RunInfo soon = go_on(b, end, time + 1e-9, settings);
    CHECK(distance(soon.q, half.q) < 1e-7);
  }
  return compared;
}

}  // namespace

TEST_CASE("finding: random networks with other numbers go on as if started there") {
  for (const Method method : {Method::Events, Method::Stepping}) {
    CAPTURE(static_cast<int>(method));
    int compared = 0;
    double worst = 0.0;
    for (std::uint64_t seed = 200; seed < 220; ++seed)
      compared += compare_with_start(seed, method, worst);
    MESSAGE("worst difference ", worst, " of ", compared);
    CHECK(compared > 12);
  }
}
