// Elements between given motions: their forces are told, though they move nothing.
#include <cmath>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "acceptance/blocks.h"
#include "acceptance/recording.h"

using namespace luztar;
using namespace acceptance;

TEST_CASE("a friction between given motions slides at its kinetic level") {
  const System system =
      compile(load_model(LUZTAR_SOURCE_DIR "/tests/acceptance/findings/stepping_given_pair.toml"));
  SimulationSettings settings = system.settings();
  settings.samples = 5;
  for (const Method method : {Method::Events, Method::Stepping}) {
    CAPTURE(method == Method::Stepping);
    settings.method = method;
    settings.step = method == Method::Stepping ? 0.01 : 0.0;
    const Recorded run = record(system, settings);
    CHECK(run.info.status == Status::Finished);
    for (const Snapshot& now : run.samples) CHECK(now.f[0] == 1.0);
    // By steps the given path is the trapezoidal sum of its velocity, good to h^2 q''/12.
    CHECK(run.info.energy.dissipated[0] == doctest::Approx(0.1 * std::sin(1.2)).epsilon(1e-4));
  }
}

TEST_CASE("finding: what sticks to a given motion rounds as its velocity does") {
  const System system = compile(
      load_model(LUZTAR_SOURCE_DIR "/tests/acceptance/findings/given_velocity_rounds.toml"));
  const Recorded run = record(system, system.settings());
  CHECK(run.info.status == Status::Finished);
  CHECK(run.info.proofs.hold());
  REQUIRE(!run.events.empty());
  const double w = 0.0625, breaks = std::asin(2.0 / (5.4e8 * w * w)) / w;
  CHECK(run.events[0].time.value == doctest::Approx(breaks).epsilon(1e-12));
}

TEST_CASE("finding: a motion that begins as t^2 does not jump, however soon an event comes") {
  const Model model =
      load_model(LUZTAR_SOURCE_DIR "/tests/acceptance/findings/jump_soon_after_the_start.toml");
  for (const double jump : {1e-12, 1e-10, 3e-9, 1e-7, 1e-6, 2e-5, 1e-3}) {
    CAPTURE(jump);
    const System system = compile(model, {{"T", jump}});
    const Recorded run = record(system, system.settings());
    CHECK(run.info.diagnosis == "");
    CHECK(run.info.proofs.hold());
    // The road as it drives the ball, x'' + x = 0.75 (1 - cos w t), and a step of 1 N at T.
    const double t = 3.4, w = 2.0 * std::numbers::pi;
    const double road =
        0.75 * (1.0 - std::cos(t) + (std::cos(w * t) - std::cos(t)) / (w * w - 1.0));
    CHECK(run.info.q[1] == doctest::Approx(road + 1.0 - std::cos(t - jump)).epsilon(1e-11));
  }
}

TEST_CASE("finding: jumps of a given motion are told, however small beside it") {
  Model model =
      load_model(LUZTAR_SOURCE_DIR "/tests/acceptance/findings/jump_soon_after_the_start.toml");
  for (const std::string jump :
       {"1e-6*step(t - 1e-3)", "1e-9*step(t - 1e-5)", "1e-7*step(t - 2)"}) {
    CAPTURE(jump);
    model.bodies.front().motion =
        parse_expression("0.75*(1 - cos(2*pi*t)) + " + jump, {"jump", 1, 1}, {});
    const System system = compile(model);
    CHECK(record(system, system.settings()).info.diagnosis.find("'road' jumps") !=
          std::string::npos);
  }
}

namespace {

/// A block on the ground under a plate with a given motion; the order of the frictions is theirs in
/// the file.
Model plate_on_block(const std::string& motion, const std::string& more, bool plate_first) {
  const std::string plate = "[frictions.above]\nbetween = [\"block\", \"plate\"]\nkinetic = 2.69\n";
  const std::string ground =
      "[frictions.below]\nbetween = [\"block\", \"ground\"]\nkinetic = 2.69\n";
  return parse_model(
      "title = \"A block between the ground and a plate\"\n"
      "[bodies.block]\nmass = 2\n[bodies.plate]\nmotion = \"" +
          motion + "\"\n" + (plate_first ? plate + ground : ground + plate) + more +
          "[simulation]\nduration = 20\n",
      "plate.toml");
}

const std::string kTurningPlates[] = {"0.1*sin(3*t)",        "0.1*(1 - cos(3*t))",
                                      "sin(2*t)^2",          "0.7*cos(5*t + 1)",
                                      "3*(1 - cos(7.12*t))", "0.01*sin(3.66*t)^2"};

}  // namespace

TEST_CASE("finding: a plate that turns does not carry on what the ground holds") {
  for (const std::string& motion : kTurningPlates)
    for (const bool plate_first : {true, false})
      for (const int samples : {0, 50}) {
        CAPTURE(motion);
        CAPTURE(plate_first);
        CAPTURE(samples);
        const System system = compile(plate_on_block(motion, "", plate_first));
        const Recorded run = record(system, {.duration = 20.0, .samples = samples});
        CHECK(run.info.diagnosis == "");
        CHECK(run.info.proofs.hold());
        CHECK(run.info.q[0] == 0.0);  // the plate never pulls harder than the ground
        CHECK(run.info.v[0] == 0.0);
      }
}

TEST_CASE("finding: what a plate lets go where it turns starts from rest") {
  const std::string spring = "[springs.spring]\nbetween = [\"block\", \"ground\"]\nstiffness = 1\n";
  for (const std::string& motion : kTurningPlates)
    for (const bool plate_first : {true, false}) {
      CAPTURE(motion);
      CAPTURE(plate_first);
      const System system = compile(plate_on_block(motion, spring, plate_first));
      const Recorded run = record(system, {.duration = 20.0, .samples = 50});
      CHECK(run.info.diagnosis == "");
      CHECK(run.info.proofs.hold());
    }
}

TEST_CASE("finding: a plate that stops for an instant and goes on lets nobody stick to it") {
  // Its velocity touches zero as t^2, where w*t is an odd multiple of pi.
  const std::string stops = "0.01*sin(2*t) + 0.005*sin(4*t)";
  const auto friction = [](const std::string& name, const std::string& other, double limit) {
    return "[frictions." + name + "]\nbetween = [\"block\", \"" + other +
           "\"]\nkinetic = " + std::to_string(limit) + "\n";
  };
  for (const double below : {2.0, 3.0, 8.0})
    for (const double beside : {1.0, 5.0, 8.0})
      for (const std::string other :
           {"sin(t)", "0.1*(1 - cos(2*t))", "0.3*sin(6*t) + 0.15*sin(12*t)"}) {
        CAPTURE(below);
        CAPTURE(beside);
        CAPTURE(other);
        const Model model = parse_model(
            "title = \"A block between the ground and two plates\"\n[bodies.block]\nmass = 1\n"
            "[bodies.plate]\nmotion = \"" +
                stops + "\"\n[bodies.belt]\nmotion = \"" + other + "\"\n" +
                friction("above", "plate", 3.0) + friction("below", "ground", below) +
                friction("beside", "belt", beside) + "[simulation]\nduration = 20\n",
            "plates.toml");
        const Recorded run = record(compile(model), {.duration = 20.0, .samples = 50});
        CHECK(run.info.diagnosis == "");
        CHECK(run.info.proofs.hold());
        if (below > 3.0 + beside) CHECK(run.info.q[0] == 0.0);
      }
}

TEST_CASE("finding: rows of blocks under a plate that stops for an instant") {
  // More pairs than the dense solver takes. Where the ground holds more than plate and belt pull,
  // nothing ever moves.
  for (const int blocks : {6, 9})
    for (const int below : {2, 3, 20}) {
      CAPTURE(blocks);
      CAPTURE(below);
      std::string rows =
          "title = \"A row of blocks on the ground, under a plate\"\n[bodies.plate]\n"
          "motion = \"0.01*sin(2*t) + 0.005*sin(4*t)\"\n[bodies.belt]\nmotion = \"sin(t)\"\n";
      const auto friction = [&](const std::string& name, int block, const std::string& other,
                                int limit) {
        rows += "[frictions." + name + std::to_string(block) + "]\nbetween = [\"b" +
                std::to_string(block) + "\", \"" + other +
                "\"]\nkinetic = " + std::to_string(limit) + "\n";
      };
      for (int b = 0; b < blocks; ++b) {
        rows += "[bodies.b" + std::to_string(b) + "]\nmass = 1\n";
        friction("above", b, "plate", 3);
        friction("below", b, "ground", below);
        if (b > 0) friction("beside", b, "b" + std::to_string(b - 1), 1);
      }
      friction("pull", 0, "belt", 5);
      rows += "[simulation]\nduration = 10\n";
      const Recorded run =
          record(compile(parse_model(rows, "rows.toml")), {.duration = 10.0, .samples = 20});
      CHECK(run.info.diagnosis == "");
      CHECK(run.info.proofs.hold());
      for (std::size_t b = 2; b < run.info.q.size() && below == 20; ++b)
        CHECK(run.info.q[b] == 0.0);
    }
}
