// The statements of the papers about blocks with friction, each on its own example. Where a paper's
// formula is wrong the corrected one stands here, as in the example's source line.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include <doctest/doctest.h>

#include "acceptance/example.h"
#include "acceptance/reference_case.h"

using namespace acceptance;
using std::numbers::pi;

namespace {

luztar::System system_of(const std::string& example) {
  return luztar::compile(luztar::load_model(example_path(example + ".toml")));
}

Recorded run_text(const std::string& text, const luztar::SimulationSettings& settings) {
  const std::string model = text + "[simulation]\nduration = 1\n";
  return record(luztar::compile(luztar::parse_model(model, "limit.toml")), settings);
}

/// Largest difference of a body's position and velocity between two runs on one grid.
double difference(const Recorded& a, std::size_t body_a, const Recorded& b, std::size_t body_b) {
  REQUIRE(a.samples.size() == b.samples.size());
  double worst = 0.0;
  for (std::size_t i = 0; i < a.samples.size(); ++i) {
    worst = std::max(worst, std::abs(a.samples[i].q[body_a] - b.samples[i].q[body_b]));
    worst = std::max(worst, std::abs(a.samples[i].v[body_a] - b.samples[i].v[body_b]));
  }
  return worst;
}

/// Three bodies at rest on each other: T12 and T23 of the exact solution, from the forces.
struct Pairs {
  double T12, T23;
};
Pairs at_rest(const double (&M)[3], const double (&F)[3], double limit12, double limit23) {
  const double sum = M[0] + M[1] + M[2];
  const double x12 = ((M[1] + M[2]) * F[0] - M[0] * (F[1] + F[2])) / sum;
  const double x23 = (M[2] * (F[0] + F[1]) - (M[0] + M[1]) * F[2]) / sum;
  return {sat(x12 - M[0] / (M[0] + M[1]) * luz(x23, limit23), limit12),
          sat(x23 - M[2] / (M[1] + M[2]) * luz(x12, limit12), limit23)};
}

/// The variants that a run passes through: sticks (0) or slides (1), for both pairs.
std::set<std::pair<int, int>> variants(const Recorded& run, std::size_t pair1, std::size_t pair2) {
  std::set<std::pair<int, int>> seen;
  for (const Snapshot& s : run.samples) {
    seen.insert({std::abs(s.mode[pair1]), std::abs(s.mode[pair2])});
  }
  return seen;
}

/// Samples and what is just after events. (Just before the end of a slip the rate is 0 too.)
std::vector<Snapshot> right_limits(const Recorded& run) {
  std::vector<Snapshot> all = run.samples;
  all.insert(all.end(), run.after.begin(), run.after.end());
  return all;
}

}  // namespace

TEST_CASE("single_mass follows the reference, with rests and turns without a rest") {
  check_case(system_of("single_mass"), load_case("ii_b_single_viscous_twotone"),
             {{"block"}, {"floor"}, {0.8}});
}

TEST_CASE("massless_block: C z' = luz(F, F_T0), and it slips while |F| > F_T0") {
  const Example e("massless_block");
  const double A = e["A"], w = e["w"], C = e["C"], FT0 = e["FT0"];
  for (const Snapshot& s : e.run.samples) {
    CHECK(std::abs(s.v[0] - luz(A * std::sin(w * s.time), FT0) / C) < 1e-12 * A / C);
  }
  const auto events = e.events_of("floor");
  REQUIRE(events.size() == 10);
  const double t1 = std::asin(FT0 / A) / w, half = pi / w;
  for (std::size_t n = 0; n < events.size(); ++n) {
    const double start = half * static_cast<double>(n / 2);
    CHECK(std::abs(events[n].time.value - (start + (n % 2 == 0 ? t1 : half - t1))) < 1e-13);
  }
  // Per half period (2 A cos(w t1)/w - F_T0 (pi/w - 2 t1))/C to one side; after five: one of them.
  const double way = (2 * A * std::cos(w * t1) / w - FT0 * (half - 2 * t1)) / C;
  CHECK(std::abs(e.run.info.q[0] - way) < 1e-12);
}

TEST_CASE("parallel_frictions move like their substitute, and share their force at rest") {
  const Example three("parallel_frictions"), one("parallel_frictions_substitute");
  CHECK(difference(three.run, 0, one.run, 0) < 1e-12);
  const auto events = one.events_of("all");
  REQUIRE(events.size() == 10);
  const std::size_t all = one.element("all");
  double dissipated = 0.0;
  for (const char* name : {"slideway", "seal", "wiper"}) {
    CAPTURE(std::string(name));
    const auto same = three.events_of(name);
    REQUIRE(same.size() == events.size());
    for (std::size_t i = 0; i < events.size(); ++i) {
      CHECK(std::abs(same[i].time.value - events[i].time.value) < 1e-12);
      CHECK(same[i].to == events[i].to);
    }
    dissipated += three.run.info.energy.dissipated[three.element(name)];
  }
  CHECK(std::abs(dissipated - one.run.info.energy.dissipated[all]) < 1e-12 * dissipated);
  const double strength = three["FT01"] + three["FT02"] + three["FT03"];
  for (std::size_t i = 0; i < three.run.samples.size(); ++i) {
    const Snapshot &a = three.run.samples[i], &b = one.run.samples[i];
    if (b.mode[all] != 0) continue;
    const double share = three["FT02"] / strength * b.f[all];
    CHECK(std::abs(a.f[three.element("seal")] - share) < 1e-11);
  }
}

TEST_CASE("bearing: runs up, coasts down and rests at the closed form's times") {
  const Example e("bearing");
  const double I = e["I"], mu = e["mu"], MT0 = e["MT0"], M0 = e["M0"], off = e["on"] + e["run"];
  const double top = (M0 - MT0) / mu * (1 - std::exp(-mu / I * e["run"]));
  const double rest = off + I / mu * std::log(1 + mu * top / MT0);
  const auto events = e.events_of("bearing");
  REQUIRE(events.size() == 2);
  CHECK(events[0].time.value == e["on"]);
  CHECK(std::abs(events[1].time.value - rest) < 1e-12 * rest);
  CHECK(events[1].to == 0);
  CHECK(e.run.info.v[0] == 0.0);
  // I times the speed is the angular momentum: M0 run - MT0 moving - mu angle = 0.
  const double angle = (M0 * e["run"] - MT0 * (rest - e["on"])) / mu;
  CHECK(std::abs(e.run.info.q[0] - angle) < 1e-12 * angle);
}

TEST_CASE("bearing_massless: mu a' = luz(M_a, M_T0)") {
  const Example e("bearing_massless");
  for (const Snapshot& s : e.run.samples) {
    const double M = 0.3 * std::sin(2 * s.time) + 0.1 * std::sin(7 * s.time);
    CHECK(std::abs(s.v[0] - luz(M, e["MT0"]) / e["mu"]) < 1e-12 * 0.4 / e["mu"]);
  }
  CHECK(e.events_of("bearing").size() > 10);
}

TEST_CASE("two_blocks_one_pair: the common motion knows no friction, the pair holds up to F_T0") {
  const Example e("two_blocks_one_pair");
  const double M1 = e["M1"], M2 = e["M2"], FT0 = e["FT12"], A1 = e["A1"], A2 = e["A2"];
  const std::size_t pair = e.element("pair12");
  std::size_t stuck = 0, slides = 0;
  for (const Snapshot& s : e.run.samples) {
    const double t = s.time;
    const double F1 = A1 * std::sin(2 * t), F2 = A2 * std::sin(3.3 * t + 0.5);
    const double impulse =
        A1 / 2 * (1 - std::cos(2 * t)) + A2 / 3.3 * (std::cos(0.5) - std::cos(3.3 * t + 0.5));
    CHECK(std::abs(M1 * s.v[0] + M2 * s.v[1] - impulse) < 1e-12 * 10);
    const double w = (M2 * F1 - M1 * F2) / (M1 + M2);
    if (s.mode[pair] == 0) {
      CHECK(std::abs(w) <= FT0);
      CHECK(std::abs(s.f[pair] - w) < 1e-12 * 10);
      CHECK(std::abs(s.a[0] - (F1 + F2) / (M1 + M2)) < 1e-12 * 10);
    }
    ++(s.mode[pair] == 0 ? stuck : slides);
  }
  CHECK(stuck > 100);
  CHECK(slides > 100);
}

TEST_CASE("two_blocks_on_ground passes all variants, with the exact forces in each") {
  const Example e("two_blocks_on_ground");
  const double M1 = e["M1"], M2 = e["M2"], FT12 = e["FT12"], FT20 = e["FT20"];
  const std::size_t p12 = e.element("pair12"), p20 = e.element("pair20");
  CHECK(variants(e.run, p12, p20).size() == 4);
  std::size_t published_wrong = 0;
  for (const Snapshot& s : right_limits(e.run)) {
    CAPTURE(s.time);
    const double F1 = s.f[e.element("F1")], F2 = s.f[e.element("F2")];
    const double T12 = s.f[p12], T20 = s.f[p20];
    CHECK(std::abs(M1 * s.a[0] - (F1 - T12)) < 1e-12 * 20);
    CHECK(std::abs(M2 * s.a[1] - (F2 + T12 - T20)) < 1e-12 * 20);
    if (s.rate[p12] != 0.0) continue;
    if (s.rate[p20] != 0.0) {  // variant 2: together
      const double Fw = (M2 * F1 - M1 * F2 + M1 * T20) / (M1 + M2);
      CHECK(std::abs(T12 - sat(Fw, FT12)) < 1e-11);
      continue;
    }
    CHECK(std::abs(T12 - sat(F1 - M1 / (M1 + M2) * luz(F1 + F2, FT20), FT12)) < 1e-11);
    CHECK(std::abs(T20 - sat(F1 + F2 - luz(F1, FT12), FT20)) < 1e-11);
    published_wrong += std::abs(T12 - sat(F1, FT12)) > 1e-6;
  }
  CHECK(published_wrong > 0);  // sat(F1, F_T012), where one of the two lets go
}

TEST_CASE("two_blocks_m1_inf: the lower block feels the sum of both frictions") {
  const Example e("two_blocks_m1_inf");
  const Recorded one = run_text(R"toml(
[bodies.block]
mass = 2
[frictions.both]
between = ["block", "ground"]
viscous = 3
kinetic = 7
[forces.F2]
on = "block"
value = "15*sin(3.3*t + 0.5)"
)toml",
                                e.system.settings());
  CHECK(one.events.size() >= 20);
  CHECK(difference(e.run, e.body("block2"), one, 0) < 1e-12);
  CHECK(e.run.info.v[e.body("block1")] == 0.0);
}

TEST_CASE("two_blocks_m2_inf: the upper block is a single block on a floor") {
  const Example e("two_blocks_m2_inf");
  const Recorded one = run_text(R"toml(
[bodies.block]
mass = 1
[frictions.floor]
between = ["block", "ground"]
viscous = 1
kinetic = 3
[forces.F1]
on = "block"
value = "8*sin(2*t)"
)toml",
                                e.system.settings());
  CHECK(one.events.size() >= 7);
  CHECK(difference(e.run, e.body("block1"), one, 0) < 1e-12);
  CHECK(e.run.info.v[e.body("block2")] == 0.0);
}

TEST_CASE("two_blocks_m1_zero: z1' - z2' = luz(F1, F_T012)/C12, block 2 feels F1 + F2") {
  const Example e("two_blocks_m1_zero");
  const std::size_t p12 = e.element("pair12"), block2 = e.body("block2");
  for (const Snapshot& s : e.run.samples) {
    const double slip = luz(e["A1"] * std::sin(2 * s.time), e["FT12"]) / e["C12"];
    CHECK(std::abs(s.rate[p12] - slip) < 1e-12 * 10);
  }
  const Recorded one = run_text(R"toml(
[bodies.block]
mass = 2
[frictions.floor]
between = ["block", "ground"]
viscous = 2
kinetic = 4
[forces.F]
on = "block"
value = "8*sin(2*t) + 6*sin(3.3*t + 0.5)"
)toml",
                                e.system.settings());
  CHECK(one.events.size() >= 10);
  CHECK(difference(e.run, block2, one, 0) < 1e-12);
}

TEST_CASE("two_blocks_m2_zero: z2' = C12/(C12+C20) luz(z1', (F_T020-F_T012)/C12)") {
  const Example e("two_blocks_m2_zero");
  const double C12 = e["C12"], C20 = e["C20"], more = e["FT20"] - e["FT12"];
  REQUIRE(more > 0);
  const std::size_t block1 = e.body("block1"), block2 = e.body("block2");
  std::size_t creeps = 0;
  for (const Snapshot& s : e.run.samples) {
    const double creep = C12 / (C12 + C20) * luz(s.v[block1], more / C12);
    CHECK(std::abs(s.v[block2] - creep) < 1e-11);
    creeps += creep != 0.0;
  }
  CHECK(creeps > 200);
}

TEST_CASE("three_blocks pass all four variants as the reference does") {
  check_case(system_of("three_blocks"), load_case("iii_a_three_mass_smooth"),
             {{"block1", "block2", "block3"}, {"pair12", "pair23"}, {0.5, 0.8}});
  const Example e("three_blocks");
  CHECK(variants(e.run, e.element("pair12"), e.element("pair23")).size() == 4);
}

TEST_CASE("three_blocks_m3_inf: the third block is the ground") {
  const Example e("three_blocks_m3_inf");
  const double M1 = e["M1"], M2 = e["M2"], FT12 = e["FT12"], FT23 = e["FT23"];
  const std::size_t p12 = e.element("pair12"), p23 = e.element("pair23");
  const Recorded two = run_text(R"toml(
[bodies]
block1.mass = 1
block2.mass = 2
[frictions]
pair12 = { between = ["block1", "block2"], viscous = 0.5, kinetic = 3 }
pair20 = { between = ["block2", "ground"], viscous = 0.8, kinetic = 4 }
[forces]
F1 = { on = "block1", value = "9*sin(2*t)" }
F2 = { on = "block2", value = "6*sin(3.1*t + 0.7)" }
)toml",
                                e.system.settings());
  CHECK(difference(e.run, 0, two, 0) < 1e-12);
  CHECK(difference(e.run, 1, two, 1) < 1e-12);
  CHECK(e.run.info.v[2] == 0.0);
  std::size_t found = 0;
  for (const Snapshot& s : right_limits(e.run)) {
    if (s.rate[p12] != 0.0 || s.rate[p23] != 0.0) continue;
    const double F1 = s.f[e.element("F1")], F2 = s.f[e.element("F2")];
    const double T12 = sat(F1 - M1 / (M1 + M2) * luz(F1 + F2, FT23), FT12);
    CHECK(std::abs(M1 * s.a[0] - (F1 - T12)) < 1e-11);
    CHECK(std::abs(M2 * s.a[1] - (F2 + T12 - sat(F1 + F2 - luz(F1, FT12), FT23))) < 1e-11);
    ++found;
  }
  CHECK(found > 3);
}

TEST_CASE("sliding_bearing is three blocks in polar coordinates: all variants, exact at rest") {
  const Example e("sliding_bearing");
  const std::size_t inner = e.element("inner_face"), outer = e.element("outer_face");
  CHECK(variants(e.run, inner, outer).size() == 4);
  const double I[3] = {e["I1"], e["I2"], e["I3"]};
  std::size_t found = 0;
  for (const Snapshot& s : right_limits(e.run)) {
    const double M[3] = {s.f[e.element("M_shaft")], 0.0, -s.f[e.element("support")]};
    const double sum = I[0] * s.a[0] + I[1] * s.a[1] + I[2] * s.a[2];
    CHECK(std::abs(sum - M[0] - M[2]) < 1e-12);
    if (s.rate[inner] != 0.0 || s.rate[outer] != 0.0) continue;
    const Pairs exact = at_rest(I, M, e["MT12"], e["MT23"]);
    CHECK(std::abs(s.f[inner] - exact.T12) < 1e-12);
    CHECK(std::abs(s.f[outer] - exact.T23) < 1e-12);
    ++found;
  }
  CHECK(found > 10);
}

TEST_CASE("layers_8 let go from above at (17 - 2k) mu g, and the table pays for their momentum") {
  const Example e("layers_8");
  const double m = e["m"], step = e["mu"] * e["g"], a = e["a"], w = e["w"];
  REQUIRE(e.run.events.size() > 8);
  for (int k = 8; k >= 1; --k) {
    const luztar::Event& event = e.run.events[static_cast<std::size_t>(8 - k)];
    CAPTURE(k);
    CHECK(event.name == element_index(e.system, "pair" + std::to_string(k)));
    CHECK(event.to == -1);
    CHECK(std::abs(event.time.value - std::asin((17 - 2 * k) * step / a) / w) < 1e-13);
  }
  const std::size_t pair1 = e.element("pair1"), table = e.body("table");
  for (const Snapshot& s : e.run.samples) {
    double rate_of_momentum = 0.0;
    for (std::size_t b = 0; b < s.a.size(); ++b) rate_of_momentum += b == table ? 0.0 : m * s.a[b];
    CHECK(std::abs(rate_of_momentum + s.f[pair1]) < 1e-11 * 8 * m * a);
  }
}
