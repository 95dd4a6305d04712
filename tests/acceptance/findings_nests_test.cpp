// Functions with kinks and jumps inside each other. Expected forces and motions come from the
// expressions evaluated directly at what a row shows.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/recording.h"

using namespace acceptance;

namespace {

Recorded run_of(const luztar::Model& model) {
  const luztar::System system = luztar::compile(model);
  Recorded run = record(system, system.settings());
  check_trust(run);
  return run;
}

luztar::Model finding(const std::string& name) {
  return luztar::load_model(LUZTAR_SOURCE_DIR "/tests/acceptance/findings/" + name + ".toml");
}

/// Of an expression in one name.
double value_of(const std::string& expression, double x) {
  return luztar::evaluate(luztar::parse_expression(expression, {}),
                          [x](const std::string&) { return x; });
}

}  // namespace

TEST_CASE("findings: an argument that touches an edge to the last bit costs no steps") {
  const Recorded crest = run_of(finding("crest_at_edge_hangs"));
  CHECK(crest.info.final_state.steps < 200);
  for (const Snapshot& s : crest.samples)
    CHECK(std::abs(s.f.back() - std::pow(std::tanh(s.time - 0.5), 18.0)) < 1e-12);
  const Recorded power = run_of(finding("touching_power_hangs"));
  CHECK(power.info.final_state.steps < 200);
  for (const Snapshot& s : power.samples)
    CHECK(std::abs(s.f.back() - value_of("saw(2*pi*v)^4", s.rate.back())) < 1e-9);
}

TEST_CASE("findings: powers of time beyond the order of the series act inside kinks and signs") {
  const Recorded powers = run_of(finding("power_of_time_inside_abs"));
  for (const Snapshot& s : powers.samples) {
    const double t29 = std::pow(s.time, 29.0);
    const double most = std::max(-t29, std::pow(s.time, 30.0));
    CHECK(std::abs(s.f[0] - t29) <= 1e-12 * t29);
    CHECK(std::abs(s.f[1] - most) <= 1e-12 * most);
    CHECK(std::abs(s.q[1] - std::pow(std::sin(3.0 * s.time), 30.0)) < 1e-12);
  }
  const luztar::Model sparse = finding("sparse_series_at_anchor");
  for (const Snapshot& s : run_of(sparse).samples)
    CHECK(std::abs(s.q[0] + std::cos(2.0 * std::pow(s.time - 0.29474, 4.0))) < 1e-12);
}

TEST_CASE("findings: motions that are kinks of high powers are continuous") {
  for (const std::string motion : {"abs(sin(t)^40)", "sat(abs(t^27), 5)", "abs((t-1)^33)"}) {
    CAPTURE(motion);
    const Recorded run = run_of(luztar::parse_model(
        "[bodies.b]\nmotion = \"" + motion + "\"\n[simulation]\nduration = 3\nsamples = 49\n",
        "powers.toml"));
    for (const Snapshot& s : run.samples) {
      const double right = value_of(motion, s.time);
      CHECK(std::abs(s.q[0] - right) <= 1e-11 * right + 1e-300);
    }
  }
}

TEST_CASE(
    "findings: what touches the edge of a jump does not jump, a power passes it like its base") {
  const Recorded run = run_of(finding("steps_of_touching_powers"));
  for (const std::vector<Snapshot>* rows : {&run.samples, &run.before, &run.after})
    for (const Snapshot& s : *rows) {
      CHECK(s.f[0] == 1.0);
      CHECK(s.f[1] == 1.0);
      if (s.time > 1e-11) CHECK(s.f[4] == 1.0);  // t^29 is 0 in double before
    }
  for (const Snapshot& s : run.samples) {
    CHECK(s.f[2] == (std::pow(std::sin(5.59375 * s.time), 2.0) < 0.5 ? 1.0 : -1.0));
    CHECK(s.f[3] == (std::sin(3.39053 * s.v[0]) > 0.0 ? 1.0 : 0.0));
  }
}

TEST_CASE(
    "findings: switches around others that pass or jump at the same instant take their side") {
  const double pi = std::acos(-1.0);
  const auto force_of_two_jumps = [](const Snapshot&) {
    return std::log(1.3);
  };
  const auto force_fed_back = [pi](const Snapshot& s) {
    return std::abs(std::sin(2.0 * pi * s.v[0])) / pi - 1.0;
  };
  const auto force_of_tar = [](const Snapshot& s) {
    return std::sqrt(0.5 + std::abs(s.v[0]));
  };
  const auto check = [](const std::string& name, auto right) {
    CAPTURE(name);
    const luztar::Model model = finding(name);
    const Recorded run = run_of(model);
    for (const Snapshot& s : run.samples) CHECK(std::abs(s.f.back() - right(s)) < 1e-12);
    luztar::SimulationSettings steps = luztar::compile(model).settings();
    steps.method = luztar::Method::Stepping;
    steps.step = 1e-3;
    const Recorded stepped = record(luztar::compile(model), steps);
    CHECK(stepped.info.diagnosis == "");
    CHECK(std::abs(stepped.info.q.back() - run.info.q.back()) < 2e-4);
  };
  check("two_jumps_at_one_instant", force_of_two_jumps);
  check("kink_fed_back_through_touching_zero", force_fed_back);
  check("touches_zero_of_other_kink", force_of_tar);
}

TEST_CASE("findings: the work of a force whose power has a higher degree than a series is exact") {
  const Recorded run = run_of(finding("energy_of_a_power"));
  const double pi = std::acos(-1.0);
  const auto power = [pi](double t) {
    return std::pow((t + 2.33719) / pi - 1.0, 14.0);
  };
  const double v = pi / 28.0 * (power(3.0) - power(0.0));
  CHECK(std::abs(run.info.energy.supplied.back() - v * v) < 1e-12 * v * v);
}

TEST_CASE(
    "findings: motions of kinks around jumps run, and those known to rounding prove nothing") {
  for (const Snapshot& s : run_of(finding("motion_of_kinks_around_jump")).samples) {
    const double part = s.time - std::floor(s.time);
    CHECK(std::abs(s.q[0] - std::sqrt(0.3 + std::abs(2.0 * part - 1.0))) < 1e-12);
  }
  for (const Snapshot& s : run_of(finding("motion_known_to_rounding")).samples)
    CHECK(std::abs(s.q[0] - std::max(s.time - 0.5, 0.0)) < 1e-11);
}

TEST_CASE(
    "findings: zeros of high powers of time are passed, those zero to all orders not missed") {
  for (const Snapshot& s : run_of(finding("zeros_of_high_powers")).samples) {
    CHECK(std::abs(s.f[0] - std::pow(s.time - 1.0, 15.0)) < 1e-11 * std::pow(2.0, 15.0));
    CHECK(std::abs(s.f[1] - std::pow(std::sin(3.0 * s.time), 28.0)) < 1e-11);
    CHECK(std::abs(s.q[2] - std::pow(s.time - 1.0, 17.0)) < 1e-11 * std::pow(2.0, 17.0));
    const double v = 0.3 + (std::pow(s.time - 1.0, 16.0) - 1.0) / 32.0;
    CHECK(std::abs(s.v[0] - v) < 1e-11 * std::pow(2.0, 11.0));
  }
}

TEST_CASE("findings: a jump at the limit of its argument takes along what is around it") {
  const luztar::Model model = finding("jump_behind_a_limit");
  for (const Snapshot& s : run_of(model).samples) {
    const double right = luztar::evaluate(*model.springs[0].force, [&](const std::string& name) {
      return name == "t" ? s.time : 0.2;
    });
    if (s.time != 1.5) CHECK(std::abs(s.f[0] - right) < 1e-11);
  }
}
