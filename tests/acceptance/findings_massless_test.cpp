// Models that were decided wrongly because there is a massless body in the file.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "acceptance/example.h"
#include "acceptance/recording.h"
#include "acceptance/rich_network.h"
#include "acceptance/rich_witness.h"

using namespace acceptance;

namespace {

luztar::Model finding(const std::string& name) {
  return luztar::load_model(std::string(LUZTAR_SOURCE_DIR) + "/tests/acceptance/findings/" + name +
                            ".toml");
}

Recorded run_finding(const std::string& name, double duration = 2.0) {
  return record(luztar::compile(finding(name)), {.duration = duration, .samples = 2});
}

double laws_missed_by(const std::string& name) {
  const luztar::Model model = finding(name);
  const luztar::System system = luztar::compile(model);
  Witness witness(model);
  luztar::simulate(system, luztar::initial_state(system), system.settings(), witness);
  CHECK(witness.complaint() == "");
  return witness.worst().largest();
}

}  // namespace

TEST_CASE("pairs on a cycle break when the box holds no longer, whatever is massless elsewhere") {
  const Recorded run = run_finding("massless_elsewhere_wrong_break");
  check_trust(run);
  REQUIRE(run.events.size() >= 2);
  for (const int i : {0, 1}) {
    CHECK(run.events[i].time.value == doctest::Approx(1.1).epsilon(1e-14));
    CHECK(run.events[i].to == 1);
  }
}

TEST_CASE("a load that falls back is shared anew, within the limits of all that rests") {
  const Recorded run = run_finding("massless_shares_change", 3.0);
  check_trust(run);
  CHECK(laws_missed_by("massless_shares_change") < 1e-11);
}

TEST_CASE("networks with massless bodies go on where the slow load leads to a motion") {
  for (const std::uint64_t seed : {180, 1224, 1706, 1775}) {
    CAPTURE(seed);
    const luztar::Model model = luztar::parse_model(rich_network(seed), "rich.toml");
    const luztar::System system = luztar::compile(model);
    Witness witness(model);
    const luztar::RunInfo info = luztar::simulate(system, luztar::initial_state(system),
                                                  {.duration = 2.0, .samples = 41}, witness);
    CHECK(info.diagnosis == "");
    CHECK(witness.complaint() == "");
    CHECK(witness.worst().largest() < 1e-10);
  }
}

TEST_CASE("a contact at its edge closes at the start, whatever is massless elsewhere") {
  const Recorded run = run_finding("edge_at_start_massless_elsewhere");
  check_trust(run);
  // Pushed by 1 - cos t at its own frequency.
  CHECK(run.info.q[0] == doctest::Approx(1.0 - std::cos(2.0) - std::sin(2.0)).epsilon(1e-12));
}

TEST_CASE("sliders far weaker than the springs beside them turn round all the same") {
  const luztar::Model model = luztar::load_model(LUZTAR_SOURCE_DIR "/examples/iwan.toml");
  for (const double friction : {0.2, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
    CAPTURE(friction);
    const luztar::System system = luztar::compile(model, {{"F", friction}});
    const auto heat = [&](double until) {
      const auto info = luztar::advance(system, luztar::initial_state(system), until);
      CHECK(info.diagnosis == "");
      double sum = 0.0;
      for (const double part : info.energy.dissipated) sum += part;
      return sum;
    };
    double cycle = 0.0;  // of the amplitude A = 10 mm, k = 100 N/m
    for (int i = 1; i <= 8; ++i) {
      const double level = friction * i / 8.0;
      cycle += 4.0 * level * (0.01 - level / 100.0);
    }
    CHECK(heat(3.0) - heat(2.0) == doctest::Approx(cycle).epsilon(1e-9));
  }
}

TEST_CASE("sliders at massless bodies may be weaker than rounding, down to none") {
  const luztar::Model model = luztar::load_model(example_path("iwan.toml"));
  // The head's way in 3 s, on a grid: the sliders follow it but for springs of F/k.
  const auto place = [](double t) {
    return 0.01 * std::sin(2 * std::numbers::pi * t) * std::min(t, 1.0);
  };
  double way = 0.0;
  for (int i = 0; i < 300000; ++i) way += std::abs(place(1e-5 * (i + 1)) - place(1e-5 * i));
  for (const double F : {0.0, 1e-20, 1e-16, 1e-15, 1e-14, 1e-12, 1e-11, 1e-9, 1e-8, 1e-7, 1e-6}) {
    CAPTURE(F);
    const luztar::System system = luztar::compile(model, {{"F", F}});
    const Recorded run = record(system, system.settings());
    INFO(run.info.diagnosis);
    CHECK(run.info.status == luztar::Status::Finished);
    CHECK(run.info.proofs.hold());
    CHECK(run.stuck_complaint == "");
    CHECK(std::abs(run.info.energy.residual) < 1e-15);
    double dissipated = 0.0;
    for (const double part : run.info.energy.dissipated) dissipated += part;
    CHECK(dissipated == doctest::Approx(4.5 * F * way).epsilon(1e-3));
  }
}

TEST_CASE(
    "finding: beside a massless body, what a given motion pushes flies on where it slows down") {
  // The drive A (1 - cos w t) takes the block along to t = pi/(2 w), where it is fastest.
  for (const std::string edge :
       {"[stops.edge]\ngap = [0, 100]\n", "[freewheels.edge]\npitch = 10\n"})
    for (const double w : {0.7, 1.0, 2.0, 3.0, 5.3})
      for (const double reach : {0.01, 0.3, 1.0}) {
        CAPTURE(edge);
        CAPTURE(w);
        CAPTURE(reach);
        const std::string numbers =
            "[parameters]\nA = " + std::to_string(reach) + "\nw = " + std::to_string(w) + "\n";
        const luztar::Model model = luztar::parse_model(
            "title = \"A block pushed by a drive, with a loose end on a spring\"\n" + numbers +
                "[bodies.drive]\nmotion = \"A*(1 - cos(w*t))\"\n[bodies.end]\nmass = 0\n"
                "[bodies.block]\nmass = 1\n[springs.tail]\nbetween = [\"end\", \"block\"]\n"
                "stiffness = 1\n" +
                edge + "between = [\"block\", \"drive\"]\n" + "[simulation]\nduration = 3\n",
            "pushed.toml");
        const Recorded run = record(luztar::compile(model), {.duration = 3.0, .samples = 2});
        check_trust(run);
        const double leaves = std::numbers::pi / (2.0 * w);
        const double expected = leaves < 3.0 ? reach * (1.0 + w * (3.0 - leaves)) : 0.0;
        if (leaves < 3.0) CHECK(run.info.q[2] == doctest::Approx(expected).epsilon(1e-11));
      }
}

TEST_CASE("finding: a freewheel beside a friction on a massless body takes over no rounding") {
  // The load of the spring passes zero every half period; the friction alone holds what pulls
  // forward.
  for (const double w : {1.0, 2.0, 3.0, 5.3})
    for (const double stiffness : {1.0, 30.0})
      for (const bool first : {true, false}) {
        CAPTURE(w);
        CAPTURE(stiffness);
        CAPTURE(first);
        const std::string between = "between = [\"slider\", \"ground\"]\n";
        const std::string friction =
            "[frictions.brake]\n" + between + "kinetic = " + std::to_string(stiffness) + "\n";
        const std::string freewheel = "[freewheels.clutch]\n" + between;
        const luztar::Model model = luztar::parse_model(
            "title = \"A slider that nothing moves\"\n[bodies.drive]\nmotion = \"cos(" +
                std::to_string(w) +
                "*t)\"\n[bodies.slider]\nmass = 0\n[springs.spring]\n"
                "between = [\"slider\", \"drive\"]\nstiffness = " +
                std::to_string(stiffness) + "\n" +
                (first ? friction + freewheel : freewheel + friction) +
                "[simulation]\nduration = 20\n",
            "slider.toml");
        const Recorded run = record(luztar::compile(model), {.duration = 20.0, .samples = 50});
        check_trust(run);
        CHECK(run.info.q[1] == 0.0);
      }
}

TEST_CASE("finding: rounding is no contradiction where a massless body follows a motion freely") {
  // It goes with the drive: the springs carry nothing, and the ledger holds nothing but rounding.
  const auto spring = [](const std::string& name, const std::string& more) {
    return "[springs." + name + "]\nbetween = [\"end\", \"drive\"]\nstiffness = 3\n" + more;
  };
  for (const std::string motion : {"sin(t)", "sin(5*t)", "0.3*(1 - cos(3*t))", "sin(2*t)^2"})
    for (const std::string& springs :
         {spring("one", "") + spring("other", ""), spring("one", "damping = 1\n"),
          spring("one", "") + spring("other", "damping = 0.1\n")}) {
      CAPTURE(motion);
      CAPTURE(springs);
      const luztar::Model model = luztar::parse_model(
          "title = \"An end on springs\"\n[bodies.drive]\nmotion = \"" + motion +
              "\"\n[bodies.end]\nmass = 0\n" + springs + "[simulation]\nduration = 10\n",
          "end.toml");
      for (const int samples : {0, 50}) {
        const Recorded run = record(luztar::compile(model), {.duration = 10.0, .samples = samples});
        CHECK(run.info.diagnosis == "");
        CHECK(run.info.proofs.hold());
        CHECK(run.info.q[1] == doctest::Approx(run.info.q[0]).epsilon(1e-14));
      }
    }
}

TEST_CASE("finding: forces between the events are known without samples") {
  // The block rests on its stop, which the spring presses through the end and lets go at t = pi.
  for (const double mass : {0.0, 0.5}) {
    CAPTURE(mass);
    const luztar::Model model = luztar::parse_model(
        "title = \"A block on a stop\"\n[bodies.drive]\nmotion = \"0.1*sin(t)\"\n[bodies.end]\n"
        "mass = " +
            std::to_string(mass) +
            "\n[bodies.block]\nmass = 1\n[springs.near]\n"
            "between = [\"end\", \"drive\"]\nstiffness = 1\n[springs.far]\n"
            "between = [\"block\", \"end\"]\nstiffness = 1\n[stops.wall]\n"
            "between = [\"block\", \"ground\"]\ngap = [-1, 0]\n[simulation]\nduration = 10\n",
        "wall.toml");
    const Recorded run = record(luztar::compile(model), {.duration = 10.0, .samples = 0});
    CHECK(run.info.diagnosis == "");
    CHECK(run.info.proofs.hold());
  }
}
