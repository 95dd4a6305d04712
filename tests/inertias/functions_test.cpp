// Generated C and Python of models with inertias, against accelerations and forces of their runs.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/generated_program.h"
#include "inertias/coupled_run.h"
#include "inertias/drawn_network.h"
#include "luztar/dynamics/system/system_impl.h"

using namespace luztar;
using acceptance::GeneratedProgram;

namespace {

/// A pair at rest whose velocities, rounded, do not say so: functions take 1e-15 of them for 0.
bool seems_to_move(const System& system, const Trajectory& run, std::size_t k) {
  for (std::size_t e = 0; e < run.mode.size(); ++e) {
    const ElementInfo& element = system.elements()[e];
    double rate = 0.0, largest = 0.0;
    for (std::size_t i = 0; i < element.bodies.size(); ++i) {
      if (element.bodies[i] == kGround) continue;
      const double part =
          element.coefficients[i] * run.v[static_cast<std::size_t>(element.bodies[i])][k];
      rate += part;
      largest = std::max(largest, std::abs(part));
    }
    if (element.is_pair && run.mode[e][k] == 0 && element.kind != PartKind::Stop &&
        std::abs(rate) > 5e-16 * largest)
      return true;
  }
  return false;
}

/// A stop in contact knows its edge from the motion before, which rows do not say.
bool rests_on_a_stop(const System& system, const Trajectory& run, std::size_t k) {
  for (std::size_t e = 0; e < run.mode.size(); ++e)
    if (system.elements()[e].kind == PartKind::Stop && run.mode[e][k] != 0) return true;
  return false;
}

void check_functions(const std::string& text, Language language, std::uint64_t seed) {
  CAPTURE(seed);
  const Model model = parse_model(text, "functions.toml");
  const System system = compile(model);
  const Trajectory run = inertias::run_of(model);
  const acceptance::ScratchFolder folder("inertias" + std::to_string(seed));
  const GeneratedProgram program(folder, model, language);
  CHECK(program.is_clean());
  std::vector<double> rows;
  std::vector<std::size_t> samples;
  for (std::size_t k = 1; k + 1 < run.time.size(); ++k) {
    if (rests_on_a_stop(system, run, k)) continue;
    if (seems_to_move(system, run, k)) continue;
    samples.push_back(k);
    rows.push_back(run.time[k]);
    for (const auto* list : {&run.q, &run.v})
      for (const auto& body : *list) rows.push_back(body[k]);
  }
  REQUIRE(program.input_width == 1 + 2 * program.bodies);
  const std::vector<double> out = program.run(rows);
  REQUIRE(out.size() == samples.size() * program.output_width);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double* const row = out.data() + i * program.output_width;
    CAPTURE(run.time[samples[i]]);
    for (std::size_t b = 0; b < program.bodies; ++b) {
      if (system.impl().is_massless(static_cast<int>(b))) continue;
      const double a = run.a[b][samples[i]];
      CHECK(std::abs(row[b] - a) < 1e-9 * (1.0 + std::abs(a)));
    }
  }
}

}  // namespace

TEST_CASE("coupled inertia: generated C and Python have the accelerations of runs") {
  int made = 0;
  for (std::uint64_t seed = 0; made < 24; ++seed) {
    const inertias::DrawnNetwork network = inertias::drawn_network(seed);
    // What rests on a link, and massless bodies on cycles, is known by other tests.
    if (network.given.size() > static_cast<std::size_t>(network.n) ||
        network.coupled.find("[links.") != std::string::npos)
      continue;
    check_functions(network.coupled, made % 4 == 0 ? Language::Python : Language::C, seed);
    ++made;
  }
}
