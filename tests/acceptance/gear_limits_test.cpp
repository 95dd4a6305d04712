// The gear train of paper 003 and its simplifications: as limits, at the orders that were found for
// them by another program, and as identities.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>

#include "acceptance/convergence.h"
#include "acceptance/example.h"

using namespace acceptance;
using luztar::ParameterValues;

namespace {

const std::vector<std::string> kEnds{"psi", "phi"};
const std::vector<std::string> kAll{"psi", "delta", "gamma", "phi"};

Positions run_of(const std::string& example, const ParameterValues& values,
                 const std::vector<std::string>& bodies, double duration) {
  return positions(luztar::compile(example_model(example), values), bodies, duration);
}

/// Wheels that have bearings with a little viscous friction only.
ParameterValues oiled(double mu, ParameterValues values = {}) {
  values.insert({{"mu_delta", mu}, {"mu_gamma", mu}, {"MT_delta", 0.0}, {"MT_gamma", 0.0}});
  return values;
}

/// The wheels' bearings taken out of a train with weightless wheels.
std::string without_wheel_bearings() {
  std::ifstream file(example_path("gear_system_simplified_1.toml"));
  std::string text{std::istreambuf_iterator<char>(file), {}};
  for (const char* name : {"bearing_delta ", "bearing_gamma "}) {
    const auto start = text.find(name);
    REQUIRE(start != std::string::npos);
    text.erase(start, text.find('\n', start) - start);
  }
  return text;
}

Positions run_text(const std::string& text) {
  return positions(luztar::compile(luztar::parse_model(text, "gear.toml")), kEnds);
}

}  // namespace

TEST_CASE("the gear train tends to simplification 1 at first order in both inertias") {
  // The sheet's errors are 3.2e-3, 8.0e-4 and 2.0e-4 for these inertias, a quarter each time; its
  // torques and its norm are not known, so that only the quarters can be compared.
  const auto limit = run_of("gear_system_simplified_1", {}, kAll, 0.5);
  const auto found = converge({4e-4, 1e-4, 2.5e-5, 6.25e-6}, limit, [](double I) {
    return run_of("gear_system", {{"I_delta", I}, {"I_gamma", I}}, kAll, 0.5);
  });
  check_order(found, 1.0);
  for (std::size_t i = 1; i < found.errors.size(); ++i)
    CHECK(found.errors[i - 1] / found.errors[i] == doctest::Approx(4.0).epsilon(0.1));
}

TEST_CASE("the gear train tends to simplification 2 at order 1/2 in the inertias") {
  // With mu ~ sqrt(I) the wheels' oscillations stay damped, and the error is that of mu.
  const auto limit = run_of("gear_system_simplified_2", {}, kEnds, 2.0);
  check_order(converge({4e-4, 1e-4, 2.5e-5, 6.25e-6}, limit,
                       [](double I) {
                         ParameterValues values{{"I_delta", I}, {"I_gamma", I}};
                         return run_of("gear_system", oiled(std::sqrt(I), values), kEnds, 2.0);
                       }),
              0.5);
}

TEST_CASE("simplification 1 tends to simplification 2 at first order in the bearings' friction") {
  // On softer shafts and teeth, since the wheels settle within mu/k.
  const ParameterValues soft{{"k_pd", 40.0}, {"k_dg", 200.0}, {"k_gf", 80.0}};
  const auto limit = run_of("gear_system_simplified_2", soft, kEnds, 0.5);
  check_order(converge({0.02, 0.01, 0.005}, limit,
                       [&](double mu) {
                         return run_of("gear_system_simplified_1", oiled(mu, soft), kEnds, 0.5);
                       }),
              1.0);
}

TEST_CASE("stiff teeth: first order in 1/k_dg") {
  const auto limit = run_of("gear_system_simplified_2", {{"k_dg", 1e300}}, kEnds, 2.0);
  check_order(converge({1e-4, 2.5e-5, 6.25e-6, 1.5625e-6}, limit,
                       [](double x) {
                         return run_of("gear_system_simplified_2", {{"k_dg", 1 / x}}, kEnds, 2.0);
                       }),
              1.0);
}

TEST_CASE("simplification 2 tends to simplification 3 at first order in what 3 leaves out") {
  const auto limit = run_of("gear_system_simplified_3", {{"k_dg", 1e300}}, kEnds, 2.0);
  check_order(converge({1.0 / 32, 1.0 / 128, 1.0 / 512, 1.0 / 2048}, limit,
                       [](double x) {
                         const ParameterValues values{{"k_dg", 2000 / x},  {"g_pd", 0.005 * x},
                                                      {"g_dg", 0.01 * x},  {"g_gf", 0.004 * x},
                                                      {"MT_psi", 0.5 * x}, {"MT_phi", 0.8 * x}};
                         return run_of("gear_system_simplified_2", values, kEnds, 2.0);
                       }),
              1.0);
}

TEST_CASE("weightless wheels without bearings are simplification 2, to rounding") {
  const std::string train = without_wheel_bearings();
  const auto expected = run_of("gear_system_simplified_2", {}, kEnds, 2.0);
  CHECK(largest_difference(run_text(train), expected) < 1e-11);

  // Teeth that are a link: 1/k = 1/k_pd + p^2/k_gf, freeplay = g_pd + p g_gf.
  std::string linked = train;
  const std::string spring = "[springs.teeth]";
  linked.replace(linked.find(spring), spring.size(), "[links.teeth]");
  const std::string law = "stiffness = \"k_dg\"\nfreeplay = \"g_dg\"\n";
  linked.erase(linked.find(law), law.size());
  const auto stiff =
      run_of("gear_system_simplified_2", {{"k_dg", 1e300}, {"g_dg", 0.0}}, kEnds, 2.0);
  CHECK(largest_difference(run_text(linked), stiff) < 1e-11);
}
