// Mechanisms and benchmarks of the field: what each example says of itself, from closed forms,
// reference solutions and measured data.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numbers>
#include <set>
#include <sstream>

#include <doctest/doctest.h>

#include "acceptance/example.h"
#include "acceptance/reference_case.h"

using namespace acceptance;
using std::numbers::pi;

TEST_CASE("belt repeats the closed form's cycle, and is a plain swing where F_S = F_K") {
  const Example e("belt");
  check_case(e.system, load_case("iv_belt_stick_slip"), {{"block"}, {"contact"}, {0.0}});
  const double w = std::sqrt(e["k"] / e["m"]), D = (e["FS"] - e["FK"]) / e["k"], v0 = e["v0"];
  const double period = 2 * D / v0 + (2 * pi - 2 * std::atan(w * D / v0)) / w;
  const auto events = e.events_of("contact");
  REQUIRE(events.size() == 16);
  for (std::size_t i = 2; i < events.size(); ++i) {
    CHECK(std::abs(events[i].time.value - events[i - 2].time.value - period) < 1e-12);
  }
  // With F_S = F_K it breaks loose at the middle of its swing, with the belt's speed.
  const Example swing("belt", {{"FS", e["FK"]}});
  for (const Snapshot& s : swing.run.samples) {
    if (s.time < e["FK"] / (e["k"] * v0)) continue;
    const double shift = s.q[swing.body("block")] - e["FK"] / e["k"];
    const double v = s.v[swing.body("block")];
    CHECK(std::abs(std::hypot(w * shift, v) - v0) < 1e-9 * v0);
  }
}

TEST_CASE("friction_oscillator stops at the closed form's time and place") {
  const Example e("friction_oscillator");
  const auto events = e.events_of("floor");
  REQUIRE(events.size() == 8);
  CHECK(std::abs(events.back().time.value - (std::atan(6.0 / 13.0) + 7 * pi)) < 1e-13);
  CHECK(std::abs(e.run.info.q[0] - (15 - std::sqrt(205.0))) < 1e-12);
}

TEST_CASE("den_hartog settles at the closed form's amplitude") {
  const Example e("den_hartog");
  const double b = e["W"] / std::sqrt(e["k"] / e["m"]), S = e["FK"] / e["P"];
  const double V = 1 / (1 - b * b), U = std::tan(pi / (2 * b)) / b;
  const double amplitude = std::sqrt(V * V - S * S * U * U) * e["P"] / e["k"];
  REQUIRE(e.run.after.size() > 120);
  for (std::size_t i = e.run.after.size() - 4; i < e.run.after.size(); ++i) {
    CHECK(std::abs(std::abs(e.run.after[i].q[0]) - amplitude) < 1e-5 * amplitude);
  }
}

TEST_CASE("burridge_knopoff: each block breaks at its own strength, and none slides back") {
  const Example e("burridge_knopoff");
  std::set<int> slipped;
  std::size_t breaks = 0;
  for (std::size_t i = 0; i < e.run.events.size(); ++i) {
    const luztar::Event& event = e.run.events[i];
    CHECK(event.to != -1);
    if (event.cause != luztar::Event::Cause::Break) continue;
    ++breaks;
    slipped.insert(event.name);
  }
  for (const Snapshot& s : e.run.before) {
    for (const auto& friction : e.model.frictions) {
      const std::size_t f = e.element(friction.name);
      if (s.mode[f] == 0) CHECK(s.f[f] <= s.upper[f] * (1 + 1e-12));
    }
  }
  CHECK(breaks > 200);
  CHECK(slipped.size() == 20);
  // Force balance of the whole: what the leaf springs pull is what the floor holds and accelerates.
  for (const Snapshot& s : e.run.samples) {
    double balance = 0.0;
    for (std::size_t b = 1; b <= 20; ++b) {
      const std::string n = std::to_string(b);
      balance +=
          e["m"] * s.a[e.body("b" + n)] + s.f[e.element("leaf" + n)] + s.f[e.element("floor" + n)];
    }
    CHECK(std::abs(balance) < 1e-9);
  }
}

TEST_CASE("air_spring: between turning points the potential falls by F_K times the way") {
  const Example e("air_spring");
  const double n = e["n"], h0 = e["h0"], S = e["S"], p0 = e["p0"], m = e["m"], g = e["g"];
  const auto potential = [&](double d) {  // of air inside, air outside and weight
    const double h = h0 + d;
    return p0 * S * h0 / (n - 1) * (std::pow(h0 / h, n - 1) - 1) + (e["pa"] * S + m * g) * d;
  };
  double last = 0.03;
  std::size_t turns = 0;
  for (const Snapshot& s : e.run.after) {
    const double d = s.q[0];
    const double lost = potential(last) - potential(d);
    CHECK(std::abs(lost - e["FK"] * std::abs(d - last)) < 1e-10);
    last = d;
    ++turns;
  }
  CHECK(turns >= 10);
  CHECK(e.run.samples.back().mode[e.element("guide")] == 0);
  // Lifted by 30 mm it sinks less than without the air's stiffening.
  REQUIRE(!e.run.after.empty());
  CHECK(-e.run.after.front().q[0] < 0.03 - 2 * e["FK"] * h0 / (n * p0 * S));
  // The stiffness in the middle is n p0 S/h0: a small swing without friction has its period.
  luztar::Model small = e.model;
  small.bodies[0].position = luztar::parse_expression("1e-6", {});
  const luztar::System system = luztar::compile(small, {{"FK", 0.0}, {"FS", 0.0}});
  const Recorded run = record(system, system.settings());
  const double half = pi / std::sqrt(n * p0 * S / h0 / m);
  REQUIRE(run.after.size() > 4);
  for (std::size_t i = 1; i < 4; ++i) {
    CHECK(std::abs(run.after[i].time - run.after[i - 1].time - half) < 1e-6 * half);
  }
}

TEST_CASE("steering: hands off, the wheels stay where their king-pins can hold them") {
  const Example e("steering");
  const double r = e["r"], rp = e["rp"];
  const std::size_t left = e.body("wheel_left"), right = e.body("wheel_right");
  const std::size_t hand = e.body("hand_wheel"), rack = e.body("rack"), gear = e.element("gear");
  double lash_low = 0.0, lash_high = 0.0;
  for (const Snapshot& s : e.run.samples) {
    // Until the bump both sides are the same.
    if (s.time < 8.0) CHECK(std::abs(s.q[left] - s.q[right]) < 1e-12);
    const double lash = s.q[hand] - s.q[rack] / rp;
    lash_low = std::min(lash_low, lash);
    lash_high = std::max(lash_high, lash);
    if (s.mode[gear] == 0) CHECK(std::abs(lash - s.f[e.element("shaft")] / e["kc"]) <= e["g"]);
  }
  // The hand wheel turns against the rack through the whole freeplay, and twists the column.
  CHECK(lash_low < -e["g"]);
  CHECK(lash_high > e["g"]);
  CHECK(lash_high < e["g"] + 2 * e["hands"] / e["kc"]);  // as if the torque came at once
  const Snapshot& end = e.run.samples.back();
  for (const char* side : {"left", "right"}) {
    CAPTURE(std::string(side));
    CHECK(end.mode[e.element(std::string("king_pin_") + side)] == 0);
    const double tyre = end.f[e.element(std::string("tyre_") + side)];
    const double rod = r * end.f[e.element(std::string("rod_") + side)];
    CHECK(std::abs(tyre - rod) <= e["MT0"]);
  }
  // They do not find the middle, neither after the hands nor after the bump, which moves them.
  const auto bump = std::find_if(e.run.samples.begin(), e.run.samples.end(),
                                 [&](const Snapshot& s) { return s.time >= 8.0 - 1e-9; });
  REQUIRE(bump != e.run.samples.end());
  CHECK(std::abs(end.q[right]) > 1e-3);
  CHECK(std::abs(bump->q[right]) > std::abs(end.q[right]) + 1e-3);
  CHECK(std::abs(end.q[rack]) * e["kr"] <= 2 * e["MT0"] / r);
}

namespace {

/// The measured estimation set of EMPS, if this machine has it.
struct Measured {
  std::vector<double> t, q_ref, q, force;
};

Measured load_measured(const std::filesystem::path& path) {
  std::ifstream file(path);
  Measured data;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream cells(line);
    double t{}, q_ref{}, q{}, force{};
    cells >> t >> q_ref >> q >> force;
    data.t.push_back(t);
    data.q_ref.push_back(q_ref);
    data.q.push_back(q);
    data.force.push_back(force);
  }
  return data;
}

/// 100 |a - b| / |a|, the measure of the benchmark.
double relative_error(const std::vector<double>& a, const std::vector<double>& b) {
  double difference = 0.0, size = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference += (a[i] - b[i]) * (a[i] - b[i]);
    size += a[i] * a[i];
  }
  return 100 * std::sqrt(difference / size);
}

}  // namespace

TEST_CASE("emps: the lag is friction over gain, the force jumps by twice the dry friction") {
  const Example e("emps");
  const std::size_t motor = e.element("motor");
  const double gain = e["gt"] * e["kv"] * e["kp"];
  // At constant speed v the force balances friction; the loop's law gives the lag.
  for (const auto& [time, v] : {std::pair{1.2, e["v1"]}, std::pair{4.5, -e["v2"]}}) {
    const auto s = std::find_if(e.run.samples.begin(), e.run.samples.end(),
                                [t = time](const Snapshot& x) { return x.time >= t - 1e-9; });
    REQUIRE(s != e.run.samples.end());
    const double needed = e["Fv"] * v + (v > 0 ? 1 : -1) * e["Fc"] + e["off"];
    CHECK(std::abs(s->f[motor] - needed) < 1e-6);
    const double q_ref =
        v > 0 ? e["a"] / 2 * e["T1"] * e["T1"] + v * (1.2 - 0.5 - e["T1"])
              : e["s"] - (e["a"] / 2 * e["T2"] * e["T2"] + e["v2"] * (4.5 - 2.5 - e["T2"]));
    CHECK(std::abs(q_ref - s->q[0] - (needed / gain + v / e["kp"])) < 1e-9);
  }
}

TEST_CASE("emps follows the measured drive, as closely as its authors' own simulation") {
  // The data are not ours to give: LUZTAR_EMPS_DATA, or beside the project.
  const char* named = std::getenv("LUZTAR_EMPS_DATA");
  const std::string beside = std::string(LUZTAR_SOURCE_DIR) + "/../shared/data/emps/estimation.csv";
  const std::filesystem::path path = named != nullptr ? named : beside;
  if (!std::filesystem::is_regular_file(path)) {
    MESSAGE("not run: no measured data; LUZTAR_EMPS_DATA may name estimation.csv of EMPS");
    return;
  }
  const Measured measured = load_measured(path);
  REQUIRE(measured.t.size() > 20000);
  luztar::Model model = luztar::load_model(example_path("emps.toml"));
  luztar::Table table;
  table.time = measured.t;
  table.value = measured.q_ref;
  table.interpolation = luztar::Table::Interpolation::Linear;
  for (luztar::Signal& signal : model.signals) {
    if (signal.name == "q_ref") signal.value = table;
  }
  const auto number = [](double x) {
    return luztar::parse_expression(std::to_string(x), {});
  };
  model.bodies[0].position = number(measured.q.front());
  for (luztar::Controller::Memory& item : model.controllers[0].memory)
    if (item.name != "force") item.start = model.bodies[0].position;
  model.bodies[0].velocity = number((measured.q[10] - measured.q[0]) / measured.t[10]);
  model.simulation.duration = number(24.8);
  model.simulation.interval = luztar::parse_expression("0.001", {});
  const luztar::System system = luztar::compile(model);
  const Recorded run = record(system, system.settings());
  check_trust(run);
  const auto motor = static_cast<std::size_t>(element_index(system, "motor"));
  std::vector<double> q, force;
  for (const Snapshot& s : run.samples) {
    q.push_back(s.q[0]);
    force.push_back(s.f[motor]);
  }
  std::vector<double> q_there(measured.q.begin(), measured.q.begin() + std::ssize(q));
  std::vector<double> force_there(measured.force.begin(), measured.force.begin() + std::ssize(q));
  MESSAGE("position " << relative_error(q_there, q) << " % (theirs: 0.0138), force "
                      << relative_error(force_there, force) << " % (theirs: 5.85)");
  CHECK(relative_error(q_there, q) < 0.0138 / 5);
  CHECK(relative_error(force_there, force) < 5.5);
  // Rows fall on samples: each moves with the mass as little as the motion does.
  const luztar::System heavier = luztar::compile(model, {{"M", 95.1089 * (1.0 + 1e-8)}});
  const Recorded other = record(heavier, heavier.settings());
  REQUIRE(other.samples.size() == run.samples.size());
  double most = 0.0;
  for (std::size_t k = 0; k < run.samples.size(); ++k)
    most = std::max(most, std::abs(other.samples[k].f[motor] - run.samples[k].f[motor]));
  CHECK(most > 0.0);
  CHECK(most < 1e-4);
}
