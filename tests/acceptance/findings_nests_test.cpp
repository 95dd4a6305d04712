// Functions with kinks and jumps inside each other. Expected forces and motions come from the
// expression evaluated directly at what a row shows.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "acceptance/recording.h"

using namespace acceptance;

namespace {

Recording run_of(const luztar::Model& model) {
  const luztar::System system = luztar::compile(model);
  Recording run = record(system, system.settings());
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
  const Recording crest = run_of(finding("crest_at_edge_hangs"));
  CHECK(crest.info.final_state.steps < 200);
  for (const Snapshot& s : crest.samples)
    CHECK(std::abs(s.f.back() - std::pow(std::tanh(s.time - 0.5), 18.0)) < 1e-12);
  const Recording power = run_of(finding("touching_power_hangs"));
  CHECK(power.info.final_state.steps < 200);
  for (const Snapshot& s : power.samples)
    CHECK(std::abs(s.f.back() - value_of("saw(2*pi*v)^4", s.rate.back())) < 1e-9);
}
