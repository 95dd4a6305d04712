// start = "equilibrium": runs that begin where forces balance.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "luztar/luztar.h"

using namespace luztar;

TEST_CASE("a run that starts at rest: closed form, and the place where a damped run settles") {
  // A beam on a hard spring beyond a gap and a soft one: by hand 2000 q + 8000 (q - 0.01) = 120.
  const std::string text =
      "[bodies.beam]\nmass = 3\n[springs.soft]\nbetween = [\"beam\", \"ground\"]\nstiffness = "
      "2000\n"
      "[springs.hard]\nbetween = [\"beam\", \"ground\"]\nstiffness = 8000\nfreeplay = 0.01\n"
      "[dampers.oil]\nbetween = [\"beam\", \"ground\"]\ndamping = 100\n[forces.load]\n"
      "on = \"beam\"\nvalue = \"120 + 30*step(t - 1)\"\n[simulation]\nduration = ";
  const Model rested = parse_model(text + "3\nstart = \"equilibrium\"\n", "rest.toml");
  const System system = compile(rested);
  CHECK_THROWS_WITH_AS(initial_state(system), doctest::Contains("start_state(model, system)"),
                       ModelError);
  const Trajectory run = simulate(system, start_state(rested, system), system.settings());
  CHECK(run.info.status == Status::Finished);
  CHECK(run.info.proofs.hold());
  for (std::size_t i = 0; i < run.time.size() && run.time[i] < 1.0; ++i) {
    CHECK(run.q[0][i] == doctest::Approx(0.02).epsilon(1e-14));
    CHECK(std::abs(run.v[0][i]) < 1e-15);
  }
  CHECK(run.q[0].back() == doctest::Approx(0.023).epsilon(1e-9));
  const Model plain = parse_model(text + "0.99\n", "plain.toml");
  const System settling = compile(plain);
  const Trajectory settled = simulate(settling, initial_state(settling), settling.settings());
  CHECK(settled.q[0].back() == doctest::Approx(run.q[0][0]).epsilon(1e-6));
}

TEST_CASE("a start at rest: bristles are bent, belts go on, stepping and changed parameters too") {
  const std::string text =
      "[parameters]\nF = 0.8\n[bodies.pad]\nmass = 1\nposition = 0.25\n[bodies.block]\nmass = 1\n"
      "[bodies.belt]\nmass = inf\nvelocity = 0.3\n[frictions.bristles]\nbetween = [\"pad\", "
      "\"ground\"]\nlaw = \"lugre\"\nkinetic = 1\nstatic = 1.5\nsigma0 = 1e4\nsigma1 = 50\n"
      "stribeck = { velocity = 0.01 }\n[forces.push]\non = \"pad\"\nvalue = \"F\"\n"
      "[springs.s]\nbetween = [\"block\", \"ground\"]\nstiffness = 50\n[frictions.rub]\n"
      "between = [\"block\", \"belt\"]\nkinetic = 2\n[simulation]\nstart = \"equilibrium\"\n"
      "duration = 1\n";
  for (const double push : {0.8, 0.5}) {
    const Model model = parse_model(text, "rest.toml");
    const System system = compile(model, {{"F", push}});
    const State start = start_state(model, system);
    CHECK(start.position[0] == 0.25);
    CHECK(start.internal[0] == doctest::Approx(push / 1e4).epsilon(1e-13));
    CHECK(start.position[1] == doctest::Approx(0.04).epsilon(1e-14));
    CHECK(start.velocity[2] == 0.3);
    const Trajectory run = simulate(system, start, system.settings());
    CHECK(run.info.status == Status::Finished);
    CHECK(run.info.proofs.hold());
    CHECK(std::abs(run.q[0].back() - 0.25) < 1e-14);
    CHECK(std::abs(run.q[1].back() - 0.04) < 1e-14);
  }
  const Model small = parse_model(
      "[bodies.a]\nmass = 1\n[springs.s]\nbetween = [\"a\", \"ground\"]\nstiffness = 40\n"
      "[forces.f]\non = \"a\"\nvalue = 4\n[simulation]\nduration = 1\nmethod = \"stepping\"\n"
      "step = 0.01\nstart = \"equilibrium\"\n",
      "small.toml");
  const System system = compile(small);
  const Trajectory run = simulate(system, start_state(small, system), system.settings());
  CHECK(run.info.status == Status::Finished);
  CHECK(std::abs(run.q[0].back() - 0.1) < 1e-14);
  const Model again = parse_model(write_model(small), "again.toml");
  CHECK(again.simulation.at_rest);
}

TEST_CASE("what is pressed or linked is at its edge to the bit, however little holds it") {
  const std::string text =
      "[bodies.wheel]\ninertia = 0.2\n[bodies.drum]\ninertia = 0.3\n[bodies.ball]\nmass = 1\n"
      "position = 0.2\n[links.gear]\nbetween = [\"wheel\", \"drum\"]\narms = [0.1, 0.2]\n"
      "[springs.shaft]\nbetween = [\"drum\", \"ground\"]\nstiffness = 20000\n[forces.torque]\n"
      "on = \"wheel\"\nvalue = 3000\n[stops.floor]\nbetween = [\"ball\", \"ground\"]\ngap = [0, "
      "\"inf\"]\n"
      "restitution = 0.4\n[forces.weight]\non = \"ball\"\nvalue = -9.81\n[simulation]\n"
      "start = \"equilibrium\"\nduration = 1\n";
  const Model model = parse_model(text, "rest.toml");
  const System system = compile(model);
  const State start = start_state(model, system);
  CHECK(start.position[2] == 0.0);
  CHECK(start.position[0] == doctest::Approx(0.6).epsilon(1e-12));
  CHECK(std::abs(0.1 * start.position[0] - 0.2 * start.position[1]) < 1e-16);
  const Trajectory run = simulate(system, start, system.settings());
  CHECK(run.events.empty());
  CHECK(run.q[2].back() == 0.0);
}
