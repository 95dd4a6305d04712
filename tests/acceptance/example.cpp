#include "acceptance/example.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <doctest/doctest.h>

namespace acceptance {
namespace {

namespace fs = std::filesystem;
using luztar::Friction;
using luztar::ParameterValues;

luztar::SimulationSettings with_duration(luztar::SimulationSettings settings, double duration) {
  settings.duration = duration;
  return settings;
}

double table_level(const Friction::Law& law, double speed, const ParameterValues& values) {
  double u0 = 0.0, f0 = 0.0;
  for (const auto& [u, level] : law.table) {
    const double u1 = evaluate(u, values), f1 = evaluate(level, values);
    if (speed < u1) return f0 + (f1 - f0) * (speed - u0) / (u1 - u0);
    u0 = u1;
    f0 = f1;
  }
  return f0;
}

/// What a sliding pair may show: its force as C and level at this speed, for each branch.
struct Branch {
  double viscous, level;
};

std::vector<Branch> branches(const Friction::Law& law, double speed,
                             const ParameterValues& values) {
  const double kinetic = evaluate(law.kinetic, values), viscous = evaluate(law.viscous, values);
  if (!law.table.empty()) return {{viscous, table_level(law, speed, values)}};
  double level = kinetic;
  if (law.stribeck) {
    const double ratio = speed / evaluate(law.stribeck->velocity, values);
    const double fallen = std::exp(-std::pow(ratio, evaluate(law.stribeck->exponent, values)));
    level += (evaluate(law.breakaway, values) - kinetic) * fallen;
  }
  std::vector<Branch> found{{viscous, level}};
  if (law.hysteresis) {
    const auto& other = *law.hysteresis;
    const double fallen = evaluate(other.kinetic, values), drag = evaluate(other.viscous, values);
    constexpr double kRounding = 1e-9;  // at a threshold either branch will do
    if (speed < evaluate(other.fall, values) * (1 - kRounding)) return found;
    if (speed > evaluate(other.rise, values) * (1 + kRounding)) found.clear();
    found.push_back({drag, fallen});
  }
  return found;
}

/// How far a sample is from the law of one friction [N].
double law_error(const Friction& friction, const ParameterValues& values, const Snapshot& s,
                 std::size_t e) {
  const double rate = s.rate[e], f = s.f[e];
  if (s.mode[e] == 0) {
    const double beyond = std::max({f - s.upper[e], s.lower[e] - f, 0.0});
    return rate == 0.0 ? beyond : HUGE_VAL;
  }
  const Friction::Law& law = s.mode[e] > 0 ? friction.forward : friction.backward;
  const double limit = s.mode[e] > 0 ? s.upper[e] : -s.lower[e];
  const double breakaway = evaluate(law.breakaway, values);
  double worst = HUGE_VAL;
  for (const Branch& branch : branches(law, std::abs(rate), values)) {
    // The limit is breakaway times the normal force, so is every level.
    const double level = breakaway > 0 ? branch.level * limit / breakaway : 0.0;
    worst = std::min(worst, std::abs(branch.viscous * rate + s.mode[e] * level - f));
  }
  return worst;
}

}  // namespace

std::string example_path(const std::string& file) {
  return std::string(LUZTAR_SOURCE_DIR) + "/examples/" + file;
}

std::vector<std::string> example_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(example_path(""))) {
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Example::Example(const std::string& name, const ParameterValues& changes)
    : model(luztar::load_model(example_path(name + ".toml"))),
      system(luztar::compile(model, changes)),
      run(record(system, system.settings())) {}

Example::Example(const std::string& name, const ParameterValues& changes, double duration)
    : model(luztar::load_model(example_path(name + ".toml"))),
      system(luztar::compile(model, changes)),
      run(record(system, with_duration(system.settings(), duration))) {}

std::size_t Example::body(const std::string& name) const {
  return static_cast<std::size_t>(body_index(system, name));
}

std::size_t Example::element(const std::string& name) const {
  return static_cast<std::size_t>(element_index(system, name));
}

std::vector<luztar::Event> Example::events_of(const std::string& name) const {
  std::vector<luztar::Event> found;
  for (const luztar::Event& event : run.events) {
    if (event.name == element_index(system, name) && event.cause != luztar::Event::Cause::Jump) {
      found.push_back(event);
    }
  }
  return found;
}

void check_coulomb(const Example& example) {
  const ParameterValues& values = example.system.parameters();
  for (const Friction& friction : example.model.frictions) {
    if (friction.bristles) continue;
    CAPTURE(friction.name);
    const std::size_t e = example.element(friction.name);
    double worst = 0.0, strongest = 0.0, against = 0.0, fastest = 0.0, when = 0.0;
    for (const auto* snapshots : {&example.run.samples, &example.run.before, &example.run.after}) {
      for (const Snapshot& s : *snapshots) {
        strongest = std::max({strongest, s.upper[e], -s.lower[e]});
        fastest = std::max(fastest, std::abs(s.rate[e]));
        against = std::max(against, -s.mode[e] * s.rate[e]);
        const double error = law_error(friction, values, s, e);
        if (error <= worst) continue;
        worst = error;
        when = s.time;
      }
    }
    CAPTURE(when);
    CHECK(worst <= 1e-9 * strongest);
    CHECK(against <= 1e-9 * fastest);  // an event may lie a rounding beyond the turning point
  }
}

double luz(double x, double a) { return x - sat(x, a); }
double sat(double x, double a) { return std::clamp(x, -a, a); }

}  // namespace acceptance
