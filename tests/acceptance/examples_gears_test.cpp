// Freeplay, gears and the guide: the statements of the papers, each on its own example.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "acceptance/example.h"
#include "acceptance/oracle.h"
#include "acceptance/reference_case.h"

using namespace acceptance;
using std::numbers::pi;

namespace {

/// Period of m x'' + k luz(x, a) = 0 with the amplitude A, w^2 = k/m. Crossing the gap with the
/// speed v it has A = a + v/w.
double freeplay_period(double w, double a, double A) { return 2 * pi / w + 4 * a / (w * (A - a)); }

/// Times between an event and the fourth after it: a whole period of a freeplay oscillator.
void check_period(const std::vector<luztar::Event>& events, double period) {
  REQUIRE(events.size() > 8);
  for (std::size_t i = 4; i < events.size(); ++i) {
    CHECK(std::abs(events[i].time.value - events[i - 4].time.value - period) < 1e-12);
  }
}

/// All mode changes: element and new mode, in order.
std::vector<std::pair<int, int>> sequence(const Recorded& run) {
  std::vector<std::pair<int, int>> changes;
  for (const luztar::Event& event : run.events) changes.emplace_back(event.name, event.to);
  return changes;
}

Recorded gear_system_at(double tolerance) {
  const luztar::System system =
      luztar::compile(luztar::load_model(example_path("gear_system.toml")));
  luztar::SimulationSettings settings = system.settings();
  settings.tolerance = tolerance;
  return record(system, settings);
}

/// gear_system written a second time, for the oracle; its sine is that of the model.
Network gear_network(const Example& e) {
  Network n;
  for (const char* name : {"I_psi", "I_delta", "I_gamma", "I_phi"}) {
    n.bodies.push_back({.mass = e[name]});
  }
  const auto spring = [&](int a, int b, double arm, const char* k, const char* g) {
    n.springs.push_back({.terms = {{a, 1.0}, {b, -arm}},
                         .k = e[k],
                         .lower = -e[g],
                         .upper = e[g],
                         .has_gap = true});
  };
  spring(0, 1, 1.0, "k_pd", "g_pd");
  spring(1, 2, e["p"], "k_dg", "g_dg");
  spring(2, 3, 1.0, "k_gf", "g_gf");
  int body = 0;
  for (const char* name : {"psi", "delta", "gamma", "phi"}) {
    const double mu = e[std::string("mu_") + name], MT = e[std::string("MT_") + name];
    n.frictions.push_back(
        {.terms = {{body++, 1.0}}, .forward = {mu, MT, MT}, .backward = {mu, MT, MT}});
  }
  n.forces.push_back({.body = 0,
                      .kind = Network::Force::Kind::Sine,
                      .amplitude = 5.0,
                      .frequency = 3 * pi,
                      .phase = 0.0});
  n.forces.push_back({.body = 3,
                      .kind = Network::Force::Kind::Sine,
                      .amplitude = -0.6,
                      .frequency = 0.0,
                      .phase = pi / 2});
  n.duration = 2.0;
  return n;
}

}  // namespace

TEST_CASE("freeplay_spring swings with the closed form's period") {
  const Example e("freeplay_spring");
  check_period(e.events_of("spring"), freeplay_period(std::sqrt(e["k"] / e["m"]), e["a"], e["A"]));
}

TEST_CASE("shaft_in_socket: the twist is a freeplay oscillator, the whole turns evenly") {
  const Example e("shaft_in_socket");
  const double I1 = e["I_psi"], I2 = e["I_delta"], I = I1 * I2 / (I1 + I2);
  const double w = std::sqrt(e["k"] / I), amplitude = e["g"] + e["w0"] / w;
  check_period(e.events_of("shaft"), freeplay_period(w, e["g"], amplitude));
  for (const Snapshot& s : e.run.samples) {
    CHECK(std::abs(I1 * s.v[0] + I2 * s.v[1] - I1 * e["w0"]) < 1e-14);
  }
}

TEST_CASE("gear_pair: the same motion in angles, M_gamma = -p M_delta") {
  const Example e("gear_pair");
  const double r_d = e["r_d"], r_g = e["r_g"], p = r_g / r_d;
  luztar::Model angles = e.model;
  luztar::Spring& teeth = angles.springs[0];
  const auto expression = [](const char* text) {
    return luztar::parse_expression(text, {});
  };
  teeth.deflection.terms[0].coefficient = expression("1");
  teeth.deflection.terms[1].coefficient = expression("-r_g/r_d");
  teeth.stiffness = expression("r_d^2*K");
  teeth.lower = expression("-l0/r_d");
  teeth.upper = expression("l0/r_d");
  teeth.damping = expression("r_d^2*c");
  const luztar::System system = luztar::compile(angles);
  const Recorded run = record(system, e.system.settings());
  REQUIRE(run.samples.size() == e.run.samples.size());
  CHECK(run.events.size() == e.run.events.size());
  CHECK(run.events.size() > 50);
  const std::size_t t = e.element("teeth");
  for (std::size_t i = 0; i < run.samples.size(); ++i) {
    const Snapshot &a = e.run.samples[i], &b = run.samples[i];
    CHECK(std::abs(a.q[0] - b.q[0]) < 1e-11);
    CHECK(std::abs(a.q[1] - b.q[1]) < 1e-11);
    // On the wheels: the motor and the load on one side, the teeth on the other.
    const double M_delta = a.f[e.element("motor")] - e["I_d"] * a.a[0];
    const double M_gamma = -e["mu"] * a.v[1] - e["I_g"] * a.a[1];
    CHECK(std::abs(M_gamma + p * M_delta) < 1e-10);
    CHECK(std::abs(M_delta - r_d * a.f[t]) < 1e-10);
  }
}

TEST_CASE("gear_system: 250 mode changes, the closest 8e-6 s apart, none missed near 0.3446 s") {
  const Example e("gear_system");
  REQUIRE(e.run.events.size() == 250);
  double closest = 1.0;
  bool pair = false;
  for (std::size_t i = 1; i < e.run.events.size(); ++i) {
    const luztar::Event &a = e.run.events[i - 1], &b = e.run.events[i];
    closest = std::min(closest, b.time.value - a.time.value);
    // The teeth leave each other and touch again between two samples that are 2e-4 s apart.
    pair |= a.name == b.name && a.cause == luztar::Event::Cause::Leave &&
            b.cause == luztar::Event::Cause::Touch && std::abs(a.time.value - 0.3446) < 1e-4 &&
            b.time.value - a.time.value < 2e-4;
  }
  CHECK(std::abs(closest - 8e-6) < 0.5e-6);
  CHECK(pair);
}

TEST_CASE("gear_system: the sequence is the same for tolerances from 1e-9 to 1e-14") {
  const auto expected = sequence(Example("gear_system").run);
  for (const double tolerance : {1e-9, 1e-10, 1e-11, 1e-13, 1e-14}) {
    CAPTURE(tolerance);
    CHECK(sequence(gear_system_at(tolerance)) == expected);
  }
}

TEST_CASE("gear_system: an integrator that shares nothing with the engine ends at its angles") {
  const Example e("gear_system");
  const OracleResult exact = integrate(gear_network(e), e.run, 2e-4);
  CHECK(exact.worst_speed < 1e-9 * 20);  // rad/s, of the largest speed
  CHECK(exact.worst_distance < 1e-9);
  for (std::size_t b = 0; b < 4; ++b) {
    CHECK(std::abs(exact.q[b] - e.run.info.q[b]) < 1e-9 * std::abs(exact.q[b]));
    CHECK(std::abs(exact.v[b] - e.run.info.v[b]) < 1e-9 * std::abs(exact.v[b]));
  }
}

TEST_CASE("gear_system_simplified_1: both wheels follow the corrected equations of first order") {
  const Example e("gear_system_simplified_1");
  const double p = e["p"];
  for (const Snapshot& s : e.run.samples) {
    CAPTURE(s.time);
    const double shaft1 = e["k_pd"] * luz(s.q[0] - s.q[1], e["g_pd"]);
    const double teeth = e["k_dg"] * luz(s.q[1] - p * s.q[2], e["g_dg"]);
    const double shaft2 = e["k_gf"] * luz(s.q[2] - s.q[3], e["g_gf"]);
    const double delta = luz(shaft1 - teeth, e["MT_delta"]) / e["mu_delta"];
    const double gamma = luz(p * teeth - shaft2, e["MT_gamma"]) / e["mu_gamma"];
    CHECK(std::abs(s.v[1] - delta) < 1e-9);
    CHECK(std::abs(s.v[2] - gamma) < 1e-9);
  }
  CHECK(e.events_of("bearing_delta").size() > 2);
}

TEST_CASE("gear_system_simplified_2 follows the reference's 58 events") {
  const Example e("gear_system_simplified_2");
  check_case(e.system, load_case("v_b_gear_simplification2"),
             {{"psi", "phi"}, {"bearing_psi", "bearing_phi"}, {0.05, 0.08}});
  CHECK(e.run.events.size() == 58);
}

namespace {

/// Classical Runge-Kutta of a linear system, long double: the model of simplification 3.
std::array<long double, 4> linear_gear(const Example& e, double end) {
  using Vector = std::array<long double, 4>;  // psi, phi, their speeds
  const long double p = e["p"], k = 1 / (1 / e["k_pd"] + 1 / e["k_dg"] + p * p / e["k_gf"]);
  const auto rate = [&](long double t, const Vector& y) {
    const long double torque = k * (y[0] - p * y[1]);
    const long double drive = 5 * std::sin(3 * std::numbers::pi_v<long double> * t);
    return Vector{y[2], y[3], (drive - e["mu_psi"] * y[2] - torque) / e["I_psi"],
                  (-0.6L - e["mu_phi"] * y[3] + p * torque) / e["I_phi"]};
  };
  const auto moved = [](const Vector& y, long double h, const Vector& d) {
    return Vector{y[0] + h * d[0], y[1] + h * d[1], y[2] + h * d[2], y[3] + h * d[3]};
  };
  constexpr int kSteps = 100000;  // the error of order 4 is near 1e-14
  const long double h = static_cast<long double>(end) / kSteps;
  Vector y{};
  for (int i = 0; i < kSteps; ++i) {
    const long double t = h * i;
    const Vector a = rate(t, y), b = rate(t + h / 2, moved(y, h / 2, a)),
                 c = rate(t + h / 2, moved(y, h / 2, b)), d = rate(t + h, moved(y, h, c));
    for (std::size_t j = 0; j < 4; ++j) y[j] += h / 6 * (a[j] + 2 * b[j] + 2 * c[j] + d[j]);
  }
  return y;
}

}  // namespace

TEST_CASE("gear_system_simplified_3 is linear: no events, the end of a Runge-Kutta integration") {
  const Example e("gear_system_simplified_3");
  CHECK(e.run.events.empty());
  const auto y = linear_gear(e, 2.0);
  for (std::size_t b = 0; b < 2; ++b) {
    CHECK(std::abs(e.run.info.q[b] - static_cast<double>(y[b])) < 1e-11);
    CHECK(std::abs(e.run.info.v[b] - static_cast<double>(y[b + 2])) < 1e-10);
  }
}

TEST_CASE("janecek_guide_measured: the chirp's 13 events, at most 4 ms away") {
  const Example e("janecek_guide_measured");
  const ReferenceCase reference = load_case("i_janecek_chirp");
  auto events = e.events_of("guide");
  REQUIRE(events.size() == 14);
  CHECK(events[0].time.value < 1e-3);  // the spline's first velocity is taken up
  events.erase(events.begin());
  for (std::size_t i = 0; i < events.size(); ++i) {
    CAPTURE(i);
    CHECK(std::abs(events[i].time.value - reference.events[i + 1].time) < 4e-3);
    CHECK(events[i].to == reference.events[i + 1].modes[0]);
  }
}

TEST_CASE("janecek_guide_jumps: the base's velocity jumps, the seat's does not") {
  const Example e("janecek_guide_jumps");
  const std::size_t base = e.body("base"), seat = e.body("seat"), guide = e.element("guide");
  const double V = e["V"];
  int jumps = 0;
  for (std::size_t i = 0; i < e.run.after.size(); ++i) {
    const Snapshot &before = e.run.before[i], &after = e.run.after[i];
    CHECK(std::abs(after.v[seat] - before.v[seat]) < 1e-14);
    const double jump = after.v[base] - before.v[base];
    if (jump == 0.0) continue;
    ++jumps;
    CHECK(std::abs(jump) == V);
    CHECK(after.rate[guide] - before.rate[guide] == doctest::Approx(-jump).epsilon(1e-14));
    CHECK(after.mode[guide] == (jump > 0 ? -1 : 1));
  }
  CHECK(jumps == 4);
  CHECK(e.run.samples.back().mode[guide] == 0);
}
