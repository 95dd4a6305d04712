// The limits of the papers: full models with a small parameter tend to their reduced models, at the
// order that the reduction leaves out. Gears, stops and links have files of their own.
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/convergence.h"

using namespace acceptance;

namespace {

struct Limit {
  std::string full;
  std::string reduced;
  std::vector<std::string> vanishing;       ///< parameters set to the small number
  std::vector<std::string> growing;         ///< parameters set to one over it
  std::vector<std::string> bodies;          ///< compared
  std::vector<double> small;                ///< falling by a constant factor
  luztar::ParameterValues others = {};      ///< parameters that the reduced model does not have
  luztar::ParameterValues of_reduced = {};  ///< overrides of the reduced model
};

void check_first_order(const Limit& limit) {
  CAPTURE(limit.full);
  CAPTURE(limit.reduced);
  const luztar::Model full = example_model(limit.full);
  const luztar::System reduced = luztar::compile(example_model(limit.reduced), limit.of_reduced);
  const auto run = [&](double small) {
    luztar::ParameterValues values = shared_parameters(full, reduced);
    for (const auto& [name, value] : limit.others) values[name] = value;
    for (const auto& name : limit.vanishing) values[name] = small;
    for (const auto& name : limit.growing) values[name] = 1.0 / small;
    return positions(luztar::compile(full, values), limit.bodies);
  };
  check_order(converge(limit.small, positions(reduced, limit.bodies), run), 1.0);
}

const std::vector<double> kSmall{1e-2, 1e-3, 1e-4, 1e-5};

}  // namespace

TEST_CASE("two blocks on the ground tend to each of their limits at first order") {
  const std::string full = "two_blocks_on_ground";
  check_first_order({full, "two_blocks_m1_zero", {"M1"}, {}, {"block1", "block2"}, kSmall});
  check_first_order(
      {full, "two_blocks_m2_zero", {"M2"}, {}, {"block1", "block2"}, kSmall, {{"A2", 0.0}}});
  check_first_order({full, "two_blocks_m1_inf", {}, {"M1"}, {"block2"}, kSmall});
  check_first_order({full, "two_blocks_m2_inf", {}, {"M2"}, {"block1"}, kSmall});
}

TEST_CASE("two blocks with one friction tend to a block on the ground, and to a massless one") {
  // The reduced examples stand on the ground: without friction there, or with a block 2 of mass inf
  // that feels none.
  check_first_order({"two_blocks_one_pair", "two_blocks_m2_inf", {}, {"M2"}, {"block1"}, kSmall});
  check_first_order({"two_blocks_one_pair",
                     "two_blocks_m1_zero",
                     {"M1"},
                     {},
                     {"block1", "block2"},
                     kSmall,
                     {},
                     {{"C20", 0.0}, {"FT20", 0.0}}});
}

TEST_CASE("a friction on the ground that fades away leaves two blocks with one pair") {
  check_first_order({"two_blocks_on_ground",
                     "two_blocks_one_pair",
                     {"C20", "FT20"},
                     {},
                     {"block1", "block2"},
                     kSmall});
}

TEST_CASE("three blocks tend to two on the ground as the third grows") {
  check_first_order(
      {"three_blocks", "three_blocks_m3_inf", {}, {"M3"}, {"block1", "block2"}, kSmall});
}

TEST_CASE("one block tends to a first-order law as its mass vanishes") {
  check_first_order(
      {"single_mass", "single_mass", {"M"}, {}, {"block"}, {1e-2, 1e-3, 1e-4}, {}, {{"M", 0.0}}});
}

TEST_CASE("a rotor tends to mu a' = luz(M_a, M_T0) as its inertia vanishes") {
  check_first_order({"bearing", "bearing", {"I"}, {}, {"rotor"}, kSmall, {}, {{"I", 0.0}}});
  // And that limit turns while the torque is on, at one speed.
  const luztar::System system = luztar::compile(example_model("bearing"), {{"I", 0.0}});
  const auto& e = system.parameters();
  const double angle = (e.at("M0") - e.at("MT0")) / e.at("mu") * e.at("run");
  CHECK(positions(system, {"rotor"})[0].back() == doctest::Approx(angle).epsilon(1e-13));
}

TEST_CASE("pairs without strength leave the papers' smaller systems, to rounding") {
  const std::vector<std::string> blocks{"block1", "block2"};
  const luztar::System pair = luztar::compile(example_model("two_blocks_one_pair"));
  const luztar::Model ground = example_model("two_blocks_on_ground");
  luztar::ParameterValues values = shared_parameters(ground, pair);
  values["C20"] = values["FT20"] = 0.0;
  const luztar::System loose = luztar::compile(ground, values);
  CHECK(largest_difference(positions(loose, blocks), positions(pair, blocks)) < 1e-11);

  // Three blocks without the second pair: block 3 flies by its force alone.
  const luztar::System three =
      luztar::compile(example_model("three_blocks"), {{"C23", 0.0}, {"FT23", 0.0}});
  const double M3 = three.parameters().at("M3");
  const auto q = positions(three, {"block3"});
  for (std::size_t i = 0; i < q[0].size(); ++i) {
    const double t = 10.0 * static_cast<double>(i) / 200.0;
    const auto twice = [&](double A, double w, double phase) {  // the second integral of A sin
      return A * (std::sin(phase) - std::sin(w * t + phase)) / (w * w) +
             A * std::cos(phase) / w * t;
    };
    CHECK(std::abs(M3 * q[0][i] - twice(-10.0, 1.3, 0.2) - twice(4.0, 5.0, 0.0)) < 1e-10);
  }
}
