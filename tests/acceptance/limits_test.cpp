// The limits of the papers: full models with a small parameter tend to their reduced models, at the
// order that the reduction leaves out.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/luztar.h"

namespace {

using Values = std::vector<std::vector<double>>;

struct Limit {
  const char* full;
  const char* reduced;
  std::vector<const char*> vanishing;       ///< parameters set to the small number
  std::vector<const char*> growing;         ///< parameters set to one over it
  std::vector<const char*> bodies;          ///< compared
  std::vector<double> small;                ///< falling by a constant factor
  luztar::ParameterValues others = {};      ///< parameters that the reduced model does not have
  luztar::ParameterValues of_reduced = {};  ///< overrides of the reduced model
};

luztar::Model load(const std::string& name) {
  return luztar::load_model(std::string(LUZTAR_SOURCE_DIR) + "/examples/" + name + ".toml");
}

/// Positions of bodies at 201 instants.
Values positions(const luztar::System& system, const std::vector<const char*>& names) {
  luztar::SimulationSettings settings = system.settings();
  settings.samples = 201;
  const auto out = luztar::simulate(system, luztar::initial_state(system), settings);
  REQUIRE_MESSAGE(out.info.status == luztar::Status::Finished, out.info.diagnosis);
  CHECK(std::abs(out.info.energy.residual) <= 1e-11 * out.info.energy.moved);
  Values rows;
  for (const std::string name : names)
    for (std::size_t b = 0; b < system.bodies().size(); ++b)
      if (system.bodies()[b].name == name) rows.push_back(out.q[b]);
  REQUIRE(rows.size() == names.size());
  return rows;
}

double difference(const Values& a, const Values& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < a[i].size(); ++k)
      largest = std::max(largest, std::abs(a[i][k] - b[i][k]));
  return largest;
}

/// Parameters of the full model as the reduced one has them.
luztar::ParameterValues shared_values(const luztar::Model& full, const luztar::System& reduced) {
  luztar::ParameterValues values;
  for (const auto& parameter : full.parameters)
    if (const auto found = reduced.parameters().find(parameter.name);
        found != reduced.parameters().end())
      values[parameter.name] = found->second;
  return values;
}

void check_first_order(const Limit& limit) {
  CAPTURE(std::string(limit.reduced));
  const luztar::Model full = load(limit.full);
  const luztar::System reduced = luztar::compile(load(limit.reduced), limit.of_reduced);
  const Values expected = positions(reduced, limit.bodies);
  std::vector<double> errors;
  for (const double small : limit.small) {
    luztar::ParameterValues values = shared_values(full, reduced);
    for (const auto& [name, value] : limit.others) values[name] = value;
    for (const char* name : limit.vanishing) values[name] = small;
    for (const char* name : limit.growing) values[name] = 1.0 / small;
    errors.push_back(difference(positions(luztar::compile(full, values), limit.bodies), expected));
  }
  const double factor = std::log(limit.small.front() / limit.small.back());
  const double order = std::log(errors.front() / errors.back()) / factor;
  CAPTURE(errors.front());
  CAPTURE(errors.back());
  CHECK(order > 0.9);
  CHECK(order < 1.2);
  for (std::size_t i = 1; i < errors.size(); ++i) CHECK(errors[i] < 0.6 * errors[i - 1]);
}

}  // namespace

TEST_CASE("two blocks on the ground tend to each of their limits at first order") {
  const std::vector<double> small{1e-2, 1e-3, 1e-4, 1e-5};
  check_first_order(
      {"two_blocks_on_ground", "two_blocks_m1_zero", {"M1"}, {}, {"block1", "block2"}, small});
  check_first_order({"two_blocks_on_ground",
                     "two_blocks_m2_zero",
                     {"M2"},
                     {},
                     {"block1", "block2"},
                     small,
                     {{"A2", 0.0}}});
  check_first_order({"two_blocks_on_ground", "two_blocks_m1_inf", {}, {"M1"}, {"block2"}, small});
  check_first_order({"two_blocks_on_ground", "two_blocks_m2_inf", {}, {"M2"}, {"block1"}, small});
}

TEST_CASE("three blocks tend to two on the ground as the third grows") {
  check_first_order({"three_blocks",
                     "three_blocks_m3_inf",
                     {},
                     {"M3"},
                     {"block1", "block2"},
                     {1e-2, 1e-3, 1e-4, 1e-5}});
}

TEST_CASE("one block tends to a first-order law as its mass vanishes") {
  check_first_order(
      {"single_mass", "single_mass", {"M"}, {}, {"block"}, {1e-2, 1e-3, 1e-4}, {}, {{"M", 0.0}}});
}

TEST_CASE("the gear train tends to simplification 1 at first order in both inertias") {
  check_first_order({"gear_system",
                     "gear_system_simplified_1",
                     {"I_delta", "I_gamma"},
                     {},
                     {"psi", "delta", "gamma", "phi"},
                     {4e-4, 1e-4, 2.5e-5, 6.25e-6}});
}
