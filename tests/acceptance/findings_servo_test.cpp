// A controller that sets a force every 10 ms, as runs that go on with other parameters.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/continued.h"

using namespace acceptance;
using luztar::Method;
using luztar::RunInfo;
using luztar::SimulationSettings;
using luztar::State;
using luztar::System;

namespace {

double total(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double x : values) sum += x;
  return sum;
}

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
    const Recorded one = record(whole, settings);
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
