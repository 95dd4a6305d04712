// Brakes, gearboxes, impacts and laws of friction: closed forms of what each example says.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "acceptance/example.h"

using namespace acceptance;
using std::numbers::pi;

TEST_CASE("brake: the car stands and rolls on at the closed form's times") {
  const Example e("brake");
  const double J = e["m"] * e["r"] * e["r"], N = 2 * e["N0"] * e["rb"], rise = e["rise"];
  const double slope = e["m"] * 9.81 * std::sin(e["slope"]) * e["r"];
  const double after_ramp = e["v0"] / e["r"] + (slope * rise - e["mu_k"] * N * rise / 2) / J;
  const double stop = rise + after_ramp * J / (e["mu_k"] * N - slope);
  const double roll = e["off"] + rise * (1 - slope / (e["mu_s"] * N));
  const auto events = e.events_of("brake");
  REQUIRE(events.size() == 2);
  CHECK(std::abs(events[0].time.value - stop) < 1e-12 * stop);
  CHECK(events[0].to == 0);
  CHECK(std::abs(events[1].time.value - roll) < 1e-12 * roll);
  CHECK(events[1].to == 1);
  const std::size_t brake = e.element("brake");
  for (const Snapshot& s : e.run.samples) {
    if (s.mode[brake] == 0) CHECK(std::abs(s.f[brake] * e["rb"] - slope) < 1e-12 * slope);
  }
}

TEST_CASE("clutch: locks at the root of the closed form, slips while the burst exceeds it") {
  const Example e("clutch");
  const double Je = e["Je"], Jc = e["Jc"], Me = e["Me"], Mr = e["Mr"];
  const double T0 = e["mu_k"] * 2 * e["N0"] * e["R"], ramp = T0 / e["rise"];
  // The car starts where the clutch overcomes the rolling resistance; relative speed while slipping
  // w0 + (Me t - ramp t^2/2)/Je - (ramp t^2/2 - Mr t + Mr start/2)/Jc, as long as the ramp rises.
  const double start = Mr / ramp;
  const double a = ramp / 2 * (1 / Je + 1 / Jc), b = Me / Je + Mr / Jc;
  const double c = e["w0"] - Mr * start / 2 / Jc;
  const double lock = (b + std::sqrt(b * b + 4 * a * c)) / (2 * a);
  REQUIRE(lock < e["rise"]);
  const auto events = e.events_of("clutch");
  REQUIRE(events.size() == 3);
  CHECK(std::abs(events[0].time.value - lock) < 1e-12);
  CHECK(std::abs(e.events_of("rolling")[0].time.value - start) < 1e-12);
  CHECK(events[1].time.value == 2.5);
  CHECK(events[1].to == 1);
  // Slip during the burst and what it takes to catch up after it.
  const double extra = e["burst"];
  const double gain = (Me + extra - T0) / Je - (T0 - Mr) / Jc;
  const double loss = (T0 - Me) / Je + (T0 - Mr) / Jc;
  CHECK(std::abs(events[2].time.value - (2.8 + gain * 0.3 / loss)) < 1e-12);
  const std::size_t clutch = e.element("clutch");
  for (const Snapshot& s : e.run.samples) {
    if (s.mode[clutch] != 0) continue;
    const double shared = Mr + Jc * (Me - Mr) / (Je + Jc);
    CHECK(std::abs(s.f[clutch] * e["R"] - shared) < 1e-11 * shared);
  }
}

TEST_CASE("planetary_gear obeys Willis' equation and has its two speeds") {
  const Example e("planetary_gear");
  const double zs = e["zs"], zr = e["zr"], zp = e["zp"];
  const std::size_t sun = e.body("sun"), ring = e.body("ring"), carrier = e.body("carrier");
  const std::size_t brake = e.element("brake"), clutch = e.element("clutch");
  double first = 0.0, second = 0.0;
  for (const Snapshot& s : e.run.samples) {
    const double willis = zs * s.v[sun] + zr * s.v[ring] - (zs + zr) * s.v[carrier];
    CHECK(std::abs(willis) < 1e-12 * (zs + zr) * 400);
    if (s.mode[brake] == 0) {
      CHECK(std::abs(s.v[sun] - (1 + zr / zs) * s.v[carrier]) < 1e-10);
      first = s.time;
    } else if (s.mode[clutch] == 0) {
      CHECK(std::abs(s.v[sun] - s.v[carrier]) < 1e-10);
      CHECK(std::abs(s.v[sun] - s.v[ring]) < 1e-10);
      second = s.time;
    }
  }
  CHECK(first > e["t2"]);
  CHECK(second == 6.0);
  // First gear from rest: M against the inertias as the carrier feels them, i = 1 + zr/zs.
  const double i = 1 + zr / zs, planets = (zs + zp - zs * i) / zp;
  const double J = 6.0 + 0.1 * i * i + 0.002 * planets * planets;
  CHECK(std::abs(e.run.samples.front().a[carrier] - e["M"] * i / J) < 1e-11);
  const Snapshot& end = e.run.samples.back();
  CHECK(std::abs(end.a[carrier] - (e["M"] - end.v[carrier]) / (6.0 + 0.1 + 0.002 + 0.05)) < 1e-10);
}

TEST_CASE("drill_string: the bit sticks and slips; less weight or more speed cures it") {
  const Example e("drill_string");
  const auto events = e.events_of("rock");
  REQUIRE(events.size() > 20);
  const std::size_t rock = e.element("rock"), bit = e.body("bit");
  double fastest = 0.0;
  for (const Snapshot& s : e.run.samples) fastest = std::max(fastest, s.v[bit]);
  const double mean = (e["M"] - e["W"] * e["R"] * e["mu_c"]) / (e["ct"] + e["cb"]);
  CHECK(fastest > 1.7 * mean);
  for (std::size_t i = 0; i < e.run.before.size(); ++i) {
    if (e.run.before[i].mode[rock] != 0) continue;
    // It tears loose where the pipe's torque meets the static limit.
    const double torque = e.run.before[i].f[e.element("pipe")];
    CHECK(std::abs(torque - e["W"] * e["R"] * e["mu_s"]) < 1e-9 * torque);
  }
  CHECK(Example("drill_string", {{"W", 4e4}}).events_of("rock").size() == 1);
  const Example fast("drill_string", {{"M", 1e4}}, 400.0);
  CHECK(fast.events_of("rock").size() == 1);
  // Then it turns evenly, as fast as motor, rock and mud balance.
  const double v = fast.run.info.v[0];
  const double level = e["W"] * e["R"] * (e["mu_c"] + 0.3 * std::exp(-v / e["vs"]));
  CHECK(std::abs(fast.run.info.v[1] - v) < 1e-3 * v);
  CHECK(std::abs(1e4 - level - (e["ct"] + e["cb"]) * v) < 1e-3 * 1e4);
}

TEST_CASE("hertz_impact: duration and depth of Hertz's closed form, and no energy lost") {
  const Example e("hertz_impact");
  const double depth = std::pow(1.25 * e["m"] * e["v0"] * e["v0"] / e["k"], 0.4);
  const double leaves = (e["h"] + 0.8 * std::beta(0.4, 0.5) * depth) / e["v0"];
  double least = 0.0;
  for (const Snapshot& s : e.run.samples) {
    least = std::min(least, s.q[0]);
    if (s.time <= leaves) continue;
    CHECK(std::abs(s.v[0] - e["v0"]) < 1e-11 * e["v0"]);
    CHECK(std::abs(s.q[0] - e["v0"] * (s.time - leaves)) < 1e-11 * depth);
  }
  CHECK(std::abs(-least - depth) < 1e-3 * depth);  // of the samples
}

TEST_CASE("bouncing_ball: each bounce at the closed form's time, rest after all of them") {
  const Example e("bouncing_ball");
  const double t1 = std::sqrt(2 * e["h"] / e["g"]), restitution = e["e"];
  const double speed = e["g"] * t1;
  double time = t1, impact = speed;
  std::size_t bounces = 0;
  for (const luztar::Event& event : e.run.events) {
    if (event.cause != luztar::Event::Cause::Impact || bounces == 40) continue;
    CHECK(std::abs(event.time.value - time) < 1e-12);
    const double impulse = e["m"] * impact * (1 + restitution);
    CHECK(std::abs(std::abs(event.impulse) - impulse) < 1e-10 * impulse);
    impact *= restitution;
    time += 2 * impact / e["g"];
    ++bounces;
  }
  CHECK(bounces == 40);
  const double rest = t1 * (1 + restitution) / (1 - restitution);
  for (const Snapshot& s : e.run.samples) {
    CHECK(s.q[0] >= -1e-14);
    if (s.time <= rest) continue;
    CHECK(s.v[0] == 0.0);
    CHECK(s.f[e.element("floor")] == doctest::Approx(-e["m"] * e["g"]).epsilon(1e-14));
  }
  CHECK(std::abs(e.run.events.back().time.value - rest) < 1e-9);
  const double all = e["m"] * e["g"] * e["h"];
  CHECK(std::abs(e.run.info.energy.dissipated[e.element("floor")] - all) < 1e-12 * all);
}

TEST_CASE("newtons_cradle: the last ball leaves with the speed of the first, energy stays") {
  const Example e("newtons_cradle");
  const double w = std::sqrt(e["g"] / e["l"]), speed = e["A"] * w;
  REQUIRE(e.run.after.size() >= 8);
  // The first blow: after a quarter swing (and a hair), through the row.
  const Snapshot& hit = e.run.after[3];
  CHECK(std::abs(hit.time - pi / (2 * w)) < 2 * 4 * e["hair"] / speed);
  CHECK(std::abs(hit.v[4] - speed) < 1e-6 * speed);
  for (std::size_t b = 0; b < 4; ++b) CHECK(std::abs(hit.v[b]) < 1e-3 * speed);
  double energy = 0.0;
  for (const double stored : e.run.info.energy.stored) energy += stored;
  for (const double kinetic : e.run.info.energy.kinetic) energy += kinetic;
  CHECK(std::abs(energy - e["k"] * e["A"] * e["A"] / 2) < 1e-15);
  for (const luztar::Event& event : e.run.events) {
    CHECK(event.cause == luztar::Event::Cause::Impact);
    // Equal balls, one of them nearly at rest: m v changes hands.
    CHECK(std::abs(std::abs(event.impulse) - e["m"] * speed) < 2e-3 * e["m"] * speed);
  }
}

TEST_CASE("rattling_gear: free flight under the drag, impacts by Newton's law") {
  const Example e("rattling_gear");
  const std::size_t flanks = e.element("flanks"), idler = e.body("idler");
  REQUIRE(e["A"] * std::pow(2 * pi * e["f"], 2) > e["M"] / e["J"]);
  std::size_t flights = 0;
  for (const Snapshot& s : e.run.samples) {
    CHECK(std::abs(s.d[flanks]) <= e["b"] * (1 + 1e-12));
    if (s.mode[flanks] != 0) continue;
    CHECK(std::abs(s.a[idler] + e["M"] / e["J"]) < 1e-9);
    ++flights;
  }
  CHECK(flights > 1000);
  std::size_t impacts = 0;
  for (const luztar::Event& event : e.run.events) {
    if (event.cause != luztar::Event::Cause::Impact) continue;
    const auto at = std::find_if(e.run.after.begin(), e.run.after.end(),
                                 [&](const Snapshot& s) { return s.time == event.time.value; });
    REQUIRE(at != e.run.after.end());
    const Snapshot& before = e.run.before[static_cast<std::size_t>(at - e.run.after.begin())];
    // Bounces that end: the last one takes what is left of the speed.
    const double kept = at->mode[flanks] == 0 ? e["e"] : 0.0;
    if (kept == 0.0) CHECK(std::abs(before.rate[flanks]) < 1e-9);
    CHECK(std::abs(at->rate[flanks] + kept * before.rate[flanks]) < 1e-12);
    CHECK(std::abs(event.impulse - e["J"] * (at->v[idler] - before.v[idler])) < 1e-14);
    ++impacts;
  }
  CHECK(impacts > 20);
}

TEST_CASE("lugre: presliding of micrometres, then the staircase of the paper") {
  const Example e("lugre");
  const std::size_t floor = e.element("floor"), spring = e.element("spring");
  const double limit = e["FS"] / e["s0"];
  bool slips = false;
  std::size_t jumps = 0;
  double strongest = 0.0;
  for (const Snapshot& s : e.run.samples) {
    // Drawn slowly by F < F_S the bristles bend: dz = (1 - s z/F_S) dx, to be integrated;
    // their damping, left out here, takes 0.002 N.
    const double crept = -limit * std::log(1 - s.f[spring] / e["FS"]);
    if (s.f[spring] < e["FC"] && jumps == 0) CHECK(std::abs(s.q[1] - crept) < 2e-3 * limit);
    const bool moves = s.v[1] > 0.1;
    jumps += moves && !slips;
    slips = moves;
    strongest = std::max(strongest, s.f[spring]);
    CHECK(std::abs(e["m"] * s.a[1] - s.f[spring] + s.f[floor]) < 1e-11);
  }
  CHECK(jumps >= 2);
  // It breaks loose near F_S: the pull that the bristles stand grows slowly.
  CHECK(strongest < e["FS"] * 1.01);
  CHECK(strongest > e["FS"] * 0.95);
}

TEST_CASE("dahl: the loop is made of exponentials and does not know the time") {
  const Example e("dahl");
  const std::size_t bearing = e.element("guide");
  const double s = e["s"], F = e["F"], A = e["A"];
  const Example fast("dahl", {{"w", 10 * e["w"]}}, 0.8);
  for (std::size_t k = 0; k < e.run.samples.size(); ++k) {
    const Snapshot& now = e.run.samples[k];
    // From turn to turn: f = g - (g - f0) exp(-s |x - x0|/F), g = F in the direction of motion.
    double f = 0.0, from = 0.0;
    const double phase = e["w"] * now.time;
    int turn = 0;
    for (; (turn + 0.5) * pi < phase; ++turn) {
      const double to = turn % 2 == 0 ? A : -A, g = turn % 2 == 0 ? F : -F;
      f = g - (g - f) * std::exp(-s * std::abs(to - from) / F);
      from = to;
    }
    const double x = A * std::sin(phase), g = turn % 2 == 0 ? F : -F;
    f = g - (g - f) * std::exp(-s * std::abs(x - from) / F);
    CHECK(std::abs(now.f[bearing] - f) < 1e-11 * F);
    CHECK(std::abs(fast.run.samples[k].f[bearing] - f) < 1e-11 * F);
  }
}

TEST_CASE("hysteresis: each branch where its speed says, changes at the two thresholds") {
  const Example e("hysteresis");
  const std::size_t slideway = e.element("slideway");
  bool film = false;
  std::size_t dry = 0, floating = 0;
  for (const Snapshot& s : e.run.samples) {
    const double speed = std::abs(s.rate[slideway]);
    if (speed > e["rise"]) film = true;
    if (speed < e["fall"]) film = false;
    if (s.mode[slideway] == 0) continue;
    const double level = std::abs(s.f[slideway]) - e["C"] * speed;
    CHECK(std::abs(level - (film ? e["FO"] : e["FK"])) < 1e-10);
    ++(film ? floating : dry);
  }
  CHECK(dry > 200);
  CHECK(floating > 200);
}

TEST_CASE("measured_friction: breaks loose at 22 N out and 30 N in") {
  const Example e("measured_friction");
  const std::size_t seals = e.element("seals");
  std::size_t out = 0, in = 0;
  for (const Snapshot& s : e.run.before) {
    if (s.mode[seals] != 0) continue;
    CHECK(std::abs(s.f[seals] - (s.f[seals] > 0 ? 22 : -30)) < 1e-9);
    ++(s.f[seals] > 0 ? out : in);
  }
  CHECK(out >= 5);
  CHECK(in >= 5);
}
