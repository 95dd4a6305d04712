// Bodies without mass that jump with their loads: closed forms, the exact path of random networks
// between walls (jump_path.h), and beside masses what steep ramps do.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "acceptance/jump_path.h"
#include "acceptance/recording.h"
#include "environment.h"
#include "random.h"

using namespace acceptance;
using luztar::testing::Random;

namespace {

constexpr int kJumps = 5;

luztar::Model finding(const std::string& name) {
  return luztar::load_model(std::string(LUZTAR_SOURCE_DIR) + "/tests/acceptance/findings/" + name +
                            ".toml");
}

std::string list_text(const std::vector<double>& values) {
  std::string text;
  for (std::size_t k = 0; k < values.size(); ++k)
    text += fmt::format("{}{}*step(t - {})", k == 0 ? "" : " + ", values[k], k + 1);
  return text;
}

/// A network between walls, its model and the oracle side by side.
struct Walled {
  std::string text;
  JumpPath path;
  std::vector<std::vector<double>> loads, limits;  ///< (jumps × bodies, frictions)
};

std::vector<double> unit(int bodies, int body, int other) {
  std::vector<double> arms(static_cast<std::size_t>(bodies), 0.0);
  arms[static_cast<std::size_t>(body)] = 1.0;
  if (other >= 0) arms[static_cast<std::size_t>(other)] = -1.0;
  return arms;
}

std::string body_name(int body) { return body < 0 ? "wall" : fmt::format("p{}", body); }

void add_springs(Random& random, int bodies, Walled& network) {
  for (int s = 0; s < 2 * bodies; ++s) {
    const int body = s % bodies;
    const bool holds = s < bodies;
    const int other = random(0.0, 1.0) < 0.5 ? -1 : random.below(body + 1) - 1;
    const double stiffness = std::pow(10.0, random(1.0, 2.5));
    const double gap = holds ? 0.0 : random(0.001, 0.05);
    network.path.springs.push_back({unit(bodies, body, other), stiffness, gap});
    network.text += fmt::format("[springs.s{}]\nbetween = [\"{}\", \"{}\"]\nstiffness = {}\n", s,
                                body_name(body), body_name(other), stiffness) +
                    (holds ? "" : fmt::format("gap = [{}, {}]\n", -gap, gap));
  }
}

void add_frictions(Random& random, int bodies, Walled& network) {
  for (int j = 0; j < bodies; ++j) {
    const int other = random(0.0, 1.0) < 0.5 ? -1 : random.below(j + 1) - 1;
    const double kinetic = random(0.1, 2.0);
    network.path.frictions.push_back({unit(bodies, j, other), kinetic});
    network.text += fmt::format("[frictions.f{}]\nbetween = [\"{}\", \"{}\"]\nkinetic = {}\n", j,
                                body_name(j), body_name(other), kinetic);
    std::vector<double> factors(kJumps, 0.0);
    const bool changes = random(0.0, 1.0) < 0.4;
    double factor = 1.0;
    for (int k = 0; k < kJumps; ++k) {
      const double next = changes ? random(0.1, 2.0) : 1.0;
      factors[k] = next - std::exchange(factor, next);
      network.limits[k].push_back(kinetic * next);
    }
    if (changes) network.text += fmt::format("normal = \"1 + {}\"\n", list_text(factors));
  }
}

void add_loads(Random& random, int bodies, Walled& network) {
  for (int b = 0; b < bodies; ++b) {
    std::vector<double> steps(kJumps, 0.0);
    double load = 0.0;
    for (int k = 0; k < kJumps; ++k) {
      if (random(0.0, 1.0) < 0.8) steps[k] = random(-4.0, 4.0);
      network.loads[k].push_back(load += steps[k]);
    }
    network.text +=
        fmt::format("[forces.g{}]\non = \"p{}\"\nvalue = \"{}\"\n", b, b, list_text(steps));
  }
}

Walled walled(std::uint64_t seed) {
  Random random{seed};
  const int bodies = 1 + random.below(3);
  Walled network;
  network.loads.resize(kJumps);
  network.limits.resize(kJumps);
  network.text = "[bodies.wall]\nmass = inf\n";
  for (int b = 0; b < bodies; ++b) network.text += fmt::format("[bodies.p{}]\nmass = 0\n", b);
  network.path.position.assign(static_cast<std::size_t>(bodies), 0.0);
  network.path.load = network.path.position;
  add_springs(random, bodies, network);
  add_frictions(random, bodies, network);
  add_loads(random, bodies, network);
  network.text +=
      fmt::format("[simulation]\nduration = {}.5\nsamples = {}\n", kJumps, kJumps * 2 + 2);
  return network;
}

/// What the oracle says, against a run. @return false if its path has no single way
bool follow(Walled& network, const luztar::Trajectory& run) {
  const int bodies = static_cast<int>(network.path.position.size());
  for (int k = 0; k < kJumps; ++k) {
    if (!network.path.go_to(network.loads[k], network.limits[k])) return false;
    for (int b = 0; b < bodies; ++b)
      CHECK(run.q[b + 1][2 * k + 3] ==
            doctest::Approx(network.path.position[b]).epsilon(1e-10).scale(1e-2));
  }
  const int first = static_cast<int>(network.path.springs.size());
  double work = 0.0;
  for (int j = 0; j < bodies; ++j) {
    CHECK(run.info.energy.dissipated[first + j] ==
          doctest::Approx(network.path.frictions[j].dissipated).epsilon(1e-10).scale(1e-2));
    work += run.info.energy.supplied[first + bodies + j];
  }
  CHECK(work == doctest::Approx(network.path.work).epsilon(1e-10).scale(1e-2));
  return true;
}

/// A load at `time`, as a jump or within 1e-7 s behind it.
std::string jump_at(double time, bool ramp) {
  if (!ramp) return fmt::format("step(t - {})", time);
  return fmt::format("((max(t - {0}, 0) - max(t - {0} - 1e-7, 0))*1e7)", time);
}

/// Up to three bodies without mass beside one or two with mass that move.
std::string beside_masses(std::uint64_t seed, bool ramp) {
  Random random{seed};
  const int bodies = 1 + random.below(3), blocks = 1 + random.below(2);
  std::string text;
  for (int m = 0; m < blocks; ++m)
    text += fmt::format(
        "[bodies.m{0}]\nmass = {1}\nvelocity = {2}\n"
        "[springs.h{0}]\nbetween = [\"m{0}\", \"ground\"]\nstiffness = {3}\n",
        m, random(0.5, 2.0), random(-0.2, 0.2), random(5.0, 50.0));
  for (int b = 0; b < bodies; ++b) text += fmt::format("[bodies.p{}]\nmass = 0\n", b);
  const auto other = [&](int body) {
    const int pick = random.below(blocks + 1 + body);
    return pick == 0        ? std::string("ground")
           : pick <= blocks ? fmt::format("m{}", pick - 1)
                            : fmt::format("p{}", pick - blocks - 1);
  };
  for (int b = 0; b < bodies; ++b) {
    text += fmt::format("[springs.s{0}]\nbetween = [\"p{0}\", \"{1}\"]\nstiffness = {2}\n", b,
                        other(b), std::pow(10.0, random(1.0, 2.5)));
    text += fmt::format("[frictions.f{0}]\nbetween = [\"p{0}\", \"{1}\"]\nkinetic = {2}\n", b,
                        other(b), random(0.1, 2.0));
  }
  if (random(0.0, 1.0) < 0.3)
    text += fmt::format("[dampers.d]\nbetween = [\"p0\", \"{}\"]\ndamping = {}\n", other(0),
                        random(0.5, 5.0));
  for (int g = 0; g < 3; ++g) {
    text += fmt::format("[forces.g{}]\non = \"p{}\"\nvalue = \"{}*sin({}*t)", g,
                        random.below(bodies), random(-1.0, 1.0), random(1.0, 9.0));
    for (int k = 0; k < 2; ++k)
      text += fmt::format(" + {}*{}", random(-4.0, 4.0), jump_at(random(0.1, 1.8), ramp));
    text += "\"\n";
  }
  return text + "[simulation]\nduration = 2\nsamples = 3\n";
}

luztar::Trajectory run_text(const std::string& text) {
  const luztar::System system = luztar::compile(luztar::parse_model(text, "jumps.toml"));
  return luztar::simulate(system, luztar::initial_state(system), system.settings());
}

}  // namespace

TEST_CASE("a massless pad jumps with its load as a quick ramp would take it") {
  const luztar::System system = luztar::compile(finding("massless_must_jump"));
  const Recorded run = record(system, system.settings());
  check_trust(run);
  // At 1 s the pad slides by (3 - 1)/100; then both go on at 2 m/s2.
  REQUIRE(run.before.size() == 1);
  CHECK(run.before[0].q[1] == 0.0);
  CHECK(run.after[0].q[1] == doctest::Approx(0.02).epsilon(1e-14));
  CHECK(run.after[0].time == 1.0);
  CHECK(run.info.q[0] == doctest::Approx(1.0).epsilon(1e-14));
  CHECK(run.info.q[1] == doctest::Approx(1.02).epsilon(1e-14));
  const auto& energy = run.info.energy;
  CHECK(energy.dissipated[1] == doctest::Approx(0.02 + 1.0).epsilon(1e-14));
  CHECK(energy.supplied[2] == doctest::Approx(0.04 + 3.0).epsilon(1e-14));
  CHECK(energy.stored[0] == doctest::Approx(0.02).epsilon(1e-14));
  CHECK(std::abs(energy.residual) < 1e-15 * energy.moved);
}

TEST_CASE("a run goes on across the jump of a pad with the same bits") {
  const luztar::System system = luztar::compile(finding("massless_must_jump"));
  luztar::SimulationSettings settings = system.settings();
  const luztar::RunInfo whole =
      luztar::simulate(system, luztar::initial_state(system), settings).info;
  for (const double half : {0.5, 1.0, 1.5}) {
    CAPTURE(half);
    settings.duration = half;
    const luztar::RunInfo first =
        luztar::simulate(system, luztar::initial_state(system), settings).info;
    settings.duration = 2.0;
    const luztar::RunInfo second = luztar::simulate(system, first.final_state, settings).info;
    CHECK(second.final_state == whole.final_state);
    CHECK(second.proofs.hold());
  }
}

TEST_CASE("what slides in a jump and rests again has both rows") {
  const std::string text =
      "[bodies.wall]\nmass = inf\n[bodies.pad]\nmass = 0\n"
      "[springs.k]\nbetween = [\"wall\", \"pad\"]\nstiffness = 100\n"
      "[frictions.floor]\nbetween = [\"pad\", \"ground\"]\nkinetic = 1\n"
      "[forces.push]\non = \"pad\"\nvalue = \"3*step(t - 1) - step(t - 2)\"\n"
      "[simulation]\nduration = 3\n";
  const luztar::Trajectory run = run_text(text);
  CHECK(run.info.status == luztar::Status::Finished);
  REQUIRE(run.events.size() == 4);
  CHECK(run.events[0].to == 1);
  CHECK(run.events[0].cause == luztar::Event::Cause::Break);
  CHECK(run.events[1].to == 0);
  CHECK(run.events[1].time.value == 1.0);
  CHECK(run.info.q[1] == doctest::Approx(0.02).epsilon(1e-14));
}

TEST_CASE("derivatives go across the jump of a pad") {
  const auto text = [](double push, double stiffness, const char* derivatives) {
    return fmt::format(
        "[parameters]\nF = {}\nK = {}\n[bodies.block]\nmass = 1\n[bodies.pad]\nmass = 0\n"
        "[springs.couple]\nbetween = [\"block\", \"pad\"]\nstiffness = \"K\"\n"
        "[springs.back]\nbetween = [\"block\", \"ground\"]\nstiffness = 30\n"
        "[frictions.floor]\nbetween = [\"pad\", \"ground\"]\nkinetic = 1\n"
        "[forces.push]\non = \"pad\"\nvalue = \"F*step(t - 1)\"\n"
        "[simulation]\nduration = 1.5\nsamples = 2\n{}",
        push, stiffness, derivatives);
  };
  struct Last : luztar::Observer {
    void sample(const luztar::Sample& sample) override {
      slopes.assign(sample.derivatives.q.begin(), sample.derivatives.q.end());
    }
    std::vector<double> slopes;  // (bodies, F and K)
  } last;
  const luztar::System system = luztar::compile(
      luztar::parse_model(text(3.0, 100.0, "derivatives = [\"F\", \"K\"]\n"), "pad.toml"));
  const luztar::RunInfo info =
      luztar::simulate(system, luztar::initial_state(system), system.settings(), last);
  CHECK(info.warnings.empty());
  REQUIRE(last.slopes.size() == 4);
  for (const int b : {0, 1}) {
    const double h = 1e-4;
    const auto q = [&](double push, double stiffness) {
      return run_text(text(push, stiffness, "")).info.q[b];
    };
    CHECK(last.slopes[2 * b] ==
          doctest::Approx((q(3.0 + h, 100.0) - q(3.0 - h, 100.0)) / (2 * h)).epsilon(1e-6));
    CHECK(last.slopes[2 * b + 1] ==
          doctest::Approx((q(3.0, 100.0 + h) - q(3.0, 100.0 - h)) / (2 * h)).epsilon(1e-5));
  }
}

namespace {

/// A pad that a spring drags over a floor with F_S > F_K.
std::string dragged(double speed, double stiffness, double fs, double fk, const char* release) {
  return fmt::format(
      "[bodies.puller]\nmotion = \"{}*t\"\n[bodies.pad]\nmass = 0\n{}"
      "[springs.k]\nbetween = [\"puller\", \"pad\"]\nstiffness = {}\n"
      "[frictions.floor]\nbetween = [\"pad\", \"ground\"]\nstatic = {}\nkinetic = {}\n"
      "[simulation]\nduration = 2\nsamples = 2\n",
      speed, release, stiffness, fs, fk);
}

}  // namespace

TEST_CASE("where a friction falls from F_S to F_K a massless pad goes as its key says") {
  const int first = luztar::test::first_seed(1);
  for (int seed = first; seed < first + luztar::test::count_of(100); ++seed) {
    Random random{static_cast<std::uint64_t>(seed)};
    const double v = random(0.1, 1.0), k = random(50.0, 500.0), fs = random(1.0, 4.0);
    const double fk = fs * random(0.55, 0.95), start = fs / (k * v),
                 pause = 2 * (fs - fk) / (k * v);
    if (start > 2.0) continue;
    CAPTURE(seed);
    // To the nearest balance, from where it goes on with the puller.
    const auto damped = run_text(dragged(v, k, fs, fk, "release = \"damped\"\n"));
    CHECK(damped.info.status == luztar::Status::Finished);
    CHECK(damped.info.q[1] == doctest::Approx(2.0 * v - fk / k).epsilon(1e-12));
    REQUIRE(damped.events.size() == 1);
    CHECK(damped.events[0].cause == luztar::Event::Cause::Break);
    CHECK(damped.events[0].time.value == doctest::Approx(start).epsilon(1e-12));
    CHECK(damped.info.energy.dissipated[1] ==
          doctest::Approx(0.5 * (fs * fs - fk * fk) / k + fk * v * (2.0 - start)).epsilon(1e-10));
    // As far again; then it rests until the spring holds F_S once more.
    const auto inertial = run_text(dragged(v, k, fs, fk, "release = \"inertial\"\n"));
    CHECK(inertial.info.status == luztar::Status::Finished);
    CHECK(inertial.info.proofs.hold());
    const double jumps = std::floor((2.0 - start) / pause) + 1.0;
    CHECK(inertial.events.size() == 2 * static_cast<std::size_t>(jumps));
    CHECK(inertial.info.q[1] == doctest::Approx(jumps * pause * v).epsilon(1e-10));
    CHECK(inertial.info.energy.dissipated[1] ==
          doctest::Approx(jumps * pause * v * fk).epsilon(1e-10));
  }
  const std::string text = dragged(0.1, 100.0, 2.0, 1.2, "release = \"inertial\"\n");
  const std::string written = luztar::write_model(luztar::parse_model(text, "pad.toml"));
  CHECK(written.find("release = \"inertial\"") != std::string::npos);
  const auto unknown = run_text(dragged(0.1, 100.0, 2.0, 1.2, ""));
  CHECK(unknown.info.diagnosis.find("`release`") != std::string::npos);
}

TEST_CASE("a load that jumps takes a pad over F_S as its key says") {
  const auto at_end = [](const char* release) {
    return run_text(fmt::format(
        "[bodies.pad]\nmass = 0\n{}[springs.k]\nbetween = [\"pad\", \"ground\"]\nstiffness = 100\n"
        "[frictions.floor]\nbetween = [\"pad\", \"ground\"]\nstatic = 2\nkinetic = 1.5\n"
        "[forces.push]\non = \"pad\"\nvalue = \"2.9*step(t - 1)\"\n[simulation]\nduration = 2\n",
        release));
  };
  // It breaks at 2 N of the way up to 2.9 N.
  const auto damped = at_end("release = \"damped\"\n");
  CHECK(damped.info.q[0] == doctest::Approx(0.014).epsilon(1e-13));
  CHECK(damped.info.proofs.hold());
  // To 2 N - 1 N = 100 x, where it rests: 2.9 N are 1.9 N more than the spring holds then.
  const auto inertial = at_end("release = \"inertial\"\n");
  CHECK(inertial.info.q[0] == doctest::Approx(0.01).epsilon(1e-13));
  CHECK(at_end("").info.diagnosis.find("`release`") != std::string::npos);
}

TEST_CASE("networks between walls jump along the exact path of their loads") {
  const int first = luztar::test::first_seed(1);
  const int count = luztar::test::count_of(luztar::test::some_of(300));
  int compared = 0;
  for (int seed = first; seed < first + count; ++seed) {
    Walled network = walled(static_cast<std::uint64_t>(seed));
    INFO("seed " << seed << "\n" << network.text);
    const luztar::Trajectory run = run_text(network.text);
    CHECK(run.info.diagnosis == "");
    if (run.info.status != luztar::Status::Finished) continue;
    CHECK(std::abs(run.info.energy.residual) <= 1e-13 * run.info.energy.moved);
    compared += follow(network, run) ? 1 : 0;
  }
  CHECK(compared > 0.95 * count);
}

TEST_CASE("networks beside masses go on from a jump as behind a steep ramp") {
  const int first = luztar::test::first_seed(1);
  const int count = luztar::test::count_of(luztar::test::some_of(100));
  int compared = 0;
  for (int seed = first; seed < first + count; ++seed) {
    const auto number = static_cast<std::uint64_t>(seed);
    const std::string text = beside_masses(number, false);
    INFO("seed " << seed << "\n" << text);
    const luztar::Trajectory run = run_text(text), ramp = run_text(beside_masses(number, true));
    CHECK(run.info.diagnosis == "");
    if (ramp.info.status != luztar::Status::Finished) continue;
    ++compared;
    for (std::size_t b = 0; b < run.info.q.size(); ++b)
      CHECK(run.info.q[b] == doctest::Approx(ramp.info.q[b]).epsilon(2e-6));
  }
  CHECK(compared > 0.7 * count);
}
