// Runs that go on with other parameters, another method or other settings.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/network.h"
#include "acceptance/recording.h"
#include "acceptance/rich_network.h"
#include "luztar/dynamics/check_stepping.h"

using namespace acceptance;
using luztar::Method;
using luztar::ParameterValues;
using luztar::RunInfo;
using luztar::SimulationSettings;
using luztar::State;
using luztar::System;

namespace {

luztar::Model finding() {
  return luztar::load_model(std::string(LUZTAR_SOURCE_DIR) +
                            "/tests/acceptance/findings/continue_changed.toml");
}

luztar::Model model_of(const std::string& text) { return luztar::parse_model(text, "model.toml"); }

SimulationSettings settings_of(Method method, double step = 1e-4) {
  SimulationSettings settings;
  settings.samples = 0;
  settings.method = method;
  if (method == Method::Stepping) settings.step = step;
  return settings;
}

RunInfo go_on(const System& system, const State& from, double until, SimulationSettings settings) {
  settings.duration = until - settings.start;
  luztar::Observer nobody;
  return luztar::simulate(system, from, settings, nobody);
}

double total(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double x : values) sum += x;
  return sum;
}

void check_ledger(const RunInfo& info) {
  INFO(info.diagnosis);
  CHECK(info.status == luztar::Status::Finished);
  CHECK(std::abs(info.energy.residual) <= 1e-11 * info.energy.moved);
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst;
}

struct Phase {
  double q{}, v{};
};

/// m q'' = F - k q over a time, in closed form.
Phase swing(Phase at, double k, double m, double force, double time) {
  const double w = std::sqrt(k / m);
  const double x = at.q - force / k;
  const double c = std::cos(w * time);
  const double s = std::sin(w * time);
  return {x * c + at.v / w * s + force / k, -x * w * s + at.v * c};
}

}  // namespace

TEST_CASE("finding: a stiffness changed on the way starts where the body is") {
  const luztar::Model model = finding();
  for (const Method method : {Method::Events, Method::Stepping}) {
    const SimulationSettings settings = settings_of(method);
    const RunInfo first =
        go_on(luztar::compile(model), initial_state(luztar::compile(model)), 1.0, settings);
    const System stiff = luztar::compile(model, {{"k", 40.0}});
    const double tolerance = method == Method::Events ? 1e-12 : 1e-6;
    const double q1 = std::cos(std::sqrt(10.0));
    const double v1 = -std::sqrt(10.0) * std::sin(std::sqrt(10.0));
    const RunInfo soon = go_on(stiff, first.final_state, 1.0 + 1e-6, settings);
    CHECK(std::abs(soon.q[0] - q1 - 1e-6 * v1) < tolerance + 1e-10);
    const RunInfo second = go_on(stiff, first.final_state, 2.0, settings);
    const Phase right = swing({q1, v1}, 40.0, 1.0, 0.0, 1.0);
    CHECK(std::abs(second.q[0] - right.q) < 10 * tolerance);
    CHECK(std::abs(second.v[0] - right.v) < 100 * tolerance);
    CHECK(second.energy.changes == doctest::Approx(15.0 * q1 * q1).epsilon(10 * tolerance));
    check_ledger(second);
  }
}

TEST_CASE("finding: a block that was pushed coasts when it is let go") {
  const luztar::Model model = model_of(
      "[parameters]\nF = 1\n[bodies.block]\nmass = 1\n[forces.push]\non = \"block\"\n"
      "value = \"F\"\n[simulation]\nduration = 1\n");
  for (const Method method : {Method::Events, Method::Stepping}) {
    const SimulationSettings settings = settings_of(method, 1e-3);
    const RunInfo first =
        go_on(luztar::compile(model), initial_state(luztar::compile(model)), 1.0, settings);
    const RunInfo second =
        go_on(luztar::compile(model, {{"F", 0.0}}), first.final_state, 2.0, settings);
    CHECK(second.q[0] == doctest::Approx(1.5).epsilon(1e-13));
    CHECK(second.v[0] == doctest::Approx(1.0).epsilon(1e-13));
    CHECK(second.energy.changes == 0.0);
    check_ledger(second);
  }
}

TEST_CASE("finding: stiffness, mass and force changed forty times give the closed form") {
  const luztar::Model model = finding();
  for (const Method method : {Method::Events, Method::Stepping}) {
    const SimulationSettings settings = settings_of(method);
    const double tolerance = method == Method::Events ? 1e-12 : 3e-6;
    Random random(7);
    State state = initial_state(luztar::compile(model));
    Phase right{1.0, 0.0};
    double changes = 0.0;
    double k = 10.0;
    double m = 1.0;
    double time = 0.0;
    for (int i = 0; i < 40; ++i) {
      CAPTURE(i);
      const double force = random.uniform(-3, 3);
      // Steps end at whole numbers of steps; events take any time.
      const double length =
          method == Method::Events ? random.uniform(0.01, 0.3) : 1e-3 * (10 + random.below(290));
      const RunInfo info = go_on(luztar::compile(model, {{"k", k}, {"m", m}, {"F", force}}), state,
                                 time + length, settings);
      time = info.final_state.time;
      right = swing(right, k, m, force, length);
      CHECK(std::abs(info.q[0] - right.q) < 100 * tolerance);
      CHECK(std::abs(info.v[0] - right.v) < 1000 * tolerance);
      CHECK(info.energy.changes == doctest::Approx(changes).epsilon(1000 * tolerance));
      check_ledger(info);
      state = info.final_state;
      const double k_next = random.uniform(5, 50);
      const double m_next = random.uniform(0.5, 3);
      changes += 0.5 * (k_next - k) * right.q * right.q + 0.5 * (m_next - m) * right.v * right.v;
      k = k_next;
      m = m_next;
    }
  }
}

namespace {

const char* const kServo = R"(
[parameters]
u = 0
[bodies]
motor = { mass = 0.8 }
load = { mass = 1.5 }
[springs]
shaft = { between = ["motor", "load"], stiffness = 400, freeplay = 0.002 }
[dampers]
oil = { between = ["motor", "load"], damping = 0.5 }
[frictions]
bearing = { between = ["motor", "ground"], kinetic = 0.6, static = 0.9 }
guide = { between = ["load", "ground"], kinetic = 0.8, static = 1.4, viscous = 0.3 }
brush = { between = ["motor", "ground"], law = "lugre", kinetic = 0.2, static = 0.3, stribeck = { velocity = 0.05 }, sigma0 = 1000, sigma1 = 5 }
[forces]
drive = { on = "motor", value = "COMMAND" }
[simulation]
duration = 3
samples = 0
)";

std::string servo(const std::string& command, bool bristles) {
  std::string text = kServo;
  text.replace(text.find("COMMAND"), 7, command);
  if (bristles) return text;
  const std::size_t at = text.find("brush");
  text.erase(at, text.find('\n', at) - at + 1);
  return text;
}

/// A sampled PID controller of the load's position, setpoint 0.3.
struct Controller {
  double sum{}, before{};
  double operator()(double q, double dt) {
    const double error = 0.3 - q;
    sum += error * dt;
    const double rate = (error - before) / dt;
    before = error;
    return 60.0 * error + 80.0 * sum + 6.0 * rate;
  }
};

}  // namespace

TEST_CASE(
    "finding: a sampled servo with friction in pieces of 10 ms is the run with held commands") {
  for (const Method method : {Method::Events, Method::Stepping}) {
    const bool events = method == Method::Events;
    const luztar::Model model = model_of(servo("u", events));
    SimulationSettings settings = settings_of(method, 1e-3);
    const double dt = 0.01;
    State state = initial_state(luztar::compile(model));
    Controller controller;
    std::vector<double> commands;
    std::vector<RunInfo> pieces;
    double q = 0.0;
    for (int i = 0; i < 300; ++i) {
      commands.push_back(controller(q, dt));
      pieces.push_back(
          go_on(luztar::compile(model, {{"u", commands.back()}}, luztar::StartOfFile::Unused),
                state, (i + 1) * dt, settings));
      state = pieces.back().final_state;
      q = pieces.back().q[1];
    }
    CHECK(q > 0.2);

    const auto folder = std::filesystem::temp_directory_path() / "luztar_findings_continue";
    std::filesystem::create_directories(folder);
    std::ofstream rows(folder / "commands.csv");
    rows.precision(17);
    for (int i = 0; i < 300; ++i) rows << i * dt << "," << commands[i] << "\n";
    rows << 301 * dt << ",0\n";
    rows.close();
    std::ofstream file(folder / "servo.toml");
    file << "[signals.held]\nfile = \"commands.csv\"\ninterpolation = \"hold\"\n"
         << servo("held", events);
    file.close();
    const System whole = luztar::compile(luztar::load_model((folder / "servo.toml").string()));
    settings.duration = 3.0;
    settings.interval = dt;
    const Recording one = record(whole, settings);
    std::filesystem::remove_all(folder);
    REQUIRE(one.samples.size() == 301);
    double worst = 0.0;
    for (std::size_t i = 0; i < 300; ++i) {
      worst = std::max(worst, distance(one.samples[i + 1].q, pieces[i].q));
      worst = std::max(worst, distance(one.samples[i + 1].v, pieces[i].v));
    }
    CHECK(worst < 1e-10);
    check_ledger(pieces.back());
    CHECK(std::abs(pieces.back().energy.changes) < 1e-11);
    CHECK(total(pieces.back().energy.dissipated) ==
          doctest::Approx(total(one.info.energy.dissipated)).epsilon(1e-10));
  }
}

namespace {

/// Steps do not have every element.
bool has_steps(const System& system) { return luztar::not_for_steps(system.impl()).empty(); }

/// The times at which a campaign changes something: at random, and at an event.
std::vector<double> times_of_change(const System& system, const SimulationSettings& settings,
                                    Random& random) {
  luztar::SimulationSettings all = settings;
  all.duration = 2.0;
  const Recording run = record(system, all);
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
  features.massless = features.bristles = events;
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
    CHECK(apart < 1e-6);
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

TEST_CASE("finding: a run may change between events and steps and back") {
  const luztar::Model model = finding();
  const System system = luztar::compile(model);
  State state = initial_state(system);
  for (int i = 0; i < 8; ++i) {
    const Method method = i % 2 == 0 ? Method::Events : Method::Stepping;
    // An end within a step, too.
    const double end = 0.25 * (i + 1) + (i % 3 == 0 ? 3.3e-5 : 0.0);
    const RunInfo info = go_on(system, state, end, settings_of(method));
    CAPTURE(i);
    const Phase right = swing({1.0, 0.0}, 10.0, 1.0, 0.0, end);
    CHECK(std::abs(info.q[0] - right.q) < 1e-6);
    CHECK(std::abs(info.v[0] - right.v) < 1e-6);
    CHECK(std::abs(info.energy.changes) < 1e-14);
    check_ledger(info);
    state = info.final_state;
  }
}

TEST_CASE(
    "finding: a stuck pair, a hysteresis and a bristle keep their memory when a force changes") {
  const std::string text =
      "[parameters]\nF = 0.7\n[bodies.b]\nmass = 1\n[frictions.f]\nbetween = [\"b\", "
      "\"ground\"]\nkinetic = 0.5\n"
      "static = 1\n[forces.push]\non = \"b\"\nvalue = \"F\"\n[simulation]\nduration = 1\n";
  const luztar::Model model = model_of(text);
  for (const Method method : {Method::Events, Method::Stepping}) {
    const SimulationSettings settings = settings_of(method, 1e-3);
    // Stuck between F_K and F_S stays stuck; above F_S it breaks; below F_K it comes to rest.
    State state = initial_state(luztar::compile(model));
    const auto piece = [&](double force, double until) {
      const RunInfo info = go_on(luztar::compile(model, {{"F", force}}), state, until, settings);
      state = info.final_state;
      check_ledger(info);
      return info;
    };
    CHECK(piece(0.7, 1.0).q[0] == 0.0);
    CHECK(piece(0.9, 2.0).q[0] == 0.0);
    CHECK(piece(1.5, 3.0).v[0] == doctest::Approx(1.0).epsilon(1e-12));
    CHECK(piece(0.9, 4.0).v[0] == doctest::Approx(1.4).epsilon(1e-12));  // it slides on F_K
    const RunInfo rest = piece(-0.2, 8.0);
    CHECK(rest.v[0] == 0.0);
    CHECK(rest.q[0] == doctest::Approx(0.5 + 1.2 + 1.4 * 1.4 / 2 / 0.7).epsilon(1e-12));
    CHECK(piece(0.9, 9.0).v[0] == 0.0);
  }
}

TEST_CASE("finding: what a change cannot do is refused and names the culprit") {
  const luztar::Model model = model_of(
      "[parameters]\nroom = 1\nw = 1\n[bodies.b]\nmass = 1\nvelocity = 0.5\n[bodies.belt]\n"
      "motion = \"0.1*sin(w*t)\"\n[stops.wall]\nbetween = [\"b\", \"ground\"]\ngap = [-1, "
      "\"room\"]\n"
      "[springs.s]\nbetween = [\"b\", \"belt\"]\nstiffness = 0.001\n[simulation]\nduration = 1\n");
  const System system = luztar::compile(model);
  const RunInfo half = go_on(system, initial_state(system), 1.0, settings_of(Method::Events));
  const auto refusal = [&](const ParameterValues& values) {
    return luztar::misfit(luztar::compile(model, values, luztar::StartOfFile::Unused),
                          half.final_state);
  };
  CHECK(refusal({{"room", 0.7}}) == "");
  CHECK(refusal({{"room", 0.3}}).starts_with("the stop 'wall' is at 0.499"));
  CHECK(refusal({{"w", 2.0}})
            .starts_with("the prescribed motion of 'belt' would jump from 0.0841471 to 0.0909297"));
  // The bodies of the file may start beyond a stop that the state is inside of.
  const luztar::Model other = model_of(
      "[parameters]\nroom = 2\n[bodies.b]\nmass = 1\nposition = 1\nvelocity = -1\n[stops.wall]\n"
      "between = [\"b\", \"ground\"]\ngap = [-9, \"room\"]\n[simulation]\nduration = 1\n");
  const System wide = luztar::compile(other);
  const RunInfo back = go_on(wide, initial_state(wide), 1.0, settings_of(Method::Events));
  const RunInfo narrow = luztar::advance(
      luztar::compile(other, {{"room", 0.5}}, luztar::StartOfFile::Unused), back.final_state, 2.0);
  CHECK(narrow.q[0] == doctest::Approx(-1.0));
  const System renamed =
      luztar::compile(model_of("[bodies.c]\nmass = 1\nposition = 1\nvelocity = "
                               "-1\n[stops.wall]\nbetween = [\"c\", \"ground\"]\n"
                               "gap = [-9, 2]\n[simulation]\nduration = 1\n"));
  CHECK(luztar::misfit(renamed, back.final_state) ==
        "its bodies and elements are others than those of this model, or in another order");
}
